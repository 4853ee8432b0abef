"""Reserves the tables of a log for one service. If two services shared tables, each would see the
other's moves only after a delay, and would set back the clocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from wordtools.errors import WordtoolsError
from wordtools.locks import hold_file
from wordtools.log import database
from wordtools.log.time_limit import limit_time

_NUMBER = 0x7461626C6573
"""The number of PostgreSQL's advisory lock: the bytes of "tables"."""


@contextmanager
def hold_tables(url: str) -> Iterator[None]:
    """Reserves the tables of an existing log until the block or this process ends. Raises
    `WordtoolsError` if another process has reserved the tables, or if the database fails."""
    path = database.find_file(url)
    with _lock_in_database(url) if path is None else _lock_beside(path) as is_ours:
        if not is_ours:
            raise WordtoolsError(
                f"another service uses the tables of {database.hide_password(url)}; stop it, "
                "or name another log with --log"
            )
        yield


@contextmanager
def _lock_beside(log: Path) -> Iterator[bool]:
    with ExitStack() as stack:
        try:
            is_ours = stack.enter_context(hold_file(log.with_name(f".{log.name}.tables")))
        except OSError as error:
            raise WordtoolsError(f"{error.filename}: {error.strerror}") from None
        yield is_ours


@contextmanager
def _lock_in_database(url: str) -> Iterator[bool]:
    """The lock is held as long as its connection is open."""
    engine = database.make_engine(url)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            with limit_time():
                query = f"SELECT pg_try_advisory_lock({_NUMBER})"
                is_ours = bool(connection.exec_driver_sql(query).scalar())
            yield is_ours
    except SQLAlchemyError as error:
        sentence = database.describe_database_error(error)
        raise WordtoolsError(f"the log cannot be opened: {sentence}") from None
    finally:
        engine.dispose()
