"""Laying tiles with the cursor."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.terminal.playing.desks import draw, sit_down, type_keys
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.play import IllegalPlay, make_play
from wordtools.board.tiles import BLANK
from wordtools.game.state import Rack
from wordtools.log.log import Log
from wordtools.rules.loading import load_crossword
from wordtools.terminal.playing.laying import Laying
from wordtools.terminal.playing.scene import draw_desk


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
