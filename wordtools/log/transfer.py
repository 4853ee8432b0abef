"""Copies a log and the tables beside it: either from any database to a file for a backup, or from
such a file to an empty PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from wordtools.log import database, sqlite
from wordtools.log.log import Log
from wordtools.log.record import HEAD, RECORDS

_ROWS = 1000


def save_log(url: str, path: Path) -> None:
    """Copies a log of any format consistently to a new SQLite file, even while others write to it.
    Raises `ValueError` with a message for users, `OSError`, and the errors of SQLAlchemy and
    sqlite3."""
    engine = database.make_engine(url, make=False)
    try:
        if engine.dialect.name == "sqlite":
            sqlite.copy(engine, path)
            return
        path.touch(0o600)
        options = {"isolation_level": "REPEATABLE READ", **database.READ_ONLY}
        with engine.connect().execution_options(**options) as source, database.taking_long(source):
            names = set(sa.inspect(source).get_table_names()) & set(database.metadata.tables)
            tables = sa.MetaData()  # in the log's own format
            tables.reflect(source, only=sorted(names))
            copy = sa.create_engine(sa.URL.create("sqlite", database=str(path)))
            try:
                with copy.begin() as target:
                    tables.create_all(target)
                    _copy_rows(source, target, tables)
            finally:
                copy.dispose()
    finally:
        engine.dispose()


def load_log(path: Path, url: str) -> bool:
    """Upgrades the log in an SQLite file and copies it, completely or not at all, to a PostgreSQL
    database without records. Returns False if the database already has this log. Raises `LogError`,
    `ValueError` with a message for users, `OSError`, and SQLAlchemy's errors."""
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
                raise ValueError("the database already has records; name an empty database")
            for table in database.metadata.tables.values():
                connection.execute(sa.delete(table))
            _copy_rows(reader, connection, database.metadata)
        return True
    finally:
        source.dispose()
        target.dispose()


def _copy_rows(source: sa.Connection, target: sa.Connection, tables: sa.MetaData) -> None:
    present = set(sa.inspect(source).get_table_names())
    for table in tables.tables.values():
        if table.name not in present:
            continue
        result = source.execute(sa.select(table), execution_options={"yield_per": _ROWS})
        for rows in result.mappings().partitions():
            target.execute(sa.insert(table), [dict(row) for row in rows])
