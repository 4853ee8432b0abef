"""Every kind of event: the rules that it breaks, and the game after it."""

from __future__ import annotations

from collections.abc import Iterator

from wordtools.board import tiles
from wordtools.errors import WordtoolsError
from wordtools.game import challenges, ending, racks, turns
from wordtools.game.events import (
    Added,
    Answered,
    Challenged,
    Event,
    Exchanged,
    Holds,
    Passed,
    Penalised,
    Played,
    Reclaimed,
    Ruled,
    Stopped,
    Timed,
    TookBack,
)
from wordtools.game.state import GameState, IllegalEvent


def replay(state: GameState, events: tuple[Event, ...]) -> GameState:
    """The state after events. Raises the first rule that an event breaks."""
    for event in events:
        for error in find_faults(state, event):
            raise error
        state = apply_event(state, event)
    return state


def find_faults(state: GameState, event: Event) -> Iterator[WordtoolsError]:
    """The rules that an event breaks; in a recorded game it may have happened nevertheless. Raises
    `NotationError`, `SpellingError` or `IllegalPlay` for a play that does not fit the board."""
    player = None if isinstance(event, Ruled | Added) else event.player
    if player is not None and player not in state.players:
        known = ", ".join(state.players)
        yield IllegalEvent("no player", f"{player} does not play; the players are {known}")
        return
    if isinstance(event, Played | Exchanged | Passed | Reclaimed | Stopped):
        yield from turns.find_turn_faults(state, event)
    match event:
        case Played():
            yield from turns.find_play_faults(state, event)
        case Exchanged():
            yield from turns.find_exchange_faults(state, event)
        case Passed():
            yield from turns.find_pass_faults(state, event)
        case Reclaimed():
            yield from turns.find_reclaim_faults(state, event)
        case Stopped():
            yield from turns.find_stop_faults(state, event)
        case TookBack():
            yield from turns.find_take_back_faults(state, event)
        case Challenged():
            yield from challenges.find_challenge_faults(state, event)
        case Answered():
            yield from challenges.find_answer_faults(state, event)
        case Ruled():
            yield from challenges.find_ruling_faults(state, event)
        case Timed():
            yield from ending.find_clock_faults(state, event)
        case Added():
            yield from racks.find_adding_faults(state, event)
        case Holds():
            yield from racks.find_holding_faults(state, event)
        case Penalised():
            pass


def apply_event(state: GameState, event: Event) -> GameState:
    """The game after an event, whatever rules it breaks. Raises as `find_faults` does."""
    return ending.settle_ending(_apply(state, event))


def _apply(state: GameState, event: Event) -> GameState:
    match event:
        case Played():
            return turns.apply_play(state, event)
        case Exchanged():
            return turns.apply_exchange(state, event)
        case Passed():
            return turns.apply_pass(state, event)
        case Reclaimed():
            return turns.apply_reclaim(state, event)
        case Stopped():
            return state.change(ended="stopped", last=None)
        case TookBack():
            return turns.apply_take_back(state, event)
        case Challenged():
            return challenges.apply_challenge(state, event)
        case Answered():
            return challenges.apply_answer(state, event)
        case Ruled():
            return challenges.apply_ruling(state, event)
        case Timed():
            return ending.apply_clock(state, event)
        case Added():
            return state.change(added=tiles.read_rack(event.tiles, state.ruleset.alphabet))
        case Holds():
            held = tiles.read_rack(event.tiles, state.ruleset.alphabet)
            return state.with_rack(event.player, racks.reveal_rack(state.racks[event.player], held))
        case Penalised():
            return state.add_points(event.player, -event.points, "time")
