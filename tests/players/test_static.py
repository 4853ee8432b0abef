"""The best turns of random positions, compared with those of a plain Python reference."""

from __future__ import annotations

import itertools
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.board.test_generator import crossword, lexicon_of, tried
from tests.lexicon.helpers import lexicon_bytes, opened
from tests.players.reference import value_turns
from wordtools import _kernel
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.play import Play, check_play, lay_play
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.kernel_rules import make_game_rules
from wordtools.players.leaves import LeaveTable
from wordtools.players.static import ValuedTurn, find_best_turns
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, EndRules, ExchangeRules, WordRules

BOARD_GAMES = [
    name
    for ruleset in list_rulesets()
    for name in (ruleset, *(f"{ruleset}:{v}" for v in load_ruleset(ruleset).variants))
    if isinstance(load_ruleset(name), CrosswordRuleset)
]


@cache
def rules(name: str) -> CrosswordRuleset:
    game = load_ruleset(name)
    assert isinstance(game, CrosswordRuleset)
    return game


@cache
def words(alphabet: str, seed: int, many: int) -> Lexicon:
    """A lexicon of made-up words of the tiles of this alphabet."""
    game = next(rules(name) for name in BOARD_GAMES if rules(name).alphabet_name == alphabet)
    random = Random(f"{alphabet} {seed}")
    kinds = [tile for tile, count in enumerate(game.counts) if tile and count]
    letters = random.sample(kinds, min(7, len(kinds)))
    made = {bytes(random.choices(letters, k=random.choice((2, 2, 3, 4, 6)))) for _ in range(many)}
    return opened(lexicon_bytes(game.alphabet, ((word, frozenset()) for word in made)))


@cache
def table(name: str, seed: int) -> tuple[LeaveTable, dict[tuple[int, ...], int]]:
    """A table of made-up leaves. Leaves of more than three tiles are worth nothing, because few
    racks of a position share such a leave."""
    game = rules(name)
    random = Random(f"{name} {seed}")
    made = LeaveTable.empty(game)
    kinds = [tile for tile, count in enumerate(game.counts) if count]
    values = {
        leave: random.randint(-30_000, 60_000)
        for size in (1, 2, 3)
        for leave in itertools.combinations_with_replacement(kinds, size)
        if all(leave.count(tile) <= game.counts[tile] for tile in leave)
    }
    leaves = b"".join(bytes(tile + 1 for tile in leave) + b"\0" for leave in values)
    numbers = b"".join(value.to_bytes(4, "little", signed=True) for value in values.values())
    made.kernel.set_many(leaves, numbers)
    return made, values


def draw_position(
    name: str, random: Random, lexicon: Lexicon
) -> tuple[Board, bytes, int, bytes, int]:
    """A position after arbitrary plays: board, rack, tiles in the bag, the others' tiles, number of
    players."""
    game = rules(name)
    board = Board.empty(game)
    bag = [tile for tile, count in enumerate(game.counts) for _ in range(count)]
    used = {tile for at in range(len(lexicon)) for tile in game.alphabet.spell(lexicon.word_at(at))}

    def shuffle() -> None:
        """Most of the first tiles are among those in words."""
        bag.sort(key=lambda tile: random.random() + (tile not in used | {0}) * random.random())

    shuffle()
    for _ in range(random.choice((0, 1, 2, 4, 8))):
        rack = bytes(bag[: game.rack])
        found = generator.find_plays(board, rack, lexicon, 20)
        if found:
            play = random.choice(found).play
            board = lay_play(board, play)
            for tile in play.rack_tiles:
                bag.remove(tile)
        shuffle()
    rack = bytes(sorted(bag[: random.choice((game.rack, game.rack, 1, 4))]))
    players = random.choice((game.players[0], game.players[1]))
    unseen = bytes(bag[game.rack : game.rack + random.randint(1, 9)])
    in_bag = random.choice((0, 0, 1, 5, 7, 20, len(bag)))
    return board, rack, in_bag, unseen, players


def list_values(turns: list[ValuedTurn]) -> dict[tuple[str, bytes | Play], int]:
    return {(turn.kind, turn.play or turn.exchanged): round(turn.value * 1000) for turn in turns}


def compare(name: str, seed: int) -> int:
    """Compares all turns of a position, and the best ones alone; returns the number of turns."""
    random = Random(f"{name} {seed}")
    lexicon = words(rules(name).alphabet_name, seed % 5, 300)
    board, rack, bag, unseen, players = draw_position(name, random, lexicon)
    leaves, values = table(name, seed % 3) if seed % 4 else (None, {})
    longest = leaves.kernel.longest if leaves is not None else board.ruleset.rack
    exchanges = random.choice((0, 0, 3, 5))
    about: dict[str, Any] = {
        "bag": bag,
        "unseen": unseen,
        "players": players,
        "exchanges": exchanges,
    }
    mirrored = board.is_empty and board.ruleset.layout.is_mirrored
    found_plays = (scored.play for scored in generator.find_plays(board, rack, lexicon))
    plays = [play for play in found_plays if not (mirrored and play.down)]
    expected = value_turns(board, iter(plays), rack, values, longest, **about)
    found = find_best_turns(board, rack, lexicon, leaves, limit=len(expected) + 9, **about)
    assert list_values(found) == expected
    assert [turn.value for turn in found] == sorted((t.value for t in found), reverse=True)
    for limit in (1, 3):
        best = find_best_turns(board, rack, lexicon, leaves, limit=limit, **about)
        assert best == found[:limit]
    return len(found)


@pytest.mark.soak
@pytest.mark.slow
def test_the_kernel_agrees_with_the_reference(longer: float) -> None:
    turns = sum(
        compare(name, seed) for name in BOARD_GAMES for seed in range(max(1, round(3 * longer)))
    )
    assert turns > 100 * len(BOARD_GAMES)


def test_every_play_is_among_the_turns() -> None:
    for seed in range(6):
        random = Random(seed)
        lexicon = words("es", seed, 12)
        board, rack, bag, unseen, players = draw_position("scrabblear:hard", random, lexicon)
        found = find_best_turns(
            board, rack, lexicon, limit=5000, bag=bag, unseen=unseen, players=players
        )
        laid = {frozenset(turn.play.list_laid(board)) for turn in found if turn.play}
        assert laid == {frozenset(play.list_laid(board)) for play in tried(board, rack, lexicon)}
        for turn in found:
            if turn.play:
                check_play(board, turn.play, rack)


PLAIN = crossword(". . .\n. . .\n. . .", rack=3, values={"A": 1, "B": 5})
LEXICON = lexicon_of("AB", "BAB")


def test_kept_tiles_count_while_the_bag_has_some() -> None:
    leaves = LeaveTable.empty(PLAIN)
    leaves.kernel.set_many(bytes([3, 0]), (9000).to_bytes(4, "little"))  # a B is worth 9 points
    board = Board.empty(PLAIN)
    (best,) = find_best_turns(board, b"\1\2\2", LEXICON, leaves, limit=1, bag=9)
    assert (best.kind, best.score, best.value) == ("play", 6, 15)
    (best,) = find_best_turns(board, b"\1\2\2", LEXICON, leaves, limit=1, bag=0, unseen=b"\2")
    assert (best.score, best.value) == (11, 11 + 2 * 5)  # goes out, and the other loses a B


def test_an_exchange_may_be_better_than_a_play() -> None:
    leaves = LeaveTable.empty(PLAIN)
    leaves.kernel.set_many(bytes([1, 0]), (40_000).to_bytes(4, "little"))  # the blank
    best, *others = find_best_turns(
        Board.empty(PLAIN), b"\0\1\1", LEXICON, leaves, limit=500, bag=9
    )
    assert (best.notation, best.score, best.value) == ("-AA", 0, 40)
    assert others[-1].kind == "pass"
    assert repr(best) == "<ValuedTurn -AA: 0, value 40.00>"


def test_exchanges_follow_the_rules() -> None:
    def offered(exchange: ExchangeRules, bag: int, exchanges: int = 0) -> set[int]:
        game = crossword(". . .\n. . .\n. . .", rack=3, exchange=exchange)
        board = Board.empty(game)
        found = find_best_turns(board, b"\3\4\5", LEXICON, limit=99, bag=bag, exchanges=exchanges)
        return {len(turn.exchanged) for turn in found if turn.kind == "exchange"}

    assert offered(ExchangeRules(bag=3), 3) == {1, 2, 3}
    assert offered(ExchangeRules(bag=3), 2) == set()
    assert offered(ExchangeRules(bag=1), 2) == {1, 2}
    assert offered(ExchangeRules(bag=1, returned_first=True), 2) == {1, 2, 3}
    assert offered(ExchangeRules(whole_rack=True), 9) == {3}
    assert offered(ExchangeRules(most=2), 9, exchanges=2) == set()
    assert offered(ExchangeRules(most=0), 9) == set()


def test_a_play_that_ends_the_game_by_refill_keeps_nothing() -> None:
    game = crossword(". . .\n. . .\n. . .", rack=3, end=EndRules(when="refill"))
    leaves = LeaveTable.empty(game)
    leaves.kernel.set_many(bytes([3, 0]), (9000).to_bytes(4, "little"))
    best, *_ = find_best_turns(Board.empty(game), b"\1\2\2", LEXICON, leaves, limit=1, bag=1)
    assert best.value == best.score


def test_players_do_not_know_rules_without_repeated_words() -> None:
    game = crossword(". . .", words=WordRules(edition="test", repeated=False))
    with pytest.raises(WordtoolsError, match="repeated"):
        find_best_turns(Board.empty(game), b"\1", LEXICON)


def test_a_rack_that_is_too_large_is_refused() -> None:
    with pytest.raises(WordtoolsError, match="holds 3 tiles, not 4"):
        find_best_turns(Board.empty(PLAIN), b"\1\1\1\1", LEXICON)


def test_games_follow_the_seed() -> None:
    lexicon = words("es", 1, 200)
    game = rules("scrabble-es")
    automaton, selection = lexicon.kernel
    by = make_game_rules(game)
    first = automaton.play_game(by, selection, [_kernel.PlayerPlan(None)] * 2, 5)
    assert automaton.play_game(by, selection, [_kernel.PlayerPlan(None)] * 2, 5)[:3] == first[:3]
    assert automaton.play_game(by, selection, [_kernel.PlayerPlan(None)] * 2, 6)[:3] != first[:3]


def learn(threads: int, pieces: list[int]) -> tuple[bytes, bytes]:
    lexicon = words("es", 1, 200)
    game = rules("scrabble-es")
    automaton, selection = lexicon.kernel
    by = make_game_rules(game)
    saved, first = b"", 0
    for games in pieces:
        learner = _kernel.LeaveLearner(by, 2)
        if saved:
            learner.load(saved)
        learner.play(automaton, selection, None, 3, first, games, threads)
        first += games
        saved = learner.save()
    return learner.learn().list_leaves()


def test_learning_depends_on_neither_threads_nor_interruptions() -> None:
    once = learn(1, [40])
    assert any(once[1])
    assert learn(3, [40]) == once
    assert learn(2, [10, 25, 5]) == once


def test_damaged_sums_are_refused() -> None:
    learner = _kernel.LeaveLearner(make_game_rules(rules("scrabble-es")), 2)
    for sums in (b"", bytes(9), bytes(16), b"\xff" * 32):
        with pytest.raises(ValueError):
            learner.load(sums)
