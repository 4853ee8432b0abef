"""The keys of a table: exchanges, answers and challenges, teams, hints."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from threading import Event

import pytest

from tests.terminal.playing.desks import NAMED, draw, sit_at_practice, sit_down, type_keys
from tests.waiting import wait_until
from wordtools.game import events as game_events
from wordtools.log.log import Log
from wordtools.table.table import Command
from wordtools.terminal.playing.keys import press


def test_several_may_challenge(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us:box", "Ana", "Bia", "Caio")
    type_keys(desk, "enter", "enter")
    mover = desk.holder
    pairs = ("".join(pair) for pair in permutations(desk.list_rack(), 2) if "?" not in pair)
    phony = next(pair for pair in pairs if pair not in desk.host.lexicon)
    type_keys(desk, f"8H {phony}", "enter", "enter", "f3")
    others = [name for name in desk.host.table.game.players if name != mover]
    assert f"Who challenges? 1 {others[0]}  2 {others[1]}" in draw(desk)
    type_keys(desk, "2")
    assert [line.kind for line in desk.view.sheet] == ["play", "withdrawn"]
    assert desk.notice == f"8H {phony}: not in the dictionary"
    assert isinstance(getattr(desk.host.happened[-1].event, "player", None), str)


def test_the_keys_of_literki(log: Log) -> None:
    """F2 is OK, accept and take back; F3 is check and exchange; F4 passes."""
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    mover = desk.holder
    two = "".join(tile for tile in desk.list_rack() if tile != "?")[:2]
    type_keys(desk, f"8I {two}", "f2")
    assert "F2 Accept · F3 Check" in draw(desk)
    line = desk.view.open_line
    assert line and re.search(rf"{mover} +8I {two} +\+{line.points}\?", draw(desk))
    type_keys(desk, "f2")
    assert desk.view.sheet[-1].player == mover
    assert not desk.host.table.firm
    type_keys(desk, "f6")  # another person sits at the screen
    assert "F2 Accept" in draw(desk)
    type_keys(desk, "f2")
    type_keys(desk, "enter", two[0], "f3", "enter", "f4")
    kinds = [line.kind for line in desk.view.sheet]
    assert kinds == ["play", "back", "exchange", "pass"]
    type_keys(desk, "enter", f"8I {two}", "f2", "f3")
    assert desk.host.table.game.pending is None


def test_enter_answers_no_question(log: Log) -> None:
    """Somebody who is typing a play presses Enter after it, even if a question has come up."""
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    two = "".join(tile for tile in desk.list_rack() if tile != "?")[:2]
    type_keys(desk, f"8I {two}", "enter", "9H ZZZZ", "enter")
    assert (desk.notice, bool(desk.host.table.game.pending)) == (desk.words["no_key"], True)
    type_keys(desk, "f2", "f6", "enter")
    assert (desk.notice, bool(desk.host.table.asked)) == (desk.words["no_key"], True)
    type_keys(desk, "f3")
    number = len(desk.host.happened)
    type_keys(desk, "enter", "enter")  # the first shows the rack, the second accepts nothing
    assert (desk.notice, len(desk.host.happened)) == (desk.words["typed"], number)
    type_keys(desk, "9H ZZZZ", "f8", "f8", "enter")
    assert (desk.view.phase, desk.leaving) == ("ended", False)
    type_keys(desk, "enter")
    assert desk.leaving


def test_the_screen_says_what_the_dictionary_decided(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    two = "".join(tile for tile in desk.list_rack() if tile != "?")[:2]
    type_keys(desk, f"8I {two}", "f2")
    assert "dictionary" not in desk.notice
    type_keys(desk, "f3")
    assert desk.notice == f"8I {two}: not in the dictionary"
    type_keys(desk, "enter", "f4", "enter", f"8I {two}", "f2", "f2")
    assert desk.notice == f"Everyone has accepted 8I {two}."
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    two = "".join(tile for tile in desk.list_rack() if tile != "?")[:2]
    type_keys(desk, f"8I {two}", "f2")
    desk.tick(desk.now + 11)
    assert desk.notice == (
        f"The time to answer is over: the dictionary decides. 8I {two}: not in the dictionary. "
        f"{desk.host.table.sheet[-1].player} takes the tiles back."
    )
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    type_keys(desk, "enter")
    if desk.view.turn != "Ana":
        desk.host.do(Command("Computer", "pass"), desk.now)
    two = "".join(tile for tile in desk.list_rack() if len(tile) == 1 and tile != "?")[:2]
    type_keys(desk, f"8H {two}", "f2")
    assert desk.notice == f"8H {two}: {desk.words['invalid']}"
    assert desk.view.turn == "Ana"


def test_the_screen_says_who_rejected_a_word_in_a_poll(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "poll.toml"
    own = 'extends = "scrabble-pt-pt"\ntitle = "Poll"\n'
    path.write_text(f'{own}challenge.rule = "poll"\nwithout = ["challenge.window"]\n', "utf-8")
    desk = sit_down(log, str(path), "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    mover, other = desk.holder, "Bia" if desk.holder == "Ana" else "Ana"
    phony = "".join(tile for tile in desk.list_rack() if tile != "?")
    type_keys(desk, f"8H {phony}", "f2", "f3")
    assert desk.notice == f"{other} rejects 8H {phony}. {mover} takes the tiles back."
    assert desk.notice in draw(desk, 120)


def test_every_key_does_something_or_says_so(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Bia", "Caio")
    keys = [*(f"f{n}" for n in range(1, 13)), *NAMED[:-2], "a", "[", " "]
    keys.remove("f7")
    for number in range(400):
        press(desk, keys[(number * 7 + number // 11) % len(keys)], desk.now + number % 3)
        for size in ((80, 24), (120, 40), (30, 10)):
            draw(desk, *size)


def test_an_error_quotes_what_was_typed(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    for text in ("hello", "8h cat dog", "8H Hello dog"):
        type_keys(desk, text, "enter")
        assert desk.notice.startswith(f"'{text}' is not a play; write a place and a word")
        type_keys(desk, "escape")


def test_the_key_to_exchange_says_how(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us", "Ana", "Bia")
    type_keys(desk, "enter", "enter", "f3")
    assert "F3 Exchange" in draw(desk).replace("\u00a0", " ")
    assert "type them after a hyphen, as in -QV, and press Enter." in draw(desk, 120)
    tile = desk.list_rack()[0]
    type_keys(desk, f"-{tile}", "enter")
    assert desk.view.sheet[-1].kind == "exchange"


def test_a_member_speaks_for_the_team(log: Log) -> None:
    """F12 selects the next member, and the record then names this member. Another team has no
    speaker."""
    desk = sit_at_practice(log, "scrabble-en-us")
    if desk.holder == "Cid":
        assert "F12" not in draw(desk)
        type_keys(desk, "f12")
        assert desk.notice == "This key has no effect now."
        type_keys(desk, "f4", "enter")
    assert "F12 Change speaker" in draw(desk)
    assert "\n > " in draw(desk)
    type_keys(desk, "f12", "f12")
    assert "\n Bo > " in draw(desk)
    type_keys(desk, "f4")
    spoken = [one.event for one in desk.host.happened if one.member == "Bo"]
    assert game_events.Passed("Ana & Bo") in spoken
    type_keys(desk, "enter", "f4", "enter")
    assert desk.speaker == "Bo"
    type_keys(desk, "f12")
    assert desk.speaker == ""


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "lingo"])
def test_hints_at_a_practice_table(log: Log, ruleset: str) -> None:
    """The best plays with their points, for the player to move; any of them can be played."""
    desk = sit_at_practice(log, ruleset, practice=True)
    assert "F1 Hint" in draw(desk)
    type_keys(desk, "f1")
    assert desk.notice.startswith("Hint: ")
    assert desk.notice in draw(desk, 400)
    best, points = desk.notice.removeprefix("Hint: ").split(" · ")[0].rsplit(" ", 1)
    type_keys(desk, best, "enter")
    (line,) = desk.view.sheet
    assert f"{line.points:+d}" == points
    type_keys(desk, "f1")  # the screen is covered
    assert len(desk.view.sheet) == 1
    assert "Hint:" not in draw(desk)


def test_there_are_no_hints_elsewhere(log: Log) -> None:
    desk = sit_at_practice(log, "scrabble-en-us")
    assert "F1 " not in draw(desk)
    type_keys(desk, "f1")
    assert "There are hints only at practice tables" in draw(desk)
    desk = sit_at_practice(log, "scrabble-en-us", hints=False, practice=True)
    type_keys(desk, "f1")
    assert "There are hints only at practice tables" in draw(desk)


def test_a_hint_that_comes_too_late_is_dropped(log: Log) -> None:
    desk = sit_at_practice(log, "scrabble-en-us", practice=True)
    may_answer = Event()

    def think(seat: str) -> list[str]:
        may_answer.wait()
        return ["8H CAT +10"]

    desk._hints, desk._aside = think, True
    type_keys(desk, "f1", "f4")
    late = desk._hint
    assert late is not None
    may_answer.set()
    wait_until(lambda: late.is_done, "the hint")
    desk.tick(desk.now)
    assert (desk.notice, desk._hint) == ("", None)
