"""The board of a crossword game, with three columns for each square.

Brackets mark tiles of the last play (`<A>`) and tiles being laid (`{A}`). Without colours, other
tiles also get brackets: `[A]`, or `[a]` for a blank.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.tiles import BLANK, LETTER
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.terminal.playing.laying import Laying
from wordtools.terminal.playing.lines import Line, Piece
from wordtools.wording import MARKS, reads_leftward

CELL = 3
LABEL = 3
"""The width of the row numbers."""
_BRACKETS = {"tile": "[]", "last": "<>", "laid": "{}"}


def draw_board(
    board: Board,
    last: Collection[int],
    laying: Laying | None,
    labels: Mapping[str, str],
    mono: bool,
) -> Iterator[Line]:
    """The rows of a board, with the squares of the last play, the tiles being laid, and the labels
    of premium squares. Column A is on the right if words read from right to left.
    """
    layout = board.ruleset.layout
    leftward = board.ruleset.reading == "right-to-left"
    names: Line = [(f" {chr(ord('A') + column)} ", "quiet") for column in range(layout.columns)]
    yield [(" " * LABEL, "quiet"), *(reversed(names) if leftward else names)]
    laid = laying.laid if laying else {}
    for row in range(layout.rows):
        line: Line = []
        for square in range(row * layout.columns, (row + 1) * layout.columns):
            if square in laid:
                piece = _draw_tile(board.ruleset, laid[square], "laid", mono)
            elif tile := board.squares[square]:
                piece = _draw_tile(board.ruleset, tile, "last" if square in last else "tile", mono)
            else:
                piece = _draw_square(board, square, labels)
            if laying is not None and laying.cursor == square:
                across = "←" if leftward else "→"
                piece = (f"{'↓' if laying.down else across}{piece[0][1:]}", "cursor")
            line.append(piece)
        yield [(f"{row + 1:>2} ", "quiet"), *(reversed(line) if leftward else line)]


def _draw_square(board: Board, square: int, labels: Mapping[str, str]) -> Piece:
    layout = board.ruleset.layout
    name = layout.names[square]
    style = "square" if name is None else f"premium {layout.premiums[square].colour}"
    if square == layout.start:
        return " ★ ", style
    return f"{labels[name] if name else '·':^{CELL}}", style


def _draw_tile(ruleset: CrosswordRuleset, tile: int, style: str, mono: bool) -> Piece:
    face = tiles.show_tile(tile, ruleset.alphabet).strip("[]")
    value = ruleset.values[0 if tile & BLANK or not tile & LETTER else tile]
    colour = ruleset.colour_of(value) or "plain"
    text = f"{face:^{CELL}}"
    if mono or style != "tile":  # two letters leave no room for a second bracket
        pair = _BRACKETS[style]
        text = f"{pair[0]}{face}{pair[1]}"
    return hold_place(text[:CELL]), f"{style} {colour}"


def hold_place(text: str) -> str:
    """Keeps a tile in place on terminals that reverse right-to-left letters."""
    return f"{MARKS[0]}{text}{MARKS[0]}" if reads_leftward(text) else text
