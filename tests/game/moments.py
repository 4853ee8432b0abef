"""Situations in games, for testing the next events."""

from __future__ import annotations

import msgspec
import pytest

from tests.game.players import start
from wordtools.board import tiles
from wordtools.board.play import IllegalPlay
from wordtools.game.events import Event
from wordtools.game.game import Game
from wordtools.game.state import IllegalEvent, Rack, ScorePart

NAMES = ("Ana", "Bia", "Caio", "Dora")


def game(ruleset: str, *events: Event, players: int = 2, computer: str = "") -> Game:
    return start(ruleset, NAMES[:players], computer).push(*events)


def fault(game: Game, event: Event) -> str:
    """The rule that the event breaks."""
    with pytest.raises((IllegalEvent, IllegalPlay)) as caught:
        game.push(event)
    assert not str(caught.value).endswith(".")
    assert isinstance(caught.value, IllegalEvent | IllegalPlay)
    return caught.value.fault


def near_the_end(at: Game, bag: int, racks: dict[str, str], **scores: int) -> Game:
    """The game as if its bag held this many tiles and the players had these racks."""
    letters = at.ruleset.alphabet
    state = at.state.change(
        bag=bag,
        racks={
            player: Rack(tiles.read_rack(held, letters), len(tiles.read_rack(held, letters)))
            for player, held in racks.items()
        },
        parts=tuple(ScorePart(player, points, "play") for player, points in scores.items()),
    )
    changed = msgspec.structs.replace(at)
    vars(changed).update(ruleset=at.ruleset, start=state, state=state)
    return changed
