"""The log is one chain on disk, and the same in both databases."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from tests.log.records import BODY, ruling, void
from wordtools.log import file as log_file
from wordtools.log import log as logs
from wordtools.log import writer
from wordtools.log.chain import Verification
from wordtools.log.log import Log, LogError
from wordtools.log.record import LogEntry, LogRecord
from wordtools.log.writer import AlreadyRevoked, SubjectTaken


def test_an_empty_log_is_whole(log: Log) -> None:
    assert log.verify() == Verification(0, "0" * 64, [])
    assert log.verify(head="0" * 64).faults == []


def test_records_come_back_as_they_were_written(log: Log) -> None:
    written = [log.append(ruling(f"r{n}")) for n in range(5)]
    assert list(log.records()) == written
    assert list(log.records(after=2, limit=2)) == written[2:4]
    assert [record.number for record in written] == [1, 2, 3, 4, 5]
    assert log.find("r3") == written[3]
    assert log.find("r9") is None
    assert log.find_last("ruling") == written[4]
    assert log.find_last("void") is None
    assert log.last_number() == 5
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


def test_a_subject_is_claimed_once_until_the_record_is_revoked(log: Log) -> None:
    log.append(ruling("a", "play 1"))
    log.append(ruling("b", "play 2"))
    for again in ("c", "d"):
        with pytest.raises(SubjectTaken) as refused:
            log.append(ruling(again, "play 1"))
        assert refused.value.holder == "a"
    log.append(void("a", "play 1"))
    log.append(ruling("e", "play 1"))
    with pytest.raises(SubjectTaken):
        log.append(ruling("f", "play 1"))
    assert log.find_revoked(["a", "b", "e"]) == {"a"}
    with pytest.raises(AlreadyRevoked):
        log.append(void("a", "play 1"))
    assert log.verify().records == 4


def test_one_transaction_claims_a_subject_once(log: Log) -> None:
    entries = [ruling("a", "1"), ruling("b", "1"), void("a", "1"), void("a", "1"), ruling("c", "1")]
    with log.writing() as writer:
        outcomes = writer.append([*entries, ruling("d", "2"), ruling("e")])
    kinds = [isinstance(outcome, LogRecord) for outcome in outcomes]
    assert kinds == [True, False, True, False, True, True, True]
    assert log.verify().faults == []


def test_records_of_every_kind_claim_and_revoke(log: Log) -> None:
    turn = log.append(LogEntry("turn", "t1", {"tiles": "CAT"}, "game 1, turn 1"))
    with pytest.raises(SubjectTaken):
        log.append(LogEntry("pass", "t2", {}, "game 1, turn 1"))
    undone = log.append(LogEntry.revoking(turn, "undo", {"by": "Ana"}))
    assert (undone.subject, undone.content) == (turn.subject, {"by": "Ana"})
    with pytest.raises(AlreadyRevoked):
        log.append(LogEntry.revoking(turn, "undo", {}))
    assert log.append(LogEntry("pass", "t2", {}, "game 1, turn 1")).number == 3
    assert log.find_revoked(["t1", "t2"]) == {"t1"}


def test_what_a_database_cannot_keep_harms_no_other_record(log: Log) -> None:
    with log.writing() as writer:
        entries = [
            ruling("a", "x\0y"),
            ruling("b", "x\ud800"),
            LogEntry("ruling", "c", {"x": "\udcff"}),
            LogEntry("ruling", "d", {"x": "\0 fits in JSON"}),
            ruling("e", "one\x1ftwo"),
        ]
        outcomes = writer.append(entries)
    assert [isinstance(outcome, LogRecord) for outcome in outcomes] == [False] * 3 + [True] * 2
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
        monkeypatch.setattr(writer, "now", lambda time=time: time)
        log.append(ruling(time))
    assert [record.time[:4] for record in log.records()] == ["2026", "1970"]
    assert log.verify().faults == []


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
    monkeypatch.setattr(log_file, "_LARGEST_JOURNAL", 100_000)
    log = Log(f"sqlite:///{tmp_path}/log.db")
    sizes = []
    for n in range(60):
        log.append(ruling(f"r{n}"))
        sizes.append((tmp_path / "log.db-wal").stat().st_size)
    assert max(sizes) < 200_000
    assert 0 in sizes
    assert log.verify().records == 60
    log.close()


def test_the_last_of_a_kind_is_found_without_reading_the_log(tmp_path: Path) -> None:
    """A service looks for its settings when it starts, and they may be the first of many
    records."""
    log = Log(f"sqlite:///{tmp_path}/log.db")
    log.append(LogEntry("settings", "s", {}))
    with log.writing() as writer:
        writer.append([ruling(f"r{n}") for n in range(2000)])
    steps: list[int] = []
    with log.reading() as connection:
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.set_progress_handler(lambda: steps.append(1), 10)
    found = log.find_last("settings")
    assert found is not None
    assert found.number == 1
    assert len(steps) < 100
    log.close()


def of_event(id: str, event: str) -> LogEntry:
    return LogEntry("ruling", id, BODY, event=event)


def test_records_are_numbered_in_their_event(log: Log) -> None:
    written = [log.append(of_event(f"{event}{n}", event)) for n in "123" for event in ("Open", "")]
    with log.writing() as writer:
        more = writer.append([of_event("x", "Open"), ruling("y"), of_event("z", "Open")])
    numbers = [each.content.get("event_number") for each in log.records()]
    assert numbers == [1, 1, 2, 2, 3, 3, 4, None, 5]
    assert log.find_in_event("Open", 2) == written[2]
    assert log.find_in_event("", 3) == written[5]
    assert log.find_in_event("Open", 5) == more[2]
    assert log.find_in_event("Club", 1) is log.find_in_event("Open", 6) is None
    assert log.find_latest("ruling", 2) == [more[2], more[1]]
    assert log.verify().faults == []


def test_what_is_refused_takes_no_number(log: Log) -> None:
    entries = [LogEntry("ruling", id, BODY, "play 1", event="Open") for id in "abc"]
    with log.writing() as writer:
        writer.append([entries[0], entries[1], of_event("n", "nul\0")])
    with pytest.raises(ZeroDivisionError), log.writing() as writer:
        writer.append([of_event("d", "Open")])
        _ = 1 / 0
    assert log.append(of_event("e", "Open")).content["event_number"] == 2
    assert [each.id for each in log.records()] == ["a", "e"]


def test_a_log_from_before_events_had_numbers_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    log = Log(f"sqlite:///{path}")
    log.append(ruling("a"))
    log.close()
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE event_rulings")
    connection.close()
    before = Log(f"sqlite:///{path}", make=False)
    assert before.find_in_event("", 1) is None
    assert [each.id for each in before.records()] == ["a"]
    before.close()
    log = Log(f"sqlite:///{path}")
    assert log.append(of_event("b", "")).content["event_number"] == 1
    assert log.verify().faults == []
    log.close()


def test_only_the_owner_can_read_a_new_log(tmp_path: Path) -> None:
    """The log will hold hashes of passwords and tokens. An existing file keeps its permissions."""
    path, existing = tmp_path / "log.db", tmp_path / "existing.db"
    existing.touch(0o640)
    before = os.umask(0o022)
    try:
        logs_of_both = [Log(str(path)), Log(str(existing))]
    finally:
        os.umask(before)
    files = [path, *tmp_path.glob("log.db-*")]
    assert len(files) > 1  # the write-ahead log is beside the file
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert existing.stat().st_mode & 0o777 == 0o640
    for log in logs_of_both:
        log.append(ruling("a"))
        log.close()


def test_the_address_of_a_file_can_have_options(tmp_path: Path) -> None:
    log = Log(f"sqlite:///file:{tmp_path}/log.db?uri=true&mode=rwc")
    log.append(ruling("a"))
    log.close()
    assert [path.name for path in tmp_path.iterdir()] == ["log.db"]
