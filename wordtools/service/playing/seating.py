"""Seats people at a table, and frees seats."""

from __future__ import annotations

import re
import secrets

from wordtools.service import seats
from wordtools.service.errors import ApiError
from wordtools.service.playing import answers, requests
from wordtools.service.playing.keeper import KeptTable
from wordtools.service.playing.tables import Tables, not_found
from wordtools.service.playing.view import TableFacts, describe_facts
from wordtools.service.seats import Place
from wordtools.service.tokens import derive_token, hash_token
from wordtools.service.values import LanguageQuery, Visitor
from wordtools.table.table import Command


async def describe_table(
    tables: Tables, table: str, visitor: Visitor, query: LanguageQuery
) -> TableFacts:
    """Returns the facts about a table that never change.

    Names are included only for clients with a token or an invitation.
    """
    tables.count(visitor.address)
    kept = await tables.get(table)
    hash = hash_token(visitor.token)
    may_see = visitor.is_host or hash in (
        kept.row.owner,
        *kept.row.seats,
        *kept.row.invitations,
    )
    title = tables.name_edition(kept, query.language)
    host, hidden = kept.host, kept.row.hidden
    return describe_facts(host.table, title, query.language, names=may_see, hidden=hidden)


async def sit_down(
    tables: Tables, table: str, seat: str, visitor: Visitor, body: requests.SitRequest
) -> answers.SeatResponse:
    """Takes a seat with its invitation, which works only once.

    A client that does not receive the answer can repeat the request with the same key.
    """
    tables.count(visitor.address)
    kept = await tables.get(table)
    token = derive_token(body.secret, body.key) if body.key else secrets.token_urlsafe(32)
    place = kept.row.invitations.get(hash_token(body.secret))
    if place is not None and str(place.seat) == seat:
        name = kept.name_seat(place)

        def join() -> Command:
            return Command(name, "join", body.nonce)

        if name not in kept.host.table.nonces and kept.host.table.position is None:
            try:
                await tables.do(kept, join)
            except ApiError:
                # unless the same request, sent twice, has already joined
                if name not in kept.host.table.nonces:
                    raise
        await tables.keeper.change_row(
            kept, lambda: seats.take_seat(tables.keeper.log, kept.id, body.secret, token)
        )
    held = kept.row.seats.get(hash_token(token))
    if held is None or str(held.seat) != seat:
        raise not_found()
    return answers.SeatResponse(kept.id, held.seat, held.member, token)


async def free_seat(
    tables: Tables, table: str, seat: str, visitor: Visitor, body: requests.AddressRequest
) -> answers.InvitationsResponse:
    """Revokes the tokens of a seat, and makes new invitations to it."""
    kept = await tables.own(table, visitor)
    invitations = seats.make_invitations(_list_places(kept, seat))
    invited = seats.hash_invitations(invitations)
    number = int(seat)
    await tables.keeper.change_row(
        kept, lambda: seats.invite_again(tables.keeper.log, kept.id, number, invited)
    )
    tables.keeper.end_streams(kept, number)
    cards = [answers.InvitationCard.of(kept.id, one, body.address) for one in invitations]
    return answers.InvitationsResponse(cards)


def _list_places(kept: KeptTable, seat: str) -> list[Place]:
    """The places at a person's seat. Raises `ApiError` if there is no such seat."""
    sitters = kept.host.table.opened.seats
    if not re.fullmatch("[1-9]", seat) or int(seat) > len(sitters):
        raise not_found()
    sitter = sitters[int(seat) - 1]
    if sitter.kind == "computer":
        raise ApiError("refused", "A computer has this seat", rule="computer-sits")
    members = range(1, len(sitter.members) + 1) if sitter.members else (0,)
    return [Place(int(seat), member) for member in members]
