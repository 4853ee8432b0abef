"""Many connections, slow ones, endless ones: their cost, and the clients served in the meantime."""

from __future__ import annotations

import asyncio
import json
import resource
import select
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from pathlib import Path

import msgspec
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from tests.lexicon.helpers import english_bytes
from tests.program import Program
from tests.service.services import Serve, Service, make_certificate, many_files
from tests.waiting import PATIENCE
from wordtools.service.bodies import BODY_SECONDS, LARGEST_BODY, BodyMiddleware
from wordtools.service.middleware import HEADERS
from wordtools.service.processes import HEADER_SECONDS, LARGEST_HEADERS, MOST_CONNECTIONS

ASK = {"words": ["cat", "zebra"]}


@pytest.fixture
def log_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/rulings.db"


def connect(service: Service) -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE)


def read_all(connection: socket.socket) -> bytes:
    """Reads everything that the service sends until it closes the connection."""
    parts: list[bytes] = []
    while True:
        try:
            part = connection.recv(65536)
        except ConnectionError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


class Answer(msgspec.Struct):
    status: int
    headers: dict[str, str]
    body: bytes


def exchange(service: Service, *sent: bytes) -> list[Answer]:
    """The answers to these bytes, until the connection is closed."""
    with connect(service) as connection:
        with suppress(ConnectionError):
            for part in sent:
                connection.sendall(part)
        return parse(read_all(connection))


def parse(received: bytes) -> list[Answer]:
    found = []
    while received:
        head, _, rest = received.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (each.partition(": ") for each in lines)
        }
        size = int(headers["content-length"])
        found.append(Answer(int(first.split()[1]), headers, rest[:size]))
        received = rest[size:]
    return found


def request(method: str = "GET", path: str = "/api/v1/messages/en", **headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


# Many


def test_a_station_need_not_wait_for_those_who_ask_for_metrics(serve: Serve) -> None:
    service = serve()
    station = service.station()
    assert station.post("/api/v1/rulings", json=ASK).status_code == 201
    with ExitStack() as crowd:
        asking = [crowd.enter_context(connect(service)) for _ in range(50)]
        for connection in asking:
            connection.sendall(request(path="/metrics") * 10)
        assert station.post("/api/v1/rulings", json=ASK).status_code == 201
        answered, _, _ = select.select(asking, [], [], 0)
        answers = sum(each.recv(1 << 20).count(b"HTTP/1.1 200") for each in answered)
        assert answers < 5 * len(asking)  # half of them


@pytest.mark.slow
def test_who_comes_when_all_places_are_taken_waits_for_one(serve: Serve) -> None:
    """Silent clients keep theirs for ten seconds."""
    service = serve()
    token = service.token()
    with many_files(), ExitStack() as crowd:
        for _ in range(MOST_CONNECTIONS + 100):
            crowd.enter_context(connect(service))
        assert len(list(Path(f"/proc/{service.workers()[0]}/fd").iterdir())) < MOST_CONNECTIONS + 50
        assert service.client(token).post("/api/v1/rulings", json=ASK).status_code == 201


# Slow

SESSION = ("POST", "/api/v1/director/session")
SLOW = {
    "silent": (b"", b"", None),
    "headers": (b"GET / HTTP/1.1\r\n", b"X-A: b\r\n", None),
    "a header": (b"GET / HTTP/1.1\r\nX-A: ", b"b", None),
    "blank lines": (request(), b"\r\n", 200),
    "a body": (request(*SESSION, Content_Length="9000"), b"{", 408),
    "chunks": (request(*SESSION, Transfer_Encoding="chunked"), b"1\r\n{\r\n", 408),
    "a body that no one reads": (request(path="/", Content_Length="9000"), b"{", 200),
}
"""The data that is sent at once, the data that is then sent five times a second, and the status of
the answer, if any."""
LONGEST_SECONDS = 3 * max(HEADER_SECONDS, BODY_SECONDS)
"""A client that is not disconnected by then never is; a busy machine may take longer than it
should."""


def send_slowly(service: Service, first: bytes, piece: bytes) -> tuple[bytes, float]:
    """The answer, and the number of seconds after which the connection is closed."""
    began, received = time.monotonic(), b""
    with connect(service) as connection:
        connection.sendall(first)
        while time.monotonic() - began < LONGEST_SECONDS:
            try:
                if select.select([connection], [], [], 0.2)[0]:
                    part = connection.recv(65536)
                    if not part:
                        break
                    received += part
                else:
                    connection.sendall(piece)
            except ConnectionError:
                break
        return received, time.monotonic() - began


def never_finish_tls(service: Service) -> float:
    """The number of seconds after which a silent connection is closed."""
    began = time.monotonic()
    with connect(service) as connection:
        assert read_all(connection) == b""
        return time.monotonic() - began


@pytest.mark.slow
def test_who_is_slow_is_disconnected(serve: Serve, tmp_path: Path) -> None:
    service, secure = serve(), serve(*make_certificate(tmp_path))
    station = service.station()
    station.get("/api/v1/station")
    with ThreadPoolExecutor(len(SLOW) + 1) as threads:
        silent = threads.submit(never_finish_tls, secure)
        slow = {
            name: threads.submit(send_slowly, service, first, piece)
            for name, (first, piece, _) in SLOW.items()
        }
        while not all(each.done() for each in slow.values()):
            assert station.get("/api/v1/station").elapsed.total_seconds() < HEADER_SECONDS
            time.sleep(0.2)
        for name, (_, _, status) in SLOW.items():
            received, seconds = slow[name].result()
            told = [answer.status for answer in parse(received)]
            assert told == ([status] if status else []), name
            assert seconds < LONGEST_SECONDS, name
        assert silent.result() < LONGEST_SECONDS
    assert [line for line in service.log_lines() if "fault" in line] == []


@pytest.mark.slow
def test_a_client_that_reads_nothing_costs_no_memory(serve: Serve) -> None:
    """The client requests some 100 MB, but answers that it does not read are not prepared."""
    service = serve()
    service.client().get("/")
    before = read_memory(service)
    with connect(service) as connection:
        connection.setblocking(False)
        with suppress(BlockingIOError):
            for _ in range(20_000):
                connection.sendall(request(path="/"))
        assert service.station().post("/api/v1/rulings", json=ASK).status_code == 201
        assert read_memory(service) < before + (20 << 20)


def read_memory(service: Service) -> int:
    """The memory of a worker in bytes."""
    pages = Path(f"/proc/{service.workers()[0]}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


# Large


@pytest.fixture(scope="module")
def service(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("shared")
    path = folder / "test.lexicon"
    path.write_bytes(english_bytes("cat zebra"))
    service = Service(folder, [path], f"sqlite:///{folder}/rulings.db", program=program)
    yield service
    service.stop()


@pytest.mark.parametrize(
    ("sent", "statuses"),
    [
        ([request(X_Long="x" * (LARGEST_HEADERS - 200), Connection="close")], [200]),
        ([request(X_Long="x" * LARGEST_HEADERS)], [431]),
        ([request(path="/" + "x" * LARGEST_HEADERS)], [431]),
        ([b"GET / HTTP/1.1\r\nX-Long: ", *[b"x" * 8000] * 100], [431]),
        ([b"GET /", *[b"x" * 8000] * 100], [431]),
        ([b"GET / HTTP/1.1\r\n", *[b"X-Many: x\r\n" * 800] * 100], [431]),
        ([request(*SESSION, Content_Length="99999999"), b"{"], [413]),
        ([request(*SESSION, Transfer_Encoding="chunked"), *[b"5\r\n     \r\n" * 800] * 100], [413]),
        ([request(path="/", Transfer_Encoding="chunked"), *[b"5\r\nxxxxx\r\n" * 800] * 200], [200]),
        ([request(*SESSION, Transfer_Encoding="chunked"), b"1;", *[b"x" * 8000] * 200], [500]),
        ([request() * 4 + request(Connection="close")], [200] * 5),
        ([b"\r\n" * 50_000], [431]),
        ([b"\x16\x03\x01" + bytes(500)], [400]),
        ([b"GET / HTTP/9.9\r\n\r\n"], [400]),
        ([b"GET http:// HTTP/1.1\r\n\r\n"], [400]),
        ([b"GET /\xff HTTP/1.1\r\n\r\n"], [400]),
        ([b"CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"], [404]),
        ([request(Content_Length="-1")], [400]),
        ([request(*SESSION, Content_Length="9" * 30)], [400]),
    ],
)
def test_what_is_too_large_or_not_http(
    service: Service, sent: list[bytes], statuses: list[int]
) -> None:
    """If no request could be read, the answer is a bare status."""
    got = exchange(service, *sent)
    assert [answer.status for answer in got] == statuses
    for answer in got:
        assert answer.status in (400, 431, 500) or HEADERS.items() <= answer.headers.items()
        if answer.status == 413:
            assert json.loads(answer.body)["error"]["request"] == answer.headers["x-request-id"]


def read_answer(connection: socket.socket) -> HTTPResponse:
    """The next answer, read completely."""
    answer = HTTPResponse(connection)
    answer.begin()
    answer.read()
    return answer


@pytest.mark.parametrize(
    ("refused", "status"),
    [
        (("POST", "/api/v1/rulings"), 401),
        (("POST", "/api/v1/nothing"), 404),
        (("POST", "/api/v1/health"), 405),
        (("PUT", "/static/kiosk.js"), 405),
        (("GET", "/api/v1/messages/en"), 200),
    ],
)
def test_a_connection_survives_an_answer_that_came_before_the_body(
    service: Service, refused: tuple[str, str], status: int
) -> None:
    """The service reads the body after its answer, and then the next request."""
    body = b'{"words": ["cat"]}'
    head = request(*refused, Content_Length=str(len(body)))
    with connect(service) as connection:
        for _ in range(3):
            connection.sendall(head)
            answer = read_answer(connection)
            assert (answer.status, answer.will_close) == (status, False)
            connection.sendall(body)
            connection.sendall(request())
            assert read_answer(connection).status == 200


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ((b"content-length", b"%d" % (LARGEST_BODY + 1)), BODY_SECONDS),
        ((b"transfer-encoding", b"chunked"), BODY_SECONDS),
        ((b"content-length", b"1"), 0),
    ],
    ids=["large", "of unstated size", "slow"],
)
def test_an_answer_says_that_its_connection_will_be_closed(
    monkeypatch: pytest.MonkeyPatch, header: tuple[bytes, bytes], seconds: int
) -> None:
    """The rest of the body is not awaited."""
    monkeypatch.setattr("wordtools.service.bodies.BODY_SECONDS", seconds)
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()  # nothing arrives
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "headers": [header]}
    asyncio.run(BodyMiddleware(PlainTextResponse("refused", 403))(scope, receive, send))
    assert (b"connection", b"close") in sent[0]["headers"]


@pytest.mark.parametrize(
    "more", [b"no HTTP\r\n\r\n", request() * 40, None], ids=["wrong", "many", "none"]
)
def test_an_answer_that_comes_too_late_is_no_fault(service: Service, more: bytes | None) -> None:
    """The answer to an earlier request is ready only after its connection was closed."""
    asked = request(path="/api/v1/health")
    if more is None:
        with connect(service) as connection:
            connection.sendall(asked * 3)
    else:
        exchange(service, asked, asked + more)
    service.client().get("/api/v1/health")  # by now all have been answered
    assert [line for line in service.log_lines() if "fault" in line] == []
    assert "ERROR" not in service.told()


def test_a_cookie_that_takes_long_to_read(service: Service) -> None:
    """Python unquotes a cookie of backslashes in quadratic time, some 300 times that of letters."""

    def time_cookie(character: str) -> float:
        headers = {"Cookie": f'wordtools_director="{character * 15_000}"'}
        began = time.monotonic()
        answer = service.client().get("/api/v1/director/session", headers=headers)
        assert answer.json() == {"session": False}
        return time.monotonic() - began

    letters, backslashes = (min(time_cookie(each) for _ in range(3)) for each in "x\\")
    assert backslashes < 30 * letters
