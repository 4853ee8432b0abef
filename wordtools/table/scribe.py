"""Writes events. Each event is first checked against the rules of the game, and then applied to the
table.

This module also writes events that follow without a command: rulings, plays that stand, draws of
tiles, and the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from wordtools.board import generator, tiles
from wordtools.errors import GameError
from wordtools.game import ending
from wordtools.game import events as game_events
from wordtools.game.replay import find_faults
from wordtools.game.state import GameState
from wordtools.judge.verdict import is_acceptable
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.game import LingoGame
from wordtools.table import events
from wordtools.table.days import count_seconds
from wordtools.table.events import AnyEvent, Happened
from wordtools.table.questions import list_questions, list_words
from wordtools.table.state import Table, count_seconds_left, evolve, find_draw


class Scribe:
    """Collects the events that a command or time causes at a table, and the table that results.
    `lexicon` contains the words that the ruleset admits; `member` is the team member who gave the
    command."""

    def __init__(self, table: Table, now: float, lexicon: Lexicon) -> None:
        self.table = table
        self.now = max(now, table.at)
        self.lexicon = lexicon
        self.member = ""
        self.happened: list[Happened] = []

    def write(self, event: AnyEvent, only: str | None = None) -> None:
        """Writes an event. Raises an error for the first rule of the game that the event breaks."""
        if isinstance(event, game_events.Event) and isinstance(self.table.position, GameState):
            for fault in find_faults(self.table.game, event):
                raise fault
        happened = Happened(self.now, event, only, self.member)
        self.table = evolve(self.table, happened)
        self.happened.append(happened)

    def read_clock(self) -> bool:
        """If the game is timed, writes the seconds that the player whose clock is running has used.
        Returns False if the penalty for overtime ends the game; nothing else can then happen.
        """
        table = self.table
        player = table.running
        if player is None or table.game.ruleset.clock.game is None:
            return True
        before = table.game.used.get(player, 0)
        left = count_seconds_left(table, player, table.since) or 0
        used = before + min(max(0, self.now - table.since), max(0, left))
        self.write(game_events.Timed(player, max(before, round(used, 3))))
        return not self.table.game.ended

    def rule(self, words: Sequence[str]) -> bool:
        """The judge's answer: True if all words of a play are valid. Raises `CannotJudge`."""
        return is_acceptable(self.lexicon, words, most=len(words))

    def stand(self) -> None:
        """Makes the last play final, and lets its player draw tiles."""
        if not self.table.firm:
            self.write(events.Stood())
            self.deal()

    def deal(self) -> None:
        """Lets all players whose racks are not full draw tiles. The player who moved last draws
        first."""
        game = self.table.game
        if self.table.firm and not self.table.is_over:
            for player in game.players:
                rack = game.racks[player]
                if rack.unknown:
                    whole = sorted(rack.known + find_draw(self.table, player))
                    held = tiles.write_tiles(whole, game.ruleset.alphabet)
                    self.write(game_events.Holds(player, held), only=player)

    def follow_up(self) -> None:
        """Writes the events that follow from the last event."""
        if isinstance(self.table.position, LingoGame):
            self._close_lingo()
            return
        if self.table.position is None or self.table.is_over:
            return
        self._settle_question()
        if not self.table.firm and not self._may_change():
            self.stand()
        if self.table.firm:
            self.deal()
        if self._is_blocked():
            self.write(game_events.Blocked())
        if self.table.game.ended and self.table.firm:
            self._close()

    def _settle_question(self) -> None:
        """Rules on a play that an opponent wanted checked."""
        pending = self.table.game.pending
        rule = self.table.game.ruleset.challenge_rule
        if pending is None or pending.ruled is not None or rule.check != "timed":
            return
        if False in pending.votes.values():
            seconds = count_seconds(self.table, self.table.played_at, self.now)
            self.write(game_events.Ruled(self.rule(list_words(self.table)), seconds))

    def _may_change(self) -> bool:
        """True while the last play can be challenged or taken back."""
        return any(
            question.deadline is None or self.now < question.deadline
            for question in list_questions(self.table)
        )

    def _is_blocked(self) -> bool:
        game = self.table.game
        rules = game.ruleset
        if not rules.end.blocked or rules.reclaim_blanks or game.bag or game.ended or game.pending:
            return False
        if not self.table.firm or game.last is not None:
            return False
        playing = [name for name in game.players if name not in game.lost]
        return not any(
            generator.find_plays(game.board, game.racks[name].known, self.lexicon, limit=1)
            for name in playing
        )

    def _close(self) -> None:
        game = self.table.game
        scores = ending.compute_final_scores(game)
        winners = ending.find_winners(game)
        if scores is None or winners is None or game.ended is None:
            raise GameError("the result is unknown, because a rack is unknown")
        nonce = self.table.opened.nonce
        self.write(events.Closed(game.ended, scores, winners, nonce))

    def _close_lingo(self) -> None:
        lingo, table = self.table.position, self.table
        if not isinstance(lingo, LingoGame) or table.is_over:
            return
        if not lingo.is_over:
            return
        reason = "lost" if all(lingo.pools) else "out"
        winners, nonce = tuple(lingo.winners), table.opened.nonce
        self.write(events.Closed(reason, lingo.scores, winners, nonce))
