"""The contest: every list through wordtools and its peers."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench import contestants, lists, peers
from bench.contestants import CFSA2, OURS, Contestant
from bench.lists import WordList
from bench.measure import Figures, alternately, process

SORT = "sort -u, then dawgdic-build"

Contest = dict[str, dict[str, Figures]]
"""Figures by list and contestant."""


def run() -> Contest:
    """Measures everything; each list takes some minutes."""
    peers.install()
    lists.make()
    contest: Contest = {}
    for words, rounds in ((lists.EN, 9), (lists.PL1, 5), (lists.BIG, 3)):
        print(f"{words.name}: building", flush=True)
        results = alternately(_builds(words), rounds)
        _merge(results, alternately(_unsorted_builds(words), max(2, rounds // 2)))
        # makes the file that is opened below
        _merge(results, alternately(_builds(words, [OURS]), 1))
        for one in contestants.ALL:
            if one.build:
                results[one.name]["size"] = one.file(words).stat().st_size
        dictionary = contestants.BY_NAME[CFSA2].file(words)
        _check_dictionary(words, dictionary)
        packed = lzma.compress(dictionary.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        results[CFSA2]["xz"] = len(packed)
        print(f"{words.name}: opening and looking up", flush=True)
        _merge(results, alternately(_openings(words), 9))
        for name, figures in _lookups(words).items():
            results.setdefault(name, {}).update(figures)
        results["list"] = {"words": words.text.read_bytes().count(b"\n")}
        contest[words.name] = results
    thinned = lists.THINNED
    alternately(_builds(thinned, [OURS]), 1)
    contest[thinned.name] = {OURS: _worker("anagrams", thinned.name)}
    return contest


def _merge(results: dict[str, Figures], more: dict[str, Figures]) -> None:
    for name, figures in more.items():
        results.setdefault(name, {}).update(figures)


def _worker(*arguments: str) -> Figures:
    return process([sys.executable, "-m", "bench.worker", *arguments], peers.environment())


def _builds(words: WordList, names: list[str] | None = None) -> dict[str, Callable[[], Figures]]:
    """The job of each builder, in a separate process: from sorted text to the file on disk."""

    def job(one: Contestant) -> Figures:
        figures = _worker("build", words.name, one.name, str(one.source(words)))
        return {"build": figures["seconds"], "build wall": figures["wall"], "peak": figures["peak"]}

    builders = [one for one in contestants.ALL if one.build and (not names or one.name in names)]
    return {one.name: partial(job, one) for one in builders}


def _unsorted_builds(words: WordList) -> dict[str, Callable[[], Figures]]:
    """The job of each builder, from unsorted UTF-8 with repeats to the file on disk."""

    def ours() -> Figures:
        figures = _worker("build", words.name, OURS, str(words.unsorted))
        return {"unsorted": figures["seconds"], "unsorted wall": figures["wall"]}

    def sort() -> Figures:
        script = 'LC_ALL=C sort -u "$1" >"$2" && "$3" "$2" "$4" 2>/dev/null'
        parts = (words.unsorted, lists.FOLDER / "sorted.txt", peers.DAWGDIC_BUILD)
        target = str(lists.FOLDER / "sorted.dawgdic")
        figures = process(["sh", "-c", script, "sh", *map(str, parts), target])
        return {"unsorted": figures["wall"], "unsorted wall": figures["wall"]}

    return {OURS: ours, SORT: sort}


def _openings(words: WordList) -> dict[str, Callable[[], Figures]]:
    def job(name: str) -> Figures:
        figures = _worker("open", words.name, name)
        return {"open": figures["open"], "resident": figures["resident"]}

    return {one.name: partial(job, one.name) for one in contestants.ALL if one.load}


def _lookups(words: WordList) -> dict[str, Figures]:
    """Best ns of every contestant, all opened in one process."""
    command = [sys.executable, "-m", "bench.worker", "lookups", words.name]
    done = subprocess.run(
        command, env=peers.environment(), cwd=peers.ROOT, stdout=subprocess.PIPE, check=True
    )
    answer: dict[str, Figures] = json.loads(done.stdout)
    return answer


def _check_dictionary(words: WordList, path: Path) -> None:
    """Asserts that a CFSA2 holds the words."""
    listed = subprocess.run(peers.cfsa2("list", path), stdout=subprocess.PIPE, check=True)
    assert listed.stdout == words.coded.read_bytes(), f"{path} holds other words"
