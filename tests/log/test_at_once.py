"""Many processes write one log at once, and some are killed: there is one chain, and nothing that
was shown is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.log.records import ruling
from tests.waiting import PATIENCE
from wordtools.log import time_limit
from wordtools.log.log import Log
from wordtools.messages.refusal import CannotJudge

WRITER = """
import sys
from wordtools.log.log import Log
from wordtools.log.record import LogEntry
log = Log(sys.argv[1])
for number in range(int(sys.argv[3])):
    record = log.append(
        LogEntry("ruling", f"{sys.argv[2]}-{number}", {"n": number}, event="Open")
    )
    print(record.number, record.id, record.hash, flush=True)
"""


def writer(url: str, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, url, name, str(count)], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_processes_share_one_chain(log_url: str) -> None:
    """Four processes also create the log at the same moment."""
    writers = [writer(log_url, f"w{n}", 40) for n in range(4)]
    shown = [line for process in writers for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in writers] == [0] * 4
    log = Log(log_url)
    rows = {f"{record.number} {record.id} {record.hash}" for record in log.records()}
    assert rows == set(shown)
    assert len(rows) == 160
    assert log.verify().faults == []
    numbers = [record.content["event_number"] for record in log.records()]
    assert numbers == list(range(1, 161))
    log.close()


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers wait as long as a slow disk takes for all the others."""
    monkeypatch.setattr(time_limit, "TRANSACTION_SECONDS", PATIENCE)


@pytest.mark.slow
@pytest.mark.usefixtures("patience")
def test_threads_share_one_chain(log: Log) -> None:
    def write(name: int) -> None:
        for number in range(10):
            log.append(ruling(f"{name}-{number}"))

    faults: list[str] = []
    threads = [threading.Thread(target=write, args=(name,)) for name in range(16)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        faults += log.verify().faults  # while it grows
    assert faults == []
    assert log.verify().records == 160


@pytest.mark.usefixtures("patience")
def test_a_subject_is_claimed_once_by_racing_threads(log: Log) -> None:
    outcomes: list[str] = []

    def write(name: int) -> None:
        try:
            outcomes.append(log.append(ruling(f"{name}", "one play")).id)
        except CannotJudge as error:
            outcomes.append(type(error).__name__)

    threads = [threading.Thread(target=write, args=(name,)) for name in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes)[1:] == ["SubjectTaken"] * 15


@pytest.mark.parametrize("seen", [1, 10, 60])
@pytest.mark.slow
def test_kill_9_loses_no_shown_ruling(log_url: str, seen: int) -> None:
    writers = [writer(log_url, f"w{n}", 100_000) for n in range(2)]
    shown: list[str] = []
    assert writers[0].stdout
    for _ in range(seen):
        shown.append(writers[0].stdout.readline().strip())
    for process in writers:
        process.send_signal(signal.SIGKILL)
    for process in writers:
        # Everything in the pipe was also shown; a truncated line was not.
        assert process.stdout
        rest = process.stdout.read()
        shown += rest[: rest.rfind("\n") + 1].splitlines()
        process.wait()
    log = Log(log_url)
    rows = {f"{record.number} {record.id} {record.hash}" for record in log.records()}
    assert set(shown) <= rows
    assert len(rows) <= len(shown) + 2  # at most the record that each was about to show
    assert log.verify().faults == []
    assert log.append(ruling("after")).number == len(rows) + 1
    log.close()


OPENER = """
import sys
from wordtools.log.log import Log
for url in sys.stdin:
    Log(url.strip()).close()
    print("opened", flush=True)
"""


@pytest.mark.slow
def test_a_new_log_opened_by_many_at_once(tmp_path: Path) -> None:
    """If two processes begin the journal at once, SQLite refuses one of them, regardless of the
    timeout."""
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for round in range(30):
        for opener in openers:
            assert opener.stdin
            print(f"sqlite:///{tmp_path}/rulings{round}.db", file=opener.stdin, flush=True)
        for opener in openers:
            assert opener.stdout
            assert opener.stdout.readline() == "opened\n"
    for opener in openers:
        opener.communicate()
