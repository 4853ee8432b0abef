"""One service behind HAProxy as docs/deploying.md sets it up, and those who hold connections."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.service.balancer import ONE, Balancer
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
    proxy = Balancer(tmp_path, [service], page=ONE)
    yield proxy
    proxy.close()


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
    """Neither headers nor a body, however steadily they come."""
    requests = len(service.log_lines())
    slow = {HEAD: b"X-A: b\r\n", HEAD + b"Content-Length: 9000\r\n\r\n": b"{"}
    with ThreadPoolExecutor(len(slow)) as threads:
        for answer in threads.map(lambda sent: send_slowly(proxy, *sent), slow.items()):
            assert answer.startswith(b"HTTP/1.1 408")
    assert len(service.log_lines()) == requests


def send_slowly(proxy: Balancer, first: bytes, piece: bytes) -> bytes:
    """What is answered to pieces that come five times a second."""
    with connect(proxy) as connection:
        connection.sendall(first)
        connection.settimeout(0.2)
        while True:
            try:
                return connection.recv(65536)
            except TimeoutError:
                connection.sendall(piece)


def test_a_players_events_come_at_once_and_survive_silence(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than the proxy waits for any other answer."""
    monkeypatch.setenv("WORDTOOLS_TABLE_KEY", str(tmp_path / "tables.key"))
    lexicons = [write_lexicon(tmp_path, "scrabble-en-us")]
    service = serve("--proxy", "127.0.0.1", "--doors", "judge,play", lexicons=lexicons)
    player, other = begin(service, "scrabble-en-us")
    proxy = Balancer(tmp_path, [service], page=ONE)
    try:
        client = proxy.client(player.token)
        with client.stream("GET", f"{player.path}/events") as response:
            pieces = response.iter_raw()
            assert b"event: state" in next(pieces)
            assert b": alive" in next(pieces)
            (other if "pass" in other.state["may"] else player).do("pass")
            assert b"event: state" in next(pieces)
    finally:
        proxy.close()
