"""Plays (tiles laid in one line), the words that they make, and the rules that legal plays keep."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.supply import count_unplayed, find_beyond, find_missing
from wordtools.board.tiles import BLANK, LETTER
from wordtools.errors import WordtoolsError
from wordtools.wording import pluralize

PlayFault = Literal[
    "off the board",
    "square taken",
    "nothing laid",
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
    """Raised if a play is illegal regardless of its words. `fault` says which kind of rule it
    breaks."""

    def __init__(self, fault: PlayFault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


class Play(msgspec.Struct, frozen=True):
    """Tiles laid across a row or down a column.

    `square` is the first square of the main word. `tiles` has a byte for each square of that word:
    the tile that the play lays, with `BLANK` added for a blank, or 0 for a tile already on the
    board.
    """

    square: int
    down: bool
    tiles: bytes

    def find_squares(self, board: Board) -> range:
        """The squares of the main word, in order. Some may lie beyond the board."""
        step = board.ruleset.layout.columns if self.down else 1
        return range(self.square, self.square + len(self.tiles) * step, step)

    def list_laid(self, board: Board) -> list[tuple[int, int]]:
        """The squares on which the play lays tiles, with the tile on each."""
        squares = self.find_squares(board)
        return [(at, tile) for at, tile in zip(squares, self.tiles, strict=True) if tile]

    @property
    def rack_tiles(self) -> bytes:
        """The tiles that the play lays, as they were on the rack (0 for a blank)."""
        return bytes(0 if tile & BLANK else tile for tile in self.tiles if tile)

    @property
    def size(self) -> int:
        """The number of tiles laid."""
        return len(self.tiles) - self.tiles.count(0)


class Word(msgspec.Struct, frozen=True):
    """A word on a board: its squares in order, the tile on each, and whether that tile has just
    been laid."""

    squares: tuple[int, ...]
    tiles: bytes
    new: tuple[bool, ...]
    down: bool

    def text(self, board: Board) -> str:
        """The word in capitals, with tiles of several letters in brackets."""
        return board.ruleset.alphabet.show(bytes(tile & LETTER for tile in self.tiles))


def make_play(board: Board, laid: Mapping[int, int], down: bool) -> Play:
    """Makes a play from the tiles laid on these squares, which must be in one line. A single tile
    is read in the direction in which it makes a word. If it makes a word in both directions or in
    neither, `down` decides. Raises `IllegalPlay` unless these are tiles of the game on one line of
    the board."""
    columns = board.ruleset.layout.columns
    squares = sorted(laid)
    if not squares:
        raise IllegalPlay("nothing laid", "The play lays no tile")
    if squares[0] < 0 or squares[-1] >= len(board.squares):
        raise IllegalPlay("off the board", "A tile lies off the board")
    if not all(0 < tile & LETTER < len(board.ruleset.values) for tile in laid.values()):
        raise IllegalPlay("not on the rack", "A tile has no letter; choose one for each blank")
    after = board.with_tiles(laid)
    if len(squares) == 1:
        ways = [way for way in (down, not down) if after.touches(squares[0], way)]
        down = ways[0] if ways else down
    elif len({square // columns for square in squares}) == 1:
        down = False
    elif len({square % columns for square in squares}) == 1:
        down = True
    else:
        raise IllegalPlay("gap", "All tiles of a play lie in one row or one column")
    before, beyond = after.find_run(squares[0], down, -1), after.find_run(squares[-1], down, 1)
    first, last = (before or squares)[-1 if before else 0], (beyond or squares)[-1]
    step = columns if down else 1
    return Play(first, down, bytes(laid.get(at, 0) for at in range(first, last + 1, step)))


def lay_play(board: Board, play: Play) -> Board:
    """The board with a play's tiles on it, even if the play is illegal."""
    return board.with_tiles(dict(play.list_laid(board)))


@lru_cache(maxsize=4)  # the words of a play are scored first, and judged later
def find_words(board: Board, play: Play) -> tuple[Word, ...]:
    """Returns the words that a legal play makes, the main word first. Single tiles, and words that
    were already on the board, do not count.
    """
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
    """Raises `IllegalPlay` unless the play is legal. Its tiles must come from the `rack` (as
    `tiles.read_rack` returns it) or, without a rack, from the unplayed tiles of the set."""
    for fault in _find_faults(board, play):
        raise fault
    _check_supply(board, play, rack)


def _find_faults(board: Board, play: Play) -> Iterator[IllegalPlay]:
    """Yields faults. Each check relies on the earlier ones, so only the first fault is certain."""
    rules, layout = board.ruleset, board.ruleset.layout
    squares = play.find_squares(board)
    if board.step(play.square, play.down, len(play.tiles) - 1) is None:
        yield IllegalPlay("off the board", "The word runs off the board")
    for square, tile in zip(squares, play.tiles, strict=True):
        name, present = layout.name_square(square), board.squares[square]
        if tile and present:
            shown, laid = (tiles.show_tile(square, rules.alphabet) for square in (present, tile))
            sentence = f"{name} holds {shown}; {laid} cannot be laid on it"
            yield IllegalPlay("square taken", sentence)
        if not tile and not present:
            yield IllegalPlay("gap", f"{name} is empty; a play has no gaps")
    if not play.size:
        yield IllegalPlay("nothing laid", "The play lays no tile")
    for end, direction in ((squares[0], -1), (squares[-1], 1)):
        if beyond := board.find_run(end, play.down, direction):
            name = layout.name_square(beyond[-1])
            sentence = f"The word joins the tile on {name}; write the full word"
            yield IllegalPlay("word goes on", sentence)
    if play.size > rules.rack:
        sentence = f"The play lays {pluralize(play.size, 'tile')}; a rack holds {rules.rack}"
        yield IllegalPlay("too many tiles", sentence)
    if board.is_empty and layout.start is not None and layout.start not in squares:
        sentence = f"The first play must cover {layout.name_square(layout.start)}"
        yield IllegalPlay("misses the start", sentence)
    touches = play.size < len(squares) or any(board.touches(at, not play.down) for at in squares)
    if rules.connected and not board.is_empty and not touches:
        yield IllegalPlay("not connected", "The play touches no tile on the board")
    if len(play.tiles) < rules.words.shortest:
        minimum = pluralize(rules.words.shortest, "tile")
        sentence = f"A word has at least {minimum}, not {len(play.tiles)}"
        yield IllegalPlay("too short", sentence)
    if not rules.words.repeated and (word := find_repeated_word(board, play)):
        yield IllegalPlay("word repeated", f"{word} is already on the board")


def find_repeated_word(board: Board, play: Play) -> str | None:
    """The first word that is already on the board or that the play makes twice, or None."""
    seen = set(_list_words(board))
    for word in (new.text(board) for new in find_words(board, play)):
        if word in seen:
            return word
        seen.add(word)
    return None


def _list_words(board: Board) -> Iterator[str]:
    for square, down in itertools.product(range(len(board.squares)), (False, True)):
        if board.squares[square] and not board.find_run(square, down, -1):
            line = board.find_line(square, down)
            if len(line) > 1:
                yield board.ruleset.alphabet.text(bytes(board.squares[at] & LETTER for at in line))


def _check_supply(board: Board, play: Play, rack: bytes | None) -> None:
    needed, alphabet = play.rack_tiles, board.ruleset.alphabet
    if rack is not None:
        if missing := find_missing(needed, rack):
            lacking = tiles.write_tiles(missing, alphabet)
            raise IllegalPlay("not on the rack", f"The rack has no {lacking} for this play")
        return
    played = board.count_tiles()
    missing = find_beyond(board.ruleset, needed, played)
    if 0 in missing:
        left = count_unplayed(board.ruleset, played)[0]
        blanks = f"the play lays {needed.count(0)}, but the set has {left} left"
        raise IllegalPlay("not in the bag", f"Lower case means blanks; {blanks}")
    if missing:
        lacking = tiles.write_tiles(missing, alphabet)
        sentence = f"Too few tiles are left; the play needs {lacking} more than the set has"
        raise IllegalPlay("not in the bag", sentence)
