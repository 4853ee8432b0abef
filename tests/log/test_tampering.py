"""`verify` detects every kind of tampering with the records of a log."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.log.records import ruling, tamper, void
from wordtools.cli.log.reading import _format_record
from wordtools.errors import WordtoolsError
from wordtools.judge import acts, export
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.location import Location
from wordtools.judge.password import DirectorPassword
from wordtools.judge.report import collect
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log, LogError
from wordtools.log.record import HEAD, RECORDS
from wordtools.messages import Messages
from wordtools.service import access, attempts
from wordtools.service.judging import report_page
from wordtools.service.judging.answers import RecordResponse

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


@pytest.mark.slow
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


def test_a_chain_forged_anew_is_found_by_a_head_noted_down(log: Log, log_url: str) -> None:
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
        connection.execute(sa.delete(RECORDS))
        rows_ = [msgspec.structs.asdict(row) for row in forged]
        connection.execute(sa.insert(RECORDS), rows_)
        connection.execute(sa.update(HEAD).values(hash=previous))
    assert [fault for fault in log.verify().faults if "no longer has the same records" in fault]
    again = Log(log_url)  # does not know it yet
    assert again.verify().faults == []
    faults = again.verify(head=noted).faults
    again.close()
    assert faults == [f"no record has the hash {noted} that was written down."]


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


BODIES = [
    "", "{}", "[]", "null", "\x00", '{"new": 1}', '{"new": {"edition": 1, "digest": 2}}',
    '{"old": 1, "new": []}', '{"stations": 3, "new": {"event": 3}}', '{"ruling": {}, "why": []}',
    '{"acceptable": 1, "words": 3, "challenge": {}}', '{"words": ["a"], "challenge": []}',
    '{"settings": 1, "changed": 2}', '{"key": 1, "self": 2}', "[" * 9000, '{"a":' * 9000,
    '{"a":' * 900 + "1" + "}" * 900,
]  # fmt: skip
VALUES = ["'abc'", "x'ff'", "1.5"]


PASSWORD = DirectorPassword("s3cret word")


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory, english: Lexicon) -> Path:
    """A log with a record of each kind, of a service and of a terminal."""
    path = tmp_path_factory.mktemp("every") / "every.db"
    log, facts = Log(f"sqlite:///{path}"), LexiconFacts.of(english)
    access.open_service(log, facts, PASSWORD, {"most_words": 8})
    log.append(ruling("r", "play"))
    log.append(void("r", "play"))
    access.issue_tokens(log, {"Table 1": "1"})
    access.set_locations(log, None, {"event": "Open"})
    attempts.count_failure(log, "192.168.0.7")
    log.append(acts.open_station("hall", facts, Location("Open", "1", "2"), {"most_words": 8}))
    log.close()
    return path


def look_at(path: Path) -> None:
    """Everything that shows a log, and everything that relies on its content. Raises any error that
    is not a sentence."""
    log = Log(f"sqlite:///{path}")
    looks: list[Callable[[], object]] = [
        lambda: list(export.write_csv(log)),
        lambda: list(export.write_json(log)),
        lambda: report_page.render(collect(log), log.url, event=None, round=None, language="pl"),
        lambda: msgspec.json.encode(
            [RecordResponse.of(*each, Messages("es")) for each in export.mark_void(log)]
        ),
        lambda: [_format_record(*each) for each in export.mark_void(log)],
        lambda: log.append(ruling("again", "play")),
        lambda: access.open_service(log, LexiconFacts("en", "d"), PASSWORD, {}),
    ]
    assert log.verify().faults
    for look in looks:
        with suppress(WordtoolsError):
            look()
    log.close()


def edit(log: Path, statement: str, *values: str) -> Path:
    """A copy of a log that somebody has edited."""
    path = Path(shutil.copy(log, tempfile.mkdtemp(dir=log.parent)))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:40])
def test_what_is_no_record_can_be_looked_at(every: Path, body: str) -> None:
    """Readers of the log see the content that somebody put in a record, or a sentence."""
    look_at(edit(every, "UPDATE records SET body = ?", body))


@pytest.mark.slow
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("column", ["records.number", "records.body", "head.number", "head.hash"])
def test_what_no_column_has_is_a_sentence(every: Path, column: str, value: str) -> None:
    """SQLite keeps any value in any column."""
    table, name = column.split(".")
    last = "" if table == "head" else " WHERE number = 3"
    path = edit(every, f"UPDATE {table} SET {name} = {value}{last}")
    with suppress(LogError):
        look_at(path)


@pytest.mark.slow
@settings(max_examples=examples(3), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_tampering_is_found(template: Path, data: st.DataObject) -> None:
    """Whatever is done to the records, `verify` detects it: the log is intact only if every row is
    unchanged."""
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
