"""Three services share one PostgreSQL behind HAProxy. One is killed, one is paused, and the
database restarts and fails over. No ruling that was shown is lost, no ruling is recorded twice, and
the other services answer."""

from __future__ import annotations

import os
import pty
import secrets
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import WORDTOOLS, Run
from tests.log.databases import Cluster
from tests.log.test_database_away import Load, join_hosts, stopped
from tests.service.balancer import Balancer
from tests.service.services import PASSWORD, Serve, Service
from tests.waiting import PATIENCE, wait_until
from wordtools.log.log import Log
from wordtools.service.attempts import MOST_ATTEMPTS

ASK = {"words": ["cat", "zebra"]}
PAGE_PATIENCE = 5.0
"""Number of seconds after which a station's page repeats its request."""
PROXY = ["--proxy", "127.0.0.1"]

pytestmark = pytest.mark.slow
Balance = Callable[..., Balancer]


@pytest.fixture
def log_url(cluster: Cluster) -> str:
    return cluster.new()


@pytest.fixture
def balance(tmp_path: Path) -> Iterator[Balance]:
    """Starts HAProxy in front of services."""
    started: list[Balancer] = []

    def balance(services: Sequence[Service], **options: Any) -> Balancer:
        started.append(Balancer(tmp_path, services, **options))
        return started[-1]

    yield balance
    for each in started:
        each.close()


class Stations:
    """Stations that ask without a pause. Like the kiosk page, they repeat a request with the same
    key if no ruling arrives in time."""

    def __init__(self, balancer: Balancer, tokens: Sequence[str]) -> None:
        self.statuses: set[int] = set()
        """The statuses of all answers, and 0 if a request got no answer."""
        self.shown: dict[str, tuple[int, str]] = {}
        """Number and id of the ruling, by key."""
        self.refusals: list[str] = []
        """The answers other than rulings."""
        self._counts = [0] * len(tokens)  # of rulings, by station
        self._ends = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(balancer.client(token), station))
            for station, token in enumerate(tokens)
        ]
        for thread in self._threads:
            thread.start()

    def await_rulings(self, more: int) -> None:
        """Returns when every station has shown this many more rulings."""
        goals = [count + more for count in self._counts]
        wait_until(
            lambda: all(count >= goal for count, goal in zip(self._counts, goals, strict=True)),
            lambda: (
                f"{more} rulings of every station: {self._counts} of {goals}; "
                f"the latest answers were {self.refusals[-12:]}"
            ),
        )

    def _play(self, client: httpx.Client, station: int) -> None:
        while not self._ends.is_set():
            key = secrets.token_hex(8)
            while True:
                try:
                    answer = client.post(
                        "/api/v1/rulings", json={**ASK, "key": key}, timeout=PAGE_PATIENCE
                    )
                    status = answer.status_code
                except httpx.TransportError as error:
                    status = 0
                    self.refusals.append(repr(error))
                self.statuses.add(status)
                if status == 201:
                    ruling = answer.json()
                    self.shown[key] = ruling["number"], ruling["id"]
                    self._counts[station] += 1
                    break
                if status:
                    self.refusals.append(answer.text[:200])
            self._ends.wait(0.01)

    def close(self) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join()


@pytest.mark.parametrize("check", ["/api/v1/health", "/fails"])
def test_one_is_killed_and_one_is_paused(
    serve: Serve, balance: Balance, log_url: str, run: Run, check: str
) -> None:
    """The other services answer all stations before the killed one starts again and the paused one
    continues. This holds even while every service seems to be away, as on a machine that is too
    busy to report in time.
    """
    services = [serve(*PROXY) for _ in range(3)]
    killed, paused, _ = services
    tokens = [services[0].token(f"Table {number}") for number in range(12)]
    with closing(Stations(balance(services, check=check), tokens)) as stations:
        stations.await_rulings(20)
        killed.kill()
        stations.await_rulings(60)
        os.killpg(paused.process.pid, signal.SIGSTOP)
        stations.await_rulings(20)  # including those whose requests hang
        os.killpg(paused.process.pid, signal.SIGCONT)
        killed.start()
        stations.await_rulings(20)

    assert stations.statuses <= {0, 201, 502, 503, 504}
    log = Log(log_url, make=False)
    recorded = [(record.number, record.id) for record in log.records() if record.kind == "ruling"]
    log.close()
    assert sorted(stations.shown.values()) == recorded  # no more and no less
    assert run("log", "verify", "--log", log_url).returncode == 0
    for client in (each.client(tokens[0]) for each in services):
        assert client.post("/api/v1/rulings", json=ASK).status_code == 201


def test_what_one_knows_all_know(serve: Serve, balance: Balance) -> None:
    """Sessions, tokens, codes and wrong passwords; only the proxy's word for the client's address
    counts."""
    services = [serve(*PROXY) for _ in range(3)]
    balancer = balance(services, patient=True)  # an answer that it cuts off counts as a guess

    director = services[0].director()
    director.base_url = services[1].url
    cards = director.post(
        "/api/v1/director/stations", json={"stations": [{"name": "Table 1"}]}
    ).json()["stations"]
    redeemed = services[2].client().post("/api/v1/codes", json={"code": cards[0]["code"]})
    assert redeemed.status_code == 201
    again = services[0].client().post("/api/v1/codes", json={"code": cards[0]["code"]})
    assert again.status_code == 401
    token = redeemed.json()["token"]
    asked = [*(each.client(token) for each in services), balancer.client(token)]
    assert [client.post("/api/v1/rulings", json=ASK).status_code for client in asked] == [201] * 4

    def guess(client: httpx.Client, claimed: str) -> int:
        headers = {"X-Forwarded-For": claimed}
        body = {"password": "wrong"}
        return client.post("/api/v1/director/session", json=body, headers=headers).status_code

    def guess_often(client: httpx.Client) -> list[int]:
        """Each request claims another address."""
        return [guess(client, f"10.1.1.{n}") for n in range(MOST_ATTEMPTS + 1)]

    refused = [401] * MOST_ATTEMPTS + [429]
    one, other = (balancer.client(address=f"127.0.0.{n}") for n in (2, 3))
    assert guess_often(one) == refused
    assert guess(other, "127.0.0.2") == 401  # counted apart
    transport = httpx.HTTPTransport(local_address="127.0.0.4")
    assert (
        guess_often(httpx.Client(base_url=services[0].url, transport=transport, timeout=PATIENCE))
        == refused
    )
    signed_in = other.post("/api/v1/director/session", json={"password": PASSWORD})
    assert signed_in.status_code == 200
    log = Log(services[0].log, make=False)
    sign_in = log.find_last("signed-in")
    log.close()
    assert sign_in is not None and sign_in.content["place"] == "127.0.0.3"
    assert balancer.client().get("/metrics").status_code == 404


@pytest.fixture
def first(cluster: Cluster) -> Iterator[Cluster]:
    """A separate server, because this one is lost."""
    first = Cluster()
    yield first
    first.remove()


def test_a_synchronous_standby_takes_over(serve: Serve, first: Cluster) -> None:
    url = first.new()
    with first.standby() as standby:
        both = join_hosts(url, standby.url(url))
        standby.start()
        service = serve("--workers", "2", log=both)
        assert "does not wait for a standby" in service.told()
        first.wait_for_standby()
        log = Log(both)
        assert log.find_risk() is None
        log.close()
        load = Load(service, 6)
        load.wait_for(201)
        first.stop()
        load.wait_for(503)
        first.start()
        load.wait_for(201)
        with stopped(standby):  # records that it does not have are not shown
            load.wait_for(503)
            judged = load.count(201)
            load.wait_for(503)
            assert load.count(201) == judged
        load.wait_for(201)
        first.stop()
        load.wait_for(503)
        standby.promote()
        load.wait_for(201)
        load.end()
        load.check(standby.url(url))
        assert load.reasons <= {"log", "log_silent"}
        service.stop()


def test_a_risk_is_told(cluster: Cluster, lexicon: Path) -> None:
    url = cluster.new()
    log = Log(url)
    assert log.find_risk() is None
    log.close()
    both = join_hosts(url, url)
    log = Log(both)
    assert "synchronous_standby_names" in (log.find_risk() or "")
    log.close()
    ours, theirs = pty.openpty()
    command = [str(WORDTOOLS), "judge", "-l", str(lexicon), "--log", both]
    station = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    while b"synchronous_standby_names" not in shown:
        shown += os.read(ours, 65536)  # an OSError if the station ends without notice
    os.close(ours)
    station.terminate()
    station.wait()
