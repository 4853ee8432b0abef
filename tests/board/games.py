"""A small game with every kind of square, boards for it, and a second opinion on plays.

The second opinion compares whole boards before and after a play, and does not use lines or plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

from wordtools.board import play as plays
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay, Play, lay_play
from wordtools.board.tiles import BLANK, LETTER
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset

SMALL = """
game = "crossword"
title = "A small game with every kind of square"
language = "es"
alphabet = "es"
rack = 4
bonus = { 3 = 5, 4 = 20 }

[tiles]
"?" = [99, 0]
A = [99, 1]
C = [99, 3]
H = [99, 4]
CH = [99, 5]
L = [99, 1]
LL = [99, 8]
S = [99, 1]

[words]
edition = "es"

[challenge]
rule = "single"

[board]
start = "C3"
squares = \"\"\"
4A .  M3 TW 4D .
.  TL DW .  WY DL
DW .  DL .  .  4D
M3 WY .  TL DW TW
4D .  TW .  4A DL
\"\"\"

[premiums]
DL = { letter = 2 }
TL = { letter = 3 }
DW = { word = 2 }
TW = { word = 3 }
4A = { word = 4, along = "across" }
4D = { word = 4, along = "down" }
M3 = { points = -3 }
WY = { exchange = true }
"""


def small(folder: Path) -> CrosswordRuleset:
    """The small game."""
    path = folder / "small.toml"
    path.write_text(SMALL, "utf-8")
    return crossword(str(path))


def crossword(name: str) -> CrosswordRuleset:
    """A ruleset that is played on a board."""
    found = load_ruleset(name)
    assert isinstance(found, CrosswordRuleset)
    return found


def tiles_of(game: CrosswordRuleset) -> list[int]:
    """Every tile that may be laid: each letter, and a blank that stands for each letter."""
    letters = [number for number, count in enumerate(game.counts) if number and count]
    return letters + [number | BLANK for number in letters]


@st.composite
def tries(draw: st.DrawFn, game: CrosswordRuleset) -> Play:
    """Any play; most are illegal."""
    square = draw(st.integers(0, len(game.layout.names) - 1))
    cells = draw(st.lists(st.sampled_from([0, *tiles_of(game)]), min_size=1, max_size=6))
    return Play(square, draw(st.booleans()), bytes(cells))


@st.composite
def boards(draw: st.DrawFn, game: CrosswordRuleset) -> Board:
    """A board filled by legal plays, regardless of their words."""
    board = Board.empty(game)
    for attempt in draw(st.lists(tries(game), max_size=25)):
        # Plays include tiles on the board, so that more of those tried are legal.
        play = fitted(board, attempt)
        try:
            plays.check_play(board, play)
        except IllegalPlay:
            continue
        board = lay_play(board, play)
    return board


def fitted(board: Board, attempt: Play) -> Play:
    """The tiles to try, together with the tiles on the board between and around them."""
    square, cells = attempt.square, bytearray()
    if board.is_empty and board.ruleset.layout.start is not None:
        square = board.ruleset.layout.start
    square = board.find_line(square, attempt.down)[0]
    for tile in attempt.tiles:
        at = board.step(square, attempt.down, len(cells))
        while at is not None and board.squares[at]:
            cells.append(0)
            at = board.step(square, attempt.down, len(cells))
        if at is None:
            break
        if tile:
            cells.append(tile)
    at = board.step(square, attempt.down, len(cells))
    while at is not None and board.squares[at]:
        cells.append(0)
        at = board.step(square, attempt.down, len(cells))
    return Play(square, attempt.down, bytes(cells))


@dataclass(frozen=True)
class Opinion:
    """A second opinion on tiles laid on squares: whether they are legal, the words, and the
    points."""

    legal: bool
    words: set[tuple[int, ...]]
    points: int


def opinion(board: Board, laid: dict[int, int]) -> Opinion:
    """A second opinion on a play, by looking at the whole board before and after it."""
    game = board.ruleset
    layout = game.layout
    if not laid or any(board.squares[square] for square in laid) or len(laid) > game.rack:
        return Opinion(False, set(), 0)
    after = list(board.squares)
    for square, tile in laid.items():
        after[square] = tile
    words = _runs(after, layout.rows, layout.columns) - _runs(
        list(board.squares), layout.rows, layout.columns
    )
    one_line = any(set(laid) <= set(word) for word in words)
    old = [square for square, tile in enumerate(board.squares) if tile]
    if not old:
        connected = layout.start is None or layout.start in laid
    else:
        near = {(at, near) for at in old for near in _neighbours(at, layout.rows, layout.columns)}
        connected = any((at, square) in near for square in laid for at in old)
    points = game.bonus.get(str(len(laid)), 0)
    for word in words:
        across = word[1] - word[0] == 1
        value, factor = 0, 1
        for square in word:
            tile = after[square]
            worth = 0 if tile & BLANK else game.values[tile & LETTER]
            premium = layout.premiums[square]
            if square in laid:
                worth = worth * premium.letter + premium.points
                at_end = square in (word[0], word[-1])
                if premium.along is None or (at_end and across == (premium.along == "across")):
                    factor *= premium.word
            value += worth
        points += value * factor
    return Opinion(one_line and connected, words, points)


def _runs(squares: list[int], rows: int, columns: int) -> set[tuple[int, ...]]:
    """Every maximal run of two tiles or more, as its squares."""
    lines = [[row * columns + column for column in range(columns)] for row in range(rows)]
    lines += [[row * columns + column for row in range(rows)] for column in range(columns)]
    found = set()
    for line in lines:
        text = "".join("x" if squares[square] else " " for square in line)
        start = 0
        for piece in text.split(" "):
            if len(piece) > 1:
                found.add(tuple(line[start : start + len(piece)]))
            start += len(piece) + 1
    return found


def _neighbours(square: int, rows: int, columns: int) -> set[int]:
    row, column = divmod(square, columns)
    beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return {r * columns + c for r, c in beside if 0 <= r < rows and 0 <= c < columns}
