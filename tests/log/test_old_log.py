"""A log of an older version, `log-70f6074.sql`, which this version must read and continue."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.lexicon.helpers import english_bytes
from tests.service.services import PASSWORD, WORDS
from wordtools.judge import acts, export
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.judge import Judge, read_ruling, void_ruling
from wordtools.judge.password import DirectorPassword
from wordtools.judge.report import collect
from wordtools.judge.ruling import Challenge, ruling_id
from wordtools.judge.settings import Settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.messages import Messages
from wordtools.messages.refusal import CannotJudge
from wordtools.service import access, presence
from wordtools.service.tokens import hash_token

FIXTURE = Path(__file__).with_name("log-70f6074.sql")
HEAD = "a50656d0302e18674345456aa29a426999d82a433fbd6e95d502f93d6dc5de78"
VOIDED, STANDING = "c5ad704e2e011558", "965c6a1e50144afa"
TOKEN = "qghlR-7bJ7vDDio_VeOk-KY2QfvN0ogdT7kAm-f-dd4"


def challenge(word: str, play: str = "") -> Challenge:
    return Challenge([word], event="Open", round="1", table="1", play_key=play, station="Table 1")


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Log]:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIXTURE.read_text("utf-8"))
    log = Log(f"sqlite:///{path}")
    yield log
    log.close()


@pytest.fixture
def judge(old: Log, tmp_path: Path) -> Judge:
    path = tmp_path / "test.lexicon"
    path.write_bytes(english_bytes(WORDS))
    return Judge(Lexicon.read(path), old)


def test_its_chain_is_whole_and_goes_on(old: Log, judge: Judge) -> None:
    checked = old.verify(head=HEAD)
    assert (checked.records, checked.head, checked.faults) == (14, HEAD, [])
    ruling = judge.rule(challenge("dogs"))
    assert (ruling.number, ruling.event_number, ruling.answer) == (15, 5, "YES")
    assert old.append(acts.close_station("hall")).number == 16
    assert old.verify(head=HEAD).faults == []
    assert old.verify().records == 16


def test_its_records_are_shown(old: Log) -> None:
    rulings = [read_ruling(record) for record in old.records() if record.kind == "ruling"]
    assert [ruling.label for ruling in rulings] == [
        "1 (#6)",
        "2 (#7)",
        "3 (#8)",
        "1 (#9)",
        "4 (#11)",
    ]
    assert [ruling.answer for ruling in rulings] == ["YES", "NO", "YES", "YES", "YES"]
    assert [ruling.challenge.subject for ruling in rulings] == [
        "Open\x1f1\x1f1\x1f7", None, "Open\x1f1\x1f1\x1f8", None, "Open\x1f1\x1f1\x1f7",
    ]  # fmt: skip
    described = [acts.describe(record, Messages("en")) for record in old.records()]
    assert described[2] == "Token issued to Table 1"
    rows = csv.DictReader(io.StringIO("".join(export.write_csv(old))))
    assert [row["void"] for row in rows][5:11] == ["yes", "no", "no", "no", "", "no"]
    assert "8G CAT 10" in "".join(export.write_json(old))
    assert len(collect(old, event="Open").rulings) == 4


def test_what_it_has_ruled_holds(old: Log, judge: Judge) -> None:
    with pytest.raises(CannotJudge) as refused:
        judge.rule(challenge("cat", "7"))
    assert (refused.value.code, refused.value.values["ruling"]) == ("judged_before", STANDING)
    for refuse in (
        lambda: judge.rule(challenge("cat", "7"), ruling_id("Table 1", "key-1")),
        lambda: void_ruling(old, VOIDED, "again"),
    ):
        with pytest.raises(CannotJudge) as refused:
            refuse()
        assert (refused.value.code, refused.value.values["ruling"]) == ("void_already", VOIDED)
    void_ruling(old, STANDING, "mistyped too")
    assert judge.rule(challenge("cat", "7")).number == 16


def test_its_service_starts_again(old: Log) -> None:
    known = access.find_password(str(old._engine.url))
    assert known is not None
    password, settings = DirectorPassword(PASSWORD, known), acts.list_settings(Settings())
    state = access.open_service(old, LexiconFacts("other", "d"), password, settings)
    assert state.lexicon == "test"
    assert state.stations[hash_token(TOKEN)] == "Table 1"
    assert state.locations.of("Table 1").table == "1"
    assert presence.read_presence(old)["Table 1"].battery == 80
    assert old.last_number() == 14  # the same password and settings as before
