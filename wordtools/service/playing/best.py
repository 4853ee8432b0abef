"""Finds the best results under a ruleset. Results are cached for a while, because many tables must
be read to find them.
"""

from __future__ import annotations

import asyncio
import time

from msgspec import structs

from wordtools.log.log import Log
from wordtools.service import seats
from wordtools.service.playing.keeper import Keeper
from wordtools.table.best import Result, list_best

_FRESH_SECONDS = 60
"""The number of seconds for which results are reused without rereading tables, unless a game has
ended."""
_HIDDEN = "–"


class BestResults:
    """The best results at the tables of a log."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._known: dict[str, tuple[float, int, list[Result]]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def list(self, ruleset: str) -> list[Result]:
        """The ten best results of people under this ruleset, best first. Raises `LogError`."""
        async with self._one_at_a_time:
            ended = self._keeper.ended
            found = self._known.get(ruleset)
            if found is None or found[1] != ended or time.monotonic() - found[0] > _FRESH_SECONDS:
                results = await self._keeper.ask(lambda: _find(self._keeper.log, ruleset))
                self._known = {ruleset: (time.monotonic(), ended, results)}
                return results
            return found[2]


def _find(log: Log, ruleset: str) -> list[Result]:
    hidden = seats.list_hidden(log)
    return [
        structs.replace(result, name=_HIDDEN) if result.table in hidden else result
        for result in list_best(log, ruleset)
    ]
