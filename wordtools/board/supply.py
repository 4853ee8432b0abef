"""The supply of tiles: the tiles left in the set, and those missing from a rack.

Tiles are numbers, 0 for the blank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wordtools.rules.ruleset import BaseRuleset, CrosswordRuleset


def count_unplayed(ruleset: BaseRuleset, played: Counter[int]) -> Counter[int]:
    """The number of unplayed tiles of the set, by tile."""
    left = {tile: count - played[tile] for tile, count in enumerate(ruleset.counts)}
    return Counter({tile: count for tile, count in left.items() if count > 0})


def find_beyond(
    ruleset: CrosswordRuleset, needed: Sequence[int], played: Counter[int]
) -> list[int]:
    """Returns the needed tiles that are not left in the set, sorted; none if random letters can
    provide them.
    """
    missing = find_missing(needed, count_unplayed(ruleset, played))
    counts = ruleset.counts
    spare = ruleset.random_tiles - sum(max(0, n - counts[tile]) for tile, n in played.items())
    return [] if missing and 0 not in missing and len(missing) <= spare else missing


def find_missing(needed: Sequence[int], available: Sequence[int] | Counter[int]) -> list[int]:
    """Returns the needed tiles that are not available, sorted."""
    have = available.__getitem__ if isinstance(available, Counter) else available.count
    return sorted(tile for tile in set(needed) for _ in range(needed.count(tile) - have(tile)))
