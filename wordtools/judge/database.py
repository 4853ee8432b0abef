"""The databases that a log can be kept in, made durable: SQLite files and PostgreSQL servers."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
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
_DEAD_MAN_SWITCH = 128
"""The byte of SQLite's shared memory that every process which uses it locks."""


def make_engine(url: str, *, make: bool = True) -> sa.Engine:
    """An engine whose commits are on disk when they return. Without `make`, an SQLite file must
    exist. Raises what SQLAlchemy raises, and `ValueError` with a sentence."""
    parsed = _parse(url)
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
        _configure_sqlite(engine, make=make)
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


def close(engine: sa.Engine, *, made: bool) -> None:
    """Ends the connections. Who `made` the engine as a writer leaves an SQLite file without a
    write-ahead log, if nobody else has it open: that is how `was_left_open` knows."""
    engine.dispose()
    if not made or engine.dialect.name != "sqlite":
        return
    there = f"file:{quote(str(engine.url.database))}?mode=rw"  # and never a new, empty file
    with suppress(sqlite3.Error), closing(sqlite3.connect(there, uri=True)) as last:
        last.execute("PRAGMA busy_timeout = 0")
        last.execute("PRAGMA journal_mode = DELETE")


def was_left_open(url: str) -> bool:
    """True for an SQLite file that nobody has open now, but that was never closed: a copy made
    while it was in use, which may miss the newest records, or what a killed process left. Ask
    before it is opened. Raises `OSError` and what SQLAlchemy raises."""
    parsed = _parse(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return False
    with Path(parsed.database).open("rb") as file:
        header = file.read(20)
    return header[18:20] == b"\2\2" and not _is_open(Path(f"{parsed.database}-shm"))


def copy(engine: sa.Engine, path: Path) -> None:
    """Copies an SQLite file as it is at one moment, however many write to it. Raises `ValueError`
    for other databases, `OSError`, and what SQLAlchemy and sqlite3 raise."""
    if engine.dialect.name != "sqlite":
        raise ValueError("only a log in SQLite is copied like this; use pg_dump")
    unfinished = path.with_name(f".{path.name}.{os.urandom(4).hex()}.unfinished")
    try:
        unfinished.touch(0o600, exist_ok=False)  # it has the hashes of passwords and tokens
        with engine.connect() as connection, closing(sqlite3.connect(unfinished)) as target:
            raw: Any = connection.connection.dbapi_connection
            raw.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, that can be read anywhere
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def hide_password(url: str) -> str:
    """The URL as it may be shown."""
    if _is_path(url):
        return url
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        return "(unreadable URL)"


def describe_database_error(error: BaseException) -> str:
    """The first line of what the database itself says, without SQL, parameters or full stop."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0].strip().rstrip(".")


def _is_path(url: str) -> bool:
    """True for a plain path, as in `--log open.db`: with a dot or a slash, or it is a slip."""
    is_url = "://" in url or url.startswith(("sqlite:", "postgres"))
    return not is_url and ("." in url or "/" in url)


def _parse(url: str) -> sa.URL:
    """The URL, or that of the SQLite file at a path. Raises what SQLAlchemy raises."""
    return sa.URL.create("sqlite", database=url) if _is_path(url) else sa.make_url(url)


def _is_open(shared_memory: Path) -> bool:
    """Whether a process has the SQLite file open to which this belongs: each holds a lock."""
    try:
        file = shared_memory.open("r+b")
    except OSError:
        return False
    with file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _DEAD_MAN_SWITCH)
        except OSError:
            return True
    return False


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


def _configure_sqlite(engine: sa.Engine, *, make: bool) -> None:
    """A write-ahead log beside the file, synced at each commit: a commit costs one sync, and no
    reader holds up a writer. The last process to close the file folds the journal into it. Without
    `make`, a file that has no write-ahead log gets none."""

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        connection.execute(f"PRAGMA busy_timeout = {_TIMEOUT_SECONDS * 1000:.0f}")
        if make:
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
