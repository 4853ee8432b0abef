"""The locations of stations: set by the director, shown by stations, in every ruling."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.log.databases import ONE_DATABASE
from tests.service.services import Serve

ASK = {"words": ["cat"]}


def put(director: httpx.Client, **fields: Any) -> httpx.Response:
    return director.put("/api/v1/director/locations", json=fields)


def ruled(station: httpx.Client, **fields: str) -> dict[str, Any]:
    """The recorded location of a ruling."""
    answer = station.post("/api/v1/rulings", json={**ASK, **fields})
    assert answer.status_code == 201, answer.text
    challenge: dict[str, Any] = answer.json()["challenge"]
    return {key: challenge[key] for key in ("event", "round", "table") if key in challenge}


def test_the_director_sets_it_for_all_or_some(serve: Serve) -> None:
    service = serve("--workers", "2")
    director, one, two = service.director(), service.station("one"), service.station("two")

    def shown() -> list[list[str]]:
        found = [each.get("/api/v1/station").json()["location"] for each in (one, two)]
        listed = director.get("/api/v1/director/stations").json()["stations"]
        assert {each["name"]: each["location"] for each in listed}.items() >= dict(
            zip(("one", "two"), found, strict=True)
        ).items()
        return [list(location.values()) for location in found]

    assert shown() == [["", "", ""], ["", "", ""]]
    assert ruled(one) == {}
    put(director, event=" Open ", round="1")
    assert shown() == [["Open", "1", ""], ["Open", "1", ""]]
    put(director, stations=["one"], table="7")
    put(director, stations=["two"], event="Junior", table="8")
    assert shown() == [["Open", "1", "7"], ["Junior", "1", "8"]]
    put(director, round="2")
    assert shown() == [["Open", "2", "7"], ["Junior", "2", "8"]]
    three = service.station("three")  # one that is added later has the common location
    assert ruled(three) == {"event": "Open", "round": "2"}
    assert ruled(two) == {"event": "Junior", "round": "2", "table": "8"}
    director.delete("/api/v1/director/stations/two")  # and so has the next one with its name
    two = service.station("two")
    assert ruled(two) == {"event": "Open", "round": "2"}
    put(director, stations=["two"], table="8")
    put(director, event="")
    assert shown() == [["", "2", "7"], ["", "2", "8"]]
    service.stop()
    service.start()
    assert shown_by(one) == ["", "2", "7"]


def shown_by(station: httpx.Client) -> list[str]:
    return list(station.get("/api/v1/station").json()["location"].values())


def test_no_station_can_be_behind(serve: Serve) -> None:
    """The director's setting applies. A station whose players saw a different setting gets no
    ruling."""
    service = serve()
    director, station = service.director(), service.station()
    assert ruled(station, event="Club", table="3") == {"event": "Club", "table": "3"}
    put(director, event="Open", round="4")
    expected = {"event": "Open", "round": "4", "table": "3"}
    assert ruled(station, event="Open", table="3") == expected
    before = director.get("/api/v1/director/log").json()["last"]
    for behind in ({"event": "Club"}, {"round": "3"}, {"event": "Open", "round": "-"}):
        answer = station.post("/api/v1/rulings", json={**ASK, **behind})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["reason"]) == (409, "moved", "moved")
    assert director.get("/api/v1/director/log").json()["last"] == before
    play = {**ASK, "play": "17"}
    assert station.post("/api/v1/rulings", json={**play, "round": "4"}).status_code == 201
    again = station.post("/api/v1/rulings", json=play)  # the same play, whatever its key
    assert again.json()["error"]["code"] == "judged-before"


def test_what_changes_nothing_is_no_act(serve: Serve) -> None:
    service = serve()
    director, one, two = service.director(), service.station("one"), service.station("two")

    def acts() -> list[Any]:
        records = director.get("/api/v1/director/log?limit=1000").json()["records"]
        return [record["content"] for record in records if record["kind"] == "place"]

    put(director, event="Open", round="1")
    put(director, stations=["one"], table="7")
    told = acts()
    for again in (
        {"stations": [], "round": "2"},
        {"stations": ["one", "two"], "event": " Open "},
        {"stations": ["one"], "table": "7"},
        {"event": "Open", "round": "1"},
        {"stations": ["two"], "table": ""},
        {},
    ):
        assert put(director, **again).status_code == 200
        assert acts() == told, again
    put(director, stations=["one", "two"], table="7")  # one of the two is already there
    assert acts() == [*told, {"stations": ["one", "two"], "new": {"table": "7"}}]
    put(director, round="2")
    assert [shown_by(each) for each in (one, two)] == [["Open", "2", "7"]] * 2


@ONE_DATABASE
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"stations": ["nobody"], "round": "2"}, 404),
        ({"stations": ["Table 1", "nobody"], "round": "2"}, 404),
        ({"table": "3"}, 422),
        ({"round": "2\n"}, 422),
        ({"event": "x" * 101}, 422),
        ({"stations": "Table 1", "round": "2"}, 422),
        ({"where": "x"}, 422),
    ],
)
def test_what_is_refused_changes_nothing(serve: Serve, fields: dict[str, Any], status: int) -> None:
    service = serve()
    director, station = service.director(), service.station()
    assert put(director, **fields).status_code == status
    assert shown_by(station) == ["", "", ""]
