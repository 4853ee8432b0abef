"""People at one terminal around a table: keys, hidden racks, and whole games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, permutations
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import pytest
from rich.cells import cell_len

from tests.table import tables
from tests.waiting import wait_until
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.play import IllegalPlay, make_play
from wordtools.board.tiles import BLANK
from wordtools.game import events as game_events
from wordtools.game.events import Event as GameEvent
from wordtools.game.game import Game
from wordtools.game.state import GameState, Rack
from wordtools.lingo.game import LingoGame
from wordtools.log.log import Log
from wordtools.players.at_table import ComputerSeat
from wordtools.players.hints import find_plays
from wordtools.players.lingo import find_best_moves
from wordtools.rules.loading import load_crossword
from wordtools.table.events import Seat
from wordtools.table.host import TableHost
from wordtools.table.table import Command
from wordtools.table.view import TableView
from wordtools.terminal.playing.desk import Answer, Desk
from wordtools.terminal.playing.keys import press
from wordtools.terminal.playing.laying import Laying
from wordtools.terminal.playing.lines import shorten
from wordtools.terminal.playing.panel import count_letters
from wordtools.terminal.playing.scene import draw_desk
from wordtools.terminal.playing.sentences import show_moment

START = 1000.0
KEY = bytes(32)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    numbers = count(1)  # the same draws each time

    def draw_number(size: int) -> str:
        return f"{next(numbers):0{2 * size}x}"

    monkeypatch.setattr("wordtools.table.host.secrets.token_hex", draw_number)
    records = Log(str(tmp_path / "log.db"))
    yield records
    records.close()


def sit_down(log: Log, ruleset: str, *names: str) -> Desk:
    rules, words = tables.load(ruleset), tables.make_lexicon(ruleset)
    seats = [Seat(name, "computer", "10") if name == "Computer" else Seat(name) for name in names]
    host = TableHost.open(log, KEY, rules, words, seats, START)
    for name in names:
        host.do(Command(name, "join", f"nonce of {name}"), START)
    return Desk(host, list_computers(host), START, "es" if ruleset == "scrabblear" else "en")


def list_computers(host: TableHost) -> dict[str, Answer]:
    return {
        seat.name: ComputerSeat(seat.level, host.table.ruleset, host.lexicon).choose_command
        for seat in host.table.opened.seats
        if seat.kind == "computer"
    }


def type_keys(desk: Desk, *keys: str) -> None:
    for key in keys:
        is_name = len(key) < 2 or re.fullmatch("f[0-9]+", key) or key in NAMED
        for one in [key] if is_name else key:
            press(desk, one, desk.now)


NAMED = ("enter", "escape", "backspace", "tab", "up", "down", "left", "right", "ctrl+d", "ctrl+q")


def draw(desk: Desk, width: int = 80, height: int = 24, mono: bool = False) -> str:
    scene = draw_desk(desk, width, height, mono)
    assert len(scene.lines) <= height
    return "\n".join("".join(text for text, _ in line) for line in scene.lines)


def choose_turn(desk: Desk) -> str:
    """The best turn of the person at the screen, as keys."""
    game = desk.host.table.position
    if isinstance(game, GameState):
        rack = game.racks[desk.holder].known
        plays = generator.find_plays(game.board, rack, desk.host.lexicon, limit=1)
        return write_play(game.board, plays[0].play) if plays else "-"
    assert isinstance(game, LingoGame)
    pool = game.pools[game.players.index(desk.holder)]
    (move,) = find_best_moves(game.board, pool, desk.host.lexicon, limit=1, tiles=1)
    letters = game.ruleset.alphabet.tiles
    return ",".join(f"{letters[tile - 1]}{cell}" for cell, tile in move.placement.items())


@pytest.mark.parametrize(
    ("ruleset", "names"),
    [
        ("scrabble-en-us", ("Ana", "Computer")),
        ("scrabble-en-us:box", ("Ana", "Bia", "Caio", "Computer")),
        ("scrabble-pt-pt", ("Ana", "Bia", "Caio")),
        ("literki", ("Ana", "Bia")),
        ("scrabblear", ("Ana", "Computer")),
        ("lingo:small", ("Ana", "Bia")),
    ],
)
def test_a_whole_game_by_keys(log: Log, ruleset: str, names: tuple[str, ...]) -> None:
    """The game ends by its rule, and the review of its record agrees to the last tile."""
    desk = sit_down(log, ruleset, *names)
    type_keys(desk, "enter", "enter")
    passes = 0
    for _ in range(600):
        table = desk.host.table
        if table.is_over:
            break
        draw(desk)
        if desk.answerer is not None:
            type_keys(desk, "f2")
        elif desk.covered:
            assert "rack " in draw(desk)
            type_keys(desk, "enter")
        elif desk.view.turn == desk.holder:
            turn = choose_turn(desk)
            passes = passes + 1 if turn == "-" else 0
            if passes > 4 and "stop" in desk.view.may:
                type_keys(desk, "f9", "f9")
            type_keys(desk, "escape", turn, "enter")
            if desk.notice:
                desk.tick(desk.now + 11)
        else:
            desk.tick(desk.now + 11)
    closed = desk.host.table.closed
    assert closed is not None, draw(desk) + desk.notice
    game = desk.host.table.position
    if isinstance(game, GameState):
        assert closed.reason in ("out", "passed", "scoreless", "blocked", "refill", "stopped")
        record = Game(ruleset, game.players, game.computer)
        for one in desk.host.happened:
            if isinstance(one.event, GameEvent):
                record = record.push(one.event)
        assert (record.scores, record.board) == (closed.scores, game.board)
    assert ("ganó" if ruleset == "scrabblear" else "won") in draw(desk).lower()


def test_a_rack_is_hidden_from_the_others(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us:box", "Ana", "Bia", "Caio")
    assert "Press Enter to begin" in draw(desk)
    type_keys(desk, "enter")
    first = desk.holder
    assert f"{first}, press Enter when only you can see the screen" in draw(desk)
    assert not desk.view.rack
    type_keys(desk, "x", "f4")
    assert desk.host.table.game.turn == first
    type_keys(desk, "enter")
    assert len(desk.list_rack()) == 7
    type_keys(desk, "-", "enter")
    assert (desk.holder != first, desk.covered) == (True, True)


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


def test_tiles_are_laid_with_the_cursor(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    rack = [tile for tile in desk.list_rack() if tile != "?"]
    type_keys(desk, "right", rack[0].lower(), rack[1].lower())
    assert desk.write_turn() == f"8H {rack[0]}{rack[1]}"
    assert f"{{{rack[0]}}}{{{rack[1]}}}" in draw(desk, mono=True)
    assert len(desk.list_rack()) == 5
    type_keys(desk, "backspace")
    assert len(desk.list_rack()) == 6
    type_keys(desk, "escape")
    assert desk.write_turn() == ""
    type_keys(desk, "f5")
    assert sorted(desk.list_rack()) == sorted(desk.view.rack)


def test_a_tile_that_cannot_be_laid_is_named(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    game = desk.host.table.game
    racks = {**game.racks, desk.holder: Rack(bytes([1, 1, 2, 3, 4, 5, 6]), 7)}
    desk.host.table = desk.host.table.change(position=game.change(racks=racks))
    type_keys(desk, "right", "q")
    assert desk.notice == "Your rack has no Q and no blank."
    type_keys(desk, "a", "left", "b")
    assert desk.notice == desk.words["rule_square_taken"]
    assert desk.write_turn() == "8H A"


def test_a_blank_can_be_another_letter_until_the_play_is_made() -> None:
    board = Board.empty(load_crossword("literki"))
    laying = Laying(board.ruleset.layout.find_square("I8") or 0)
    a, b = (board.ruleset.alphabet.spell(letter)[0] for letter in "AB")
    assert laying.lay(board, a, bytes([0, a]), as_blank=True)
    laying.cursor -= 1
    assert laying.lay(board, b, bytes([0, a]), as_blank=False)
    assert laying.lay(board, a, bytes([0, a]), as_blank=False)
    assert not laying.lay(board, a, bytes([0, a]), as_blank=False)
    assert write_play(board, make_play(board, laying.laid, False)) == "8I bA"
    with pytest.raises(IllegalPlay, match="one row or one column"):
        make_play(board, {0: 1, 1: 1, 40: 1}, False)


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
    row = draw(desk).splitlines()[2]
    assert row.split()[1:4] == ["TP", "·", "·"]
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter")
    assert draw(desk).splitlines()[2].split()[1] == "TW"
    assert draw(desk).splitlines()[9].split()[9] == "★"


def test_the_rules_stand_on_the_screen_until_the_game_begins(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Bia")
    shown = draw(desk)
    assert " players: 2 to 4 players with 7 tiles each." in shown
    assert shown.splitlines()[17].startswith("   ↓ ")
    assert not any(line.startswith("   ↓ ") for line in draw(desk, 120, 50).splitlines())
    type_keys(desk, *["down"] * 4)
    assert " players: " not in draw(desk)
    type_keys(desk, "enter")
    assert desk.scrolled == (0, 0)
    assert " A  B  C " in draw(desk)


def test_the_sheet_cuts_with_an_ellipsis(log: Log) -> None:
    """Names are shortened before turns, and both only if they do not fit."""
    desk = sit_down(log, "literki", "Maximiliana", "Bia")
    type_keys(desk, "enter", "enter", "f4", "enter", "f4", "enter")
    lines = [line for line in draw(desk).splitlines() if "passes" in line]
    assert sorted(line[53:].split() for line in lines) == [
        ["Bia", "passes", "0"],
        ["Maximil…", "passes", "0"],
    ]
    assert "Maximiliana passes 0" in " ".join(draw(desk, 120).split())
    two = "".join(tile for tile in desk.list_rack() if tile != "?")[:2]
    type_keys(desk, f"8I {two}", "f2", "f2")
    assert re.search(r" (Bia +|Max\w*…) 8I \w\w +\+", draw(desk))
    assert shorten("withdrawn", 6) == "withd…"
    assert shorten("日本語", 4) == "日…"


def test_best_results_are_read_once(log: Log) -> None:
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    asked = Mock(return_value=True)
    desk = Desk(desk.host, desk.computers, START, is_top=asked)
    type_keys(desk, "enter")
    assert not asked.called
    type_keys(desk, "f9", "f9")
    for _ in range(3):
        desk.tick(desk.now + 1)
    assert asked.call_count == 1
    assert "This is one of the ten best results." in draw(desk, 120)


def test_the_keys_of_literki(log: Log) -> None:
    """F2 is OK, accept and take back; F3 is check and exchange; F4 passes."""
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    mover = desk.holder
    two = "".join(tile for tile in desk.list_rack() if tile != "?")[:2]
    type_keys(desk, f"8I {two}", "f2")
    assert "F2 Accept · F3 Check" in draw(desk)
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


def test_every_key_does_something_or_says_so(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Bia", "Caio")
    keys = [*(f"f{n}" for n in range(1, 13)), *NAMED[:-2], "a", "[", " "]
    keys.remove("f7")
    for number in range(400):
        press(desk, keys[(number * 7 + number // 11) % len(keys)], desk.now + number % 3)
        for size in ((80, 24), (120, 40), (30, 10)):
            draw(desk, *size)


def test_a_terminal_that_is_too_small_says_so(log: Log) -> None:
    desk = sit_down(log, "literki", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    assert "The board needs a terminal of 78×23; this one has 60×20." in draw(desk, 60, 20)
    desk = sit_down(log, "scrabble-en-us:super", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    assert "needs a terminal of" in draw(desk)


def test_the_computer_game_is_in_spanish(log: Log) -> None:
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    assert "Pulse Intro para comenzar" in draw(desk)
    type_keys(desk, "enter")
    assert "F4 Pasar turno" in draw(desk)
    type_keys(desk, "f9")
    assert "Pulse F9 otra vez: terminar." in draw(desk)
    type_keys(desk, "f9")
    assert "La partida se terminó." in draw(desk)


def test_each_tile_is_listed_once_among_those_unseen(log: Log) -> None:
    """Brackets keep R R from RR in notation, but make no other tile of R."""
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    type_keys(desk, "enter")
    shown = count_letters("R[R]RR[RR]?")
    assert shown == "R4 RR1 ?1"
    listed = [re.sub("[0-9]+$", "", one) for one in count_letters(desk.view.unseen).split()]
    assert sorted(listed) == sorted(set(listed))


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "lingo"])
def test_the_end_names_the_one_of_two_players_who_resigned(log: Log, ruleset: str) -> None:
    desk = sit_down(log, ruleset, "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    loser = desk.holder
    winner = "Bia" if loser == "Ana" else "Ana"
    type_keys(desk, "f8", "f8")
    assert f"{loser} resigns. {winner} won." in draw(desk, 120)


def test_the_key_to_exchange_says_how(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us", "Ana", "Bia")
    type_keys(desk, "enter", "enter", "f3")
    assert "F3 Exchange" in draw(desk).replace("\u00a0", " ")
    assert "type them after a hyphen, as in -QV, and press Enter." in draw(desk, 120)
    tile = desk.list_rack()[0]
    type_keys(desk, f"-{tile}", "enter")
    assert desk.view.sheet[-1].kind == "exchange"


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


def test_a_board_that_reads_from_right_to_left(log: Log) -> None:
    """Column A is on the right; arrows and laid words follow their own direction."""
    desk = sit_down(log, "scrabble-he", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    shown = draw(desk).splitlines()
    assert shown[1].split()[:3] == ["O", "N", "M"]
    tile = [face for face in desk.list_rack() if face != "?"]
    type_keys(desk, "left", tile[0], tile[1])
    board = draw(desk, mono=True).splitlines()[9]
    first, second = (f"{{{face}}}" for face in tile[:2])
    laid = board.replace("\u200e", "")
    assert 0 < laid.index(second) < laid.index(first)
    assert desk.write_turn() == f"8H {tile[0]}{tile[1]}"
    column = desk.draft.laying.cursor % 15 if desk.draft.laying else -1
    type_keys(desk, "right")
    assert desk.draft.laying is not None
    assert desk.draft.laying.cursor % 15 == column - 1
    type_keys(desk, "escape", f"8h {tile[0]}{tile[1]}", "enter")
    assert desk.view.sheet[-1].text == f"8H {tile[0]}{tile[1]}"
    for line in draw_desk(desk, 80, 24).lines:
        assert sum(cell_len(text) for text, _ in line) <= 80


def test_a_blank_can_be_named_by_a_question_mark(log: Log) -> None:
    """In scripts without capitals, there is no other way to lay a blank."""
    desk = sit_down(log, "scrabble-he", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    game = desk.host.table.game
    racks = {**game.racks, desk.holder: Rack(bytes([0, 1, 2, 3, 4, 5, 6]), 7)}
    desk.host.table = desk.host.table.change(position=game.change(racks=racks))
    letter = desk.host.table.ruleset.alphabet.tiles[0]
    type_keys(desk, "down", "?", letter)
    assert desk.draft.laying is not None
    assert [*desk.draft.laying.laid.values()] == [1 | BLANK]


def test_the_screen_does_not_wait_for_a_computer(log: Log) -> None:
    """It thinks in another thread, and makes its turn when it has finished."""
    may_think, has_begun = Event(), Event()
    rules, words = tables.load("scrabble-en-us"), tables.make_lexicon("scrabble-en-us")
    seats = [Seat("Ana"), Seat("Computer", "computer", "10")]
    host = TableHost.open(log, KEY, rules, words, seats, START)
    for seat in seats:
        host.do(Command(seat.name, "join", seat.name), START)

    def think(view: TableView, seed: int) -> Command | None:
        has_begun.set()
        may_think.wait()
        return Command("Computer", "pass") if "pass" in view.may else None

    desk = Desk(host, {"Computer": think}, START, aside=True)
    type_keys(desk, "enter")
    if desk.view.turn == "Ana":
        type_keys(desk, "-", "enter")
    assert has_begun.wait(60)
    for key in ("f5", "up", "escape"):
        press(desk, key, desk.now + 1)
        assert "Computer is thinking." in draw(desk)
    may_think.set()

    def has_moved() -> bool:
        desk.tick(desk.now)
        return desk.view.turn == "Ana"

    wait_until(has_moved, lambda: draw(desk))
    assert desk.view.sheet[-1].player == "Computer"


def test_a_game_that_lasts_for_days_is_claimed(log: Log) -> None:
    rules, words = tables.load("lingo"), tables.make_lexicon("lingo")
    seats = [Seat("Ana"), Seat("Bia", "elsewhere")]
    host = TableHost.open(log, KEY, rules, words, seats, START, hours=24)
    for seat in seats:
        host.do(Command(seat.name, "join", seat.name), START)
    desk = Desk(host, {}, START)
    type_keys(desk, "enter")
    if desk.view.turn == "Ana":
        assert "It is your turn, until 1970-01-0" in draw(desk)
        type_keys(desk, f"{desk.view.rack[0]}b2", "enter")
    assert "F10" not in draw(desk)
    desk.tick(desk.now + 24 * 3600)
    assert "F10 Claim the game" in draw(desk)
    type_keys(desk, "f10")
    assert "Press F10 again: Claim the game." in draw(desk)
    assert desk.host.table.closed is None
    type_keys(desk, "f10")
    assert desk.host.table.closed is not None
    assert desk.host.table.closed.winners == ("Ana",)
    assert show_moment(1793010600, ZoneInfo("Europe/Lisbon")) == "2026-10-26 10:30 WET"


def sit_at_practice(log: Log, ruleset: str, hints: bool = True, **options: Any) -> Desk:
    rules, words = tables.load(ruleset), tables.make_lexicon(ruleset)
    seats = [Seat("Ana & Bo", members=("Ana", "Bo")), Seat("Cid")]
    host = TableHost.open(log, KEY, rules, words, seats, START, **options)
    for seat in seats:
        host.do(Command(seat.name, "join", seat.name), START)

    def find_hints(seat: str) -> list[str]:
        return [f"{play.notation} {play.score:+d}" for play in find_plays(host, seat, START)]

    desk = Desk(host, {}, START, hints=find_hints if hints else None)
    type_keys(desk, "enter", "enter")
    return desk


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


def test_days_off(log: Log) -> None:
    """The days are typed; a refusal states the reason, and Escape returns to the game."""
    desk = sit_at_practice(log, "scrabble-en-us", hours=24)
    before = desk.view.deadline
    assert before is not None
    assert "F11 Take a day off" in draw(desk, 120)
    type_keys(desk, "f11")
    assert "Type the first and the last" in draw(desk, 120)
    assert "14 days off are left." in " ".join(draw(desk).split())
    type_keys(desk, "1970-01-01 1970-02-01", "enter")
    assert "32 days off are too many; at most 14 are left." in draw(desk)
    type_keys(desk, *["backspace"] * 21, "1970-01-01..1970-01-02", "enter")
    assert desk.asking == ""
    assert desk.view.days_off == 12
    assert desk.view.deadline is not None
    assert desk.view.deadline > before + 24 * 3600
    type_keys(desk, "f11", "x", "escape")
    assert (desk.asking, desk.draft.typed) == ("", "")


def test_days_off_are_for_games_that_last(log: Log) -> None:
    desk = sit_at_practice(log, "scrabble-en-us")
    type_keys(desk, "f11")
    assert desk.notice == "This key has no effect now."


def test_a_game_is_discarded(log: Log) -> None:
    """The command is carried out once its key has been pressed twice; the others at this terminal
    have no say.
    """
    desk = sit_at_practice(log, "scrabble-en-us")
    type_keys(desk, "ctrl+d")
    assert "Press Ctrl-D again: Abandon the game without a result." in draw(desk)
    type_keys(desk, "f5", "ctrl+d")
    assert not desk.host.table.discarded
    type_keys(desk, "ctrl+d")
    assert desk.host.table.discarded


def test_adjourning_leaves(log: Log) -> None:
    desk = sit_down(log, "scrabble-en-us", "Ana", "Bia")
    type_keys(desk, "enter", "enter", "f7")
    assert "wordtools table --resume" in draw(desk)
    assert desk.host.table.adjourned
    type_keys(desk, "enter")
    assert desk.leaving
