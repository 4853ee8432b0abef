"""Plays: tiles laid in one line. Checks whether a play is legal, and finds its words."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.supply import count_unplayed, find_beyond, find_missing
from wordtools.board.tiles import BLANK, LETTER
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.wording import pluralize

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
    "word repeated",
]
"""The ways in which a play can be illegal."""


class IllegalPlay(WordtoolsError):
    """A play that the rules forbid, whatever its words; `fault` says in which way."""

    def __init__(self, fault: PlayFault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


class Play(msgspec.Struct, frozen=True):
    """Tiles laid across a row or down a column.

    `square` is the first of the main word, `tiles` has a byte for each of its squares: the tile
    laid there, with `BLANK` added when a blank is, or 0 where there is a tile already.
    """

    square: int
    down: bool
    tiles: bytes

    def find_squares(self, board: Board) -> range:
        """The squares of the main word, in order. They may run off the board."""
        step = board.ruleset.layout.columns if self.down else 1
        return range(self.square, self.square + len(self.tiles) * step, step)

    def list_laid(self, board: Board) -> list[tuple[int, int]]:
        """The squares that get a tile, each with the tile."""
        squares = self.find_squares(board)
        return [(at, tile) for at, tile in zip(squares, self.tiles, strict=True) if tile]

    @property
    def rack_tiles(self) -> bytes:
        """The tiles laid, as they were on the rack: a blank is 0."""
        return bytes(0 if tile & BLANK else tile for tile in self.tiles if tile)

    @property
    def size(self) -> int:
        """The number of tiles laid."""
        return len(self.tiles) - self.tiles.count(0)


class Word(msgspec.Struct, frozen=True):
    """A word on a board: its squares in order, the tile on each, and whether it was just laid."""

    squares: tuple[int, ...]
    tiles: bytes
    new: tuple[bool, ...]
    down: bool

    def text(self, board: Board) -> str:
        """The word in capitals, tiles of several letters in brackets."""
        return board.ruleset.alphabet.show(bytes(tile & LETTER for tile in self.tiles))


def play_from_squares(board: Board, laid: Mapping[str, str]) -> Play:
    """The play that puts tiles on squares: `{"H8": "C", "H9": "a"}`. Raises `IllegalPlay`, and
    `SpellingError` for text that is not exactly one tile."""
    placed: dict[int, int] = {}
    for name, text in laid.items():
        square = board.ruleset.layout.find_square(name)
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
    line = board.with_tiles(placed).find_line(first, down)
    missing = sorted(placed.keys() - set(line))
    if missing:
        name = board.ruleset.layout.name_square(missing[0])
        raise IllegalPlay("gap", f"There is an empty square before {name}; a play has no gaps")
    return Play(line[0], down, bytes(placed.get(square, 0) for square in line))


def lay_play(board: Board, play: Play) -> Board:
    """The board with a play's tiles on it, whether the play is legal or not."""
    return board.with_tiles(dict(play.list_laid(board)))


@lru_cache(maxsize=4)  # a play's words are scored, then judged
def find_words(board: Board, play: Play) -> tuple[Word, ...]:
    """The words that a play makes, the main word first, except words that were there before
    and single tiles. The play must be legal."""
    after = lay_play(board, play)
    laid = {square for square, _ in play.list_laid(board)}
    lines = [(play.square, play.down), *((square, not play.down) for square in sorted(laid))]
    words = []
    for square, down in lines:
        line = after.find_line(square, down)
        if len(line) > 1:
            new = tuple(at in laid for at in line)
            words.append(Word(tuple(line), bytes(after.squares[at] for at in line), new, down))
    return tuple(words)


def check_play(board: Board, play: Play, rack: bytes | None = None) -> None:
    """Raises `IllegalPlay` unless the play is legal. The tiles must come from the `rack` (as
    `tiles.read_rack` returns it), if it is given, otherwise from the tiles of the set that are not
    on the board."""
    for rule in _RULES:
        fault = rule(board, play)
        if fault is not None:
            raise fault
    _check_supply(board, play, rack)


def _stays_on_the_board(board: Board, play: Play) -> IllegalPlay | None:
    end = board.step(play.square, play.down, len(play.tiles) - 1)
    if 0 <= play.square < len(board.squares) and end is not None:
        return None
    return IllegalPlay("off the board", "The word runs off the board")


def _fills_empty_squares_only(board: Board, play: Play) -> IllegalPlay | None:
    for square, tile in zip(play.find_squares(board), play.tiles, strict=True):
        if tile and board.squares[square]:
            return _square_taken(board, square, tile)
        if not tile and not board.squares[square]:
            name = board.ruleset.layout.name_square(square)
            return IllegalPlay("gap", f"{name} is empty; a play has no gaps")
    return None


def _lays_a_tile(board: Board, play: Play) -> IllegalPlay | None:
    return None if play.size else IllegalPlay("nothing laid", "The play lays no tile")


def _is_a_whole_word(board: Board, play: Play) -> IllegalPlay | None:
    squares = play.find_squares(board)
    for end, direction in ((squares[0], -1), (squares[-1], 1)):
        beyond = board.find_run(end, play.down, direction)
        if beyond:
            name = board.ruleset.layout.name_square(beyond[-1])
            sentence = f"The word joins the tile on {name}; write the full word"
            return IllegalPlay("word goes on", sentence)
    return None


def _fits_a_rack(board: Board, play: Play) -> IllegalPlay | None:
    most = board.ruleset.rack
    if play.size <= most:
        return None
    return IllegalPlay(
        "too many tiles", f"The play lays {pluralize(play.size, 'tile')}; a rack holds {most}"
    )


def _covers_the_start(board: Board, play: Play) -> IllegalPlay | None:
    layout = board.ruleset.layout
    if not board.is_empty or layout.start is None or layout.start in play.find_squares(board):
        return None
    return IllegalPlay(
        "misses the start", f"The first play must cover {layout.name_square(layout.start)}"
    )


def _touches_a_tile(board: Board, play: Play) -> IllegalPlay | None:
    squares = play.find_squares(board)
    runs_through = play.size < len(squares)
    if (
        not board.ruleset.connected
        or board.is_empty
        or runs_through
        or any(board.touches(at, not play.down) for at in squares)
    ):
        return None
    return IllegalPlay("not connected", "The play touches no tile on the board")


def _is_long_enough(board: Board, play: Play) -> IllegalPlay | None:
    shortest, length = board.ruleset.words.shortest, len(play.tiles)
    if length >= shortest:
        return None
    least = pluralize(shortest, "tile")
    return IllegalPlay("too short", f"A word has at least {least}, not {length}")


def _repeats_no_word(board: Board, play: Play) -> IllegalPlay | None:
    if board.ruleset.words.repeated:
        return None
    word = find_repeated_word(board, play)
    return IllegalPlay("word repeated", f"{word} is already on the board") if word else None


def find_repeated_word(board: Board, play: Play) -> str | None:
    """A word that a play makes although it is already on the board, or makes twice; None if there
    is none."""
    seen = set(_list_words(board))
    for made in find_words(board, play):
        word = made.text(board)
        if word in seen:
            return word
        seen.add(word)
    return None


def _list_words(board: Board) -> Iterator[str]:
    """The words on a board."""
    for square, down in itertools.product(range(len(board.squares)), (False, True)):
        if board.squares[square] and not board.find_run(square, down, -1):
            line = board.find_line(square, down)
            if len(line) > 1:
                yield board.ruleset.alphabet.text(bytes(board.squares[at] & LETTER for at in line))


_RULES: tuple[Callable[[Board, Play], IllegalPlay | None], ...] = (
    _stays_on_the_board,
    _fills_empty_squares_only,
    _lays_a_tile,
    _is_a_whole_word,
    _fits_a_rack,
    _covers_the_start,
    _touches_a_tile,
    _is_long_enough,
    _repeats_no_word,
)
"""The rules of legal plays, in the order in which they are checked; a play's error names the first
that it breaks."""


def _check_supply(board: Board, play: Play, rack: bytes | None) -> None:
    needed = play.rack_tiles
    if rack is not None:
        if missing := find_missing(needed, rack):
            shown = tiles.write_tiles(missing, board.ruleset.alphabet)
            raise IllegalPlay("not on the rack", f"The rack has no {shown} for this play")
        return
    played = board.count_tiles()
    missing = find_beyond(board.ruleset, needed, played)
    if 0 in missing:
        left = count_unplayed(board.ruleset, played)[0]
        raise IllegalPlay(
            "not in the bag",
            f"Lower case means blanks; the play lays {needed.count(0)}, but the set has {left} "
            "left",
        )
    if missing:
        shown = tiles.write_tiles(missing, board.ruleset.alphabet)
        raise IllegalPlay(
            "not in the bag",
            f"Too few tiles are left; the play needs {shown} more than the set has",
        )


def _square_taken(board: Board, square: int, tile: int) -> IllegalPlay:
    alphabet = board.ruleset.alphabet
    there = tiles.show_tile(board.squares[square], alphabet)
    return IllegalPlay(
        "square taken",
        f"{board.ruleset.layout.name_square(square)} holds {there}; "
        f"{tiles.show_tile(tile, alphabet)} cannot be laid on it",
    )
