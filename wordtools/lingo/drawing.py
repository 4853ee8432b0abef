r"""Lingo boards as text, drawn as in the Lingo document.

          a   b   c   d                 a  b  c  d
                                      1             1
       1                 1            2             2
            +---+---+                 3    __       3
       2    | I   t |    2            4   /f \__    4
            +---+---+                 5   \__ D \   5
       3                 3            6      \__/   6
                                      7             7
          a   b   c   d                 a  b  c  d

Each row has its number on both sides. Walls are drawn only between tiles and free cells. Capitals
are tiles placed in the last turn; small letters are tiles placed earlier. The drawing shows the top
tiles. A list below it gives the stacks with several tiles, the lowest tile first: `c7: arE`. A list
without a drawing is also accepted. Text above a drawing is ignored, so that the output for one move
can be the board for the next.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.board import tiles
from wordtools.board.board import BoardError
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lingo import cells
from wordtools.lingo.cells import MARGIN, Cell, Grid, name_column

_LISTED = re.compile(r"\s*([A-Za-z]{1,2}[0-9]{1,3})\s*:\s*(\S+)\s*")
_ROW = re.compile(r"\s*([0-9]{1,3})(?![0-9])")
_WALLS = r"+\-|/\\_"
_SHOWN = re.compile(rf"[^\s{_WALLS}]+")
_WALL_LINE = re.compile(rf"[\s{_WALLS}]*")
_PIECE = re.compile(r"\[[^\[\]]+\]|[^\[\]]")
_WIDE = 2
"""The maximum number of letters that fit in a cell."""
_REMEDY: dict[Grid, str] = {
    "square": "; draw it as `wordtools play lingo ab2,tc2` prints it",
    "hex": "; draw it as `wordtools play lingo:hex ab2,tc3` prints it",
}


class Style(msgspec.Struct, frozen=True):
    """How a grid is drawn: the position of column a in a line, the distance between columns, the
    number of lines per row, and the walls towards the neighbours of a cell. A wall consists of
    strokes at positions relative to the cell's letter."""

    first: int
    step: int
    lines: int
    walls: dict[tuple[int, int], tuple[tuple[int, int, str], ...]]


STYLES: dict[Grid, Style] = {
    "square": Style(
        first=6,
        step=4,
        lines=2,
        walls={
            (0, -1): ((-1, -2, "+---+"),),
            (0, 1): ((1, -2, "+---+"),),
            (-1, 0): ((-1, -2, "+"), (0, -2, "|"), (1, -2, "+")),
            (1, 0): ((-1, 2, "+"), (0, 2, "|"), (1, 2, "+")),
        },
    ),
    "hex": Style(
        first=5,
        step=3,
        lines=1,
        walls={
            (0, -2): ((-1, 0, "__"),),
            (0, 2): ((1, 0, "__"),),
            (-1, -1): ((0, -1, "/"),),
            (1, -1): ((0, 2, "\\"),),
            (-1, 1): ((1, -1, "\\"),),
            (1, 1): ((1, 2, "/"),),
        },
    ),
}
_NUMBER_ENDS = 4
"""The position in a line after a row's number."""


def draw_board(
    stacks: Mapping[Cell, bytes], new: Collection[Cell], grid: Grid, letters: Alphabet
) -> str:
    """Draws a board and lists its stacks, with `new` tiles in capitals."""
    style = STYLES[grid]
    columns = max((cell.column for cell in stacks), default=2) + 1
    rows = max((cell.row for cell in stacks), default=2) + MARGIN[grid]
    width = style.first + style.step * columns
    canvas = [[" "] * width for _ in range(style.lines * (rows + 1) - 1)]

    def paint(line: int, place: int, stroke: str) -> None:
        if 0 <= line < len(canvas):
            canvas[line][place : place + len(stroke)] = stroke

    listed = []
    for row in range(1, rows + 1):
        line = style.lines * row - 1
        paint(line, 0, f"{row:>{_NUMBER_ENDS}}")
        paint(line, style.first + style.step * (columns - 1) + 3, str(row))
    for cell, stack in sorted(stacks.items()):
        line = style.lines * cell.row - 1
        place = style.first + style.step * (cell.column - 1)
        face = _show_top(stack, cell in new, letters)
        paint(line, place, face[:_WIDE])
        for towards, strokes in style.walls.items():
            if cell.step(*towards) not in stacks:
                for down, right, stroke in strokes:
                    paint(line + down, place + right, stroke)
        if len(stack) > 1 or len(face) > _WIDE:
            top = face if len(face) == 1 else f"[{face}]"
            listed.append(f"{cell}: {tiles.write_tiles(stack[:-1], letters).lower()}{top}")
    names = "".join(f"{name_column(n + 1):<{style.step}}" for n in range(columns))
    head = " " * style.first + names
    lines = [head, *map("".join, canvas), head, *([""] if listed else []), *listed]
    return "\n".join(line.rstrip() for line in lines)


def read_board(
    text: str, grid: Grid, letters: Alphabet, path: str = "board"
) -> tuple[dict[Cell, bytes], frozenset[Cell]]:
    """Reads the stacks from a drawing and its list, or from a list alone, and the cells where the
    last turn placed tiles. The distance from the row's number determines the column. Ignores blank
    lines, `#` comments and text above a drawing. Raises `BoardError`."""
    stacks: dict[Cell, bytes] = {}
    new: set[Cell] = set()
    drawn: set[Cell] = set()

    def put(cell: Cell, stack: str) -> None:
        stacks[cell] = read_stack(stack, letters)
        if stack.rstrip("]")[-1:].isupper():
            new.add(cell)

    lines = list(enumerate(letters.compose(text).splitlines(), 1))
    heads = [number for number, line in lines if _names_columns(line)]
    top = heads[0] if len(heads) > 1 else 0  # there may be just a heading below a drawing
    for number, line in sorted(lines, key=lambda line: not _LISTED.fullmatch(line[1])):
        try:
            if listed := _LISTED.fullmatch(line):
                cell = cells.read_cell(listed[1], grid)
                if cell in stacks:
                    raise WordtoolsError(f"{cell} is listed twice")
                put(cell, listed[2])
            elif row := _ROW.match(line):
                for cell, face in _read_row(line[row.end() :], row[1], grid):
                    if cell in drawn:
                        raise WordtoolsError(f"{cell} is drawn twice")
                    drawn.add(cell)
                    if cell not in stacks:
                        put(cell, f"[{face}]")
                    elif face != _show_top(stacks[cell], cell in new, letters)[:_WIDE]:
                        raise WordtoolsError(f"{cell} is drawn as {face}, but listed otherwise")
            elif not (
                number <= top
                or line.startswith("#")
                or _WALL_LINE.fullmatch(line)
                or _names_columns(line)
            ):
                raise WordtoolsError(
                    f"neither a row, nor column names, nor a stack such as c7: are{_REMEDY[grid]}"
                )
        except WordtoolsError as error:
            raise BoardError(f"{path}:{number}: {error}") from None
    if drawn and (missing := min(stacks.keys() - drawn, default=None)):
        raise BoardError(f"{path}: {missing} is listed, but not drawn")
    return stacks, frozenset(new)


def read_stack(text: str, letters: Alphabet) -> bytes:
    """Reads the tiles of a stack: `ch` is two tiles, `[ch]` is one. Raises `SpellingError`."""
    pieces: list[str] = _PIECE.findall(text)
    stack = b"".join(letters.spell(f"[{piece.strip('[]')}]") for piece in pieces)
    if "".join(pieces) != text or len(stack) != len(pieces):
        raise SpellingError(text, "", f"{text[:20]!r} does not consist of single tiles")
    return stack


def _show_top(stack: bytes, is_new: bool, letters: Alphabet) -> str:
    face = letters.tiles[stack[-1] - 1]
    return face if is_new else face.lower()


def _read_row(row: str, number: str, grid: Grid) -> Iterator[tuple[Cell, str]]:
    """Reads the cells that have tiles, and their letters, from the text after a row's number.
    Raises `WordtoolsError`."""
    style = STYLES[grid]
    faces = [(match.start() + _NUMBER_ENDS, match[0]) for match in _SHOWN.finditer(row)]
    if faces and faces[-1][1].isdigit():
        _, end = faces.pop()
        if end != number:
            raise WordtoolsError(f"the row begins with {number} and ends with {end[:20]}")
    for place, face in faces:
        column, beside = divmod(place - style.first, style.step)
        if beside or column < 0:
            raise WordtoolsError(f"{face[:20]!r} is not in a column{_REMEDY[grid]}")
        yield cells.read_cell(f"{name_column(column + 1)}{number}", grid), face


def _names_columns(line: str) -> bool:
    names = line.split()
    return bool(names) and names == [name_column(n + 1) for n in range(len(names))]
