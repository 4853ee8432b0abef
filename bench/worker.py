"""One measurement in a separate process: `python -m bench.worker WHAT …` prints JSON.

build LIST CONTESTANT SOURCE   seconds from the bytes of SOURCE to the file on disk, and peak MB
open LIST CONTESTANT           milliseconds to open the file and look up a word, and MB that stay
lookups LIST                   ns a lookup of every contestant, answers checked against a set
anagrams LIST                  milliseconds for all anagrams of RETINA??
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from bench import contestants
from bench.contestants import Contestant
from bench.lists import BY_NAME, PROBES, WordList
from bench.measure import Figures, alternately

ROUNDS = 15


def build(words: WordList, one: Contestant, source: str) -> Figures:
    assert one.build is not None
    _prepare(words, one)
    started = time.perf_counter()
    one.build(words, Path(source), one.file(words))
    took = time.perf_counter() - started
    helpers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # Java, dawgdic-build
    return {"seconds": took, "peak": max(memory("status", "VmHWM"), helpers)}


def open_(words: WordList, one: Contestant) -> Figures:
    assert one.load is not None
    _prepare(words, one)
    with words.text.open(encoding="utf-8") as file:
        (word,) = one.fresh(words, next(file))
    path = one.file(words)
    before = memory("smaps_rollup", "Rss")
    started = time.perf_counter()
    container = one.load(path)
    is_word = word in container
    took = time.perf_counter() - started
    assert is_word
    return {"open": took * 1000, "resident": memory("smaps_rollup", "Rss") - before}


def _prepare(words: WordList, one: Contestant) -> None:
    """Loads everything that does not depend on the words: modules, and our alphabet."""
    for module in one.modules:
        import_module(module)
    if one.keys == "letters":
        words.alphabet.spell("A")


def memory(file: str, field: str) -> float:
    """The MB in a field of a file in /proc/self."""
    lines = Path("/proc/self", file).read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:")) / 1024


def lookups(words: WordList) -> dict[str, Figures]:
    every = words.words()
    ours = contestants.BY_NAME[contestants.OURS]
    words_set = frozenset(every)
    present, absent = near_misses(words, every, words_set)
    assert ours.load is not None
    assert list(ours.load(ours.file(words))) == every, f"{words.name}: our file holds other words"
    del every
    mixed = present[::2] + absent[::2]
    Random(3).shuffle(mixed)
    texts = {"mixed": mixed, "present": present, "absent": absent}
    expected = {kind: [word in words_set for word in probes] for kind, probes in texts.items()}
    del words_set
    jobs: dict[str, Callable[[], Figures]] = {}
    for one in contestants.ALL:
        if one.load is None:
            continue
        container = one.load(one.file(words))
        for kind, probes in texts.items():
            keys = one.fresh(words, "\n".join(probes))
            answers = [key in container for key in keys]
            assert answers == expected[kind], f"{one.name} errs on {words.name}"
            assert list(map(bool, one.many(container, keys))) == expected[kind], one.name
        jobs[one.name] = _lookup_job(words, one, container, texts)
    gc.collect()
    gc.disable()
    best = alternately(jobs, ROUNDS)
    # the loop is timed now, because a disturbance during it would make the figure too low
    for figures in best.values():
        for kind in texts:
            figures[kind] -= figures.pop(f"{kind} loop")
    return best


def _lookup_job(
    words: WordList, one: Contestant, container: Any, texts: dict[str, list[str]]
) -> Callable[[], Figures]:
    joined = {kind: "\n".join(probes) for kind, probes in texts.items()}

    def job() -> Figures:
        figures = {}
        for kind, text in joined.items():
            keys = one.fresh(words, text)
            started = time.perf_counter_ns()
            for key in keys:
                if key in container:
                    pass
            took = time.perf_counter_ns() - started
            keys = one.fresh(words, text)
            started = time.perf_counter_ns()
            for _ in keys:
                pass
            loop = time.perf_counter_ns() - started
            figures[kind], figures[f"{kind} loop"] = took / len(keys), loop / len(keys)
        keys = one.fresh(words, joined["mixed"])
        started = time.perf_counter_ns()
        one.many(container, keys)
        figures["batch"] = (time.perf_counter_ns() - started) / len(keys)
        return figures

    return job


def near_misses(
    words: WordList, every: list[str], words_set: frozenset[str]
) -> tuple[list[str], list[str]]:
    """Words of the list, and as many near misses: words with a letter changed, dropped or inserted,
    or two letters exchanged."""
    rng = Random(1)
    present = rng.sample(every, PROBES)
    absent: list[str] = []
    for word in rng.choices(every, k=3 * PROBES):
        place, letter = rng.randrange(len(word)), rng.choice(words.alphabet.tiles)
        head, at, tail = word[:place], word[place], word[place + 1 :]
        changed, exchanged = head + letter + tail, head + tail[:1] + at + tail[1:]
        near = rng.choice([changed, exchanged, head + tail, head + letter + at + tail])
        if len(near) > 1 and near not in words_set:
            absent.append(near)
    return present, absent[:PROBES]


def anagrams(words: WordList) -> Figures:
    ours = contestants.BY_NAME[contestants.OURS]
    assert ours.load is not None
    search = ours.load(ours.file(words)).anagrams
    rack = Counter("RETINA")
    wanted = [w for w in words.words() if len(w) == 8 and (rack - Counter(w)).total() == 0]
    assert list(search("RETINA??")) == wanted, "the anagrams of RETINA?? are others"
    times = []
    for _ in range(101):
        started = time.perf_counter()
        list(search("RETINA??"))
        times.append(time.perf_counter() - started)
    return {"anagrams": min(times) * 1000}


def main() -> None:
    job, name, *rest = sys.argv[1:]
    words = BY_NAME[name]
    arguments = [contestants.BY_NAME[rest[0]], *rest[1:]] if rest else []
    jobs: dict[str, Callable[..., object]] = {
        "build": build, "open": open_, "lookups": lookups, "anagrams": anagrams
    }  # fmt: skip
    print(json.dumps(jobs[job](words, *arguments)))


if __name__ == "__main__":
    main()
