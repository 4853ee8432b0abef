"""The station as a state machine: every way from one screen to another, and none besides."""

from __future__ import annotations

import string
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.judge.stations import PASSWORD, WORDS, Clock, MemoryLog, lexicon, press, station
from wordtools.errors import WordtoolsError
from wordtools.judge import settings as all_settings
from wordtools.judge.log import Log
from wordtools.judge.messages import LANGUAGES, Messages
from wordtools.judge.ruling import Challenge
from wordtools.judge.settings import Settings
from wordtools.judge.station import Place, Station
from wordtools.lexicon.lexicon import Lexicon


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon(tmp_path_factory.mktemp("en"))


@pytest.fixture(scope="module")
def portuguese(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon(tmp_path_factory.mktemp("pt"), "pt")


class Bench:
    """A station with what it stands on."""

    def __init__(self, opened: Lexicon, **options: Any) -> None:
        self.log, self.clock = MemoryLog(), Clock()
        self.station = station(opened, self.log, self.clock, **options)

    def press(self, *keys: str) -> str:
        press(self.station, *keys)
        return self.station.screen

    def wait(self, seconds: float) -> str:
        self.clock.now += seconds
        self.station.tick()
        return self.station.screen


@pytest.fixture
def bench(english: Lexicon) -> Bench:
    return Bench(english)


# Players


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


# Time


@pytest.mark.parametrize(
    ("keys", "seconds", "after"),
    [
        (["1", "cat"], 15, "entry"),
        (["1"], 15, "count"),
        (["1", "cat", "enter"], 30, "count"),
        (["1", "cat", "enter", "tab"], 10, "count"),
        (["director"], 10, "count"),
        (["director", "x", "enter"], 1.5, "count"),
        (["director", PASSWORD, "enter"], 60, "count"),
        (["director", PASSWORD, "enter", "l"], 60, "count"),
        (["director", PASSWORD, "enter", "p"], 60, "count"),
    ],
)
def test_screens_left_alone_clear_themselves(
    bench: Bench, keys: list[str], seconds: float, after: str
) -> None:
    before = bench.press(*keys)
    assert bench.wait(seconds - 0.01) == before
    assert bench.wait(0.01) == after
    assert bench.station.typed == ""
    assert bench.station.words == []


def test_count_waits_for_ever(bench: Bench) -> None:
    assert bench.wait(1e9) == "count"


def test_a_key_begins_the_wait_anew(bench: Bench) -> None:
    bench.press("1", "ca")
    bench.wait(14)
    bench.press("t")
    bench.wait(14)
    assert bench.station.typed == "cat"


def test_a_key_that_comes_too_late_finds_the_next_screen(bench: Bench) -> None:
    bench.press("1", "cat", "enter")
    bench.clock.now += 30
    assert bench.press("tab") == "count"
    assert bench.log.kept == []


def test_a_verdict_is_deaf_at_first(bench: Bench) -> None:
    bench.press("1", "cat", "enter", "tab")
    bench.clock.now += 0.49
    assert bench.press("x") == "verdict"
    bench.clock.now += 0.01
    assert bench.press("x") == "count"


def test_a_verdict_waits_from_when_it_is_known(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the judging took, the players get their ten seconds."""
    rule = bench.station.judge.rule

    def slow(challenge: Challenge) -> object:
        bench.clock.now += 100
        return rule(challenge)

    monkeypatch.setattr(bench.station.judge, "rule", slow)
    assert bench.press("1", "cat", "enter", "tab", "x") == "verdict"
    assert bench.wait(9.9) == "verdict"
    assert bench.wait(0.1) == "count"


@pytest.mark.parametrize(
    "keys", [["1", "cat"], ["1", "cat", "enter"], ["1", "cat", "enter", "tab"]]
)
def test_a_clock_that_jumps_back_only_makes_a_wait_longer(bench: Bench, keys: list[str]) -> None:
    before = bench.press(*keys)
    typed = bench.station.typed
    assert bench.wait(-500) == before
    assert bench.station.typed == typed
    assert bench.wait(9) == before
    bench.wait(30)
    assert bench.wait(30) == "count"


# The director


def test_the_password_opens_the_directors_screen(bench: Bench) -> None:
    assert bench.press("director", PASSWORD, "enter") == "director"
    assert bench.press("escape") == "count"


@pytest.mark.parametrize("wrong", ["", "s3cret", f"{PASSWORD} ", PASSWORD.upper()])
def test_nothing_else_does(bench: Bench, wrong: str) -> None:
    assert bench.press("director", wrong, "enter") == "wrong"
    assert bench.press("q", "enter", "director", "escape") == "wrong"
    assert bench.wait(1.5) == "count"
    assert not bench.station.leaving


def test_a_password_is_not_pasted_and_can_be_mended(bench: Bench) -> None:
    bench.press("director", "paste", PASSWORD, "x", "backspace", "enter")
    assert bench.station.screen == "director"


@pytest.mark.parametrize("keys", [[], ["1", "cat"], ["1", "cat", "enter"]])
def test_the_director_can_always_be_called(bench: Bench, keys: list[str]) -> None:
    bench.press(*keys)
    assert bench.press("director") == "password"
    assert bench.station.typed == ""
    assert bench.press("escape") == "count"


def test_only_q_leaves(bench: Bench) -> None:
    bench.press("director", PASSWORD, "enter", *"abcdefghijk", "enter", "tab")
    assert not bench.station.leaving
    bench.press("Q")
    assert bench.station.leaving


def test_a_void_keeps_both_records(bench: Bench) -> None:
    bench.press("1", "cst", "enter", "tab")
    bench.wait(1)
    bench.press("x", "director", PASSWORD, "enter")
    assert bench.press("v") == "why"
    assert bench.press("enter") == "why"
    assert bench.station.note == Messages("en")("nothing_typed")
    assert bench.press("typed cst for cat", "enter") == "director"
    assert bench.station.note == "Ruling 1 is void. Judge the play again."
    ruling, void = bench.log.kept
    assert (ruling.kind, void.kind) == ("ruling", "void")
    assert void.content == {"ruling": ruling.id, "why": "typed cst for cat", "by": "director"}
    assert bench.press("v") == "director"  # it is void already
    assert len(bench.log.kept) == 2


def test_a_void_can_be_dropped(bench: Bench) -> None:
    bench.press("1", "cat", "enter", "tab")
    bench.wait(1)
    assert bench.press("x", "director", PASSWORD, "enter", "v", "no", "escape") == "director"
    assert len(bench.log.kept) == 1


def test_there_may_be_nothing_to_void(bench: Bench) -> None:
    assert bench.press("director", PASSWORD, "enter", "v") == "director"


def test_after_a_restart_the_stations_own_last_ruling_can_be_void(english: Lexicon) -> None:
    log = MemoryLog()
    first = station(english, log)
    press(first, "1", "cat", "enter", "tab")
    again = station(english, log)
    assert again.last_ruling == first.ruling
    elsewhere = station(english, log)
    elsewhere.name = "table-7"
    assert elsewhere.last_ruling is None


def test_a_void_that_cannot_be_written_is_told(bench: Bench) -> None:
    bench.press("1", "cat", "enter", "tab")
    bench.wait(1)
    bench.press("x", "director", PASSWORD, "enter", "v", "why not")
    bench.log.broken = True
    assert bench.press("enter") == "director"
    assert "disk full" in bench.station.note


def test_choosing_a_lexicon(bench: Bench) -> None:
    bench.press("director", PASSWORD, "enter")
    assert bench.press("l") == "lexicon"
    assert bench.station.choices == ["en", "missing"]
    assert bench.press("1", "enter") == "director"
    assert bench.station.note == "en is in force."
    for choice in ("0", "3", "-1", "x", "²", "१"):
        bench.press("l", choice, "enter")
        assert bench.station.note == Messages("en")("no_such_choice")
    before = bench.station.judge
    assert bench.press("l", "2", "enter") == "director"
    assert "no edition 'missing'" in bench.station.note
    assert bench.station.judge is before
    assert bench.press("l", "escape") == "director"


def test_setting_the_place(bench: Bench) -> None:
    bench.press("director", PASSWORD, "enter")
    assert bench.press("p") == "place"
    assert bench.press("Porto / 4 / 7", "enter") == "director"
    assert bench.station.place == Place("Porto", "4", "7")
    bench.press("p", "Faro", "enter")
    assert bench.station.place == Place("Faro", "-", "-")


# Settings and messages


def test_settings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "station.toml"
    path.write_text("verdict_seconds = 20\nmost_words = 5\n", "utf-8")
    read = all_settings.read(path)
    assert (read.verdict_seconds, read.most_words, read.entry_seconds) == (20, 5, 15)
    assert all_settings.read(None) == Settings()


@pytest.mark.parametrize(
    "text",
    ["most_words = 0", "most_words = 10", "entry_seconds = 0", "entry_second = 3", "x", "a = nan"],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "station.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(WordtoolsError, match=r"station\.toml"):
        all_settings.read(path)


def test_all_languages_say_the_same_things() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english = Messages("en").texts
    for language in LANGUAGES:
        texts = Messages(language).texts
        assert list(texts) == list(english)
        for key, text in texts.items():
            assert fields(text) <= fields(english[key]) | {"sentence", "path"}, (language, key)


def test_every_refusal_has_its_sentence() -> None:
    import re

    folder = Path(all_settings.__file__).parent
    source = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    codes = set(re.findall(r'because\(\s*"(\w+)"', source))
    assert len(codes) > 5
    for code in codes:
        assert f"cannot_{code}" in Messages("en").texts


def test_stations_speak_no_other_language() -> None:
    with pytest.raises(WordtoolsError, match="they speak en, es, pl, pt"):
        Messages("xx")


# Random keys


class Witness:
    """Presses keys and holds the station to what it may do, knowing only the keys."""

    def __init__(self, opened: Lexicon) -> None:
        self.bench = Bench(opened)
        self.words = {word.upper() for word in WORDS["en"]}
        self.rulings = 0

    def press(self, key: str, seconds: float) -> None:
        machine, log = self.bench.station, self.bench.log
        self.bench.clock.now += seconds
        machine.tick()
        before, typed, shown = machine.screen, machine.typed, list(machine.words)
        machine.key(key)
        rulings = [record for record in log.kept if record.kind == "ruling"]
        if len(rulings) > self.rulings:
            self.rulings += 1
            ruling = machine.ruling
            assert (before, key) == ("confirm", "tab")
            assert ruling is not None
            assert rulings[-1].id == ruling.id
            assert ruling.challenge.words == typed.split()
            assert ruling.words == shown == [word.upper() for word in typed.split()]
            assert ruling.acceptable == self.words.issuperset(shown)
        assert len(rulings) == self.rulings
        assert (machine.screen == "verdict") == (machine.ruling is not None)
        assert machine.leaving is False or before == "director"
        if machine.screen in ("confirm", "verdict"):
            assert len(machine.words or (machine.ruling and machine.ruling.words) or ()) > 0
        if machine.screen == "director" and before not in ("director", "why", "lexicon", "place"):
            assert (before, key, typed) == ("password", "enter", PASSWORD)
        machine.leaving = False


_TYPED = [*"123catsdogCATz '-.", "а", "ｃ", "\u0301", "\u200b", "ÿ", "K"]
_KEYS = st.one_of(
    st.sampled_from(["space", "enter", "tab", "escape", "backspace", "director", "paste", "other"]),
    st.sampled_from(_TYPED),
    st.sampled_from(["cat ", "dog", "cats", "zebra", "co op", PASSWORD]),
    st.sampled_from(["1 cat tab", "1 cat tab", "2 cat dog tab", "back", "back", "director"]),
)
_WAITS = st.sampled_from([0.0, 0.0, 0.0, 0.0, 0.1, 0.6, 2.0, 12.0, 40.0, -20.0])
_PLANS = {
    "1 cat tab": ["1", *"cat", "enter", "tab"],
    "2 cat dog tab": ["2", *"cat", "space", *"dog", "enter", "tab"],
    "back": ["escape", "escape", "escape"],
    "director": ["director", *PASSWORD, "enter"],
}


@settings(max_examples=250, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(_KEYS, _WAITS), min_size=200, max_size=220))
def test_random_keys_never_reach_what_they_do_not_deserve(
    english: Lexicon, events: list[tuple[str, float]]
) -> None:
    """250 runs of 400 keys and more: above 100,000 in all."""
    witness = Witness(english)
    for key, seconds in events:
        named = key in (
            "space",
            "enter",
            "tab",
            "escape",
            "backspace",
            "director",
            "paste",
            "other",
        )
        keys = _PLANS.get(key) or ([key] if named else list(key))
        for number, each in enumerate(keys):
            witness.press(each, 0.0 if number else seconds)


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
