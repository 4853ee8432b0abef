"""Lets the host list tables, close them and hide their names, and lets the owner of a table close
it."""

from __future__ import annotations

import time

from wordtools.service import seats
from wordtools.service.errors import ApiError
from wordtools.service.playing import answers, requests
from wordtools.service.playing.keeper import KeptTable
from wordtools.service.playing.tables import Tables, await_answer
from wordtools.service.values import Visitor
from wordtools.table.days import find_absent
from wordtools.table.view import find_phase

MOST_LISTED = 200
"""The number of tables shown to the host, newest first."""


async def list_tables(tables: Tables, visitor: Visitor) -> answers.TablesResponse:
    """Lists the tables for the host."""
    await tables.tidy()
    found = await tables.keeper.ask(lambda: seats.list_tables(tables.keeper.log))
    summaries = []
    for table, _ in found[:MOST_LISTED]:
        kept = await tables.find(table)
        if kept is not None:
            summaries.append(_summarize(kept))
    return answers.TablesResponse(summaries)


async def close_table(
    tables: Tables, table: str, visitor: Visitor, body: requests.CloseRequest
) -> answers.ClosedResponse:
    """Closes, without a result, a table whose game has not ended."""
    kept = await tables.own(table, visitor)
    table_now = kept.host.table
    is_begun = table_now.position is not None and not table_now.is_over
    if is_begun and not visitor.is_host and find_absent(table_now, time.time()) is None:
        message = "The game is being played; only the host may close it"
        raise ApiError("refused", message, rule="being-played")
    await await_answer(tables.keeper.discard(kept, body.reason))
    return answers.ClosedResponse(kept.id)


async def hide_names(
    tables: Tables, table: str, visitor: Visitor, body: requests.NamesRequest
) -> answers.NamesResponse:
    """Hides the names at a table, or shows them again."""
    kept = await tables.own(table, visitor)
    await tables.keeper.change_row(
        kept, lambda: seats.hide_names(tables.keeper.log, kept.id, body.hidden)
    )
    return answers.NamesResponse(kept.id, body.hidden)


def _summarize(kept: KeptTable) -> answers.TableSummary:
    table = kept.host.table
    return answers.TableSummary(
        kept.id,
        table.ruleset.title,
        list(table.opened.names),
        find_phase(table),
        table.at,
        kept.row.hidden,
    )
