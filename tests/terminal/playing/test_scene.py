"""The drawing of a table: its board, score sheet and rules, in any size of terminal."""

from __future__ import annotations

import re

from tests.terminal.playing.desks import draw, sit_down, type_keys
from wordtools.log.log import Log
from wordtools.table.state import SheetLine
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.lines import shorten
from wordtools.terminal.playing.panel import count_letters
from wordtools.terminal.playing.scene import draw_desk


def test_tiles_have_the_colours_of_their_values(log: Log) -> None:
    """This holds on the board and on the rack, where the value is also a digit."""
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    ruleset = desk.host.table.ruleset
    colours = {
        text.strip().rstrip("₀₁₂₃₄₅"): (text.strip()[-1], style.split()[1])
        for line in draw_desk(desk, 80, 24).lines
        for text, style in line
        if style.startswith("tile ")
    }
    assert set(colours) == set(desk.list_rack())
    for face, (value, colour) in colours.items():
        tile = 0 if face == "?" else ruleset.alphabet.spell(face)[0]
        assert "₀₁₂₃₄₅".index(value) == ruleset.values[tile]
        assert ruleset.colour_of(ruleset.values[tile]) == colour
    letter = next(face for face in desk.list_rack() if face != "?")
    type_keys(desk, "right", letter.lower())
    shown = {text.strip(): style for line in draw_desk(desk, 80, 24).lines for text, style in line}
    assert shown[f"{{{letter}}}"] == f"laid {colours[letter][1]}"


def test_premium_squares_are_labelled_in_the_language(log: Log) -> None:
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    type_keys(desk, "enter")
    assert "TP" in draw(desk).split()  # somewhere, even if the computer has begun on others
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter")
    assert draw(desk).splitlines()[2].split()[1] == "TW"
    assert draw(desk).splitlines()[9].split()[9] == "★"


def test_the_rules_stand_on_the_screen_until_the_game_begins(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Bia")
    shown = draw(desk)
    assert " players: 2 to 4 players with 7 tiles each." in shown
    assert f" words: The words of “{desk.edition}” with at least 2 tiles." in shown
    assert shown.splitlines()[17].startswith("   ↓ ")
    assert not any(line.startswith("   ↓ ") for line in draw(desk, 120, 50).splitlines())
    type_keys(desk, *["down"] * 4)
    assert " players: " not in draw(desk)
    type_keys(desk, "enter")
    assert desk.scrolled == (0, 0)
    assert " A  B  C " in draw(desk)


def read_panel(desk: Desk, width: int) -> list[list[str]]:
    """The words beside the board of Literki, line by line."""
    return [line[53:].split() for line in draw(desk, width).splitlines()]


def test_the_sheet_wraps_turns_and_leaves_out_totals_before_it_cuts_names(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Computer")
    type_keys(desk, "enter")
    play = SheetLine("Computer", "play", "10H KWIATY", points=25, total=25)
    swap = SheetLine("Computer", "swap", "", total=25)
    desk.host.table = desk.host.table.change(sheet=(play, swap))
    for width, rows in {
        80: ("10H KWIATY +25", "exchanges", "the opponents'", "tiles"),
        88: ("10H KWIATY +25 25", "exchanges the 25", "opponents' tiles"),
        120: ("10H KWIATY +25 25", "exchanges the opponents' tiles 25"),
    }.items():
        panel = read_panel(desk, width)
        at = panel.index(["Computer", *rows[0].split()])
        shown = [" ".join(words).removeprefix("Computer ") for words in panel[at:]]
        assert tuple(shown[: len(rows)]) == rows


def test_the_sheet_cuts_with_an_ellipsis(log: Log) -> None:
    """Names are shortened before turns, and both only if they do not fit."""
    desk = sit_down(log, "literki", "Maximiliana", "Bia")
    type_keys(desk, "enter", "enter", "f4", "enter", "f4", "enter")
    lines = [line for line in draw(desk).splitlines() if "passes" in line]
    assert sorted(line[53:].split() for line in lines) == [
        ["Bia", "passes", "0"],
        ["Maximiliana", "passes", "0"],
    ]
    assert "Maximiliana passes 0" in " ".join(draw(desk, 120).split())
    two = "".join(tile for tile in desk.list_rack() if tile != "?")[:2]
    type_keys(desk, f"8I {two}", "f2", "f2")
    assert re.search(r" (Bia|Maximiliana) +8I \w\w +\+", draw(desk))
    desk = sit_down(log, "literki", "Maximiliana & Bia", "Caio")
    type_keys(desk, "enter", "enter", "f4", "enter", "f4", "enter")
    assert " Maximiliana &… passes " in draw(desk)
    assert shorten("withdrawn", 6) == "withd…"
    assert shorten("日本語", 4) == "日…"


def test_a_terminal_that_is_too_small_says_so(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    assert "The board needs a terminal of 78×23; this one has 60×20." in draw(desk, 60, 20)
    desk = sit_down(log, "scrabble-en-us:super", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    assert "needs a terminal of" in draw(desk)


def test_each_tile_is_listed_once_among_those_unseen(log: Log) -> None:
    """Brackets keep R R from RR in notation, but make no other tile of R."""
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    type_keys(desk, "enter")
    shown = count_letters("R[R]RR[RR]?")
    assert shown == "R4 RR1 ?1"
    listed = [re.sub("[0-9]+$", "", one) for one in count_letters(desk.view.unseen).split()]
    assert sorted(listed) == sorted(set(listed))


def test_negative_points_have_a_minus_sign(log: Log) -> None:
    """A minus sign stands on squares that cost points, and in scores."""
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    type_keys(desk, "enter")
    assert "−" in draw(desk)
    desk = sit_down(log, "scrabble-en-us", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    game = desk.host.table.game.add_points("Ana", -5, "time")
    desk.host.table = desk.host.table.change(position=game)
    assert re.search(r"Ana +−5\b", draw(desk))
    assert not re.search("-[0-9]", draw(desk))


def test_a_board_without_edges_is_scrolled(log: Log) -> None:
    """A board wider than the terminal once left no room beside it, and the screen hung."""
    desk = sit_down(log, "lingo", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    for number in range(14):
        pool = desk.view.rack
        cell = chr(ord("b") + number)
        if desk.covered:
            type_keys(desk, "enter")
            pool = desk.view.rack
        type_keys(desk, "escape", f"{pool[0]}{cell}2", "enter")
    board = desk.view.board
    assert max(map(len, board.splitlines())) > 60
    shown = draw(desk)
    assert "unseen" in shown
    assert "     a   b" in shown
    type_keys(desk, "enter", *["right"] * 9)
    assert "     a   b" not in draw(desk)
    assert "p" in draw(desk).splitlines()[1]
    type_keys(desk, *["left"] * 20)
    assert draw(desk, 24, 12)
