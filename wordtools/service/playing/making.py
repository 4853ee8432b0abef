"""Makes tables, at a page's request or for a rematch."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from typing import Any

from wordtools.service import seats
from wordtools.service.errors import ApiError
from wordtools.service.playing import answers, requests
from wordtools.service.playing.games import load_offered
from wordtools.service.playing.keeper import Keeper, make_computers
from wordtools.service.playing.tables import Tables
from wordtools.service.seats import Place
from wordtools.service.tokens import hash_token
from wordtools.service.values import Visitor
from wordtools.table.events import Opened, Seat
from wordtools.table.host import TableHost
from wordtools.table.table import Command


async def make_table(
    tables: Tables, visitor: Visitor, body: requests.TableRequest
) -> answers.TableResponse:
    """Makes a table, and invitations to its seats."""
    if not tables.may_make(visitor):
        message = "Only the host may make tables here"
        if tables.settings.make_tables == "this machine":
            message = "Tables are made on the machine that serves them, or by the director"
        raise ApiError("may-not-make", message, rule="may-not-make")
    tables.count(visitor.address)
    async with tables.making:
        await tables.tidy()
        await _check_number(tables, visitor)
        invitations = seats.make_invitations(_list_people(body.seats))
        owner = secrets.token_urlsafe(32)

        def make() -> str:
            sitters, options = _list_seats(body.seats), _list_options(body)
            table = open_table(tables.keeper, body.ruleset, body.edition, sitters, options)
            invited = seats.hash_invitations(invitations)
            seats.add_table(
                *(tables.keeper.log, table, hash_token(owner), visitor.address, invited),
                practice=body.practice,
            )
            return table

        table = await tables.attempt(make)
    cards = [answers.InvitationCard.of(table, one, body.address) for one in invitations]
    return answers.TableResponse(table, owner, cards)


async def make_rematch(tables: Tables, table: str, visitor: Visitor) -> answers.RematchResponse:
    """Makes a table for another game with the same seats."""
    kept, _ = await tables.enter(table, visitor)
    old = kept.host.table
    if old.closed is None:
        raise ApiError("refused", "The game has not ended", rule="not-ended")
    if kept.row.rematch:
        return answers.RematchResponse(kept.row.rematch)
    async with tables.making:
        await _check_number(tables, visitor)
        opened, options = old.opened, _repeat_options(old.opened, old.closed.winners)

        def make() -> None:
            sitters = list(opened.seats)
            new = open_table(tables.keeper, opened.ruleset_name, opened.edition, sitters, options)
            invited = {**kept.row.invitations, **kept.row.seats}
            seats.add_table(
                *(tables.keeper.log, new, kept.row.owner, visitor.address, invited),
                practice=kept.row.practice,
                after=kept.id,
            )

        await tables.keeper.change_row(kept, make)
    return answers.RematchResponse(kept.row.rematch)


async def _check_number(tables: Tables, visitor: Visitor) -> None:
    """Raises `ApiError` if this address has too many open tables."""
    count = await tables.keeper.ask(lambda: seats.count_tables(tables.keeper.log, visitor.address))
    if count >= tables.settings.tables_per_address:
        raise ApiError(
            "too-many-tables",
            f"{count} tables from your address are open; end or close some first",
            rule="too-many-tables",
        )


def open_table(
    keeper: Keeper, ruleset: str, edition: str, sitters: list[Seat], options: dict[str, Any]
) -> str:
    """Opens a table, seats the computers, and returns the table's id. Raises `WordtoolsError`."""
    rules = load_offered(ruleset, options["changes"])
    words = keeper.editions.open(edition or rules.words.edition)
    host = TableHost.open(keeper.log, keeper.key, rules, words, sitters, time.time(), **options)
    for name in make_computers(host):
        host.do(Command(name, "join", secrets.token_hex(32)), time.time())
    return host.table.opened.table


def _list_options(body: requests.TableRequest) -> dict[str, Any]:
    """The options of a new table, in the form that `TableHost.open` takes."""
    return {
        "changes": body.settings,
        "practice": body.practice,
        "slower": body.slower,
        "hours": body.hours,
        "holidays": body.holidays,
        "starts": tuple(body.starts),
    }


def _repeat_options(opened: Opened, winners: Collection[str]) -> dict[str, Any]:
    """The options of a rematch. A player who lost the last game begins the next."""
    names = ("changes", "practice", "slower", "hours")
    starts = tuple(int(name in winners) for name in opened.names)
    return {**{name: getattr(opened, name) for name in names}, "starts": starts}


def _list_seats(wanted: list[requests.SeatRequest]) -> list[Seat]:
    """The seats of a new table. Computers without a name are named after their level."""
    return [
        Seat(seat.name, "elsewhere", members=tuple(seat.members))
        if seat.kind == "person"
        else Seat(seat.name or _name_computer(seat.level, number), "computer", seat.level)
        for number, seat in enumerate(wanted, 1)
    ]


def _list_people(wanted: list[requests.SeatRequest]) -> list[Place]:
    """The places of the people at a new table. Each member of a team has a place."""
    return [
        Place(number, member)
        for number, seat in enumerate(wanted, 1)
        if seat.kind == "person"
        for member in (range(1, len(seat.members) + 1) if seat.members else (0,))
    ]


def _name_computer(level: str, number: int) -> str:
    return f"computer {level} {number}"
