"""Files about a game: its record and its score sheet."""

from __future__ import annotations

from wordtools.service.playing import requests
from wordtools.service.playing.sheet import render_sheet
from wordtools.service.playing.tables import Tables
from wordtools.service.playing.view import label_names
from wordtools.service.values import LanguageQuery, TextFile, Visitor
from wordtools.table.names import rename
from wordtools.table.record import read_record, write_gcg, write_record


async def send_record(
    tables: Tables, table: str, visitor: Visitor, query: requests.RecordQuery
) -> TextFile:
    """Returns the whole record of a game that has ended."""
    kept = await tables.visit(table, visitor)

    def write() -> str:
        happened, table = kept.host.happened, kept.host.table
        if kept.row.hidden:
            labels = label_names(table)
            happened = [rename(one, labels) for one in happened]
        data = write_record(happened)
        if query.format == "gcg":
            data = write_gcg(read_record(data), table.ruleset)
        return data.decode()

    text = await tables.attempt(write)
    media_type = "application/json" if query.format == "json" else "text/plain"
    return TextFile(f"{kept.id}.{query.format}", media_type, iter([text]))


async def send_sheet(
    tables: Tables, table: str, visitor: Visitor, query: LanguageQuery
) -> TextFile:
    """Returns the score sheet as a page to print."""
    kept = await tables.visit(table, visitor)
    root = f"{tables.root_path}/"
    edition = tables.name_edition(kept, query.language)
    page = await tables.attempt(
        lambda: render_sheet(kept.host, edition, kept.row.hidden, query.language, root)
    )
    return TextFile("sheet.html", "text/html", iter([page]), is_page=True)
