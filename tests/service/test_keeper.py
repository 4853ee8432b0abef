"""Tables continue by themselves when a service restarts. The tests turn its clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.service.tables import write_lexicon
from tests.table.tables import list_plays
from tests.waiting import PATIENCE
from wordtools.game.events import Passed, Timed
from wordtools.log.log import Log
from wordtools.service import seats
from wordtools.service.config import LexiconOffer
from wordtools.service.playing.editions import Editions
from wordtools.service.playing.keeper import Keeper
from wordtools.service.playing.making import open_table
from wordtools.service.seats import Place
from wordtools.table.events import Interrupted, Seat, Stood
from wordtools.table.host import TableHost
from wordtools.table.table import Command

KEY = bytes(range(32))
PEOPLE = [Seat("Ana", "elsewhere"), Seat("Bia", "elsewhere")]
WITH_COMPUTER = [Seat("Ana", "elsewhere"), Seat("computer", "computer", "1")]
NO_CLOCK: dict[str, Any] = {"clock": {"game": None}}
DAY = 86_400


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be turned."""

    turned = 0.0

    def time(self) -> float:
        return super().time() + self.turned

    @property
    def now(self) -> float:
        """The moment, in seconds since 1970, of everything that happens before the clock is
        turned."""
        return 2e9 + self.turned


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loop]:
    """An event loop whose time is also the time of the process."""
    loop = Loop()
    monkeypatch.setattr("time.time", lambda: loop.now)
    yield loop
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()


class Hall:
    """Tables in a log, and the keepers that hold them one after another."""

    def __init__(self, folder: Path, loop: Loop) -> None:
        self.loop = loop
        self.log = Log(str(folder / "rulings.db"))
        path = write_lexicon(folder, "scrabble-en-us")
        self.editions = Editions([LexiconOffer("en-US", str(path), None)], None)

    def open(self, sitters: list[Seat], changes: dict[str, Any], **options: Any) -> TableHost:
        """A table at which the last seat begins, left behind by a killed service."""
        options = {"changes": changes, "starts": (1, 0), **options}
        keeper = Keeper(self.log, lambda: KEY, self.editions)
        table = open_table(keeper, "scrabble-en-us", "", sitters, options)
        seats.add_table(self.log, table, "", "", {}, practice=False)
        words = self.editions.open("en-US")
        host = TableHost.resume(self.log, KEY, words, table, self.loop.now)
        for seat in sitters:
            if seat.kind != "computer":
                host.do(Command(seat.name, "join", f"nonce of {seat.name}"), self.loop.now)
        host.do(Command("Ana", "begin"), self.loop.now)
        return host

    @contextmanager
    def keep(self) -> Iterator[Keeper]:
        """A keeper, until its service stops."""
        keeper = Keeper(self.log, lambda: KEY, self.editions)
        keeper.start()
        yield keeper
        keeper.stop()
        keeper.close()

    async def await_event(self, keeper: Keeper, table: str, kind: type) -> Any:
        """The event of this kind at a table in memory, once it has happened."""
        kept = keeper.peek(table)
        assert kept is not None
        async with asyncio.timeout(PATIENCE):
            async for _ in keeper.listen(kept, Place(1), ""):
                for one in kept.host.happened:
                    if isinstance(one.event, kind):
                        return one
        raise AssertionError(kind)


@pytest.fixture
def hall(tmp_path: Path, loop: Loop) -> Iterator[Hall]:
    hall = Hall(tmp_path, loop)
    yield hall
    hall.log.close()


async def take_up(keeper: Keeper) -> None:
    """Waits until the keeper has loaded the tables with which it starts."""
    await asyncio.gather(*keeper.tasks)


def test_only_tables_that_go_on_by_themselves_are_taken_up(loop: Loop, hall: Hall) -> None:
    idle = hall.open(PEOPLE, NO_CLOCK)
    adjourned = hall.open(PEOPLE, {})
    ended = hall.open(PEOPLE, {})
    for name in ("Ana", "Bia"):
        adjourned.do(Command(name, "adjourn"), loop.now)
    ended.do(Command("Ana", "resign"), loop.now)
    live = [
        hall.open(PEOPLE, {}),
        hall.open(PEOPLE, {"clock": {"game": None, "move": 60}}),
        hall.open(WITH_COMPUTER, NO_CLOCK),
    ]
    expected = {host.table.opened.table for host in live}
    assert {*seats.list_live(hall.log)} == expected

    async def restart() -> None:
        with hall.keep() as keeper:
            await take_up(keeper)
            assert {id for id in expected if keeper.peek(id)} == expected
            for host in (idle, adjourned, ended):
                assert keeper.peek(host.table.opened.table) is None

    loop.run_until_complete(restart())


def test_clocks_run_out_though_nobody_asks(loop: Loop, hall: Hall) -> None:
    """The day for which the service was stopped does not count."""
    host = hall.open(PEOPLE, {"clock": {"game": None, "move": 600}})
    table = host.table.opened.table
    loop.turned += DAY

    async def restart() -> None:
        with hall.keep() as keeper:
            await take_up(keeper)
            kept = keeper.peek(table)
            assert kept is not None
            assert isinstance(kept.host.happened[-1].event, Interrupted)
            loop.turned += 601
            passed = await hall.await_event(keeper, table, Passed)
            assert passed.event.timed_out
            assert kept.host.table.game.turn == "Ana"

    loop.run_until_complete(restart())


def test_a_window_for_challenges_closes_though_nobody_asks(loop: Loop, hall: Hall) -> None:
    changes = {"challenge": {"window": 20}, **NO_CLOCK}
    host = hall.open(PEOPLE, changes)
    play = list_plays(host.table, host.lexicon)[0]
    table = host.table.opened.table
    assert seats.list_live(hall.log) == []
    host.do(Command("Bia", "play", play), loop.now)
    assert seats.list_live(hall.log) == [table]

    async def restart() -> None:
        with hall.keep() as keeper:
            await take_up(keeper)
            loop.turned += 21
            await hall.await_event(keeper, table, Stood)

    loop.run_until_complete(restart())
    assert seats.list_live(hall.log) == []


def test_a_computer_moves_though_nobody_asks(loop: Loop, hall: Hall) -> None:
    host = hall.open(WITH_COMPUTER, NO_CLOCK)
    table = host.table.opened.table

    async def restart() -> None:
        with hall.keep() as keeper:
            await take_up(keeper)
            kept = keeper.peek(table)
            assert kept is not None
            async with asyncio.timeout(PATIENCE):
                async for _ in keeper.listen(kept, Place(1), ""):
                    if kept.host.table.game.turn == "Ana":
                        return

    loop.run_until_complete(restart())
    assert seats.list_live(hall.log) == []


def test_a_service_that_is_stopped_records_the_clocks(loop: Loop, hall: Hall) -> None:
    """A player who thinks during the restart does not get the time back."""
    host = hall.open(PEOPLE, {})
    table = host.table.opened.table

    async def serve() -> None:
        with hall.keep() as keeper:
            await take_up(keeper)
            loop.turned += 300

    loop.run_until_complete(serve())
    loop.turned += DAY
    again = TableHost.resume(hall.log, KEY, host.lexicon, table, loop.now)
    timed = next(one.event for one in again.happened if isinstance(one.event, Timed))
    assert timed.player == "Bia"
    assert timed.used >= 300
    assert timed.used == again.table.game.used["Bia"] < DAY
