"""The state of a review between two lines, and how the events of a line change it.

Few records state every rack. A contradiction in a player's racks is therefore reported once, and
the player's racks are not checked again.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wordtools.errors import SpellingError, WordtoolsError
from wordtools.game.events import Event, Exchanged, Holds, Passed, Played
from wordtools.game.replay import apply_event, find_faults
from wordtools.game.state import GameState, IllegalEvent, Rack
from wordtools.review.disagreements import Kind, find_kind
from wordtools.wording import end_sentence

Fault = tuple[Kind, str]
"""The kind and the sentence of a disagreement on the current line."""


class Position(msgspec.Struct, frozen=True):
    """The state of a review between two lines.

    `totals` follow from the rules; `claimed` are the totals that the record states, and `summed`
    are the sums of the points that the record states. `settled`: the players who received points
    for leftover tiles. `unchecked`: the players whose racks are no longer checked. `overrun`:
    somebody passed after the end of the game. Four fields describe the last play: `points` and
    `acceptable` follow from the rules, `claimed_points` are as recorded, and `claimed_before` is
    the player's recorded total before the play."""

    state: GameState
    totals: dict[str, int]
    claimed: dict[str, int]
    summed: dict[str, int]
    settled: frozenset[str] = frozenset()
    unchecked: frozenset[str] = frozenset()
    overrun: bool = False
    points: int = 0
    acceptable: bool | None = None
    claimed_points: int = 0
    claimed_before: int = 0

    def forget_racks(self, players: Iterable[str]) -> Position:
        """The same position, except that the racks of these players are no longer known."""
        unchecked = self.unchecked.union(players)
        if not unchecked:
            return self
        state = self.state
        for player in unchecked:
            state = state.with_rack(player, Rack(b"", state.racks[player].size))
        return msgspec.structs.replace(self, state=state, unchecked=unchecked)


def apply_events(position: Position, events: list[Event]) -> tuple[Position, list[Fault]]:
    """The position after these events, and the rules that the events break."""
    faults: list[Fault] = []
    for event in events:
        if isinstance(event, Holds) and event.player in position.unchecked:
            continue
        if isinstance(event, Passed) and position.state.ended:
            if not position.overrun:
                faults.append(("end", "The game has ended."))
            position = msgspec.structs.replace(position, overrun=True)
            continue
        for error in _list_faults(position.state, event):
            doubted = _find_doubted(position, event, error)
            if doubted:
                faults.append(doubt_racks(str(error), *doubted))
                position = position.forget_racks(doubted)
            else:
                faults.append((find_kind(error), end_sentence(str(error))))
            if isinstance(error, IllegalEvent) and error.fault == "ended":
                state = position.state.change(ended=None, out=None, scoreless=0, passes=0)
                position = msgspec.structs.replace(position, state=state)
        if not (isinstance(event, Holds) and event.player in position.unchecked):
            state = apply_event(position.state, event)
            position = msgspec.structs.replace(position, state=state).forget_racks([])
    return position, faults


def _list_faults(state: GameState, event: Event) -> list[WordtoolsError]:
    """The rules that an event breaks, including an unreadable rack. Other unreadable text raises
    `WordtoolsError`."""
    try:
        return list(find_faults(state, event))
    except SpellingError as error:
        if not isinstance(event, Holds):
            raise
        return [error]


def _find_doubted(position: Position, event: Event, error: WordtoolsError) -> list[str]:
    """The players whose recorded racks an error puts in doubt. Depending on the case, these are the
    player whose rack is stated, a player who played tiles that were not on the recorded rack, or
    the opponents whose recorded racks contain those tiles."""
    if isinstance(event, Holds):
        return [event.player]
    if not isinstance(error, IllegalEvent) or not isinstance(event, Played | Exchanged):
        return []
    if error.fault == "not on the rack":
        return [event.player]
    if error.fault != "not in the bag":
        return []
    state = position.state
    others = [name for name in state.opponents(event.player) if state.racks[name].known]
    errors = find_faults(position.forget_racks(others).state, event)
    remaining = [other.fault for other in errors if isinstance(other, IllegalEvent)]
    return [] if error.fault in remaining else others


def doubt_racks(reason: str, *players: str) -> Fault:
    names = " and ".join(f"{player}'s" for player in players)
    return "rack", f"{end_sentence(reason)} {names} racks are not checked from here on."
