"""Connections to PostgreSQL. They confirm a commit only when it is on disk, and never wait
indefinitely.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen
from psycopg.sql import SQL, Identifier, Literal

from wordtools.log import time_limit

T = TypeVar("T")
_CONNECT_SECONDS = 2
"""This applies to each server in the URL. libpq's minimum is 2."""
_PING_SECONDS = 1.0
_IDLE_SECONDS = 0.6
"""The idle time after which a paused process loses the write lock, so that other machines can
answer soon. A process that is merely slow reacquires the lock (`log.retry`)."""
_TURN_SECONDS = 0.5
"""The maximum time to wait for the write lock before requesting it again. This is shorter than
`_IDLE_SECONDS`, so that the other processes of a paused service stop waiting before they could
obtain the lock."""
_TURNS = 0x776F726474
"""The number of the advisory lock for writing: the bytes of "wordt"."""
_TAKE_TURN = f"""
    SELECT set_config('idle_in_transaction_session_timeout', '{_IDLE_SECONDS * 1000:.0f}ms', true),
           pg_advisory_xact_lock({_TURNS})
"""
_WAITS_FOR_NONE = """
    SELECT current_setting('synchronous_standby_names') = ''
       AND (:several OR EXISTS (SELECT FROM pg_stat_replication))
"""


class NoAnswer(psycopg.OperationalError, TimeoutError):
    """The server did not answer in time. The server may still complete the request."""


class TimeLimitedConnection(psycopg.Connection[Any]):
    """A connection that is abandoned at the end of `time_limit`, because a stopped or unreachable
    server cannot be told from a busy one.
    """

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Limits psycopg's wait for an answer. Raises `NoAnswer`. psycopg has no option for this,
        and the method is undocumented; `tests/log/test_database_away.py` checks it."""
        seconds = time_limit.count_seconds_left()
        if self.autocommit:  # SQLAlchemy's way to ping the server
            seconds = min(seconds, _PING_SECONDS)
        end = time.monotonic() + seconds
        try:
            return super().wait(gen, interval, seconds)
        except psycopg.OperationalError:
            if time.monotonic() < end:
                raise
            self.pgconn.finish()
            raise NoAnswer("the server does not answer") from None


def make_engine(url: sa.URL) -> sa.Engine:
    """Makes an engine. The server must sync, so that its commits survive a power failure."""
    if _names_several(url):
        url = url.update_query_dict({"target_session_attrs": "read-write"} | dict(url.query))
    engine = sa.create_engine(
        url,
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_timeout=time_limit.TRANSACTION_SECONDS,
        connect_args={"connect_timeout": _CONNECT_SECONDS},
    )
    # Insert several rows in one statement. psycopg would use a pipeline and end it with a request
    # to flush, after which PostgreSQL waits for the next statement without any time limit.
    engine.dialect.use_insertmanyvalues_wo_returning = True

    sa.event.listen(engine, "do_connect", _connect)
    sa.event.listen(engine, "connect", _configure)
    sa.event.listen(engine, "begin", _begin)
    return engine


def find_risk(connection: sa.Connection) -> str | None:
    """A warning if another server may take over without the newest records, because commits do not
    wait for that server; otherwise None. Raises SQLAlchemy's errors."""
    several = _names_several(connection.engine.url)
    if not connection.execute(sa.text(_WAITS_FOR_NONE), {"several": several}).scalar():
        return None
    return (
        "the database does not wait for a standby, so a server that takes over may lack the newest "
        "records, and stations would say CANNOT JUDGE; set synchronous_standby_names on the server."
    )


def _names_several(url: sa.URL) -> bool:
    """True if one of several servers takes over when another fails."""
    hosts = url.query.get("host", ())
    return not isinstance(hosts, str) and len(hosts) > 1


def _connect(
    _dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]
) -> TimeLimitedConnection:
    """Connects in another thread, because host name lookups have no timeout. Raises `NoAnswer` and
    psycopg's errors."""
    connection: Future[TimeLimitedConnection] = Future()

    def connect() -> None:
        try:
            connection.set_result(TimeLimitedConnection.connect(*arguments, **options))
        except BaseException as error:
            connection.set_exception(error)

    seconds = time_limit.count_seconds_left()
    if not seconds:
        raise NoAnswer("the server does not answer")
    threading.Thread(target=connect, name="connect", daemon=True).start()
    try:
        return connection.result(seconds)
    except (TimeoutError, psycopg.errors.ConnectionTimeout):
        connection.add_done_callback(_close_late)
        raise NoAnswer("the server does not answer") from None


def _close_late(connection: Future[TimeLimitedConnection]) -> None:
    if connection.exception() is None:
        connection.result().close()


def _begin(connection: sa.Connection) -> None:
    options = connection.get_execution_options()
    if options.get("wordtools_unsynced"):
        connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
    if not options.get("wordtools_read_only"):
        connection.exec_driver_sql(_TAKE_TURN)


def _configure(connection: psycopg.Connection[Any], _: object) -> None:
    """Sets the server's own time limits. Without these, our write lock would outlive this process
    if the server did not notice that the process had ended.
    """
    seconds = time_limit.TRANSACTION_SECONDS
    settings = {
        "synchronous_commit": "on",
        "lock_timeout": f"{_TURN_SECONDS * 1000:.0f}ms",
        "statement_timeout": f"{seconds * 1000:.0f}ms",
        "idle_in_transaction_session_timeout": f"{seconds * 1000:.0f}ms",
        "tcp_keepalives_idle": "30",
        "tcp_keepalives_interval": "10",
        "tcp_keepalives_count": "3",
    }
    with connection.cursor() as cursor:
        for name, value in settings.items():
            cursor.execute(SQL("SET {} = {}").format(Identifier(name), Literal(value)))
        fsync = cursor.execute("SHOW fsync").fetchone()
    connection.commit()
    if fsync != ("on",):
        raise psycopg.OperationalError(
            "the server runs with fsync = off and may lose commits; set fsync = on"
        )
