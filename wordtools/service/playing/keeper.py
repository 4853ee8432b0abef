"""The tables in use, in the memory of the one process that plays them.

A table is read from the log when a client asks for it. Once other tables need the memory, the table
is dropped, unless somebody listens to it or a change is due at a known time. Commands to a table
are carried out one at a time. Each is on disk before anybody learns of it. After a command, each
listener gets the state that the listener's seat may see. A timer is set for the next time at which
the table changes without a command. Finally, the computers at the table may act.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

import msgspec

from wordtools.errors import WordtoolsError
from wordtools.log.log import Log, LogError
from wordtools.log.record import now
from wordtools.players.at_table import ComputerSeat
from wordtools.service import seats, streams
from wordtools.service.errors import ApiError
from wordtools.service.middleware import describe_fault, write_log_line
from wordtools.service.playing.editions import Editions
from wordtools.service.playing.view import State, describe_state
from wordtools.service.seats import Place, Stage, TableRow
from wordtools.service.streams import write_event
from wordtools.table import draws
from wordtools.table.clock import find_next_due, is_timed
from wordtools.table.events import show
from wordtools.table.host import TableHost, open_record, read_table
from wordtools.table.table import Command
from wordtools.table.view import find_phase, view

T = TypeVar("T")
MOST_IN_MEMORY = 300
"""Beyond this number, tables that nobody uses are forgotten."""
MOST_STREAMS = 2000
"""The maximum total number of streams, across all tables. The remaining connections serve
everything else.
"""
MOST_STREAMS_OF_SEAT = 4
_THREADS = 8
_THINKERS = 2
"""The maximum number of computers that think at the same time."""
_LATEST_RETRY = 5.0
"""The number of seconds after which a computer's command, or a change that was due, is retried if
the log refused it."""


class Listener:
    """A stream of a seat's states. The listener keeps only the latest unsent state, and the
    `number` of the latest state that it received.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.number = -1
        self.is_closed = False
        self._is_ended = False
        self._latest: bytes | None = None
        self._news = asyncio.Event()

    def tell(self, state: State) -> None:
        """Sends a state, which replaces any earlier state that has not been sent yet. Does nothing
        if nothing that the seat may know has changed, because the seat must not notice that
        something secret has happened."""
        if state.number != self.number:
            self.number = state.number
            self._latest = write_event("state", msgspec.json.encode(state), state.number)
            self._news.set()

    def end(self) -> None:
        """Ends the stream, after which the client reconnects."""
        self._is_ended = True
        self._news.set()

    def close(self) -> None:
        """Ends the stream for good."""
        self.is_closed = True
        self._news.set()

    async def listen(self) -> AsyncGenerator[bytes, None]:
        """The events, with heartbeats between them."""
        while True:
            try:
                async with asyncio.timeout(streams.HEARTBEAT_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                yield streams.HEARTBEAT
                continue
            self._news.clear()
            if self._is_ended:
                return
            event, self._latest = self._latest, None
            if event is not None:
                yield event
            if self.is_closed:
                yield write_event("closed", b"{}")
                return


class KeptTable:
    """A table in memory. `turns` is the lock that makes its commands wait for one another."""

    def __init__(
        self, host: TableHost, row: TableRow, computers: Mapping[str, ComputerSeat]
    ) -> None:
        self.host = host
        self.row = row
        self.computers = computers
        self.turns = asyncio.Lock()
        self.listeners: list[Listener] = []
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self._counted = 0
        self._numbers: dict[str, int] = {}

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.host.table.opened.table

    @property
    def is_in_use(self) -> bool:
        """True while a client listens, or a change is due at a known time."""
        is_thinking = self.thinking is not None and not self.thinking.done()
        is_awaited = self.timer is not None and is_timed(self.host.table)
        return bool(self.listeners or is_awaited or is_thinking or self.turns.locked())

    def name_seat(self, place: Place) -> str:
        """The name of a seat."""
        return self.host.table.opened.seats[place.seat - 1].name

    def name_member(self, place: Place) -> str:
        """The name of a team's member at this place; "" without a team."""
        seat = self.host.table.opened.seats[place.seat - 1]
        return seat.members[place.member - 1] if place.member else ""

    def describe(self, place: Place) -> State:
        """The state as a seat may see it now."""
        name = self.name_seat(place)
        changes = self._count(name)
        return describe_state(self.host, name, place, changes, self.row, time.time())

    def _count(self, seat: str) -> int:
        """Counts the changes that a seat may know of: events, and changes outside the log."""
        happened = self.host.happened
        for one in happened[self._counted :]:
            for name in self.host.table.opened.names:
                self._numbers[name] = self._numbers.get(name, 0) + (show(one, name) is not None)
        self._counted = len(happened)
        return self._numbers.get(seat, 0) + self.row.notices


class Keeper:
    """All tables of a service, in one process."""

    def __init__(self, log: Log, key: Callable[[], bytes], editions: Editions) -> None:
        self.log = log
        self.editions = editions
        self._read_key = key
        self._key: bytes | None = None
        self._tables: dict[str, KeptTable] = {}
        self._reading: dict[str, asyncio.Task[KeptTable | None]] = {}
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="tables")
        self._thinkers = ThreadPoolExecutor(_THINKERS, thread_name_prefix="computers")
        self._streams = 0
        self.ended = 0
        """The games that have ended since the start."""
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def key(self) -> bytes:
        """The host's key to the secrets of tables. Raises `WordtoolsError` and `OSError`."""
        if self._key is None:
            self._key = self._read_key()
        return self._key

    def start(self) -> None:
        """Resumes the previous service's tables that continue by themselves."""
        self._start(self._take_up())

    async def _take_up(self) -> None:
        while True:
            try:
                tables = await self.ask(lambda: seats.list_live(self.log))
                break
            except LogError:
                await asyncio.sleep(_LATEST_RETRY)
        for table in tables:
            with suppress(WordtoolsError):  # people who open the table are informed
                await self.find(table)

    def stop(self) -> None:
        """Ends all streams."""
        for table in self._tables.values():
            for listener in table.listeners:
                listener.end()

    def close(self) -> None:
        """Ends threads and timers, and records the running clocks."""
        for table in self._tables.values():
            if table.timer is not None:
                table.timer.cancel()
            with suppress(WordtoolsError):
                table.host.read_clock(time.time())
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    async def ask(self, ask: Callable[[], T]) -> T:
        """Calls a function in one of the threads for tables, and returns its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)

    def peek(self, table: str) -> KeptTable | None:
        """The table with this id, if it is in memory."""
        return self._tables.get(table)

    async def find(self, table: str) -> KeptTable | None:
        """The table with this id; None if there is none. Raises `WordtoolsError`."""
        kept = self._tables.pop(table, None)
        if kept is not None:
            self._tables[table] = kept  # the most recently used is last
            return kept
        reading = self._reading.get(table)
        if reading is None:
            reading = asyncio.create_task(self._read(table))
            self._reading[table] = reading
            reading.add_done_callback(lambda _: self._reading.pop(table, None))
        return await asyncio.shield(reading)

    async def _read(self, table: str) -> KeptTable | None:
        def read() -> KeptTable | None:
            row = seats.read_table(self.log, table)
            if row is None:
                return None
            opened = open_record(read_table(self.log, self.key, table))
            words = self.editions.open(opened.edition)
            host = TableHost.resume(self.log, self.key, words, table, time.time())
            return KeptTable(host, row, make_computers(host))

        kept = await self.ask(read)
        if kept is None:
            return None
        self._tables[table] = kept
        self._forget_others()
        await self._note_stage(kept)
        self._follow(kept)
        return kept

    def _forget_others(self) -> None:
        """If there are many tables, forgets those that have been unused for longest."""
        for table, kept in list(self._tables.items()):
            if len(self._tables) <= MOST_IN_MEMORY:
                return
            if not kept.is_in_use:
                if kept.timer is not None:
                    kept.timer.cancel()
                del self._tables[table]

    async def do(self, kept: KeptTable, make: Callable[[], Command], id: str = "") -> None:
        """Calls `make` to get a command that fits the current state of the table. Carries out the
        command even if the client leaves, and informs everyone who may know of the change. Raises
        `WordtoolsError` if the command is refused.
        """
        await asyncio.shield(self._start(self._do(kept, make, id)))

    def _start(self, doing: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Starts a task, and keeps a reference to it until it ends."""
        task = asyncio.create_task(doing)
        self.tasks.add(task)
        task.add_done_callback(self._note_end)
        return task

    def _note_end(self, task: asyncio.Task[None]) -> None:
        """Logs an internal error, because no client would report it."""
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WordtoolsError | ApiError):
            write_log_line({"time": now(), "fault": describe_fault(error)})

    async def discard(self, kept: KeptTable, reason: str) -> None:
        """Closes a table without a result, and states this reason. Raises `WordtoolsError`."""
        await asyncio.shield(self._start(self._discard(kept, reason)))

    async def _discard(self, kept: KeptTable, reason: str) -> None:
        async with kept.turns:
            await self.ask(lambda: kept.host.discard(reason, time.time()))
            self.tell(kept)
            await self._note_stage(kept)
        self._follow(kept)

    async def _do(self, kept: KeptTable, make: Callable[[], Command | None], id: str = "") -> None:
        async with kept.turns:
            before = find_phase(kept.host.table)
            happened = await self.ask(lambda: kept.host.do(make(), time.time(), id))
            if not happened:
                self.tell(kept)  # the time for a turn may have run out
                self._follow(kept)
                return
            after = find_phase(kept.host.table)
            self.tell(kept)
            if after != before:
                await self._note_stage(kept)
        self._follow(kept)

    async def _note_stage(self, kept: KeptTable) -> None:
        stage: Stage = "playing"
        if kept.host.table.is_over:
            stage = "over"
        elif kept.host.table.position is None:
            stage = "open"
        if stage != kept.row.stage:
            self.ended += stage == "over"
            kept.row = kept.row._replace(stage=stage)
            with suppress(LogError):  # recomputed when the table is next read
                await self.ask(lambda: seats.set_stage(self.log, kept.id, stage))

    def tell(self, kept: KeptTable) -> None:
        """Sends the new state to each listener for whose seat something has changed."""
        for listener in kept.listeners:
            listener.tell(kept.describe(listener.place))

    def _follow(self, kept: KeptTable) -> None:
        """Sets the timer of a table, and lets its computers act."""
        if kept.timer is not None:
            kept.timer.cancel()
            kept.timer = None
        due = find_next_due(kept.host.table, time.time())
        if due is not None:
            delay = max(0.0, due - time.time())
            loop = asyncio.get_running_loop()
            kept.timer = loop.call_later(delay, self._let_time_pass, kept)
        if kept.computers and (kept.thinking is None or kept.thinking.done()):
            kept.thinking = self._start(self._let_computers_act(kept))

    def _let_time_pass(self, kept: KeptTable) -> None:
        kept.timer = None
        self._start(self._pass_time(kept))

    async def _pass_time(self, kept: KeptTable) -> None:
        try:
            await self._do(kept, partial(_return, None))
        except WordtoolsError:
            loop = asyncio.get_running_loop()
            kept.timer = loop.call_later(_LATEST_RETRY, self._let_time_pass, kept)

    async def _let_computers_act(self, kept: KeptTable) -> None:
        """Lets computers act until none of them does."""
        loop = asyncio.get_running_loop()
        known = -1
        while known < (known := len(kept.host.happened)):
            for name, computer in kept.computers.items():
                table = kept.host.table
                if table.position is None or table.is_over or table.adjourned:
                    return
                seen = view(table, name, time.time())
                seed = draws.choose_number(table.seed, f"computer {known}", 1 << 40)
                try:
                    command = await loop.run_in_executor(
                        self._thinkers, computer.choose_command, seen, seed
                    )
                    if command is not None:
                        await self._do(kept, partial(_return, command))
                except LogError:
                    await asyncio.sleep(_LATEST_RETRY)
                    known = -1
                except WordtoolsError:
                    break  # another command has come first, or is about to

    def listen(self, kept: KeptTable, place: Place, last: str) -> AsyncGenerator[bytes, None]:
        """Yields the states of a seat as events: first the present state, unless the client already
        has it (`last`), then each later state. If a seat has too many streams, the oldest one ends.
        Raises `ApiError`."""
        if self._streams >= MOST_STREAMS:
            message = "Too many streams; ask for the state from time to time"
            raise ApiError("too-many", message, rule="too-many-requests")
        mine = [listener for listener in kept.listeners if listener.place == place]
        for old in mine[: 1 - MOST_STREAMS_OF_SEAT]:
            old.close()
        listener = Listener(place)
        if last.isdecimal() and len(last) < 20:
            listener.number = int(last)
        return self._stream(kept, listener)

    async def _stream(self, kept: KeptTable, listener: Listener) -> AsyncGenerator[bytes, None]:
        self._streams += 1
        kept.listeners.append(listener)
        listener.tell(kept.describe(listener.place))
        try:
            async for event in listener.listen():
                yield event
        finally:
            self._streams -= 1
            kept.listeners.remove(listener)

    def end_streams(self, kept: KeptTable, seat: int) -> None:
        """Ends the streams of a seat."""
        for listener in kept.listeners:
            if listener.place.seat == seat:
                listener.close()

    async def archive(self, table: str) -> None:
        """Archives a table, so that nobody can open it any longer. Raises `LogError`."""
        kept = self._tables.pop(table, None)
        if kept is not None:
            for listener in kept.listeners:
                listener.close()
        await self.ask(lambda: seats.archive_table(self.log, table))

    async def change_row(self, kept: KeptTable, write: Callable[[], object]) -> None:
        """Changes a table's row in the log's database, and informs its listeners."""
        async with kept.turns:
            await self.ask(write)
            row = await self.ask(lambda: seats.read_table(self.log, kept.id))
            if row is not None:
                kept.row = row
            self.tell(kept)


def make_computers(host: TableHost) -> dict[str, ComputerSeat]:
    """The computers at a table, keyed by seat. Raises `WordtoolsError` for rules under which
    computers cannot play.
    """
    table = host.table
    return {
        seat.name: ComputerSeat(seat.level, table.ruleset, host.lexicon)
        for seat in table.opened.seats
        if seat.kind == "computer"
    }


def _return(command: Command | None) -> Command | None:
    return command
