"""One bit: nothing visible to a client reveals which word is invalid."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.service.services import Serve

PLACES = [
    ["xxx", "dog", "cat"],
    ["dog", "xxx", "cat"],
    ["dog", "cat", "xxx"],
    ["xxx", "xxx", "xxx"],
]
OWN = ("id", "number", "event_number", "time", "words")


def seen(answer: Any) -> tuple[Any, ...]:
    """An answer without the values that differ each time."""
    body = answer.json()
    for key in OWN:
        del body[key]
    del body["challenge"]["words"]
    headers = {k: v for k, v in answer.headers.items() if k not in ("x-request-id", "date")}
    return answer.status_code, body, headers, answer.reason_phrase, answer.http_version


@pytest.mark.parametrize("workers", ["1", "2"])
def test_rulings_differ_in_nothing(serve: Serve, workers: str) -> None:
    service = serve("--workers", workers)
    station = service.station()
    metrics, logged, rulings = [], [], []
    for words in PLACES:
        before = service.client().get("/metrics").text
        lines = len(service.told().splitlines())
        rulings.append(seen(station.post("/api/v1/rulings", json={"words": words})))
        logged.append(
            [
                re.sub(r'"(time|ms|request|ruling)":("[^"]*"|[\d.]+)', r'"\1"', line)
                for line in service.told().splitlines()[lines:]
                if "rulings" in line
            ]
        )
        after = service.client().get("/metrics").text
        metrics.append(changes(before, after))
        assert [station.post("/api/v1/previews", json={"words": words}).json()] == [
            {"words": [word.upper() for word in words]}
        ]
    assert rulings[0][1]["answer"] == "NO"
    for each in (rulings, logged, metrics):
        assert each == [each[0]] * len(PLACES)


def changes(before: str, after: str) -> dict[str, float]:
    """The counts between two readings, except seconds (the clock's) and the readings themselves."""

    def counts(text: str) -> dict[str, float]:
        rows = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
        return {
            name: float(value)
            for name, _, value in rows
            if "seconds_bucket" not in name and "seconds_sum" not in name and "/metrics" not in name
        }

    old, new = counts(before), counts(after)
    return {name: new[name] - old.get(name, 0) for name in new if new[name] != old.get(name, 0)}


def test_no_endpoint_tells_of_a_word(serve: Serve) -> None:
    """Everything that anyone, or a station, can read is the same before and after a ruling."""
    service = serve()
    station = service.station()
    paths = ["/api/v1/station", "/api/v1/lexicons", "/api/v1/health", "/api/v1/openapi.json"]
    before = [station.get(path).text for path in paths]
    for words in PLACES:
        station.post("/api/v1/rulings", json={"words": words})
    assert [station.get(path).text for path in paths] == before
    for path, status in (
        ("/api/v1/rulings", 405),
        ("/api/v1/words/dog", 404),
        ("/api/v1/director/log", 401),
    ):
        assert station.get(path).status_code == status


def test_every_word_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work, and therefore the time, is the same whichever word is invalid."""
    from tests.lexicon.helpers import english_bytes, opened
    from wordtools.judge.verdict import is_acceptable
    from wordtools.lexicon.lexicon import Lexicon

    asked: list[object] = []
    real = Lexicon.__contains__

    def contains(self: Lexicon, word: object) -> bool:
        asked.append(word)
        return real(self, word)

    monkeypatch.setattr(Lexicon, "__contains__", contains)
    lexicon = opened(english_bytes("cat dog"))
    for words in PLACES:
        asked.clear()
        assert not is_acceptable(lexicon, words)
        assert asked == [word.upper() for word in words]
