"""Closed doors: to stations, to browsers with a seat in a game, and to strangers."""

from __future__ import annotations

import re
import socket

import httpx
import pytest

from tests.log.databases import ONE_DATABASE
from tests.service.services import Service
from tests.service.tables import OpenTables, begin, make_table
from tests.waiting import PATIENCE
from wordtools.pages import STATIC
from wordtools.service.config import DOORS
from wordtools.service.doors import list_routes

pytestmark = ONE_DATABASE


def use_as_browser(service: Service) -> httpx.Client:
    """A client that keeps cookies."""
    return httpx.Client(base_url=service.url)


def fill(path: str) -> str:
    """A path of a route, with some value for each parameter."""
    return re.sub("{.*?}", "1234abcd", path)


def list_paths() -> list[tuple[str, str]]:
    """The method and the path of every route, page and static file."""
    routes = [(route.method, fill(route.path)) for route in list_routes(DOORS)]
    pages = [
        ("GET", f"/{name}")
        for name in ("", "judge", "play", "table", "look-up", "look-up/en-US/", "director")
    ]
    static = [("GET", f"/static/{path.relative_to(STATIC)}") for path in STATIC.rglob("*.*")]
    return [*routes, *pages, *static]


def is_barred(path: str) -> bool:
    """True for paths that belong to the doors for playing and looking up."""
    own = {fill(route.path) for route in list_routes(["play", "look-up"])}
    own -= {fill(route.path) for route in list_routes(["judge"])}
    file = path.removeprefix("/static/")
    is_file = path.startswith("/static/") and re.split("[./]", file)[0] in (
        "play",
        "table",
        "look-up",
    )
    return is_file or path in own or path in ("/play", "/table", "/look-up", "/look-up/en-US/")


def test_a_station_gets_the_station_and_nothing_else(open_tables: OpenTables) -> None:
    service = open_tables(doors="judge,play,look-up")
    token = service.token("Table 1")
    browser = use_as_browser(service)
    before = {path: browser.request(*path).status_code for path in list_paths()}
    assert any(is_barred(path) and status == 200 for (_, path), status in before.items())
    station = {"Authorization": f"Bearer {token}"}
    assert browser.get("/api/v1/station", headers=station).status_code == 200
    cookie = next(cookie for cookie in browser.cookies.jar)
    assert cookie.name == "wordtools_station"
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert token not in str(cookie.value)  # which opens nothing
    assert browser.get("/api/v1/station").status_code == 401
    for method, path in list_paths():
        answer = browser.request(method, path)
        if is_barred(path):
            assert answer.status_code == 403, (method, path)
            assert answer.json()["error"]["code"] == "station"
            for wrong in ("//", "/./", "/x/../", "/%2e/", "/x/%2e%2e/", "/%2f"):
                spelled = path.replace("/static/", f"/static{wrong}")
                assert browser.request(method, spelled).status_code in (403, 404), spelled
        elif path != "/":
            assert answer.status_code == before[method, path], (method, path)
    assert (
        "data-page" in browser.get("/").text or browser.get("/").text == browser.get("/judge").text
    )
    assert service.director().request("DELETE", "/api/v1/director/stations/Table 1").is_success
    assert browser.get("/play").status_code == 200  # no longer a station


def test_a_seat_in_play_closes_help_with_words(open_tables: OpenTables) -> None:
    """Hints at another table and looking up words are closed until the game has ended."""
    service = open_tables(doors="judge,play,look-up")
    browser = use_as_browser(service)
    _, players = make_table(service, "scrabble-en-us")
    practice = begin(service, "scrabble-en-us", practice=True)
    mover = next(player for player in practice if "play" in player.state["may"])
    mover.client.cookies.clear()
    assert mover.ask("POST", "hints").status_code == 200
    for player in players:
        player.client = browser
        body = {"secret": player.secret, "nonce": "0" * 64}
        answer = browser.post(f"{player.path}/seats/{player.seat}", json=body)
        player.token = answer.json()["token"]
    assert "wordtools_playing" in browser.cookies
    mover.client.cookies = browser.cookies
    assert mover.ask("POST", "hints").status_code == 200  # it has not begun
    own = {"Authorization": f"Bearer {players[0].token}"}

    def command(do: str) -> httpx.Response:
        body = {"do": do, "key": f"{hash(do) % 10**16:016}"}
        return browser.post(f"{players[0].path}/commands", json=body, headers=own)

    assert command("begin").status_code == 200
    refused = mover.ask("POST", "hints")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "playing")
    assert browser.get("/look-up/en-US/").status_code == 403
    assert command("resign").status_code == 200
    assert mover.ask("POST", "hints").status_code == 200
    assert browser.get("/look-up/en-US/").status_code == 200


def test_no_hints_but_for_practice(open_tables: OpenTables) -> None:
    service = open_tables()
    for player in begin(service, "scrabble-en-us"):
        assert player.ask("POST", "hints").status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.nip.io", "["])
def test_another_name_for_this_machine_is_refused(open_tables: OpenTables, host: str) -> None:
    """A page of another site may have made its own name resolve to this machine."""
    service = open_tables()
    for path in ("/", "/play", "/api/v1/games", "/static/style.css", "/api/v1/health"):
        answer = service.client().get(path, headers={"Host": host})
        assert answer.status_code in (400, 421), path
    for good in ("localhost", "127.0.0.1", "[::1]:8000", f"localhost:{service.port}"):
        assert service.client().get("/api/v1/games", headers={"Host": good}).status_code == 200


def test_a_check_by_a_proxy_needs_no_name(open_tables: OpenTables) -> None:
    """HAProxy checks with HTTP/1.0, without `Host`. If refused, it sends the service nothing."""
    service = open_tables()
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET /api/v1/health HTTP/1.0\r\n\r\n")
        assert b" 200 " in connection.makefile("rb").readline()


def test_who_may_make_tables(open_tables: OpenTables) -> None:
    body = {"ruleset": "scrabble-en-us", "seats": [{"name": "Ana"}, {"name": "Bia"}]}
    forwarded = {"X-Forwarded-For": "203.0.113.9"}
    service = open_tables(settings={"make_tables": '"this machine"'})
    assert service.client().get("/api/v1/games").json()["may_make"]
    assert service.client().post("/api/v1/tables", json=body).status_code == 201
    refused = service.client().post("/api/v1/tables", json=body, headers=forwarded)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "may-not-make")
    foreign = {"Origin": "https://evil.example"}
    assert service.client().post("/api/v1/tables", json=body, headers=foreign).status_code == 403
    director = service.director()
    assert director.post("/api/v1/tables", json=body, headers=forwarded).status_code == 201
    service.stop()

    service = open_tables(settings={"make_tables": '"director"'})
    assert not service.client().get("/api/v1/games").json()["may_make"]
    assert service.client().post("/api/v1/tables", json=body).status_code == 403
    assert service.director().post("/api/v1/tables", json=body).status_code == 201
    service.stop()

    service = open_tables(settings={"make_tables": '"anyone"', "tables_per_address": 2})
    forwarded = {"X-Forwarded-For": "203.0.113.10"}
    made = [service.client().post("/api/v1/tables", json=body, headers=forwarded) for _ in range(3)]
    assert [answer.status_code for answer in made[:2]] == [201, 201]
    assert made[2].json()["error"]["code"] == "too-many-tables"
    assert service.client().get("/api/v1/tables").status_code == 401
    owner = {"Authorization": f"Bearer {made[0].json()['owner']}", **forwarded}
    table = made[0].json()["table"]
    closed = service.client().post(f"/api/v1/tables/{table}/close", json={}, headers=owner)
    assert closed.status_code == 200
    assert service.client().post("/api/v1/tables", json=body, headers=forwarded).status_code == 201


def test_a_closed_door_has_no_routes(open_tables: OpenTables) -> None:
    service = open_tables(doors="play")
    assert service.client().get("/judge").status_code == 404
    assert service.client().get("/api/v1/station").status_code == 404
    assert "play" in service.client().get("/").text
    assert service.client().get("/api/v1/health").status_code == 200
    described = service.client().get("/api/v1/openapi.json").json()["paths"]
    assert "/api/v1/tables" in described
    assert "/api/v1/rulings" not in described
