"""A computer at a table. It receives only what its seat may see."""

from __future__ import annotations

from random import Random

from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.play import Play
from wordtools.game import computer
from wordtools.judge.verdict import is_acceptable
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.board import StackBoard
from wordtools.lingo.moves import write_move
from wordtools.players.lingo import find_best_moves, find_safest_moves
from wordtools.players.opponents import LEVELS, choose_opponent, choose_turn, find_skill
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset, StackingRuleset
from wordtools.table.questions import OpenQuestion
from wordtools.table.table import Command
from wordtools.table.view import TableView

_SAFE = 7
"""The level from which a player of Lingo considers the replies that a move allows."""


class ComputerSeat:
    """The computer at a seat. `lexicon` has the words that the ruleset admits. Raises
    `WordtoolsError` if there is no such level, or if computers cannot play by these rules."""

    def __init__(self, level: str, ruleset: Ruleset, lexicon: Lexicon) -> None:
        self.ruleset = ruleset
        self.lexicon = lexicon
        self.skill = find_skill(_read_level(level))
        self.level = _read_level(level)
        if isinstance(ruleset, CrosswordRuleset):
            self.opponent = choose_opponent(level, ruleset, lexicon)

    def choose_command(self, view: TableView, seed: int) -> Command | None:
        """The computer's next command; None if it waits. The same seed gives the same command."""
        for question in view.questions:
            if view.seat in question.waits_for:
                return self._answer(view, question, seed)
        if "play" not in view.may:
            return None
        if isinstance(self.ruleset, StackingRuleset):
            return Command(view.seat, "play", self._choose_move(self.ruleset, view, seed))
        return self._choose_turn(self.ruleset, view, seed)

    def _answer(self, view: TableView, question: OpenQuestion, seed: int) -> Command:
        """Decides whether to challenge. The computer challenges only phonies; the more words it
        knows, the more phonies it notices.
        """
        if question.kind == "take-back":
            return Command(view.seat, "consent")
        notices = Random(seed).random() < self.skill.vocabulary
        if not notices or is_acceptable(self.lexicon, question.words, len(question.words)):
            return Command(view.seat, "accept")
        if question.kind != "challenge":
            return Command(view.seat, "check")
        phonies = [word for word in question.words if word not in self.lexicon]
        return Command(view.seat, "challenge", words=tuple(phonies))

    def _choose_turn(self, ruleset: CrosswordRuleset, view: TableView, seed: int) -> Command:
        board = Board.read(view.board, ruleset)
        rack = tiles.read_rack(view.rack, ruleset.alphabet)
        if ruleset.computer:
            turn = computer.choose_turn(board, rack, view.bag, self.lexicon, Random(seed))
            play, exchanged = (turn, b"") if isinstance(turn, Play) else (None, turn)
        else:
            at = [seat.name for seat in view.seats].index(view.seat)
            scores = [seat.score for seat in (*view.seats[at:], *view.seats[:at])]
            valued = choose_turn(
                self.opponent,
                board,
                rack,
                self.lexicon,
                scores=tuple(scores),
                bag=view.bag,
                unseen=tiles.read_rack(view.unseen, ruleset.alphabet),
                seed=seed,
            )
            play, exchanged = valued.play, valued.exchanged
        if play is not None:
            return Command(view.seat, "play", write_play(board, play))
        if exchanged and "exchange" in view.may:
            text = tiles.write_tiles(exchanged, ruleset.alphabet)
            return Command(view.seat, "exchange", text)
        return Command(view.seat, "pass")

    def _choose_move(self, ruleset: StackingRuleset, view: TableView, seed: int) -> str:
        board = StackBoard.read(view.board, ruleset)
        pool = ruleset.alphabet.spell(view.rack)
        random = Random(seed)
        if self.level >= _SAFE:
            chosen = find_safest_moves(board, pool, self.lexicon, random)[0]
        else:
            moves = find_best_moves(board, pool, self.lexicon, limit=max(1, _SAFE - self.level))
            chosen = random.choice(moves)
        return write_move(chosen.placement.items(), ruleset)


def _read_level(level: str) -> int:
    """Returns the number of a level. For strong players that are not levels, this is the highest
    number."""
    return LEVELS.get(level) or (int(level) if level.isdigit() and 0 < int(level) <= 10 else 10)
