"""The bodies and queries of requests. Anything else is refused."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field, structs

from wordtools.judge.ruling import Challenge, ChallengedPlay
from wordtools.judge.settings import LONGEST_TEXT
from wordtools.service.presence import Screen
from wordtools.service.values import (
    Address,
    Language,
    PrintableRequest,
    check_address,
    check_printable,
)

Word = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
StationName = Annotated[str, Meta(min_length=1, max_length=100, examples=["Table 7"])]

MOST_STATIONS = 100  # in one request


class ChallengeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A station's challenge. `confirmed` are the words as the opponent saw them. A repeated `key`
    yields the earlier ruling. If `played` (`laid` in JSON) is set, the words belong to a play on a
    board, and `words` may be empty."""

    words: Annotated[list[Word], Meta(max_length=64, examples=[["cat", "dogs"]])]
    played: ChallengedPlay | None = field(default=None, name="laid")
    scope: Literal["play", "words"] = "play"
    event: Text = ""
    round: Text = ""
    table: Text = ""
    play_key: Text = field(default="", name="play")
    players: Annotated[list[Text], Meta(max_length=8)] = []
    challenger: Text = ""
    confirmed: Annotated[list[Word], Meta(max_length=64)] | None = None
    key: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")] = ""

    def __post_init__(self) -> None:
        """Raises `ValueError` for control characters in any field except the words. (A pattern
        would allow a final newline.)"""
        texts = (self.event, self.round, self.table, self.play_key, self.challenger, *self.players)
        check_printable(self.key, *texts)
        if self.played:
            rows = self.played.board.replace("\r\n", "\n").replace("\t", " ").split("\n")
            check_printable(
                self.played.ruleset_name, self.played.notation, self.played.rack or "", *rows
            )

    def list_words(self) -> list[str]:
        """The words that are challenged."""
        return self.words

    def challenge(self) -> Challenge:
        """The challenge for the judge."""
        fields = structs.asdict(self)
        del fields["confirmed"], fields["key"]
        return Challenge(**fields)


class VoidRequest(PrintableRequest, frozen=True):
    """The reason for voiding a ruling."""

    why: Annotated[str, Meta(min_length=1, max_length=500, examples=["typed DOGS for DOGE"])]


class NameRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a lexicon."""

    name: Annotated[str, Meta(min_length=1, max_length=100, examples=["en-GB"])]


class NewStation(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new station, and its table ("" for none)."""

    name: StationName
    table: Text = ""


class IssueRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The stations that get tokens, and the address of the service to use in their links. `replace`
    allows the tokens of existing stations to be replaced."""

    stations: Annotated[list[NewStation], Meta(min_length=1, max_length=MOST_STATIONS)]
    address: Address = ""
    replace: bool = False

    def __post_init__(self) -> None:
        """Raises `ValueError` for a table or an address that cannot be shown."""
        check_printable(*(station.table for station in self.stations))
        check_address(self.address)


class CodeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The code on a station's card."""

    code: Annotated[str, Meta(max_length=100, examples=["KQ7M-2XPA"])]


class StationQuery(PrintableRequest, frozen=True):
    """A station's status: the version of its page, its screen, and its battery charge in per
    cent."""

    version: Annotated[str, Meta(max_length=40, pattern=r"^[0-9]+\.[0-9A-Za-z.+-]*$")] | None = None
    screen: Annotated[Screen, Meta(extra_json_schema={"type": "string"})] = ""
    battery: Annotated[int, Meta(ge=0, le=100)] | None = None


class LocationsRequest(PrintableRequest, frozen=True):
    """New values of event, round and table ("" clears a value, null keeps it), and the names of the
    stations that get them (null for all stations)."""

    stations: Annotated[list[StationName], Meta(max_length=MOST_STATIONS)] | None = None
    event: Text | None = None
    round: Text | None = None
    table: Text | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` if a value has control characters, or if all stations would get the
        same table."""
        super().__post_init__()
        if self.table and self.stations is None:
            raise ValueError("Name the stations at this table")

    def fields(self) -> dict[str, str]:
        """The new values, keyed by field."""
        named = {"event": self.event, "round": self.round, "table": self.table}
        return {name: text.strip() for name, text in named.items() if text is not None}


class LogQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """At most `limit` records of the log with numbers above `after`, described in `language`."""

    after: Annotated[int, Meta(ge=0, le=1 << 53)] = 0
    limit: Annotated[int, Meta(ge=1, le=1000)] = 100
    language: Language = "en"


class ExportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The format of an export."""

    format: Annotated[Literal["csv", "json"], Meta(extra_json_schema={"type": "string"})]


class ReportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings to report: those of an event, of a round, of both, or all. "" selects rulings
    without an event or round. A locale and a time zone determine how times are written. The
    defaults are the locale of the language and the time zone of the service."""

    event: Text | UnsetType = UNSET
    round: Text | UnsetType = UNSET
    language: Language = "en"
    locale: Annotated[Text, Meta(examples=["en-GB"])] = ""
    zone: Annotated[Text, Meta(examples=["Europe/Lisbon"])] = ""
