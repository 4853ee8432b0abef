"""The disagreements between a recorded game and its review, each with its line and kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from wordtools.board.play import IllegalPlay, PlayFault
from wordtools.errors import WordtoolsError
from wordtools.game.state import EventFault, IllegalEvent
from wordtools.wording import suggest

Kind = Literal["score", "total", "rack", "tiles", "time", "challenge", "turn", "end"]
"""The kinds of disagreements: points of a play, exchange or pass; a running total; a rack; more
tiles than the set or the bag has; a time penalty; the effect of a challenge; a move out of turn or
against the rules; the end of the game and points for leftover tiles."""
KINDS: tuple[Kind, ...] = get_args(Kind)


def check_kinds(kinds: Iterable[str]) -> set[str]:
    """Returns the kinds as a set. Raises `WordtoolsError` for an unknown kind."""
    for kind in kinds:
        if kind not in KINDS:
            raise WordtoolsError(f"{kind!r} is not a kind of disagreement; {suggest(kind, KINDS)}")
    return set(kinds)


class Disagreement(msgspec.Struct, frozen=True):
    """A line of a record that conflicts with the rules, with the lexicon, or with the record's own
    arithmetic."""

    line: int
    kind: Kind
    sentence: str


POINTS_OF: dict[str, Kind] = {
    "play": "score",
    "exchange": "score",
    "pass": "score",
    "withdrawn": "score",
    "challenge": "challenge",
    "time": "time",
    "rack": "end",
}
"""The kind of disagreement about points, by the kind of move."""
_KINDS_OF: dict[EventFault | PlayFault, Kind] = {
    "ended": "end",
    "no challenge": "challenge",
    "challenge refused": "challenge",
    "not on the rack": "tiles",
    "too many tiles": "tiles",
    "not in the bag": "tiles",
    "bag too small": "tiles",
    "exchanges used up": "tiles",
    "whole rack": "tiles",
    "no blank": "tiles",
    "no clock": "time",
}
"""The kinds of broken rules; all others are of the kind "turn"."""


def find_kind(error: WordtoolsError) -> Kind:
    """The kind of a broken rule."""
    if isinstance(error, IllegalEvent | IllegalPlay):
        return _KINDS_OF.get(error.fault, "turn")
    return "turn"
