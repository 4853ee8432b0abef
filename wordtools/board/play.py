"""A play: tiles laid in one line. Whether it is legal, and which words it makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.tiles import BLANK, LETTER
from wordtools.errors import SpellingError, WordtoolsError

PlayFault = Literal[
    "off the board",
    "square taken",
    "nothing laid",
    "not in line",
    "gap",
    "word goes on",
    "not connected",
    "misses the start",
    "too short",
    "too many tiles",
    "not on the rack",
    "not in the bag",
    "same letter",
]
"""The ways in which a play can be illegal."""


class IllegalPlay(WordtoolsError):
    """A play that the rules do not allow, whatever its words are; `fault` is the way."""

    def __init__(self, fault: PlayFault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


class Play(msgspec.Struct, frozen=True):
    """Tiles laid across a row or down a column.

    `square` is the first of the main word, `tiles` has a byte for each of its squares: the tile
    laid there, with `BLANK` added when a blank is, or 0 where a tile lies already.
    """

    square: int
    down: bool
    tiles: bytes

    def laid(self, board: Board) -> Iterator[tuple[int, int]]:
        """The squares that get a tile, each with the tile."""
        step = board.ruleset.layout.columns if self.down else 1
        for place, tile in enumerate(self.tiles):
            if tile:
                yield self.square + place * step, tile

    @property
    def size(self) -> int:
        """How many tiles are laid."""
        return len(self.tiles) - self.tiles.count(0)


class Word(msgspec.Struct, frozen=True):
    """A word on a board: its squares in order, the tile on each, and whether it was just laid."""

    squares: tuple[int, ...]
    tiles: bytes
    new: tuple[bool, ...]
    down: bool

    def text(self, board: Board) -> str:
        """The word as the alphabet writes it, in capitals."""
        return board.ruleset.alphabet.text(bytes(tile & LETTER for tile in self.tiles))


def play_from_squares(board: Board, laid: Mapping[str, str]) -> Play:
    """The play that puts tiles on squares: `{"H8": "C", "H9": "a"}`. Raises `IllegalPlay`, and
    `SpellingError` for what is not one tile."""
    placed: dict[int, int] = {}
    for name, text in laid.items():
        square = board.ruleset.layout.square(name)
        if square is None:
            raise IllegalPlay("off the board", f"The board has no square {name}")
        tile = tiles.read_tiles(text, board.ruleset.alphabet)
        if len(tile) != 1:
            raise SpellingError(text, "", f"{name}: {text!r} is not one tile")
        if board.squares[square]:
            raise _square_taken(board, square, tile[0])
        placed[square] = tile[0]
    if not placed:
        raise IllegalPlay("nothing laid", "The play lays no tile")
    columns = board.ruleset.layout.columns
    rows = {square // columns for square in placed}
    if len(rows) > 1 and len({square % columns for square in placed}) > 1:
        raise IllegalPlay("not in line", "The tiles laid are not in one row or column")
    first = min(placed)
    alone = len(placed) == 1 and not board.touches(first, down=False)
    down = len(rows) > 1 or (alone and board.touches(first, down=True))
    line = board.with_tiles(placed).line(first, down)
    missing = sorted(placed.keys() - set(line))
    if missing:
        name = board.ruleset.layout.name(missing[0])
        raise IllegalPlay("gap", f"There is an empty square before {name}: a play has no gap")
    return Play(line[0], down, bytes(placed.get(square, 0) for square in line))


def find_words(board: Board, play: Play) -> list[Word]:
    """The words that a play makes, the main word first: never one that was there before, nor a
    single tile. The play must be legal."""
    whole = board.after(play)
    laid = {square for square, _ in play.laid(board)}
    lines = [(play.square, play.down), *((square, not play.down) for square in sorted(laid))]
    made = []
    for square, down in lines:
        line = whole.line(square, down)
        if len(line) > 1:
            new = tuple(at in laid for at in line)
            made.append(Word(tuple(line), bytes(whole.squares[at] for at in line), new, down))
    return made


def check_play(board: Board, play: Play, rack: bytes | None = None) -> None:
    """Raises `IllegalPlay` unless the play is legal. With a `rack` (as `tiles.read_rack` gives it)
    its tiles must supply the play, else those which are not on the board yet."""
    ruleset = board.ruleset
    layout = ruleset.layout
    end = board.step(play.square, play.down, len(play.tiles) - 1)
    if not 0 <= play.square < len(board.squares) or end is None:
        raise IllegalPlay("off the board", "The word runs off the board")
    step = layout.columns if play.down else 1
    line = [play.square + place * step for place in range(len(play.tiles))]
    for square, tile in zip(line, play.tiles, strict=True):
        if tile and board.squares[square]:
            raise _square_taken(board, square, tile)
        if not tile and not board.squares[square]:
            name = layout.name(square)
            raise IllegalPlay("gap", f"{name} is empty: a play has no gap")
    if not play.size:
        raise IllegalPlay("nothing laid", "The play lays no tile")
    for at, by in ((line[0], -1), (line[-1], 1)):
        beyond = board.run(at, play.down, by)
        if beyond:
            raise IllegalPlay(
                "word goes on",
                f"The word goes on to {layout.name(beyond[-1])}: write the whole word",
            )
    if play.size > ruleset.rack:
        raise IllegalPlay(
            "too many tiles", f"The play lays {play.size} tiles; a rack holds {ruleset.rack}"
        )
    if board.is_empty:
        if layout.start is not None and layout.start not in line:
            raise IllegalPlay(
                "misses the start", f"The first play must cover {layout.name(layout.start)}"
            )
    elif play.size == len(line) and not any(board.touches(at, not play.down) for at in line):
        raise IllegalPlay("not connected", "The play touches no tile on the board")
    if len(line) < ruleset.words.shortest:
        raise IllegalPlay(
            "too short", f"A word has at least {ruleset.words.shortest} tiles, not {len(line)}"
        )
    _check_supply(board, play, rack)


def _check_supply(board: Board, play: Play, rack: bytes | None) -> None:
    needed = Counter(0 if tile & BLANK else tile for _, tile in play.laid(board))
    if rack is not None:
        lacking = needed - Counter(rack)
        if lacking:
            shown = tiles.write_tiles(lacking.elements(), board.ruleset.alphabet)
            raise IllegalPlay("not on the rack", f"The rack has no {shown} for this play")
        return
    spare = board.ruleset.random_tiles
    left = Counter(dict(enumerate(board.ruleset.counts))) - board.used()
    lacking = needed - left
    if lacking[0] > spare:
        raise IllegalPlay(
            "not in the bag",
            f"Lower case means blanks: the play lays {needed[0]} of them, "
            f"the set has {left[0]} left",
        )
    if lacking.total() > spare:
        shown = tiles.write_tiles(lacking.elements(), board.ruleset.alphabet)
        raise IllegalPlay(
            "not in the bag",
            f"There are not so many tiles left: the play needs {shown} more than the set has",
        )


def _square_taken(board: Board, square: int, tile: int) -> IllegalPlay:
    letters = board.ruleset.alphabet
    there = tiles.show_tile(board.squares[square], letters)
    return IllegalPlay(
        "square taken",
        f"{board.ruleset.layout.name(square)} holds {there}; "
        f"{tiles.show_tile(tile, letters)} cannot be laid on it",
    )
