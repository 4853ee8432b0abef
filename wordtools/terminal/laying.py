"""Tiles laid on a board one by one, with a cursor, before the play is made."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay, Play
from wordtools.board.tiles import BLANK


class Laying(Struct):
    """The tiles laid so far, in order, and the cursor: its square and direction."""

    cursor: int
    down: bool = False
    laid: dict[int, int] = {}

    def move(self, board: Board, down: bool, by: int) -> None:
        """Moves the cursor by squares; at the edge it stays."""
        there = board.step(self.cursor, down, by)
        if there is not None:
            self.cursor = there
            self.down = down if not self.laid else self.down

    def turn(self) -> None:
        """Turns the cursor's direction."""
        self.down = not self.down

    def lay(self, board: Board, letter: int, rack: bytes, as_blank: bool) -> bool:
        """Lays a letter at the cursor, with a blank if it is wanted or the rack has no such tile.
        On a blank just laid it changes the letter that the blank stands for. False if the rack has
        neither."""
        present = self.laid.get(self.cursor, 0)
        if present & BLANK:
            self.laid[self.cursor] = letter | BLANK
            self._advance(board)
            return True
        left = Counter(rack) - Counter(0 if tile & BLANK else tile for tile in self.laid.values())
        if board.squares[self.cursor] or present:
            return False
        if left[letter] and not as_blank:
            self.laid[self.cursor] = letter
        elif left[0]:
            self.laid[self.cursor] = letter | BLANK
        else:
            return False
        self._advance(board)
        return True

    def remove_last(self) -> None:
        """Returns the tile laid last to the rack, and the cursor to its square."""
        if self.laid:
            self.cursor, _ = self.laid.popitem()

    def _advance(self, board: Board) -> None:
        """Moves the cursor to the next free square."""
        there = board.step(self.cursor, self.down)
        while there is not None and (board.squares[there] or there in self.laid):
            there = board.step(there, self.down)
        if there is not None:
            self.cursor = there


def make_play(board: Board, laid: dict[int, int], down: bool) -> Play:
    """The play of tiles laid in one line. A single tile is read in the direction in which it makes
    a word, `down` if in both or neither. Raises `IllegalPlay` unless they are in one line."""
    columns = board.ruleset.layout.columns
    squares = sorted(laid)
    if not squares:
        raise IllegalPlay("nothing laid", "The play lays no tile")
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
