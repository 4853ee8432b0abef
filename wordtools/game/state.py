"""The state of a game after some of its events."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, Self

from msgspec import Struct, structs

from wordtools.board.board import Board
from wordtools.board.play import Play
from wordtools.errors import WordtoolsError
from wordtools.rules.challenge import Situation, find_next_player
from wordtools.rules.ruleset import CrosswordRuleset

EventFault = Literal[
    "not begun",
    "not seated",
    "adjourned",
    "ended",
    "no player",
    "not your turn",
    "not settled",
    "nothing to settle",
    "no challenge",
    "challenge refused",
    "answered before",
    "too late",
    "too early",
    "no consent",
    "not on the rack",
    "too many tiles",
    "not in the bag",
    "bag too small",
    "exchanges used up",
    "whole rack",
    "wrong number",
    "no blank",
    "no clock",
    "days off",
    "not allowed",
]
"""The ways in which an event can break the rules, besides those of `IllegalPlay`."""


class IllegalEvent(WordtoolsError):
    """An event is illegal in the current state of the game. `fault` says which kind of rule it
    breaks."""

    def __init__(self, fault: EventFault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault


Why = Literal["play", "withdrawn", "challenge", "exchange", "time", "racks"]
Ending = Literal["out", "refill", "scoreless", "passed", "time", "stopped", "blocked", "lost"]
"""Why a game ended: a player went "out"; the bag could not "refill" a rack; too many turns were
"scoreless"; all players "passed"; their "time" was up; a player "stopped" the game; nobody could
form a word ("blocked"); or all players but one had "lost"."""


class ScorePart(Struct, frozen=True):
    """Points that a player gained or lost, and the reason. "withdrawn" reverses a "play"."""

    player: str
    points: int
    why: Why


class Rack(Struct, frozen=True):
    """A rack of `size` tiles. `known` has the numbers of the known tiles, in ascending order; 0 is
    a blank."""

    known: bytes
    size: int

    @property
    def unknown(self) -> int:
        """The number of unknown tiles."""
        return self.size - len(self.known)


class LastPlay(Struct, frozen=True):
    """The play that can still be challenged, with its points and the game `before` it."""

    player: str
    play: Play
    points: int
    before: GameState
    challenged: bool = False


class PendingPlay(Struct, frozen=True):
    """A play that opponents may still challenge; it scores once it stands. `votes` are
    the opponents' answers; `ruled` is the judge's answer."""

    player: str
    play: Play
    votes: dict[str, bool] = {}
    ruled: bool | None = None
    seconds: float = 0


class GameState(Struct, frozen=True):
    """The state of a game.

    `turn`: the player to move, or None once the game has ended. `bag`: the number of tiles in the
    bag. `added`: the random letters, once known. `aside`: known tiles that have just been exchanged
    and cannot be drawn in the same exchange. `parts`: all points so far, except those for leftover
    tiles. `owed`: the number of turns that each player still has to miss. `scoreless`, `passes`:
    the number of consecutive turns of this kind up to now. `wrong`: the number of each player's
    failed challenges. `kept_turn`: players who have used the exchange that keeps the turn. `used`:
    the seconds used on each player's clock. `lost`: players who lost before the end. `out`: the
    player who went out.
    """

    players: tuple[str, ...]
    board: Board
    racks: dict[str, Rack]
    bag: int
    turn: str | None
    computer: str = ""
    added: bytes = b""
    aside: bytes = b""
    parts: tuple[ScorePart, ...] = ()
    owed: dict[str, int] = {}
    scoreless: int = 0
    passes: int = 0
    exchanges: dict[str, int] = {}
    kept_turn: tuple[str, ...] = ()
    wrong: dict[str, int] = {}
    used: dict[str, float] = {}
    lost: tuple[str, ...] = ()
    last: LastPlay | None = None
    pending: PendingPlay | None = None
    ended: Ending | None = None
    out: str | None = None

    def __repr__(self) -> str:
        scores = ", ".join(f"{player} {points}" for player, points in self.scores.items())
        now = f"ended: {self.ended}" if self.ended else f"{self.turn} to move"
        return f"<GameState {self.ruleset.name}: {scores}; {now}>"

    @classmethod
    def first(cls, rules: CrosswordRuleset, players: tuple[str, ...], computer: str = "") -> Self:
        """The state before the first move, with full racks."""
        bag = sum(rules.counts) + rules.random_tiles
        racks = {}
        for player in players:
            racks[player] = Rack(b"", min(rules.rack, bag))
            bag -= racks[player].size
        return cls(players, Board.empty(rules), racks, bag, players[0], computer)

    @property
    def ruleset(self) -> CrosswordRuleset:
        """The ruleset."""
        return self.board.ruleset

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player, without leftover tiles."""
        totals = dict.fromkeys(self.players, 0)
        for part in self.parts:
            totals[part.player] += part.points
        return totals

    def opponents(self, player: str) -> list[str]:
        """The other players, in order."""
        return [other for other in self.players if other != player]

    def count_unseen(self) -> Counter[int]:
        """How many of each tile are neither on the board nor known to be on a rack."""
        seen = self.board.count_tiles()
        for rack in self.racks.values():
            seen.update(rack.known)
        added = Counter(self.added)
        counts = enumerate(self.ruleset.counts)
        return Counter({tile: count + added[tile] - seen[tile] for tile, count in counts})

    def change(self, **changes: Any) -> GameState:
        """The state with these fields changed."""
        return structs.replace(self, **changes)

    def limit_points(self, player: str, points: int) -> int:
        """The points that a player actually gains or loses, since no score can fall below the
        minimum that the rules set.
        """
        lowest = self.ruleset.lowest_score
        if lowest is None or points >= 0:
            return points
        return max(points, min(0, lowest - self.scores[player]))

    def add_points(self, player: str, points: int, why: Why) -> GameState:
        """The state after points, which may be negative, are added to a player's score; unchanged
        if the player has already lost."""
        points = self.limit_points(player, points) if why != "withdrawn" else points
        points = 0 if player in self.lost else points
        return self.change(parts=(*self.parts, ScorePart(player, points, why))) if points else self

    def with_rack(self, player: str, rack: Rack) -> GameState:
        """The state with a player's rack changed."""
        return self.change(racks={**self.racks, player: rack})

    def pass_turn(self, player: str) -> GameState:
        """The state after the turn passes from this player to the next."""
        situation = Situation(list(self.players), player, owed=self.owed)
        turn, owed = find_next_player(situation, {})
        return self.change(turn=turn, owed=owed)
