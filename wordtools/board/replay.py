"""What speaks against an event at a moment of a game, and the game after it."""

from __future__ import annotations

from collections.abc import Iterator

from wordtools.board import ending, questions, racks, tiles, turns
from wordtools.board.events import (
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
from wordtools.board.state import IllegalEvent, State
from wordtools.errors import WordtoolsError


def against(state: State, event: Event) -> Iterator[WordtoolsError]:
    """All that speaks against an event; none of it means that it cannot have happened. Raises
    `NotationError`, `SpellingError` or `IllegalPlay` for a play that fits no board."""
    player = None if isinstance(event, Ruled) else event.player
    if player is not None and player not in state.players:
        known = ", ".join(state.players)
        yield IllegalEvent("no player", f"{player} does not play; the players are {known}.")
        return
    if isinstance(event, Played | Exchanged | Passed | Reclaimed | Stopped):
        yield from turns.against_turn(state, event)
    match event:
        case Played():
            yield from turns.against_play(state, event)
        case Exchanged():
            yield from turns.against_exchange(state, event)
        case Passed():
            yield from turns.against_pass(state, event)
        case Reclaimed():
            yield from turns.against_reclaiming(state, event)
        case Stopped():
            yield from turns.against_stopping(state, event)
        case TookBack():
            yield from turns.against_taking_back(state, event)
        case Challenged():
            yield from questions.against_challenge(state, event)
        case Answered():
            yield from questions.against_answer(state, event)
        case Ruled():
            yield from questions.against_ruling(state, event)
        case Timed():
            yield from ending.against_time(state, event)
        case Holds():
            yield from racks.against_holding(state, event)
        case Penalised():
            pass


def after(state: State, event: Event) -> State:
    """The game after an event, whatever speaks against it. Raises what `against` raises."""
    return ending.settled(_after(state, event))


def _after(state: State, event: Event) -> State:
    match event:
        case Played():
            return turns.played(state, event)
        case Exchanged():
            return turns.exchanged(state, event)
        case Passed():
            return turns.passed(state, event)
        case Reclaimed():
            return turns.reclaimed(state, event)
        case Stopped():
            return state.change(ended="stopped", last=None)
        case TookBack():
            return turns.took_back(state, event)
        case Challenged():
            return questions.challenged(state, event)
        case Answered():
            return questions.answered(state, event)
        case Ruled():
            return questions.ruled(state, event)
        case Timed():
            return ending.timed(state, event)
        case Holds():
            held = tiles.read_rack(event.tiles, state.rules.letters)
            return state.with_rack(event.player, racks.holding(state.racks[event.player], held))
        case Penalised():
            return state.given(event.player, -event.points, "time")
