"""Whole games at one terminal: who sees the screen, and how a game is left."""

from __future__ import annotations

from threading import Event
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

from tests.table import tables
from tests.terminal.playing.desks import KEY, START, draw, sit_at_practice, sit_down, type_keys
from tests.waiting import wait_until
from wordtools.board import generator
from wordtools.board.notation import write_play
from wordtools.game.events import Event as GameEvent
from wordtools.game.game import Game
from wordtools.game.state import GameState
from wordtools.lingo.game import LingoGame
from wordtools.log.log import Log
from wordtools.players.lingo import find_best_moves
from wordtools.service.playing.sheet import render_sheet
from wordtools.table.events import Closed, Seat
from wordtools.table.host import TableHost
from wordtools.table.sheet import describe_winners
from wordtools.table.table import Command
from wordtools.table.view import TableView
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.keys import press
from wordtools.terminal.playing.sentences import describe_moment, show_moment


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
    assert describe_winners(closed.winners, desk.language) in " ".join(draw(desk).split())


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


def test_the_computer_game_is_in_spanish(log: Log) -> None:
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    assert "Pulse Intro para comenzar" in draw(desk)
    type_keys(desk, "enter")
    assert "F4 Pasar turno" in draw(desk)
    type_keys(desk, "f9")
    assert "Pulse F9 otra vez: terminar." in draw(desk)
    type_keys(desk, "f9")
    assert "La partida se terminó." in draw(desk)


def test_a_tie_is_announced_as_one(log: Log) -> None:
    desk = sit_down(log, "scrabblear", "Ana", "Computer")
    type_keys(desk, "enter")
    game = desk.host.table.game
    even = game.add_points("Ana", game.scores["Computer"] - game.scores["Ana"], "play")
    desk.host.table = desk.host.table.change(position=even)
    type_keys(desk, "f9", "f9")
    first, second = game.players
    assert f"La partida se terminó. Empate entre {first} y {second}." in draw(desk, 120)
    sheet = render_sheet(desk.host, "", hidden=False, language="pl", root="/")
    assert f"<p>Remis: {first} i {second}.</p>" in sheet


def test_lingo_names_the_player_without_tiles_who_need_not_have_won(log: Log) -> None:
    desk = sit_down(log, "lingo:small", "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    game = desk.host.table.position
    assert isinstance(game, LingoGame)
    out, winner = game.players
    shown = desk.view
    result = Closed("out", {out: 1, winner: 2}, (winner,), "")
    seats = tuple(structs.replace(seat, tiles=int(seat.name != out)) for seat in shown.seats)
    ended = structs.replace(shown, result=result, seats=seats)
    assert describe_moment(desk, ended) == f"{out} has no tiles left. {winner} won."


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "lingo"])
def test_the_end_names_the_one_of_two_players_who_resigned(log: Log, ruleset: str) -> None:
    desk = sit_down(log, ruleset, "Ana", "Bia")
    type_keys(desk, "enter", "enter")
    loser = desk.holder
    winner = "Bia" if loser == "Ana" else "Ana"
    type_keys(desk, "f8", "f8")
    assert f"{loser} resigns. {winner} won." in draw(desk, 120)
