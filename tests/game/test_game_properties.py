"""Properties of every game."""

from __future__ import annotations

from collections import Counter
from itertools import cycle, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.game.moments import NAMES
from tests.game.players import finished, played_at_random, start
from wordtools.errors import GameError
from wordtools.game.ending import is_out_of_time
from wordtools.game.events import Passed, Played
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
def test_the_turn_goes_round(game: Game) -> None:
    """The turn passes to the next player who is still in the game and owes no turn, until the game
    has ended."""
    assert (game.turn is None) == (game.ended is not None)
    if game.turn is None or game.state.pending is not None:
        return
    moved = game.push(Passed(game.turn))
    if moved.ended:
        rule, state = game.ruleset.end, moved.state
        most, turns = {
            "scoreless": (rule.scoreless, state.scoreless),
            "passed": (rule.passed, state.passes),
        }[moved.ended]
        assert most is not None
        assert turns >= most
        assert moved.turn is None
        return
    owed = dict(game.state.owed)
    others = cycle(game.players)
    for player in others:  # up to the player who has passed
        if player == game.turn:
            break
    for player in others:
        if owed.get(player):
            owed[player] -= 1
        elif player not in moved.state.lost and not is_out_of_time(moved.state, player):
            assert moved.turn == player
            break


@pytest.mark.slow
@given(st.sampled_from(RULESETS), st.integers(0, 10_000))
@settings(max_examples=examples(0.4))  # whole games, which take a fifth of a second each
def test_a_game_played_to_its_end(kind: tuple[str, int], seed: int) -> None:
    ruleset, players = kind
    game = finished(ruleset, NAMES[:players], seed)
    if ruleset == "scrabblear":  # "esta acción no tiene límites"
        assert (game.ended, game.winners) == (None, None)
        return
    left = {player: rack.size for player, rack in game.state.racks.items()}
    if game.ended == "out":
        assert game.state.bag == 0
        assert [player for player in game.players if not left[player]] == [game.state.out]
    else:
        assert game.ended in ("scoreless", "passed")
        assert all(left.values())
        assert not any(isinstance(event, Played) for event in game.events[-len(left) :])
    assert not any(rack.unknown for rack in game.state.racks.values())
    best = [player for player in game.players if game.scores[player] == max(game.scores.values())]
    if game.ruleset.end.tie == "before":
        played = game.state.scores  # before leftover tiles were counted
        best = [player for player in best if played[player] == max(map(played.__getitem__, best))]
    assert game.winners == tuple(best)


def test_json_from_a_stranger_is_deep() -> None:
    for text in (
        '{"x":' * 100_000,
        "[" * 100_000,
        '{"ruleset":"literki","events":' + "[" * 100_000,
    ):
        with pytest.raises(GameError, match="not a game in JSON"):
            Game.read(text)
