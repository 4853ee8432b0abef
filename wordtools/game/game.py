"""A game consists of players, a ruleset and events. Replay computes everything else.

>>> from wordtools.game.events import Played
>>> game = Game("scrabble-en-us", ("Ana", "Bia")).push(Played("Ana", "8H CAT"))
>>> game.scores, game.turn
({'Ana': 10, 'Bia': 0}, 'Bia')

`push` returns the game after further events, and refuses events that the rules forbid; `undo`
returns the game as it was before. Racks may be known, partly known or unknown, as in records of
over-the-board games; unknown tiles are not checked. This module need not look up words, because
events contain the judge's answers.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

import msgspec

from wordtools.board.board import Board
from wordtools.errors import GameError
from wordtools.game import ending, racks
from wordtools.game.events import Added, Event, Holds
from wordtools.game.replay import replay
from wordtools.game.state import Ending, GameState, ScorePart
from wordtools.rules.loading import load_crossword
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import pluralize


class Game(msgspec.Struct, frozen=True, dict=True):
    """A game. `ruleset_name` (`ruleset` in JSON) names its ruleset. `computer` is the name of the
    computer player, if the rules treat the computer differently.
    """

    ruleset_name: str = msgspec.field(name="ruleset")
    players: tuple[str, ...]
    computer: str = ""
    events: tuple[Event, ...] = ()

    def __repr__(self) -> str:
        names, events = ", ".join(self.players), pluralize(len(self.events), "event")
        return f"<Game {self.ruleset_name}: {names}; {events}>"

    @classmethod
    def read(cls, text: str | bytes) -> Game:
        """Reads a game from JSON, as `json` writes it. Raises `GameError` if the JSON is not a
        game, and raises an error for the first event that breaks a rule.
        """
        try:
            game = msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise GameError(f"not a game in JSON: {error}") from None
        _ = game.state
        return game

    def json(self) -> bytes:
        """Writes the game as one JSON object, which `read` reads."""
        return msgspec.json.encode(self)

    @cached_property
    def ruleset(self) -> CrosswordRuleset:
        """The ruleset. Raises `RulesError`."""
        return load_crossword(self.ruleset_name)

    @cached_property
    def start(self) -> GameState:
        """The state before the first event. Raises `GameError` or `RulesError`."""
        return self.start_by(self.ruleset)

    def start_by(self, ruleset: CrosswordRuleset) -> GameState:
        """The state before the first event under this ruleset. Raises `GameError`."""
        minimum, maximum = ruleset.players
        if not minimum <= len(self.players) <= maximum:
            allowed = f"{minimum} to {maximum} players"
            raise GameError(f"{ruleset.title} is for {allowed}, not {len(self.players)}")
        if len(set(self.players)) != len(self.players):
            raise GameError("two players have the same name")
        if self.computer and self.computer not in self.players:
            raise GameError(f"the computer, {self.computer}, is not one of the players")
        if self.computer and not ruleset.computer:
            raise GameError(f"{ruleset.title} has no rules for a computer")
        return GameState.first(ruleset, self.players, self.computer)

    @cached_property
    def state(self) -> GameState:
        """The state after the last event. Raises an error for the first event that breaks a
        rule."""
        return replay(self.start, self.events)

    def push(self, *events: Event) -> Game:
        """The game with these events added. Raises `IllegalEvent` or `IllegalPlay` if an event is
        illegal, and `NotationError` or `SpellingError` if a text cannot be read."""
        state = replay(self.state, events)
        longer = msgspec.structs.replace(self, events=(*self.events, *events))
        vars(longer).update(ruleset=self.ruleset, start=self.start, state=state)
        return longer

    def undo(self, events: int = 1) -> Game:
        """The game without its last events, one by default."""
        shorter = msgspec.structs.replace(
            self, events=self.events[: max(0, len(self.events) - events)]
        )
        vars(shorter).update(ruleset=self.ruleset, start=self.start)
        return shorter

    def deal(self, random: Random) -> Game:
        """The game with all unknown tiles drawn at random: random letters in the bag, the first
        racks, and the tiles drawn after plays and exchanges.
        """
        game = self
        if self.ruleset.random_tiles and not self.state.added:
            game = game.push(Added(racks.draw_letters(self.state, random)))
        for player in self.players:
            if game.state.racks[player].unknown:
                game = game.push(Holds(player, racks.draw_rack(game.state, player, random)))
        return game

    @property
    def board(self) -> Board:
        """The board with the tiles on it."""
        return self.state.board

    @property
    def turn(self) -> str | None:
        """The player whose turn it is; None once the game has ended."""
        return self.state.turn

    @property
    def ended(self) -> Ending | None:
        """The reason why the game has ended, or None."""
        return self.state.ended

    @property
    def scores(self) -> dict[str, int]:
        """The players' points; after the end, including those for leftover tiles, if known."""
        return ending.compute_final_scores(self.state) or self.state.scores

    @property
    def parts(self) -> tuple[ScorePart, ...]:
        """The gains and losses that add up to the scores."""
        return self.state.parts + (ending.adjust_for_racks(self.state) or ())

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The winners. Several players may share the win. None as long as the winners are
        unknown."""
        return ending.find_winners(self.state)
