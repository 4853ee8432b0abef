"""The director at a station: the password, voids, lexicons, the location."""

from __future__ import annotations

import pytest

from tests.judge.stations import PASSWORD, Bench, MemoryLog, press, station
from wordtools.judge import acts
from wordtools.judge.location import Location
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages import Messages
from wordtools.terminal.judging.layout import lay_out
from wordtools.terminal.judging.scene import Scene


def test_the_password_opens_the_directors_screen(bench: Bench) -> None:
    assert bench.press("director", PASSWORD, "enter") == "director"
    assert bench.press("escape") == "count"


@pytest.mark.parametrize("wrong", ["", "s3cret", f"{PASSWORD} ", PASSWORD.upper()])
def test_nothing_else_does(bench: Bench, wrong: str) -> None:
    assert bench.press("director", wrong, "enter") == "password"
    assert (bench.station.typed, bench.station.note) == ("", Messages("en")("wrong_password"))
    assert bench.press("q") == "password"
    assert (bench.station.typed, bench.station.note) == ("q", "")
    assert not bench.station.leaving


def test_a_wrong_password_can_be_typed_again_at_once(bench: Bench) -> None:
    bench.press("director", "s3cret", "enter", PASSWORD)
    assert bench.station.typed == PASSWORD
    assert bench.press("enter") == "password"  # no more often than every one and a half seconds
    assert bench.station.typed == PASSWORD
    assert bench.wait(1.5) == "password"
    assert bench.press("enter") == "director"


def test_guesses_take_their_time(bench: Bench) -> None:
    guesses: list[str] = []

    def check(typed: str) -> bool:
        guesses.append(typed)
        return False

    bench.station._check_password = check
    bench.press("director")
    for _ in range(30):
        bench.wait(0.5)
        bench.press("guess", "enter")
    assert len(guesses) == 10


@pytest.mark.parametrize("closing", ["escape", "time"])
def test_what_is_typed_after_the_prompt_closed_is_not_shown(bench: Bench, closing: str) -> None:
    """A director may not have seen that the prompt closed, and a password must not appear in the
    public entry."""
    bench.press("director", "s")
    if closing == "time":
        assert bench.wait(10) == "count"
    else:
        assert bench.press("escape") == "count"
    for key in "3 cret word":
        bench.clock.now += 0.4  # more than two seconds in total
        assert bench.press(key) == "count"
    bench.clock.now += 1.9
    assert bench.press("1") == "count"
    bench.clock.now += 2
    assert bench.press("1") == "entry"


def test_the_director_can_open_the_prompt_again_at_once(bench: Bench) -> None:
    bench.press("director", "escape")
    assert bench.press("director", PASSWORD, "enter") == "director"


@pytest.mark.parametrize("screen", ["v", "l", "p"])
def test_what_is_typed_after_another_screen_closed_is_not_shown(bench: Bench, screen: str) -> None:
    bench.press("1", "cat", "enter", "tab")
    bench.wait(1)
    bench.press("x", "director", PASSWORD, "enter", screen)
    assert bench.wait(60) == "count"
    assert bench.press("1") == "count"
    assert bench.wait(2) == "count"
    assert bench.press("1") == "entry"


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
    assert bench.press("v") == "ruling"
    assert bench.press("enter") == "void"  # the last one
    assert bench.press("enter") == "void"
    assert bench.station.note == Messages("en")("nothing_typed")
    assert bench.press("typed cst for cat", "enter") == "director"
    assert bench.station.note == "Ruling 1 (#1) is void. Judge the play again."
    ruling, void = bench.log.kept
    assert (ruling.kind, void.kind) == ("ruling", "void")
    why = "typed cst for cat"
    numbers = {"number": 1, "event_number": 1}
    assert void.content == {"ruling": ruling.id, **numbers, "why": why, "by": "director"}
    assert bench.press("v", "1", "enter") == "ruling"
    assert bench.station.note == "ruling 1 (#1) is already void"
    assert len(bench.log.kept) == 2


def judge_words(bench: Bench, *words: str) -> None:
    """Has single words judged, one after another."""
    for word in words:
        bench.press("1", word, "enter", "tab")
        bench.wait(1)
        bench.press("x")


def test_any_earlier_ruling_can_be_void(bench: Bench) -> None:
    """The director names a ruling by its number in the event, or by the number of its record in the
    log."""
    judge_words(bench, "cat")
    bench.press("director", PASSWORD, "enter", "p", "Faro", "enter", "escape")
    judge_words(bench, "dog", "cst", "zebra")
    bench.press("director", PASSWORD, "enter", "v")
    assert [ruling.label for ruling, _ in bench.station.rulings] == [
        "3 (#7)", "2 (#6)", "1 (#5)", "1 (#1)"
    ]  # fmt: skip
    assert bench.press("2", "enter") == "void"
    assert bench.station.voiding is not None
    assert bench.station.voiding.words == ["CST"]
    assert bench.press("typo", "enter") == "director"
    assert bench.press("v", "#1", "enter", "other play", "enter") == "director"
    assert [each.content["why"] for each in bench.log.kept[4:]] == ["typo", "other play"]
    assert [is_void for _, is_void in bench.station.rulings] == [False, True, False, True]
    bench.press("v")
    shown = [row.text.strip() for row in lay_out(Scene.of(bench.station), 80, 24).rows]
    assert "2 (#6)  CST  NO  table-12 · Faro  (void)" in shown
    assert "3 (#7)  ZEBRA  YES  table-12 · Faro" in shown
    bench.press("escape")
    assert bench.press("v", "#5", "escape") == "director"


@pytest.mark.parametrize("typed", ["2", "0", "#9", "#2", "#", "x", "-1", "1.0", "²", "9" * 40])
def test_what_names_no_ruling_voids_nothing(bench: Bench, typed: str) -> None:
    judge_words(bench, "cat")
    bench.press("director", PASSWORD, "enter", "v")  # signing in is record 2
    assert bench.press(typed, "enter") == "ruling"
    assert bench.station.note == f"there is no ruling {typed}"
    assert bench.press("1", "enter") == "void"


def test_a_ruling_is_chosen_from_the_log_as_it_is(bench: Bench) -> None:
    judge_words(bench, "cat")
    bench.press("director", PASSWORD, "enter", "v")
    bench.log.broken = True
    assert bench.press("1", "enter") == "ruling"
    assert "disk full" in bench.station.note


def test_a_void_can_be_dropped(bench: Bench) -> None:
    bench.press("1", "cat", "enter", "tab")
    bench.wait(1)
    bench.press("x", "director", PASSWORD, "enter", "v", "enter", "no")
    assert bench.press("escape") == "director"
    assert len(bench.log.kept) == 1


def test_there_may_be_nothing_to_void(bench: Bench) -> None:
    assert bench.press("director", PASSWORD, "enter", "v") == "director"


def test_after_a_restart_the_stations_own_last_ruling_can_be_void(english: Lexicon) -> None:
    log = MemoryLog()
    first = station(english, log)
    press(first, "1", "cat", "enter", "tab")
    again = station(english, log)
    assert again.find_last_ruling() == first.ruling
    elsewhere = station(english, log)
    elsewhere.name = "table-7"
    assert elsewhere.find_last_ruling() is None


def test_a_void_that_cannot_be_written_is_told(bench: Bench) -> None:
    bench.press("1", "cat", "enter", "tab")
    bench.wait(1)
    bench.press("x", "director", PASSWORD, "enter", "v", "enter", "why not")
    bench.log.broken = True
    assert bench.press("enter") == "director"
    assert "disk full" in bench.station.note


def test_choosing_a_lexicon(bench: Bench) -> None:
    bench.press("director", PASSWORD, "enter")
    assert bench.press("l") == "lexicon"
    assert bench.station.choices == ["en", "missing"]
    assert bench.press("1", "enter") == "sure"
    before = bench.station.judge
    assert bench.press("x", "1", " ", "tab") == "sure"
    assert bench.press("escape") == "director"
    assert bench.station.judge is before
    assert bench.press("l", "1", "enter", "enter") == "director"
    assert bench.station.judge is not before
    assert bench.station.note == "Current lexicon: en"
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
    assert bench.press("p") == "location"
    assert bench.press("Porto / 4 / 7", "enter") == "director"
    assert bench.station.location == Location("Porto", "4", "7")
    bench.press("p", "Faro", "enter")
    assert bench.station.location == Location("Faro")


@pytest.mark.parametrize(
    ("keys", "seconds"),
    [
        ([], 10),
        (["x", "enter"], 10),
        ([PASSWORD, "enter"], 60),
        ([PASSWORD, "enter", "l"], 60),
        ([PASSWORD, "enter", "p", "Faro"], 60),
    ],
)
def test_screens_left_alone_give_way_to_the_players(
    bench: Bench, keys: list[str], seconds: float
) -> None:
    before = bench.press("1", "cat", "director", *keys)
    assert bench.wait(seconds - 0.25) == before
    assert bench.wait(0.25) == "count"
    assert bench.station.typed == ""


def told(bench: Bench) -> list[str]:
    """The log's records about the director."""
    return [acts.describe(record, Messages("en")) for record in bench.log.all]


def test_every_act_is_a_record(bench: Bench) -> None:
    bench.press("director", PASSWORD, "enter", "p", "Porto / 4 / 7", "enter", "l", "1", "enter")
    bench.press("enter", "escape")
    bench.press("director", PASSWORD, "enter", "l")
    bench.wait(60)
    bench.press("director", PASSWORD, "enter", "q")
    en = f"en · {bench.station.judge.lexicon.digest[:8]}"
    assert told(bench) == [
        "Director signed in (table-12)",
        "Set for station table-12: Porto / 4 / 7; before: Lisbon Open / 3 / 12",
        f"Lexicon changed to {en}; before: {en}",
        "Director signed out (table-12)",
        "Director signed in (table-12)",
        "Director signed out (table-12)",
        "Director signed in (table-12)",
        "Station table-12 closed",
    ]


def test_wrong_passwords_are_recorded_once_a_minute(bench: Bench) -> None:
    bench.press("director")
    for _ in range(60):
        bench.press("guess", "enter")
        bench.wait(2)
    assert told(bench) == [f"Wrong passwords: table-12: {count}" for count in (1, 29, 30)]
    bench.press("guess", "enter")
    bench.wait(2)
    bench.press(PASSWORD, "enter")
    assert told(bench)[3:] == ["Wrong passwords: table-12: 1", "Director signed in (table-12)"]


def test_what_cannot_be_recorded_does_not_happen(bench: Bench) -> None:
    """The director gets in and out, no matter what happened to the log."""
    before = bench.station.judge, bench.station.location
    bench.log.broken = True
    assert bench.press("director", PASSWORD, "enter") == "director"
    for keys in (["l", "1", "enter", "enter"], ["p", "Porto", "enter"]):
        assert bench.press(*keys) == "director"
        assert "disk full" in bench.station.note
    assert (bench.station.judge, bench.station.location) == before
    bench.press("q")
    assert bench.station.leaving
    assert bench.log.all == []
