"""Pictures of Lingo boards, on squares or hexagons."""

from __future__ import annotations

from collections.abc import Iterator

from wordtools import svg
from wordtools.board import tiles
from wordtools.lingo.board import StackBoard
from wordtools.lingo.cells import MARGIN, Cell, Grid, list_neighbours, name_column
from wordtools.pictures import frame
from wordtools.pictures.frame import EDGE, Caption, frame_board
from wordtools.pictures.themes import load_theme
from wordtools.pictures.tile import (
    HEX_HIGH,
    HEX_WIDE,
    SQUARE,
    Outline,
    TileFace,
    draw_tile,
    outline_hexagon,
    outline_square,
)

STEPS: dict[Grid, tuple[int, int]] = {
    "square": (SQUARE, SQUARE),
    "hex": (HEX_WIDE * 3 // 4, HEX_HIGH // 2),
}
"""The distances between columns and between rows."""
SIZES: dict[Grid, tuple[int, int]] = {"square": (SQUARE, SQUARE), "hex": (HEX_WIDE, HEX_HIGH)}
OUTLINES: dict[Grid, Outline] = {"square": outline_square, "hex": outline_hexagon}


def draw_stacks(board: StackBoard, caption: Caption = (), theme: str = "light") -> str:
    """The text of an SVG file with the top tiles of a Lingo board and the free cells beside them.
    Stacks of several tiles show their height (`×2`). Raises `WordtoolsError` if there is no such
    theme."""
    rules, grid, colours = board.ruleset, board.ruleset.grid, load_theme(theme)
    columns = max((cell.column for cell in board.stacks), default=2) + 1
    rows = max((cell.row for cell in board.stacks), default=2) + MARGIN[grid]
    (across, down), (wide, high), outline = STEPS[grid], SIZES[grid], OUTLINES[grid]

    def find_middle(cell: Cell) -> tuple[int, int]:
        x = EDGE + (cell.column - 1) * across + wide // 2
        return x, EDGE + (cell.row - 1) * down + high // 2

    def draw_stack(cell: Cell, stack: bytes) -> str:
        top, is_new = stack[-1], cell in board.new
        look = TileFace(
            tiles.show_tile(top, rules.alphabet).strip("[]"),
            rules.values[top],
            colours.last if is_new else colours.tile,
            f"×{len(stack)}" if len(stack) > 1 else "",
            is_new,
        )
        return draw_tile(look, str(cell), *find_middle(cell), outline, colours, None)

    def draw_free(cell: Cell) -> str:
        x, y = find_middle(cell)
        drawn = outline(0.5, fill=colours.square, stroke=colours.line)
        return svg.element("g", drawn, transform=f"translate({x} {y})")

    def draw_names() -> Iterator[str]:
        for column in range(1, columns + 1):
            yield frame.name_column(find_middle(Cell(column, 1))[0], name_column(column))
        for row in range(1, rows + 1):
            yield frame.name_row(EDGE // 2, find_middle(Cell(1, row))[1], str(row))

    beside = {cell for stack in board.stacks for cell in list_neighbours(stack, grid)}
    free = sorted(c for c in beside.difference(board.stacks) if c.column > 0 and c.row > 0)
    return frame_board(
        wide + (columns - 1) * across,
        high + (rows - 1) * down,
        rules.title,
        _describe(board),
        draw_names(),
        [
            svg.group(map(draw_free, free)),
            svg.group(draw_stack(*stack) for stack in sorted(board.stacks.items())),
        ],
        caption,
        colours,
    )


def _describe(board: StackBoard) -> Iterator[str]:
    letters = board.ruleset.alphabet
    stacks = sorted(board.stacks.items())
    texts = (f"{cell} {tiles.write_tiles(stack, letters)}" for cell, stack in stacks)
    yield ", ".join(texts) or "No tiles"
    if board.new:
        yield f"Last play: {' '.join(map(str, sorted(board.new)))}"
