"""The tables of a service, as the functions behind their routes use them.

These functions are in the modules that `routes` names, and are independent of HTTP. They take a
`Tables` and plain values, and return one of the types in `answers`. The first line of a function's
docstring is its summary in the API's description. They raise `ApiError` for a faulty request or a
refused command, and `CannotJudge` if the lexicon or the log is unusable.
"""

from __future__ import annotations

import asyncio
import datetime
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from msgspec import structs

from wordtools.errors import WordtoolsError
from wordtools.folders import choose_table_key
from wordtools.log.log import Log
from wordtools.messages import Messages
from wordtools.messages.refusal import CannotJudge
from wordtools.service import access, seats
from wordtools.service.core import Core, DoorHandlers
from wordtools.service.errors import ApiError
from wordtools.service.limits import RateLimiter
from wordtools.service.playing.editions import Editions
from wordtools.service.playing.keeper import Keeper, KeptTable
from wordtools.service.seats import Place
from wordtools.service.tokens import hash_token
from wordtools.service.values import Visitor
from wordtools.table.best import Result, list_best
from wordtools.table.refusals import name_rule
from wordtools.table.sealing import read_key
from wordtools.table.table import Command

T = TypeVar("T")
_ID = re.compile(r"[0-9a-f]{8,32}")
_HEALTH_SECONDS = 1.0
"""The number of seconds for which the result of a health check is reused."""
_FRESH_SECONDS = 60
"""The number of seconds for which the best results are reused without rereading tables, unless a
game has ended."""
BETWEEN_SECONDS = 3600
"""The minimum time between two checks of all tables."""
_DAY = 86_400


class Tables(DoorHandlers):
    """The tables, and the rules about who may do what with them. `making`: the lock held while a
    table is made, so that nobody makes more tables than allowed.
    """

    def __init__(self, core: Core) -> None:
        self.settings = core.config.settings
        self.root_path = core.config.root_path
        self.keeper = Keeper(core.log, _read_key, Editions(core.config.offers, core.config.trust))
        self.making = asyncio.Lock()
        self._finding = asyncio.Lock()
        self._best: dict[str, tuple[float, int, list[Result]]] = {}
        self._tidied = -float("inf")
        self._rates = RateLimiter(self.settings.station_rate, self.settings.station_burst)
        self._checked = (0.0, True)

    async def is_able(self) -> bool:
        """True if events of tables can be recorded."""
        moment, is_able = self._checked
        if time.monotonic() - moment > _HEALTH_SECONDS:
            try:
                await self.keeper.ask(lambda: _check(self.keeper))
                is_able = True
            except (WordtoolsError, OSError):
                is_able = False
            self._checked = (time.monotonic(), is_able)
        return is_able

    def start(self) -> None:
        """Resumes games that continue by themselves."""
        self.keeper.start()

    def stop(self) -> None:
        """Ends the streams, so that clients reconnect to the next process."""
        self.keeper.stop()

    def close(self) -> None:
        """Ends threads and timers."""
        self.keeper.close()

    def may_make(self, visitor: Visitor) -> bool:
        """True if the settings let this visitor make tables."""
        allowed = self.settings.make_tables
        if visitor.is_host or allowed == "anyone":
            return True
        return allowed == "this machine" and visitor.is_local

    def count(self, client: str) -> None:
        """Counts a request. Raises `ApiError` if the client sends too many requests."""
        if wait := self._rates.count_request(client):
            raise ApiError(
                "too-many",
                "Too many requests; wait",
                headers={"Retry-After": str(max(1, round(wait)))},
                rule="too-many-requests",
            )

    async def find(self, table: str) -> KeptTable | None:
        """The table with this id; None if there is none. Raises `ApiError` if the table is
        unreadable."""
        if not _ID.fullmatch(table):
            return None
        try:
            return await self.keeper.find(table)
        except WordtoolsError as error:
            raise refuse(error) from None

    async def get(self, table: str) -> KeptTable:
        """The table with this id. Raises `ApiError`."""
        kept = await self.find(table)
        if kept is None:
            raise not_found()
        return kept

    async def enter(self, table: str, visitor: Visitor) -> tuple[KeptTable, Place]:
        """Returns the table and the visitor's seat there. Raises `ApiError` if the visitor has no
        seat."""
        hash = hash_token(visitor.token)
        known = self.keeper.peek(table)
        is_known = known is not None and hash in known.row.seats
        self.count(hash if is_known else visitor.address)  # a new token does not raise the limit
        kept = await self.get(table)
        place = kept.row.seats.get(hash)
        if place is None:
            raise not_found()
        return kept, place

    async def own(self, table: str, visitor: Visitor) -> KeptTable:
        """The table. Raises `ApiError` unless the visitor owns the table or is the host."""
        self.count(visitor.address)
        kept = await self.get(table)
        if not (visitor.is_host or hash_token(visitor.token) == kept.row.owner):
            raise not_found()
        return kept

    async def visit(self, table: str, visitor: Visitor) -> KeptTable:
        """The table. Raises `ApiError` unless the visitor has a seat there, owns it or is the
        host."""
        self.count(visitor.address)
        kept = await self.get(table)
        hash = hash_token(visitor.token)
        if not (visitor.is_host or hash == kept.row.owner or hash in kept.row.seats):
            raise not_found()
        return kept

    async def list_best(self, ruleset: str) -> list[Result]:
        """The ten best results that people have achieved under this ruleset, best first. Raises
        `LogError`."""
        async with self._finding:
            ended = self.keeper.ended
            found = self._best.get(ruleset)
            if found is None or found[1] != ended or time.monotonic() - found[0] > _FRESH_SECONDS:
                results = await self.keeper.ask(lambda: _find_best(self.keeper.log, ruleset))
                found = time.monotonic(), ended, results
                self._best = {ruleset: found}
            return found[2]

    async def tidy(self) -> None:
        """Archives tables that are over, and closes those that are no longer used, unless this was
        done recently. A table for which this fails is left for the next time."""
        if time.monotonic() - self._tidied < BETWEEN_SECONDS:
            return
        self._tidied = time.monotonic()
        with suppress(WordtoolsError):
            await self._close_idle()
            before = time.time() - self.settings.archive_days * _DAY
            for table in await self.keeper.ask(lambda: seats.find_ended(self.keeper.log, before)):
                await self.keeper.archive(table)

    async def _close_idle(self) -> None:
        days = self.settings.idle_days
        moment = datetime.datetime.fromtimestamp(time.time() - days * _DAY, datetime.UTC)
        before = moment.isoformat(timespec="milliseconds")
        for table in await self.keeper.ask(lambda: seats.find_silent(self.keeper.log, before)):
            kept = await self.keeper.find(table)
            if kept is not None:
                await self.keeper.discard(kept, f"Nothing happened here for {days:g} days")

    def name_edition(self, kept: KeptTable, language: str) -> str:
        """The name of the list with which a table plays, in this language."""
        return self.keeper.editions.name(kept.host.table.opened.edition, Messages(language))

    async def do(self, kept: KeptTable, make: Callable[[], Command], id: str = "") -> None:
        """Carries out a command, as `Keeper.do` does, but raises `ApiError` for a refusal."""
        await await_answer(self.keeper.do(kept, make, id))

    async def attempt(self, ask: Callable[[], T]) -> T:
        """Calls a function in a thread and returns its result. Raises `ApiError` for a refusal."""
        return await await_answer(self.keeper.ask(ask))


async def await_answer(doing: Awaitable[T]) -> T:
    """Returns the result of a call, and raises a refusal as `ApiError`."""
    try:
        return await doing
    except WordtoolsError as error:
        raise refuse(error) from None


def refuse(error: WordtoolsError) -> ApiError:
    """The error of a client whose command is refused."""
    if isinstance(error, CannotJudge):
        return ApiError.of(error, rule=name_rule(error))
    return ApiError("refused", str(error), rule=name_rule(error))


def not_found() -> ApiError:
    """The error for a table that does not exist or that the client may not know of."""
    message = "There is no such table, or this key does not open it"
    return ApiError("not-found", message, rule="no-table")


def _read_key() -> bytes:
    return read_key(choose_table_key())


def _check(keeper: Keeper) -> None:
    _ = keeper.key
    with keeper.log.writing() as writer:
        access.write_check(writer.connection)


def _find_best(log: Log, ruleset: str) -> list[Result]:
    hidden = seats.list_hidden(log)
    return [
        structs.replace(result, name="–") if result.table in hidden else result
        for result in list_best(log, ruleset)
    ]
