"""A game in every language: the computer plays it from a seed, and the review agrees."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.game.players import start
from tests.lexicon.helpers import lexicon_bytes, opened
from wordtools.board import notation, tiles
from wordtools.board.board import Board
from wordtools.board.generator import find_plays
from wordtools.board.tiles import BLANK
from wordtools.formats import gcg
from wordtools.game import computer
from wordtools.game.events import Exchanged, Passed, Played
from wordtools.game.game import Game
from wordtools.game.to_gcg import game_to_gcg
from wordtools.lexicon.lexicon import Lexicon
from wordtools.review.review import review_game
from wordtools.rules.loading import list_rulesets, load_crossword

LANGUAGES = [name for name in list_rulesets() if name.startswith("scrabble-")]
MOST_EVENTS = 200
"""After these, nobody exchanges tiles: when no word fits any longer, only passes end a game."""
SETS = [*LANGUAGES, "scrabble-is:old", "scrabble-la:v", "scrabble-nb:seierstad", "scrabble-sk:m"]


@cache
def lexicon(ruleset: str) -> Lexicon:
    """Words of the available letters, in the available numbers."""
    game, chance = load_crossword(ruleset), Random(ruleset)
    numbers = range(1, len(game.alphabet.tiles) + 1)
    weights = [max(1, count) for count in game.counts[1:]]
    words = {bytes(chance.choices(numbers, weights, k=chance.randint(2, 6))) for _ in range(900)}
    return opened(lexicon_bytes(game.alphabet, [(word, frozenset()) for word in words]))


def played(ruleset: str) -> Game:
    """A complete game between two computers."""
    chance, game = Random(ruleset), start(ruleset, ("Ana", "Bia"))
    while (mover := game.turn) is not None:
        game = game.deal(chance)
        rack = game.state.racks[mover].known
        turn = computer.choose_turn(game.board, rack, game.state.bag, lexicon(ruleset), chance)
        may_exchange = game.state.bag >= game.ruleset.exchange.bag
        if not isinstance(turn, bytes):
            game = game.push(Played(mover, notation.write_play(game.board, turn)))
        elif may_exchange and len(game.events) < MOST_EVENTS and chance.random() < 0.9:
            game = game.push(Exchanged(mover, tiles.write_tiles(rack, game.ruleset.alphabet)))
        else:
            game = game.push(Passed(mover))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SETS)
def test_a_game_by_the_computer_is_judged_without_a_disagreement(ruleset: str) -> None:
    game = played(ruleset)
    assert sum(isinstance(event, Played) for event in game.events) > 5
    text = gcg.format_gcg(game_to_gcg(game))
    reviewed = review_game(gcg.parse_gcg(text), game.ruleset, lexicon(ruleset))
    assert not reviewed.disagreements
    assert reviewed.scores == game.scores


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", LANGUAGES)
def test_a_blank_is_any_letter_with_or_without_a_tile(ruleset: str) -> None:
    rules = load_crossword(ruleset)
    letters, board = rules.alphabet, Board.empty(rules)
    for number in range(1, len(letters.tiles) + 1):
        word = bytes([number, number])
        listed = opened(lexicon_bytes(letters, [(word, frozenset())]))
        best = find_plays(board, b"\0\0", listed)[0]
        assert best.play.tiles == bytes([number | BLANK] * 2)
        assert best.score == 0
        written = notation.write_play(board, best.play)
        read = notation.read_notation(written, letters)
        assert notation.place_notation(board, read) == best.play
