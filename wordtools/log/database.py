"""The databases that a log can be kept in, made durable: SQLite files and PostgreSQL servers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from wordtools.log import sqlite, time_limit

metadata = sa.MetaData()
_NO_TURN = ("55P03", "25P03")
"""PostgreSQL's codes for a lock that is not to be had in time, and for a transaction that was
idle for too long."""
_LONG_SECONDS = 600
MOST_PARAMETERS = 500
"""How many parameters a query may have: databases set limits to them."""
READ_ONLY = {"wordtools_read_only": True}
"""Execution options of a transaction that does not write, and so need not wait for its turn."""
UNSYNCED = {"wordtools_unsynced": True}
"""Execution options of a transaction that returns before it is on disk."""


def make_engine(url: str, *, make: bool = True) -> sa.Engine:
    """An engine whose commits are on disk when they return, unless they are `UNSYNCED`, and that
    gives up what takes longer than `time_limit` says. Without `make`, an SQLite file must exist.
    Raises what SQLAlchemy raises, and `ValueError` with a sentence."""
    parsed = _parse(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return sqlite.make_engine(parsed, make=make)
    if parsed.get_backend_name() == "postgresql":
        from wordtools.log import postgresql

        return postgresql.make_engine(parsed)
    raise ValueError("a log is kept in sqlite or postgresql")


@contextmanager
def taking_long(connection: sa.Connection) -> Iterator[None]:
    """What a transaction does in here may take minutes: no station waits for it. Raises what
    SQLAlchemy raises."""
    with time_limit.take_time(_LONG_SECONDS):
        if connection.dialect.name == "postgresql":
            for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = '{_LONG_SECONDS}s'")
        yield


def was_left_open(url: str) -> bool:
    """True for an SQLite file that nobody has open now, but that was never closed: a copy made
    while it was in use, which may miss the newest records, or what a killed process left. Ask
    before it is opened. Raises `OSError` and what SQLAlchemy raises."""
    parsed = _parse(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return False
    return sqlite.was_left_open(parsed.database)


def copy(engine: sa.Engine, path: Path) -> None:
    """Copies an SQLite file as it is at one moment, however many write to it. Raises `ValueError`
    for other databases, `OSError`, and what SQLAlchemy and sqlite3 raise."""
    if engine.dialect.name != "sqlite":
        raise ValueError("only a log in SQLite is copied like this; use pg_dump")
    sqlite.copy(engine, path)


def find_risk(connection: sa.Connection) -> str | None:
    """A sentence when a server that fails may take the newest records with it. Raises what
    SQLAlchemy raises."""
    if connection.dialect.name != "postgresql":
        return None
    from wordtools.log import postgresql

    return postgresql.find_risk(connection)


def hide_password(url: str) -> str:
    """The URL as it may be shown."""
    if _is_path(url):
        return url
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        return "(unreadable URL)"


def is_silence(error: BaseException) -> bool:
    """Whether the database did not answer in time: it may still do what it was asked to do."""
    return isinstance(getattr(error, "orig", error), TimeoutError)


def has_lost_turn(error: BaseException) -> bool:
    """Whether PostgreSQL gave a transaction no turn to write, or took it: nothing of it is
    recorded, and another may have a turn."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in _NO_TURN


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
