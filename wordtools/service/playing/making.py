"""Makes tables: at a page's request, or as a rematch."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from typing import Any

from wordtools.errors import RulesError
from wordtools.log.log import Log
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import Ruleset
from wordtools.service.playing import games, requests
from wordtools.service.playing.editions import Editions
from wordtools.service.playing.keeper import make_computers
from wordtools.service.seats import Place
from wordtools.table.events import Opened, Seat
from wordtools.table.host import TableHost
from wordtools.table.settings import check_changes
from wordtools.table.table import Command


def open_table(
    log: Log,
    key: bytes,
    editions: Editions,
    ruleset: str,
    edition: str,
    sitters: list[Seat],
    options: dict[str, Any],
) -> str:
    """Opens a table, at which the computers have sat down, and returns its id. Raises
    `WordtoolsError`."""
    rules = load_offered(ruleset, options["changes"])
    words = editions.open(edition or rules.words.edition)
    host = TableHost.open(log, key, rules, words, sitters, time.time(), **options)
    for name in make_computers(host):
        host.do(Command(name, "join", secrets.token_hex(32)), time.time())
    return host.table.opened.table


def load_offered(name: str, changes: dict[str, Any]) -> Ruleset:
    """A built-in ruleset, perhaps with variants, with these changes. Raises `WordtoolsError`, also
    for a file."""
    if name.partition(":")[0] not in games.list_names():
        raise RulesError(f"{name!r} cannot be played here; ask for the games")
    check_changes(changes)
    return load_ruleset(name, changes)


def list_options(body: requests.TableRequest) -> dict[str, Any]:
    """The options of a new table, as `TableHost.open` takes them."""
    return {
        "changes": body.settings,
        "practice": body.practice,
        "slower": body.slower,
        "hours": body.hours,
        "holidays": body.holidays,
        "starts": tuple(body.starts),
    }


def repeat_options(opened: Opened, winners: Collection[str]) -> dict[str, Any]:
    """The options of a rematch, which a player who lost the last game begins."""
    names = ("changes", "practice", "slower", "hours")
    starts = tuple(int(name in winners) for name in opened.names)
    return {**{name: getattr(opened, name) for name in names}, "starts": starts}


def list_seats(wanted: list[requests.SeatRequest]) -> list[Seat]:
    """The seats of a new table; computers without a name are called by their level."""
    return [
        Seat(seat.name, "elsewhere", members=tuple(seat.members))
        if seat.kind == "person"
        else Seat(seat.name or _name_computer(seat.level, number), "computer", seat.level)
        for number, seat in enumerate(wanted, 1)
    ]


def list_people(wanted: list[requests.SeatRequest]) -> list[Place]:
    """The places of the people at a new table; each member of a team has one."""
    return [
        Place(number, member)
        for number, seat in enumerate(wanted, 1)
        if seat.kind == "person"
        for member in (range(1, len(seat.members) + 1) if seat.members else (0,))
    ]


def _name_computer(level: str, number: int) -> str:
    return f"computer {level} {number}"
