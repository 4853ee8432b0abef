"""The last status that each station reported, in a table beside the log. It has no word of what is
typed.

Stations ask for news every other second. Each worker process collects what they say meanwhile, and
writes it once a second for all of them.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Literal

import msgspec
import sqlalchemy as sa

from wordtools.log import database
from wordtools.log.log import Log, LogError, retry
from wordtools.service.asking import ask_log

Screen = Literal["", "count", "entry", "confirm", "verdict", "cannot"]
_PAUSE_SECONDS = 1.0

_presence = sa.Table(
    "service_presence",
    database.metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("screen", sa.Text, nullable=False),
    sa.Column("battery", sa.Integer),
)


class Presence(msgspec.Struct, frozen=True):
    """When a station last asked for news, in seconds since 1970, and what it said: the version of
    its page, what is on its screen, per cent of its battery."""

    seen: float
    version: str
    screen: Screen
    battery: int | None


class Attendance:
    """The stations of one worker process."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._news: dict[str, Presence] = {}
        self._writing: asyncio.Task[None] | None = None

    def note(self, station: str, version: str, screen: Screen, battery: int | None) -> None:
        """Takes down what a station says."""
        self._news[station] = Presence(time.time(), version, screen, battery)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        """Writes what comes in, until nothing does. What the database does not take is lost:
        stations say it again."""
        while self._news:
            await asyncio.sleep(_PAUSE_SECONDS)
            news, self._news = self._news, {}
            with suppress(LogError):
                await ask_log(_write, self._log, news)


def read_presence(log: Log) -> dict[str, Presence]:
    """What each station last said, by name. Raises `LogError`."""
    with log.reading() as connection:
        rows = connection.execute(sa.select(_presence)).all()
    return {row.name: Presence(row.seen, row.version, row.screen, row.battery) for row in rows}


def forget_presence(connection: sa.Connection, station: str) -> None:
    """Forgets a station: one that gets its name later has not been seen yet."""
    connection.execute(sa.delete(_presence).where(_presence.c.name == station))


@retry
def _write(log: Log, news: dict[str, Presence]) -> None:
    rows = [{"name": name, **msgspec.structs.asdict(each)} for name, each in news.items()]
    with log.writing_unsynced() as connection:
        gone = sa.delete(_presence).where(_presence.c.name == sa.bindparam("station"))
        connection.execute(gone, [{"station": name} for name in news])
        connection.execute(sa.insert(_presence), rows)
