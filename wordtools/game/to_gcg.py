"""A game as a GCG record, which `from_gcg` reads as the same game.

It has no votes, clocks or plays taken back, only their effects on scores.
"""

from __future__ import annotations

import itertools
from collections import Counter

from msgspec import structs

from wordtools.board import notation, scoring, tiles
from wordtools.board.play import Play
from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import GameRecord, Kind, Move, Pragma
from wordtools.game import ending, racks
from wordtools.game.events import (
    Added,
    Answered,
    Challenged,
    Event,
    Exchanged,
    Holds,
    Passed,
    Played,
    Reclaimed,
    Ruled,
    TookBack,
)
from wordtools.game.from_gcg import ADDED, CHALLENGER
from wordtools.game.game import Game
from wordtools.game.record_rules import RULESET
from wordtools.game.replay import apply_event
from wordtools.game.state import GameState


def game_to_gcg(game: Game, *pragmas: Pragma, start: GameState | None = None) -> GameRecord:
    """The GCG record of a game, with these pragmas after those of the players. `start` is the game
    before its first event, unless its own ruleset says that. Raises `WordtoolsError` for a game
    that GCG cannot hold."""
    recorder = _Recorder(game)
    state = start or game.start
    for event in game.events:
        later = apply_event(state, event)
        recorder.add_event(event, state, later)
        state = later
    recorder.add_racks(state)
    recorder.add_leftovers(state)
    head = [Pragma(f"player{n}", f"{recorder.nicks[name]} {name}") for name, n in recorder.numbers]
    lines = _add_totals(recorder.lines)
    return GameRecord((*head, Pragma(RULESET, game.ruleset_name), *pragmas, *lines))


class _Recorder:
    """The lines of a record so far, still without totals. `held`: players whose rack became known
    after their last turn."""

    def __init__(self, game: Game) -> None:
        self.lines: list[Pragma | Move] = []
        self.held: set[str] = set()
        self.numbers = list(zip(game.players, itertools.count(1)))
        self.nicks: dict[str, str] = {}
        for name, number in self.numbers:
            if not name or name != " ".join(name.split()) or "\0" in name:
                raise WordtoolsError(
                    f"GCG cannot hold the name {name!r}; a name is words on one line"
                )
            nick = "_".join(name.replace(":", " ").split()) or "player"
            self.nicks[name] = nick if nick not in self.nicks.values() else f"{nick}_{number}"

    def add_event(self, event: Event, state: GameState, later: GameState) -> None:
        """Adds the lines for an event; `state` is before it, `later` after it."""
        points = later.parts[len(state.parts) :]
        match event:
            case Added():
                self.lines.append(Pragma(ADDED, event.tiles))
            case Holds():
                self.held.add(event.player)
            case Played() if later.pending is None and later.last is not None:
                self.add_play(event.player, later.last.play, state)
            case Answered() | Ruled() if state.pending is not None and later.pending is None:
                asked = state.pending
                self.add_play(asked.player, asked.play, state)
                if later.last is None:
                    self.add_move(
                        "withdrawn", asked.player, later, -_score(state, asked.player, asked.play)
                    )
            case TookBack() if state.last is not None:
                self.remove_last_play()
            case Exchanged(keeps_turn=False):
                named = event.tiles
                self.add_move("exchange", event.player, state, sum(p.points for p in points),
                          tiles=str(named))  # fmt: skip
            case Passed():
                self.add_move("pass", event.player, state)
            case Challenged() if state.last is not None:
                mover = state.last.player
                if not event.acceptable:
                    self.add_move("withdrawn", mover, later, -state.last.points)
                elif points:
                    self.add_move("challenge", points[0].player, later, points[0].points)
                else:
                    self.add_move("challenge", mover, later)
                order = state.players
                if event.player != order[(order.index(mover) + 1) % len(order)]:
                    self.lines.append(Pragma(CHALLENGER, self.nicks[event.player]))
            case Reclaimed() | Exchanged():
                raise WordtoolsError(f"GCG cannot hold what {event.player} did: {event}")
            case _:
                for part in points:
                    self.add_move("time", part.player, later, part.points)

    def remove_last_play(self) -> None:
        """Removes the line of the last play, and only that one: an earlier line may equal it."""
        del self.lines[max(at for at, line in enumerate(self.lines) if _is_play(line))]

    def add_play(self, player: str, play: Play, state: GameState) -> None:
        """Adds a play that was made in this state."""
        place, word = notation.write_play(state.board, play).split()
        self.add_move("play", player, state, _score(state, player, play), place=place, word=word)

    def add_racks(self, state: GameState) -> None:
        """Adds racks that no move shows."""
        for name, number in self.numbers:
            if name in self.held:
                self.lines.append(Pragma(f"rack{number}", _show_rack(state, name)))

    def add_leftovers(self, state: GameState) -> None:
        """Adds the points for unplayed tiles."""
        held = racks.deduce_racks(state)
        for part in ending.adjust_for_racks(state) or ():
            name = part.player
            whose = state.opponents(name) if name == state.out else [name]
            left = sorted(tile for each in whose for tile in held[each].known)
            shown = tiles.write_tiles(left, state.ruleset.alphabet)
            self.add_move("rack", name, state.change(racks=held), part.points, tiles=shown)

    def add_move(
        self,
        kind: Kind,
        player: str,
        state: GameState,
        points: int = 0,
        *,
        place: str = "",
        word: str = "",
        tiles: str = "",
    ) -> None:
        """Adds a move, with the known tiles of the player's rack."""
        if kind in ("play", "exchange", "pass"):
            self.held.discard(player)
        rack = "" if kind in ("challenge", "time") else _show_rack(state, player)
        nick = self.nicks[player]
        self.lines.append(
            Move(nick=nick, kind=kind, rack=rack, score=points, place=place, word=word, tiles=tiles)
        )


def _add_totals(lines: list[Pragma | Move]) -> list[Pragma | Move]:
    """The lines with running totals."""
    totals: Counter[str] = Counter()
    found: list[Pragma | Move] = []
    for line in lines:
        if isinstance(line, Move):
            totals[line.nick] += line.score or 0
            line = structs.replace(line, total=totals[line.nick])
        found.append(line)
    return found


def _is_play(line: Pragma | Move) -> bool:
    return isinstance(line, Move) and line.kind == "play"


def _score(state: GameState, player: str, play: Play) -> int:
    return state.limit_points(player, scoring.score_play(state.board, play).total)


def _show_rack(state: GameState, player: str) -> str:
    return tiles.write_tiles(state.racks[player].known, state.ruleset.alphabet)
