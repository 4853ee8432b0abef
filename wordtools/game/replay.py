"""Replays events: finds the rules that an event breaks, and applies the event to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wordtools.board import tiles
from wordtools.errors import WordtoolsError
from wordtools.game import challenges, ending, racks, turns
from wordtools.game import events as kinds
from wordtools.game.events import Added, Blocked, Event, Holds, Penalised, Ruled, Stopped
from wordtools.game.state import GameState, IllegalEvent


def replay(state: GameState, events: tuple[Event, ...]) -> GameState:
    """The state after these events. Raises an error for the first event that breaks a rule."""
    for event in events:
        for error in find_faults(state, event):
            raise error
        state = apply_event(state, event)
    return state


def find_faults(state: GameState, event: Event) -> Iterator[WordtoolsError]:
    """Finds the rules that an event breaks. Events of recorded games may break rules. Raises
    `NotationError`, `SpellingError` or `IllegalPlay` if a play does not fit on the board."""
    player = None if isinstance(event, Ruled | Added | Blocked) else event.player
    if player is not None and player not in state.players:
        names = ", ".join(state.players)
        yield IllegalEvent("no player", f"{player} does not play; the players are {names}")
        return
    if isinstance(event, turns.TurnEvent):
        yield from turns.find_turn_faults(state, event)
    find, _ = _EVENTS[type(event)]
    yield from find(state, event)


def apply_event(state: GameState, event: Event) -> GameState:
    """The game after an event, even if the event is illegal. Raises the same errors as
    `find_faults`."""
    _, apply = _EVENTS[type(event)]
    return ending.settle_ending(apply(state, event))


def _apply_stop(state: GameState, event: Stopped) -> GameState:
    return state.change(ended="stopped", last=None)


def _find_blocking_faults(state: GameState, event: Blocked) -> Iterator[WordtoolsError]:
    if state.ended:
        yield IllegalEvent("ended", "The game has ended")
    elif state.pending or state.bag or not state.ruleset.end.blocked:
        yield IllegalEvent("not allowed", "The game does not end because no word can be formed")


def _apply_blocking(state: GameState, event: Blocked) -> GameState:
    return state.change(ended="blocked", last=None)


def _apply_addition(state: GameState, event: Added) -> GameState:
    return state.change(added=tiles.read_rack(event.tiles, state.ruleset.alphabet))


def _apply_holding(state: GameState, event: Holds) -> GameState:
    rack = tiles.read_rack(event.tiles, state.ruleset.alphabet)
    return state.with_rack(event.player, racks.reveal_rack(state.racks[event.player], rack))


def _apply_penalty(state: GameState, event: Penalised) -> GameState:
    return state.add_points(event.player, -event.points, "time")


_Find = Callable[[GameState, Any], Iterator[WordtoolsError]]
_Apply = Callable[[GameState, Any], GameState]
_EVENTS: dict[type[Event], tuple[_Find, _Apply]] = {
    kinds.Played: (turns.find_play_faults, turns.apply_play),
    kinds.Exchanged: (turns.find_exchange_faults, turns.apply_exchange),
    kinds.Passed: (turns.find_pass_faults, turns.apply_pass),
    kinds.Reclaimed: (turns.find_reclaim_faults, turns.apply_reclaim),
    kinds.Stopped: (turns.find_stop_faults, _apply_stop),
    kinds.Blocked: (_find_blocking_faults, _apply_blocking),
    kinds.Resigned: (challenges.find_resignation_faults, challenges.apply_resignation),
    kinds.TookBack: (turns.find_take_back_faults, turns.apply_take_back),
    kinds.Challenged: (challenges.find_challenge_faults, challenges.apply_challenge),
    kinds.Answered: (challenges.find_answer_faults, challenges.apply_answer),
    kinds.Ruled: (challenges.find_ruling_faults, challenges.apply_ruling),
    kinds.Timed: (ending.find_clock_faults, ending.apply_clock),
    kinds.Added: (racks.find_adding_faults, _apply_addition),
    kinds.Holds: (racks.find_holding_faults, _apply_holding),
    kinds.Penalised: (lambda state, event: iter(()), _apply_penalty),
}
"""For each kind of event, the functions that find its faults and that apply it."""
