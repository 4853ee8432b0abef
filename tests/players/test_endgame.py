"""Endgames, compared with trying everything."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from tests.board.test_generator import crossword, lexicon_of
from tests.lexicon.helpers import lexicon_bytes, opened
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.play import lay_play
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.endgame import solve_endgame
from wordtools.rules.loading import load_crossword
from wordtools.rules.ruleset import CrosswordRuleset, EndRules

ENDS = [
    EndRules(scoreless=6, out_gains=2, others_lose=False, all_lose=False),
    EndRules(scoreless=6),
    EndRules(scoreless=3, scoreless_at_zero=False, blank_costs=4),
    EndRules(passed=2, out_gains=2, out_bonus=5, others_lose=False),
    EndRules(passed=1, exchange_passes=True, all_lose=False),
    EndRules(scoreless=5, passed=2, blank_costs=3),
    EndRules(when="refill", passed=1),
]
DRAWINGS = [
    ". DL . TW\n. . . .\nTW . DL .\n. . . .",
    "NE . . MX .\n. DL . . AC\n. . NE . .\nDN . . TW .\n. . AC . NE",
]


def try_everything(
    board: Board,
    racks: tuple[bytes, bytes],
    scores: tuple[int, int],
    lexicon: Lexicon,
    scoreless: int,
    passes: int,
    known: dict[Any, int],
) -> int:
    """The points by which the player to move, who has the first rack, gains on the other."""
    key = (board.squares, racks, scores, scoreless, passes)
    if key in known:
        return known[key]
    rules, end = board.ruleset, board.ruleset.end

    def limited(score: int, points: int) -> int:
        if rules.lowest_score is None or points >= 0:
            return points
        return max(points, min(0, rules.lowest_score - score))

    def left(player: int, racks: tuple[bytes, bytes], out: bool) -> int:
        worth = sum(rules.values[tile] for tile in racks[player])
        loses = end.others_lose if out else end.all_lose
        return -(worth if loses else 0) - end.blank_costs * racks[player].count(0)

    def go_on(board: Board, mine: bytes, points: int, scoreless: int, passes: int) -> int:
        """The value of a turn, after which it is the other's turn."""
        points = limited(scores[0], points)
        after = (scores[0] + points, scores[1])
        gained = sum(rules.values[tile] for tile in racks[1]) * end.out_gains + end.out_bonus
        if end.when == "out" and not mine:
            return (
                points
                + limited(after[0], gained)
                - limited(after[1], left(1, (mine, racks[1]), True))
            )
        counts = end.scoreless_at_zero or any(after)
        if (
            (end.when == "refill" and len(mine) < len(racks[0]))
            or (counts and end.scoreless is not None and scoreless >= end.scoreless)
            or (end.passed is not None and passes >= 2 * end.passed)
            or scoreless >= 24
        ):
            both = (mine, racks[1])
            return (
                points
                + limited(after[0], left(0, both, False))
                - limited(after[1], left(1, both, False))
            )
        return points - try_everything(
            board, (racks[1], mine), (after[1], after[0]), lexicon, scoreless, passes, known
        )

    best = go_on(board, racks[0], 0, scoreless + 1, passes + 1)
    for scored in generator.find_plays(board, racks[0], lexicon):
        rest = list(racks[0])
        for tile in scored.play.rack_tiles:
            rest.remove(tile)
        after = 0 if scored.score > 0 else scoreless + 1
        value = go_on(lay_play(board, scored.play), bytes(rest), scored.score, after, 0)
        best = max(best, value)
    known[key] = best
    return best


@cache
def game(drawing: int, end: int, zeros: bool, lowest: int | None) -> CrosswordRuleset:
    return crossword(
        DRAWINGS[drawing],
        rack=4,
        values={"A": 1, "B": 3, "C": 0 if zeros else 2, "D": 8, "?": 0},
        end=ENDS[end],
        lowest_score=lowest,
    )


def compare(
    rules: CrosswordRuleset, kinds: tuple[int, ...], random: Random, *most: int, least: int = 1
) -> bool:
    """Solves an endgame that can be searched completely. It has tiles of these kinds (0: the
    blank), at most this many on each rack, and at least `least` on the first rack. Returns whether
    both players could play."""
    letters = [kind for kind in kinds if kind]
    made = {bytes(random.choices(letters, k=random.choice((2, 2, 3, 4)))) for _ in range(30)}
    lexicon = opened(lexicon_bytes(rules.alphabet, ((word, frozenset()) for word in made)))
    board = Board.empty(rules)
    for _ in range(random.randint(1, 4)):
        rack = bytes(random.choices(letters, k=3))
        if plays := generator.find_plays(board, rack, lexicon):
            board = lay_play(board, random.choice(plays).play)
    mine, others = (
        bytes(sorted(random.choices(kinds, k=random.randint(few, many))))
        for few, many in zip((least, 1), most, strict=True)
    )
    scores = random.choice(((0, 0), (9, 4), (1, 30)))
    scoreless = random.choice((0, 0, 1, 2))
    passes = random.randint(0, min(scoreless, 1))
    expected = try_everything(board, (mine, others), scores, lexicon, scoreless, passes, {})
    solved = solve_endgame(
        board, mine, lexicon, others, scores=scores, scoreless=scoreless, passes=passes
    )
    assert solved.exact and not solved.timed
    assert solved.value == expected, (board, mine, others, scores, scoreless, passes, solved)
    return len([turn for turn in solved.line if turn.play]) > 1


@pytest.mark.soak
@pytest.mark.slow
def test_endgames_are_as_good_as_trying_everything(longer: float) -> None:
    many = int(max(200, 200 * longer))
    played = 0
    for seed in range(many):
        random = Random(f"endgame {seed}")
        rules = game(
            random.randrange(2),
            random.randrange(len(ENDS)),
            random.random() < 0.2,
            random.choice((None, None, 0, -5)),
        )
        played += compare(rules, (0, 1, 1, 2, 2, 3, 3, 4), random, 3, 3)
    assert played > many // 10


@pytest.mark.soak
@pytest.mark.slow
def test_many_tiles_against_one_too(longer: float) -> None:
    """Turns that leave two tiles are refuted by the plays that are still possible with these
    tiles."""
    for seed in range(int(max(40, 40 * longer))):
        random = Random(f"one {seed}")
        rules = game(0, random.randrange(len(ENDS)), random.random() < 0.2, None)
        compare(rules, (0, 1, 1, 1, 2, 2, 3, 3, 3, 4), random, 4, 1, least=4)


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("name", ["scrabble-en-world", "scrabble-es", "scrabble-hu", "literki"])
def test_built_in_rulesets_too(name: str, longer: float) -> None:
    """The boards are large, and Spanish and Hungarian have tiles of two letters."""
    rules = load_crossword(name)
    faces = rules.alphabet.tiles
    long = [tile for tile, face in enumerate(faces, 1) if len(face) > 1 and rules.counts[tile]]
    assert bool(long) == (name in ("scrabble-es", "scrabble-hu"))
    kinds = (0, *([1, 2, 3, 4][: 4 - len(long[:2])]), *long[:2])
    for seed in range(int(max(10, 10 * longer))):
        compare(rules, kinds, Random(f"{name} {seed}"), 2, 2)


def open_board() -> tuple[Board, Lexicon]:
    rules = crossword(
        "\n".join([". . . . . . . ."] * 8), rack=7, end=EndRules(scoreless=6), values={"B": 3}
    )
    lexicon = lexicon_of("AB", "BA", "ABBA", "BAB", "CAB", "CABAL", "LAB", "BAAL", "ABACA")
    plays = generator.find_plays(Board.empty(rules), bytes([1, 2, 2, 1]), lexicon)
    return lay_play(Board.empty(rules), plays[0].play), lexicon


def test_limits_mark_the_result() -> None:
    board, lexicon = open_board()
    racks = bytes([1, 1, 2, 2, 3, 12, 12]), bytes([1, 2, 3, 3, 1, 2, 12])
    few = solve_endgame(board, racks[0], lexicon, racks[1], nodes=50)
    assert few.line and not few.exact and not few.timed and few.nodes < 1000
    assert solve_endgame(board, racks[0], lexicon, racks[1], nodes=50) == few
    late = solve_endgame(board, racks[0], lexicon, racks[1], nodes=10**9, seconds=1e-6)
    assert late.line and not late.exact and late.timed


def test_an_endgame_needs_an_empty_bag() -> None:
    board, lexicon = open_board()
    with pytest.raises(WordtoolsError, match="bag must be empty"):
        solve_endgame(board, b"\1\2", lexicon)
    with pytest.raises(WordtoolsError, match="cannot be solved: there is no such tile"):
        solve_endgame(board, b"\1\2", lexicon, b"\77")
