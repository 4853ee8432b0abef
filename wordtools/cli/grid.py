"""Boards as lines of text, with the names of columns and rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from wordtools.cli.styles import paint

if TYPE_CHECKING:
    from wordtools.board.board import Board
    from wordtools.rules.ruleset import CrosswordRuleset


def draw_grid(
    ruleset: CrosswordRuleset, cell: int, draw_square: Callable[[int], str]
) -> Iterator[str]:
    """Yields the lines of a board, with column A on the right for right-to-left words.
    `draw_square` draws the square with a given number, `cell` characters wide."""
    layout = ruleset.layout
    columns = [layout.name_square(column)[0].center(cell) for column in range(layout.columns)]
    yield _draw_row(ruleset, "", columns)
    for row in range(layout.rows):
        squares = range(row * layout.columns, (row + 1) * layout.columns)
        yield _draw_row(ruleset, str(row + 1), [draw_square(square) for square in squares])


def _draw_row(ruleset: CrosswordRuleset, name: str, cells: list[str]) -> str:
    if ruleset.reading == "right-to-left":
        return f"    {' '.join(reversed(cells))} {name}".rstrip()
    return f"{name:>3} {' '.join(cells)}".rstrip()


def draw_tiles(board: Board) -> Iterator[str]:
    """Yields the lines of a board with its tiles. Two spaces between tiles keep them in place on
    terminals that reverse words (see `wording.hold_places`)."""
    from wordtools.board import tiles

    def draw_square(square: int) -> str:
        tile = board.squares[square]
        if not tile:
            return " . "
        value = board.ruleset.values[0 if tile & tiles.BLANK else tile]
        colour = board.ruleset.colour_of(value)
        shown = tiles.show_tile(tile, board.ruleset.alphabet).center(3)
        return paint(shown, colour) if colour else shown

    return draw_grid(board.ruleset, 3, draw_square)
