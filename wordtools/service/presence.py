"""Stores, in a table of the log's database, the last status that each station reported. A status
never contains typed text.

Stations poll every two seconds and report their status. Each worker process collects the reports
and writes them once a second.
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
    """A station's status: the time of its last report (seconds since 1970), the version of its
    page, its screen, and its battery charge in per cent."""

    seen: float
    version: str
    screen: Screen
    battery: int | None


class Attendance:
    """The reports of stations to one worker process."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._news: dict[str, Presence] = {}
        self._writing: asyncio.Task[None] | None = None

    def note(self, station: str, version: str, screen: Screen, battery: int | None) -> None:
        """Accepts a station's report, which is written soon afterwards."""
        self._news[station] = Presence(time.time(), version, screen, battery)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        """Writes reports until there are no more. Reports that cannot be written are dropped,
        because stations repeat them.
        """
        while self._news:
            await asyncio.sleep(_PAUSE_SECONDS)
            news, self._news = self._news, {}
            with suppress(LogError):
                await ask_log(_write, self._log, news)


def read_presence(log: Log) -> dict[str, Presence]:
    """The status of each station, keyed by the station's name. Raises `LogError`."""
    rows = log.select(sa.select(_presence))
    return {row.name: Presence(row.seen, row.version, row.screen, row.battery) for row in rows}


def forget_presence(connection: sa.Connection, station: str) -> None:
    """Deletes a station's status before its name is reused."""
    connection.execute(sa.delete(_presence).where(_presence.c.name == station))


@retry
def _write(log: Log, news: dict[str, Presence]) -> None:
    rows = [{"name": name, **msgspec.structs.asdict(status)} for name, status in news.items()]
    with log.writing_unsynced() as connection:
        connection.execute(sa.delete(_presence).where(_presence.c.name.in_(list(news))))
        connection.execute(sa.insert(_presence), rows)
