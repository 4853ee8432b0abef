"""Moves of Lingo: reading them, and checking that they are legal (the rules of Cameron Browne's
Lingo, 2005)."""

from __future__ import annotations

import re

from wordtools.board import tiles
from wordtools.board.notation import NotationError
from wordtools.board.play import IllegalPlay
from wordtools.board.supply import count_unplayed, find_missing
from wordtools.lingo import cells, drawing
from wordtools.lingo.board import Placement, StackBoard
from wordtools.rules.ruleset import StackingRuleset

_PLACED = re.compile(r"(\[[^\[\]]+\]|[^\[\]])([A-Za-z]{1,2}[0-9]{1,3})")


def read_move(text: str, ruleset: StackingRuleset) -> Placement:
    """The tiles and cells of `ac7` or `ac7,re7`: a tile, then its cell; a tile of several letters
    stands in brackets. Raises `NotationError`, `SpellingError`, and `IllegalPlay` for a cell that
    the grid does not have."""
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
            raise IllegalPlay("square taken", f"Only one tile a turn can go to {cell}")
        placement[cell] = drawing.read_stack(match[1], ruleset.alphabet)[0]
    return placement


def check_move(board: StackBoard, placement: Placement, pool: bytes | None = None) -> None:
    """Raises `IllegalPlay` unless the move is legal. The tiles must come from the `pool`, if it is
    given, otherwise from the tiles of the set that are not on the board."""
    ruleset = board.ruleset
    if not placement:
        raise IllegalPlay("nothing laid", "The move places no tile")
    if len(placement) > ruleset.place:
        raise IllegalPlay(
            "too many tiles",
            f"The move places {len(placement)} tiles; at most {ruleset.place} are allowed",
        )
    for cell, tile in placement.items():
        if not ruleset.repeat and board.stacks.get(cell, b"")[-1:] == bytes([tile]):
            raise IllegalPlay(
                "same letter",
                f"{cell} shows {tiles.show_tile(tile, ruleset.alphabet)} already; a tile may not "
                "be stacked on the same letter",
            )
    _check_connection(board, placement)
    _check_supply(board, placement, pool)


def _check_connection(board: StackBoard, placement: Placement) -> None:
    """Raises `IllegalPlay` unless every tile lies beside one on the board, or beside one placed
    with it that is connected in this way. The tile below a stacked one is not beside it, which
    matters only while the board has a single cell: the document leaves open whether a lone tile can
    be stacked on."""
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
            raise IllegalPlay(
                "not connected", f"The tile at {min(waiting)} lies beside no other tile"
            )
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
        shown = tiles.write_tiles(missing, alphabet)
        raise IllegalPlay(
            "not in the bag",
            f"Too few tiles are left; the move needs {shown} more than the set has",
        )
