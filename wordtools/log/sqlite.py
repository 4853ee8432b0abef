"""Connections to SQLite files, which confirm a commit only when it is on disk; and operations on
whole files.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from wordtools.log import time_limit


def make_engine(url: sa.URL, *, make: bool) -> sa.Engine:
    """Makes an engine for a file. Without `make`, the file must exist, and no write-ahead log is
    created. Raises `ValueError`, whose message is a sentence."""
    path = url.database
    if not path or path == ":memory:":
        raise ValueError("name a file, as in sqlite:///rulings.db")
    if not make and not Path(path).is_file():
        raise ValueError("there is no such file; name the log with --log or WORDTOOLS_LOG")
    if not make and not os.access(Path(path).parent, os.W_OK):
        # The file may be evidence on a read-only medium.
        query = {"uri": "true", "mode": "ro", "immutable": "1"}
        url = url.set(database=f"file:{quote(path)}", query=query)
    engine = sa.create_engine(url, pool_timeout=time_limit.TRANSACTION_SECONDS)
    _configure(engine, make=make)
    return engine


def fold_journal(engine: sa.Engine) -> None:
    """Merges the write-ahead log into the file, if nobody is writing. SQLite's automatic
    checkpoints do not exclude writers, so they are turned off, and this function uses a mode that
    excludes writers. Not merging does no harm."""
    with suppress(sa.exc.SQLAlchemyError, sqlite3.Error), engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        raw.execute("PRAGMA busy_timeout = 100")
        try:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            raw.execute(f"PRAGMA busy_timeout = {time_limit.TRANSACTION_SECONDS * 1000:.0f}")


def remove_journal(path: str) -> None:
    """Turns off the write-ahead log if nobody has the file open. `was_left_open` relies on this."""
    with suppress(sqlite3.Error), closing(_connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def was_left_open(path: str) -> bool:
    """True for a file that nobody has open, but that was not closed properly. Raises `OSError`."""
    with Path(path).open("rb") as file:
        header = file.read(20)
    return header[18:20] == b"\2\2" and not is_in_use(path)  # sqlite.org/fileformat2.html


def copy(engine: sa.Engine, path: Path) -> None:
    """Copies a file consistently, even while others write to it. Raises `OSError` and the errors of
    SQLAlchemy and sqlite3."""
    unfinished = path.with_name(f".{path.name}.{os.urandom(4).hex()}.unfinished")
    try:
        unfinished.touch(0o600, exist_ok=False)  # it holds hashes of passwords and tokens
        with engine.connect() as connection, closing(sqlite3.connect(unfinished)) as target:
            raw: Any = connection.connection.dbapi_connection
            raw.backup(target)
            # so that the copy is a single file that can be read anywhere
            target.execute("PRAGMA journal_mode = DELETE")
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def is_in_use(path: str) -> bool:
    """True if somebody has the file open with a write-ahead log, so that it cannot be locked."""
    try:
        with closing(_connect(path)) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
    return False


def _connect(path: str) -> sqlite3.Connection:
    """A connection to an existing file that does not wait for locks."""
    return sqlite3.connect(f"file:{quote(path)}?mode=rw", uri=True, timeout=0)


def _check_journal(path: str) -> None:
    """Raises `sqlite3.OperationalError` for an empty or missing file with a write-ahead log,
    because SQLite would delete that log."""
    with suppress(OSError):
        has_journal = Path(f"{path}-wal").stat().st_size > 0
        if has_journal and not (Path(path).exists() and Path(path).stat().st_size):
            raise sqlite3.OperationalError(
                f"the file is gone, but its journal {path}-wal still exists; put the file back"
            )


def _use_write_ahead_log(connection: Any) -> None:
    """Turns on the write-ahead log. Retries, because when two processes create a file at once,
    SQLite refuses one of them immediately.
    """
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
            if mode != "wal":
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if not time_limit.count_seconds_left():
                raise
            time.sleep(0.01)


def _configure(engine: sa.Engine, *, make: bool) -> None:
    """Sets up a write-ahead log, synced at each commit, so that a commit costs one sync and readers
    do not delay writers. The last process to close the file merges the journal into it."""

    sa.event.listen(engine, "do_connect", lambda *_: _check_journal(str(engine.url.database)))

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # only `on_begin` begins transactions
        connection.execute(f"PRAGMA busy_timeout = {time_limit.TRANSACTION_SECONDS * 1000:.0f}")
        if make:
            _use_write_ahead_log(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        options = connection.get_execution_options()
        if options.get("wordtools_read_only"):
            raw.execute("BEGIN")
            return
        level = "NORMAL" if options.get("wordtools_unsynced") else "FULL"
        # SQLite would sleep up to 100 ms at a time, but our writers take only a few ms.
        raw.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    raw.execute(f"PRAGMA synchronous = {level}")
                    raw.execute("BEGIN IMMEDIATE")
                    return
                except raw.DatabaseError as error:
                    if "locked" not in str(error) or not time_limit.count_seconds_left():
                        raise sa.exc.DatabaseError("BEGIN", None, error) from None
                    time.sleep(0.0005)
        finally:
            raw.execute(f"PRAGMA busy_timeout = {time_limit.TRANSACTION_SECONDS * 1000:.0f}")
