"""Games of computers under every ruleset, judged as `wordtools game` judges them."""

from __future__ import annotations

from random import Random

import pytest

from tests.players.test_opponents import words
from tests.players.test_static import BOARD_GAMES, rules
from wordtools.formats.gcg import format_gcg, parse_gcg
from wordtools.game.to_gcg import game_to_gcg
from wordtools.players.opponents import choose_opponent
from wordtools.players.self_play import play_game, record_game
from wordtools.review.review import review_game

PLAYERS = ("plain", "beginner", "club", "9")


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("name", BOARD_GAMES)
def test_a_game_is_judged_as_it_was_played(name: str, longer: float) -> None:
    """The judge finds the same scores, and nothing against the rules. The soak judges 10,000
    games."""
    ruleset, lexicon = rules(name), words(name)
    for seed in range(1 if longer <= 1 else round(14 * longer)):
        random = Random(f"{name} {seed}")
        names = [f"player_{number}" for number in range(random.randint(*ruleset.players))]
        plans = [choose_opponent(random.choice(PLAYERS), ruleset, lexicon).plan for _ in names]
        played = play_game(ruleset, lexicon, plans, seed)
        game = record_game(ruleset, names, played)
        assert game.ended
        review = review_game(parse_gcg(format_gcg(game_to_gcg(game))), ruleset, lexicon)
        assert (review.disagreements, review.stopped) == ([], None)
        assert [review.scores[name] for name in names] == played.scores
        assert not any(line.cannot or line.acceptable is False for line in review.lines)
