"""The response bodies of the door to tables."""

from __future__ import annotations

from msgspec import Struct

from wordtools.players.hints import HintedPlay
from wordtools.qr import draw_qr_code
from wordtools.service.seats import Invitation
from wordtools.table.best import Result
from wordtools.table.settings import Setting
from wordtools.table.view import Phase


class EditionOffer(Struct, frozen=True):
    """An available edition for a game."""

    name: str
    title: str
    words: int
    maturity: str


class VariantOffer(Struct, frozen=True):
    """A variant of a ruleset. `is_default`: it changes nothing. `excludes`: the variants that
    cannot be combined with this one."""

    name: str
    title: str
    is_default: bool
    excludes: list[str]


class RulesetChoice(Struct, frozen=True):
    """A ruleset that can be played. `edition`: the edition with which it is usually played, which
    may be unavailable here. `settings`: the settings that a table may change. `needs_computer`: one
    of the seats must be the computer's."""

    name: str
    title: str
    language: str
    variants: list[VariantOffer]
    edition: str
    editions: list[EditionOffer]
    players: tuple[int, int]
    settings: tuple[Setting, ...]
    needs_computer: bool


class SettingsResponse(Struct, frozen=True):
    """The settings that a table with these rules may change, and the minimum and maximum number of
    players.
    """

    players: tuple[int, int]
    settings: tuple[Setting, ...]


class FamilyOffer(Struct, frozen=True):
    """A game, with its rulesets."""

    name: str
    rulesets: list[RulesetChoice]


class GamesResponse(Struct, frozen=True):
    """The games that can be played here. `may_make`: the client may make tables."""

    games: list[FamilyOffer]
    may_make: bool


class InvitationCard(Struct, frozen=True):
    """An invitation to a seat, or to a member's place in a team. It is shown only once. The card
    contains a secret, a link, and the link's QR code in SVG. Without an address, the link and the
    QR code are ""."""

    seat: int
    member: int
    secret: str
    link: str
    qr: str

    @classmethod
    def of(cls, table: str, invitation: Invitation, address: str) -> InvitationCard:
        """The card for an invitation, with a link to the service at this address."""
        (seat, member), secret = invitation
        link = f"{address.rstrip('/')}/table#{table}.{seat}.{secret}" if address else ""
        return cls(seat, member, secret, link, draw_qr_code(link) if link else "")


class TableResponse(Struct, frozen=True):
    """A new table, the token of its owner, and the invitations to its seats."""

    table: str
    owner: str
    invitations: list[InvitationCard]


class InvitationsResponse(Struct, frozen=True):
    """New invitations to a seat."""

    invitations: list[InvitationCard]


class SeatResponse(Struct, frozen=True):
    """The token of a seat, shown only once."""

    table: str
    seat: int
    member: int
    token: str

    def name_table(self) -> str:
        """The table of the seat."""
        return self.table


class RematchResponse(Struct, frozen=True):
    """The next table with the same seats. A seat's token is also its invitation to that table."""

    table: str


class HintsResponse(Struct, frozen=True):
    """The best plays."""

    plays: list[HintedPlay]


class TableSummary(Struct, frozen=True):
    """A table as its host sees it."""

    table: str
    title: str
    seats: list[str]
    phase: Phase
    at: float
    hidden: bool


class TablesResponse(Struct, frozen=True):
    """The tables that are not archived, newest first."""

    tables: list[TableSummary]


class ClosedResponse(Struct, frozen=True):
    """The table that was closed."""

    table: str


class NamesResponse(Struct, frozen=True):
    """States whether the names at a table are hidden."""

    table: str
    hidden: bool


class BestResponse(Struct, frozen=True):
    """The ten best results that people have achieved under a ruleset, best first."""

    results: list[Result]
