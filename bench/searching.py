"""Speed of the word search: whole calls from Python that return all results."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import wordtools


def takes(search: Callable[[], Iterator[str]], runs: int = 51) -> tuple[float, int]:
    """The median milliseconds of a search, and the number of words found."""
    times, words = [], 0
    for _ in range(runs):
        started = time.perf_counter()
        words = len(list(search()))
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1000, words


def rows(english: Path, polish: Path) -> list[tuple[str, str, str]]:
    """(operation, target, measurement)."""
    en, pl = wordtools.open(english), wordtools.open(polish)
    searches: list[tuple[str, str, Callable[[], Iterator[str]]]] = [
        ("anagrams of RETINA?? in `en`", "≤ 0.6 ms", lambda: en.anagrams("RETINA??")),
        ("words within RETINA?? in `en`", "–", lambda: en.anagrams("RETINA??", subs=True)),
        ("pattern `?[AEIOU]?[^S]` in `en`", "–", lambda: en.matching("?[AEIOU]?[^S]")),
        ("pattern `*ING` in `en`", "–", lambda: en.matching("*ING")),
        ("extensions of CAT in `en`", "–", lambda: en.extensions("CAT")),
        ("pattern `*` in `pl`, first 100", "≤ 1 ms", lambda: pl.matching("*", limit=100)),
        ("`*A*A*A*A*A*A*A*A*` in `pl`", "≤ 1 s", lambda: pl.matching("*A" * 8 + "*")),
    ]
    rows = []
    for title, target, search in searches:
        next(search(), None)  # the first search also computes tables of the lexicon
        milliseconds, words = takes(search)
        rows.append((f"{title}, {words:,} words", target, f"{milliseconds:.2f} ms"))
    return rows
