"""The end of a game, the points for leftover tiles, and the winners."""

from __future__ import annotations

import math
from collections.abc import Iterator

from wordtools.errors import WordtoolsError
from wordtools.game import racks
from wordtools.game.events import Timed
from wordtools.game.state import Ending, GameState, IllegalEvent, ScorePart


def find_clock_faults(state: GameState, event: Timed) -> Iterator[WordtoolsError]:
    """Finds the rules that a clock reading breaks."""
    if state.ruleset.clock.game is None:
        yield IllegalEvent("no clock", "The game is not timed")
    elif event.used < state.used.get(event.player, 0):
        yield IllegalEvent("no clock", f"{event.player}'s clock cannot run backwards")


def apply_clock(state: GameState, event: Timed) -> GameState:
    """The game after a clock reading. Every minute of overtime that has begun costs points. Under
    some rules, a player who exceeds the maximum loses with a score of zero (Scrabble3D,
    "GameLostByTime")."""
    clock, player = state.ruleset.clock, event.player
    after = state.change(used={**state.used, player: event.used})
    counted = min(_count_minutes_over(state, player), clock.minutes)
    minutes = min(_count_minutes_over(after, player), clock.minutes)
    after = after.add_points(player, clock.minute_costs * (counted - minutes), "time")
    if not clock.lost or not is_out_of_time(after, player) or player in state.lost:
        return after
    after = after.add_points(player, -after.scores[player], "time")
    return after.change(lost=(*state.lost, player))


def is_out_of_time(state: GameState, player: str) -> bool:
    """True if the player has used all time, including overtime."""
    return _count_minutes_over(state, player) > state.ruleset.clock.minutes


def settle_ending(state: GameState) -> GameState:
    """Returns the state with its ending if the game is over. Otherwise, passes the turn to a player
    who can move.
    """
    playing = [
        player
        for player in state.players
        if player not in state.lost and not is_out_of_time(state, player)
    ]
    ended = state.ended or _find_ending(state, playing)
    if ended:
        return state.change(ended=ended, turn=None, pending=None)
    while state.turn is not None and state.turn not in playing:
        state = state.pass_turn(state.turn)
    return state


def adjust_for_racks(state: GameState) -> tuple[ScorePart, ...] | None:
    """The points for leftover tiles at the end; None as long as the tiles are unknown."""
    by_player = racks.deduce_racks(state)
    any_tiles = bytes(range(len(state.ruleset.values)))
    parts = []
    for player in state.players:
        if player in state.lost:
            continue  # the score stays as it was then
        own = player != state.out
        owners = [player] if own else state.opponents(player)
        left = bytes(tile for owner in owners for tile in by_player[owner].known)
        points = compute_leftover(state, player, left, own)
        counts = compute_leftover(state, player, left + any_tiles, own) != points
        if counts and any(by_player[owner].unknown for owner in owners):
            return None
        parts.append(ScorePart(player, state.limit_points(player, points), "racks"))
    return tuple(part for part in parts if part.points)


def compute_leftover(state: GameState, player: str, left: bytes, own: bool) -> int:
    """The points that a player gains or loses for the tiles `left` over. If these are not the
    player's `own`, they are those of all opponents, and count only if the player went out.
    """
    rule, values = state.ruleset.end, state.ruleset.values
    worth = sum(values[tile] for tile in left)
    if state.ended in (None, "lost"):
        return 0
    if not own:
        return rule.out_gains * worth + rule.out_bonus if player == state.out else 0
    loses = rule.others_lose if state.out else rule.all_lose
    return -(worth if loses else 0) - rule.blank_costs * left.count(0)


def compute_final_scores(state: GameState) -> dict[str, int] | None:
    """The scores including leftover tiles; None as long as the tiles are unknown."""
    parts = adjust_for_racks(state)
    if parts is None:
        return None
    scores = state.scores
    for part in parts:
        scores[part.player] += part.points
    return scores


def find_winners(state: GameState) -> tuple[str, ...] | None:
    """The winners of a finished game; several players may share the win. None as long as the
    winners are unknown."""
    final = compute_final_scores(state)
    if state.ended is None or final is None:
        return None
    best = _top_scorers(final, [player for player in state.players if player not in state.lost])
    return _top_scorers(state.scores, best) if state.ruleset.end.tie == "before" else tuple(best)


def _top_scorers(scores: dict[str, int], players: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    highest = max((scores[player] for player in players), default=0)
    return tuple(player for player in players if scores[player] == highest)


def _find_ending(state: GameState, playing: list[str]) -> Ending | None:
    rule = state.ruleset.end
    if rule.out_of_time == "any" and any(is_out_of_time(state, name) for name in state.players):
        return "time"
    if state.lost and len(playing) < 2:
        return "lost"
    if not playing:
        return "time"
    counts = rule.scoreless_at_zero or any(state.scores.values())
    if counts and rule.scoreless is not None and state.scoreless >= rule.scoreless:
        return "scoreless"
    if rule.passed is not None and state.passes >= rule.passed * len(playing):
        return "passed"
    return None


def _count_minutes_over(state: GameState, player: str) -> int:
    """A player's minutes of overtime, or those on a shared clock, rounded up."""
    clock = state.ruleset.clock
    if clock.game is None:
        return 0
    allowed = clock.game / len(state.players) if clock.divided else clock.game
    used = sum(state.used.values()) if clock.shared else state.used.get(player, 0)
    return max(0, math.ceil((used - allowed) / 60))
