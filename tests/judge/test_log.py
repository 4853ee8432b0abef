"""The log: one chain, on disk, that shows any tampering; the same on both databases."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.judge.conftest import Cluster
from wordtools.judge import database, export
from wordtools.judge import log as logs
from wordtools.judge.log import Entry, Log, LogError, Record, void_id
from wordtools.judge.ruling import CannotJudge

BODY = {
    "acceptable": True,
    "words": ["CAT"],
    "lexicon": "test",
    "edition": "test",
    "digest": "d",
    "challenge": {"words": ["cat"], "event": "=1+1", "players": ["Ana", "Łucja"]},
}


def ruling(id: str, subject: str | None = None) -> Entry:
    return Entry("ruling", id, BODY, subject)


def void(id: str, subject: str | None = None) -> Entry:
    return Entry("void", void_id(id), {"ruling": id, "why": "typo", "by": "director"}, subject)


def tamper(log: Log, *statements: str) -> None:
    engine = database.engine(log._engine.url.render_as_string(hide_password=False))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


def test_an_empty_log_is_whole(log: Log) -> None:
    assert log.verify() == logs.Checked(0, "0" * 64, [])
    assert log.verify(head="0" * 64).faults == []


def test_records_come_back_as_they_were_written(log: Log) -> None:
    written = [log.append(ruling(f"r{n}")) for n in range(5)]
    assert list(log.records()) == written
    assert list(log.records(after=2, limit=2)) == written[2:4]
    assert [record.number for record in written] == [1, 2, 3, 4, 5]
    assert log.find("r3") == written[3]
    assert log.find("r9") is None
    assert log.last("ruling") == written[4]
    assert log.last("void") is None
    assert log.length() == 5
    assert written[0].content == BODY
    checked = log.verify()
    assert (checked.records, checked.head, checked.faults) == (5, written[4].hash, [])


def test_pages_are_read_one_after_another(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_PAGE", 3)
    with log.writing() as writer:
        writer.append([ruling(f"r{n}") for n in range(10)])
    assert len(list(log.records())) == 10
    assert [record.number for record in log.records(after=1, limit=7)] == [2, 3, 4, 5, 6, 7, 8]
    assert log.verify().faults == []


def test_a_play_is_judged_once_until_it_is_void(log: Log) -> None:
    log.append(ruling("a", "play 1"))
    log.append(ruling("b", "play 2"))
    for again in ("c", "d"):
        with pytest.raises(CannotJudge, match="judged before") as refused:
            log.append(ruling(again, "play 1"))
        assert (refused.value.code, refused.value.values["ruling"]) == ("judged_before", "a")
    log.append(void("a", "play 1"))
    log.append(ruling("e", "play 1"))
    with pytest.raises(CannotJudge, match="judged before"):
        log.append(ruling("f", "play 1"))
    assert log.voided(["a", "b", "e"]) == {"a"}
    with pytest.raises(CannotJudge, match="void already"):
        log.append(void("a", "play 1"))
    assert log.verify().records == 4


def test_one_transaction_judges_a_play_once(log: Log) -> None:
    entries = [ruling("a", "1"), ruling("b", "1"), void("a", "1"), void("a", "1"), ruling("c", "1")]
    with log.writing() as writer:
        outcomes = writer.append([*entries, ruling("d", "2"), ruling("e")])
    kinds = [isinstance(outcome, Record) for outcome in outcomes]
    assert kinds == [True, False, True, False, True, True, True]
    assert log.verify().faults == []


def test_what_a_database_cannot_keep_harms_no_other_record(log: Log) -> None:
    with log.writing() as writer:
        entries = [
            ruling("a", "x\0y"),
            ruling("b", "x\ud800"),
            Entry("ruling", "c", {"x": "\udcff"}),
            Entry("ruling", "d", {"x": "\0 fits in JSON"}),
            ruling("e", "one\x1ftwo"),
        ]
        outcomes = writer.append(entries)
    assert [isinstance(outcome, Record) for outcome in outcomes] == [False] * 3 + [True] * 2
    assert [record.id for record in log.records()] == ["d", "e"]
    assert log.verify().faults == []


def test_a_transaction_that_fails_leaves_nothing(log: Log) -> None:
    log.append(ruling("a"))
    with pytest.raises(LogError), log.writing() as writer:
        writer.append([ruling("b"), ruling("a")])  # a second "a" breaks a constraint
    with pytest.raises(ZeroDivisionError), log.writing() as writer:
        writer.append([ruling("c")])
        _ = 1 / 0
    assert [record.id for record in log.records()] == ["a"]
    assert log.append(ruling("d")).number == 2
    assert log.verify().faults == []


def test_a_clock_that_jumps_back_harms_nothing(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    for time in ("2026-05-01T10:00:00.000+00:00", "1970-01-01T00:00:00.000+00:00"):
        monkeypatch.setattr(logs, "now", lambda time=time: time)
        log.append(ruling(time))
    assert [record.time[:4] for record in log.records()] == ["2026", "1970"]
    assert log.verify().faults == []


# Tampering


TAMPERINGS = {
    "body": "UPDATE records SET body = replace(body, 'true', 'false') WHERE number = 3",
    "kind": "UPDATE records SET kind = 'void' WHERE number = 3",
    "time": "UPDATE records SET time = '2020' WHERE number = 3",
    "id": "UPDATE records SET id = 'other' WHERE number = 3",
    "subject": "UPDATE records SET subject = '' WHERE number = 3",
    "previous": "UPDATE records SET previous = hash WHERE number = 3",
    "hash": "UPDATE records SET hash = previous WHERE number = 3",
    "removed": "DELETE FROM records WHERE number = 3",
    "first removed": "DELETE FROM records WHERE number = 1",
    "cut": "DELETE FROM records WHERE number >= 4",
    "all removed": "DELETE FROM records",
    "renumbered": "UPDATE records SET number = 99 WHERE number = 5",
    "copied": "INSERT INTO records SELECT 6, kind, time, 'x', subject, body, previous, hash "
    "FROM records WHERE number = 5",
    "put before": "INSERT INTO records SELECT 0, kind, time, 'x', subject, body, previous, hash "
    "FROM records WHERE number = 5",
    "put far before": "INSERT INTO records SELECT -7, kind, time, 'x', subject, body, previous, "
    "hash FROM records WHERE number = 5",
    "head number": "UPDATE head SET number = 4",
    "head hash": "UPDATE head SET hash = 'x'",
    "no head": "DELETE FROM head",
    "two heads": "INSERT INTO head SELECT 2, number, hash FROM head",
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found(log: Log, name: str) -> None:
    for n in range(5):
        log.append(ruling(f"r{n}"))
    assert log.verify().faults == []
    tamper(log, TAMPERINGS[name])
    faults = log.verify().faults
    assert faults
    assert all(fault.endswith(".") for fault in faults)


def test_exchanged_records_are_found(log: Log) -> None:
    for n in range(5):
        log.append(ruling(f"r{n}"))
    move = "UPDATE records SET number = {} WHERE number = {}"
    tamper(log, move.format(77, 2), move.format(2, 3), move.format(3, 77))
    assert log.verify().faults


def test_a_chain_forged_anew_is_found_by_a_head_noted_down(log: Log) -> None:
    for n in range(4):
        log.append(ruling(f"r{n}"))
    noted = log.verify().head
    log.append(ruling("r4"))
    assert log.verify(head=noted).faults == []
    rows = list(log.records())
    forged = [msgspec.structs.replace(rows[0], body=rows[0].body.replace("true", "false"))]
    forged += rows[1:]
    previous = "0" * 64
    for place, row in enumerate(forged):
        row = msgspec.structs.replace(row, previous=previous)
        row = msgspec.structs.replace(row, hash=row.digest())
        forged[place], previous = row, row.hash
    with log._engine.begin() as connection:
        connection.execute(sa.delete(logs._records))
        rows_ = [msgspec.structs.asdict(row) for row in forged]
        connection.execute(sa.insert(logs._records), rows_)
        connection.execute(sa.update(logs._head).values(hash=previous))
    assert log.verify().faults == []
    assert log.verify(head=noted).faults == [f"no record has the hash {noted} that was noted down."]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of eight records, in SQLite."""
    path = tmp_path_factory.mktemp("template") / "log.db"
    log = Log(f"sqlite:///{path}")
    for n in range(7):
        log.append(ruling(f"r{n}", f"play {n}" if n % 2 else None))
    log.append(void("r1", "play 1"))
    log.close()
    return path


COLUMNS = ("number", "kind", "time", "id", "subject", "body", "previous", "hash")
Rows = list[list[Any]]


def _edit(rows: Rows, data: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    row = data(st.sampled_from(rows))
    column = data(st.integers(0, 7))
    if column == 0:
        row[0] = data(st.integers(-5, 20))
        return
    text = row[column] or ""
    place = data(st.integers(0, len(text)))
    cut = data(st.integers(0, 2))
    alphabet = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
    row[column] = text[:place] + data(st.text(alphabet, max_size=2)) + text[place + cut :]


def _remove(rows: Rows, data: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    rows.pop(data(st.integers(0, len(rows) - 1)))


def _cut(rows: Rows, data: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    del rows[data(st.integers(0, len(rows) - 1)) :]


def _insert(rows: Rows, data: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    row = list(data(st.sampled_from(rows)))
    row[0], row[3] = data(st.integers(-5, 30)), data(st.text("abc", min_size=1))
    rows.append(row)


def _exchange(rows: Rows, data: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    one = data(st.sampled_from(rows))
    other = data(st.sampled_from(rows))
    one[0], other[0] = other[0], one[0]


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_tampering_is_found(template: Path, data: st.DataObject) -> None:
    """Whatever is done to the records, `verify` finds it: the log is whole only when every row is
    what it was."""
    with sqlite3.connect(template) as connection:
        before = [list(r) for r in connection.execute("SELECT * FROM records ORDER BY number")]
    rows = [list(row) for row in before]
    kinds = st.sampled_from([_edit, _remove, _cut, _insert, _exchange])
    for kind in data.draw(st.lists(kinds, min_size=1, max_size=3)):
        if rows:
            kind(rows, data.draw)
    copy = template.with_name("copy.db")
    shutil.copy(template, copy)
    unique = {row[0] for row in rows}, {row[3] for row in rows}
    if len(unique[0]) < len(rows) or len(unique[1]) < len(rows):
        return  # the database itself refuses this
    connection = sqlite3.connect(copy)
    connection.execute("DELETE FROM records")
    marks = ", ".join("?" * len(COLUMNS))
    connection.executemany(f"INSERT INTO records VALUES ({marks})", rows)
    connection.commit()
    connection.close()
    log = Log(f"sqlite:///{copy}", make=False)
    whole = not log.verify().faults
    log.close()
    assert whole == (sorted(rows) == before)


# Many at once

WRITER = """
import sys
from wordtools.judge.log import Entry, Log
log = Log(sys.argv[1])
for number in range(int(sys.argv[3])):
    record = log.append(Entry("ruling", f"{sys.argv[2]}-{number}", {"n": number}))
    print(record.number, record.id, record.hash, flush=True)
"""


def writer(url: str, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, url, name, str(count)], stdout=subprocess.PIPE, text=True
    )


def test_processes_share_one_chain(log_url: str) -> None:
    """Four that also make the log at the same moment."""
    writers = [writer(log_url, f"w{n}", 40) for n in range(4)]
    shown = [line for process in writers for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in writers] == [0] * 4
    log = Log(log_url)
    rows = {f"{record.number} {record.id} {record.hash}" for record in log.records()}
    assert rows == set(shown)
    assert len(rows) == 160
    assert log.verify().faults == []
    log.close()


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


def test_a_play_is_judged_once_by_racing_threads(log: Log) -> None:
    outcomes: list[str] = []

    def write(name: int) -> None:
        try:
            outcomes.append(log.append(ruling(f"{name}", "one play")).id)
        except CannotJudge as error:
            outcomes.append(error.code)

    threads = [threading.Thread(target=write, args=(name,)) for name in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes)[1:] == ["judged_before"] * 15


@pytest.mark.parametrize("seen", [1, 3, 10, 25, 60])
def test_kill_9_loses_no_shown_ruling(log_url: str, seen: int) -> None:
    writers = [writer(log_url, f"w{n}", 100_000) for n in range(2)]
    shown: list[str] = []
    assert writers[0].stdout
    for _ in range(seen):
        shown.append(writers[0].stdout.readline().strip())
    for process in writers:
        process.send_signal(signal.SIGKILL)
    for process in writers:
        # What stood in the pipe was shown too; a line that was cut off was not.
        assert process.stdout
        rest = process.stdout.read()
        shown += rest[: rest.rfind("\n") + 1].splitlines()
        process.wait()
    log = Log(log_url)
    rows = {f"{record.number} {record.id} {record.hash}" for record in log.records()}
    assert set(shown) <= rows
    assert len(rows) <= len(shown) + 2  # at most what each was about to show
    assert log.verify().faults == []
    assert log.append(ruling("after")).number == len(rows) + 1
    log.close()


# Logs that cannot be written


def test_a_log_held_by_another_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0.2)
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
    monkeypatch.setattr(database, "_PATIENCE", 1)
    log = Log(cluster.new())
    log.append(ruling("a"))
    with log._engine.begin() as connection:
        connection.execute(sa.select(logs._head).with_for_update())
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
    assert log.verify() == logs.Checked(0, "0" * 64, [])
    log.close()


READER = """
import os, sys
import sqlalchemy
from wordtools.judge.log import Entry, Log, LogError
from wordtools.judge.messages import LANGUAGES
sqlalchemy.create_engine("sqlite://").connect().close()  # Python may be out of nobody's reach
if os.geteuid() == 0:
    os.setgid(65534); os.setuid(65534)
log = Log(sys.argv[1], make=False)
print(log.verify().records, log.verify().faults)
try:
    log.append(Entry("ruling", "x", {}))
except LogError as error:
    print("refused:", error)
"""


def test_a_read_only_file_can_be_verified_but_not_written(template: Path) -> None:
    """Evidence on a medium that cannot be written, read by someone who may not write."""
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
from wordtools.judge.log import Entry, Log, LogError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
log = Log(sys.argv[1])
log.append(Entry("ruling", "a", {}))
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
shown = 1
try:
    for number in range(1000):
        log.append(Entry("ruling", f"r{number}", {"x": "y" * 500}))
        shown += 1
except LogError as error:
    print("refused:", error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
log.append(Entry("ruling", "z", {}))
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
        ("mysql://user:secret@host/x", "sqlite or postgresql"),
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


def test_reading_makes_no_log(tmp_path: Path) -> None:
    for name in ("none.db", "empty.db"):
        if name == "empty.db":
            (tmp_path / name).touch()
        with pytest.raises(LogError):
            Log(f"sqlite:///{tmp_path}/{name}", make=False)
    assert not (tmp_path / "none.db").exists()


def test_a_closed_log_is_one_file(tmp_path: Path) -> None:
    log = Log(f"sqlite:///{tmp_path}/log.db")
    log.append(ruling("a"))
    log.close()
    assert [path.name for path in tmp_path.iterdir()] == ["log.db"]


def test_the_journal_is_folded_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_LARGEST_JOURNAL", 100_000)
    log = Log(f"sqlite:///{tmp_path}/log.db")
    sizes = []
    for n in range(60):
        log.append(ruling(f"r{n}"))
        sizes.append((tmp_path / "log.db-wal").stat().st_size)
    assert max(sizes) < 200_000
    assert 0 in sizes
    assert log.verify().records == 60
    log.close()


# Export


def test_export(log: Log) -> None:
    log.append(ruling("a", "x"))
    log.append(void("a", "x"))
    log.append(Entry("ruling", "b", {**BODY, "acceptable": False, "words": ["CAT", "[L][L]AMA"]}))
    rows = list(csv.DictReader(io.StringIO("".join(export.as_csv(log)))))
    assert [row["answer"] for row in rows] == ["YES", "", "NO"]
    assert [row["void"] for row in rows] == ["yes", "", "no"]
    assert rows[1]["ruling"] == "a"
    assert rows[2]["words"] == "CAT [L][L]AMA"
    assert rows[0]["players"] == "Ana, Łucja"
    assert rows[0]["event"] == "'=1+1"  # no formula for a spreadsheet
    parsed = json.loads("".join(export.as_json(log)))
    assert [Record(**each) for each in parsed] == list(log.records())
    assert all(Record(**each).digest() == each["hash"] for each in parsed)


def test_export_of_an_empty_log(log: Log) -> None:
    assert json.loads("".join(export.as_json(log))) == []
    assert "".join(export.as_csv(log)).count("\n") == 1
