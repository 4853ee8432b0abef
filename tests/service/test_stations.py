"""Stations in minutes: tokens in bulk, links, QR codes, short codes, and presence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tests.log.databases import ONE_DATABASE
from tests.service.services import Serve
from tests.waiting import wait_until
from wordtools.log.log import Log
from wordtools.service import access
from wordtools.service.judging.addresses import list_addresses

STATIONS = "/api/v1/director/stations"


def issue(director: httpx.Client, *names: str, **more: Any) -> list[dict[str, Any]]:
    asked = {"stations": [{"name": name} for name in names], **more}
    answer = director.post(STATIONS, json=asked)
    assert answer.status_code == 201, answer.text
    cards: list[dict[str, Any]] = answer.json()["stations"]
    return cards


def redeem(client: httpx.Client, code: str) -> httpx.Response:
    return client.post("/api/v1/codes", json={"code": code})


def is_known(service: Any, token: str) -> bool:
    """True if this is a station's token."""
    statuses = {service.client(token).get("/api/v1/station").status_code for _ in range(4)}
    assert len(statuses) == 1
    return statuses == {200}


def test_thirty_stations_at_once(serve: Serve) -> None:
    service = serve("--workers", "2")
    director = service.director()
    asked = [{"name": f"Table {n}", "table": str(n)} for n in range(1, 31)]
    address = "http://192.168.0.10:8000/"
    answer = director.post(STATIONS, json={"stations": asked, "address": address})
    cards = answer.json()["stations"]
    assert [card["name"] for card in cards] == [each["name"] for each in asked]
    for key in ("token", "code", "link", "qr"):
        assert len({card[key] for card in cards}) == 30
    for card in cards:
        assert card["link"] == f"{address}#{card['token']}"
        assert re.fullmatch(r"[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}", card["code"])
    shown = service.client(cards[6]["token"]).get("/api/v1/station").json()
    assert (shown["name"], shown["location"]["table"]) == ("Table 7", "7")
    listed = director.get(STATIONS).text
    log = Log(service.log)
    with log.reading() as connection:
        names = sa.inspect(connection).get_table_names()
        stored = "".join(
            str(connection.execute(sa.text(f"SELECT * FROM {name}")).all()) for name in names
        )
    log.close()
    assert "Table 30" in stored
    for card in cards:
        for secret in (card["token"], card["code"], card["code"].replace("-", "")):
            assert secret not in listed
            assert secret not in service.told()
            assert secret not in stored


def test_one_name_that_is_taken_issues_nothing(serve: Serve) -> None:
    service = serve()
    director = service.director()
    (first,) = issue(director, "Table 2")
    for names in (["Table 1", "Table 2"], ["Table 3", "Table 3"], ["Table 3", "a/b"]):
        asked = {"stations": [{"name": name} for name in names]}
        assert director.post(STATIONS, json=asked).status_code in (409, 422)
    assert [each["name"] for each in director.get(STATIONS).json()["stations"]] == ["Table 2"]
    assert is_known(service, first["token"])
    second, _ = issue(director, "Table 2", "Table 1", replace=True)
    assert not is_known(service, first["token"])
    assert is_known(service, second["token"])
    assert redeem(service.client(), first["code"]).status_code == 401
    assert redeem(service.client(), second["code"]).status_code == 201


def test_a_code_works_once(serve: Serve) -> None:
    service = serve("--workers", "2")
    director = service.director()
    card, other = issue(director, "Table 1", "Table 2")
    typed = card["code"].lower().replace("-", " ")
    redeemed = redeem(service.client(), typed).json()
    assert redeemed["name"] == "Table 1"
    assert is_known(service, redeemed["token"])
    assert not is_known(service, card["token"])  # the station is another device now
    again = redeem(service.client(), card["code"])
    assert (again.status_code, again.json()["error"]["code"]) == (401, "wrong-code")
    director.delete(f"{STATIONS}/Table 2")
    assert redeem(service.client(), other["code"]).status_code == 401
    assert is_known(service, redeemed["token"])


def test_codes_are_not_guessed(serve: Serve) -> None:
    service = serve("--workers", "2")
    (card,) = issue(service.director(), "Table 1")
    statuses = [redeem(service.client(), f"AAAA-AA{n}A").status_code for n in range(2, 9)]
    assert statuses == [401] * 5 + [429] * 2
    right = redeem(service.client(), card["code"])
    assert right.status_code == 429
    assert int(right.headers["retry-after"]) > 0
    service.director()  # who can nevertheless sign in


def test_right_codes_are_no_guesses(serve: Serve) -> None:
    service = serve()
    cards = issue(service.director(), *(f"Table {n}" for n in range(12)))
    assert {redeem(service.client(), card["code"]).status_code for card in cards} == {201}


@pytest.mark.parametrize(("seconds", "good"), [(599, True), (601, False), (-60, False)])
def test_a_code_is_good_for_ten_minutes(
    log: Log, monkeypatch: pytest.MonkeyPatch, seconds: float, good: bool
) -> None:
    from wordtools.judge.acts import LexiconFacts
    from wordtools.judge.password import DirectorPassword

    access.open_service(log, LexiconFacts("en", "0" * 64), DirectorPassword("secret"), {})
    now = 1_800_000_000.0
    monkeypatch.setattr("wordtools.service.codes.time.time", lambda: now)
    issued = access.issue_tokens(log, {"Table 1": ""})
    assert not isinstance(issued, str)
    monkeypatch.setattr("wordtools.service.codes.time.time", lambda: now + seconds)
    redeemed = access.redeem_code(log, "attempt", issued[0].code)
    assert (redeemed is not None) is good


def test_addresses_that_devices_can_reach() -> None:
    assert [each.url for each in list_addresses("http://192.168.0.10:8000/judge/")] == [
        "http://192.168.0.10:8000/judge/"
    ]
    assert [each.url for each in list_addresses("https://judge.local/")] == ["https://judge.local/"]
    everywhere = list_addresses("https://0.0.0.0:8443/judge/")
    for each in everywhere:
        assert re.fullmatch(r"https://\d+\.\d+\.\d+\.\d+:8443/judge/", each.url)
        assert not each.url.startswith("https://127.")
        assert each.network


@ONE_DATABASE
def test_the_service_knows_where_it_is_served(serve: Serve) -> None:
    service = serve("--host", "0.0.0.0", "--root-path", "/judge")
    director = httpx.Client(base_url=f"{service.url}/judge", headers={"X-Wordtools": "director"})
    director.post("/api/v1/director/session", json={"password": "correct horse"})
    found = director.get("/api/v1/director/addresses").json()["addresses"]
    for each in found:  # and each of them answers
        assert httpx.get(each["url"] + "api/v1/health").json()["status"] == "ok"


def test_who_is_there(serve: Serve) -> None:
    service = serve("--workers", "2")
    director = service.director()
    one, two = service.station("one"), service.station("two")
    service.station("three")
    before = director.get("/api/v1/director/log").json()["last"]

    def see(check: Callable[[dict[str, Any]], bool]) -> dict[str, dict[str, Any]]:
        """The stations by name, as soon as the check holds."""
        seen: dict[str, dict[str, Any]] = {}

        def is_seen() -> bool:
            listed = director.get(STATIONS).json()["stations"]
            seen.update({each["name"]: each for each in listed})
            return check(seen)

        wait_until(is_seen, lambda: f"what is asked of {seen}")
        return seen

    asked: dict[str, str | int] = {"version": "0.1.0", "screen": "confirm", "battery": 81}
    one.get("/api/v1/station", params=asked)
    two.get("/api/v1/station")
    seen = see(lambda seen: seen["one"]["silent"] is not None and seen["two"]["silent"] is not None)
    said = {key: seen["one"][key] for key in ("version", "screen", "battery")}
    assert said == asked
    assert seen["one"]["silent"] < 20
    assert (seen["two"]["version"], seen["two"]["screen"], seen["two"]["battery"]) == ("", "", None)
    assert seen["three"]["silent"] is None
    one.get("/api/v1/station", params={**asked, "screen": "verdict"})
    see(lambda seen: seen["one"]["screen"] == "verdict")
    refused: list[dict[str, str | int]] = [
        {"screen": "casa"},
        {"screen": "away"},
        {"battery": 101},
        {"words": "x"},
    ]
    for bad in refused:
        assert one.get("/api/v1/station", params=bad).status_code == 422
    assert director.get("/api/v1/director/log").json()["last"] == before
    issue(director, "one", replace=True)  # another device, which nobody has seen
    see(lambda seen: seen["one"]["silent"] is None)
