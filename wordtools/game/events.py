"""The events of a game, as data.

An event names its player, and records only actions and new information. `replay` computes what
follows from them: scores, turns and the end. Tiles are written as on score sheets
(`wordtools.board.tiles`), and plays like `8D A(D)D` (`wordtools.board.notation`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

Seconds = Annotated[float, Meta(ge=0)]

Name = Annotated[str, Meta(extra={"holds": "name"})]
"""The name of a player. This type lets programs find the names in any event."""


class _Event(
    Struct,
    frozen=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    tag_field="event",
    tag=str.lower,
):
    """Gives all events the same JSON form, in which `event` names the kind."""


class Played(_Event, frozen=True):
    """The player laid a word on the board."""

    player: Name
    notation: str = field(name="play")


class Exchanged(_Event, frozen=True):
    """The player exchanged tiles, of which only the number may be known. With `keeps_turn`, the
    player exchanged the whole rack and kept the turn, which some rules allow once per game.
    """

    player: Name
    tiles: str | Annotated[int, Meta(ge=1)]
    keeps_turn: bool = False


class Passed(_Event, frozen=True):
    """The player passed, or exceeded the time for the move."""

    player: Name
    timed_out: bool = False


class Added(_Event, frozen=True):
    """Random letters were added to the bag."""

    tiles: str


class Holds(_Event, frozen=True):
    """The player has these tiles, and possibly others."""

    player: Name
    tiles: str


class Challenged(_Event, frozen=True):
    """The player challenged this number of `words` in the last play, `seconds` after the play.
    `acceptable` is the judge's answer."""

    player: Name
    acceptable: bool
    words: Annotated[int, Meta(ge=1)] = 1
    seconds: Seconds = 0


class Answered(_Event, frozen=True):
    """The player accepts the play in question, or demands a check."""

    player: Name
    accepts: bool
    seconds: Seconds = 0


class Ruled(_Event, frozen=True):
    """The judge ruled on a play that nobody had to challenge."""

    acceptable: bool
    seconds: Seconds = 0


class TookBack(_Event, frozen=True, tag="took-back"):
    """The player takes back the last play, with the consent of these players."""

    player: Name
    consent: tuple[Name, ...]
    seconds: Seconds = 0


class Reclaimed(_Event, frozen=True):
    """Before moving, the player swapped a letter from the rack for a blank on the board."""

    player: Name
    square: str


class Timed(_Event, frozen=True):
    """The player's clock shows this many seconds used in total."""

    player: Name
    used: Seconds


class Penalised(_Event, frozen=True):
    """The record deducts points for the time that the player has used."""

    player: Name
    points: Annotated[int, Meta(ge=0)]


class Stopped(_Event, frozen=True):
    """The player ends the game."""

    player: Name


class Resigned(_Event, frozen=True):
    """The player resigns; if several others remain, they play on."""

    player: Name


class Blocked(_Event, frozen=True):
    """The bag is empty, and nobody can form a word. Recorded by a program that knows all racks."""


Event = (
    Played
    | Exchanged
    | Passed
    | Added
    | Holds
    | Challenged
    | Answered
    | Ruled
    | TookBack
    | Reclaimed
    | Timed
    | Penalised
    | Stopped
    | Resigned
    | Blocked
)
