"""The desk: where the requests of one worker process queue for the judge.

One thread serves all that wait as a batch: one transaction, one sync to disk, however many stations
ask at once. It takes the lock on the log first, then reads which stations and which lexicon count;
so a ruling is never given by a token that was revoked before, or by a lexicon that was replaced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from wordtools.errors import LexiconError
from wordtools.judge.judge import Judge, with_record
from wordtools.judge.log import Log, LogEntry, LogError, LogRecord
from wordtools.judge.ruling import CannotJudge, Challenge, Ruling
from wordtools.judge.service import access
from wordtools.judge.service.config import LexiconOffer
from wordtools.judge.settings import Settings
from wordtools.lexicon.lexicon import Lexicon

T = TypeVar("T")
_LARGEST_BATCH = 500
_PATIENCE = 10.0


class NoStation(Exception):
    """The token is no station's."""


class NotAsConfirmed(Exception):
    """The opponent saw other words than would be judged; `words` are the latter."""

    def __init__(self, words: list[str]) -> None:
        super().__init__()
        self.words = words


class OfferedLexicons:
    """The lexicons that are offered, each file opened once."""

    def __init__(self, offers: Sequence[LexiconOffer], log: Log, settings: Settings) -> None:
        self.offers = {offer.name: offer for offer in offers}
        self._log = log
        self._settings = settings
        self._judges: dict[str, Judge] = {}
        self._faults: dict[str, str] = {}
        files: dict[str, Lexicon] = {}
        for offer in offers:
            try:
                if offer.path not in files:
                    files[offer.path] = Lexicon.read(offer.path)
                whole = files[offer.path]
                edition = whole.edition(offer.edition) if offer.edition else whole
                self._judges[offer.name] = self._judge(edition)
            except LexiconError as error:
                self._faults[offer.name] = str(error)

    def judge(self, name: str) -> Judge:
        """Raises `CannotJudge` when no such lexicon is offered, or it could not be opened."""
        if name not in self.offers:
            known = ", ".join(self.offers)
            raise CannotJudge(
                f"the lexicon in force is {name}, but this service has {known}; "
                "a director must choose one.",
                "lexicon_changed",
                path=name,
            )
        if name not in self._judges:
            raise CannotJudge(self._faults[name], "lexicon_damaged", path=name)
        return self._judges[name]

    def judge_by(self, state: access.ServiceState) -> Judge:
        """The judge of the lexicon in force, by the very file that was put in force; read again
        when the director has chosen another than this worker has. Raises `CannotJudge`."""
        held = self._judges.get(state.lexicon)
        if held is not None and held.lexicon.digest == state.digest:
            return held
        judge = self.judge(state.lexicon)
        if judge.lexicon.digest != state.digest and self._has_changed(judge):
            judge = self.read_anew(state.lexicon)
        if judge.lexicon.digest != state.digest:
            raise CannotJudge.because("lexicon_changed", path=judge.lexicon.path)
        return judge

    def read_anew(self, name: str) -> Judge:
        """A judge by the file as it is now. Raises `CannotJudge`."""
        offer = self.offers[name]
        try:
            judge = self._judge(Lexicon.read(offer.path, offer.edition))
        except LexiconError as error:
            raise CannotJudge(str(error), "lexicon_damaged", path=offer.path) from None
        self._faults.pop(name, None)
        self._judges[name] = judge
        return judge

    def judges(self) -> dict[str, Judge]:
        """Those that could be opened, by name."""
        return {name: self._judges[name] for name in self.offers if name in self._judges}

    def _judge(self, lexicon: Lexicon) -> Judge:
        return Judge(lexicon, self._log, most_words=self._settings.most_words)

    @staticmethod
    def _has_changed(judge: Judge) -> bool:
        try:
            judge.check_lexicon()
        except CannotJudge:
            return True
        return False


class Batcher:
    """The queue of one worker process."""

    def __init__(self, log: Log, shelf: OfferedLexicons) -> None:
        self._log = log
        self._shelf = shelf
        self._state = access.ServiceState()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._waiting: list[_Case] = []
        self._pump: asyncio.Task[None] | None = None

    async def rule(
        self, token: str, challenge: Challenge, confirmed: Sequence[str] | None
    ) -> Ruling:
        """The ruling on a station's challenge, on disk. Raises `NoStation`, `NotAsConfirmed`,
        `CannotJudge`."""
        case = _Case(token, challenge, confirmed)
        ruling: Ruling = await self._serve(case)
        return ruling

    async def preview(self, token: str, challenge: Challenge) -> list[str]:
        """The words as they would be judged. Raises `NoStation`, `CannotJudge`."""

        def preview(state: access.ServiceState, case: _Case) -> list[str]:
            return self._shelf.judge_by(state).preview(challenge)

        return await self._ask(preview, token)

    async def station(self, token: str) -> tuple[str, Judge]:
        """A station's name, and the judge in force. Raises `NoStation`, `CannotJudge`."""

        def station(state: access.ServiceState, case: _Case) -> tuple[str, Judge]:
            return case.station, self._shelf.judge_by(state)

        return await self._ask(station, token)

    async def state(self) -> access.ServiceState:
        """What all workers agree on now. Raises `LogError`."""
        return await self._ask(lambda state, case: state, None)

    async def check(self) -> None:
        """Raises `CannotJudge` when no ruling could be given."""

        def check(state: access.ServiceState, case: _Case) -> None:
            self._shelf.judge_by(state).check_lexicon()

        await self._ask(check, None)

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown(wait=False)

    async def _ask(self, answer: Callable[[access.ServiceState, _Case], T], token: str | None) -> T:
        found: T = await self._serve(_Case(token, answer=answer))
        return found

    async def _serve(self, case: _Case) -> Any:
        """Queues a case and waits for what becomes of it."""
        self._waiting.append(case)
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._work())
        try:
            await asyncio.wait_for(case.done.wait(), _PATIENCE)
        except TimeoutError:
            case.is_gone = True
            raise LogError(
                "the log did not answer in time; the director's log shows whether the play was "
                "recorded meanwhile."
            ) from None
        except asyncio.CancelledError:
            case.is_gone = True
            raise
        if isinstance(case.outcome, Exception):
            raise case.outcome
        return case.outcome

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = self._waiting[:_LARGEST_BATCH]
            del self._waiting[: len(batch)]
            try:
                await loop.run_in_executor(self._thread, self._serve_all, batch)
            except Exception as error:  # the log's, or a defect: nothing of the batch is recorded
                for case in batch:
                    case.outcome = error
            finally:
                for case in batch:
                    case.done.set()

    def _serve_all(self, batch: list[_Case]) -> None:
        """In the desk's thread: finds every case's outcome, and records what is to be recorded."""
        to_rule = [case for case in batch if case.challenge is not None and not case.is_gone]
        others = [case for case in batch if case.challenge is None]
        if to_rule:
            with self._log.writing() as writer:
                self._state = access.read_state(writer.connection, self._state)
                decided = [(case, d) for case in to_rule if (d := self._decide(case)) is not None]
                records = writer.append([entry for _, (_, entry) in decided])
            for (case, (ruling, _)), record in zip(decided, records, strict=True):
                case.outcome = (
                    with_record(ruling, record) if isinstance(record, LogRecord) else record
                )
        else:
            with self._log.reading() as connection:
                self._state = access.read_state(connection, self._state)
        for case in others:
            try:
                self._identify(case)
                assert case.answer is not None
                case.outcome = case.answer(self._state, case)
            except Exception as error:  # a defect too: the request reports it, the others go on
                case.outcome = error

    def _decide(self, case: _Case) -> tuple[Ruling, LogEntry] | None:
        assert case.challenge is not None
        try:
            self._identify(case)
            challenge = msgspec.structs.replace(case.challenge, station=case.station)
            ruling, entry = self._shelf.judge_by(self._state).decide(challenge)
            if case.confirmed is not None and list(case.confirmed) != ruling.words:
                raise NotAsConfirmed(ruling.words)
        except Exception as error:  # a defect too: the request reports it, the others go on
            case.outcome = error
            return None
        return ruling, entry

    def _identify(self, case: _Case) -> None:
        if case.token is not None:
            station = self._state.stations.get(access.hash_token(case.token))
            if station is None:
                raise NoStation
            case.station = station


class _Case:
    def __init__(
        self,
        token: str | None,
        challenge: Challenge | None = None,
        confirmed: Sequence[str] | None = None,
        answer: Callable[[access.ServiceState, _Case], Any] | None = None,
    ) -> None:
        self.token = token
        self.challenge = challenge
        self.confirmed = confirmed
        self.answer = answer
        self.station = ""
        self.outcome: Any = None
        self.done = asyncio.Event()
        self.is_gone = False
