"""Boards and the tiles on them.

A square is a byte: 0 if it is empty, otherwise the number of the tile on it, with `BLANK` added if
the tile is a blank that stands for that letter. Boards are immutable; `with_tiles` returns a new
board.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from wordtools.board import tiles
from wordtools.board.tiles import BLANK, LETTER
from wordtools.errors import WordtoolsError
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import pluralize

_ON_RACKS = bytes(0 if tile & BLANK else tile & LETTER for tile in range(256))
"""Maps each tile on a board to the tile that was on the rack."""


class BoardError(WordtoolsError):
    """Raised if a drawing of a board cannot be read. The message names the line."""


class Board(msgspec.Struct, frozen=True):
    """The tiles on the board of a ruleset. `squares` has a byte for each square, row by row."""

    ruleset: CrosswordRuleset
    squares: bytes

    @classmethod
    def empty(cls, ruleset: CrosswordRuleset) -> Board:
        """The board before the first play."""
        return cls(ruleset, bytes(len(ruleset.layout.names)))

    @classmethod
    def read(cls, text: str, ruleset: CrosswordRuleset, path: str = "board") -> Board:
        """Reads a board from a drawing like `str(board)`: one line per row, with `.` for an empty
        square, lower case for blanks, and `[CH]` for a tile of two letters. Ignores blank lines and
        `#` comments. Raises `BoardError`, which names `path`."""
        layout = ruleset.layout
        squares = b""
        rows = 0
        for number, line in enumerate(text.splitlines(), 1):
            drawn = "".join(line.split())
            if not drawn or drawn.startswith("#"):
                continue
            try:
                row = b"".join(
                    b"\0" if part == "." else tiles.read_tiles(part, ruleset.alphabet)
                    for part in re.findall(r"\.|[^.]+", drawn)
                )
            except WordtoolsError as error:
                raise BoardError(f"{path}:{number}: {error}") from None
            rows += 1
            if len(row) != layout.columns or rows > layout.rows:
                longer = ", ".join(face for face in ruleset.alphabet.tiles if len(face) > 1)
                is_short = longer and len(row) < layout.columns
                hint = f": {longer} are one tile each" if is_short else ""
                raise BoardError(
                    f"{path}:{number}: row {rows} has {pluralize(len(row), 'square')}; "
                    f"the board needs {layout.rows} rows of {layout.columns}{hint}"
                )
            squares += row
        if rows != layout.rows:
            raise BoardError(
                f"{path}: {pluralize(rows, 'row')} found; the board needs {layout.rows}"
            )
        return cls(ruleset, squares)

    def __hash__(self) -> int:
        return hash(self.squares)  # rulesets are not hashable, and few boards differ in them

    def __str__(self) -> str:
        width = self.ruleset.layout.columns
        return "\n".join(
            self._row(self.squares[at : at + width]) for at in range(0, len(self.squares), width)
        )

    def __repr__(self) -> str:
        """Writes the rows with a number for each run of empty squares, as in the notation of chess
        positions."""
        rows = "/".join(str(self).splitlines())
        position = re.sub(r"\.+", lambda empty: str(len(empty[0])), rows)
        return f"<Board {self.ruleset.name}: {position}>"

    def _row(self, squares: bytes) -> str:
        runs = itertools.groupby(squares, bool)
        letters = self.ruleset.alphabet
        return "".join(
            tiles.write_tiles(run, letters) if laid else "." * len(list(run)) for laid, run in runs
        )

    def __iter__(self) -> Iterator[int]:
        return iter(self.squares)

    @property
    def is_empty(self) -> bool:
        """True if the board has no tiles."""
        return not any(self.squares)

    def step(self, square: int, down: bool, by: int = 1) -> int | None:
        """Returns the square that is `by` steps further along a row or column; None if it would be
        off the board."""
        columns = self.ruleset.layout.columns
        if down:
            there = square + by * columns
            return there if 0 <= there < len(self.squares) else None
        return square + by if 0 <= square % columns + by < columns else None

    def find_run(self, square: int, down: bool, by: int) -> list[int]:
        """The squares of the unbroken run of tiles beside `square` in one direction, nearest
        first."""
        columns = self.ruleset.layout.columns
        row = square - square % columns
        first, last = (0, len(self.squares) - 1) if down else (row, row + columns - 1)
        step = by * columns if down else by
        beyond = range(square + step, last + 1 if by > 0 else first - 1, step)
        return list(itertools.takewhile(self.squares.__getitem__, beyond))

    def find_line(self, square: int, down: bool) -> list[int]:
        """The square and the unbroken runs of tiles on both sides of it, along a row or column, in
        order."""
        return [*reversed(self.find_run(square, down, -1)), square, *self.find_run(square, down, 1)]

    def touches(self, square: int, down: bool) -> bool:
        """True if there is a tile next to the square, along its row or column."""
        return bool(self.find_run(square, down, -1) or self.find_run(square, down, 1))

    def with_tiles(self, laid: Mapping[int, int]) -> Board:
        """Returns a copy with these squares changed."""
        squares = bytearray(self.squares)
        for square, tile in laid.items():
            squares[square] = tile
        return Board(self.ruleset, bytes(squares))

    def count_tiles(self) -> Counter[int]:
        """How many of each tile are on the board; blanks count as tile 0."""
        return Counter(self.squares.replace(b"\0", b"").translate(_ON_RACKS))
