"""Lays tiles on a board one by one, at a cursor, before the play is made."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from wordtools.board.board import Board
from wordtools.board.tiles import BLANK


class Laying(Struct):
    """The tiles laid so far, in order, and the square and direction of the cursor."""

    cursor: int
    down: bool = False
    laid: dict[int, int] = {}

    def move(self, board: Board, down: bool, by: int) -> None:
        """Moves the cursor by squares, at most to the edge."""
        there = board.step(self.cursor, down, by)
        if there is not None:
            self.cursor = there
            self.down = down if not self.laid else self.down

    def turn(self) -> None:
        """Turns the cursor's direction."""
        self.down = not self.down

    def lay(self, board: Board, letter: int, rack: bytes, as_blank: bool) -> bool:
        """Lays a letter at the cursor. Uses a blank if one is requested, or if the rack has no such
        tile. If a blank has just been laid there, changes the letter that the blank stands for.
        Returns False if the rack has neither the tile nor a blank."""
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
        """Returns the last tile laid to the rack, and moves the cursor to its square."""
        if self.laid:
            self.cursor, _ = self.laid.popitem()

    def _advance(self, board: Board) -> None:
        """Moves the cursor to the next free square."""
        there = board.step(self.cursor, self.down)
        while there is not None and (board.squares[there] or there in self.laid):
            there = board.step(there, self.down)
        if there is not None:
            self.cursor = there
