"""`make bench-quick`: checks whether the kernel has become slower. Exits with 1 and names slower
operations.

Runs a few operations on made-up words. With valgrind, counts the instructions of each operation in
a separate process, which gives the same result on a busy machine. Without valgrind, compares the
times of the operations with those of a frozenset's lookups. expectations.toml has the expected
figures; `python -m bench.quick accept` records new ones, after a change that is worth its cost, or
for another compiler or Python.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from zlib import crc32

from bench import contestants
from bench.measure import ROOT
from wordtools.alphabet import Alphabet
from wordtools.compiler.combine import merge_lexicons
from wordtools.lexicon.compile import compile_lexicon, compile_words
from wordtools.lexicon.diff import Comparison
from wordtools.lexicon.lexicon import Lexicon

EXPECTED = Path(__file__).with_name("expectations.toml")
TOLERANCES = {"instructions": 1.05, "ratios": 1.6}
UNITS = {"instructions": "million instructions", "ratios": "of a frozenset's time"}
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
ALPHABET = Alphabet("English", "en", LETTERS, {one: one + one.lower() for one in LETTERS})
PARTS = [
    "BA",
    "CHE",
    "DRO",
    "ING",
    "LES",
    "MI",
    "NTA",
    "OR",
    "PEL",
    "QUA",
    "RES",
    "STI",
    "TU",
    "VE",
]


def words() -> list[str]:
    """About 20,000 words of three or four parts in order, of which a third is left out."""
    every = {"".join(parts) for n in (3, 4) for parts in product(PARTS, repeat=n)}
    return sorted(word for word in every if crc32(word.encode()) % 3)[:20_000]


def near_misses(words: list[str]) -> list[str]:
    return [word[:-1] + "Z" for word in words]


def operations(folder: Path) -> dict[str, Callable[[], object]]:
    """The operations measured, by name, with a lexicon in this folder; all begin with "nothing"."""
    listed, path = words(), folder / "words.lexicon"
    path.write_bytes(compile_words(listed, ALPHABET))
    lexicon = Lexicon.read(path)
    newer = compile_lexicon(listed[::2] + near_misses(listed[::3]), ALPHABET)
    probes = listed + near_misses(listed)
    ours = contestants.BY_NAME[contestants.OURS]

    def lookup() -> None:
        for word in probes:
            if word in lexicon:
                pass

    return {
        "nothing": lambda: None,
        "lookup": lookup,
        "batch": lambda: ours.many(lexicon, probes),
        "lines": lambda: lexicon.contains_lines("\n".join(probes).encode()),
        "iterate": lambda: list(lexicon),
        "open": lambda: [Lexicon.read(path) for _ in range(20)],
        "compile": lambda: compile_words(listed, ALPHABET),
        "compare": lambda: list(Comparison(lexicon, newer).lines()),
        "merge": lambda: merge_lexicons(lexicon, newer, name="merged"),
    }


def instructions(names: Iterable[str]) -> dict[str, float]:
    """The instructions of each operation in millions, counted by valgrind."""
    valgrind = ("valgrind", "--tool=cachegrind", "--cache-sim=no")
    env = {"PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]}

    def count(name: str) -> float:
        operation = (sys.executable, "-m", "bench.quick", name)
        command = (*valgrind, "--cachegrind-out-file=/dev/null", *operation)
        done = subprocess.run(command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True)
        match = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
        if done.returncode or not match:
            sys.exit(done.stderr)
        return int(match[1].replace(",", "")) / 1e6

    subprocess.run((sys.executable, "-m", "bench.quick", "nothing"), cwd=ROOT, env=env)
    with ThreadPoolExecutor(2) as pool:  # now all is compiled to bytecode
        counted = dict(zip(names, pool.map(count, names), strict=True))
    nothing = counted.pop("nothing")
    return {name: million - nothing for name, million in counted.items()}


def ratios(jobs: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The time of each operation, divided by the time of a frozenset for the same lookups; the best
    of many measurements."""
    listed = words()
    probes, members = listed + near_misses(listed), frozenset(listed)
    jobs = {**jobs, "nothing": lambda: [word in members for word in probes]}
    best = dict.fromkeys(jobs, math.inf)
    for _ in range(15):
        for name, job in jobs.items():
            started = time.perf_counter()
            job()
            best[name] = min(best[name], time.perf_counter() - started)
    reference = best.pop("nothing")
    return {name: took / reference for name, took in best.items()}


def main() -> None:
    asked = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        jobs = operations(Path(folder))
        if asked and asked != ["accept"]:
            jobs[asked[0]]()
            return
        measured = {"instructions": instructions(jobs)} if shutil.which("valgrind") else {}
        if asked or not measured:
            measured["ratios"] = ratios(jobs)
    if asked:
        EXPECTED.write_text(_toml(measured), "utf-8")
    slower = _slower(*next(iter(measured.items())))
    if slower:
        sys.exit(f"slower than expected: {', '.join(slower)}.")


def _slower(kind: str, figures: dict[str, float]) -> list[str]:
    """Prints figures beside the expected ones; returns the operations that exceed the tolerance."""
    expected = tomllib.loads(EXPECTED.read_text("utf-8"))[kind]
    changes = {name: figure / expected[name] for name, figure in figures.items()}
    for name, change in changes.items():
        print(f"{name:<10}{figures[name]:10.2f} {UNITS[kind]}, ×{change:.2f} of expected")
    return [name for name, change in changes.items() if change > TOLERANCES[kind]]


def _toml(measured: dict[str, dict[str, float]]) -> str:
    lines = ["# What `make bench-quick` expects; recorded by `python -m bench.quick accept`."]
    for kind, figures in measured.items():
        lines += ["", f"[{kind}]", *(f"{name} = {figure:.3f}" for name, figure in figures.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
