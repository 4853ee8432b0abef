"""What must hold in every game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.moments import NAMES
from tests.game.players import finished, played_at_random, start
from wordtools.errors import GameError
from wordtools.game.events import Passed
from wordtools.game.game import Game

RULESETS = [
    ("scrabble-en-us", 2),
    ("scrabble-en-us:box", 4),
    ("scrabble-en-world", 2),
    ("scrabble-pt-pt", 3),
    ("scrabble-es", 2),
    ("literki:move-clock,game-clock", 3),
    ("scrabblear", 2),
]


@st.composite
def games(draw: st.DrawFn) -> Game:
    ruleset, players = draw(st.sampled_from(RULESETS))
    seed, length = draw(st.integers(0, 10_000)), draw(st.integers(0, 40))
    return played_at_random(ruleset, NAMES[:players], seed, length, deals=draw(st.booleans()))


@given(games())
def test_tiles_are_conserved(game: Game) -> None:
    state = game.state
    on_board = sum(1 for tile in game.board if tile)
    on_racks = sum(rack.size for rack in state.racks.values())
    assert on_board + on_racks + state.bag == sum(game.ruleset.counts)
    seen = state.board.count_tiles()
    for rack in state.racks.values():
        assert len(rack.known) <= rack.size
        seen.update(rack.known)
    assert not seen - Counter(dict(enumerate(game.ruleset.counts)))


@given(games())
def test_scores_are_the_sum_of_their_parts(game: Game) -> None:
    totals = dict.fromkeys(game.players, 0)
    for part in game.parts:
        totals[part.player] += part.points
    assert game.scores == totals


@given(games())
def test_replay_gives_every_moment_again(game: Game) -> None:
    again = start(game.ruleset_name, game.players, game.computer)
    moments = [again]
    for event in game.events:
        again = again.push(event)
        moments.append(again)
    assert again == game
    assert again.state == game.state
    for earlier, later in pairwise(moments):
        assert later.undo() == earlier
        assert later.undo().state == earlier.state


@given(games())
def test_json_gives_the_same_game(game: Game) -> None:
    assert Game.read(game.json()) == game
    assert Game.read(game.json()).state == game.state


@given(games())
def test_whose_turn_it_is(game: Game) -> None:
    assert (game.turn is None) == (game.ended is not None)
    if game.turn is not None and game.state.pending is None:
        moved = game.push(Passed(game.turn))
        assert moved.turn in (None, *game.players)


@given(st.sampled_from(RULESETS), st.integers(0, 10_000))
def test_a_game_played_to_its_end(kind: tuple[str, int], seed: int) -> None:
    ruleset, players = kind
    game = finished(ruleset, NAMES[:players], seed)
    winners = game.winners
    if game.ended and winners:
        assert max(game.scores.values()) == game.scores[winners[0]]


def test_json_from_a_stranger_is_deep() -> None:
    for text in (
        '{"x":' * 100_000,
        "[" * 100_000,
        '{"ruleset":"literki","events":' + "[" * 100_000,
    ):
        with pytest.raises(GameError, match="not a game in JSON"):
            Game.read(text)
