"""Players of Lingo, compared with every move that the rules allow."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from tests.board.test_generator import lexicon_of
from wordtools.board.play import IllegalPlay
from wordtools.lingo import cells
from wordtools.lingo.board import StackBoard
from wordtools.lingo.game import LingoGame
from wordtools.lingo.moves import check_move
from wordtools.lingo.scoring import score_move
from wordtools.players.lingo import find_best_moves, find_safest_moves
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import StackingRuleset

WORDS = lexicon_of("AT", "TA", "TEA", "EAT", "ATE", "SEA", "SEAT", "IT", "TIE", "IS", "SIT")


def lingo(name: str) -> StackingRuleset:
    rules = load_ruleset(name)
    assert isinstance(rules, StackingRuleset)
    return rules


def best_of_all(board: StackBoard, pool: bytes) -> int:
    """The highest score of all placements on all cells around."""
    around = set(board.stacks)
    for _ in range(2):
        around |= {n for cell in around for n in cells.list_neighbours(cell, board.ruleset.grid)}
    around = {cell for cell in around if min(cell) > 0}
    best = 0
    for size in (1, 2):
        for places in itertools.permutations(sorted(around), size):
            for tiles in set(itertools.permutations(pool, size)):
                placement = dict(zip(places, tiles, strict=True))
                try:
                    check_move(board, placement, pool)
                except IllegalPlay:
                    continue
                best = max(best, score_move(board.after(placement), WORDS).total)
    return best


def played(rules: StackingRuleset, moves: int, seed: int) -> LingoGame:
    game = LingoGame.new(rules, ("Ana", "Bia"), Random(seed))
    for _ in range(moves):
        pool = game.pools[len(game.turns) % 2]
        move, *_ = find_best_moves(game.board, pool, WORDS, 1)
        game = game.play(write(move.placement, rules), WORDS)
    return game


def write(placement: dict[cells.Cell, int], rules: StackingRuleset) -> str:
    faces = rules.alphabet.tiles
    return ",".join(f"{faces[tile - 1].lower()}{cell}" for cell, tile in placement.items())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lingo", "lingo:hex"])
def test_the_best_score_is_found(name: str) -> None:
    rules = lingo(name)
    for seed in range(3):
        game = played(rules, 2 + seed, seed)
        pool = rules.alphabet.spell("TEAS")
        best, *_ = find_best_moves(game.board, pool, WORDS, 1)
        assert best.score == best_of_all(game.board, pool) > 0
        assert best.score == score_move(game.board.after(best.placement), WORDS).total


def test_the_first_move() -> None:
    rules = lingo("lingo")
    best, *_ = find_best_moves(StackBoard(rules), rules.alphabet.spell("ATXX"), WORDS, 1)
    assert best.score == 2


@pytest.mark.slow
def test_the_safest_move_gives_the_opponent_less() -> None:
    rules = lingo("lingo")
    game = played(rules, 4, 3)
    pool = rules.alphabet.spell("TEAS")
    greedy = find_best_moves(game.board, pool, WORDS, 8)
    safest = find_safest_moves(game.board, pool, WORDS, Random(1))
    assert {move.score for move in safest} <= {move.score for move in greedy}
    assert safest[0].value == max(move.value for move in safest)
    assert all(move.value <= move.score for move in safest)
    again = find_safest_moves(game.board, pool, WORDS, Random(1))
    assert again == safest
