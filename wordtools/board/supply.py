"""The supply of tiles: those that the set has left, and those that a rack lacks.

Tiles are numbers, 0 the blank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wordtools.rules.ruleset import BaseRuleset, CrosswordRuleset


def count_unplayed(ruleset: BaseRuleset, played: Counter[int]) -> Counter[int]:
    """The number of each tile of the set that has not been played, by tile."""
    left = {tile: count - played[tile] for tile, count in enumerate(ruleset.counts)}
    return Counter({tile: count for tile, count in left.items() if count > 0})


def find_beyond(
    ruleset: CrosswordRuleset, needed: Sequence[int], played: Counter[int]
) -> list[int]:
    """The needed tiles that exceed what the set has left after those played, in order of their
    numbers; none if random letters can account for them."""
    missing = find_missing(needed, count_unplayed(ruleset, played))
    counts = ruleset.counts
    spare = ruleset.random_tiles - sum(max(0, n - counts[tile]) for tile, n in played.items())
    return [] if missing and 0 not in missing and len(missing) <= spare else missing


def find_missing(needed: Sequence[int], available: Sequence[int] | Counter[int]) -> list[int]:
    """The tiles that are needed beyond those available, in order of their numbers."""
    have = available.__getitem__ if isinstance(available, Counter) else available.count
    return sorted(tile for tile in set(needed) for _ in range(needed.count(tile) - have(tile)))
