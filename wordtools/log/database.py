"""Durable databases for logs: SQLite files and PostgreSQL servers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from wordtools.log import sqlite, time_limit

metadata = sa.MetaData()
_NO_TURN = ("55P03", "25P03")
"""PostgreSQL's codes for a lock timeout and for an idle transaction's timeout."""
_LONG_SECONDS = 600
MOST_PARAMETERS = 500
"""The maximum number of parameters in one query, because databases limit this number."""
READ_ONLY = {"wordtools_read_only": True}
"""Execution options of a read-only transaction, which does not wait for the write lock."""
UNSYNCED = {"wordtools_unsynced": True}
"""Execution options of a transaction whose commit may return before it is on disk."""


def make_engine(url: str, *, make: bool = True) -> sa.Engine:
    """An engine whose commits are on disk when they return, unless they are `UNSYNCED`. The engine
    abandons transactions that exceed `time_limit`. Without `make`, an SQLite file must exist.
    Raises `ValueError` with a message for users, and SQLAlchemy's errors."""
    parsed = _parse(url)
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return sqlite.make_engine(parsed, make=make)
    if parsed.get_backend_name() == "postgresql":
        from wordtools.log import postgresql

        return postgresql.make_engine(parsed)
    raise ValueError(
        f"{parsed.drivername} is not supported; name a file, or a postgresql:// or sqlite:/// URL"
    )


@contextmanager
def taking_long(connection: sa.Connection) -> Iterator[None]:
    """Lets a transaction take minutes, which is acceptable only if nobody waits for it. Raises
    SQLAlchemy's errors."""
    with time_limit.take_time(_LONG_SECONDS):
        if connection.dialect.name == "postgresql":
            for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = '{_LONG_SECONDS}s'")
        yield


def was_left_open(url: str) -> bool:
    """True if an SQLite file was not closed, although nobody has it open. Either the process that
    used the file was killed, or the file is a copy of one in use and may be missing the newest
    records. Call this before opening the file. Raises `OSError` and SQLAlchemy's errors."""
    parsed = _parse(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return False
    return sqlite.was_left_open(parsed.database)


def find_file(url: str) -> Path | None:
    """The path of a log in an SQLite file; None for any other database and for an unreadable
    URL."""
    try:
        parsed = _parse(url)
    except (SQLAlchemyError, ValueError):
        return None
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database
    return Path(str(parsed.database)) if is_file else None


def find_risk(connection: sa.Connection) -> str | None:
    """A warning if the newest records may be lost when a server fails; otherwise None. Raises
    SQLAlchemy's errors."""
    if connection.dialect.name != "postgresql":
        return None
    from wordtools.log import postgresql

    return postgresql.find_risk(connection)


def hide_password(url: str) -> str:
    """The URL without its password, for messages."""
    if _is_path(url):
        return url
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (SQLAlchemyError, ValueError):
        return "(unreadable URL)"


def is_silence(error: BaseException) -> bool:
    """True if the database timed out. The database may still complete the request."""
    return isinstance(getattr(error, "orig", error), TimeoutError)


def has_lost_turn(error: BaseException) -> bool:
    """True if PostgreSQL denied a transaction the write lock or took the lock away. Nothing was
    recorded, so the caller may retry."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in _NO_TURN


def describe_database_error(error: BaseException) -> str:
    """The first line of the database's own message, without SQL, parameters or full stop."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0].strip().rstrip(".")


def _is_path(url: str) -> bool:
    """True if the text is a path, as in `--log open.db`. A name without a dot or slash is probably
    a typo.
    """
    is_url = "://" in url or url.startswith(("sqlite:", "postgres"))
    return not is_url and ("." in url or "/" in url)


def _parse(url: str) -> sa.URL:
    """Parses a URL, or makes the URL of the SQLite file at a path. Raises SQLAlchemy's errors."""
    return sa.URL.create("sqlite", database=url) if _is_path(url) else sa.make_url(url)
