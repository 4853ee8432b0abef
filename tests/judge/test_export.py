"""The log is exported as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json

from tests.log.records import BODY, ruling, void
from wordtools.judge import export
from wordtools.log.log import Log
from wordtools.log.record import LogEntry, LogRecord


def test_export(log: Log) -> None:
    log.append(ruling("a", "x"))
    log.append(void("a", "x"))
    log.append(
        LogEntry("ruling", "b", {**BODY, "acceptable": False, "words": ["CAT", "[L][L]AMA"]})
    )
    rows = list(csv.DictReader(io.StringIO("".join(export.write_csv(log)))))
    assert [row["answer"] for row in rows] == ["YES", "", "NO"]
    assert [row["void"] for row in rows] == ["yes", "", "no"]
    assert rows[1]["ruling"] == "a"
    assert rows[2]["words"] == "CAT [L][L]AMA"
    assert rows[0]["players"] == "Ana, Łucja"
    assert rows[0]["event"] == "'=1+1"  # not a formula for spreadsheets
    parsed = json.loads("".join(export.write_json(log)))
    assert [LogRecord(**each) for each in parsed] == list(log.records())
    assert all(LogRecord(**each).digest() == each["hash"] for each in parsed)


def test_export_of_an_empty_log(log: Log) -> None:
    assert json.loads("".join(export.write_json(log))) == []
    assert "".join(export.write_csv(log)).count("\n") == 1
