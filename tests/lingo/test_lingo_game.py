"""Random games of Lingo: nothing is lost, and everything can be taken back and stored."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lingo.stacks import grids, stacking, write_move
from wordtools.board.play import IllegalPlay
from wordtools.errors import GameError, WordtoolsError
from wordtools.lingo import cells
from wordtools.lingo.board import Placement, StackBoard
from wordtools.lingo.cells import Cell, Grid
from wordtools.lingo.game import LingoGame
from wordtools.lingo.moves import check_move
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import StackingRuleset

FEW = "AEIRSTNZ" * 3
PLAYERS = ("fred", "ted", "bill", "jane")


class TwoOrThree:
    """A lexicon of every word of two or three letters without Z."""

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and len(word) < 4 and "Z" not in word


def some_move(game: LingoGame, random: Random) -> str:
    """A legal move of the player whose turn it is."""
    pool = game.pools[game.players.index(game.mover)]
    grid = game.ruleset.grid
    beside = {near for cell in game.board.stacks for near in cells.list_neighbours(cell, grid)}
    room = sorted(cell for cell in beside if min(cell) > 0) or [Cell(2, 4)]
    while True:
        size = random.randint(1, min(len(pool), len(room), game.ruleset.place))
        placement = dict(
            zip(random.sample(room, size), random.sample(list(pool), size), strict=True)
        )
        try:
            check_move(game.board, placement, pool)
        except IllegalPlay:
            continue
        return write_move(placement, game.ruleset.alphabet)


@given(st.integers(), grids, st.integers(2, 4))
def test_players_resign(seed: int, grid: Grid, players: int) -> None:
    """From then on, the turns skip players who have resigned. Their scores stand, and one of the
    other players wins."""
    random = Random(seed)
    game = LingoGame.new(stacking(grid, tiles=FEW), PLAYERS[:players], random)
    while not game.is_over:
        mover, scores = game.mover, game.scores
        if random.random() < 0.1:
            player = random.choice([name for name in game.players if name not in game.lost])
            game = game.resign(player)
            assert game.scores == scores
            assert (game.mover == mover) == (player != mover)
        else:
            before = game
            game = game.play(some_move(game, random), TwoOrThree())
            assert {name for name in scores if game.scores[name] != scores[name]} <= {mover}
            assert game.undo() == before
        assert game.mover not in game.lost
        replayed = LingoGame.read(msgspec.json.encode(game))
        assert replayed == game
        assert (replayed.board, replayed.pools, replayed.moves) == (
            game.board,
            game.pools,
            game.moves,
        )
        assert (replayed.left, replayed.mover) == (game.left, game.mover)
    assert {*game.winners}.isdisjoint(game.lost)
    with pytest.raises(GameError, match="is not playing"):
        game.resign(game.mover)


@given(st.integers(), grids, st.integers(2, 4))
def test_a_whole_game(seed: int, grid: Grid, players: int) -> None:
    random = Random(seed)
    ruleset = stacking(grid, tiles=FEW, shortest=random.randint(2, 3))
    game = LingoGame.new(ruleset, PLAYERS[:players], random)
    games = [game]
    while not game.is_over:
        assert game.winners == []
        game = game.play(some_move(game, random), TwoOrThree())
        games.append(game)
        lying = game.board.count_tiles() + sum(map(Counter, game.pools), Counter())
        assert lying.total() + game.left == len(game.bag)
        assert all(len(pool) == ruleset.pool for pool in game.pools) or game.left == 0
    assert sum(game.scores.values()) == sum(turn.points for turn in game.turns)
    assert {game.scores[winner] for winner in game.winners} == {max(game.scores.values())}
    assert LingoGame.read(msgspec.json.encode(game)) == game
    with pytest.raises(GameError, match="has ended"):
        game.play("ac7", TwoOrThree())
    for before in reversed(games[:-1]):
        game = game.undo()
        assert game == before
    with pytest.raises(GameError, match="no move to take back"):
        game.undo()


def test_a_move_does_not_replay_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = LingoGame.new(stacking(tiles=FEW), PLAYERS, Random(1)), Random(1)
    boards: list[StackBoard] = []

    def check(board: StackBoard, placement: Placement, pool: bytes) -> None:
        boards.append(board)
        check_move(board, placement, pool)

    monkeypatch.setattr("wordtools.lingo.game.check_move", check)
    for turn in range(1, 5):
        game = game.play(some_move(game, random), TwoOrThree())
        assert game.left >= 0 and len(boards) == turn


def test_the_seed_decides_the_bag() -> None:
    one, same, other = (LingoGame.new(stacking(), PLAYERS, Random(seed)) for seed in (1, 1, 2))
    assert one.bag == same.bag != other.bag
    assert sorted(one.bag) == sorted(other.bag)


def test_turns_go_round_and_points_add_up() -> None:
    game = LingoGame.new(stacking(tiles="A" * 98), PLAYERS[:3], Random(0))
    assert game.mover == "fred"
    for move in ("ac3,ac4", "ac2,ac3", "ab1"):
        game = game.play(move, {"AA"})
    # AA down, then one A beside it and two across, then one on top of a column
    assert game.scores == {"fred": 2, "ted": 18, "bill": 2}
    assert game.mover == "fred"


@pytest.mark.parametrize(
    ("players", "tiles", "message"),
    [
        (("fred",), "", "2 to 4 players"),
        (("fred", "fred"), "", "a different name"),
        (PLAYERS, "AAA", "3 tiles are too few for 4 players"),
    ],
)
def test_who_cannot_begin(players: tuple[str, ...], tiles: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        LingoGame.new(stacking(tiles=tiles), players, Random(0))


@pytest.mark.parametrize(
    ("variants", "pool", "players", "held"),
    [("", 10, 4, 10), (":small", 8, 2, 8), (":small", 10, 2, 10), (":small", 10, 4, 7)],
)
def test_every_pool_of_the_document(
    tmp_path: Path, variants: str, pool: int, players: int, held: int
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f'extends = "lingo"\npool = {pool}\nplace = {pool}\n')
    ruleset = load_ruleset(f"{path}{variants}")
    assert isinstance(ruleset, StackingRuleset)
    game = LingoGame.new(ruleset, PLAYERS[:players], Random(0))
    assert [len(pool) for pool in game.pools] == [held] * players
    assert len(game.play(some_move(game, Random(1)), set()).pools[0]) <= held


def test_a_stored_game_with_an_illegal_move_is_refused() -> None:
    game = LingoGame.new(stacking(tiles="A" * 98), PLAYERS, Random(0))
    stored = msgspec.json.encode(game.play("ac7", set()))
    with pytest.raises(IllegalPlay, match="The pool has no B"):
        LingoGame.read(stored.replace(b"ac7", b"bc7"))


@given(st.integers(0, 1200), st.integers(0, 30), st.text('{}[]",:0aé\\', max_size=6))
def test_a_spoiled_store_is_a_game_or_an_error(at: int, gone: int, put: str) -> None:
    game = LingoGame.new(stacking(), PLAYERS, Random(0))
    stored = msgspec.json.encode(game.play(some_move(game, Random(0)), set())).decode()
    try:
        read = LingoGame.read(stored[:at] + put + stored[at + gone :])
    except WordtoolsError as error:
        assert str(error)
    else:
        assert LingoGame.read(msgspec.json.encode(read)) == read
