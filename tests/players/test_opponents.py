"""Players by name: their plays are legal, follow the seed, and use only what they see."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tests.board.test_generator import crossword, lexicon_of
from tests.lexicon.helpers import ENGLISH, lexicon_bytes, opened
from tests.players.test_static import rules
from wordtools import _kernel
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.play import Play, find_words, lay_play
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.endgame import solve_endgame
from wordtools.players.leaves import LeaveTable
from wordtools.players.opponents import (
    LEVELS,
    Opponent,
    choose_opponent,
    choose_turn,
    find_skill,
    lacks_leaves,
    measure_commonness,
)
from wordtools.players.self_play import play_game, record_game
from wordtools.players.static import find_best_turns
from wordtools.rules.ruleset import EndRules


@cache
def words(name: str) -> Lexicon:
    """Made-up words of a game's tiles, so many that most racks have a play."""
    game, random = rules(name), Random(name)
    kinds = range(1, len(game.counts))
    made = {
        bytes(random.choices(kinds, game.counts[1:], k=random.choice((2, 3, 3, 4, 5))))
        for _ in range(4000)
    }
    return opened(lexicon_bytes(game.alphabet, ((word, frozenset()) for word in made)))


NAMES = [*LEVELS, "2", "simulation:3"]
SLOW = ("champion", "simulation:3")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in NAMES],
)
@pytest.mark.parametrize("game", ["scrabble-es", "scrabblear:hard", "scrabble-he", "literki"])
def test_turns_are_legal_and_follow_the_seed(name: str, game: str) -> None:
    ruleset = rules(game)
    lexicon = words(game)
    opponent = choose_opponent(name, ruleset, lexicon)
    played = play_game(ruleset, lexicon, [opponent.plan] * 2, 7)
    record = record_game(ruleset, ["one", "two"], played)
    assert record.ended
    assert sum(turn[0] == 0 for _, _, turn in played.turns) > 5
    assert [record.scores[name] for name in ("one", "two")] == played.scores
    again = play_game(ruleset, lexicon, [opponent.plan] * 2, 7)
    assert (again.turns, again.scores) == (played.turns, played.scores)


def test_players_do_not_know_which_unseen_tiles_the_opponent_has() -> None:
    ruleset, random = rules("scrabble-es"), Random(3)
    lexicon = words("scrabble-es")
    bag = [tile for tile, count in enumerate(ruleset.counts) for _ in range(count)]
    random.shuffle(bag)
    board, rack = Board.empty(ruleset), bytes(bag[:7])
    for name in NAMES:
        opponent = choose_opponent(name, ruleset, lexicon)
        turns = set()
        for _ in range(3):
            unseen = bag[7:]
            random.shuffle(unseen)
            turn = choose_turn(opponent, board, rack, lexicon, unseen=bytes(unseen), seed=5)
            turns.add(turn.notation)
        assert len(turns) == 1


def test_the_last_tile_of_the_bag_may_be_any() -> None:
    """The play that wins most often over all unseen tiles and, among those, has the best mean."""
    random = Random("last tile")
    decided = 0
    for _ in range(25):
        made = {bytes(random.choices(range(1, 5), k=random.choice((2, 3, 4)))) for _ in range(25)}
        lexicon = opened(lexicon_bytes(ENGLISH, ((word, frozenset()) for word in made)))
        ruleset = crossword(
            ". DL . TW\n. . . .\nTW . DL .\n. . . .",
            rack=3,
            values={"A": 1, "B": 3, "C": 2, "D": 8},
            end=EndRules(scoreless=6, out_gains=2, others_lose=False),
        )
        board = Board.empty(ruleset)
        if found := generator.find_plays(board, bytes(random.choices(range(1, 5), k=3)), lexicon):
            board = lay_play(board, random.choice(found).play)
        rack = bytes(random.choices(range(1, 5), k=3))
        unseen = bytes(sorted(random.choices(range(1, 5), k=4)))
        scores = (random.randint(0, 20), random.randint(0, 20))
        plan = _kernel.PlayerPlan(None, endgame_nodes=800_000)
        values = {}
        for turn in find_best_turns(board, rack, lexicon, limit=6, bag=1):
            if turn.play is None:
                continue
            wins = points = 0
            for last, copies in Counter(unseen).items():
                mine = bytes((Counter(rack) - Counter(turn.play.rack_tiles)).elements())
                theirs = list(unseen)
                theirs.remove(last)
                reply = solve_endgame(
                    lay_play(board, turn.play),
                    bytes(theirs),
                    lexicon,
                    mine + bytes([last]),
                    nodes=20_000,
                )
                assert reply.exact
                spread = scores[0] + turn.score - scores[1] - reply.value
                wins += copies * ((spread > 0) + (spread >= 0))
                points += copies * spread
            values[turn.notation] = (wins, points)
        if not values:
            continue
        chosen = choose_turn(
            Opponent("champion", plan, None),
            board,
            rack,
            lexicon,
            unseen=unseen,
            bag=1,
            scores=scores,
        )
        assert values[chosen.notation] == max(values.values())
        decided += len(set(values.values())) > 1
    assert decided > 5


@pytest.mark.slow
def test_the_champion_solves_endgames() -> None:
    ruleset, lexicon = rules("scrabble-es"), words("scrabble-es")
    champion = choose_opponent("champion", ruleset, lexicon)
    plain = choose_opponent("plain", ruleset, lexicon)
    solved_turns = 0
    for seed in range(8):
        board = Board.empty(ruleset)
        for rack, bag, turn in play_game(ruleset, lexicon, [plain.plan] * 2, seed).turns:
            if bag == 0:
                chosen = choose_turn(champion, board, rack, lexicon)
                solved = solve_endgame(board, rack, lexicon, nodes=20_000)
                assert chosen.notation == solved.line[0].notation
                solved_turns += 1
                break
            if turn[0] == 0:
                board = lay_play(board, Play(turn[3], turn[4], turn[5]))
    assert solved_turns > 5


def test_skills_rise_from_level_to_level() -> None:
    skills = [find_skill(level) for level in range(1, 11)]
    for weaker, stronger in pairwise(skills):
        assert weaker.found < stronger.found and weaker.vocabulary < stronger.vocabulary
        assert weaker.error > stronger.error


def test_common_words_are_known_first() -> None:
    """If words have one or two categories, a player with half the vocabulary knows those with
    two."""
    random = Random("common")
    made = sorted(
        {bytes(random.choices(range(1, 9), k=random.choice((2, 3, 4)))) for _ in range(900)}
    )
    both, one = frozenset({"near", "far"}), frozenset({"far"})
    chosen = set(random.sample(made, len(made) // 2))
    lexicon = opened(
        lexicon_bytes(
            ENGLISH, ((word, both if word in chosen else one) for word in made), ["near", "far"]
        )
    )
    sets, commonness = measure_commonness(lexicon)
    assert sets is not None
    share = len(chosen) / len(made)
    assert sorted(set(commonness)) == [(0.0, share), (share, 1.0)]
    ruleset = rules("scrabble-en-us")
    plan = _kernel.PlayerPlan(None, vocabulary=share, sets=sets, commonness=commonness)
    seen = set()
    for seed in range(3):
        played = play_game(ruleset, lexicon, [plan, plan], seed)
        board = Board.empty(ruleset)
        for _, _, turn in played.turns:
            if turn[0] == 0:
                play = Play(turn[3], turn[4], turn[5])
                seen.add(find_words(board, play)[0].text(board))
                board = lay_play(board, play)
    common = {ENGLISH.text(word) for word in chosen}
    assert len(seen) > 30 and seen <= common
    users = sys.getrefcount(sets)
    keeper = _kernel.PlayerPlan(None, sets=sets, commonness=commonness)
    assert keeper and sys.getrefcount(sets) == users + 1  # the plan keeps them alive
    with pytest.raises(ValueError, match="commonness"):
        _kernel.PlayerPlan(None, sets=sets)
    other = opened(lexicon_bytes(ENGLISH, ((word, both) for word in made[:9]), ["near", "far"]))
    with pytest.raises(ValueError, match="another lexicon"):
        play_game(ruleset, other, [plan, plan], 1)
    assert measure_commonness(other) == (None, [])


def test_a_weak_player_finds_the_easiest_play() -> None:
    """Without words of its own, it makes the easiest play, and does play."""
    ruleset, lexicon = rules("scrabble-es"), words("scrabble-es")
    plan = _kernel.PlayerPlan(None, found=0.0)
    played = play_game(ruleset, lexicon, [plan, plan], 1)
    assert any(turn[0] == 0 for _, _, turn in played.turns)


def test_blanks_count_as_much_as_leaves_do_not() -> None:
    """A blank is worth 8 points to a player without leaves. To a player with a quarter of the
    leaves, in which a blank is worth 40, it is worth 16."""
    ruleset = crossword(". . .\n. . .\n. . .", rack=3, values={"A": 1, "B": 5})
    leaves = LeaveTable.empty(ruleset)
    leaves.kernel.set_many(bytes([1, 0]), (40_000).to_bytes(4, "little"))
    board, rack, lexicon = Board.empty(ruleset), b"\0\1\2", lexicon_of("AB", "BAB")
    chosen = []
    for plan in (
        _kernel.PlayerPlan(None),
        _kernel.PlayerPlan(None, blank=8),
        _kernel.PlayerPlan(leaves.kernel, leave_share=0.25, blank=8),
        _kernel.PlayerPlan(leaves.kernel, blank=8),
    ):
        turn = choose_turn(Opponent("", plan, None), board, rack, lexicon, bag=9)
        chosen.append((turn.notation, turn.value))
    assert chosen == [("1A BAb", 7), ("1A AB", 6 + 8), ("1A AB", 6 + 16), ("1A AB", 6 + 40)]


def test_names_of_players() -> None:
    ruleset, lexicon = rules("scrabble-es"), words("scrabble-es")
    assert not lacks_leaves(choose_opponent("beginner", ruleset, lexicon))
    assert lacks_leaves(choose_opponent("10", ruleset, lexicon))
    for name in ("11", "simulation:", "simulation:0s", "master", "static"):
        with pytest.raises(WordtoolsError):
            choose_opponent(name, ruleset, lexicon)
    for wrong in (
        {"found": 2.0},
        {"error": -1.0},
        {"blank": -1.0},
        {"leave_share": 1.5},
        {"simulates": True},
    ):
        with pytest.raises(ValueError):
            _kernel.PlayerPlan(None, **wrong)
