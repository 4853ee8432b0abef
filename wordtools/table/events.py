"""The events of a table, as data: those of the game (`wordtools.game.events`), and the table's own.

If only one seat may know an event, the event names that seat (`only`), and all other seats get its
public form, if there is one. Only `show` decides which form a seat gets.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, structs

from wordtools.game import events as game
from wordtools.game.events import Name

NOBODY = ""
"""The value of `only` for events that no seat may know before the end."""

Sitter = Literal["here", "elsewhere", "computer"]


class Seat(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A seat: a person `here` or `elsewhere`, or a computer of this `level`. A team is one seat
    with several `members`."""

    name: Name
    kind: Sitter = "here"
    level: str = ""
    members: tuple[Name, ...] = ()


class _TableEvent(
    Struct,
    frozen=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    tag_field="event",
    tag=str.lower,
):
    """The JSON form of all events, in which `event` names the kind."""


class Opened(_TableEvent, frozen=True):
    """A table was opened. `commitment` is the hash of the host's `nonce`, which stays secret until
    the end. `starts`, `seconds`: how often each seat has begun a game of the event, and how often
    it has gone second, if these numbers decide who begins now. `changes`: changes to the ruleset,
    keyed by setting (`rules.changes`). `practice`: hints are allowed. `slower`: the factor by which
    all windows for answers are extended.

    `hours`: the number of hours for each turn of a correspondence game; `holidays`: the first and
    last of its days without play, such as `2026-12-24`, in UTC. `hashes`: the hashes of each seat's
    name and of its members' names (`names`)."""

    table: str
    ruleset_name: str = field(name="ruleset")
    ruleset_digest: str
    edition: str
    lexicon_digest: str
    seats: tuple[Seat, ...]
    commitment: str
    nonce: str = ""
    starts: tuple[int, ...] = ()
    seconds: tuple[int, ...] = ()
    changes: dict[str, Any] = {}
    practice: bool = False
    slower: Annotated[int, Meta(ge=1, le=10)] = 1
    hours: Annotated[int, Meta(ge=1, le=720)] | None = None
    holidays: tuple[str, str] | None = None
    hashes: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return tuple(seat.name for seat in self.seats)


class Joined(_TableEvent, frozen=True):
    """A person or computer took a seat and contributed a nonce."""

    player: Name
    nonce: str


class Drew(_TableEvent, frozen=True):
    """The players draw tiles in a round that may decide who begins."""

    tiles: dict[Name, str]


class Began(_TableEvent, frozen=True):
    """The game has begun; the players are in the order of their turns."""

    players: tuple[Name, ...]


class Placed(_TableEvent, frozen=True):
    """The player made a move in Lingo. The event states its points and the words that score."""

    player: Name
    move: str
    points: int
    words: tuple[str, ...] = ()


class Waived(_TableEvent, frozen=True):
    """The player does not challenge the last play."""

    player: Name


class Stood(_TableEvent, frozen=True):
    """The last play can no longer be challenged or taken back."""


class AskedBack(_TableEvent, frozen=True, tag="asked-back"):
    """The player asks to take back the last play."""

    player: Name


class AnsweredBack(_TableEvent, frozen=True, tag="answered-back"):
    """An opponent answers a player who asks to take back a play."""

    player: Name
    consents: bool


class Paused(_TableEvent, frozen=True):
    """The player wants to adjourn; the game is adjourned once everyone does."""

    player: Name


class Returned(_TableEvent, frozen=True):
    """The player is back at an adjourned game, which continues once everyone is back."""

    player: Name


class Rested(_TableEvent, frozen=True):
    """The player takes days off, from the first to the last day (such as `2026-12-24`, in UTC)."""

    player: Name
    first: str
    last: str


class Claimed(_TableEvent, frozen=True):
    """The player claims the game, because the `absent` player has exceeded the time for a turn."""

    player: Name
    absent: Name


class Interrupted(_TableEvent, frozen=True):
    """The host was stopped. The time since the last event does not count."""


class Discarded(_TableEvent, frozen=True):
    """The game was abandoned before its end, without a result. `reason`: a sentence that says why
    the host closed the table.
    """

    reason: str = ""


class Closed(_TableEvent, frozen=True):
    """The game is over. The host's nonce and the key to the table's secrets are revealed."""

    reason: str
    scores: dict[Name, int]
    winners: tuple[Name, ...]
    nonce: str
    key: str = ""


TableEvent = (
    Opened
    | Joined
    | Drew
    | Began
    | Placed
    | Waived
    | Stood
    | AskedBack
    | AnsweredBack
    | Paused
    | Returned
    | Rested
    | Claimed
    | Interrupted
    | Discarded
    | Closed
)
AnyEvent = TableEvent | game.Event


class Happened(Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """An event and its time, in seconds since 1970. If only one seat may know the event, `only`
    names that seat; others get the event's public form. `member`: the member of a team who gave the
    command.
    """

    at: float
    event: AnyEvent
    only: Name | None = None
    member: Name = ""


def show(happened: Happened, seat: str | None) -> Happened | None:
    """The part of an event that a seat (or a watcher, None) may know before the end. Returns None
    if the seat may know nothing of the event."""
    if happened.only is None or (seat and seat == happened.only):
        return happened
    match happened.event:
        case game.Exchanged(tiles=str() as tiles) as event:
            count = count_tiles(tiles)
            return structs.replace(happened, event=structs.replace(event, tiles=count), only=None)
        case Opened() as event:
            return structs.replace(happened, event=structs.replace(event, nonce=""), only=None)
    return None


def count_tiles(tiles: str) -> int:
    """The number of tiles in a text that has brackets around tiles of several letters."""
    count, inside = 0, False
    for character in tiles:
        inside = character != "]" and (inside or character == "[")
        count += not inside
    return count
