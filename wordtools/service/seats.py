"""Stores in the log's database who may sit where at the tables of a service.

A table belongs to the person who made it. Each seat, and each member of a team, has an invitation:
a secret that can be exchanged for a token only once. Secrets and tokens consist of 256 random bits.
As with stations, only their hashes are stored.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import sqlalchemy as sa

from wordtools.log import database
from wordtools.log.log import Log, retry
from wordtools.log.record import EVENT_NUMBERS, RECORDS
from wordtools.service.tokens import hash_token
from wordtools.table.live import LIVE

Stage = Literal["open", "playing", "over", "archived"]
"""The stages of a table. Its game has not begun, is in progress, is adjourned or has ended, or else
the table can no longer be opened.
"""

_tables = sa.Table(
    "service_tables",
    database.metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False, index=True),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("stage", sa.Text, nullable=False, index=True),
    sa.Column("moved", sa.Float, nullable=False),
    sa.Column("practice", sa.Boolean, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
    sa.Column("notices", sa.Integer, nullable=False),
    sa.Column("rematch", sa.Text, nullable=False),
)
"""`address`: the address of the person who made the table. `moved`: the time at which the stage
last changed. `notices` counts the changes that are not events of the game. `rematch`: the next
table with the same seats."""

_invitations = sa.Table(
    "service_invitations",
    database.metadata,
    sa.Column("secret", sa.Text, primary_key=True),
    sa.Column("table", sa.Text, nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("member", sa.Integer, nullable=False),
)
_seats = sa.Table(
    "service_seats",
    database.metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("table", sa.Text, nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("member", sa.Integer, nullable=False),
)


class Place(NamedTuple):
    """The number of a seat and the number of a member of its team. Both count from 1; the second is
    0 without a team."""

    seat: int
    member: int = 0


class Invitation(NamedTuple):
    """An invitation to a place. Its secret is shown only once."""

    place: Place
    secret: str


class TableRow(NamedTuple):
    """A table: see `_tables`. `seats` and `invitations` map hashes to places."""

    table: str
    owner: str
    made: float
    stage: Stage
    practice: bool
    hidden: bool
    notices: int
    rematch: str
    seats: dict[str, Place]
    invitations: dict[str, Place]


def make_invitations(places: Sequence[Place]) -> list[Invitation]:
    """New invitations, whose hashes `add_table` or `invite_again` stores."""
    return [Invitation(place, secrets.token_urlsafe(32)) for place in places]


def hash_invitations(invitations: Sequence[Invitation]) -> dict[str, Place]:
    """Maps the hashes of invitations to the places for which the invitations are valid."""
    return {hash_token(one.secret): one.place for one in invitations}


@retry
def add_table(
    log: Log,
    table: str,
    owner: str,
    address: str,
    invited: Mapping[str, Place],
    *,
    practice: bool,
    after: str = "",
) -> bool:
    """Stores a table, with the hashes of its owner's token and of the invitations to its places.
    `after`: for a rematch, the table of the previous game. If that table already has a rematch,
    stores nothing and returns False. Raises `LogError`."""
    moment = time.time()
    with log.writing() as writer:
        execute = writer.connection.execute
        if after:
            mine = (_tables.c.table == after) & (_tables.c.rematch == "")
            values = {"rematch": table, "notices": _tables.c.notices + 1}
            if execute(sa.update(_tables).where(mine).values(**values)).rowcount == 0:
                return False
        row = {"table": table, "owner": owner, "address": address, "made": moment}
        row |= {"stage": "open", "moved": moment, "practice": practice, "hidden": False}
        execute(sa.insert(_tables).values(**row, notices=0, rematch=""))
        _insert_invitations(writer.connection, table, invited)
    return True


def read_table(log: Log, table: str) -> TableRow | None:
    """The table with this id; None if there is none or it is archived. Raises `LogError`."""
    with log.reading() as connection:
        mine = (_tables.c.table == table) & (_tables.c.stage != "archived")
        row = connection.execute(sa.select(_tables).where(mine)).first()
        if row is None:
            return None
        held = connection.execute(sa.select(_seats).where(_seats.c.table == table)).all()
        query = sa.select(_invitations).where(_invitations.c.table == table)
        invited = connection.execute(query).all()
    return TableRow(
        row.table,
        row.owner,
        row.made,
        row.stage,
        row.practice,
        row.hidden,
        row.notices,
        row.rematch,
        {each.token: Place(each.seat, each.member) for each in held},
        {each.secret: Place(each.seat, each.member) for each in invited},
    )


@retry
def take_seat(log: Log, table: str, secret: str, token: str) -> None:
    """Exchanges an invitation for a token, unless it was used before. Raises `LogError`."""
    mine = (_invitations.c.table == table) & (_invitations.c.secret == hash_token(secret))
    with log.writing() as writer:
        execute = writer.connection.execute
        invited = execute(sa.select(_invitations).where(mine)).first()
        if invited is None:
            return
        execute(sa.delete(_invitations).where(mine))
        row = {"token": hash_token(token), "table": table}
        execute(sa.insert(_seats).values(**row, seat=invited.seat, member=invited.member))
        _give_notice(writer.connection, table)


@retry
def invite_again(log: Log, table: str, seat: int, invited: Mapping[str, Place]) -> None:
    """Revokes the tokens and the invitations of a seat, and stores new invitations to it. Raises
    `LogError`."""
    with log.writing() as writer:
        for rows in (_seats, _invitations):
            mine = (rows.c.table == table) & (rows.c.seat == seat)
            writer.connection.execute(sa.delete(rows).where(mine))
        _insert_invitations(writer.connection, table, invited)
        _give_notice(writer.connection, table)


@retry
def set_stage(log: Log, table: str, stage: Stage) -> None:
    """Records that a game has begun or ended. Raises `LogError`."""
    with log.writing_unsynced() as connection:
        mine = sa.update(_tables).where(_tables.c.table == table)
        connection.execute(mine.values(stage=stage, moved=time.time()))


@retry
def hide_names(log: Log, table: str, hidden: bool) -> None:
    """Hides or shows the names at a table. Raises `LogError`."""
    with log.writing() as writer:
        mine = sa.update(_tables).where(_tables.c.table == table)
        writer.connection.execute(mine.values(hidden=hidden))
        _give_notice(writer.connection, table)


@retry
def archive_table(log: Log, table: str) -> None:
    """Archives a table, which can then no longer be opened. Its records stay in the log. Raises
    `LogError`."""
    with log.writing() as writer:
        for rows in (_seats, _invitations):
            writer.connection.execute(sa.delete(rows).where(rows.c.table == table))
        mine = sa.update(_tables).where(_tables.c.table == table)
        writer.connection.execute(mine.values(stage="archived", owner=""))


def list_tables(log: Log) -> list[tuple[str, Stage]]:
    """The tables that are not archived, with their stages, newest first. Raises `LogError`."""
    query = sa.select(_tables.c.table, _tables.c.stage).where(_tables.c.stage != "archived")
    query = query.order_by(_tables.c.made.desc())
    return [(row.table, row.stage) for row in log.select(query)]


def list_live(log: Log) -> list[str]:
    """The tables at which the game continues although nobody does anything. Raises `LogError`."""
    query = sa.select(_tables.c.table).where(_tables.c.table.in_(sa.select(LIVE.c.table)))
    return [row.table for row in log.select(query.order_by(_tables.c.made))]


def count_tables(log: Log, address: str) -> int:
    """The number of tables made from this address whose games are not over. Raises `LogError`."""
    mine = (_tables.c.address == address) & _tables.c.stage.in_(("open", "playing"))
    return len(log.select(sa.select(_tables.c.table).where(mine)))


def is_any_played(log: Log, tables: Sequence[str]) -> bool:
    """True if a game that is not for practice is in progress at one of these tables. Raises
    `LogError`."""
    played = (_tables.c.stage == "playing") & ~_tables.c.practice
    query = sa.select(_tables.c.table).where(_tables.c.table.in_(tables), played)
    return bool(log.select(query.limit(1)))


def list_hidden(log: Log) -> set[str]:
    """The tables at which names are hidden. Raises `LogError`."""
    return {row.table for row in log.select(sa.select(_tables.c.table).where(_tables.c.hidden))}


def find_ended(log: Log, before: float) -> list[str]:
    """The tables whose games ended before this time. Raises `LogError`."""
    over = (_tables.c.stage == "over") & (_tables.c.moved < before)
    return [row.table for row in log.select(sa.select(_tables.c.table).where(over))]


def find_silent(log: Log, before: str) -> list[str]:
    """The tables whose game is not over and whose last record is older than this time. Pass the
    time in the form that records use. Raises `LogError`.
    """
    of_table = EVENT_NUMBERS.c.event == sa.literal("table ") + _tables.c.table
    of_record = EVENT_NUMBERS.c.record == RECORDS.c.number
    last = sa.select(sa.func.max(RECORDS.c.time)).select_from(
        sa.join(EVENT_NUMBERS, RECORDS, of_record)
    )
    is_silent = last.where(of_table).correlate(_tables).scalar_subquery() < before
    is_open = _tables.c.stage.in_(("open", "playing"))
    return [row.table for row in log.select(sa.select(_tables.c.table).where(is_open, is_silent))]


def _insert_invitations(
    connection: sa.Connection, table: str, invited: Mapping[str, Place]
) -> None:
    rows = [
        {"secret": hash, "table": table, "seat": place.seat, "member": place.member}
        for hash, place in invited.items()
    ]
    if rows:
        connection.execute(sa.insert(_invitations), rows)


def _give_notice(connection: sa.Connection, table: str) -> None:
    """Counts a change to a table that is not an event of its game."""
    mine = sa.update(_tables).where(_tables.c.table == table)
    connection.execute(mine.values(notices=_tables.c.notices + 1))
