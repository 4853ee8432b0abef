"""Reads and checks moves in Lingo (from the rules of Cameron Browne's Lingo, 2005)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wordtools.board import tiles
from wordtools.board.notation import NotationError
from wordtools.board.play import IllegalPlay
from wordtools.board.supply import count_unplayed, find_missing
from wordtools.lingo import cells, drawing
from wordtools.lingo.board import Placement, StackBoard
from wordtools.lingo.cells import Cell
from wordtools.rules.ruleset import StackingRuleset

_PLACED = re.compile(r"(\[[^\[\]]+\]|[^\[\]])([A-Za-z]{1,2}[0-9]{1,3})")


def read_move(text: str, ruleset: StackingRuleset) -> Placement:
    """Reads a move like `ac7` or `ac7,re7`: each tile is followed by its cell, and a tile of
    several letters is in brackets. Raises `NotationError` or `SpellingError` if the move cannot be
    read, and `IllegalPlay` if a cell is off the grid."""
    placement: Placement = {}
    for part in ruleset.alphabet.compose(text).split(","):
        match = _PLACED.fullmatch(part.strip())
        if match is None:
            raise NotationError(
                f"{part.strip()[:20]!r} is not a move; write a tile and its cell, as in ac7, and "
                "separate several with commas, as in ac7,re7"
            )
        cell = cells.read_cell(match[2], ruleset.grid)
        if cell in placement:
            raise IllegalPlay("square taken", f"Only one tile per turn can go to {cell}")
        placement[cell] = drawing.read_stack(match[1], ruleset.alphabet)[0]
    return placement


def write_move(placed: Iterable[tuple[Cell | str, int]], ruleset: StackingRuleset) -> str:
    """The notation of tiles placed on cells: `ac7,re7`."""
    return ",".join(f"{tiles.show_tile(tile, ruleset.alphabet)}{cell}" for cell, tile in placed)


def check_move(board: StackBoard, placement: Placement, pool: bytes | None = None) -> None:
    """Raises `IllegalPlay` unless the move is legal. Its tiles must come from the `pool` or,
    without a pool, from the unplayed tiles of the set."""
    ruleset = board.ruleset
    if not placement:
        raise IllegalPlay("nothing laid", "The move places no tile")
    if len(placement) > ruleset.place:
        sentence = f"The move places {len(placement)} tiles; at most {ruleset.place} are allowed"
        raise IllegalPlay("too many tiles", sentence)
    for cell, tile in placement.items():
        if not ruleset.repeat and board.stacks.get(cell, b"")[-1:] == bytes([tile]):
            letter = tiles.show_tile(tile, ruleset.alphabet)
            sentence = f"{cell} already shows {letter}; a tile may not cover the same letter"
            raise IllegalPlay("same letter", sentence)
    _check_connection(board, placement)
    _check_supply(board, placement, pool)


def _check_connection(board: StackBoard, placement: Placement) -> None:
    """Raises `IllegalPlay` unless every tile is connected to a tile on the board, directly or
    through other tiles of the move. A tile is not connected to the tile that it covers. This
    matters only if the board has a single tile: the document does not say that this tile may be
    covered."""
    occupied, waiting = set(board.stacks), set(placement)
    if not occupied:
        occupied.add(waiting.pop())
    while waiting:
        beside = {
            cell
            for cell in waiting
            if occupied.intersection(cells.list_neighbours(cell, board.ruleset.grid))
        }
        if not beside:
            sentence = f"The tile at {min(waiting)} is not beside another tile"
            raise IllegalPlay("not connected", sentence)
        occupied |= beside
        waiting -= beside


def _check_supply(board: StackBoard, placement: Placement, pool: bytes | None) -> None:
    alphabet = board.ruleset.alphabet
    if pool is not None:
        if missing := find_missing([*placement.values()], pool):
            shown = tiles.write_tiles(missing, alphabet)
            raise IllegalPlay("not on the rack", f"The pool has no {shown} for this move")
        return
    unplayed = count_unplayed(board.ruleset, board.count_tiles())
    if missing := find_missing([*placement.values()], unplayed):
        lacking = tiles.write_tiles(missing, alphabet)
        sentence = f"Too few tiles are left; the move needs {lacking} more than the set has"
        raise IllegalPlay("not in the bag", sentence)
