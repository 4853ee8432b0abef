"""The log as files that others read: CSV for a spreadsheet, JSON to prove the chain by."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

import msgspec

from wordtools.judge.log import Log, LogRecord

# fmt: off
COLUMNS = (
    "number", "kind", "time", "id", "answer", "words", "scope", "event", "round", "table", "play",
    "players", "challenger", "station", "lexicon", "edition", "digest", "void", "ruling", "why",
    "by", "previous", "hash",
)
# fmt: on


def as_csv(log: Log) -> Iterator[str]:
    """A heading and a line a record. A cell that a spreadsheet would take for a formula begins with
    an apostrophe; JSON has everything as it is. Raises `LogError`."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for record, is_void in with_voids(log):
        row = _row(record, is_void)
        writer.writerow([_cell(row.get(column, "")) for column in COLUMNS])
        if out.tell() > 1 << 16:
            yield out.getvalue()
            out.seek(0)
            out.truncate()
    yield out.getvalue()


def as_json(log: Log) -> Iterator[str]:
    """A JSON array of records, one a line, with every field that their hashes cover.
    Raises `LogError`."""
    lines: list[str] = []
    before = "["
    for record in log.records():
        lines.append(f"{before}\n{msgspec.json.encode(record).decode()}")
        before = ","
        if len(lines) == 100:
            yield "".join(lines)
            lines.clear()
    yield "".join(lines) + ("\n]\n" if before == "," else "[]\n")


FORMATS: dict[str, tuple[str, Callable[[Log], Iterator[str]]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/json", as_json),
}
"""Each format's media type and writer."""


def with_voids(
    log: Log, *, after: int = 0, limit: int | None = None
) -> Iterator[tuple[LogRecord, bool]]:
    """Records in order, each with whether it is a ruling that was voided. Raises `LogError`."""
    page: list[LogRecord] = []

    def told() -> Iterator[tuple[LogRecord, bool]]:
        void = log.voided([record.id for record in page if record.kind == "ruling"])
        yield from ((record, record.id in void) for record in page)
        page.clear()

    for record in log.records(after=after, limit=limit):
        page.append(record)
        if len(page) == 500:
            yield from told()
    yield from told()


def _row(record: LogRecord, is_void: bool) -> dict[str, object]:
    content = record.content
    row: dict[str, object] = {**msgspec.structs.asdict(record), **content}
    if record.kind == "ruling":
        challenge = content["challenge"]
        row = {**challenge, **row, "words": " ".join(content["words"])}
        row["players"] = ", ".join(challenge.get("players", []))
        row["scope"] = challenge.get("scope", "play")
        row["answer"] = "YES" if content["acceptable"] else "NO"
        row["void"] = "yes" if is_void else "no"
    return row


def _cell(value: object) -> str:
    text = str(value)
    return f"'{text}" if text[:1] in ("=", "+", "@", "\t", "\r") or text[:1] == "-" < text else text
