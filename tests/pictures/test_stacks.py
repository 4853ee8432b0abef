"""Pictures of Lingo boards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.lingo.stacks import boards
from tests.pictures.painted import contrast, read_picture
from tests.pictures.samples import THEMES, stacking, stackings
from tests.pictures.test_crossword import captions
from wordtools.lingo.board import StackBoard
from wordtools.lingo.cells import Cell
from wordtools.lingo.moves import read_move
from wordtools.pictures.stacks import draw_stacks
from wordtools.pictures.tile import HEX_WIDE


@given(boards(), captions, st.sampled_from(THEMES))
def test_any_board(
    board: StackBoard, caption: list[list[tuple[str, str, bool]]], theme: str
) -> None:
    check(board, draw_stacks(board, caption, theme))


def test_every_ruleset() -> None:
    for name in stackings():
        rules = stacking(name)
        check(StackBoard(rules), draw_stacks(StackBoard(rules)))
        board = StackBoard(rules).after(read_move("ab2,bd4", rules)).after(read_move("cd4", rules))
        check(board, draw_stacks(board))


def check(board: StackBoard, drawn: str) -> None:
    picture = read_picture(drawn)
    assert picture.cells == [str(cell) for cell in sorted(board.stacks)]
    for cell, stack in board.stacks.items():
        parts = picture.in_cell(str(cell))
        face, value = board.ruleset.alphabet.tiles[stack[-1] - 1], board.ruleset.values[stack[-1]]
        note = [f"×{len(stack)}"] if len(stack) > 1 else []
        assert [each.text for each in parts if each.tag == "text"] == [face, str(value), *note]
        assert any(each.fill == "none" for each in parts) == (cell in board.new)
    for each in picture.painted:
        assert 0 <= each.left <= each.right <= picture.width, each
        assert 0 <= each.top <= each.bottom <= picture.height, each
    for text in picture.texts:
        assert contrast(text.fill, text.behind) >= 4.5, text


def test_neighbours_touch() -> None:
    """Hexagons fit together: the distance to each of the six neighbours equals the height."""
    rules = stacking("lingo:hex")
    stacks = {Cell(column, row): b"\1" for column, row in ((3, 5), (3, 7), (4, 6))}
    picture = read_picture(draw_stacks(StackBoard(rules, stacks)))
    places = {name: picture.in_cell(name)[0] for name in ("c5", "c7", "d6")}
    middle = {name: ((p.left + p.right) / 2, (p.top + p.bottom) / 2) for name, p in places.items()}
    (x, y), (_, below), (right, between) = middle["c5"], middle["c7"], middle["d6"]
    assert right - x == HEX_WIDE * 3 / 4
    assert between - y == (below - y) / 2
