"""Archives tables that are over, and closes those that are no longer used."""

from __future__ import annotations

import datetime
import time
from contextlib import suppress

from wordtools.errors import WordtoolsError
from wordtools.judge.settings import Settings
from wordtools.service import seats
from wordtools.service.playing.keeper import Keeper

_DAY = 86_400
BETWEEN_SECONDS = 3600
"""The minimum time between two checks of all tables."""


class Tidier:
    """Tidies the tables of a keeper from time to time."""

    def __init__(self, keeper: Keeper, settings: Settings) -> None:
        self._keeper = keeper
        self._settings = settings
        self._last = -float("inf")

    async def tidy(self) -> None:
        """Checks all tables, unless they were checked recently. Leaves tables for which this fails
        until the next check."""
        if time.monotonic() - self._last < BETWEEN_SECONDS:
            return
        self._last = time.monotonic()
        with suppress(WordtoolsError):
            await self._close_idle()
            await self._archive_ended()

    async def _close_idle(self) -> None:
        days = self._settings.idle_days
        moment = datetime.datetime.fromtimestamp(time.time() - days * _DAY, datetime.UTC)
        before = moment.isoformat(timespec="milliseconds")
        for table in await self._keeper.ask(lambda: seats.find_silent(self._keeper.log, before)):
            kept = await self._keeper.find(table)
            if kept is not None:
                await self._keeper.discard(kept, f"Nothing happened here for {days:g} days")

    async def _archive_ended(self) -> None:
        before = time.time() - self._settings.archive_days * _DAY
        for table in await self._keeper.ask(lambda: seats.find_ended(self._keeper.log, before)):
            await self._keeper.archive(table)
