"""Makes the pictures of boards: `python -m tools.board_pictures`.

Each is an SVG: a ruleset's premium squares in the colours that terminals give them, and the tiles
of a position, those of the last play darker. test_docs.py fails when one is stale.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from wordtools.board import notation, tiles
from wordtools.board.board import Board
from wordtools.board.play import lay_play
from wordtools.board.tiles import BLANK
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
SIZE = 32  # a square
EDGE = 26  # where columns and rows are named
INK = "#33302b"
COLOURS = {
    "red": "#e0715f",
    "orange": "#e9a35c",
    "magenta": "#e9a8c4",
    "yellow": "#ecd06f",
    "green": "#9fc98a",
    "cyan": "#a9d6de",
    "blue": "#7da7d9",
    "black": "#8b877f",
    "white": "#f4f1ea",
}
TILE, NEW_TILE = "#f6e4b4", "#e9b94f"


def picture(board: Board, new: frozenset[int] = frozenset()) -> str:
    """The board as SVG; `new` are the squares of the last play."""
    layout = board.ruleset.layout
    wide, high = EDGE + layout.columns * SIZE + 6, EDGE + layout.rows * SIZE + 6
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}">',
        f"<title>{escape(board.ruleset.title)}</title>",
        f'<rect width="{wide}" height="{high}" rx="8" fill="#fffdf8"/>',
        '<g font-family="Helvetica, Arial, Liberation Sans, sans-serif" text-anchor="middle" '
        f'fill="{INK}">',
    ]
    left = [EDGE + column * SIZE for column in range(layout.columns)]
    beside = 13
    if board.ruleset.reading == "right-to-left":
        left = [wide - x - SIZE for x in left]
        beside = wide - beside
    for column, x in enumerate(left):
        drawn.append(_text(x + SIZE // 2, 18, 12, layout.name_square(column)[0]))
    for row in range(layout.rows):
        drawn.append(_text(beside, EDGE + row * SIZE + 21, 12, str(row + 1)))
    for square in range(len(layout.names)):
        row, column = divmod(square, layout.columns)
        drawn += _square(board, square, left[column], EDGE + row * SIZE, square in new)
    return "\n".join([*drawn, "</g>", "</svg>", ""])


def _square(board: Board, square: int, x: int, y: int, is_new: bool) -> Iterator[str]:
    """One square, with what lies on it."""
    rules, tile = board.ruleset, board.squares[square]
    middle = x + SIZE // 2
    name = rules.layout.names[square]
    ground = COLOURS[rules.layout.premiums[square].colour] if name else "#ece7db"
    yield f'<rect x="{x + 1}" y="{y + 1}" width="{SIZE - 2}" height="{SIZE - 2}" fill="{ground}"/>'
    if tile:
        colour = rules.colour_of(rules.values[0 if tile & BLANK else tile])
        ground = COLOURS[colour] if colour else NEW_TILE if is_new else TILE
        edge = INK if colour else "#b89a55"
        yield (
            f'<rect x="{x + 2}" y="{y + 2}" width="{SIZE - 4}" height="{SIZE - 4}" rx="4" '
            f'fill="{ground}" stroke="{edge}"/>'
        )
        face = tiles.show_tile(tile, rules.alphabet).strip("[]?")
        yield _text(middle - 2, y + 22, 17 if len(face) == 1 else 12, face)
        if not tile & BLANK:
            yield _text(x + 25, y + 28, 8, str(rules.values[tile]))
    elif square == rules.layout.start:
        yield _text(middle, y + 23, 18, "★")
    elif name:
        yield _text(middle, y + 20, 10, name)


def _text(x: int, y: int, size: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}">{escape(text)}</text>'


def crossword(name: str) -> CrosswordRuleset:
    """A game of crossing words by name."""
    rules = load_ruleset(name)
    assert isinstance(rules, CrosswordRuleset)
    return rules


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    return {
        "board-play.svg": _picture_play("board.txt", "scrabble-en-world", "14F DIARIEs"),
        "board-hebrew.svg": _picture_play("hebrew.txt", "scrabble-he", "H6 או(ר)"),
        "board-literki.svg": _picture_play("", "literki", "8G ŹRÓDŁa"),
    }


def _picture_play(example: str, rules: str, written: str) -> str:
    """The board of an example, or an empty one, after a play."""
    board = Board.empty(crossword(rules))
    if example:
        drawing = (ROOT / "docs" / "examples" / example).read_text("utf-8")
        board = Board.read(drawing, board.ruleset, example)
    play = notation.place_notation(board, notation.read_notation(written, board.ruleset.alphabet))
    laid = frozenset(square for square, _ in play.list_laid(board))
    return picture(lay_play(board, play), laid)


if __name__ == "__main__":
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, "utf-8")
