"""Real databases, a real service on them, and stations on a bench."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tests import marks
from tests.conftest import WORDTOOLS, write_password
from tests.judge import records, stations
from tests.lexicon.helpers import english_bytes
from tests.program import Process, Program
from wordtools.judge.log import Log
from wordtools.lexicon.lexicon import Lexicon

WORDS = "cat cats dog dogs zebra qi za"
PASSWORD = "correct horse"
MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Bytes that all databases of a run fit in."""


class Cluster:
    """A throw-away PostgreSQL on a socket of its own, run by a user who is not root."""

    def __init__(self) -> None:
        marks.need("database")
        found = shutil.which("initdb")
        candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        assert found or candidates, "PostgreSQL is missing: run need_postgresql of tools/system.sh"
        self._programs = Path(found).resolve().parent if found else candidates[-1].parent
        self.folder = Path(tempfile.mkdtemp(prefix="wt-pg-", dir=_choose_place()))
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            entry = pwd.getpwnam(self._user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        self._data = self.folder / "data"
        self._count = 0
        self._make()

    def _make(self) -> None:
        options = ["-U", "wordtools", "-A", "trust", "-E", "UTF8", "--no-sync"]
        self._run("initdb", "-D", self._data, *options)
        self.start()

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.folder} -c max_connections=200"
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self._data, "-w", "-t", "300", "-l", log, "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to every process of the server."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(first, number)
        for child in Path(f"/proc/{first}/task/{first}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), number)

    def wait_for_standby(self) -> None:
        """From now on, what is confirmed is on the standby's disk too."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        while not self.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"):
            time.sleep(0.02)

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.folder / ".s.PGSQL.5432"

    @contextmanager
    def standby(self) -> Iterator[Standby]:
        """Another server with what this one has now; it does not run yet."""
        other = Standby(self)
        try:
            yield other
        finally:
            other.remove()

    def new(self) -> str:
        """The URL of a new, empty database."""
        self._count += 1
        name = f"log{self._count}"
        self.ask(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://wordtools@/{name}?host={self.folder}"

    def ask(self, statement: str) -> Any:
        """The first column of the first row of what the server answers, if there is one."""
        url = f"postgresql+psycopg://wordtools@/postgres?host={self.folder}"
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            answer = connection.execute(sa.text(statement))
            found = answer.scalar() if answer.returns_rows else None
        engine.dispose()
        return found

    def remove(self) -> None:
        if (self._data / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder)

    def _run(self, program: str, *arguments: str | Path) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments],
            user=self._user,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert done.returncode == 0, f"{program} {arguments}"


def _choose_place() -> Path:
    """In memory where there is room: a server that was stopped at once syncs each of its files when
    it starts again, which takes a minute on a slow disk."""
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if has_room else Path("/tmp")


class Standby(Cluster):
    """A second server for the databases of a first, on a socket of its own."""

    def __init__(self, first: Cluster) -> None:
        self._first = first
        super().__init__()

    def _make(self) -> None:
        source = ["-h", str(self._first.folder), "-U", "wordtools", "-c", "fast", "--no-sync"]
        self._run("pg_basebackup", *source, "-D", self._data, "-R")

    def take_over(self) -> None:
        """Starts, and takes the first's place as soon as it has all that the first has now."""
        reached = self._first.ask("SELECT pg_current_wal_lsn()::text")
        self.start()
        while not self.ask(f"SELECT pg_last_wal_replay_lsn() >= '{reached}'::pg_lsn"):
            time.sleep(0.02)
        self.promote()

    def promote(self) -> None:
        """Takes the first's place at once."""
        self._run("pg_ctl", "-D", self._data, "-w", "promote")

    def url(self, url: str) -> str:
        """This server's URL of a database of the first."""
        return url.replace(str(self._first.folder), str(self.folder))


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def log_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/rulings.db"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new()


@pytest.fixture
def log(log_url: str) -> Iterator[Log]:
    log = Log(log_url)
    yield log
    log.close()


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    """A small English lexicon."""
    path = tmp_path / "test.lexicon"
    path.write_bytes(english_bytes(WORDS))
    return path


class Service:
    """`wordtools serve` as a process of its own."""

    def __init__(
        self,
        folder: Path,
        lexicons: list[Path],
        log: str,
        *arguments: str,
        program: Program | None = None,
    ) -> None:
        self.folder = folder
        self._program = program
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._password = folder / "password"
        write_password(self._password, PASSWORD)
        self._settings = folder / "settings.toml"
        if not self._settings.exists():
            self._settings.write_text("station_rate = 100000\nstation_burst = 100000\n", "utf-8")
        self.lexicons = lexicons
        self.log = log
        self.arguments = arguments
        self.scheme = "https" if "--certfile" in arguments else "http"
        self.url = f"{self.scheme}://127.0.0.1:{self.port}"
        self.errors = folder / f"stderr-{self.port}"
        self._starts = 0
        self.process: Process
        self.start()

    def start(self) -> None:
        marks.need("server")
        self._starts += 1
        chosen = [part for path in self.lexicons for part in ("-l", str(path))]
        files = {
            "--log": self.log,
            "--password-file": str(self._password),
            "--settings": str(self._settings),
        }
        options = [part for option in files.items() for part in option]
        arguments = ["serve", *chosen, "--port", str(self.port), *options, *self.arguments]
        with self.errors.open("ab") as errors, Path(os.devnull).open("r+b") as nowhere:
            if self._program is not None:
                streams = [nowhere.fileno(), nowhere.fileno(), errors.fileno()]
                self.process = self._program.start(arguments, Path.cwd(), streams)
            else:
                self.process = subprocess.Popen(
                    [WORDTOOLS, *arguments],
                    stdin=nowhere,
                    stdout=nowhere,
                    stderr=errors,
                    start_new_session=True,
                )
        self.wait()

    def wait(self) -> None:
        """Until it says that it serves; then it answers at once."""
        deadline = time.monotonic() + 60
        while self.told().count("serving at") < self._starts:
            assert self.process.poll() is None, self.told()
            assert time.monotonic() < deadline, f"no answer: {self.told()}"
            time.sleep(0.05)
        self.client().get("/api/v1/messages/en")

    def told(self) -> str:
        """What it wrote to standard error."""
        return self.errors.read_text("utf-8")

    def log_lines(self) -> list[dict[str, Any]]:
        """The lines that it logged, one a request."""
        return [json.loads(line) for line in self.told().splitlines() if line.startswith("{")]

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, verify=False, timeout=30)

    def director(self) -> httpx.Client:
        """A client with the director's session."""
        client = self.client()
        client.headers["X-Wordtools"] = "director"
        answer = client.post("/api/v1/director/session", json={"password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return client

    def token(self, name: str = "Table 1") -> str:
        """A new station's token."""
        answer = self.director().post(
            "/api/v1/director/stations", json={"stations": [{"name": name}]}
        )
        assert answer.status_code == 201, answer.text
        token: str = answer.json()["stations"][0]["token"]
        return token

    def station(self, name: str = "Table 1") -> httpx.Client:
        return self.client(self.token(name))

    def workers(self) -> list[int]:
        """The process ids of its workers, or its own when there is one."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(stat[1]) == self.process.pid and b"resource_tracker" not in command:
                found.append(int(folder.name))
        return found or [self.process.pid]

    def kill(self) -> None:
        """kill -9, for itself and its workers: as when the power fails."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


Serve = Callable[..., Service]


def make_certificate(folder: Path) -> list[str]:
    """The options of a service with a certificate, `cert.pem`, of its own."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
         "-out", certificate],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return ["--certfile", str(certificate), "--keyfile", str(key)]


@pytest.fixture
def serve(program: Program, tmp_path: Path, log_url: str, lexicon: Path) -> Iterator[Serve]:
    """Starts services, and stops them: `fresh` ones as users do, others from what is loaded."""
    started: list[Service] = []

    def serve(
        *arguments: str, settings: dict[str, Any] | None = None, fresh: bool = False, **more: Any
    ) -> Service:
        if settings is not None:
            lines = [f"{key} = {value}\n" for key, value in settings.items()]
            (tmp_path / "settings.toml").write_text("".join(lines), "utf-8")
        lexicons = more.get("lexicons", [lexicon])
        log = more.get("log", log_url)
        running = None if fresh else program
        service = Service(tmp_path, lexicons, log, *arguments, program=running)
        started.append(service)
        return service

    yield serve
    for service in started:
        service.stop()


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return stations.lexicon(tmp_path_factory.mktemp("en"))


@pytest.fixture(scope="module")
def portuguese(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return stations.lexicon(tmp_path_factory.mktemp("pt"), "pt")


@pytest.fixture
def bench(english: Lexicon) -> stations.Bench:
    return stations.Bench(english)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of eight records, in SQLite."""
    path = tmp_path_factory.mktemp("template") / "log.db"
    log = Log(f"sqlite:///{path}")
    for n in range(7):
        log.append(records.ruling(f"r{n}", f"play {n}" if n % 2 else None))
    log.append(records.void("r1", "play 1"))
    log.close()
    return path


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lexicon]:
    """Small lexicons, with a digest that changes with nothing."""
    made = {}
    for language in ("en", "pt", "pl", "es"):
        made[language] = stations.lexicon(tmp_path_factory.mktemp(language), language)
        made[language].digest = "0123456789abcdef" * 4
    return made
