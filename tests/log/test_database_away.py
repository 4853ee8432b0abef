"""PostgreSQL stops, is cut off, restarts or fails over under load. Stations show CANNOT JUDGE in
time and never hang, the chain stays intact, and judging resumes by itself."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from tests.log.databases import Cluster
from tests.log.proxy import Proxy
from tests.log.records import ruling
from tests.service.services import Serve, Service
from tests.waiting import wait_until
from wordtools.log import postgresql, time_limit
from wordtools.log.log import Log, LogError, TurnLost, retry
from wordtools.log.record import EVENT_NUMBERS, LogRecord

IN_TIME = 10.0
"""Seconds after which a station's page says that the service is away. Answers are promised in half
of that; other load on the machine must not fail the test."""
ASK = {"words": ["cat", "zebra"]}


@pytest.fixture
def proxy(cluster: Cluster) -> Iterator[Proxy]:
    proxy = Proxy(cluster.socket)
    yield proxy
    proxy.close()


class Load:
    """Stations that ask without a pause. `answers` are (start, seconds, status, number, id)."""

    def __init__(self, service: Service, stations: int) -> None:
        tokens = [service.token(f"Table {n}") for n in range(stations)]
        self.answers: list[tuple[float, float, int, int, str]] = []
        self.reasons: set[str] = set()
        self._ends = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(service.client(token),)) for token in tokens
        ]
        for thread in self._threads:
            thread.start()

    def _play(self, client: httpx.Client) -> None:
        turn = 0
        while not self._ends.is_set():
            turn += 1
            began = time.monotonic()
            asked = {**ASK, "play": f"{turn}", "table": str(threading.get_ident())}
            answer = client.post("/api/v1/rulings", json=asked)
            seconds, body = time.monotonic() - began, answer.json()
            if answer.status_code != 201:
                self.reasons.add(body["error"]["reason"])
            self.answers.append(
                (began, seconds, answer.status_code, body.get("number", 0), body.get("id", ""))
            )
            self._ends.wait(0.01)

    def count(self, status: int) -> int:
        return sum(1 for answer in self.answers if answer[2] == status)

    def wait_for(self, status: int, more: int = 4) -> None:
        """Until there are more answers with this status."""
        goal = self.count(status) + more
        wait_until(
            lambda: self.count(status) >= goal, lambda: f"{status} after {self.answers[-10:]}"
        )

    def end(self) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join()

    def check(self, url: str) -> None:
        """Every answer arrived in time; everything shown is in the log, and the log is intact."""
        slow = [answer for answer in self.answers if answer[1] > IN_TIME]
        assert slow == []
        assert {answer[2] for answer in self.answers} == {201, 503}
        shown = {(answer[3], answer[4]) for answer in self.answers if answer[2] == 201}
        log = Log(url, make=False)
        assert shown <= {(record.number, record.id) for record in log.records()}
        assert log.verify().faults == []
        log.close()


@contextmanager
def stopped(cluster: Cluster) -> Iterator[None]:
    """Every process of the server is stopped, as on a machine that is swapping or paused."""
    cluster.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        cluster.signal(signal.SIGCONT)


@pytest.mark.parametrize("log_url", ["postgresql"], indirect=True)
def test_a_database_that_goes_away_under_load(serve: Serve, proxy: Proxy, cluster: Cluster) -> None:
    url = cluster.new()
    service = serve("--workers", "2", log=proxy.through(url), fresh=True)
    load = Load(service, 6)
    load.wait_for(201)
    with proxy.silent():  # a cable that is pulled
        load.wait_for(503)
        judged = load.count(201)
        load.wait_for(503)
        assert load.count(201) == judged
    load.wait_for(201)
    with proxy.closed():  # a firewall that resets unknown connections
        load.wait_for(503)
    load.wait_for(201)
    with stopped(cluster):
        load.wait_for(503)
    load.wait_for(201)
    cluster.stop()
    load.wait_for(503)
    cluster.start()
    load.wait_for(201)
    load.end()
    assert load.reasons <= {"log", "log_silent"}
    load.check(url)


@pytest.mark.parametrize("log_url", ["postgresql"], indirect=True)
def test_a_station_is_told_and_the_director_too(
    serve: Serve, proxy: Proxy, cluster: Cluster
) -> None:
    """This holds for any requests, and any number of them at once. A worker that dies in the
    meantime is replaced.
    """
    service = serve("--workers", "2", log=proxy.through(cluster.new()))
    director, station = service.director(), service.station()
    asked: list[tuple[httpx.Client, str, str]] = [
        (station, "POST", "rulings"),
        (station, "POST", "previews"),
        (station, "GET", "station"),
        (station, "GET", "health"),
        *[(director, "GET", "director/log")] * 12,
        *[(director, "GET", "director/session")] * 12,
        (director, "GET", "director/log/verify"),
        (director, "POST", "director/stations"),
    ]
    answers: list[tuple[str, int, float]] = []

    def ask(client: httpx.Client, method: str, path: str) -> None:
        posted: object = ASK if client is station else {"stations": [{"name": "New"}]}
        began = time.monotonic()
        answer = client.request(
            method, f"/api/v1/{path}", json=posted if method == "POST" else None
        )
        answers.append((path, answer.status_code, time.monotonic() - began))

    with proxy.silent():
        threads = [threading.Thread(target=ask, args=each) for each in asked]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {status for _, status, _ in answers} == {503}
        assert [answer for answer in answers if answer[2] > IN_TIME] == []
        victim = service.workers()[0]
        os.kill(victim, signal.SIGKILL)
        wait_until(
            lambda: len(workers := service.workers()) == 2 and victim not in workers,
            "another worker",
        )
    assert service.process.poll() is None

    def are_judged() -> bool:
        rulings = [station.post("/api/v1/rulings", json=ASK) for _ in range(6)]
        return all(ruling.status_code == 201 for ruling in rulings)

    wait_until(are_judged, "rulings")
    assert director.get("/api/v1/director/session").json()["session"]


def test_who_is_cut_off_gives_the_head_back(cluster: Cluster, proxy: Proxy) -> None:
    """A writer whose machine vanishes while it holds the lock does not delay the others for long,
    although nothing tells the server that it is gone."""
    url = cluster.new()
    lost, other = Log(proxy.through(url)), Log(url)
    lost.append(ruling("a"))
    with pytest.raises(LogError), lost.writing() as writer:
        writer.append([ruling("lost")])
        proxy.cut()
        with ThreadPoolExecutor(1) as another:
            another.submit(append_until, other, judged=True).result()
    lost.close()
    assert "lost" not in [record.id for record in other.records()]
    assert other.last_number() == 2
    assert other.verify().faults == []
    other.close()


def test_who_is_paused_loses_its_turn(cluster: Cluster) -> None:
    """A writer stops while it holds the lock, as with SIGSTOP. Others soon continue, and the
    transaction of the stopped writer is not recorded. A second writer, paused while it waited, does
    not get the lock either."""
    url = cluster.new()
    paused, other = Log(url), Log(url)
    waiting = psycopg.connect(url.replace("+psycopg", ""), autocommit=True)
    with pytest.raises(TurnLost), paused.writing() as writer:
        writer.append([ruling("lost")])
        waiting.execute(f"SET lock_timeout = {postgresql._TURN_SECONDS * 1000:.0f}")
        statement = f"BEGIN; SELECT pg_advisory_xact_lock({postgresql._TURNS})"
        waiting.pgconn.send_query(statement.encode())  # and nobody reads the answers
        other.append(ruling("a"))
    began, asked = waiting.pgconn.get_result(), waiting.pgconn.get_result()
    assert began is not None
    assert began.error_field(psycopg.pq.DiagnosticField.SQLSTATE) is None
    assert asked is not None
    assert asked.error_field(psycopg.pq.DiagnosticField.SQLSTATE) == b"55P03"
    waiting.close()
    paused.append(ruling("b"))
    assert [record.id for record in other.records()] == ["a", "b"]
    assert other.verify().faults == []
    paused.close()
    other.close()


@pytest.mark.parametrize("count", [1, 2])
def test_who_is_paused_between_two_statements_loses_its_turn(cluster: Cluster, count: int) -> None:
    """This holds for any number of rows in the first statement. After a pipeline, which ends with a
    request to flush, PostgreSQL would wait indefinitely for the second statement.
    """
    url = cluster.new()
    paused, other = Log(url), Log(url)
    rows = [{"event": "Open", "number": n, "record": n} for n in range(count)]
    with pytest.raises(TurnLost), paused.writing() as writer:
        writer.connection.execute(sa.insert(EVENT_NUMBERS), rows)
        other.append(ruling("a"))
    paused.append(ruling("b"))
    assert [record.id for record in other.records()] == ["a", "b"]
    paused.close()
    other.close()


def test_who_is_slow_takes_another_turn(cluster: Cluster) -> None:
    url = cluster.new()
    slow, other = Log(url), Log(url)
    turns = []

    @retry
    def write() -> str:
        with slow.writing() as writer:
            turns.append(writer.number)
            (record,) = writer.append([ruling("slow")])
            if len(turns) == 1:
                other.append(ruling("quick"))
        assert isinstance(record, LogRecord)
        return record.id

    assert write() == "slow"
    assert turns == [0, 1]
    assert [record.id for record in other.records()] == ["quick", "slow"]
    assert other.verify().faults == []
    slow.close()
    other.close()


def test_a_name_that_is_never_found(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "TRANSACTION_SECONDS", 0.5)
    ends = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: ends.wait())
    try:
        with pytest.raises(LogError, match="does not answer"):
            Log("postgresql://wordtools@log.invalid/log")
    finally:
        ends.set()


def test_a_server_that_fails_over(cluster: Cluster) -> None:
    """A second server takes over while the first one hangs, and continues. The first server returns
    without the newest record, and is refused until a restart accepts it."""
    url = cluster.new()
    Log(url).close()
    with cluster.standby() as second:
        log = Log(join_hosts(url, second.url(url)))
        shown = [log.append(ruling(f"r{n}")).id for n in range(5)]
        second.take_over()
        with stopped(cluster):
            shown.append(append_until(log, judged=True))
            assert [record.id for record in log.records()] == shown
            assert log.verify().faults == []
        second.stop()
        assert append_until(log, judged=False) == "log_shorter"
    log.close()
    log = Log(url)
    assert log.append(ruling("after")).number == 6
    log.close()


def join_hosts(*urls: str) -> str:
    """One URL for the databases of several servers, with repeated `host`."""
    first, *others = map(sa.make_url, urls)
    hosts = [str(url.query["host"]) for url in (first, *others)]
    return first.update_query_dict({"host": hosts}).render_as_string()


def append_until(log: Log, *, judged: bool) -> str:
    """Asks until there is a record, or a refusal other than a missing answer. Returns the record's
    id, or the refusal's code. Nothing else happens before that."""
    tries = count()

    def append() -> str:
        try:
            outcome = log.append(ruling(f"late{next(tries)}")).id
            assert judged
            return outcome
        except LogError as error:
            if error.code not in ("log", "log_silent"):
                assert not judged
                return error.code
            return ""

    return wait_until(append, "a record" if judged else "a refusal")
