"""A log with the tables beside it, copied between databases: to a file that is part of a backup,
and from there into an empty PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from wordtools.log import database, sqlite
from wordtools.log.log import Log
from wordtools.log.record import HEAD, RECORDS

_ROWS = 1000


def save_log(url: str, path: Path) -> None:
    """Copies a log to a new SQLite file, as it is at one moment, while others write to it, of
    whatever format it is. Raises `ValueError` with a sentence, `OSError`, and what SQLAlchemy and
    sqlite3 raise."""
    engine = database.make_engine(url, make=False)
    try:
        if engine.dialect.name == "sqlite":
            sqlite.copy(engine, path)
            return
        path.touch(0o600)
        options = {"isolation_level": "REPEATABLE READ", **database.READ_ONLY}
        with (
            engine.connect().execution_options(**options) as source,
            database.taking_long(source),
        ):
            names = set(sa.inspect(source).get_table_names()) & set(database.metadata.tables)
            tables = sa.MetaData()  # as they are there
            tables.reflect(source, only=sorted(names))
            _copy_to_file(source, tables, path)
    finally:
        engine.dispose()


def load_log(path: Path, url: str) -> bool:
    """Copies the log in an SQLite file, which is upgraded if need be, into a PostgreSQL database
    without records, completely or not at all. Returns False, and leaves the database as it is, if
    it has this very log already. Raises `LogError`, `ValueError` with a sentence, `OSError`, and
    what SQLAlchemy raises."""
    Log(str(path)).close()
    source, target = database.make_engine(str(path), make=False), database.make_engine(url)
    try:
        with (
            source.connect().execution_options(**database.READ_ONLY) as reader,
            target.begin() as connection,
            database.taking_long(connection),
        ):
            database.metadata.create_all(connection)
            head = sa.select(HEAD.c.number, HEAD.c.hash)
            if connection.execute(head).first() == reader.execute(head).first():
                return False
            if connection.execute(sa.select(RECORDS.c.number).limit(1)).first() is not None:
                raise ValueError("it has records already; name an empty database")
            for table in database.metadata.tables.values():
                connection.execute(sa.delete(table))
            _copy_rows(reader, connection, database.metadata)
        return True
    finally:
        source.dispose()
        target.dispose()


def _copy_to_file(source: sa.Connection, tables: sa.MetaData, path: Path) -> None:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)))
    try:
        with engine.begin() as target:
            tables.create_all(target)
            _copy_rows(source, target, tables)
    finally:
        engine.dispose()


def _copy_rows(source: sa.Connection, target: sa.Connection, tables: sa.MetaData) -> None:
    present = set(sa.inspect(source).get_table_names())
    for table in tables.tables.values():
        if table.name not in present:
            continue
        found = source.execute(sa.select(table), execution_options={"yield_per": _ROWS})
        for rows in found.mappings().partitions():
            target.execute(sa.insert(table), [dict(row) for row in rows])
