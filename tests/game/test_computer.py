"""The computer player plays, or else exchanges, or else passes."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.board.test_generator import crossword, lexicon_of
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.game import computer
from wordtools.rules.ruleset import ExchangeRules

LEXICON = lexicon_of("AB", "BAB")
RULES = crossword(". TW .\n. . .\n. . .", exchange=ExchangeRules(bag=3, computer_tiles=2))
seeds = st.integers(0, 999)


@given(st.integers(0, 9), seeds)
def test_it_makes_the_best_play(bag: int, seed: int) -> None:
    board = Board.empty(RULES)
    (best,) = generator.find_plays(board, b"\1\2\2", LEXICON, limit=1)
    assert computer.choose_turn(board, b"\1\2\2", bag, LEXICON, Random(seed)) == best.play


@given(st.lists(st.integers(3, 26), max_size=7).map(bytes), st.integers(0, 9), seeds)
def test_or_exchanges_tiles_of_its_rack(rack: bytes, bag: int, seed: int) -> None:
    given_back = computer.choose_turn(Board.empty(RULES), rack, bag, LEXICON, Random(seed))
    assert isinstance(given_back, bytes)
    assert len(given_back) == (min(2, len(rack)) if bag >= 3 else 0)
    assert all(given_back.count(tile) <= rack.count(tile) for tile in given_back)
    assert computer.choose_turn(Board.empty(RULES), rack, bag, LEXICON, Random(seed)) == given_back


def test_which_tiles_is_chance() -> None:
    board = Board.empty(RULES)
    turns = {computer.choose_turn(board, b"\3\4\5", 9, LEXICON, Random(seed)) for seed in range(40)}
    assert turns == {b"\3\4", b"\3\5", b"\4\5"}
