"""The supply of tiles: which tiles are left in the set, and which a rack lacks. Tiles are numbers;
0 is the blank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wordtools.rules.ruleset import BaseRuleset, CrosswordRuleset


def count_unplayed(ruleset: BaseRuleset, played: Counter[int]) -> Counter[int]:
    """How many of each tile of the set are unplayed."""
    left = {tile: count - played[tile] for tile, count in enumerate(ruleset.counts)}
    return Counter({tile: count for tile, count in left.items() if count > 0})


def find_beyond(
    ruleset: CrosswordRuleset, needed: Sequence[int], played: Counter[int]
) -> list[int]:
    """Returns the needed tiles that are not left in the set, sorted. Random letters, if the set has
    any, can stand for them.
    """
    missing = find_missing(needed, count_unplayed(ruleset, played))
    counts = ruleset.counts
    spare = ruleset.random_tiles - sum(max(0, n - counts[tile]) for tile, n in played.items())
    return [] if missing and 0 not in missing and len(missing) <= spare else missing


def find_missing(needed: Sequence[int], available: Sequence[int] | Counter[int]) -> list[int]:
    """Returns the needed tiles that are not available, sorted."""
    have = available.__getitem__ if isinstance(available, Counter) else available.count
    return sorted(tile for tile in set(needed) for _ in range(needed.count(tile) - have(tile)))
