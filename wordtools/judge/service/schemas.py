"""The bodies and queries of requests, and the bodies of answers. What they forbid is refused."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, convert, structs, to_builtins

from wordtools.judge import acts
from wordtools.judge.location import Location
from wordtools.judge.log_record import LogRecord
from wordtools.judge.messages import Messages
from wordtools.judge.ruling import Challenge, EvaluatedPlay, Laid, Ruling
from wordtools.judge.service.access import IssuedToken, RegisteredStation
from wordtools.judge.service.addresses import Address, draw_qr_code, make_link
from wordtools.judge.service.presence import Presence, Screen
from wordtools.judge.settings import LONGEST_TEXT, Settings
from wordtools.lexicon.lexicon import Lexicon

Word = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
StationName = Annotated[str, Meta(min_length=1, max_length=100, examples=["Table 7"])]

MOST_STATIONS = 100
"""How many stations one request may name."""


# Requests


class ChallengeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge, as a station sends it; `confirmed` are the words as the opponent saw them. Who
    asks again with the same random `key` is answered with the ruling that was given before. With
    `laid`, the words are those of a play on a board, and `words` may stay empty."""

    words: Annotated[list[Word], Meta(max_length=64, examples=[["cat", "dogs"]])]
    laid: Laid | None = None
    scope: Literal["play", "words"] = "play"
    event: Text = ""
    round: Text = ""
    table: Text = ""
    play: Text = ""
    players: Annotated[list[Text], Meta(max_length=8)] = []
    challenger: Text = ""
    confirmed: Annotated[list[Word], Meta(max_length=64)] | None = None
    key: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")] = ""

    def __post_init__(self) -> None:
        """Raises `ValueError` when any text but a word has control characters (a pattern allows a
        line's end)."""
        texts = (self.event, self.round, self.table, self.play, self.challenger, *self.players)
        check_printable(self.key, *texts)
        if self.laid:
            rows = self.laid.board.replace("\r\n", "\n").replace("\t", " ").split("\n")
            check_printable(self.laid.ruleset_name, self.laid.play, self.laid.rack or "", *rows)

    def challenge(self) -> Challenge:
        """What the judge is asked."""
        fields = structs.asdict(self)
        del fields["confirmed"], fields["key"]
        return Challenge(**fields)


class PasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The director's password."""

    password: Annotated[str, Meta(max_length=1000, examples=["correct horse"])]


class VoidRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a ruling is void."""

    why: Annotated[str, Meta(min_length=1, max_length=500, examples=["typed DOGS for DOGE"])]

    def __post_init__(self) -> None:
        """Raises `ValueError` when the reason has control characters."""
        check_printable(self.why)


class NameRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a lexicon."""

    name: Annotated[str, Meta(min_length=1, max_length=100, examples=["en-GB"])]


class NewStation(Struct, frozen=True, forbid_unknown_fields=True):
    """A station that is to have a token, and its table, if it is to be set."""

    name: StationName
    table: Text = ""


class IssueRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The stations that are to have tokens, and the address of the service for their links. With
    `replace`, tokens of stations that are there already are replaced."""

    stations: Annotated[list[NewStation], Meta(min_length=1, max_length=MOST_STATIONS)]
    address: Annotated[str, Meta(max_length=300, examples=["https://192.168.0.10:8000/"])] = ""
    replace: bool = False

    def __post_init__(self) -> None:
        """Raises `ValueError` for a table or an address that cannot be shown."""
        check_printable(self.address, *(each.table for each in self.stations))
        if self.address and not self.address.startswith(("http://", "https://")):
            raise ValueError("Write the address with http:// or https://")


class CodeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The code on a station's card."""

    code: Annotated[str, Meta(max_length=100, examples=["KQ7M-2XPA"])]


class StationQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What a station says of itself, for the director: the version of its page, what is on its
    screen, and per cent of its battery."""

    version: Annotated[str, Meta(max_length=40, pattern=r"^[0-9]+\.[0-9A-Za-z.+-]*$")] | None = None
    screen: Annotated[Screen, Meta(extra_json_schema={"type": "string"})] = ""
    battery: Annotated[int, Meta(ge=0, le=100)] | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` for a version that ends with a line, which its pattern allows."""
        check_printable(self.version or "")


class LocationsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be set of event, round and table, "" for nothing, and the names of the stations
    that it is set for: all, when that is null. What is null of the others stays as it is."""

    stations: Annotated[list[StationName], Meta(max_length=MOST_STATIONS)] | None = None
    event: Text | None = None
    round: Text | None = None
    table: Text | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` when any text has control characters, or for one table of all."""
        texts = (self.event, self.round, self.table, *(self.stations or ()))
        check_printable(*(text for text in texts if text is not None))
        if self.table and self.stations is None:
            raise ValueError("Name the stations that stand at this table")

    def fields(self) -> dict[str, str]:
        """What is to be set, by name."""
        named = {"event": self.event, "round": self.round, "table": self.table}
        return {name: text.strip() for name, text in named.items() if text is not None}


Language = Annotated[
    Literal[
        "ca", "cs", "da", "de", "el", "en", "es", "fr", "hr", "hu",
        "it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk",
    ],
    Meta(extra_json_schema={"type": "string"}),
]  # fmt: skip
"""One that stations and pages speak."""


class LexiconsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The language of titles."""

    language: Language = "en"


class LogQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the log: records numbered above `after`, at most `limit`; the language of what
    they say."""

    after: Annotated[int, Meta(ge=0, le=1 << 53)] = 0
    limit: Annotated[int, Meta(ge=1, le=1000)] = 100
    language: Language = "en"


class ExportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The format of an export."""

    format: Annotated[Literal["csv", "json"], Meta(extra_json_schema={"type": "string"})]


class ReportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rulings the report has: those of an event, a round or both, "" for those where none was
    set; all rulings without either. Times are in a time zone, by default the service's own."""

    event: Text | UnsetType = UNSET
    round: Text | UnsetType = UNSET
    language: Language = "en"
    zone: Annotated[Text, Meta(examples=["Europe/Lisbon"])] = ""


def check_printable(*texts: str) -> None:
    """Raises `ValueError` for text with control characters and the like."""
    if not all(text.isprintable() for text in texts):
        raise ValueError("Use printable characters only")


# Answers


class PreviewResponse(Struct, frozen=True):
    """The words as they would be judged."""

    words: list[str]


class RulingResponse(Struct, frozen=True, omit_defaults=True):
    """A ruling."""

    id: str
    number: int
    time: str
    answer: Literal["YES", "NO"]
    acceptable: bool
    words: list[str]
    lexicon: str
    edition: str
    digest: str
    challenge: dict[str, Any]
    made: EvaluatedPlay | None = None

    @classmethod
    def of(cls, ruling: Ruling) -> RulingResponse:
        """The ruling as it is sent."""
        fields = {**structs.asdict(ruling), "challenge": to_builtins(ruling.challenge)}
        return cls(answer=ruling.answer, **fields)


class LexiconSummary(Struct, frozen=True):
    """A lexicon: what it is, and none of its words. The title is in the language of who asks, where
    stations know it in that language."""

    name: str
    title: str
    edition: str
    digest: str
    effective: str | None
    words: int
    language: str
    lengths: tuple[int, int]
    tiles: tuple[str, ...]

    @classmethod
    def of(cls, lexicon: Lexicon, say: Messages) -> LexiconSummary:
        """The lexicon as it is sent, its title in the language of `say`."""
        manifest = lexicon.manifest
        return cls(
            manifest.name,
            say.name_lexicon(manifest.title),
            lexicon.edition_name,
            lexicon.digest,
            manifest.effective,
            len(lexicon),
            manifest.language,
            manifest.lengths,
            manifest.alphabet.tiles,
        )


class OfferedLexicon(LexiconSummary, frozen=True):
    """A lexicon that may be put in force by `name`: the whole lexicon or an edition of it."""

    lexicon: str
    in_force: bool

    @classmethod
    def under(cls, name: str, lexicon: Lexicon, say: Messages, *, in_force: bool) -> OfferedLexicon:
        """The lexicon as it is sent, under the name that it is offered by."""
        summary = {**structs.asdict(LexiconSummary.of(lexicon, say)), "name": name}
        return cls(**summary, lexicon=lexicon.name, in_force=in_force)


class LexiconsResponse(Struct, frozen=True):
    """All lexicons that may be put in force."""

    lexicons: list[OfferedLexicon]


class StationSettings(Struct, frozen=True):
    """The settings that a station itself needs: seconds and sizes."""

    most_words: int
    entry_seconds: float
    confirm_seconds: float
    verdict_seconds: float
    deaf_seconds: float
    password_seconds: float
    wrong_seconds: float
    director_seconds: float

    @classmethod
    def of(cls, settings: Settings) -> StationSettings:
        """Those of all settings that a station needs."""
        return convert(settings, cls, from_attributes=True)


class StationResponse(Struct, frozen=True):
    """What a station is called, where it stands and what it judges by."""

    name: str
    location: Location
    language: str
    lexicon: LexiconSummary
    settings: StationSettings
    version: str


class MessagesResponse(Struct, frozen=True):
    """The sentences of a language."""

    language: str
    messages: dict[str, str]


class HealthResponse(Struct, frozen=True):
    """The service can judge."""

    status: Literal["ok"]
    version: str


class SessionResponse(Struct, frozen=True):
    """Whether there is a director's session."""

    session: bool


class RecordResponse(Struct, frozen=True):
    """A record of the log. `void` is true for a ruling that was voided; `act` says in words what
    the director did, and is empty for a ruling."""

    number: int
    kind: str
    time: str
    id: str
    void: bool
    act: str
    content: dict[str, Any]
    previous: str
    hash: str

    @classmethod
    def of(cls, record: LogRecord, is_void: bool, say: Messages) -> RecordResponse:
        """The record as it is sent, with words in the language of `say`."""
        return cls(
            record.number,
            record.kind,
            record.time,
            record.id,
            is_void,
            acts.describe(record, say),
            record.content,
            record.previous,
            record.hash,
        )


class RecordsResponse(Struct, frozen=True):
    """A part of the log, and the number of its last record."""

    records: list[RecordResponse]
    last: int


class VerificationResponse(Struct, frozen=True):
    """What a check of the whole log found."""

    whole: bool
    records: int
    head: str
    faults: list[str]


class StationSummary(Struct, frozen=True):
    """A station that has a token: when it was issued, where the station stands, for how many
    seconds it has not been seen (null if it never was), and what it said of itself then."""

    name: str
    issued: str
    location: Location
    silent: int | None
    version: str
    screen: Screen
    battery: int | None

    @classmethod
    def of(
        cls, station: RegisteredStation, location: Location, presence: Presence | None
    ) -> StationSummary:
        """The station as it is sent."""
        if presence is None:
            return cls(station.name, station.issued, location, None, "", "", None)
        silent = max(0, round(time.time() - presence.seen))
        said = (presence.version, presence.screen, presence.battery)
        return cls(station.name, station.issued, location, silent, *said)


class StationsResponse(Struct, frozen=True):
    """All stations that have tokens."""

    stations: list[StationSummary]


class TokenResponse(Struct, frozen=True):
    """A station's token, shown this once."""

    name: str
    token: str


class StationCard(Struct, frozen=True):
    """All that makes a device this station, shown this once: the token, a short code for ten
    minutes, and the link with a QR code of it (SVG; both "" without an address)."""

    name: str
    issued: str
    token: str
    code: str
    link: str
    qr: str

    @classmethod
    def of(cls, issued: IssuedToken, address: str) -> StationCard:
        """The card of a token, for the service at this address."""
        link = make_link(address, issued.token) if address else ""
        qr = draw_qr_code(link) if address else ""
        return cls(**structs.asdict(issued), link=link, qr=qr)


class CardsResponse(Struct, frozen=True):
    """The cards of the stations that were issued tokens."""

    stations: list[StationCard]


class AddressesResponse(Struct, frozen=True):
    """The addresses of the service, as devices may reach it."""

    addresses: list[Address]


class RevokedResponse(Struct, frozen=True):
    """The station whose token was revoked."""

    name: str


class ErrorDetail(Struct, frozen=True, omit_defaults=True):
    """What went wrong: `code` for programs, `message` for people; `reason` and `values` are those
    of the station's sentence `cannot_REASON`."""

    code: str
    message: str
    request: str = ""
    reason: str = ""
    values: dict[str, Any] = {}
    words: list[str] = []
    ruling: str = ""


class ErrorResponse(Struct, frozen=True):
    """Every error."""

    error: ErrorDetail
