"""The formats of a log and of the tables beside it, and how older ones become the newest.

The tables of a database fall into parts (the log's own, the service's), each of a format of its
own, so that a station in a terminal need not know the service's. To change the tables of a part,
write what an older database lacks as its next step. Opening an older log for writing copies it
first, if it is a file, then takes all steps in one transaction: whoever is killed meanwhile leaves
the log as it was. Nothing is upgraded that is only read.
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
"""The format of each part. Logs from before there was this table are of format 1."""


class Part(NamedTuple):
    """Tables whose format is one number. They are there when `table` is; the first step makes
    format 2 of format 1. No step takes anything away that an older wordtools reads."""

    name: str
    table: sa.Table
    steps: tuple[Callable[[sa.Connection], None], ...] = ()

    @property
    def format(self) -> StoredFormat:
        """The formats that this wordtools knows."""
        return StoredFormat(1 + len(self.steps))


_parts: dict[str, Part] = {}


def declare(part: Part) -> None:
    """From now on, logs that are opened have this part, and are refused if it is newer."""
    _parts[part.name] = part


def read_formats(connection: sa.Connection) -> dict[str, int]:
    """The format of each declared part that exists in the database. Raises what SQLAlchemy
    raises."""
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
    """Whether these parts need no upgrade. Raises `ValueError` with a sentence when this wordtools
    is too old for one of them."""
    for name, found in formats.items():
        if (fault := _parts[name].format.find_fault(found)) is not None:
            raise ValueError(explain(fault))
    return all(found == _parts[name].format.newest for name, found in formats.items())


def explain(fault: str) -> str:
    """Why a log of another format is refused, and what to do."""
    return f"it was {fault}, or use a copy from before"


def select_head() -> sa.Select[Any]:
    """The head, for who writes. `newer` is the name of a part that a newer wordtools has upgraded
    since the log was opened, with its format behind a colon; None when there is none."""
    return _select_head(tuple((part.name, part.format.newest) for part in _parts.values()))


@cache
def _select_head(known: tuple[tuple[str, int], ...]) -> sa.Select[Any]:
    later = [(FORMATS.c.part == name) & (FORMATS.c.format > newest) for name, newest in known]
    newer = sa.select(FORMATS.c.part + ":" + sa.cast(FORMATS.c.format, sa.Text))
    found = newer.where(sa.or_(*later)).limit(1).scalar_subquery()
    return sa.select(HEAD, found.label("newer"))


def explain_newer(newer: str) -> str:
    """The `newer` of `select_head`, as a reason."""
    name, _, found = newer.partition(":")
    return explain(str(_parts[name].format.find_fault(int(found))))


def upgrade(connection: sa.Connection) -> str | None:
    """Makes what is missing and takes the steps that are left, in this transaction, which has its
    turn to write. Returns what was upgraded, as a sentence; None for a log that was new or of the
    newest format. Raises `ValueError` with a sentence, `OSError`, and what SQLAlchemy and sqlite3
    raise."""
    formats = read_formats(connection)
    older = {name: found for name, found in formats.items() if not are_newest({name: found})}
    copied = None
    with database.taking_long(connection):
        if older:
            copied = _copy_file(connection, max(older.values()))
        for name, found in older.items():
            for step in _parts[name].steps[found - 1 :]:
                step(connection)
        database.metadata.create_all(connection)
    connection.execute(sa.delete(FORMATS).where(FORMATS.c.part.in_(_parts)))
    newest = [{"part": part.name, "format": part.format.newest} for part in _parts.values()]
    connection.execute(sa.insert(FORMATS), newest)
    if not older:
        return None
    done = ", ".join(
        f"{name} from format {found} to {_parts[name].format.newest}"
        for name, found in older.items()
    )
    if copied is None:
        return f"upgraded: {done}. Only a backup or dump made before has it as it was."
    return f"upgraded: {done}. A copy of the log as it was is {copied}."


def _copy_file(connection: sa.Connection, format: int) -> Path | None:
    """Copies an SQLite log beside itself, and returns the copy's path; None for other databases."""
    if connection.dialect.name != "sqlite":
        return None
    path = Path(connection.exec_driver_sql("PRAGMA database_list").all()[0][2])
    moment = datetime.datetime.now(datetime.UTC)
    name = f"{path.stem}.format-{format}.{moment:%Y-%m-%dT%H%M%SZ}{path.suffix}"
    for left in path.parent.glob(f".{glob.escape(path.stem)}.format-*.unfinished"):
        left.unlink(missing_ok=True)  # a killed process's: only we have our turn
    sqlite.copy(connection.engine, path.with_name(name))
    return path.with_name(name)


def _number_rulings_in_events(connection: sa.Connection) -> None:
    """Rulings from before keep only the log's number. The index is younger than the table."""
    EVENT_NUMBERS.create(connection, checkfirst=True)
    for index in RECORDS.indexes:
        index.create(connection, checkfirst=True)


declare(Part("log", RECORDS, (_number_rulings_in_events,)))
