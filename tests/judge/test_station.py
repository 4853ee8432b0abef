"""The station's state machine beyond the table of scenarios: languages, faults, a real log."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tests.judge.stations import PASSWORD, Bench, Clock, lexicon, press, station
from wordtools.judge.ruling import Challenge
from wordtools.judge.station import Station
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.messages import Messages


def test_a_ruling_names_the_challenge_and_is_recorded(bench: Bench) -> None:
    assert bench.press("2", "cats Dog", "enter", "tab") == "verdict"
    ruling = bench.station.ruling
    assert ruling is not None
    assert ruling.answer == "YES"
    assert ruling.challenge == Challenge(
        ["cats", "Dog"], event="Lisbon Open", round="3", table="12", station="table-12"
    )
    assert [record.id for record in bench.log.kept] == [ruling.id]


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "\ufffdcat"),
        ("en", "ｃａｔ"),
        ("en", "cat\u202e"),
        ("pt", "kasa"),
        ("pt", "casa\u0338"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_sight(
    english: Lexicon, portuguese: Lexicon, language: str, typed: str
) -> None:
    bench = Bench(english if language == "en" else portuguese)
    assert bench.press("1", typed, "enter") == "entry"
    assert bench.station.typed == typed
    assert bench.station.note.startswith(Messages(language)("refused", why="")[:10])
    assert bench.press("tab") == "entry"
    assert bench.log.kept == []


def test_typed_in_pieces_is_the_same_word(portuguese: Lexicon) -> None:
    bench = Bench(portuguese)
    assert bench.press("1", unicodedata.normalize("NFD", "lição"), "enter") == "confirm"
    assert bench.station.words == ["LIÇAO"]
    bench.press("tab")
    assert bench.station.ruling is not None
    assert bench.station.ruling.acceptable


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This cannot be judged: \"can't\": no English tile shows '"),
        ("pt", "Isto não pode ser julgado: \"can't\": este léxico não tem peça para '"),
        ("pl", "Tego nie można rozstrzygnąć: \"can't\": w tym słowniku brak płytki dla '"),
        ("es", "Esto no se puede juzgar: \"can't\": este léxico no tiene ficha para '"),
    ],
)
def test_refusals_speak_the_stations_language(
    english: Lexicon, language: str, sentence: str
) -> None:
    bench = Bench(english, language=language)
    bench.press("1", "can't", "enter")
    assert bench.station.note == sentence


def test_a_lexicons_language_is_the_stations(portuguese: Lexicon) -> None:
    assert station(portuguese).messages.language == "pt"
    assert station(portuguese, language="pl").messages.language == "pl"


def test_a_log_that_cannot_be_written_means_cannot_judge(portuguese: Lexicon) -> None:
    bench = Bench(portuguese)
    bench.log.broken = True
    assert bench.press("1", "casa", "enter", "tab") == "cannot"
    assert bench.station.ruling is None
    assert bench.station.note.startswith("o registo das decisões não está disponível")


def test_a_fault_no_one_foresaw_means_cannot_judge(bench: Bench) -> None:
    bench.press("1", "cat", "enter")
    bench.station.fail(MemoryError("full"))
    assert bench.station.screen == "cannot"
    assert bench.station.note == "MemoryError: full"
    assert bench.press("tab") == "cannot"


def test_the_lexicon_must_stay_what_it_was(tmp_path: Path) -> None:
    opened = lexicon(tmp_path)
    path = Path(opened.path)
    bench = Bench(opened)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert bench.press("1", "cat", "enter", "tab") == "cannot"
    path.unlink()
    bench.wait(1)
    assert bench.press("x", "1", "cat", "enter", "tab") == "cannot"
    assert "is gone" in bench.station.note
    path.write_bytes(whole)
    bench.wait(1)
    assert bench.press("x", "1", "cat", "enter", "tab") == "verdict"


def test_the_machine_on_a_real_log(english: Lexicon, tmp_path: Path) -> None:
    log = Log(f"sqlite:///{tmp_path / 'rulings.db'}")
    clock = Clock()
    machine: Station = station(english, log, clock)
    for word in ("cat", "cta", "dog"):
        press(machine, "1", word, "enter", "tab")
        clock.now += 1
        press(machine, "x")
    press(machine, "director", PASSWORD, "enter", "v", "enter", "a slip", "enter")
    checked = log.verify()
    assert (checked.records, checked.faults) == (5, [])
    kept = [record.content for record in log.records() if record.kind != "signed-in"]
    assert [record.get("acceptable") for record in kept] == [True, False, True, None]
