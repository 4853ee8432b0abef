"""The bodies and queries of requests to tables. Anything else is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from wordtools.service.values import Address, PrintableRequest, check_address, check_printable
from wordtools.table.table import SeatedDeed

_Named = Literal["beginner", "club", "expert", "champion"]
Level = Literal[_Named, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
Name = Annotated[str, Meta(min_length=1, max_length=40, examples=["Ana"])]
Secret = Annotated[str, Meta(min_length=1, max_length=100)]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$", examples=["2026-12-24"])]

MOST_MEMBERS = 9


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: a person with a `name`, or a computer of a `level`. A team is a person with several
    `members`."""

    kind: Literal["person", "computer"] = "person"
    name: Annotated[str, Meta(max_length=40)] = ""
    level: Level = "club"
    members: Annotated[list[Name], Meta(max_length=MOST_MEMBERS)] = []

    def __post_init__(self) -> None:
        """Raises `ValueError` if a name is missing or cannot be shown."""
        check_names(self.name, *self.members)
        if self.kind == "person" and not self.name:
            raise ValueError("Give each person a name")


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table. `edition`: the words to play with, by default those of the ruleset. `practice`:
    hints are allowed. `settings`: changes to the ruleset, keyed by setting. `slower`: the factor by
    which windows for answers are extended. `hours`: the number of hours for each turn of a
    correspondence game. `holidays`: the first and last day off in such a game. `starts`: the number
    of games that each seat has begun, if this number decides who begins. `address`: the service's
    address, for links to the seats."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=200, examples=["scrabble-en-us"])]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=9)]
    edition: Annotated[str, Meta(max_length=100)] = ""
    practice: bool = False
    settings: dict[str, Any] = {}
    slower: Annotated[int, Meta(ge=1, le=10)] = 1
    hours: Annotated[int, Meta(ge=1, le=720)] | None = None
    holidays: tuple[Day, Day] | None = None
    starts: Annotated[list[Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=9)] = []
    address: Address = ""

    def __post_init__(self) -> None:
        """Raises `ValueError` for text that cannot be shown."""
        check_printable(self.ruleset, self.edition)
        check_address(self.address)


class SitRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of an invitation, and the seat's contribution to the draws. `key`: a secret that
    the client has chosen, or "". A repeated request with the same key gets the same seat.
    """

    secret: Secret
    nonce: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", examples=["0" * 64])]
    key: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", examples=["0" * 64])] = ""


class AddressRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The service's address for the links to seats; "" for no links."""

    address: Address = ""

    def __post_init__(self) -> None:
        """Raises `ValueError` for an address that cannot be shown."""
        check_address(self.address)


Laid = Annotated[
    list[tuple[int | Annotated[str, Meta(max_length=8)], Annotated[int, Meta(ge=1, le=127)]]],
    Meta(max_length=30),
]
Text = Annotated[str, Meta(max_length=300)]


class CommandRequest(PrintableRequest, frozen=True):
    """A player's command. A play is a `text` in notation, or the tiles `laid` on squares (in Lingo,
    on cells). With `down`, a single tile is read downwards. `words`: the words that are challenged.
    A `key` that is new for each press ensures that repeating a request has no effect."""

    do: SeatedDeed
    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
    text: Text = ""
    laid: Laid | None = None
    down: bool = False
    words: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=64)] = ()

    def list_words(self) -> list[str]:
        """The play, and the words challenged."""
        return [self.text, *self.words]


class PreviewRequest(PrintableRequest, frozen=True):
    """A play that a player is considering."""

    text: Text = ""
    laid: Laid | None = None
    down: bool = False


class CloseRequest(PrintableRequest, frozen=True):
    """The reason for closing a table, shown to the people at the table."""

    reason: Annotated[str, Meta(max_length=200)] = ""


class NamesRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """States whether the names at a table are to be hidden."""

    hidden: bool


class RecordQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The format of a record."""

    format: Annotated[Literal["json", "gcg"], Meta(extra_json_schema={"type": "string"})] = "json"


class RulesetQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruleset, perhaps with variants."""

    ruleset: Annotated[str, Meta(min_length=1, max_length=200, examples=["scrabblear:hard"])]


def check_names(*names: str) -> None:
    """Raises `ValueError` if a name begins or ends with a space, or contains invisible
    characters."""
    check_printable(*names)
    if any(name.strip() != name for name in names):
        raise ValueError("Write names without spaces around them")
