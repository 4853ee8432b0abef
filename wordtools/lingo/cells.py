"""Cells of an unbounded board: squares, or hexagons in columns.

The name of a cell is the letter of its column and the number of its row: `c7`. Hexagons are two
rows high, so c5 and c9 are above and below c7; b6, b8, d6 and d8 are beside it. As in the hexagonal
drawing in the Lingo document, columns a, c, e … therefore have only odd rows, and columns b, d, f …
only even rows.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Literal, NamedTuple

from wordtools.board.notation import NotationError
from wordtools.board.play import IllegalPlay

Grid = Literal["square", "hex"]

AXES: dict[Grid, tuple[tuple[int, int], ...]] = {
    "square": ((1, 0), (0, 1)),
    "hex": ((1, 1), (0, 2), (1, -1)),
}
"""The directions of words, as steps in columns and rows."""

MARGIN = {"square": 1, "hex": 2}
"""The number of empty rows above and below the tiles of a drawing."""

_NAME = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,2})")


class Cell(NamedTuple):
    """The column and row of a cell, both counted from 1. `str()` gives its name."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{name_column(self.column)}{self.row}"

    def step(self, columns: int, rows: int) -> Cell:
        """The cell that is this many columns and rows away."""
        return Cell(self.column + columns, self.row + rows)


def name_column(column: int) -> str:
    """`a` to `z`, then `aa`, `ab` and so on."""
    name = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def read_cell(name: str, grid: Grid) -> Cell:
    """The cell with this name. Raises `NotationError` if the text is not a name, and `IllegalPlay`
    if a column of hexagons does not have the row."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise NotationError(f"{name[:20]!r} is not a cell; write a column and a row, as in c7")
    column = 0
    for letter in match[1].lower():
        column = column * 26 + ord(letter) - ord("a") + 1
    cell = Cell(column, int(match[2]))
    if grid == "hex" and sum(cell) % 2:
        rows = "odd" if column % 2 else "even"
        raise IllegalPlay(
            "off the board", f"There is no cell {cell}; column {match[1].lower()} has {rows} rows"
        )
    return cell


def list_neighbours(cell: Cell, grid: Grid) -> list[Cell]:
    """The cells next to a cell: four for a square, six for a hexagon."""
    return [cell.step(by * x, by * y) for x, y in AXES[grid] for by in (1, -1)]


def find_run(cell: Cell, axis: tuple[int, int], occupied: Container[Cell]) -> tuple[Cell, ...]:
    """The unbroken run of occupied cells through a cell along an axis, in order."""
    x, y = axis
    run = [cell]
    while (previous := run[0].step(-x, -y)) in occupied:
        run.insert(0, previous)
    while (following := run[-1].step(x, y)) in occupied:
        run.append(following)
    return tuple(run)


def shift_to_corner(cells: Iterable[Cell], grid: Grid) -> tuple[int, int]:
    """By how many columns and rows to move all cells, so that the first column and row are free."""
    columns, rows = zip(*cells, strict=True)
    right, down = 2 - min(columns), MARGIN[grid] + 1 - min(rows)
    if grid == "hex" and (right + down) % 2:  # so that hexagons stay in rows that exist
        down += 1
    return right, down
