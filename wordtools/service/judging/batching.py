"""Answers requests to the judge or the log in batches.

In each worker process, one thread answers all waiting requests as a batch, with one transaction and
one sync to disk. The thread acquires the write lock before it reads the tokens and the lexicon in
force, so that no ruling is made for a revoked token or with a replaced lexicon. A batch without
challenges or health checks only reads.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from wordtools.judge.judge import Judge, Question, rule_all
from wordtools.judge.location import Location
from wordtools.judge.ruling import Challenge, Ruling, ruling_id
from wordtools.log import time_limit
from wordtools.log.log import Log, LogError, retry
from wordtools.log.record import LogEntry
from wordtools.log.writer import Writer
from wordtools.messages.refusal import CannotJudge
from wordtools.service import access
from wordtools.service.access import ServiceState
from wordtools.service.errors import ApiError
from wordtools.service.judging.lexicons import OfferedLexicons
from wordtools.service.limits import RateLimiter
from wordtools.service.tokens import hash_token

T = TypeVar("T")
_LARGEST_BATCH = 500
_BETWEEN_CHECKS = 0.2
"""The minimum number of seconds between health checks, so that checks do not keep the log busy."""


class Batcher:
    """The queue of one worker process."""

    def __init__(self, log: Log, lexicons: OfferedLexicons, rates: RateLimiter) -> None:
        self._log = log
        self._lexicons = lexicons
        self._rates = rates
        self._state = ServiceState()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="batches")
        self._waiting: list[_Case] = []
        self._answering: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[bool] | None = None
        self._next_check = 0.0

    async def rule(
        self, token: str, challenge: Challenge, confirmed: Sequence[str] | None, key: str = ""
    ) -> Ruling:
        """Rules on a station's challenge; the ruling is on disk before this returns. For a repeated
        `key`, returns the earlier ruling. Raises `ApiError` if the token is unknown or the words
        differ from `confirmed`, and `CannotJudge` if there can be no ruling."""
        case = _Case(token, challenge=challenge, confirmed=confirmed, key=key)
        ruling: Ruling = await self._answer(case)
        return ruling

    async def preview(self, token: str, challenge: Challenge) -> list[str]:
        """The words as they would be judged. Raises `ApiError` if the token is unknown, and
        `CannotJudge` if the words cannot be judged."""
        return await self._read(
            token, lambda state, _: self._lexicons.judge_in_force(state).preview(challenge)
        )

    async def find_station(self, token: str) -> tuple[str, Location, Judge]:
        """A station's name and location, and the judge. Raises `CannotJudge` and, like `rule`,
        `ApiError`."""

        def find(state: ServiceState, station: str) -> tuple[str, Location, Judge]:
            return station, state.locations.of(station), self._lexicons.judge_in_force(state)

        return await self._read(token, find)

    async def read_state(self) -> ServiceState:
        """The state that all workers share. Raises `LogError`."""
        return await self._read(None, lambda state, _: state)

    async def check(self) -> bool:
        """True if rulings can be given and recorded. Simultaneous callers share one check."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._try_judging())
        return await asyncio.shield(self._checking)  # a caller that leaves must not cancel this

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False)

    async def _try_judging(self) -> bool:
        """Reads the lexicon, and writes to the log's database. Waits until `_BETWEEN_CHECKS` have
        passed since the last check."""
        await asyncio.sleep(self._next_check - time.monotonic())
        self._next_check = time.monotonic() + _BETWEEN_CHECKS

        def read_lexicon(state: ServiceState, _: str) -> None:
            self._lexicons.judge_in_force(state).check_lexicon()

        try:
            await self._answer(_Case(None, query=read_lexicon, is_check=True))
        except CannotJudge:
            return False
        return True

    async def _read(self, token: str | None, query: Callable[[ServiceState, str], T]) -> T:
        answer: T = await self._answer(_Case(token, query=query))
        return answer

    async def _answer(self, case: _Case) -> Any:
        """Queues a case and waits for its outcome."""
        self._waiting.append(case)
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer_batches())
        try:
            await asyncio.wait_for(case.is_answered.wait(), time_limit.ANSWER_SECONDS)
        except TimeoutError:
            case.is_abandoned = True
            raise LogError.because("log_silent", log=self._log.url) from None
        except asyncio.CancelledError:
            case.is_abandoned = True
            raise
        if isinstance(case.outcome, Exception):
            raise case.outcome
        return case.outcome

    async def _answer_batches(self) -> None:
        """Answers all waiting cases, batch by batch. An exception becomes the outcome of its case,
        or of every case in a batch that cannot be recorded."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = self._waiting[:_LARGEST_BATCH]
            del self._waiting[: len(batch)]
            try:
                await loop.run_in_executor(self._thread, self._answer_batch, batch)
            except Exception as error:
                for case in batch:
                    case.outcome = error
            finally:
                for case in batch:
                    case.is_answered.set()

    @retry
    def _answer_batch(self, batch: Sequence[_Case]) -> None:
        """Finds every case's outcome, and records the rulings. Runs in the thread for batches."""
        batch = [case for case in batch if not case.is_abandoned]
        for case in batch:
            case.outcome = None
        if any(case.is_check or case.challenge is not None for case in batch):
            with self._log.writing() as writer:
                admitted = self._admit(batch, writer.connection)
                self._rule_all(admitted, writer)
                if any(case.is_check for case in admitted):
                    access.write_check(writer.connection)
        else:
            with self._log.reading(checked=True) as connection:
                admitted = self._admit(batch, connection)
        for case in admitted:
            if case.query is not None:
                try:
                    case.outcome = case.query(self._state, case.station)
                except Exception as error:
                    case.outcome = error

    def _admit(self, batch: Sequence[_Case], connection: sa.Connection) -> list[_Case]:
        """Reads the current state, and returns the cases to answer, with their stations. The others
        get an error."""
        self._state = access.read_state(connection, self._state)
        return [case for case in batch if self._identify(case)]

    def _identify(self, case: _Case) -> bool:
        """Finds the station of the case. Returns False if the token is unknown or the station sends
        too many requests."""
        if case.token is None:
            return True
        station = self._state.stations.get(hash_token(case.token))
        if station is None:
            case.outcome = ApiError.no_station()
            return False
        if case.wait is None:  # not counted again if the batch is retried
            case.wait = self._rates.count_request(station)
        if case.wait:
            case.outcome = ApiError(
                "too-many",
                "This station sends too many requests; wait",
                headers={"Retry-After": str(max(1, round(case.wait)))},
            )
            return False
        case.station = station
        return True

    def _rule_all(self, cases: Sequence[_Case], writer: Writer) -> None:
        """Finds the outcome of each case that asks for a ruling."""
        questions = [(case, case.question()) for case in cases if case.challenge is not None]
        rulings = rule_all(writer, [question for _, question in questions], self._decide)
        for (case, question), ruling in zip(questions, rulings, strict=True):
            case.outcome = ruling
            if isinstance(ruling, Ruling):
                case.outcome = _find_difference(question, ruling.words) or ruling

    def _decide(self, question: Question) -> LogEntry:
        """The entry to record. Raises `ApiError` and `CannotJudge`."""
        judge = self._lexicons.judge_in_force(self._state)
        challenge = self._state.locations.locate(question.challenge)
        entry = judge.decide(question._replace(challenge=challenge))
        if difference := _find_difference(question, entry.body["words"]):
            raise difference
        return entry


@dataclass(eq=False)
class _Case:
    """A waiting request: a challenge, or a query of the service's state. A health check also writes
    to the log's database. `wait` is the number of seconds until the station may send another
    request, or None until this request is counted."""

    token: str | None
    challenge: Challenge | None = None
    confirmed: Sequence[str] | None = None
    key: str = ""
    query: Callable[[ServiceState, str], Any] | None = None
    is_check: bool = False
    station: str = ""
    wait: float | None = None
    outcome: Any = None
    is_answered: asyncio.Event = field(default_factory=asyncio.Event)
    is_abandoned: bool = False

    def question(self) -> Question:
        """The question for the judge, once the station is known. The question's id serves to detect
        repeated requests; it is "" if the request has no key."""
        assert self.challenge is not None
        challenge = msgspec.structs.replace(self.challenge, station=self.station)
        id = ruling_id(self.station, self.key) if self.key else ""
        return Question(challenge, id, self.confirmed)


def _find_difference(question: Question, words: Sequence[str]) -> ApiError | None:
    """Returns an error if these are not the words that the opponent confirmed; otherwise None."""
    if question.confirmed is None or list(question.confirmed) == list(words):
        return None
    message = "The opponent did not confirm these words; show them, and ask again"
    return ApiError("not-as-confirmed", message, words=list(words))
