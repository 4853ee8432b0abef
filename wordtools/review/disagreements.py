"""What a recorded game and its review disagree about: every disagreement has a line, a kind and a
sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from wordtools.board.play import IllegalPlay, PlayFault
from wordtools.errors import WordtoolsError
from wordtools.game.state import EventFault, IllegalEvent
from wordtools.wording import suggest

Kind = Literal["score", "total", "rack", "tiles", "time", "challenge", "turn", "end"]
"""What a disagreement is about: the points of a play, exchange or pass; a running total; what a
player is said to hold; tiles that the set or the bag has no more; points for time; what became of a
challenge; whose turn it is and what may be done in it; how the game ends and what tiles left over
do."""
KINDS: tuple[Kind, ...] = get_args(Kind)


def check_kinds(kinds: Iterable[str]) -> set[str]:
    """The kinds, each of which exists. Raises `WordtoolsError`."""
    for kind in kinds:
        if kind not in KINDS:
            raise WordtoolsError(
                f"there is no kind {kind!r} of disagreement; {suggest(kind, KINDS)}"
            )
    return set(kinds)


class Disagreement(msgspec.Struct, frozen=True):
    """Where a line of a record differs from the rules, the lexicon or its own arithmetic, and in
    what."""

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
"""The kind of wrong points, by the kind of the move."""
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
"""The kinds of broken rules; of all others it is "turn"."""


def find_kind(error: WordtoolsError) -> Kind:
    """The kind of a broken rule."""
    if isinstance(error, IllegalEvent | IllegalPlay):
        return _KINDS_OF.get(error.fault, "turn")
    return "turn"
