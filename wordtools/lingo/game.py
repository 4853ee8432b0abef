"""Games of Lingo, stored as the order of the bag and the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from functools import cached_property
from random import Random

import msgspec

from wordtools.errors import GameError
from wordtools.lingo.board import StackBoard
from wordtools.lingo.moves import check_move, read_move
from wordtools.lingo.scoring import score_move
from wordtools.rules.ruleset import StackingRuleset
from wordtools.wording import pluralize


class LingoTurn(msgspec.Struct, frozen=True):
    """A move in the notation of the board before it, and its score."""

    move: str
    points: int


class LingoGame(msgspec.Struct, frozen=True, dict=True):
    """An immutable game: its players in turn order, all tiles in drawing order, and the turns.
    `play` and `undo` return other games. `msgspec.json.encode` stores a game, `read` restores
    it."""

    ruleset: StackingRuleset
    players: tuple[str, ...]
    bag: bytes
    turns: tuple[LingoTurn, ...] = ()

    def __repr__(self) -> str:
        names, turns = ", ".join(self.players), pluralize(len(self.turns), "turn")
        return f"<LingoGame {self.ruleset.name}: {names}; {turns}>"

    @classmethod
    def new(cls, ruleset: StackingRuleset, players: tuple[str, ...], random: Random) -> LingoGame:
        """A new game, with the bag in random order. Raises `GameError`."""
        tiles = sorted(Counter(dict(enumerate(ruleset.counts))).elements())
        return cls(ruleset, players, bytes(random.sample(tiles, len(tiles))))._validate()

    @classmethod
    def read(cls, text: str | bytes) -> LingoGame:
        """Reads the JSON of a game and replays every move. Raises `WordtoolsError`."""
        try:
            return msgspec.json.decode(text, type=cls)._validate()
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise GameError(f"not a game of Lingo: {error}") from None

    def _validate(self) -> LingoGame:
        """Returns the game itself. Raises `WordtoolsError` for an impossible game."""
        low, high = self.ruleset.players
        count = len(self.players)
        if not low <= count <= high or len(set(self.players)) < count:
            raise GameError(f"Lingo is for {low} to {high} players, each with a different name")
        if Counter(self.bag) != Counter(dict(enumerate(self.ruleset.counts))):
            raise GameError("the bag does not hold the ruleset's tiles")
        if not self.pool:
            raise GameError(f"{len(self.bag)} tiles are too few for {len(self.players)} players")
        _ = self._position  # replays and thereby checks every move
        return self

    @cached_property
    def _position(self) -> tuple[StackBoard, list[bytes], bytes]:
        """The board, the pools, and the tiles left in the bag."""
        size = self.pool
        dealt = size * len(self.players)
        pools = [self.bag[at : at + size] for at in range(0, dealt, size)]
        bag = self.bag[dealt:]
        board = StackBoard(self.ruleset)
        for number, turn in enumerate(self.turns):
            mover = number % len(self.players)
            if not all(pools):
                raise GameError("the game has ended")
            placement = read_move(turn.move, self.ruleset)
            check_move(board, placement, pools[mover])
            board = board.after(placement)
            kept = bytes((Counter(pools[mover]) - Counter(placement.values())).elements())
            drawn = size - len(kept)
            pools[mover], bag = kept + bag[:drawn], bag[drawn:]
        return board, pools, bag

    @property
    def pool(self) -> int:
        """The size of a player's pool: the rules', or an equal share of a small set."""
        return min(self.ruleset.pool, len(self.bag) // len(self.players))

    @property
    def board(self) -> StackBoard:
        """The current board."""
        return self._position[0]

    @property
    def pools(self) -> list[bytes]:
        """The tiles of each player."""
        return self._position[1]

    @property
    def left(self) -> int:
        """The number of tiles in the bag."""
        return len(self._position[2])

    @property
    def mover(self) -> str:
        """The player whose turn it is."""
        return self.players[len(self.turns) % len(self.players)]

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player."""
        return {
            player: sum(turn.points for turn in self.turns[number :: len(self.players)])
            for number, player in enumerate(self.players)
        }

    @property
    def is_over(self) -> bool:
        """True if a player has no tiles left. Nobody loses points for leftover tiles."""
        return not all(self.pools)

    @property
    def winners(self) -> list[str]:
        """The players with the highest score, once the game is over."""
        scores = self.scores
        return [p for p in self.players if self.is_over and scores[p] == max(scores.values())]

    def play(self, move: str, lexicon: Container[str]) -> LingoGame:
        """The game after a move, which need not make a word. Raises `GameError` if the game is
        over, and the errors of `read_move` and `check_move`."""
        game = msgspec.structs.replace(self, turns=(*self.turns, LingoTurn(move, 0)))
        points = score_move(game.board, lexicon).total
        return msgspec.structs.replace(self, turns=(*self.turns, LingoTurn(move, points)))

    def undo(self) -> LingoGame:
        """The game before the last move. Raises `GameError` if there is none."""
        if not self.turns:
            raise GameError("there is no move to take back")
        return msgspec.structs.replace(self, turns=self.turns[:-1])
