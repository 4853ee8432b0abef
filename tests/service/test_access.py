"""Limits on who may send requests to the service, how many and how often."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import write_secret
from tests.log.databases import ONE_DATABASE
from tests.service.services import PASSWORD, Serve
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.password import DirectorPassword
from wordtools.log.log import Log
from wordtools.service import access
from wordtools.service.attempts import MOST_ATTEMPTS, MOST_ATTEMPTS_OF_ALL
from wordtools.service.limits import RateLimiter

ASK = {"words": ["cat", "zebra"]}


def issue(*names: str) -> dict[str, Any]:
    """The body that requests tokens for these stations."""
    return {"stations": [{"name": name} for name in names]}


def test_tokens(serve: Serve) -> None:
    service = serve("--workers", "2")
    director = service.director()
    token = service.token("Table 1")
    assert director.get("/api/v1/director/stations").json()["stations"][0]["name"] == "Table 1"
    assert token not in director.get("/api/v1/director/stations").text
    again = director.post("/api/v1/director/stations", json=issue("Table 1"))
    assert again.json()["error"]["code"] == "exists"
    for name in ("", " x", "x ", "a/b", "-x", "x" * 41, "a\nb", "<b>"):
        assert director.post("/api/v1/director/stations", json=issue(name)).status_code == 422
    for bad in ("", "x", "Basic x", f"Bearer {token}x", f"Bearer {token[:-1]}", f"bearer x{token}"):
        for method, path in (("GET", "station"), ("POST", "previews"), ("POST", "rulings")):
            answer = service.client().request(
                method, f"/api/v1/{path}", json=ASK, headers={"Authorization": bad}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no-station")
    assert service.client(token).post("/api/v1/rulings", json=ASK).status_code == 201
    assert director.delete("/api/v1/director/stations/Table 1").status_code == 200
    for _ in range(10):  # a connection each, so that both workers are reached
        for path in ("rulings", "previews"):
            assert service.client(token).post(f"/api/v1/{path}", json=ASK).status_code == 401
    assert director.delete("/api/v1/director/stations/Table 1").status_code == 404
    assert token not in service.told()


def test_sessions(serve: Serve) -> None:
    service = serve("--workers", "2")
    client = service.client()
    assert client.get("/api/v1/director/session").json() == {"session": False}
    answer = client.post("/api/v1/director/session", json={"password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert "Secure" not in cookie
    for _ in range(6):
        fresh = httpx.Client(base_url=service.url, cookies=client.cookies)
        assert fresh.get("/api/v1/director/session").json() == {"session": True}
    naked = client.post("/api/v1/director/stations", json=issue("x"))
    assert (naked.status_code, naked.json()["error"]["code"]) == (403, "no-header")
    kept = dict(client.cookies)
    client.headers["X-Wordtools"] = "director"
    assert client.delete("/api/v1/director/session").json() == {"session": False}
    stolen = httpx.Client(base_url=service.url, cookies=kept)
    assert stolen.get("/api/v1/director/session").json() == {"session": False}
    for method, path in DIRECTORS:
        answer = client.request(method, f"/api/v1/director/{path}", json={"name": "x", "why": "x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no-director"), path
    director = service.director()
    service.stop()
    service.start()
    assert director.get("/api/v1/director/log").status_code == 200
    service.stop()
    write_secret(service.folder / "password", PASSWORD + "\n")
    service.start()  # with the same password, this time not as a hash
    assert director.get("/api/v1/director/log").status_code == 200
    service.stop()
    write_secret(service.folder / "password", "another horse\n")
    service.start()  # with another password: all sessions end
    assert director.get("/api/v1/director/log").status_code == 401
    old = service.client().post("/api/v1/director/session", json={"password": PASSWORD})
    assert old.json()["error"]["code"] == "wrong-password"


def test_a_clock_that_is_set_back_prolongs_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, password = Log(f"sqlite:///{tmp_path}/log.db"), DirectorPassword(PASSWORD)
    access.open_service(log, LexiconFacts("en", "d"), password, {})
    moment = 1_800_000_000.0
    monkeypatch.setattr(time, "time", lambda: moment)
    begun = access.begin_session(log, "attempt", "127.0.0.1", password)
    assert begun is not None
    token, device = begun
    for hours, is_valid in ((0, True), (11, True), (13, False), (-24, False)):
        monkeypatch.setattr(time, "time", lambda hours=hours: moment + hours * 3600)
        assert access.is_session(log, token) == is_valid, hours
    for days, is_known in ((0, True), (89, True), (91, False), (-1, False)):
        monkeypatch.setattr(time, "time", lambda days=days: moment + days * 86_400)
        assert access.find_guesser(log, "::1", ["other", device]).is_known == is_known, days
    assert access.find_guesser(log, "::1", [token]) == ("::1", False)
    log.close()


def test_who_guesses_locks_out_no_device_that_was_signed_in(serve: Serve) -> None:
    """Codes are counted separately from passwords, and a known device separately from all
    others."""
    service = serve("--workers", "2")

    def client(address: str) -> httpx.Client:
        """Each request comes from a separate address, as reported by a trusted proxy on this
        machine.
        """
        client = service.client()
        client.headers.update({"X-Forwarded-For": address, "X-Wordtools": "director"})
        return client

    def sign_in(client: httpx.Client, password: str = PASSWORD) -> int:
        asked = {"password": password}
        return client.post("/api/v1/director/session", json=asked).status_code

    def flood(path: str, body: dict[str, str]) -> list[int]:
        """Attempts from this many addresses, a few from each."""
        number = MOST_ATTEMPTS_OF_ALL + 5
        each = (client(f"10.0.1.{n}") for n in range(number))
        return [client.post(f"/api/v1/{path}", json=body).status_code for client in each]

    everyone = [401] * MOST_ATTEMPTS_OF_ALL + [429] * 5
    assert flood("codes", {"code": "AAAA-AAAA"}) == everyone
    director = client("10.0.0.1")
    assert sign_in(director) == 200
    cards = director.post("/api/v1/director/stations", json=issue("Table 1")).json()["stations"]
    assert director.delete("/api/v1/director/session").status_code == 200
    code = {"code": cards[0]["code"]}
    assert client("10.0.0.9").post("/api/v1/codes", json=code).status_code == 429
    assert director.post("/api/v1/codes", json=code).status_code == 201  # it is also known here

    assert flood("director/session", {"password": "wrong"}) == everyone
    assert sign_in(client("10.0.0.9")) == 429
    device = director.cookies["wordtools_device"]
    assert sign_in(director) == 200
    assert director.cookies["wordtools_device"] == device
    station = client("10.0.0.2")
    token = service_token(director)
    station.headers["Authorization"] = f"Bearer {token}"
    assert sign_in(station) == 200

    wrong = client("10.0.0.3")  # its own wrong passwords lock it out at any address
    wrong.cookies["wordtools_device"] = device
    assert [sign_in(wrong, "wrong") for _ in range(6)] == [401] * 5 + [429]
    assert [sign_in(director), sign_in(station)] == [429, 200]
    for held in ("", "x", device[:-1]):
        forged = client("10.0.0.4")
        forged.cookies["wordtools_device"] = held
        forged.headers["Authorization"] = f"Bearer {token}x"
        assert sign_in(forged) == 429


def service_token(director: httpx.Client) -> str:
    """The token of another station."""
    answer = director.post("/api/v1/director/stations", json=issue("Table 2"))
    token: str = answer.json()["stations"][0]["token"]
    return token


DIRECTORS = [
    ("GET", "log"),
    ("GET", "log/verify"),
    ("GET", "log/export?format=csv"),
    ("GET", "stations"),
    ("POST", "stations"),
    ("DELETE", "stations/x"),
    ("POST", "rulings/x/void"),
    ("PUT", "lexicon"),
    ("PUT", "locations"),
    ("GET", "addresses"),
]


@ONE_DATABASE
def test_another_sites_page_uses_up_no_attempts(serve: Serve) -> None:
    """It may not read the answer, but a browser sends the request."""
    service = serve()
    for site, status in (("cross-site", 403), ("same-site", 403), ("none", 401)):
        client = service.client()
        client.headers.update({"Sec-Fetch-Site": site, "Content-Type": "text/plain"})
        for _ in range(MOST_ATTEMPTS if status == 403 else 1):
            for path, body in (("director/session", {"password": "x"}), ("codes", {"code": "x"})):
                answer = client.post(f"/api/v1/{path}", content=json.dumps(body))
                assert answer.status_code == status


@ONE_DATABASE
def test_another_sites_page_changes_nothing(serve: Serve) -> None:
    """Browsers state where a page is from, some only in the header Origin; on a network without
    TLS, all of them do."""
    service = serve()
    station = service.station()
    here = f"127.0.0.1:{service.port}"

    def rule(**headers: str) -> int:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return station.post("/api/v1/rulings", json=ASK, headers=named).status_code

    for foreign in ("http://evil.example", "http://127.0.0.1", "null", "", f"http://{here}.evil"):
        assert rule(Origin=foreign) == 403, foreign
        assert rule(Origin=foreign, Sec_Fetch_Site="none") == 403
        asked = station.get("/api/v1/station", headers={"Origin": foreign})
        assert asked.status_code == 200  # a page there cannot read it
    assert rule(Origin=f"http://{here}", Sec_Fetch_Site="cross-site") == 403
    assert rule(Origin=f"http://{here}") == 201
    assert rule() == 201  # no browser
    proxied = {"Host": "127.0.0.1:1", "X-Forwarded-Host": "Judge.example"}
    assert rule(Origin="https://judge.example", **proxied) == 201
    assert rule(Origin="https://other.example", **proxied) == 403
    assert rule(Origin="https://judge.example", Sec_Fetch_Site="same-origin") == 201


def ask_at_once(stations: list[httpx.Client]) -> list[int]:
    """The statuses of a ruling for each of these clients, which all ask at once."""
    with ThreadPoolExecutor(len(stations)) as threads:
        answers = threads.map(lambda each: each.post("/api/v1/rulings", json=ASK), stations)
        return sorted(answer.status_code for answer in answers)


def test_a_station_is_counted_by_each_worker(serve: Serve) -> None:
    service = serve("--workers", "2", settings={"station_rate": 0.001, "station_burst": 5})
    one, two = service.token("one"), service.station("two")
    with service.client(one) as client:  # one connection, so one worker
        asked = [client.post("/api/v1/rulings", json=ASK).status_code for _ in range(8)]
        assert asked == [201] * 5 + [429] * 3
        for method, path, body in (
            ("GET", "station", None), ("POST", "previews", ASK), ("POST", "rulings", ASK),
        ):  # fmt: skip
            answer = client.request(method, f"/api/v1/{path}", json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many")
            assert int(answer.headers["retry-after"]) > 0
    assert ask_at_once([service.client(one) for _ in range(16)]).count(201) <= 5  # the other's
    assert two.post("/api/v1/rulings", json=ASK).status_code == 201


def test_all_workers_count_attempts_together_and_a_restart_forgets_none(serve: Serve) -> None:
    """Wrong passwords and wrong codes are counted, even after a kill."""
    service = serve("--workers", "2")
    wrong = {"session": {"password": "wrong"}, "codes": {"code": "AAAA-AAAA"}}

    def attempt(what: str) -> str:
        path = {"session": "director/session"}.get(what, what)
        answer = service.client().post(f"/api/v1/{path}", json=wrong[what])
        if answer.status_code == 429:
            assert int(answer.headers["retry-after"]) > 0
        return str(answer.json()["error"]["code"])

    assert [attempt("session") for _ in range(6)] == ["wrong-password"] * 5 + ["too-many-attempts"]
    assert [attempt("codes") for _ in range(6)] == ["wrong-code"] * 5 + ["too-many-attempts"]
    service.kill()
    service.start()
    assert [attempt("session"), attempt("codes")] == ["too-many-attempts"] * 2
    right = service.client().post("/api/v1/director/session", json={"password": PASSWORD})
    assert right.status_code == 429


def test_nobody_is_refused_a_check(serve: Serve) -> None:
    """Otherwise anyone could send so many requests that a load balancer would consider the service
    dead."""
    service = serve("--workers", "2", settings={"station_rate": 0.001, "station_burst": 2})
    asked = [service.client().get("/api/v1/health").status_code for _ in range(8)]
    assert asked == [200] * 8
    assert service.station().post("/api/v1/rulings", json=ASK).status_code == 201


@ONE_DATABASE
def test_what_cannot_be_counted_is_not_answered(serve: Serve) -> None:
    """No password is checked, and no station answered, while the log is away."""
    service = serve(settings={"station_rate": 0.001, "station_burst": 2})
    station = service.station()
    assert station.get("/api/v1/station").status_code == 200
    path = Path(service.log.removeprefix("sqlite:///"))
    aside = path.rename(path.with_suffix(".aside"))
    for answer in (
        service.client().post("/api/v1/director/session", json={"password": PASSWORD}),
        service.client().post("/api/v1/codes", json={"code": "AAAA-AAAA"}),
        station.get("/api/v1/station"),
        station.post("/api/v1/previews", json=ASK),
        station.post("/api/v1/rulings", json=ASK),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "cannot-judge")
    aside.rename(path)
    statuses = [station.post("/api/v1/rulings", json=ASK).status_code for _ in range(2)]
    assert statuses == [201, 429]


@pytest.mark.parametrize(
    ("seconds", "left"),
    [(0, 0), (0.4, 0), (1, 2), (1.9, 3), (60, 10)],
)
def test_requests_come_back(monkeypatch: pytest.MonkeyPatch, seconds: float, left: int) -> None:
    rates, now = RateLimiter(rate=2, burst=10), 1000.0

    def count(*stations: str) -> list[float]:
        return [rates.count_request(station) for station in stations]

    monkeypatch.setattr("wordtools.service.limits.time.monotonic", lambda: now)
    assert count(*"abababababababababa") == [0] * 19
    assert count("a", "b") == [0.5, 0]
    now += seconds
    waits = count(*"a" * 12)
    assert waits[:left] == [0] * left
    assert all(0 < wait <= 0.5 for wait in waits[left:])


@ONE_DATABASE
def test_sizes(serve: Serve) -> None:
    service = serve()
    station = service.station()

    def status(content: bytes, **headers: str) -> tuple[int, str]:
        answer = station.post("/api/v1/rulings", content=content, headers=headers)
        return answer.status_code, answer.json()["error"]["code"]

    def pieces() -> Any:
        for _ in range(40):
            yield b" " * 1024

    assert status(b" " * 16_385) == (413, "too-large")
    chunked = station.post("/api/v1/rulings", content=pieces())
    assert chunked.status_code == 413
    assert status(b"") == (400, "not-json")
    assert status(b"{") == (400, "not-json")
    assert status(b'{"words": ["\xff"]}') == (400, "not-json")
    assert status(b'{"words": ["\\ud800"]}') == (400, "not-json")
    for twice in (
        b'{"words": ["cat"], "words": ["dogs"]}',
        b'{"words": ["cat"], "event": "a", "\\u0065vent": "b"}',
        b'{"words": [], "laid": {"play": "8D CAT", "rules": "a", "play": "8D DOG"}}',
    ):
        assert status(twice) == (400, "not-json")
    assert status(b"[" * 16_000) == (422, "invalid")  # the first bracket is not a challenge
    assert status(b"[]") == (422, "invalid")
    assert status(b"{}") == (422, "invalid")
    for body in (
        {"words": "cat"},
        {"words": [1]},
        {"words": [None]},
        {"words": ["cat"] * 65},
        {"words": ["x" * 201]},
        {"words": ["cat"], "play": "x" * 101},
        {"words": ["cat"], "play": 1},
        {"words": ["cat"], "station": "another"},
        {"words": ["cat"], "scope": "game"},
        {"words": ["cat"], "players": ["x"] * 9},
        {"words": ["cat"], "event": "a\x1fb"},
        {"words": ["cat"], "event": "a\0b"},
        {"words": ["cat"], "challenger": "\u202eanA"},
        {"words": ["cat"], "challenger": "Ana\u3164"},
    ):
        assert status(json.dumps(body).encode()) == (422, "invalid"), body
    log = Log(service.log, make=False)
    assert log.find_last("ruling") is None
    log.close()
