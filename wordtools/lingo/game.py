"""Games of Lingo, which are stored as the order of the bag and the moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import msgspec

from wordtools.errors import GameError
from wordtools.lingo import cells
from wordtools.lingo.board import Placement, StackBoard
from wordtools.lingo.moves import check_move, read_move
from wordtools.lingo.scoring import score_move
from wordtools.rules.ruleset import StackingRuleset
from wordtools.wording import pluralize


class LingoTurn(msgspec.Struct, frozen=True):
    """A move, written with the names that cells had before it, and its score."""

    move: str
    points: int


class LingoPosition(NamedTuple):
    """The board, the tiles of each player, the tiles left in the bag, and the moves, with the names
    that their cells have now."""

    board: StackBoard
    pools: tuple[bytes, ...]
    bag: bytes
    moves: tuple[Placement, ...]


class LingoGame(msgspec.Struct, frozen=True, dict=True):
    """An immutable game: the players, in the order of their turns; all tiles, in the order in which
    they are drawn; and the turns. `resigned` maps each player who has resigned to the number of
    turns before the resignation. `play`, `resign` and `undo` return new games.
    `msgspec.json.encode` writes a game, and `read` reads it."""

    ruleset: StackingRuleset
    players: tuple[str, ...]
    bag: bytes
    turns: tuple[LingoTurn, ...] = ()
    resigned: dict[str, int] = {}

    def __repr__(self) -> str:
        names, turns = ", ".join(self.players), pluralize(len(self.turns), "turn")
        return f"<LingoGame {self.ruleset.name}: {names}; {turns}>"

    @classmethod
    def new(cls, ruleset: StackingRuleset, players: tuple[str, ...], random: Random) -> LingoGame:
        """A new game with the bag in random order. Raises `GameError`."""
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
        """Returns the game itself. Raises `WordtoolsError` if such a game is impossible."""
        low, high = self.ruleset.players
        count = len(self.players)
        if not low <= count <= high or len(set(self.players)) < count:
            raise GameError(f"Lingo is for {low} to {high} players, each with a different name")
        if Counter(self.bag) != Counter(dict(enumerate(self.ruleset.counts))):
            raise GameError("the bag does not hold the ruleset's tiles")
        if not self.pool:
            raise GameError(f"{len(self.bag)} tiles are too few for {len(self.players)} players")
        if not {*self.resigned} < {*self.players}:
            raise GameError("only players can resign, and not all of them")
        _ = self._position  # this replays, and thereby checks, every move
        return self

    @cached_property
    def _position(self) -> LingoPosition:
        """Replays every move. A game made from another game gets its position from that game
        instead."""
        dealt = self.pool * len(self.players)
        pools = tuple(self.bag[at : at + self.pool] for at in range(0, dealt, self.pool))
        position = LingoPosition(StackBoard(self.ruleset), pools, self.bag[dealt:], ())
        for mover, turn in zip(self._movers, self.turns, strict=False):
            position = self._move(position, mover, turn.move)
        return position

    def _move(self, before: LingoPosition, mover: int, move: str) -> LingoPosition:
        """The position after a move. Raises `WordtoolsError` if the move is illegal."""
        if not all(before.pools):
            raise GameError("the game has ended")
        pools, bag = list(before.pools), before.bag
        placement = read_move(move, self.ruleset)
        check_move(before.board, placement, pools[mover])
        kept = bytes((Counter(pools[mover]) - Counter(placement.values())).elements())
        drawn = self.pool - len(kept)
        pools[mover] = kept + bag[:drawn]
        shift = cells.shift_to_corner({**before.board.stacks, **placement}, self.ruleset.grid)
        moves = tuple(
            {cell.step(*shift): tile for cell, tile in placed.items()}
            for placed in (*before.moves, placement)
        )
        return LingoPosition(before.board.after(placement), tuple(pools), bag[drawn:], moves)

    @cached_property
    def _movers(self) -> list[int]:
        """The number of the player who made each turn and, at the end, that of the player to
        move."""
        movers = []
        at, count = 0, len(self.players)
        for turn in range(len(self.turns) + 1):
            while self.resigned.get(self.players[at], turn + 1) <= turn:
                at = (at + 1) % count
            movers.append(at)
            at = (at + 1) % count
        return movers

    @property
    def pool(self) -> int:
        """The size of a player's pool: as in the rules, or an equal share of the tiles if the set
        is too small.
        """
        return min(self.ruleset.pool, len(self.bag) // len(self.players))

    @property
    def board(self) -> StackBoard:
        """The current board."""
        return self._position.board

    @property
    def pools(self) -> tuple[bytes, ...]:
        """The tiles of each player."""
        return self._position.pools

    @property
    def left(self) -> int:
        """The number of tiles in the bag."""
        return len(self._position.bag)

    @property
    def moves(self) -> tuple[Placement, ...]:
        """The moves of all turns, with the names that their cells have now."""
        return self._position.moves

    @property
    def mover(self) -> str:
        """The player whose turn it is."""
        return self.players[self._movers[-1]]

    @property
    def lost(self) -> tuple[str, ...]:
        """The players who have resigned."""
        return tuple(self.resigned)

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player."""
        scores = dict.fromkeys(self.players, 0)
        for mover, turn in zip(self._movers, self.turns, strict=False):
            scores[self.players[mover]] += turn.points
        return scores

    @property
    def is_over(self) -> bool:
        """True if a player has no tiles left, or all but one have resigned. Nobody loses points for
        leftover tiles."""
        return not all(self.pools) or len(self.resigned) == len(self.players) - 1

    @property
    def winners(self) -> list[str]:
        """Once the game is over, the players with the highest score among those who have not
        resigned."""
        playing = {name: points for name, points in self.scores.items() if name not in self.lost}
        best = max(playing.values())
        return [name for name, points in playing.items() if self.is_over and points == best]

    def play(self, move: str, lexicon: Container[str]) -> LingoGame:
        """The game after a move, which need not make a word. Raises `GameError` if the game is
        over, and the same errors as `read_move` and `check_move`."""
        position = self._move(self._position, self._movers[-1], move)
        turn = LingoTurn(move, score_move(position.board, lexicon).total)
        return self._continue(position, turns=(*self.turns, turn))

    def add(self, turn: LingoTurn) -> LingoGame:
        """The game after a turn whose points are known. Raises the same errors as `play`."""
        position = self._move(self._position, self._movers[-1], turn.move)
        return self._continue(position, turns=(*self.turns, turn))

    def resign(self, player: str) -> LingoGame:
        """The game after a player resigns. The player's score stands, nobody gets the player's
        tiles, and the others play on. Raises `GameError` if this player is not playing, or if the
        game is over.
        """
        if player not in self.players or player in self.lost or self.is_over:
            raise GameError(f"{player} is not playing")
        resigned = {**self.resigned, player: len(self.turns)}
        return self._continue(self._position, resigned=resigned)

    def _continue(self, position: LingoPosition, **changes: Any) -> LingoGame:
        game = msgspec.structs.replace(self, **changes)
        game.__dict__["_position"] = position
        return game

    def undo(self) -> LingoGame:
        """The game without the last move and any later resignations. Raises `GameError` if there is
        none."""
        if not self.turns:
            raise GameError("there is no move to take back")
        turns = self.turns[:-1]
        kept = {name: turn for name, turn in self.resigned.items() if turn <= len(turns)}
        return msgspec.structs.replace(self, turns=turns, resigned=kept)
