"""Marks, outside the chain, the tables that continue by themselves.

When a service starts, it resumes these tables without reading all others. A mark changes in the
same transaction as its table.
"""

from __future__ import annotations

import sqlalchemy as sa

from wordtools.log import database
from wordtools.table.clock import is_timed
from wordtools.table.days import find_player_awaited
from wordtools.table.questions import list_questions
from wordtools.table.state import Table

LIVE = sa.Table("table_live", database.metadata, sa.Column("table", sa.Text, primary_key=True))
"""The tables that continue by themselves."""


def goes_on(table: Table) -> bool:
    """True if the table changes even if nobody gives a command: a clock or a window for answers is
    running, or a computer has to act."""
    awaited = {name for question in list_questions(table) for name in question.waits_for}
    awaited.add(find_player_awaited(table) or "")
    computers = {seat.name for seat in table.opened.seats if seat.kind == "computer"}
    return is_timed(table) or not awaited.isdisjoint(computers)


def mark(connection: sa.Connection, table: Table) -> None:
    """Marks a table if it continues by itself; otherwise removes the mark. Runs within a
    transaction on the log.
    """
    LIVE.create(connection, checkfirst=True)  # an older log may lack this table
    id = table.opened.table
    connection.execute(sa.delete(LIVE).where(LIVE.c.table == id))
    if goes_on(table):
        connection.execute(sa.insert(LIVE).values(table=id))
