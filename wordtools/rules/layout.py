"""The empty board: its size, premium squares and start.

Squares are numbered row by row from 0. Each is named by the letter of its column and the number of
its row, in either order (`H8`, `8H`).
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from wordtools.errors import RulesError
from wordtools.wording import pluralize

MOST_COLUMNS = 26
MOST_ROWS = 99
MOST_LETTERS = 3
"""The maximum length of a premium's name, which must fit on a square."""

Colour = Literal["red", "orange", "magenta", "yellow", "green", "cyan", "blue", "black", "white"]
"""The colours that squares and tiles can have, by their names in terminals."""

Factor = Annotated[int, Meta(ge=1, le=9)]


class Premium(Struct, frozen=True, repr_omit_defaults=True):
    """The effect of a square on the play that first covers it.

    `letter` multiplies the tile's value, and `points` are added to the product. `word` multiplies
    the score of each word through the square; with `along`, it multiplies only a word in that
    direction, and only if the word starts or ends there. With `exchange`, the opponents' tiles are
    exchanged at random. `colour` and `meaning` are for people."""

    letter: Factor = 1
    word: Factor = 1
    points: Annotated[int, Meta(ge=-99, le=99)] = 0
    along: Literal["across", "down"] | None = None
    exchange: bool = False
    colour: Colour = "white"
    meaning: str = ""


class Layout(Struct, frozen=True):
    """A rectangular board without tiles. `names` and `premiums` have an item for each square; the
    name of a plain square is None. `start` is the square that the first play must cover, or
    None."""

    rows: int
    columns: int
    names: tuple[str | None, ...]
    premiums: tuple[Premium, ...]
    start: int | None

    def __repr__(self) -> str:
        return f"<Layout: {pluralize(self.rows, 'row')} of {pluralize(self.columns, 'square')}>"

    @classmethod
    def from_drawing(cls, drawing: str, start: str | None, premiums: dict[str, Premium]) -> Layout:
        """Reads a layout from a drawing. The drawing has a line for each row, with the names of
        premiums, or `.` for plain squares, separated by spaces. Raises `RulesError`."""
        rows = [line.split() for line in drawing.strip().splitlines()]
        columns = len(rows[0]) if rows else 0
        if not 1 <= len(rows) <= MOST_ROWS or not 1 <= columns <= MOST_COLUMNS:
            raise RulesError(
                f"board.squares: {pluralize(len(rows), 'row')} of {pluralize(columns, 'square')}; "
                f"a board has 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} squares"
            )
        for number, row in enumerate(rows, 1):
            if len(row) != columns:
                squares = pluralize(len(row), "square")
                raise RulesError(f"board.squares: row {number} has {squares}, row 1 has {columns}")
        names = tuple(None if name == "." else name for row in rows for name in row)
        unknown = {name for name in names if name and name not in premiums}
        if unknown:
            raise RulesError(
                f"board.squares: no premium is called {', '.join(sorted(unknown))}; "
                f"choose from {', '.join(premiums) or 'none'}"
            )
        by_square = tuple(premiums[name] if name else Premium() for name in names)
        layout = cls(len(rows), columns, names, by_square, None)
        square = None if start is None else layout.find_square(start)
        if start is not None and square is None:
            raise RulesError(f"board.start: the board has no square {start!r}")
        return structs.replace(layout, start=square)

    def mirror(self, square: int) -> int:
        """On a square board, the square whose row and column are exchanged."""
        row, column = divmod(square, self.columns)
        return column * self.columns + row

    @property
    def is_mirrored(self) -> bool:
        """True if the board remains the same when its rows and columns are exchanged."""
        if self.rows != self.columns or any(premium.along for premium in self.premiums):
            return False
        mirrored = tuple(self.premiums[self.mirror(at)] for at in range(len(self.premiums)))
        return mirrored == self.premiums and self.start in (None, self.mirror(self.start or 0))

    def find_square(self, name: str) -> int | None:
        """The number of a square (`H8` or `8H`, in upper or lower case); None if there is no such
        square.
        """
        match = re.fullmatch(r"([A-Z])([0-9]{1,2})|([0-9]{1,2})([A-Z])", name.upper())
        if match is None:
            return None
        column = ord(match[1] or match[4]) - ord("A")
        row = int(match[2] or match[3]) - 1
        if not (0 <= row < self.rows and column < self.columns):
            return None
        return row * self.columns + column

    def name_square(self, square: int) -> str:
        """The name of a square: `H8`."""
        row, column = divmod(square, self.columns)
        return f"{chr(ord('A') + column)}{row + 1}"
