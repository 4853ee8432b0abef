"""Changes to a ruleset for one game, such as more time or other tiles. They are a table of
differences, like that of a variant, in which None removes an inherited value.

A change may leave other values without effect: for example, if it abolishes challenges, the time
limit for a challenge no longer matters. Such values are removed if they are inherited, and refused
if they are stated (`consistency`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wordtools.rules import challenge
from wordtools.rules.inheritance import Tables

_NEEDS: dict[str, tuple[str, ...]] = {
    "clock.game": (
        "clock.divided",
        "clock.shared",
        "clock.minutes",
        "clock.minute_costs",
        "clock.lost",
        "end.out_of_time",
    ),
    "clock.minutes": ("clock.minute_costs",),
    "exchange.cost": ("exchange.free", "exchange.computer_free"),
    "exchange.free": ("exchange.cost", "exchange.computer_free"),
    "end.scoreless": ("end.scoreless_at_zero",),
    "end.passed": ("end.exchange_passes",),
}
"""The keys that have an effect only if another key has a value."""

_EXCHANGE = ("free", "cost", "returned_first", "whole_rack", "keeps_turn", "computer_tiles")
_GOING_OUT = ("end.out_gains", "end.out_bonus", "end.others_lose")


def make_variant(changes: Mapping[str, Any], ruleset: Tables) -> Tables:
    """Turns changes to a ruleset into the tables of a variant."""
    stated = dict(_list_leaves(changes))
    present = {key for key, _ in _list_leaves(ruleset)}
    unwanted = {key for key, value in stated.items() if value is None}
    unwanted |= {key for key in _list_idle(stated, ruleset) if key not in stated}
    return {
        **_drop_nothing(changes),
        "without": sorted(key for key in unwanted if key in present),
    }


def _list_leaves(tables: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tables.items():
        if isinstance(value, Mapping):
            yield from _list_leaves(value, f"{prefix}{key}.")
            if prefix + key == "tile_colours":
                yield prefix + key, value
        else:
            yield prefix + key, value


def _drop_nothing(changes: Mapping[str, Any]) -> Tables:
    """The changes, except those that only remove a value."""
    kept = {}
    for key, value in changes.items():
        if isinstance(value, Mapping):
            value = _drop_nothing(value)
        if value is not None and value != {}:
            kept[key] = value
    return kept


def _list_idle(stated: Mapping[str, Any], ruleset: Tables) -> Iterator[str]:
    """The keys that no longer have an effect, whether or not the ruleset has them."""
    for key, dependent in _NEEDS.items():
        if key in stated and not stated[key]:
            yield from dependent
    rule = challenge.load_challenge_rules().get(str(stated.get("challenge.rule")))
    if rule is not None and rule.check in ("play", "poll"):
        yield "challenge.window"
    if stated.get("exchange.most") == 0:
        yield from (f"exchange.{key}" for key in (*_EXCHANGE, "computer_free"))
    if stated.get("end.when") == "refill":
        yield from _GOING_OUT
    if isinstance(blanks := stated.get("tiles.?"), list | tuple) and [*blanks][:1] == [0]:
        yield from ("end.blank_costs", "reclaim_blanks")
    if isinstance(rack := stated.get("rack"), int):
        laid = ruleset.get("bonus", {})
        yield from (f"bonus.{count}" for count in laid if int(count) > rack)
    if any(key.startswith("tiles.") for key in stated) and not _have_colours(stated, ruleset):
        yield "tile_colours"


def _have_colours(stated: Mapping[str, Any], ruleset: Tables) -> bool:
    """True if there is a colour for the value of each tile, and for no other value."""
    inherited = {f"tiles.{face}": tile for face, tile in ruleset.get("tiles", {}).items()}
    tiles = {**inherited, **stated}
    values = {
        str(tile[1])
        for key, tile in tiles.items()
        if key.startswith("tiles.")
        and isinstance(tile, list | tuple)
        and len(tile) == 2
        and tile[0]
    }
    return values == set(ruleset.get("tile_colours", {}))
