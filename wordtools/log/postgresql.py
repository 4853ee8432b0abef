"""Connections to PostgreSQL that confirm only what is on disk, and never wait for ever."""

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
"""For each server of a URL that names several; libpq takes no less."""
_PING_SECONDS = 1.0
_IDLE_SECONDS = 0.6
"""A process that is paused while it has its turn to write loses it, so that those on other machines
soon answer. One that was only slow takes another turn (`log.retry`)."""
_TURN_SECONDS = 0.5
"""How long to wait for a turn before asking for another. Less than `_IDLE_SECONDS`: of a service
that is paused only one process can have a turn, because the others that wait have given up by
then."""
_TURNS = 0x776F726474
"""The number of the lock that writers take: "wordt"."""
_TAKE_TURN = f"""
    SELECT set_config('idle_in_transaction_session_timeout', '{_IDLE_SECONDS * 1000:.0f}ms', true),
           pg_advisory_xact_lock({_TURNS})
"""
_WAITS_FOR_NONE = """
    SELECT current_setting('synchronous_standby_names') = ''
       AND (:several OR EXISTS (SELECT FROM pg_stat_replication))
"""


class NoAnswer(psycopg.OperationalError, TimeoutError):
    """The server did not answer in time. It may still do what it was asked to do."""


class TimeLimitedConnection(psycopg.Connection[Any]):
    """A connection that is given up when the time of `time_limit` is over: a server that is
    stopped, or behind a network that is cut, looks like one that is busy."""

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """What psycopg does to get an answer. Raises `NoAnswer`. psycopg has no option for it, and
        does not document the method: tried with 3.3.9, and with every version in
        `tests/log/test_database_away.py`."""
        seconds = time_limit.count_seconds_left()
        if self.autocommit:  # SQLAlchemy asks so whether the server is still there
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
    """An engine for a server that syncs: what it confirms survives a power failure."""
    if _names_several(url):
        url = url.update_query_dict({"target_session_attrs": "read-write"} | dict(url.query))
    engine = sa.create_engine(
        url,
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_timeout=time_limit.TRANSACTION_SECONDS,
        connect_args={"connect_timeout": _CONNECT_SECONDS},
    )

    @sa.event.listens_for(engine, "do_connect")
    def do_connect(
        _dialect: object, _record: object, arguments: list[Any], options: dict[str, Any]
    ) -> TimeLimitedConnection:
        return _connect(arguments, options)

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: psycopg.Connection[Any], _: object) -> None:
        _configure(connection)

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        if options.get("wordtools_unsynced"):
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
        if not options.get("wordtools_read_only"):
            connection.exec_driver_sql(_TAKE_TURN)

    return engine


def find_risk(connection: sa.Connection) -> str | None:
    """A sentence when another server may take over without the newest records: there is one, and
    what is confirmed does not wait for it. Raises what SQLAlchemy raises."""
    several = _names_several(connection.engine.url)
    if not connection.execute(sa.text(_WAITS_FOR_NONE), {"several": several}).scalar():
        return None
    return (
        "the database waits for no standby: a server that takes over may lack the newest records, "
        "and then stations say CANNOT JUDGE; set synchronous_standby_names on the server."
    )


def _names_several(url: sa.URL) -> bool:
    """Whether one of several servers takes over when another fails."""
    hosts = url.query.get("host", ())
    return not isinstance(hosts, str) and len(hosts) > 1


def _connect(arguments: list[Any], options: dict[str, Any]) -> TimeLimitedConnection:
    """A new connection. It is made in another thread, because nothing limits how long it takes to
    look up a name. Raises `NoAnswer`, and what psycopg raises."""
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


def _configure(connection: psycopg.Connection[Any]) -> None:
    """The server gives up what it does for us when we have, or our turn to write would outlive us
    where nobody tells the server that we are gone."""
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
            "the server runs with fsync = off, so what it confirms may be lost"
        )
