"""Which tiles are still to be had: what the set holds beyond the board, what a rack lacks.

Tiles are numbers, 0 the blank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wordtools.rules.ruleset import BaseRuleset


def count_unplayed(ruleset: BaseRuleset, played: Counter[int]) -> Counter[int]:
    """How many of each tile of the set have not been played."""
    return Counter(dict(enumerate(ruleset.counts))) - played


def find_missing(needed: Iterable[int], available: Iterable[int] | Counter[int]) -> list[int]:
    """The tiles that are needed beyond those available, in order of their numbers."""
    return sorted((Counter(needed) - Counter(available)).elements())
