"""A second request with the same key, made because an answer was lost, gets the recorded ruling."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest

from tests.service.services import Serve, Service
from wordtools.log.log import Log
from wordtools.service.judging.requests import ChallengeRequest, StationQuery

KEY = "k2j4-9xq1-zz0"
ASK = {"words": ["cat", "xx"], "confirmed": ["CAT", "XX"], "event": "Open", "key": KEY}


def rule(client: httpx.Client, **changed: Any) -> httpx.Response:
    return client.post("/api/v1/rulings", json={**ASK, **changed})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def count_rulings(service: Service) -> int:
    log = Log(service.log, make=False)
    assert log.verify().faults == []
    found = sum(record.kind == "ruling" for record in log.records())
    log.close()
    return found


def test_the_same_key_is_the_same_ruling(serve: Serve) -> None:
    """All workers return the same ruling, even after a restart, and do not report the named play as
    "judged before".
    """
    service = serve("--workers", "2")
    token = service.token()
    first = rule(service.client(token), play="17")
    assert first.status_code == 201
    for _ in range(8):  # a connection each, so that both workers are reached
        again = rule(service.client(token), play="17")
        assert (again.status_code, again.json()) == (201, first.json())
    service.kill()
    service.start()
    assert rule(service.client(token), play="17").json() == first.json()
    assert code(rule(service.client(token), play="17", key="")) == (409, "judged-before")
    assert count_rulings(service) == 1


def test_another_key_is_another_ruling(serve: Serve) -> None:
    service = serve()
    one, two = service.station("one"), service.station("two")
    answers = [rule(one), rule(one, key="x" * 64), rule(one, key=""), rule(one, key=""), rule(two)]
    assert len({answer.json()["id"] for answer in answers}) == len(answers)
    assert count_rulings(service) == len(answers)
    for bad in ("x" * 65, "a b", "ł", 7, None):
        assert code(rule(one, key=bad)) == (422, "invalid")


def test_a_key_is_for_one_challenge(serve: Serve) -> None:
    service = serve()
    station = service.station()
    rule(station)
    for changed in (
        {"words": ["cat"], "confirmed": ["CAT"]},
        {"words": ["xx", "cat"], "confirmed": ["XX", "CAT"]},
        {"event": "Other"},
        {"play": "3"},
    ):
        assert code(rule(station, **changed)) == (409, "key-used")
    assert code(rule(station, confirmed=["CAT"])) == (409, "not-as-confirmed")
    assert count_rulings(service) == 1


def test_a_ruling_that_is_void_is_not_repeated(serve: Serve) -> None:
    service = serve()
    station = service.station()
    id = rule(station).json()["id"]
    assert service.director().post(f"/api/v1/director/rulings/{id}/void", json={"why": "x"})
    assert code(rule(station)) == (409, "void-before")


def test_what_was_refused_may_be_asked_again(serve: Serve) -> None:
    service = serve()
    station = service.station()
    assert code(rule(station, words=["c-t"], confirmed=None)) == (422, "cannot-judge")
    assert code(rule(station, confirmed=["CAT"])) == (409, "not-as-confirmed")
    assert rule(station).status_code == 201


def test_many_at_once_are_one_ruling(serve: Serve) -> None:
    service = serve("--workers", "2")
    token = service.token()
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: rule(service.client(token)).json(), range(64)))
    assert all(answer == answers[0] for answer in answers)
    assert count_rulings(service) == 1


def test_a_station_that_is_moved_meanwhile_hears_the_same_ruling(serve: Serve) -> None:
    service = serve()
    station, director = service.station(), service.director()
    ask = {"event": "", "confirmed": None}
    director.put("/api/v1/director/locations", json={"event": "Open", "round": "3"})
    first = rule(station, **ask).json()
    assert first["challenge"]["round"] == "3"
    director.put("/api/v1/director/locations", json={"round": "4"})
    assert rule(station, **ask).json() == first
    assert rule(station, **ask, round="3").json() == first
    assert code(rule(station, **ask, round="4")) == (409, "key-used")
    assert code(rule(station, **ask, round="3", key="another")) == (409, "moved")
    assert count_rulings(service) == 1


@pytest.mark.parametrize("key", ["x\n", "x y", "ą", "x" * 65])
def test_what_is_no_key(key: str) -> None:
    """In a pattern, `$` also matches before a final newline."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"words": ["cat"], "key": key}, ChallengeRequest)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"version": f"1.{key}"}, StationQuery)
