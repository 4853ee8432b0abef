"""The formats of a log and of the tables beside it, and upgrades from older formats.

A database's tables belong to parts, such as the log and the service. Each part has its own format
number, so that a terminal station need not know the service's tables. To change a part's tables,
add a step that upgrades an older database. Before an older log is opened for writing, its file (if
it is in a file) is copied. All steps then run in one transaction, so that a killed process leaves
the log unchanged. A log opened for reading is not upgraded.
"""

from __future__ import annotations

import datetime
import glob
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from wordtools.log import database, sqlite
from wordtools.log.record import EVENT_NUMBERS, HEAD, RECORDS
from wordtools.stored import StoredFormat

FORMATS = sa.Table(
    "formats",
    database.metadata,
    sa.Column("part", sa.Text, primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
)
"""The format of each part. Logs without this table have format 1."""


class Part(NamedTuple):
    """Tables that share a format. A database contains the part if it contains `table`. The first
    step upgrades format 1 to 2. No step removes anything that an older wordtools reads."""

    name: str
    table: sa.Table
    steps: tuple[Callable[[sa.Connection], None], ...] = ()

    @property
    def format(self) -> StoredFormat:
        """The formats that this wordtools knows."""
        return StoredFormat(1 + len(self.steps))


_parts: dict[str, Part] = {}


def declare(part: Part) -> None:
    """Registers a part for all logs opened from now on."""
    _parts[part.name] = part


def read_formats(connection: sa.Connection) -> dict[str, int]:
    """The format of each declared part that exists in the database. Raises SQLAlchemy's errors."""
    present = set(sa.inspect(connection).get_table_names())
    stated: dict[str, int] = {}
    if FORMATS.name in present:
        stated = {row.part: row.format for row in connection.execute(sa.select(FORMATS))}
    return {
        part.name: stated.get(part.name, 1)
        for part in _parts.values()
        if part.table.name in present
    }


def are_newest(formats: Mapping[str, int]) -> bool:
    """True if these parts need no upgrade. Raises `ValueError`, whose message is a sentence,
    if a part's format is too new."""
    for name, format in formats.items():
        if (reason := _find_fault(name, format)) is not None:
            raise ValueError(reason)
    return all(format == _parts[name].format.newest for name, format in formats.items())


def select_head() -> sa.Select[Any]:
    """A query of the head, for writers. Its column `newer` is null or, if a newer wordtools has
    upgraded a part since the log was opened, contains that part's "name:format"."""
    return _select_head(tuple((part.name, part.format.newest) for part in _parts.values()))


@cache
def _select_head(newest_formats: tuple[tuple[str, int], ...]) -> sa.Select[Any]:
    later = [(FORMATS.c.part == name) & (FORMATS.c.format > n) for name, n in newest_formats]
    newer = sa.select(FORMATS.c.part + ":" + sa.cast(FORMATS.c.format, sa.Text))
    return sa.select(HEAD, newer.where(sa.or_(*later)).limit(1).scalar_subquery().label("newer"))


def explain_newer(newer: str) -> str:
    """Turns the value of `newer` (see `select_head`) into a reason to refuse the log."""
    name, _, format = newer.partition(":")
    return str(_find_fault(name, int(format)))


def _find_fault(name: str, format: int) -> str | None:
    fault = _parts[name].format.find_fault(format)
    return fault and f"it was {fault}, or use a copy from before"


def upgrade(connection: sa.Connection) -> str | None:
    """Creates missing tables and runs the remaining steps in this transaction, which must hold the
    write lock. Returns a sentence about the upgrade, or None if no upgrade was needed. Raises
    `ValueError` with a message for users, `OSError`, and the errors of SQLAlchemy and sqlite3."""
    formats = read_formats(connection)
    older = {name: old for name, old in formats.items() if not are_newest({name: old})}
    copied = None
    with database.taking_long(connection):
        if older:
            copied = _copy_file(connection, max(older.values()))
        for name, old in older.items():
            for step in _parts[name].steps[old - 1 :]:
                step(connection)
        database.metadata.create_all(connection)
    connection.execute(sa.delete(FORMATS).where(FORMATS.c.part.in_(_parts)))
    newest = [{"part": part.name, "format": part.format.newest} for part in _parts.values()]
    connection.execute(sa.insert(FORMATS), newest)
    if not older:
        return None
    changes = ", ".join(
        f"{name} from format {old} to {_parts[name].format.newest}" for name, old in older.items()
    )
    if copied is None:
        return f"upgraded: {changes}. Only an earlier backup or dump has the old format."
    return f"upgraded: {changes}. The old log was copied to {copied}."


def _copy_file(connection: sa.Connection, format: int) -> Path | None:
    """Copies an SQLite log beside itself and returns the copy's path. Returns None for other
    databases."""
    if connection.dialect.name != "sqlite":
        return None
    path = Path(connection.exec_driver_sql("PRAGMA database_list").all()[0][2])
    moment = datetime.datetime.now(datetime.UTC)
    name = f"{path.stem}.format-{format}.{moment:%Y-%m-%dT%H%M%SZ}{path.suffix}"
    for left in path.parent.glob(f".{glob.escape(path.stem)}.format-*.unfinished"):
        left.unlink(missing_ok=True)  # left by a killed process, because this one holds the lock
    sqlite.copy(connection.engine, path.with_name(name))
    return path.with_name(name)


def _add_event_numbers(connection: sa.Connection) -> None:
    """Older records stay unnumbered. The index was introduced later than its table."""
    EVENT_NUMBERS.create(connection, checkfirst=True)
    for index in RECORDS.indexes:
        index.create(connection, checkfirst=True)


declare(Part("log", RECORDS, (_add_event_numbers,)))
