"""The definitions of words form a column of the lexicon file. The column is read when it is first
needed, not when the lexicon is opened; judging never reads it.

For each defined word in alphabet order, the column has the number of undefined words before it
(four bytes, little-endian). The definitions follow in UTF-8, each ended by a newline.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate
from operator import add


class Definitions:
    """The definitions in a column, indexed by the ranks of their words."""

    def __init__(self, column: bytes, count: int, words: int) -> None:
        """`count` and `words`: the manifest's numbers of definitions and words. Raises `ValueError`
        if the column does not match them."""
        gaps = array("I", column[: 4 * count])
        if sys.byteorder == "big":
            gaps.byteswap()
        self._text = column[4 * count :]
        self._ends = array("Q", (newline.start() for newline in re.finditer(b"\n", self._text)))
        self._ranks = array("Q", map(add, accumulate(gaps), range(len(gaps))))
        if not len(gaps) == len(self._ends) == count or not self._text.endswith(b"\n"):
            raise ValueError(f"the number of definitions is not {count:,}")
        if self._ranks and self._ranks[-1] >= words:
            raise ValueError("a definition belongs to no word")
        self._text.decode()

    def __len__(self) -> int:
        return len(self._ranks)

    def find(self, rank: int) -> str:
        """Returns the definition of the word at a rank, or ""."""
        return next((text for _, text in self.iterate(rank, rank + 1)), "")

    def iterate(self, first: int, end: int) -> Iterator[tuple[int, str]]:
        """Yields the definitions with ranks from `first` up to but excluding `end`, each with its
        rank."""
        for place in range(bisect_left(self._ranks, first), bisect_left(self._ranks, end)):
            start = self._ends[place - 1] + 1 if place else 0
            yield self._ranks[place], self._text[start : self._ends[place]].decode()


def encode_definitions(defined: Mapping[int, str]) -> bytes:
    """Makes the column for definitions indexed by rank, with one line per definition; b"" if there
    are none."""
    ranks = sorted(defined)
    gaps = array(
        "I", (rank - before - 1 for before, rank in zip([-1, *ranks], ranks, strict=False))
    )
    if sys.byteorder == "big":
        gaps.byteswap()
    return gaps.tobytes() + "".join([f"{defined[rank]}\n" for rank in ranks]).encode()
