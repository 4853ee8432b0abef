"""The station as a state machine: every way from one screen to another, and none besides."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tests.judge.stations import PASSWORD, Bench, Clock, lexicon, press, station
from wordtools.judge.log import Log
from wordtools.judge.messages import Messages
from wordtools.judge.ruling import Challenge
from wordtools.judge.settings import Settings
from wordtools.judge.station import Station
from wordtools.lexicon.lexicon import Lexicon


def test_a_challenge_from_count_to_verdict(bench: Bench) -> None:
    assert bench.station.screen == "count"
    assert bench.press("2") == "entry"
    assert bench.press("cats", "enter", "Dog") == "entry"
    assert bench.press("enter") == "confirm"
    assert bench.station.words == ["CATS", "DOG"]
    assert bench.log.kept == []
    assert bench.press("tab") == "verdict"
    ruling = bench.station.ruling
    assert ruling is not None
    assert ruling.answer == "YES"
    assert ruling.challenge == Challenge(
        ["cats", "Dog"], event="Lisbon Open", round="3", table="12", station="table-12"
    )
    assert [record.id for record in bench.log.kept] == [ruling.id]
    assert bench.wait(0.5) == "verdict"
    assert bench.press("x") == "count"
    assert bench.station.ruling is None


def test_one_bad_word_makes_it_no(bench: Bench) -> None:
    bench.press("3", "cat dox dog", "enter", "tab")
    assert bench.station.ruling is not None
    assert bench.station.ruling.answer == "NO"


@pytest.mark.parametrize(
    "key", [*"09abc ", "enter", "tab", "escape", "backspace", "paste", "other"]
)
def test_count_takes_only_its_numbers(bench: Bench, key: str) -> None:
    assert bench.press(key) == "count"


def test_count_takes_no_digit_of_another_script(bench: Bench) -> None:
    assert bench.press("२") == "count"
    assert bench.press("２") == "count"


def test_settings_say_how_many_words(english: Lexicon) -> None:
    assert Bench(english, settings=Settings(most_words=3)).press("4") == "count"
    assert Bench(english, settings=Settings(most_words=9)).press("9") == "entry"


def test_escape_clears_then_goes_back(bench: Bench) -> None:
    assert bench.press("1", "cat", "escape") == "entry"
    assert bench.station.typed == ""
    assert bench.press("escape") == "count"


def test_escape_clears_a_note_first(bench: Bench) -> None:
    assert bench.press("1", "enter") == "entry"
    assert bench.station.note
    assert bench.press("escape") == "entry"
    assert not bench.station.note
    assert bench.press("escape") == "count"


def test_backspace_takes_back_one_character(bench: Bench) -> None:
    bench.press("1", "catx", "backspace")
    assert bench.station.typed == "cat"
    bench.press("backspace", "backspace", "backspace", "backspace")
    assert bench.station.typed == ""
    assert bench.station.screen == "entry"


@pytest.mark.parametrize("back", ["escape", "backspace"])
def test_the_opponent_can_say_no(bench: Bench, back: str) -> None:
    assert bench.press("1", "cat", "enter", back) == "entry"
    assert bench.station.typed == "cat"
    assert bench.station.words == []
    assert bench.press("s", "enter", "tab") == "verdict"
    assert bench.station.ruling is not None
    assert bench.station.ruling.words == ["CATS"]


@pytest.mark.parametrize("key", ["enter", "space", "y", "1", "paste", "other"])
def test_only_tab_confirms(bench: Bench, key: str) -> None:
    assert bench.press("1", "cat", "enter", key) == "confirm"
    assert bench.log.kept == []


def test_tab_confirms_nothing_while_typing(bench: Bench) -> None:
    assert bench.press("1", "cat", "tab", "tab") == "entry"
    assert bench.log.kept == []


@pytest.mark.parametrize(("typed", "count"), [("cat", "2"), ("", "1"), ("   ", "2")])
def test_as_many_words_as_were_announced(bench: Bench, typed: str, count: str) -> None:
    assert bench.press(count, typed, "enter") == "entry"
    assert bench.station.note
    assert bench.log.kept == []


def test_keys_after_the_last_word_change_nothing(bench: Bench) -> None:
    assert bench.press("1", "zzz cat") == "confirm"
    assert bench.station.words == ["ZZZ"]
    bench.press("enter", "tab")
    assert bench.station.ruling is not None
    assert not bench.station.ruling.acceptable


def test_nothing_is_pasted(bench: Bench) -> None:
    bench.press("1", "ca", "paste")
    assert bench.station.typed == "ca"
    assert bench.station.note == Messages("en")("no_paste")


def test_a_line_with_no_room_left_is_refused_whole(bench: Bench) -> None:
    bench.press("2", "a" * 700)
    assert len(bench.station.typed) == 600
    assert bench.press("enter") == "entry"
    assert bench.station.note == Messages("en")("too_long")
    assert bench.press("space") == "entry"


SIXTEEN = "unproblematicals"


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "can't"),
        ("en", "co-op"),
        ("en", "1a2a"),
        ("en", SIXTEEN),
        ("en", "zzz.cat"),
        ("en", "zzz\u00a0cat"),
        ("en", "c\u200bat"),
        ("en", "\ufffdcat"),
        ("en", "саt"),
        ("en", "ｃａｔ"),
        ("en", "cat\u202e"),
        ("en", "a"),
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


def test_the_sixteen_letters_begin_with_a_word(english: Lexicon) -> None:
    assert SIXTEEN[:15] in english


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
        ("en", "This cannot be judged: \"can't\": no English tile shows '."),
        ("pt", "Isto não pode ser julgado: \"can't\": nenhuma peça deste léxico mostra '."),
        ("pl", "Tego nie można rozstrzygnąć: \"can't\": w tym słowniku nie ma płytki, "
               "która pokazuje '."),
        ("es", "Esto no se puede juzgar: \"can't\": ninguna ficha de este léxico muestra '."),
    ],
)  # fmt: skip
def test_refusals_speak_the_stations_language(
    english: Lexicon, language: str, sentence: str
) -> None:
    bench = Bench(english, language=language)
    bench.press("1", "can't", "enter")
    assert bench.station.note == sentence


def test_a_lexicons_language_is_the_stations(portuguese: Lexicon) -> None:
    assert station(portuguese).say.language == "pt"
    assert station(portuguese, language="pl").say.language == "pl"


def test_a_log_that_cannot_be_written_means_cannot_judge(portuguese: Lexicon) -> None:
    bench = Bench(portuguese)
    bench.log.broken = True
    assert bench.press("1", "casa", "enter", "tab") == "cannot"
    assert bench.station.ruling is None
    assert bench.station.note.startswith("o registo das decisões não está disponível")
    assert bench.wait(0.5) == "cannot"
    assert bench.press("x") == "count"


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
    press(machine, "director", PASSWORD, "enter", "v", "a slip", "enter")
    checked = log.verify()
    assert (checked.records, checked.faults) == (4, [])
    kept = [record.content for record in log.records()]
    assert [record.get("acceptable") for record in kept] == [True, False, True, None]
