"""Logs that cannot be written or opened judge nothing, and state the reason."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.log.databases import Cluster
from tests.log.records import ruling, tamper
from wordtools.log import time_limit
from wordtools.log.chain import Verification
from wordtools.log.log import Log, LogError
from wordtools.log.record import HEAD


def test_a_log_held_by_another_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "TRANSACTION_SECONDS", 0.2)
    log = Log(f"sqlite:///{tmp_path}/log.db")
    log.append(ruling("a"))
    other = sqlite3.connect(tmp_path / "log.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(LogError, match="cannot be written: database is locked"):
        log.append(ruling("b"))
    assert len(list(log.records())) == 1  # reading needs no lock
    other.execute("ROLLBACK")
    other.close()
    assert log.append(ruling("c")).number == 2
    log.close()


def test_a_head_held_by_another_says_so(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    # There is no time for another attempt, because the time left after several depends on the
    # machine.
    monkeypatch.setattr("wordtools.log.log._LEAST_SECONDS", time_limit.TRANSACTION_SECONDS)
    log = Log(cluster.new())
    log.append(ruling("a"))
    with log._engine.begin() as connection:
        connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        connection.execute(sa.select(HEAD).with_for_update())  # idle ones are aborted
        with pytest.raises(LogError, match="lock timeout"):
            log.append(ruling("b"))
    assert log.append(ruling("c")).number == 2
    log.close()


def test_a_read_only_log_judges_nothing(cluster: Cluster) -> None:
    url = cluster.new()
    Log(url).close()
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        name = engine.url.database
        connection.execute(sa.text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    engine.dispose()
    log = Log(url)
    with pytest.raises(LogError, match="read-only transaction"):
        log.append(ruling("a"))
    assert log.verify() == Verification(0, "0" * 64, [])
    log.close()


READER = """
import os, sys
import sqlalchemy
from wordtools.log.log import Log, LogError
from wordtools.log.record import LogEntry
from wordtools.messages import LANGUAGES
sqlalchemy.create_engine("sqlite://").connect().close()  # Python may be out of nobody's reach
if os.geteuid() == 0:
    os.setgid(65534); os.setuid(65534)
log = Log(sys.argv[1], make=False)
print(log.verify().records, log.verify().faults)
try:
    log.append(LogEntry("ruling", "x", {}))
except LogError as error:
    print("refused:", error)
"""


def test_a_read_only_file_can_be_verified_but_not_written(template: Path) -> None:
    """The log is evidence on a read-only medium, read by someone who may not write."""
    folder = Path("/tmp") / f"wordtools-evidence-{os.getpid()}"
    folder.mkdir()
    shutil.copy(template, folder / "log.db")
    (folder / "log.db").chmod(0o444)
    folder.chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", READER, f"sqlite:///{folder}/log.db"],
            capture_output=True,
            text=True,
        )
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
    assert done.stdout.startswith("8 []\nrefused: the log "), done.stderr
    assert "readonly" in done.stdout


FULL = """
import resource, signal, sys
from wordtools.log.log import Log, LogError
from wordtools.log.record import LogEntry
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
log = Log(sys.argv[1])
log.append(LogEntry("ruling", "a", {}))
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
shown = 1
try:
    for number in range(1000):
        log.append(LogEntry("ruling", f"r{number}", {"x": "y" * 500}))
        shown += 1
except LogError as error:
    print("refused:", error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
log.append(LogEntry("ruling", "z", {}))
checked = log.verify()
print(checked.records - shown - 1, checked.faults)
"""


def test_a_full_disk_judges_nothing_and_harms_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, f"sqlite:///{tmp_path}/log.db"], capture_output=True, text=True
    )
    first, second = done.stdout.splitlines()
    assert first.startswith("refused: the log "), done.stderr
    assert second == "0 []"


def test_a_server_that_goes_away_and_comes_back(cluster: Cluster) -> None:
    log = Log(cluster.new())
    log.append(ruling("a"))
    cluster.stop()
    with pytest.raises(LogError):
        log.append(ruling("b"))
    with pytest.raises(LogError):
        list(log.records())
    cluster.start()
    assert log.append(ruling("c")).number == 2
    assert log.verify().faults == []
    log.close()


def test_a_log_without_a_head_judges_nothing(log: Log, log_url: str) -> None:
    log.append(ruling("a"))
    tamper(log, "DELETE FROM head")
    again = Log(log_url)  # opening mends nothing
    for each in (log, again):
        with pytest.raises(LogError, match="its head is missing"):
            each.append(ruling("b"))
        assert "the head of the log is missing." in each.verify().faults
    again.close()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite:///{}/none/log.db", "unable to open"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("mysql://user:secret@host/x", "mysql is not supported; name a file, or a postgresql"),
        ("nonsense", ""),
        ("postgresql://user:secret@127.0.0.1:1/x", "refused"),
        ("sqlite:///{}/text", "not a database"),
    ],
)
def test_logs_that_cannot_be_opened(tmp_path: Path, url: str, why: str) -> None:
    (tmp_path / "text").write_text("no database " * 100)
    with pytest.raises(LogError) as refused:
        Log(url.format(tmp_path))
    sentence = str(refused.value)
    assert why in sentence
    assert "secret" not in sentence
    assert "\n" not in sentence
