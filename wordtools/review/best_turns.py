"""Compares the turns of a recorded game with the best turns, for study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from wordtools.board.board import Board
from wordtools.board.notation import place_notation, read_notation
from wordtools.board.tiles import read_rack
from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import GameRecord, Move
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.leaves import LeaveTable
from wordtools.players.static import ValuedTurn, find_best_turns
from wordtools.review.reviewed_game import ReviewedGame
from wordtools.rules.ruleset import CrosswordRuleset

_ALL = 100_000


class BestTurns(msgspec.Struct, frozen=True):
    """The best turns for the rack on a line, best first, and the turn that was made (None if that
    turn is invalid).
    """

    line: int
    best: list[ValuedTurn]
    made: ValuedTurn | None

    @property
    def lost(self) -> float | None:
        """The difference in points between the best turn and the turn made."""
        return None if self.made is None else self.best[0].value - self.made.value


def find_best_of_game(
    record: GameRecord,
    review: ReviewedGame,
    ruleset: CrosswordRuleset,
    lexicon: Lexicon,
    leaves: LeaveTable | None,
    limit: int,
) -> Iterator[BestTurns]:
    """The best turns for each line that states a rack for a play, exchange or pass, in a record
    that was reviewed with boards. Skips unreadable racks."""
    ruleset = ruleset.read_by(lexicon.alphabet)
    board = Board.empty(ruleset)
    after = {line.line: line.board for line in review.lines}
    exchanges: Counter[str] = Counter()
    players = max(2, len({line.player for line in review.lines}))
    for move in record.moves:
        if move.line not in after:
            return
        if move.kind in ("play", "exchange", "pass") and move.rack:
            try:
                turns = find_best_turns(
                    board,
                    read_rack(move.rack, ruleset.alphabet),
                    lexicon,
                    leaves,
                    limit=_ALL,
                    players=players,
                    exchanges=exchanges[move.nick],
                )
                yield BestTurns(move.line, turns[:limit], _find_made(board, move, turns))
            except WordtoolsError:
                pass  # the review already reports what is wrong with the rack
        exchanges[move.nick] += move.kind == "exchange"
        board = Board.read(after[move.line], ruleset)


def _find_made(board: Board, move: Move, turns: list[ValuedTurn]) -> ValuedTurn | None:
    """Finds the turn of a line among all turns."""
    alphabet = board.ruleset.alphabet
    if move.kind == "play":
        play = place_notation(board, read_notation(move.text, alphabet))
        laid = play.list_laid(board)
        return next((t for t in turns if t.play and t.play.list_laid(board) == laid), None)
    gone = read_rack(move.tiles, alphabet) if move.kind == "exchange" else b""
    return next((t for t in turns if t.kind == move.kind and t.exchanged == gone), None)
