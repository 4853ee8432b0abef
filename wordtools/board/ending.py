"""When a game is over, what unplayed tiles then do to the scores, and who has won."""

from __future__ import annotations

import math
from collections.abc import Iterator

from wordtools.board import racks
from wordtools.board.events import Timed
from wordtools.board.state import Ending, IllegalEvent, Part, State
from wordtools.errors import WordtoolsError
from wordtools.rules.challenge import Situation, next_player


def against_time(state: State, event: Timed) -> Iterator[WordtoolsError]:
    """What speaks against a reading of a player's clock."""
    if state.rules.clock.game is None:
        yield IllegalEvent("no clock", "The game is not timed.")
    elif event.used < state.used.get(event.player, 0):
        yield IllegalEvent("no clock", f"{event.player}'s clock cannot show less than before.")


def timed(state: State, event: Timed) -> State:
    """The game when a player's clock shows so much: each begun minute over time costs points, and
    after the last one that may be had the game is lost, where the rules say so."""
    clock, player = state.rules.clock, event.player
    after = state.change(used={**state.used, player: event.used})
    before, now = _minutes_over(state, player), _minutes_over(after, player)
    if clock.minutes is not None:
        before, now = min(before, clock.minutes), min(now, clock.minutes)
    after = after.given(player, clock.minute_costs * (before - now), "time")
    lost = clock.lost and is_out_of_time(after, player) and player not in state.lost
    return after.change(lost=(*state.lost, player)) if lost else after


def is_out_of_time(state: State, player: str) -> bool:
    """Whether the player has used all the time that there is, and more cannot be had."""
    most = state.rules.clock.minutes
    return most is not None and _minutes_over(state, player) > most


def settled(state: State) -> State:
    """The state with its end, if it has come, and with the turn on a player who can move."""
    playing = [
        player
        for player in state.players
        if player not in state.lost and not is_out_of_time(state, player)
    ]
    ended = state.ended or _ending(state, playing)
    if ended:
        return state.change(ended=ended, turn=None, pending=None)
    while state.turn is not None and state.turn not in playing:
        situation = Situation(list(state.players), state.turn, owed=state.owed)
        turn, owed = next_player(situation, {})
        state = state.change(turn=turn, owed=owed)
    return state


def adjustments(state: State) -> tuple[Part, ...] | None:
    """What the tiles left on racks do to the scores of a game that has ended; None when they are
    not known."""
    held = racks.deduced(state)
    any_tiles = bytes(range(len(state.rules.values)))
    parts = []
    for player in state.players:
        own = player != state.out
        whose = [held[player]] if own else [held[name] for name in state.opponents(player)]
        left = bytes(tile for rack in whose for tile in rack.known)
        points = worth_left(state, player, left, own)
        counts = worth_left(state, player, left + any_tiles, own) != points
        if counts and any(rack.unknown for rack in whose):
            return None
        parts.append(Part(player, points, "racks"))
    return tuple(part for part in parts if part.points)


def worth_left(state: State, player: str, left: bytes, own: bool) -> int:
    """What the tiles left do to a player's score at the end: his own, or those of all the others
    when he went out."""
    rule, values = state.rules.end, state.rules.values
    worth = sum(values[tile] for tile in left)
    if state.ended in (None, "lost"):
        return 0
    if not own:
        return rule.out_gains * worth + rule.out_bonus if player == state.out else 0
    loses = rule.others_lose if state.out else rule.all_lose
    return -(worth if loses else 0) - rule.blank_costs * left.count(0)


def final_scores(state: State) -> dict[str, int] | None:
    """The scores with what unplayed tiles do to them; None while the tiles are not known."""
    parts = adjustments(state)
    if parts is None:
        return None
    scores = state.scores
    for part in parts:
        scores[part.player] += part.points
    return scores


def winners(state: State) -> tuple[str, ...] | None:
    """Who has won a game that has ended, several who share it; None when it is not known."""
    final = final_scores(state)
    if state.ended is None or final is None:
        return None
    best = _best(final, [player for player in state.players if player not in state.lost])
    return _best(state.scores, best) if state.rules.end.tie == "before" else tuple(best)


def _best(scores: dict[str, int], players: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    most = max((scores[player] for player in players), default=0)
    return tuple(player for player in players if scores[player] == most)


def _ending(state: State, playing: list[str]) -> Ending | None:
    rule = state.rules.end
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


def _minutes_over(state: State, player: str) -> int:
    """The minutes begun beyond a player's time, or beyond everyone's when the clock is shared."""
    clock = state.rules.clock
    if clock.game is None:
        return 0
    allowed = clock.game / len(state.players) if clock.divided else clock.game
    used = sum(state.used.values()) if clock.shared else state.used.get(player, 0)
    return max(0, math.ceil((used - allowed) / 60))
