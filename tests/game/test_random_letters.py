"""Random letters added to the bag are drawn like others, and known from then on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.board.test_generator import crossword
from tests.game.players import next_play
from wordtools.board import notation
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay, Play, check_play
from wordtools.errors import WordtoolsError
from wordtools.formats import gcg
from wordtools.game.events import Added, Holds, Passed
from wordtools.game.from_gcg import game_from_gcg
from wordtools.game.game import Game
from wordtools.game.to_gcg import game_to_gcg
from wordtools.rules.loading import load_crossword

SETS = {"E": 2, "A": 6, "I": 6, "T": 4, "?": 1}  # 19 tiles


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "random.toml"
    tiles = ", ".join(f"'{face}' = [{count}, 1]" for face, count in SETS.items())
    path.write_text(
        f'extends = "scrabble-en-us"\nwithout = ["tiles"]\nrandom_tiles = 5\ntiles = {{{tiles}}}\n'
    )
    return path


@given(seed=st.integers(0, 10_000))
def test_all_are_drawn(rules: Path, seed: int) -> None:
    """At the end, the players have had the set and five more of its letters."""
    random = Random(seed)
    game = Game(str(rules), ("Ana", "Bia")).deal(random)
    assert isinstance(game.events[0], Added)
    added = Counter(game.ruleset.alphabet.spell(game.events[0].tiles))
    assert added.total() == 5
    assert set(added) <= {*game.ruleset.alphabet.spell("EAIT")}
    assert game.state.bag == 19 + 5 - 14
    while game.turn and game.state.bag:
        game = game.push(next_play(game, random) or Passed(game.turn)).deal(random)
    racks = [Counter(rack.known) for rack in game.state.racks.values()]
    drawn = game.board.count_tiles() + sum(racks, Counter())
    assert drawn.total() + game.state.bag == 24
    assert drawn <= Counter(dict(enumerate(game.ruleset.counts))) + added
    record = gcg.parse_gcg(gcg.format_gcg(game_to_gcg(game)))
    assert game_from_gcg(record, str(rules)).state.added == game.state.added


@pytest.mark.slow
def test_each_letter_is_as_likely(rules: Path) -> None:
    found: Counter[str] = Counter()
    for seed in range(200):
        first = Game(str(rules), ("Ana", "Bia")).deal(Random(seed)).events[0]
        assert isinstance(first, Added)
        found.update(first.tiles)
    assert set(found) == {*"EAIT"}
    assert min(found.values()) > 200


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("AAAA", "5 random letters, and no blank, are in the bag"),
        ("AAAA?", "5 random letters, and no blank"),
        ("AAAAA", "The set has fewer EE than were seen"),
    ],
)
def test_what_cannot_be_added(rules: Path, tiles: str, said: str) -> None:
    game = Game(str(rules), ("Ana", "Bia")).push(Holds("Ana", "EEEETTT"))
    with pytest.raises(WordtoolsError, match=said):
        game.push(Added(tiles))
    with pytest.raises(WordtoolsError, match=r"The set has no more E"):
        game.push(Holds("Bia", "EEEEAAA"))  # six E more than the set; five letters are added
    known = game.push(Added("EEAAA"))
    with pytest.raises(WordtoolsError, match="The set has no more E"):
        known.push(Holds("Bia", "EAAAAAA"))
    with pytest.raises(WordtoolsError, match="No more letters are added"):
        known.push(Added("EEAAA"))
    with pytest.raises(WordtoolsError, match="No more letters are added"):
        Game("scrabble-en-us", ("Ana", "Bia")).push(Added("A"))


def read_play(board: Board, written: str) -> Play:
    read = notation.read_notation(written, board.ruleset.alphabet)
    return notation.place_notation(board, read)


def test_a_blank_is_no_random_letter(rules: Path) -> None:
    ruleset = load_crossword(str(rules))
    board = Board.empty(ruleset)
    check_play(board, read_play(board, "H8 ZZ"))
    with pytest.raises(IllegalPlay, match="Lower case means blanks"):
        check_play(board, read_play(board, "H8 et"))


def test_letters_of_the_board_are_counted_once(rules: Path) -> None:
    plain = crossword(". " * 15 + "\n" + ". " * 15, random_tiles=2)
    board = Board.empty(plain).with_tiles(dict.fromkeys(range(15), 1))  # fifteen A, nine in the set
    with pytest.raises(IllegalPlay, match="more than the set has"):
        check_play(board, read_play(board, "A1 (A)A"))
