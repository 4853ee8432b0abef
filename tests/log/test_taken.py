"""Somebody interferes with an SQLite log in use. Every ruling must be in the log in force, and
judging must resume by itself once the log is restored."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.log.databases import ONE_DATABASE
from tests.log.records import ruling
from tests.service.services import Serve
from wordtools.log import file as log_file
from wordtools.log import sqlite, time_limit
from wordtools.log.log import Log, LogError
from wordtools.log.memory import LogMemory

ASK = {"words": ["cat", "zebra"]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a future log of 23 records, 20 of them in the file and 3 in its journal."""
    folder = tmp_path / "log"
    folder.mkdir()
    return folder / "log.db"


@pytest.fixture
def used(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    log = Log(str(path))
    for start in (0, 10):
        if start:
            sqlite.copy(log._engine, path.parent / "older.db")
        with log.writing() as writer:
            writer.append([ruling(f"r{n}") for n in range(start, start + 10)])
    shutil.copy(path.parent / "log.db-wal", path.parent / "older-wal")
    with monkeypatch.context() as small:
        small.setattr(log_file, "_LARGEST_JOURNAL", 1)
        assert log._file is not None
        log._file.fold_journal()
    assert (path.parent / "log.db-wal").stat().st_size == 0
    for n in range(20, 23):
        log.append(ruling(f"r{n}"))
    yield log
    log.close()


def put_another(path: Path) -> None:
    """Another log with more records, under its own name."""
    other = Log(str(path))
    with other.writing() as writer:
        writer.append([ruling(f"x{n}") for n in range(40)])
    other.close()


def remove(path: Path) -> None:
    path.unlink()


def remove_all(path: Path) -> None:
    for each in path.parent.glob("log.db*"):
        each.unlink()


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def replace_by_older(path: Path) -> None:
    (path.parent / "older.db").replace(path)


def replace_by_copy(path: Path) -> None:
    """The file is complete, but without the journal beside it."""
    shutil.copy(path, path.parent / "copy.db")
    (path.parent / "copy.db").replace(path)


def replace_by_another(path: Path) -> None:
    put_another(path.parent / "another.db")
    (path.parent / "another.db").replace(path)


def replace_all_by_another(path: Path) -> None:
    remove_all(path)
    replace_by_another(path)


def point_elsewhere(path: Path) -> None:
    put_another(path.parent / "another.db")
    path.unlink()
    path.symlink_to(path.parent / "another.db")


def write_older(path: Path) -> None:
    path.write_bytes((path.parent / "older.db").read_bytes())


def write_another(path: Path) -> None:
    put_another(path.parent / "another.db")
    path.write_bytes((path.parent / "another.db").read_bytes())


def write_nonsense(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def empty(path: Path) -> None:
    os.truncate(path, 0)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def remove_journal(path: Path) -> None:
    path.with_name("log.db-wal").unlink()


def remove_journal_and_index(path: Path) -> None:
    path.with_name("log.db-wal").unlink()
    path.with_name("log.db-shm").unlink()


def empty_journal(path: Path) -> None:
    os.truncate(path.with_name("log.db-wal"), 0)


def cut_journal(path: Path) -> None:
    journal = path.with_name("log.db-wal")
    os.truncate(journal, journal.stat().st_size // 2)


def replace_journal(path: Path) -> None:
    (path.parent / "older-wal").replace(path.with_name("log.db-wal"))


def change(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as other:
        for statement in statements:
            other.execute(statement)
    other.close()


def drop_rows(path: Path) -> None:
    """This is done by someone who knows how the chain works."""
    change(
        path,
        "DELETE FROM records WHERE number > 21",
        "UPDATE head SET (number, hash) = (SELECT number, hash FROM records WHERE number = 21)",
    )


def drop_rows_but_not_the_head(path: Path) -> None:
    change(path, "DELETE FROM records WHERE number > 21")


def drop_all_rows(path: Path) -> None:
    change(path, "DELETE FROM records", f"UPDATE head SET number = 0, hash = '{'0' * 64}'")


def add_rows(path: Path) -> None:
    change(
        path,
        "INSERT INTO records SELECT number + 1, kind, time, 'x', subject, body, previous, hash "
        "FROM records ORDER BY number DESC LIMIT 1",
    )


def rewrite_the_last(path: Path) -> None:
    change(
        path,
        "UPDATE records SET hash = 'x' WHERE number = (SELECT number FROM head)",
        "UPDATE head SET hash = 'x'",
    )


Hand = Callable[[Path], None]
HANDS: dict[Hand, str] = {
    remove: "log_gone",
    remove_all: "log_gone",
    make_folder: "log_changed",
    replace_by_older: "log_changed",
    replace_by_copy: "log_changed",
    replace_by_another: "log_changed",
    replace_all_by_another: "log_changed",
    point_elsewhere: "log_changed",
    write_older: "log_changed",
    write_another: "log_changed",
    write_nonsense: "log_changed",
    empty: "log_changed",
    cut: "log_changed",
    remove_journal: "log_changed",
    remove_journal_and_index: "log_changed",
    empty_journal: "log_changed",
    cut_journal: "log_changed",
    replace_journal: "log_changed",
    drop_rows: "log_shorter",
    drop_rows_but_not_the_head: "log_shorter",
    drop_all_rows: "log_shorter",
    add_rows: "log_other",
    rewrite_the_last: "log_other",
}
FILES = [hand for hand, code in HANDS.items() if code in ("log_gone", "log_changed")]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.__name__)
def test_nothing_is_judged_by_a_log_that_was_taken(used: Log, path: Path, hand: Hand) -> None:
    hand(path)
    for _ in range(2):
        with pytest.raises(LogError) as refused:
            used.append(ruling("new"))
        assert refused.value.code == HANDS[hand]
        with pytest.raises(LogError) as refused, used.reading(checked=True):
            pass
        assert refused.value.code == HANDS[hand]


@pytest.mark.slow
@pytest.mark.parametrize("hand", FILES, ids=lambda hand: hand.__name__)
def test_nothing_is_shown_when_it_is_taken_at_that_moment(
    used: Log, path: Path, hand: Hand
) -> None:
    """The log is taken after the check found it intact, but before its last record is on disk."""
    with pytest.raises(LogError), used.writing() as writer:
        writer.append([ruling("new")])
        hand(path)


@pytest.mark.slow
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.__name__)
def test_another_process_finds_out_too(used: Log, path: Path, hand: Hand, tmp_path: Path) -> None:
    """The other processes are a worker that was idle, and a worker that starts only afterwards."""
    shared = [LogMemory(tmp_path / "memory") for _ in range(3)]
    idle, busy = (Log(str(path), prepared=True, memory=each) for each in shared[:2])
    with idle.reading(checked=True):
        pass
    busy.append(ruling("more"))
    hand(path)
    if hand is replace_by_copy:  # with the journal beside it, it is intact
        return
    late = Log(str(path), prepared=True, memory=shared[2])
    for each in (idle, late):
        with pytest.raises(LogError):
            each.append(ruling("new"))
    for each in (idle, busy, late):
        each.close()


def test_it_goes_on_when_the_file_is_back(used: Log, path: Path) -> None:
    aside = path.with_name("aside")
    path.replace(aside)
    with pytest.raises(LogError, match="is gone"):
        used.append(ruling("a"))
    replace_by_another(path)
    with pytest.raises(LogError, match="replaced or changed"):
        used.append(ruling("b"))
    aside.replace(path)
    assert used.append(ruling("c")).number == 24
    assert used.verify().faults == []


def test_it_goes_on_when_the_content_is_back(used: Log, path: Path) -> None:
    whole = path.read_bytes()
    for content in (b"", os.urandom(5000)):
        path.write_bytes(content)
        with pytest.raises(LogError, match="replaced or changed"):
            used.append(ruling("a"))
    path.write_bytes(whole)
    assert used.append(ruling("c")).number == 24
    assert used.verify().faults == []


def test_it_goes_on_when_the_rows_are_back(used: Log, path: Path) -> None:
    change(path, "CREATE TABLE kept AS SELECT * FROM records WHERE number > 21")
    change(path, "CREATE TABLE kept_head AS SELECT * FROM head")
    drop_rows(path)
    with pytest.raises(LogError, match="ends at record 21, but record 23 has been written"):
        used.append(ruling("a"))
    faults = used.verify().faults
    assert [fault for fault in faults if "ends at record 21" in fault]
    change(path, "INSERT INTO records SELECT * FROM kept", "DELETE FROM head",
           "INSERT INTO head SELECT * FROM kept_head")  # fmt: skip
    assert used.append(ruling("c")).number == 24
    assert used.verify().faults == []


def test_who_else_uses_the_log_harms_nobody(
    used: Log, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another service may merge the journal and record its own rulings."""
    monkeypatch.setattr(log_file, "_LARGEST_JOURNAL", 1)
    other = Log(str(path))
    for number in range(24, 34, 2):
        assert other.append(ruling(f"other{number}")).number == number
        assert used.append(ruling(f"used{number}")).number == number + 1
    other.close()
    assert used.append(ruling("last")).number == 34
    sqlite.remove_journal(str(path))  # refused, because it is in use
    assert used.append(ruling("very last")).number == 35
    assert used.verify().faults == []


def test_a_log_that_another_folded_is_read_while_it_is_written(
    used: Log, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its writer may be waiting for the reader's result, so they must not wait for each other."""
    monkeypatch.setattr(time_limit, "TRANSACTION_SECONDS", 0.5)
    other = Log(str(path))
    other.append(ruling("other"))
    with monkeypatch.context() as small:
        small.setattr(log_file, "_LARGEST_JOURNAL", 1)
        used.append(ruling("folds"))
    with used.writing():
        found = other.verify()
    assert (found.records, found.faults) == (25, [])
    other.close()


@pytest.mark.parametrize("hand", [remove, empty])
def test_a_journal_without_its_file_is_kept(used: Log, path: Path, hand: Hand) -> None:
    """SQLite would remove it, although it may hold all the data."""
    hand(path)
    journal = path.with_name("log.db-wal").read_bytes()
    for make in (True, False):
        with pytest.raises(LogError):
            Log(str(path), make=make)
    assert path.with_name("log.db-wal").read_bytes() == journal


def test_a_closed_log_leaves_what_took_its_place_alone(used: Log, path: Path) -> None:
    remove_all(path)
    new = Log(str(path))
    new.append(ruling("new"))
    with pytest.raises(LogError):
        used.append(ruling("old"))
    used.close()
    assert [record.id for record in new.records()] == ["new"]
    new.close()


VERIFIED: dict[Hand, str] = {
    remove: "is gone; put its file back",
    empty: "was replaced or changed by another program",
    drop_rows: "ends at record 21, but record {last} has been written",
}


@ONE_DATABASE
@pytest.mark.parametrize("hand", VERIFIED)
def test_a_service_says_so(serve: Serve, path: Path, hand: Hand) -> None:
    """A service reports it to stations, to monitoring, and to the director."""
    path.touch()
    service = serve("--workers", "2", log=str(path))
    assert re.search(rf"the log {path} has \d+ records, head [0-9a-f]{{64}}", service.told())
    director, station = service.director(), service.station()
    numbers = [station.post("/api/v1/rulings", json=ASK).json()["number"] for _ in range(23)]
    last = numbers[-1]
    assert numbers == list(range(last - 22, last + 1))
    hand(path)
    for _ in range(6):
        answer = station.post("/api/v1/rulings", json=ASK)
        assert answer.status_code == 503
        assert answer.json()["error"]["reason"] == HANDS[hand]
        assert station.post("/api/v1/previews", json=ASK).status_code == 503
        assert station.get("/api/v1/station").status_code == 503
        assert station.get("/api/v1/health").status_code == 503
    verification = director.get("/api/v1/director/log/verify").json()
    (fault,) = verification["faults"]
    assert not verification["whole"]
    assert VERIFIED[hand].format(last=last) in fault
    if hand is remove:  # data that is gone from the folder can still be saved
        saved = director.get("/api/v1/director/log/export?format=json").json()
        assert [record["number"] for record in saved] == list(range(1, last + 1))
    if hand is drop_rows:  # a restart accepts the existing log, and states its last record
        service.stop()
        service.start()
        assert f"the log {path} has 21 records" in service.told()
        assert station.post("/api/v1/rulings", json=ASK).json()["number"] == 22
