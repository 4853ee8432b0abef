"""Hints for practice tables."""

from __future__ import annotations

from msgspec import Struct

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.game.state import IllegalEvent
from wordtools.lingo.board import StackBoard
from wordtools.lingo.moves import write_move
from wordtools.players.lingo import find_best_moves
from wordtools.players.static import find_best_turns
from wordtools.players.tables import open_leave_table
from wordtools.rules.ruleset import StackingRuleset
from wordtools.table.host import TableHost
from wordtools.table.view import view

MOST_HINTS = 5


class HintedPlay(Struct, frozen=True):
    """A play that a player could make, with its points and its value."""

    notation: str
    score: int
    value: float


def find_plays(host: TableHost, seat: str, now: float) -> list[HintedPlay]:
    """Finds the best plays for a seat, using only what the seat may see. Raises `WordtoolsError` if
    it is not the seat's turn, or if computers cannot play by these rules."""
    seen = view(host.table, seat, now)
    if "play" not in seen.may:
        raise IllegalEvent("not your turn", "Only the player whose turn it is can have hints")
    ruleset = host.table.ruleset
    rack = tiles.read_rack(seen.rack, ruleset.alphabet)
    if isinstance(ruleset, StackingRuleset):
        board = StackBoard.read(seen.board, ruleset)
        moves = find_best_moves(board, rack, host.lexicon, MOST_HINTS)
        return [
            HintedPlay(write_move(move.placement.items(), ruleset), move.score, move.value)
            for move in moves
        ]
    turns = find_best_turns(
        Board.read(seen.board, ruleset),
        rack,
        host.lexicon,
        open_leave_table(ruleset, host.lexicon),
        limit=MOST_HINTS,
        players=len(seen.seats),
        bag=seen.bag,
        unseen=tiles.read_rack(seen.unseen, ruleset.alphabet),
    )
    return [HintedPlay(turn.notation, turn.score, turn.value) for turn in turns]
