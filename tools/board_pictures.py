"""Draws the pictures of boards: `python -m tools.board_pictures`. test_docs.py fails if one is
stale."""

from __future__ import annotations

from pathlib import Path

from wordtools.board import notation
from wordtools.board.board import Board
from wordtools.board.play import lay_play
from wordtools.lingo.board import StackBoard
from wordtools.lingo.moves import read_move
from wordtools.pictures.crossword import draw_board
from wordtools.pictures.frame import Caption
from wordtools.pictures.stacks import draw_stacks
from wordtools.pictures.tile import Mark
from wordtools.rules.loading import load_crossword, load_ruleset
from wordtools.rules.ruleset import StackingRuleset

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"


def pictures() -> dict[str, str]:
    """Maps the name of each picture's file to the picture."""
    diaries = ("board.txt", "scrabble-en-world", "14F DIARIEs")
    raidies = ("board.txt", "scrabble-en-world", "14F RAIDIEs")
    yes, no = [[("14F DIARIEs", "+74 YES", False)]], [[("14F RAIDIEs", "+72 NO", False)]]
    return {
        "board-play.svg": _draw_play(*diaries, caption=yes),
        "board-no.svg": _draw_play(*raidies, mark="wrong", caption=no),
        "board-dark.svg": _draw_play(*diaries, caption=yes, theme="dark"),
        "board-print.svg": _draw_play(*diaries, caption=yes, theme="print"),
        "board-hebrew.svg": _draw_play("hebrew.txt", "scrabble-he", "H6 או(ר)"),
        "board-literki.svg": _draw_play("", "literki", "8G ŹRÓDŁa"),
        "board-lingo.svg": _draw_moves("lingo:hex", "hb2,ac3", "yd4", "sd4"),
    }


def _draw_play(
    example: str,
    rules: str,
    written: str,
    mark: Mark | None = None,
    caption: Caption = (),
    theme: str = "light",
) -> str:
    """The board of an example, or an empty one, after a play."""
    board = Board.empty(load_crossword(rules))
    if example:
        drawing = (ROOT / "docs" / "examples" / example).read_text("utf-8")
        board = Board.read(drawing, board.ruleset, example)
    play = notation.place_notation(board, notation.read_notation(written, board.ruleset.alphabet))
    laid = [square for square, _ in play.list_laid(board)]
    return draw_board(lay_play(board, play), laid, mark, caption, theme)


def _draw_moves(rules: str, *moves: str) -> str:
    """A board of Lingo after these moves."""
    ruleset = load_ruleset(rules)
    assert isinstance(ruleset, StackingRuleset)
    board = StackBoard(ruleset)
    for move in moves:
        board = board.after(read_move(move, ruleset))
    return draw_stacks(board)


if __name__ == "__main__":
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, "utf-8")
