"""The databases that a log can be kept in, made durable: SQLite files and PostgreSQL servers."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

metadata = sa.MetaData()
READ_ONLY = {"wordtools_read_only": True}
"""Execution options of a transaction that needs no lock."""
MOST_PARAMETERS = 500
"""Databases bound the parameters of a query."""

_TIMEOUT_SECONDS = 5.0
_LARGEST_JOURNAL = 32 << 20


def make_engine(url: str, *, make: bool = True) -> sa.Engine:
    """An engine whose commits are on disk when they return. Without `make`, an SQLite file must
    exist. Raises what SQLAlchemy raises, and `ValueError` with a sentence."""
    parsed = sa.make_url(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise ValueError("name a file, as in sqlite:///rulings.db")
        if not make and not Path(parsed.database).is_file():
            raise ValueError("there is no such file")
        if not make and not os.access(Path(parsed.database).parent, os.W_OK):
            file = f"file:{quote(parsed.database)}"  # evidence on a medium that cannot be written
            query = {"uri": "true", "mode": "ro", "immutable": "1"}
            engine = sa.create_engine(parsed.set(database=file, query=query))
        else:
            engine = sa.create_engine(parsed)
        _configure_sqlite(engine)
    elif parsed.get_backend_name() == "postgresql":
        engine = sa.create_engine(parsed, isolation_level="READ COMMITTED", pool_pre_ping=True)
        _configure_postgresql(engine)
    else:
        raise ValueError("a log is kept in sqlite or postgresql")
    return engine


@contextmanager
def create_tables(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction in which all tables exist; when several processes create them at once, the
    others wait for the first."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            lock = sa.func.pg_advisory_xact_lock(0x776F726474)  # "wordt"
            connection.execute(sa.select(lock))
        metadata.create_all(connection)
        yield connection


def checkpoint(engine: sa.Engine) -> None:
    """Folds SQLite's write-ahead log into the file once it is large. We do this ourselves, in the
    one mode that keeps writers out meanwhile, because SQLite's automatic checkpoints do not."""
    if engine.dialect.name != "sqlite":
        return
    journal = Path(f"{engine.url.database}-wal")
    try:
        if journal.stat().st_size < _LARGEST_JOURNAL:
            return
        with engine.connect() as connection:
            raw: Any = connection.connection.dbapi_connection
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except (OSError, SQLAlchemyError, sqlite3.Error):
        pass  # what is in the journal is safe there; the next writer tries again


def hide_password(url: str) -> str:
    """The URL as it may be shown."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        return "(unreadable URL)"


def describe_database_error(error: BaseException) -> str:
    """The first line of what the database itself says, without SQL, parameters or full stop."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0].strip().rstrip(".")


def _use_write_ahead_log(connection: Any) -> None:
    """Of two that create a file at once, SQLite turns one away without waiting, whatever its
    timeout: we have to ask again."""
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
            if mode != "wal":
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _configure_sqlite(engine: sa.Engine) -> None:
    """A write-ahead log beside the file, synced at each commit: a commit costs one sync, and no
    reader holds up a writer. The last process to close the file folds the journal into it."""

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        connection.execute(f"PRAGMA busy_timeout = {_TIMEOUT_SECONDS * 1000:.0f}")
        _use_write_ahead_log(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        if connection.get_execution_options().get("wordtools_read_only"):
            raw.execute("BEGIN")
            return
        # SQLite's own waiting sleeps up to 100 ms at a time; writers here are done in a few.
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        raw.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    raw.execute("BEGIN IMMEDIATE")
                    return
                except raw.OperationalError as error:
                    if "locked" not in str(error) or time.monotonic() > deadline:
                        raise sa.exc.OperationalError("BEGIN", None, error) from None
                    time.sleep(0.0005)
        finally:
            raw.execute(f"PRAGMA busy_timeout = {_TIMEOUT_SECONDS * 1000:.0f}")


def _configure_postgresql(engine: sa.Engine) -> None:
    """A server that syncs: what it confirms survives a power failure."""

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            (fsync,) = cursor.execute("SHOW fsync").fetchone()
            cursor.execute("SET synchronous_commit = on")
            cursor.execute(f"SET lock_timeout = '{_TIMEOUT_SECONDS:.0f}s'")
            cursor.execute(f"SET statement_timeout = '{2 * _TIMEOUT_SECONDS:.0f}s'")
        connection.commit()
        if fsync != "on":
            raise ValueError("the server runs with fsync = off, so what it confirms may be lost")
