"""Computer players of Lingo. They choose a move by its score alone, or also by the replies that it
allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from random import Random

import msgspec

from wordtools.board.play import IllegalPlay
from wordtools.board.supply import count_unplayed
from wordtools.lingo import cells
from wordtools.lingo.board import Placement, StackBoard
from wordtools.lingo.cells import AXES, Cell
from wordtools.lingo.moves import check_move
from wordtools.lingo.scoring import score_move

_CANDIDATES, _SAMPLES = 8, 3
"""How many moves are examined together with their replies; and, for each of these moves, how many
pools are drawn for the opponent.
"""


class ValuedMove(msgspec.Struct, frozen=True):
    """A move, its score and its value. The value is the score minus the mean score of the best
    replies, if these were examined.
    """

    placement: Placement
    score: int
    value: float


def find_best_moves(
    board: StackBoard, pool: bytes, lexicon: Container[str], limit: int = 10, tiles: int = 0
) -> list[ValuedMove]:
    """The highest-scoring legal moves with tiles from a pool, best first; moves with equal scores
    are ordered by cell and tile. `tiles` is the maximum number of tiles in a move; by default, that
    of the rules. Finds only moves of one or two tiles, because all tiles of a move must be in one
    word."""
    most = min(tiles or board.ruleset.place, 2)
    valued: dict[tuple[tuple[Cell, int], ...], ValuedMove] = {}
    for placement in _list_placements(board, pool, most):
        key = tuple(sorted(placement.items()))
        if key in valued:
            continue
        try:
            check_move(board, placement, pool)
        except IllegalPlay:
            continue
        score = score_move(board.after(placement), lexicon).total
        valued[key] = ValuedMove(placement, score, score)
    best = sorted(valued, key=lambda key: (-valued[key].score, key))
    return [valued[key] for key in best[:limit]]


def find_safest_moves(
    board: StackBoard, pool: bytes, lexicon: Container[str], random: Random
) -> list[ValuedMove]:
    """Reorders the best moves by their scores minus the score of the opponent's best reply with one
    tile, averaged over pools drawn from the unseen tiles."""
    unseen = sorted((count_unplayed(board.ruleset, board.count_tiles()) - Counter(pool)).elements())
    size = min(board.ruleset.pool, len(unseen))
    pools = [bytes(random.sample(unseen, size)) for _ in range(_SAMPLES if size else 0)]
    moves = []
    for move in find_best_moves(board, pool, lexicon, _CANDIDATES):
        after = board.after(move.placement)
        replies = [find_best_moves(after, drawn, lexicon, 1, tiles=1) for drawn in pools]
        opened = sum(reply[0].score for reply in replies if reply) / max(1, len(replies))
        moves.append(ValuedMove(move.placement, move.score, move.score - opened))
    return sorted(moves, key=lambda move: -move.value)


def _list_placements(board: StackBoard, pool: bytes, most: int) -> Iterator[Placement]:
    """Yields placements of one tile, and of two tiles in one line, most of which are legal."""
    for first in _list_cells(board, board.stacks):
        for tile in sorted(set(pool)):
            yield {first: tile}
            if most < 2:
                continue
            rest = sorted((Counter(pool) - Counter([tile])).keys())
            for second in _list_line_cells(board, first):
                for other in rest:
                    yield {first: tile, second: other}


def _list_cells(board: StackBoard, stacks: dict[Cell, bytes]) -> list[Cell]:
    """The cells where a single tile can go: cells with tiles, and their neighbours."""
    grid = board.ruleset.grid
    if not stacks:
        return [Cell(2, 2)]
    beside = {near for cell in stacks for near in cells.list_neighbours(cell, grid)}
    return sorted(filter(_has_name, beside.union(stacks)))


def _list_line_cells(board: StackBoard, first: Cell) -> list[Cell]:
    """The cells with tiles in an unbroken line from the first cell, and the free cells where these
    lines end."""
    found = set()
    for columns, rows in AXES[board.ruleset.grid]:
        for way in (1, -1):
            cell = first.step(way * columns, way * rows)
            while cell in board.stacks:
                found.add(cell)
                cell = cell.step(way * columns, way * rows)
            found.add(cell)
    return sorted(filter(_has_name, found))


def _has_name(cell: Cell) -> bool:
    """True if the cell has a name that a move can use; cells before the first column or row have
    none."""
    return cell.column > 0 and cell.row > 0
