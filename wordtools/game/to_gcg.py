"""Turns a game into a GCG record, which `from_gcg` reads as the same game.

The record shows how votes, clocks and withdrawn plays affect the scores, but not these events
themselves.
"""

from __future__ import annotations

import itertools
from collections import Counter

from msgspec import structs

from wordtools.board import notation, scoring, tiles
from wordtools.board.play import Play
from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import GameRecord, Kind, Move, Pragma
from wordtools.game import ending, events, racks
from wordtools.game.events import Event
from wordtools.game.from_gcg import ADDED, CHALLENGER
from wordtools.game.game import Game
from wordtools.game.record_rules import RULESET
from wordtools.game.replay import apply_event
from wordtools.game.state import GameState


def game_to_gcg(
    game: Game, *pragmas: Pragma, start: GameState | None = None, everywhere: bool = False
) -> GameRecord:
    """The GCG record of a game, with these pragmas after those of the players. `start` replaces
    `game.start`, so that another ruleset can be used. With `everywhere`, all lines have racks, even
    those for challenges and time, as strict readers require. Raises `WordtoolsError` if GCG cannot
    hold the game."""
    recorder = _Recorder(game, everywhere)
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
    """Collects the lines of a record. `to_show` holds the players whose racks have become known
    since their last turn."""

    def __init__(self, game: Game, everywhere: bool) -> None:
        self.everywhere = everywhere
        self.lines: list[Pragma | Move] = []
        self.to_show: set[str] = set()
        self.numbers = list(zip(game.players, itertools.count(1)))
        self.nicks: dict[str, str] = {}
        for name, number in self.numbers:
            if not name or name != " ".join(name.split()) or "\0" in name:
                raise WordtoolsError(
                    f"GCG cannot hold the name {name!r}; use one line and single spaces"
                )
            nick = "_".join(name.replace(":", " ").split()) or "player"
            self.nicks[name] = nick if nick not in self.nicks.values() else f"{nick}_{number}"

    def add_event(self, event: Event, state: GameState, later: GameState) -> None:
        """Adds the lines for an event. `state` is the state before the event, `later` the state
        after it."""
        points = later.parts[len(state.parts) :]
        match event:
            case events.Added():
                self.lines.append(Pragma(ADDED, event.tiles))
            case events.Holds():
                self.to_show.add(event.player)
            case events.Played() if later.pending is None and later.last is not None:
                self.add_play(event.player, later.last.play, state)
            case events.Answered() | events.Ruled() if (
                state.pending is not None and later.pending is None
            ):
                asked = state.pending
                self.add_play(asked.player, asked.play, state)
                if later.last is None:
                    self.add_move(
                        "withdrawn", asked.player, later, -_score(state, asked.player, asked.play)
                    )
            case events.Resigned() if state.pending and later.last is not state.last:
                # The play was waiting only for this player's answer.
                self.add_play(state.pending.player, state.pending.play, state)
            case events.TookBack() if state.last is not None:
                moves = (isinstance(line, Move) and line.kind == "play" for line in self.lines)
                del self.lines[max(at for at, is_play in enumerate(moves) if is_play)]
            case events.Exchanged(keeps_turn=False):
                lost = sum(part.points for part in points)
                self.add_move("exchange", event.player, state, lost, tiles=str(event.tiles))
            case events.Passed():
                self.add_move("pass", event.player, state)
            case events.Challenged() if state.last is not None:
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
            case events.Reclaimed() | events.Exchanged():
                raise WordtoolsError(f"GCG cannot hold what {event.player} did: {event}")
            case _:
                for part in points:
                    self.add_move("time", part.player, later, part.points)

    def add_play(self, player: str, play: Play, state: GameState) -> None:
        """Adds a play. `state` is the state before the play."""
        place, word = notation.write_play(state.board, play).split()
        self.add_move("play", player, state, _score(state, player, play), place=place, word=word)

    def add_racks(self, state: GameState) -> None:
        """Adds racks that no move shows."""
        for name, number in self.numbers:
            if name in self.to_show:
                self.lines.append(Pragma(f"rack{number}", _show_rack(state, name)))

    def add_leftovers(self, state: GameState) -> None:
        """Adds the points for unplayed tiles."""
        state = state.change(racks=racks.deduce_racks(state))
        for part in ending.adjust_for_racks(state) or ():
            name = part.player
            owners = state.opponents(name) if name == state.out else [name]
            left = sorted(tile for owner in owners for tile in state.racks[owner].known)
            text = tiles.write_tiles(left, state.ruleset.alphabet)
            self.add_move("rack", name, state, part.points, tiles=text)

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
            self.to_show.discard(player)
        is_bare = kind in ("challenge", "time") and not self.everywhere
        rack = "" if is_bare else _show_rack(state, player)
        nick = self.nicks[player]
        self.lines.append(
            Move(nick=nick, kind=kind, rack=rack, score=points, place=place, word=word, tiles=tiles)
        )


def _add_totals(lines: list[Pragma | Move]) -> list[Pragma | Move]:
    totals: Counter[str] = Counter()
    for at, line in enumerate(lines):
        if isinstance(line, Move):
            totals[line.nick] += line.score or 0
            lines[at] = structs.replace(line, total=totals[line.nick])
    return lines


def _score(state: GameState, player: str, play: Play) -> int:
    return state.limit_points(player, scoring.score_play(state.board, play).total)


def _show_rack(state: GameState, player: str) -> str:
    return tiles.write_tiles(state.racks[player].known, state.ruleset.alphabet)
