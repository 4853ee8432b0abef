"""Requests of one worker that wait together: the outcome of each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.log.databases import ONE_DATABASE
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.judge import Judge, Question
from wordtools.judge.password import DirectorPassword
from wordtools.judge.ruling import Challenge, Ruling
from wordtools.judge.settings import Settings
from wordtools.log import time_limit
from wordtools.log.log import Log
from wordtools.log.record import LogEntry
from wordtools.service import access
from wordtools.service.config import LexiconOffer
from wordtools.service.judging.batching import Batcher
from wordtools.service.judging.lexicons import OfferedLexicons
from wordtools.service.limits import RateLimiter


@pytest.fixture(autouse=True)
def no_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request without an answer waits for ever."""
    monkeypatch.setattr(time_limit, "ANSWER_SECONDS", None)


class Service:
    """One worker's queue, on a real log, with a station that has a token."""

    def __init__(self, url: str, lexicon: Path) -> None:
        self.log = Log(url)
        self.offered = OfferedLexicons(
            [LexiconOffer("test", str(lexicon), None)], self.log, Settings()
        )
        facts = LexiconFacts.of(self.offered.judge("test").lexicon)
        access.open_service(self.log, facts, DirectorPassword("correct horse"), {})
        issued = access.issue_tokens(self.log, {"Table 1": ""})
        assert not isinstance(issued, str)
        self.token = issued[0].token
        self.queue = Batcher(self.log, self.offered, RateLimiter(rate=1000, burst=1000))

    def rule(self, *batches: list[str]) -> list[list[Ruling | BaseException]]:
        """The outcome of each word of each batch; the words of a batch are requested at once."""

        async def ask() -> list[list[Ruling | BaseException]]:
            return [
                await asyncio.gather(
                    *(self.queue.rule(self.token, Challenge([word]), None) for word in batch),
                    return_exceptions=True,
                )
                for batch in batches
            ]

        return asyncio.run(ask())

    def close(self) -> None:
        self.queue.close()
        self.log.close()


@pytest.fixture
def service(log_url: str, lexicon: Path) -> Iterator[Service]:
    service = Service(log_url, lexicon)
    yield service
    service.close()


@pytest.fixture
def broken_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge with a defect: it cannot decide on QI."""
    decide = Judge.decide

    def break_on_qi(judge: Judge, question: Question) -> LogEntry:
        if question.challenge.words == ["qi"]:
            raise RuntimeError("a defect")
        return decide(judge, question)

    monkeypatch.setattr(Judge, "decide", break_on_qi)


def recorded_words(log: Log) -> list[Any]:
    return [record.content["words"] for record in log.records() if record.kind == "ruling"]


@pytest.mark.usefixtures("broken_judge")
def test_a_defect_in_one_ruling_fails_that_one_alone(service: Service) -> None:
    first, second = service.rule(["cat", "qi", "xx", "qi"], ["dog"])
    cat, qi, xx, qi_again = first
    assert [isinstance(each, Ruling) and each.answer for each in (cat, xx, *second)] == [
        "YES", "NO", "YES",
    ]  # fmt: skip
    assert [repr(each) for each in (qi, qi_again)] == ["RuntimeError('a defect')"] * 2
    assert recorded_words(service.log) == [["CAT"], ["XX"], ["DOG"]]
    assert service.log.verify().faults == []


@ONE_DATABASE
def test_a_defect_in_a_preview_fails_that_one_alone(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview = Judge.preview

    def break_on_qi(judge: Judge, challenge: Challenge) -> list[str]:
        if challenge.words == ["qi"]:
            raise RuntimeError("a defect")
        return preview(judge, challenge)

    monkeypatch.setattr(Judge, "preview", break_on_qi)

    async def ask() -> list[Any]:
        return await asyncio.gather(
            *(service.queue.preview(service.token, Challenge([word])) for word in ("cat", "qi")),
            service.queue.rule(service.token, Challenge(["dog"]), None),
            return_exceptions=True,
        )

    cat, qi, dog = asyncio.run(ask())
    assert (cat, repr(qi)) == (["CAT"], "RuntimeError('a defect')")
    assert isinstance(dog, Ruling)


def test_a_defect_while_a_batch_is_recorded_fails_it_at_once(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of that batch is recorded, but the requests that wait behind it get their rulings."""
    monkeypatch.setattr("wordtools.service.judging.batching._LARGEST_BATCH", 2)
    read, batches = access.read_state, []

    def break_once(*arguments: Any) -> access.ServiceState:
        batches.append(1)
        if len(batches) == 1:
            raise RuntimeError("a defect")
        return read(*arguments)

    monkeypatch.setattr(access, "read_state", break_once)
    ((cat, dog, qi, za),) = service.rule(["cat", "dog", "qi", "za"])
    assert [repr(each) for each in (cat, dog)] == ["RuntimeError('a defect')"] * 2
    assert [isinstance(each, Ruling) for each in (qi, za)] == [True, True]
    assert recorded_words(service.log) == [["QI"], ["ZA"]]
    assert service.log.verify().faults == []


def test_a_hundred_polls_and_previews_take_no_turn_to_write(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = Mock(wraps=service.log._taking_turn)
    monkeypatch.setattr(service.log, "_taking_turn", turns)

    async def ask() -> None:
        for _ in range(50):
            await service.queue.find_station(service.token)
            await service.queue.preview(service.token, Challenge(["cat"]))

    asyncio.run(ask())
    assert turns.call_count == 0
    service.rule(["cat"])
    assert turns.call_count == 1


def test_all_who_ask_at_a_time_share_a_check(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that leaves does not affect the others."""
    monkeypatch.setattr(service.log, "writing", Mock(wraps=service.log.writing))

    async def ask() -> list[Any]:
        asked = [asyncio.ensure_future(service.queue.check()) for _ in range(50)]
        await asyncio.sleep(0)
        asked[0].cancel()
        return await asyncio.gather(*asked, return_exceptions=True)

    left, *answers = asyncio.run(ask())
    assert isinstance(left, asyncio.CancelledError)
    assert answers == [True] * 49
    assert isinstance(service.log.writing, Mock)
    assert service.log.writing.call_count == 1
