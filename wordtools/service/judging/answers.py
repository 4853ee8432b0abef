"""The response bodies of the judging door."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field, structs, to_builtins

from wordtools.board.evaluation import EvaluatedPlay
from wordtools.judge import acts
from wordtools.judge.location import Location
from wordtools.judge.ruling import Ruling
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.record import LogRecord
from wordtools.messages import Messages
from wordtools.qr import draw_qr_code
from wordtools.rules.titles import name_edition, name_lexicon
from wordtools.service.access import IssuedToken, RegisteredStation
from wordtools.service.judging.addresses import Address, make_link
from wordtools.service.presence import Presence, Screen
from wordtools.signing import receipts
from wordtools.signing.heads import SignedHead
from wordtools.signing.receipts import Receipt


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
    evaluation: EvaluatedPlay | None = field(default=None, name="made")
    event_number: int = 0

    @classmethod
    def of(cls, ruling: Ruling) -> RulingResponse:
        """The ruling as a response."""
        fields = {**structs.asdict(ruling), "challenge": to_builtins(ruling.challenge)}
        return cls(answer=ruling.answer, **fields)

    def log_fields(self) -> dict[str, str]:
        """The station and the ruling."""
        return {"station": self.challenge["station"], "ruling": self.id}


class LexiconSummary(Struct, frozen=True):
    """Facts about a lexicon. The title is translated into the request's language if possible."""

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
    def of(cls, lexicon: Lexicon, messages: Messages) -> LexiconSummary:
        """The lexicon as a response, with its title in the language of `messages`."""
        manifest = lexicon.manifest
        return cls(
            manifest.name,
            name_lexicon(manifest.title, messages),
            lexicon.edition_name,
            lexicon.digest,
            manifest.effective,
            len(lexicon),
            manifest.language,
            manifest.lengths,
            manifest.alphabet.tiles,
        )


class OfferedLexicon(LexiconSummary, frozen=True):
    """A lexicon or edition that can be put in force under this `name`. `edition_title` is its
    title, including the edition: "Portuguese (Portugal)"."""

    lexicon: str
    edition_title: str
    in_force: bool

    @classmethod
    def under(
        cls, name: str, lexicon: Lexicon, messages: Messages, *, in_force: bool
    ) -> OfferedLexicon:
        """The lexicon as a response, under the name by which it is offered."""
        summary = {**structs.asdict(LexiconSummary.of(lexicon, messages)), "name": name}
        title = title_edition(lexicon, messages)
        return cls(**summary, lexicon=lexicon.name, edition_title=title, in_force=in_force)


def title_edition(lexicon: Lexicon, messages: Messages) -> str:
    """The title of a lexicon or edition in the language of `messages`."""
    manifest = lexicon.manifest
    return name_edition(lexicon.edition_name, manifest.name, manifest.title, messages)


class LexiconsResponse(Struct, frozen=True):
    """All lexicons that can be put in force."""

    lexicons: list[OfferedLexicon]


class StationSettings(Struct, frozen=True):
    """The settings that a station needs."""

    most_words: int
    entry_seconds: float
    confirm_seconds: float
    verdict_seconds: float
    deaf_seconds: float
    password_seconds: float
    wrong_seconds: float
    director_seconds: float


class StationResponse(Struct, frozen=True):
    """A station's name, location, lexicon and settings."""

    name: str
    location: Location
    language: str
    lexicon: LexiconSummary
    settings: StationSettings
    version: str


class RecordResponse(Struct, frozen=True):
    """A record of the log. `void` is true for a voided ruling. `act` describes a director's act; it
    is "" for a ruling."""

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
    def of(
        cls,
        record: LogRecord,
        is_void: bool,
        messages: Messages,
        titles: Mapping[tuple[str, str], str] = {},
    ) -> RecordResponse:
        """The record as a response, with `act` in the language of `messages`. The act names
        lexicons by these `titles`, keyed by edition and digest."""
        return cls(
            record.number,
            record.kind,
            record.time,
            record.id,
            is_void,
            acts.describe(record, messages, titles),
            record.content,
            record.previous,
            record.hash,
        )

    def log_fields(self) -> dict[str, str]:
        """The ruling to which the record belongs."""
        return {"ruling": self.content["ruling"]}


class RecordsResponse(Struct, frozen=True):
    """Some records, and the number of the log's last record."""

    records: list[RecordResponse]
    last: int


class VerificationResponse(Struct, frozen=True):
    """The result of checking the whole log."""

    whole: bool
    records: int
    head: str
    faults: list[str]


class HeadResponse(Struct, frozen=True):
    """A signed head of the log: its statement and its signature (both as in the file of heads), and
    a QR code.
    """

    number: int
    hash: str
    time: str
    text: str
    qr: str

    @classmethod
    def of(cls, head: SignedHead) -> HeadResponse:
        """The head as a response."""
        return cls(head.number, head.hash, head.time, head.text, draw_qr_code(head.text))


class ReceiptResponse(Struct, frozen=True):
    """The receipt of a ruling, both as a code and as a QR code. The QR code contains the code, or a
    link to the page that checks the receipt."""

    code: str
    qr: str

    @classmethod
    def of(cls, receipt: Receipt, page: str) -> ReceiptResponse:
        """The receipt as a response."""
        return cls(receipt.code, draw_qr_code(receipts.make_link(page, receipt.code)))


class HeadsResponse(Struct, frozen=True):
    """The public key for signed heads ("" if there is none), the number of signed heads, and the
    last head.
    """

    key: str
    heads: int
    last: HeadResponse | None


class StationSummary(Struct, frozen=True):
    """A station, with the time when its token was issued, its location, its last status, and the
    number of seconds since it reported that status (null if it reported none).
    """

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
        """The station as a response."""
        if presence is None:
            return cls(station.name, station.issued, location, None, "", "", None)
        silent = max(0, round(time.time() - presence.seen))
        status = (presence.version, presence.screen, presence.battery)
        return cls(station.name, station.issued, location, silent, *status)


class StationsResponse(Struct, frozen=True):
    """All stations that have tokens."""

    stations: list[StationSummary]


class TokenResponse(Struct, frozen=True):
    """A station's token, shown only once."""

    name: str
    token: str


class StationCard(Struct, frozen=True):
    """The card with which a device is set up as a station, shown only once. The card bears the
    token, a short code valid for ten minutes, and a link with its QR code in SVG. Without an
    address, the link and the QR code are "".
    """

    name: str
    issued: str
    token: str
    code: str
    link: str
    qr: str

    @classmethod
    def of(cls, issued: IssuedToken, address: str) -> StationCard:
        """The card for a token, with links to the service at this address."""
        link = make_link(address, issued.token) if address else ""
        qr = draw_qr_code(link) if address else ""
        return cls(**structs.asdict(issued), link=link, qr=qr)


class CardsResponse(Struct, frozen=True):
    """The cards of stations with new tokens."""

    stations: list[StationCard]


class AddressesResponse(Struct, frozen=True):
    """The addresses at which devices can reach the service."""

    addresses: list[Address]


class RevokedResponse(Struct, frozen=True):
    """The station whose token was revoked."""

    name: str
