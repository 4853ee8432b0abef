"""Empty logs in SQLite and in a real PostgreSQL."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
import sqlalchemy as sa

from tests import marks
from tests.log import records
from tests.waiting import wait_until
from wordtools.log.log import Log

MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Enough bytes for all databases of a run."""


class Cluster:
    """A temporary PostgreSQL on its own socket, run by a user other than root."""

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
        """Stops or continues every process of the server. The first process, which starts and ends
        the others, is stopped while the processes are listed, so that none is missed."""
        first = psutil.Process(int((self._data / "postmaster.pid").read_text().split()[0]))
        first.suspend()
        for child in first.children():
            with suppress(psutil.NoSuchProcess):
                child.send_signal(number)
        first.send_signal(number)

    def wait_for_standby(self) -> None:
        """From now on, confirmed transactions are also on the standby's disk."""
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        wait_until(lambda: self.ask(synchronous), "a synchronous standby")

    @property
    def socket(self) -> Path:
        """The place where the server listens."""
        return self.folder / ".s.PGSQL.5432"

    @contextmanager
    def standby(self) -> Iterator[Standby]:
        """Another server with the present data of this server. It is not started yet."""
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
        """The first column of the first row of the server's answer, if there is one."""
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
    """The databases are in memory if there is room. A server that was stopped immediately syncs
    each of its files when it next starts, which takes a minute on a slow disk."""
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if has_room else Path("/tmp")


class Standby(Cluster):
    """A second server for the databases of a first, on its own socket."""

    def __init__(self, first: Cluster) -> None:
        self._first = first
        super().__init__()

    def _make(self) -> None:
        source = ["-h", str(self._first.folder), "-U", "wordtools", "-c", "fast", "--no-sync"]
        self._run("pg_basebackup", *source, "-D", self._data, "-R")

    def take_over(self) -> None:
        """Starts, and takes over as soon as it has all the present data of the first."""
        reached = self._first.ask("SELECT pg_current_wal_lsn()::text")
        self.start()
        has_all = f"SELECT pg_last_wal_replay_lsn() >= '{reached}'::pg_lsn"
        wait_until(lambda: self.ask(has_all), "a standby that has all records")
        self.promote()

    def promote(self) -> None:
        """Takes over from the first server immediately."""
        self._run("pg_ctl", "-D", self._data, "-w", "promote")

    def url(self, url: str) -> str:
        """This server's URL for a database of the first."""
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


ONE_DATABASE = pytest.mark.parametrize("log_url", ["sqlite"], indirect=True)
"""For tests that would show nothing more with the other."""


@pytest.fixture
def log(log_url: str) -> Iterator[Log]:
    log = Log(log_url)
    yield log
    log.close()


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
