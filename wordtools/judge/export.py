"""Exports the log as CSV for spreadsheets, or as JSON for verifying the chain."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from itertools import islice

import msgspec

from wordtools.judge import acts
from wordtools.log.log import Log
from wordtools.log.record import LogRecord
from wordtools.messages import Messages

# fmt: off
COLUMNS = (
    "number", "event_number", "kind", "time", "id", "answer", "words", "scope", "event", "round",
    "table", "play", "players", "challenger", "station", "lexicon", "edition", "digest", "void",
    "ruling", "why", "by", "act", "previous", "hash",
)
# fmt: on
_PAGE = 500


def write_csv(log: Log) -> Iterator[str]:
    """Yields the CSV in pieces: a heading, then one line for each record. An apostrophe precedes
    text that a spreadsheet would take for a formula. Raises `LogError`."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for record, is_void in mark_void(log):
        cells = _cells(record, is_void)
        writer.writerow([_escape_formula(str(cells.get(column, ""))) for column in COLUMNS])
        if out.tell() > 1 << 16:
            yield out.getvalue()
            out.seek(0)
            out.truncate()
    yield out.getvalue()


def write_json(log: Log) -> Iterator[str]:
    """Yields the JSON in pieces: an array of records, one per line, with all hashed fields. Raises
    `LogError`."""
    records = log.records()
    separator = "["
    while page := list(islice(records, _PAGE)):
        lines = (msgspec.json.encode(record).decode() for record in page)
        yield f"{separator}\n" + ",\n".join(lines)
        separator = ","
    yield "[]\n" if separator == "[" else "\n]\n"


FORMATS: dict[str, tuple[str, Callable[[Log], Iterator[str]]]] = {
    "csv": ("text/csv; charset=utf-8", write_csv),
    "json": ("application/json", write_json),
}
"""Each format's media type and writer."""


def mark_void(
    log: Log, *, after: int = 0, limit: int | None = None
) -> Iterator[tuple[LogRecord, bool]]:
    """At most `limit` records with numbers above `after`, each paired with True if it is a void
    ruling. Raises `LogError`."""
    records = log.records(after=after, limit=limit)
    while page := list(islice(records, _PAGE)):
        void = log.find_revoked([record.id for record in page if record.kind == "ruling"])
        yield from ((record, record.id in void) for record in page)


def _cells(record: LogRecord, is_void: bool) -> dict[str, object]:
    content = record.content
    own = msgspec.structs.asdict(record)
    act = acts.describe(record, Messages("en"))
    if record.kind == "lexicon" and isinstance(content.get("new"), dict):
        content = {**content, **content["new"]}
    cells: dict[str, object] = {**content, **own, "act": act}
    if not act:  # a ruling
        challenge = content["challenge"]
        cells = {**challenge, **cells, "words": " ".join(content["words"])}
        cells["players"] = ", ".join(challenge.get("players", []))
        cells["scope"] = challenge.get("scope", "play")
        cells["answer"] = "YES" if content["acceptable"] else "NO"
        cells["void"] = "yes" if is_void else "no"
    return cells


def _escape_formula(text: str) -> str:
    is_formula = text[:1] in ("=", "+", "@", "\t", "\r") or text[:1] == "-" < text
    return f"'{text}" if is_formula else text
