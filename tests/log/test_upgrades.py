"""Logs of older versions, and logs that only newer versions will make."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.log.databases import Cluster
from tests.log.records import ruling, tamper
from wordtools.log import sqlite, upgrades
from wordtools.log.log import Log, LogError
from wordtools.log.record import LogEntry
from wordtools.log.upgrades import Part
from wordtools.service import access

FIXTURES = Path(__file__).parent / "fixtures"
OLDER = [path.stem for path in sorted(FIXTURES.glob("*.sql"))]


@pytest.fixture(params=OLDER)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A log as an older wordtools left it."""
    path = tmp_path / "rulings.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FIXTURES / f"{request.param}.sql").read_text())
    return path


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A future wordtools whose log has another column, in format 3."""

    def add_column(connection: sa.Connection) -> None:
        connection.execute(sa.text("ALTER TABLE head ADD COLUMN note TEXT"))

    part = upgrades._parts["log"]
    monkeypatch.setitem(upgrades._parts, "log", part._replace(steps=(*part.steps, add_column)))


def list_copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("rulings.format-*"))


def read_formats(log: Log) -> dict[str, int]:
    """The formats of the log and the service; other rooms may have declared more parts."""
    with log.reading() as connection:
        formats = upgrades.read_formats(connection)
    return {part: formats[part] for part in ("log", "service") if part in formats}


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_an_older_log_is_read_as_it_is(older: Path) -> None:
    before = older.read_bytes()
    log = Log(str(older), make=False)
    checked = log.verify()
    assert (checked.records, checked.faults) == (9, [])
    assert log.upgrade is None and read_formats(log)["log"] == 1
    log.close()
    assert older.read_bytes() == before
    assert list(older.parent.iterdir()) == [older]


def test_an_older_log_is_copied_upgraded_and_goes_on(older: Path) -> None:
    before = dump(older)
    log = Log(str(older))
    (copy,) = list_copies(older.parent)
    assert log.upgrade == (f"upgraded: log from format 1 to 2. The old log was copied to {copy}.")
    assert read_formats(log) == {"log": 2, "service": 1}
    password = access.read_password(log)
    assert password is not None and password.check("correct horse")
    assert [each.name for each in access.list_stations(log)] == ["Table 1", "Table 2"]
    record = log.append(LogEntry("ruling", "new", {"words": ["CAT"]}, event="Open"))
    assert record.number == 10
    assert log.find_in_event("Open", record.content["event_number"]) == record
    checked = log.verify()
    assert (checked.records, checked.faults) == (10, [])
    log.close()
    assert dump(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600
    again = Log(str(older))
    assert again.upgrade is None
    again.close()
    assert list_copies(older.parent) == [copy]


def test_the_copy_of_before_is_a_log(older: Path) -> None:
    Log(str(older)).close()
    (copy,) = list_copies(older.parent)
    log = Log(str(copy), make=False)
    assert log.verify().records == 9
    log.close()


def test_a_new_log_is_of_the_newest_formats(log_url: str) -> None:
    log = Log(log_url)
    assert log.upgrade is None
    with log.reading() as connection:
        formats = upgrades.read_formats(connection)
    assert formats == {name: part.format.newest for name, part in upgrades._parts.items()}
    log.close()


@pytest.mark.usefixtures("later")
def test_each_step_is_taken_once(older: Path) -> None:
    Log(str(older)).close()
    log = Log(str(older))
    assert read_formats(log)["log"] == 3
    log.append(ruling("a"))
    log.close()


def test_a_newer_log_is_refused(log_url: str, request: pytest.FixtureRequest) -> None:
    older = Log(log_url)
    older.append(ruling("a"))
    request.getfixturevalue("later")
    log = Log(log_url)
    log.append(ruling("b"))
    assert log.upgrade is not None
    assert ("was copied to" in log.upgrade) == log_url.startswith("sqlite")
    log.close()
    request.getfixturevalue("monkeypatch").undo()
    sentence = (
        r"it was made by a newer wordtools \(format 3, this one reads 1 to 2\); update wordtools, "
        "or use a copy from before$"
    )
    for make in (True, False):
        with pytest.raises(LogError, match=f"cannot be opened: {sentence}"):
            Log(log_url, make=make)
    with pytest.raises(LogError, match=f"cannot be written: {sentence}"):
        older.append(ruling("c"))  # the log was open before the upgrade
    assert older.verify().records == 2
    older.close()


def test_only_who_knows_a_part_refuses_it(log_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Log(log_url)
    tamper(first, "UPDATE formats SET format = 2 WHERE part = 'service'")
    with pytest.raises(LogError, match=r"\(format 2, this one reads 1\)"):
        Log(log_url)
    monkeypatch.delitem(upgrades._parts, "service")
    terminal = Log(log_url)
    assert terminal.append(ruling("a")).number == 1
    terminal.close()
    first.close()


def test_an_upgrade_that_fails_changes_nothing(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: sa.Connection) -> None:
        connection.execute(sa.text("DROP TABLE head"))
        raise OSError(28, "No space left on device")

    part = upgrades._parts["log"]
    monkeypatch.setitem(upgrades._parts, "log", Part("log", part.table, (*part.steps, fail)))
    before = dump(older)
    with pytest.raises(LogError, match=r"cannot be opened: .*No space left"):
        Log(str(older))
    assert dump(older) == before


def test_without_its_copy_no_log_is_upgraded(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sqlite, "copy", fail)
    before = dump(older)
    with pytest.raises(LogError, match=r"cannot be opened: .*No space left"):
        Log(str(older))
    assert dump(older) == before


KILLED = """
import os, signal, sqlite3, sys
import sqlalchemy as sa
from wordtools.log.log import Log
from wordtools.service import access
Log(sys.argv[1] + ".other").close()  # everything is imported
left = int(sys.argv[2])
def count(event, _):
    global left
    if event in ("os.rename", "os.remove", "open", "sqlite3.connect", "statement"):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(count)
for event in ("before_cursor_execute", "after_cursor_execute", "commit"):
    sa.event.listen(sa.Engine, event, lambda *_: count("statement", None))
Log(sys.argv[1]).close()
print(left)
"""


def run_killed(path: Path, moment: int) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-c", KILLED, str(path), str(moment)]
    return subprocess.run(arguments, capture_output=True, text=True)


@pytest.mark.slow
def test_kill_9_at_any_moment_leaves_the_old_log_or_the_new(tmp_path: Path) -> None:
    script = (FIXTURES / f"{OLDER[0]}.sql").read_text()
    most = 10**6
    whole = tmp_path / "whole.db"
    with closing(sqlite3.connect(whole)) as connection:
        connection.executescript(script)
    steps = most - int(run_killed(whole, most).stdout)
    killed = 0
    for moment in range(1, steps + 1, max(1, steps // 12)):
        folder = tmp_path / str(moment)
        folder.mkdir()
        path = folder / "rulings.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script)
        before = dump(path)
        killed += run_killed(path, moment).returncode == -signal.SIGKILL
        with closing(sqlite3.connect(path)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        assert ("formats" in names) == ("event_rulings" in names)
        if "formats" not in names:
            assert dump(path) == before
        else:
            assert dump(list_copies(folder)[0]) == before
        log = Log(str(path))
        assert read_formats(log)["log"] == 2
        assert log.append(ruling("a")).number == 10
        assert not log.verify().faults
        log.close()
        assert not list(folder.glob(".*unfinished"))
    assert killed >= 12


def test_upgrades_in_postgresql_are_one_transaction(cluster: Cluster) -> None:
    """If two processes open an older log at once, one of them upgrades the log, and neither sees a
    partial upgrade."""
    url = cluster.new()
    log = Log(url)
    log.append(ruling("a"))
    tamper(log, "DROP TABLE formats", "DROP TABLE event_rulings", "DROP INDEX records_by_kind")
    log.close()
    first, second = Log(url), Log(url)
    assert first.upgrade == (
        "upgraded: log from format 1 to 2. Only an earlier backup or dump has the old format."
    )
    assert second.upgrade is None
    assert second.append(LogEntry("ruling", "b", {}, event="Open")).number == 2
    assert not first.verify().faults
    first.close()
    second.close()
