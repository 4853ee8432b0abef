"""One service behind HAProxy or nginx as docs/deploying.md sets them up, and clients that hold
connections."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path

import pytest

from tests.service.balancer import ONE, Balancer, Nginx
from tests.service.services import Serve, Service, many_files
from tests.service.tables import begin, write_lexicon
from tests.waiting import PATIENCE

ASK = {"words": ["cat", "zebra"]}
STRANGER = "127.0.0.2"
HEAD = b"POST /api/v1/rulings HTTP/1.1\r\nHost: judge\r\n"

pytestmark = pytest.mark.slow


@pytest.fixture
def log_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/rulings.db"


@pytest.fixture
def service(serve: Serve) -> Service:
    return serve("--proxy", "127.0.0.1")


@pytest.fixture
def proxy(service: Service, tmp_path: Path) -> Iterator[Balancer]:
    with closing(Balancer(tmp_path, [service], page=ONE, patient=True)) as proxy:
        yield proxy


@pytest.fixture
def serve_tables(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Service]:
    """Starts a service with both doors behind a proxy, with these settings."""
    monkeypatch.setenv("WORDTOOLS_TABLE_KEY", str(tmp_path / "tables.key"))
    lexicons = [write_lexicon(tmp_path, "scrabble-en-us")]
    return partial(serve, "--proxy", "127.0.0.1", "--doors", "judge,play", lexicons=lexicons)


def connect(proxy: Balancer) -> socket.socket:
    """A stranger's connection, which the proxy may reset at once."""
    return socket.create_connection(("127.0.0.1", proxy.port), PATIENCE, (STRANGER, 0))


def test_who_opens_thousands_of_connections_holds_up_nobody_else(
    service: Service, proxy: Balancer
) -> None:
    station, token = proxy.client(service.token()), service.token("Table 2")
    station.headers["Authorization"] = f"Bearer {token}"
    with many_files() as most, ExitStack() as crowd:
        for number in range(min(5000, most - 1000)):
            with suppress(ConnectionError):
                opened = crowd.enter_context(connect(proxy))
                opened.send(HEAD if number % 2 else b"")
            if number % 500 == 499:
                for client in (station, proxy.client(token)):
                    answer = client.post("/api/v1/rulings", json=ASK)
                    assert answer.status_code == 201
    assert [line for line in service.log_lines() if line["status"] not in (200, 201)] == []


def test_what_is_sent_slowly_never_reaches_the_service(service: Service, proxy: Balancer) -> None:
    """Neither headers nor a body, however steadily they arrive."""
    requests = len(service.log_lines())
    slow = {HEAD: b"X-A: b\r\n", HEAD + b"Content-Length: 9000\r\n\r\n": b"{"}
    with ThreadPoolExecutor(len(slow)) as threads:
        for answer in threads.map(lambda sent: send_slowly(proxy, *sent), slow.items()):
            assert answer.startswith(b"HTTP/1.1 408")
    assert len(service.log_lines()) == requests


def send_slowly(proxy: Balancer, first: bytes, piece: bytes) -> bytes:
    """The answer to pieces that arrive five times a second."""
    with connect(proxy) as connection:
        connection.sendall(first)
        connection.settimeout(0.2)
        while True:
            try:
                return connection.recv(65536)
            except TimeoutError:
                connection.sendall(piece)


def read_until(text: bytes, pieces: Iterator[bytes]) -> None:
    """Reads whole events, until there is one with this text."""
    read = b""
    while text not in read or not read.endswith(b"\n\n"):
        read += next(pieces)


def test_a_players_events_come_at_once_and_survive_silence(
    serve_tables: Callable[..., Service], tmp_path: Path
) -> None:
    """The stream lasts longer than the proxy waits for any other answer."""
    service = serve_tables()
    player, other = begin(service, "scrabble-en-us")
    with closing(Balancer(tmp_path, [service], page=ONE)) as proxy:
        client = proxy.client(player.token)
        with client.stream("GET", f"{player.path}/events") as response:
            pieces = response.iter_raw()
            read_until(b"event: state", pieces)
            read_until(b": alive", pieces)
            (other if "pass" in other.state["may"] else player).do("pass")
            read_until(b"event: state", pieces)


TABLE = {"ruleset": "scrabble-en-us", "seats": [{"name": "Ana"}, {"name": "Bia"}]}


def test_tables_behind_nginx(serve_tables: Callable[..., Service], tmp_path: Path) -> None:
    """Events arrive at once, limits apply to each client's own address, and a large body is refused
    before it reaches the service."""
    service = serve_tables(settings={"make_tables": '"anyone"', "tables_per_address": 1})
    player, other = begin(service, "scrabble-en-us")
    with closing(Nginx(tmp_path, service)) as proxy:
        with proxy.client(player.token).stream("GET", f"{player.path}/events") as response:
            pieces = response.iter_raw()
            read_until(b"event: state", pieces)
            (other if "pass" in other.state["may"] else player).do("pass")
            read_until(b"event: state", pieces)
        clients = [proxy.client(address=f"127.0.0.{number}") for number in (2, 3)]
        for client in clients:
            client.headers["Origin"] = proxy.url
            assert client.post("/api/v1/tables", json=TABLE).status_code == 201
            client.headers["X-Forwarded-For"] = "203.0.113.9"
            refused = client.post("/api/v1/tables", json=TABLE)
            assert refused.json()["error"]["code"] == "too-many-tables"
        lines = len(service.log_lines())
        assert clients[0].post("/api/v1/tables", content=b" " * 17_000).status_code == 413
        assert clients[0].get("/metrics").status_code == 404
        assert len(service.log_lines()) == lines


def test_nobody_behind_a_proxy_is_at_this_machine(
    serve_tables: Callable[..., Service], tmp_path: Path
) -> None:
    with closing(Nginx(tmp_path, serve_tables())) as proxy:
        refused = proxy.client().post("/api/v1/tables", json=TABLE)
        assert refused.json()["error"]["code"] == "may-not-make"
