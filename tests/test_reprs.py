"""The display of a value in an interactive session: one line that a person can read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import wordtools
from wordtools import Game, find_plays, load_ruleset, read_rack
from wordtools.alphabet import load_alphabet
from wordtools.board.notation import place_notation, read_notation
from wordtools.board.play import Play
from wordtools.compiler.recipe_files import read_recipe
from wordtools.formats.gcg import Move, format_gcg, parse_gcg
from wordtools.game.events import Holds, Played
from wordtools.game.to_gcg import game_to_gcg
from wordtools.judge.ruling import Challenge, ChallengedPlay
from wordtools.lexicon.manifest import Edition, EditionRule
from wordtools.lingo.board import StackBoard
from wordtools.lingo.game import LingoGame
from wordtools.lingo.scoring import evaluate_move
from wordtools.review.review import review_game
from wordtools.rules.layout import Premium
from wordtools.rules.ruleset import CrosswordRuleset, StackingRuleset

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def farm() -> wordtools.Lexicon:
    return wordtools.compile(["goat", "cow", "hex", "hay", "aback", "zincy"], "en", "farm")


@pytest.fixture(scope="module")
def ruleset() -> CrosswordRuleset:
    ruleset = load_ruleset("scrabble-en-world")
    assert isinstance(ruleset, CrosswordRuleset)
    return ruleset


@pytest.fixture(scope="module")
def game() -> Game:
    """Two moves, the second of which can be challenged."""
    begun = Game("scrabble-en-world", ("Ana", "Ben")).push(Holds("Ana", "?AABCEK"))
    return begun.push(Played("Ana", "8H ABACK"), Played("Ben", "K5 ZIN(C)Y"))


def test_a_value_says_what_it_is(
    farm: wordtools.Lexicon, ruleset: CrosswordRuleset, game: Game
) -> None:
    lingo = load_ruleset("lingo")
    assert isinstance(lingo, StackingRuleset)
    (best,) = find_plays(game.board, read_rack("TAGHEOX", ruleset.alphabet), farm, limit=1)
    record = parse_gcg(format_gcg(game_to_gcg(game)))
    stacks = StackBoard.read(evaluate_move(lingo, "", "hb2,ac2", farm).board, lingo)
    for value, shown in [
        (farm, f"<Lexicon farm: 6 words, {farm.digest[:12]}>"),
        (farm.alphabet, "<Alphabet English: 26 tiles>"),
        (farm.manifest, "<Manifest farm: 6 words>"),
        (wordtools.stats(farm), "<Statistics farm: 6 words>"),
        (
            wordtools.diff(farm, farm),
            "<Comparison farm → farm: 0 added, 0 removed, 0 recategorised>",
        ),
        (load_alphabet("pt"), "<Language Portuguese>"),
        (ruleset.layout, "<Layout: 15 rows of 15 squares>"),
        (
            game.board,
            "<Board scrabble-en-world: 15/15/15/15/10Z4/10I4/10N4/7ABACK3/10Y4/15/15/15/15/15/15>",
        ),
        (best, "<ScoredPlay H6 GO(A)T: 5>"),
        (game, "<Game scrabble-en-world: Ana, Ben; 3 events>"),
        (game.state, "<GameState scrabble-en-world: Ana 36, Ben 38; Ana to move>"),
        (record, "<GameRecord game: 2 moves>"),
        (
            review_game(record, ruleset, farm),
            "<ReviewedGame scrabble-en-world: 2 lines, 0 disagreements>",
        ),
        (
            LingoGame.new(lingo, ("fred", "ted"), Random(1)),
            "<LingoGame lingo: fred, ted; 0 turns>",
        ),
        (stacks, "<StackBoard lingo: 2 stacks>"),
        (read_recipe(ROOT / "sources" / "pt.toml"), "<Recipe pt: 4 inputs>"),
    ]:
        assert repr(value) == shown


def test_a_small_value_is_the_expression_that_makes_it(
    ruleset: CrosswordRuleset, game: Game
) -> None:
    kinds = (Challenge, ChallengedPlay, Edition, EditionRule, Move, Play, Played, Premium)
    makers = {kind.__name__: kind for kind in kinds} | {"load_ruleset": load_ruleset}
    play = place_notation(game.board, read_notation("L4 HEX", ruleset.alphabet))
    for value, shown in [
        (ruleset, "load_ruleset('scrabble-en-world')"),
        (load_ruleset("lingo:hex,no-twos"), "load_ruleset('lingo:hex,no-twos')"),
        (play, "Play(square=56, down=True, tiles=b'\\x08\\x05\\x18')"),
        (
            ruleset.layout.premiums[0],
            "Premium(word=3, colour='red', meaning='triple word')",
        ),
        (game.events[1], "Played(player='Ana', notation='8H ABACK')"),
        (Edition(include=["european"], words=3), "Edition(include=['european'], words=3)"),
        (EditionRule(), "EditionRule()"),
        (Challenge(["cat"], table="12"), "Challenge(words=['cat'], table='12')"),
        (
            ChallengedPlay("scrabble-en-us", "8H CAT"),
            "ChallengedPlay(ruleset_name='scrabble-en-us', notation='8H CAT')",
        ),
        (Move(nick="Ana", kind="pass"), "Move(nick='Ana', kind='pass')"),
    ]:
        assert repr(value) == shown
        assert eval(shown, makers) == value
