"""The board of Lingo: an unbounded grid of squares or hexagons, with stacks of tiles."""

from __future__ import annotations

from collections import Counter

import msgspec

from wordtools.lingo import cells, drawing
from wordtools.lingo.cells import Cell
from wordtools.rules.ruleset import StackingRuleset
from wordtools.wording import pluralize

Placement = dict[Cell, int]
"""Maps the cells of one move to the tiles placed there. There are no blanks."""


class StackBoard(msgspec.Struct, frozen=True):
    """A board of stacks. Only their top tiles count.

    `stacks`: the tiles of each occupied cell, lowest first. `new`: the cells where the last turn
    placed a tile. The board is unbounded; see `after`.
    """

    ruleset: StackingRuleset
    stacks: dict[Cell, bytes] = {}
    new: frozenset[Cell] = frozenset()

    @classmethod
    def read(cls, text: str, ruleset: StackingRuleset, path: str = "board") -> StackBoard:
        """Reads a board from a drawing or a list like `str(board)`; an empty text is an empty
        board. Raises `BoardError`, which names `path`."""
        return cls(ruleset, *drawing.read_board(text, ruleset.grid, ruleset.alphabet, path))

    def __str__(self) -> str:
        return drawing.draw_board(self.stacks, self.new, self.ruleset.grid, self.ruleset.alphabet)

    def __repr__(self) -> str:
        return f"<StackBoard {self.ruleset.name}: {pluralize(len(self.stacks), 'stack')}>"

    def after(self, placement: Placement) -> StackBoard:
        """The board with the tiles of a move, even if the move is illegal.

        The first column and row are free, and tiles begin beside them, as in the drawings in the
        Lingo document. If a move uses up this margin, all cells get new names.
        """
        stacks = dict(self.stacks)
        for cell, tile in placement.items():
            stacks[cell] = stacks.get(cell, b"") + bytes([tile])
        shift = cells.shift_to_corner(stacks, self.ruleset.grid)
        shifted = {cell.step(*shift): stack for cell, stack in stacks.items()}
        return StackBoard(self.ruleset, shifted, frozenset(cell.step(*shift) for cell in placement))

    def count_tiles(self) -> Counter[int]:
        """How many of each tile are on the board, including covered tiles."""
        return Counter(tile for stack in self.stacks.values() for tile in stack)
