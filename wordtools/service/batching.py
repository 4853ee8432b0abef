"""Requests that wait for the judge or the log are answered in batches.

In each worker process one thread answers all requests that wait as a batch: one transaction, one
sync to disk, however many stations ask at once. It takes its turn first and then reads which tokens
are valid and which lexicon is in force, so no ruling is given for a token that was revoked before,
or by a lexicon that was replaced. Only a batch with a challenge to rule on takes a turn to write.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
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
from wordtools.service.lexicons import OfferedLexicons
from wordtools.service.limits import RateLimiter

T = TypeVar("T")
_LARGEST_BATCH = 500
_BETWEEN_CHECKS = 0.2
"""Seconds: whoever asks all the time whether the service is well must not keep the log busy."""


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
        """The ruling on a station's challenge, on disk; the one given before when the station asks
        again with the same `key`. Raises `ApiError` for a token that is not a station's, or when
        other words than `confirmed` would be judged; `CannotJudge`."""
        case = _Case(token, challenge=challenge, confirmed=confirmed, key=key)
        ruling: Ruling = await self._answer(case)
        return ruling

    async def preview(self, token: str, challenge: Challenge) -> list[str]:
        """The words as they would be judged. Raises `ApiError` for a token that is not a station's,
        `CannotJudge`."""
        return await self._read(
            token, lambda state, _: self._lexicons.judge_in_force(state).preview(challenge)
        )

    async def find_station(self, token: str) -> tuple[str, Location, Judge]:
        """A station's name, where it stands, and the judge in force. Raises `ApiError` for a token
        that is not a station's, `CannotJudge`."""

        def find(state: ServiceState, station: str) -> tuple[str, Location, Judge]:
            return station, state.locations.of(station), self._lexicons.judge_in_force(state)

        return await self._read(token, find)

    async def read_state(self) -> ServiceState:
        """What all workers agree on now. Raises `LogError`."""
        return await self._read(None, lambda state, _: state)

    async def check(self) -> bool:
        """Whether a ruling could be given and recorded. All who ask at a time share the answer."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._try_judging())
        return await asyncio.shield(self._checking)  # one who leaves must not end it for the rest

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False)

    async def _try_judging(self) -> bool:
        """Reads the lexicon and writes beside the log, `_BETWEEN_CHECKS` after the time before."""
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
        """Answers what waits, batch by batch. An exception is the outcome of those it concerns: of
        the one case that it arose in, or of a batch that could not be recorded."""
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
        """In the batches' thread: finds every case's outcome, and records the rulings."""
        batch = [case for case in batch if not case.is_abandoned]
        for case in batch:
            case.outcome = None
        if any(case.is_check or case.challenge is not None for case in batch):
            with self._log.writing() as writer:
                asked = self._admit(batch, writer.connection)
                self._rule_all(asked, writer)
                if any(case.is_check for case in asked):
                    access.write_check(writer.connection)
        else:
            with self._log.reading(checked=True) as connection:
                asked = self._admit(batch, connection)
        for case in asked:
            if case.query is not None:
                try:
                    case.outcome = case.query(self._state, case.station)
                except Exception as error:
                    case.outcome = error

    def _admit(self, batch: Sequence[_Case], connection: sa.Connection) -> list[_Case]:
        """The cases that are to be answered, by the state as it is now, with the stations that ask.
        The others have their outcome: there is no such station, or it asks too often."""
        self._state = access.read_state(connection, self._state)
        return [case for case in batch if self._identify(case)]

    def _identify(self, case: _Case) -> bool:
        """Finds the station that asks; False when no station has the token, or when it asks too
        often."""
        if case.token is None:
            return True
        station = self._state.stations.get(access.hash_token(case.token))
        if station is None:
            case.outcome = ApiError.no_station()
            return False
        if case.wait is None:  # a batch that lost its turn is answered again
            case.wait = self._rates.count_request(station)
        if case.wait:
            case.outcome = _refuse_haste(case.wait)
            return False
        case.station = station
        return True

    def _rule_all(self, cases: Sequence[_Case], writer: Writer) -> None:
        """Finds the outcome of each case that asks for a ruling."""
        asked = [(case, case.question()) for case in cases if case.challenge is not None]
        rulings = rule_all(writer, [question for _, question in asked], self._decide)
        for (case, question), ruling in zip(asked, rulings, strict=True):
            case.outcome = ruling
            if isinstance(ruling, Ruling):
                case.outcome = _find_difference(question, ruling.words) or ruling

    def _decide(self, question: Question) -> LogEntry:
        """What is to be recorded. Raises `ApiError`, `CannotJudge`."""
        judge = self._lexicons.judge_in_force(self._state)
        challenge = self._state.locations.locate(question.challenge)
        entry = judge.decide(question._replace(challenge=challenge))
        if difference := _find_difference(question, entry.body["words"]):
            raise difference
        return entry


class _Case:
    """A request that waits: a challenge to be ruled on, or a query about the service's state, which
    can be a check whether the log can be written. `wait`: after how many seconds its station may
    ask, once it was counted."""

    def __init__(
        self,
        token: str | None,
        *,
        challenge: Challenge | None = None,
        confirmed: Sequence[str] | None = None,
        key: str = "",
        query: Callable[[ServiceState, str], Any] | None = None,
        is_check: bool = False,
    ) -> None:
        self.token = token
        self.challenge = challenge
        self.confirmed = confirmed
        self.key = key
        self.station = ""
        self.query = query
        self.is_check = is_check
        self.wait: float | None = None
        self.outcome: Any = None
        self.is_answered = asyncio.Event()
        self.is_abandoned = False

    def question(self) -> Question:
        """What the judge is asked, once the station is known. Without a key, nobody asks again."""
        assert self.challenge is not None
        challenge = msgspec.structs.replace(self.challenge, station=self.station)
        id = ruling_id(self.station, self.key) if self.key else ""
        return Question(challenge, id, self.confirmed)


def _refuse_haste(seconds: float) -> ApiError:
    """The refusal of a station that asks so many seconds too early."""
    return ApiError(
        "too-many",
        "This station sends too many requests; wait",
        headers={"Retry-After": str(max(1, round(seconds)))},
    )


def _find_difference(question: Question, words: Sequence[str]) -> ApiError | None:
    """The refusal of words that are others than the opponent confirmed; None when they are not."""
    if question.confirmed is None or list(question.confirmed) == list(words):
        return None
    message = "The opponent confirmed other words than would be judged"
    return ApiError("not-as-confirmed", message, words=list(words))
