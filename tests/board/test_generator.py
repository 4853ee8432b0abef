"""The generator finds every play, no other play, and the right scores; the reference tries all
words everywhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordtools
from tests.conftest import examples
from tests.lexicon.helpers import ENGLISH, automaton, english_bytes, lexicon_bytes, opened
from wordtools import _kernel
from wordtools import alphabet as alphabets
from wordtools.board import generator, notation, scoring
from wordtools.board.board import Board
from wordtools.board.generator import ScoredPlay
from wordtools.board.play import (
    IllegalPlay,
    Play,
    check_play,
    find_words,
    lay_play,
)
from wordtools.board.tiles import BLANK, LETTER
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.rules import ruleset
from wordtools.rules.layout import Premium
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import ChallengeChoice, CrosswordRuleset, WordRules

PREMIUMS = {
    "DL": Premium(letter=2),
    "TW": Premium(word=3),
    "NE": Premium(points=-3),
    "AC": Premium(word=4, along="across"),
    "DN": Premium(word=2, along="down"),
    "MX": Premium(letter=3, word=2, points=5, along="down"),
}
TAGS = ["odd", "rare"]
SPANISH = alphabets.load_alphabet("es").alphabet


def crossword(
    drawing: str,
    *,
    alphabet: str = "en",
    start: str | None = None,
    values: dict[str, int] | None = None,
    **changes: Any,
) -> CrosswordRuleset:
    """A ruleset with this board; tiles are worth `values`, the others 1."""
    faces = ["?", *alphabets.load_alphabet(alphabet).alphabet.tiles]
    return CrosswordRuleset(
        title="Test",
        name="test",
        variants={},
        language="en",
        alphabet_name=alphabet,
        tiles={face: (9, (values or {}).get(face, 1)) for face in faces},
        board=ruleset.BoardDrawing(drawing, start),
        premiums=PREMIUMS,
        challenge=ChallengeChoice("void"),
        **{"words": WordRules(edition="test"), **changes},
    )


def lexicon_of(*words: str) -> Lexicon:
    return opened(lexicon_bytes(ENGLISH, ((ENGLISH.spell(word), frozenset()) for word in words)))


def tried(board: Board, rack: bytes, lexicon: Lexicon) -> Iterator[Play]:
    """Every word of the lexicon in every place, with every choice of blanks, wherever it is
    legal."""
    spelled = [lexicon.alphabet.spell(word) for word in lexicon]
    for down, square, word in itertools.product((False, True), range(len(board.squares)), spelled):
        line = [board.step(square, down, place) for place in range(len(word))]
        for cells in _laid(board, word, line, rack):
            play = Play(square, down, cells)
            if len(cells) > 1 and _is_legal(board, play, rack):
                made = [word.text(board) for word in find_words(board, play)]
                if all(word in lexicon for word in made):
                    yield play


def _laid(board: Board, word: bytes, line: list[int | None], rack: bytes) -> Iterator[bytes]:
    """The tiles of plays that make the word there, regardless of the letters on the rack."""
    free = []
    for place, (tile, square) in enumerate(zip(word, line, strict=True)):
        if square is None or (board.squares[square] and board.squares[square] & LETTER != tile):
            return
        if not board.squares[square]:
            free.append(place)
    if len(free) > len(rack):
        return
    for blanks in range(rack.count(0) + 1):
        for chosen in itertools.combinations(free, blanks):
            yield bytes(
                (tile | BLANK * (place in chosen)) * (place in free)
                for place, tile in enumerate(word)
            )


def _is_legal(board: Board, play: Play, rack: bytes) -> bool:
    try:
        check_play(board, play, rack)
    except IllegalPlay:
        return False
    return True


def each_once(board: Board, plays: Iterable[Play]) -> list[Play]:
    """The plays, without those that lay the same tiles as an earlier one."""
    return list({tuple(play.list_laid(board)): play for play in reversed(list(plays))}.values())


def order(board: Board, play: Play) -> tuple[int, int, bool, bytes]:
    return -scoring.score_play(board, play).total, play.square, play.down, play.tiles


def game(random: Random) -> tuple[CrosswordRuleset, Lexicon]:
    """A small board with premiums everywhere, and an edition of a lexicon of few letters. Both are
    random, since shrinking rarely keeps boards, racks and words that fit each other."""
    name, faces = random.choice([("en", ["A", "B"]), ("es", ["CH", "C"]), ("ca", ["L·L", "QU"])])
    letters = alphabets.load_alphabet(name).alphabet
    numbers = [letters.tiles.index(face) + 1 for face in faces]
    words = [
        (bytes(random.choices(numbers, k=random.randint(1, 5))), frozenset(random.sample(TAGS, k)))
        for k in random.choices((0, 1, 2), k=40)
    ]
    editions = {"plain": EditionRule(exclude=["odd"]), "odd": EditionRule(include=["odd"])}
    lexicon = opened(lexicon_bytes(letters, words, TAGS, editions))

    rows, columns = random.randint(1, 5), random.randint(2, 5)
    lines = [" ".join(random.choices([".", *PREMIUMS], k=columns)) for _ in range(rows)]
    start = f"{random.choice('ABCDE'[:columns])}{random.randint(1, rows)}"
    rules = crossword(
        "\n".join(lines),
        alphabet=name,
        start=random.choice([start, None]),
        values={face: random.randint(-5, 9) for face in ["?", *faces]},
        rack=random.randint(1, 4),
        bonus={"2": random.randint(-5, 9)},
        connected=random.random() < 0.7,
        words=WordRules(
            edition="test", shortest=random.randint(1, 3), repeated=random.random() < 0.8
        ),
    )
    return rules, lexicon.edition(random.choice(["test", "plain", "odd"]))


@given(st.integers())
@settings(max_examples=examples(0.6))
def test_all_plays_of_a_growing_board(seed: int) -> None:
    random = Random(seed)
    rules, lexicon = game(random)
    board = Board.empty(rules)
    for _ in range(4):
        found = all_plays(board, lexicon, random)
        if found:
            board = lay_play(board, random.choice(found).play)


@given(st.integers())
@settings(max_examples=examples(1.5))
def test_all_plays_of_any_board(seed: int) -> None:
    random = Random(seed)
    rules, lexicon = game(random)
    tiles = held(lexicon)
    kinds = [0] * 2 * len(tiles) + tiles + [tiles[0] | BLANK]
    squares = random.choices(kinds, k=len(rules.layout.names))
    all_plays(Board(rules, bytes(squares)), lexicon, random)


def held(lexicon: Lexicon) -> list[int]:
    """The tiles that words of the lexicon have, in any edition."""
    return sorted(set(b"".join(map(lexicon.alphabet.spell, lexicon.edition("test")))))


def all_plays(board: Board, lexicon: Lexicon, random: Random) -> list[ScoredPlay]:
    """The plays of a rack, checked to be complete."""
    rules = board.ruleset
    rack = bytes(sorted(random.choices([0, *held(lexicon)], k=rules.rack)))
    expected = each_once(board, tried(board, rack, lexicon))
    expected.sort(key=lambda play: order(board, play))
    found = generator.find_plays(board, rack, lexicon)
    assert [move.play for move in found] == expected
    for move in found:
        assert move.score == scoring.score_play(board, move.play).total
        assert of_notation(move) == move.play
    assert generator.count_plays(board, rack, lexicon) == len(found)
    limit = random.randint(0, len(found) + 1)
    assert generator.find_plays(board, rack, lexicon, limit) == found[:limit]
    return found


def of_notation(move: ScoredPlay) -> Play:
    """The play that a notation stands for."""
    written = notation.write_play(move.board, move.play)
    return notation.place_notation(
        move.board, notation.read_notation(written, move.board.ruleset.alphabet)
    )


@pytest.mark.slow
def test_the_far_corner_of_the_largest_board() -> None:
    rules = crossword("\n".join([" ".join("." * 26)] * 99), start="Z99", rack=15)
    board = Board.empty(rules)
    lexicon = lexicon_of("AB", "B" * 64, "A" + "B" * 14)
    rack = bytes([1, *[2] * 14])
    found = generator.find_plays(board, rack, lexicon)
    assert {move.play for move in found} == set(tried(board, rack, lexicon))
    assert {rules.layout.name_square(move.play.square) for move in found} == {
        "L99",
        "Z85",
        "Y99",
        "Z98",
    }
    columns = len(board.squares) // 99
    column = board.with_tiles({25 + columns * row: 2 for row in range(36, 99)})
    assert [move.words for move in generator.find_plays(column, b"\2", lexicon)] == [["B" * 64]]


def test_a_tile_that_makes_words_both_ways_is_one_play() -> None:
    board = Board.read("A..\n.B.\n..B", crossword("...\n...\n...".replace(".", ". ")))
    found = generator.find_plays(board, b"\1", lexicon_of("AA", "AB", "ABB"))
    assert [notation.write_play(board, move.play) for move in found] == ["1A (A)A", "2A A(B)"]
    assert found[1].words == ["AB", "AA"]


def test_either_of_two_equal_letters_is_the_blank() -> None:
    rules = crossword("DL . .", start="A1", values={"?": 0, "A": 3})
    found = generator.find_plays(Board.empty(rules), b"\0\1", lexicon_of("AA"))
    told = [(move.score, notation.write_play(move.board, move.play)) for move in found]
    assert told == [(6, "1A Aa"), (3, "1A aA")]


def test_a_board_whose_tiles_are_no_words() -> None:
    rules = crossword(". . . .\n" * 2)
    board = Board.read("BB..\n....", rules)
    found = generator.find_plays(board, b"\1", lexicon_of("AB", "BBA"))
    assert [move.words for move in found] == [["BBA"]]


def test_scores_beyond_all_games() -> None:
    rules = crossword("TW " * 15, rack=15, values={"A": -999}, bonus={"15": 999})
    [move] = generator.find_plays(Board.empty(rules), b"\1" * 15, lexicon_of("A" * 15))
    assert move.score == 15 * -999 * 3**15 + 999


@pytest.mark.slow
def test_what_cannot_be_searched_is_one_sentence() -> None:
    rules = crossword(". . .", rack=3)
    board = Board.empty(rules)
    with pytest.raises(WordtoolsError, match="a rack holds 3 tiles, not 4"):
        generator.find_plays(board, bytes(4), lexicon_of("AB"))
    spanish = opened(lexicon_bytes(SPANISH, [(SPANISH.spell("CHA"), frozenset())]))
    with pytest.raises(WordtoolsError, match="spelled with Spanish tiles"):
        generator.find_plays(board, b"\1", spanish)
    words = lexicon_of(*("".join(word) for word in itertools.product("ABCDEFGH", repeat=5)))
    crowded = Board.empty(crossword("\n".join([" ".join("." * 26)] * 9)))
    with pytest.raises(WordtoolsError, match="4,000,000 plays; set a limit"):
        generator.find_plays(crowded, bytes(7), words)
    assert len(generator.find_plays(crowded, bytes(7), words, 10)) == 10


RULES: dict[str, Any] = {
    "columns": 3,
    "premiums": [(1, 1, 0, 0)] * 9,
    "values": [0] * 27,
    "bonus": [0] * 8,
    "start": 4,
    "shortest": 2,
    "connected": True,
}


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("columns", 0),
        ("columns", 2),
        ("columns", 27),
        ("premiums", []),
        ("premiums", [(1, 1, 0, 0)] * 300),
        ("premiums", [(0, 1, 0, 0)] * 9),
        ("premiums", [(1, 10, 0, 0)] * 9),
        ("premiums", [(1, 1, 100, 0)] * 9),
        ("premiums", [(1, 1, 0, 3)] * 9),
        ("values", [0]),
        ("values", [0] * 65),
        ("values", [1000] * 27),
        ("bonus", [0]),
        ("bonus", [0] * 17),
        ("bonus", [-1000] * 8),
        ("start", 9),
        ("shortest", 0),
        ("shortest", 65),
    ],
)
def test_the_kernel_refuses_rules_that_none_has(argument: str, value: object) -> None:
    with pytest.raises(ValueError):
        _kernel.PlayRules(**{**RULES, argument: value})


def test_the_kernel_refuses_premiums_that_overflow() -> None:
    wide = {**RULES, "columns": 15, "start": None, "bonus": [0] * 16}
    with pytest.raises(ValueError, match="64 bits"):
        _kernel.PlayRules(**{**wide, "premiums": [(9, 9, 99, 0)] * 15})
    _kernel.PlayRules(**{**wide, "premiums": [(9, 9, 99, 0)] * 11 + [(9, 1, 0, 0)] * 4})


@given(squares=st.binary(max_size=12), rack=st.binary(max_size=9))
def test_the_kernel_refuses_boards_and_racks_that_are_none(squares: bytes, rack: bytes) -> None:
    lexicon, rules = lexicon_of("AB", "BA"), _kernel.PlayRules(**RULES)
    sound = (
        len(squares) == 9
        and len(rack) <= 7
        and all(tile == 0 or 1 <= tile & ~BLANK <= 26 for tile in squares)
        and all(tile <= 26 for tile in rack)
    )
    if sound:
        lexicon.find_plays(rules, squares, rack, None)
    else:
        with pytest.raises(ValueError):
            lexicon.find_plays(rules, squares, rack, None)


@pytest.mark.parametrize(
    ("squares", "rack"),
    [(b"\x1b" + bytes(8), b""), (b"\x40" + bytes(8), b""), (b"\x81" + bytes(8), b""),
     (bytes(8), b"\1"), (bytes(10), b"\1"), (bytes(9), b"\x41"), (bytes(9), b"\x1b"),
     (bytes(9), bytes(8))],
)  # fmt: skip
def test_the_kernel_refuses_tiles_that_are_none(squares: bytes, rack: bytes) -> None:
    with pytest.raises(ValueError):
        lexicon_of("AB").find_plays(_kernel.PlayRules(**RULES), squares, rack, None)


def test_the_kernel_refuses_another_alphabet_and_selection() -> None:
    short = _kernel.PlayRules(**{**RULES, "values": [0] * 26})
    with pytest.raises(ValueError, match="another alphabet"):
        lexicon_of("AB").find_plays(short, bytes(9), b"\1", None)
    other = automaton(english_bytes("ab ba"))
    selection = _kernel.Selection(_kernel.WordCategories(b"", 3, 1), b"\1")
    with pytest.raises(ValueError, match="another lexicon"):
        other.find_plays(_kernel.PlayRules(**RULES), bytes(9), b"\1", selection, None)


@pytest.mark.parametrize(
    ("rules", "list_name", "edition"),
    [
        ("scrabble-en-us", "en", "en-US"),
        ("scrabble-en-gb", "en", "en"),
        ("literki", "pl", "pl"),
        ("scrabblear:hard", "es", "es"),
        ("scrabble-pt-pt", "pt", "pt-BR"),
    ],
)
def test_real_games(
    rules: str, list_name: str, edition: str, compiled: Callable[[str], Path]
) -> None:
    lexicon = wordtools.open(f"{compiled(list_name)}:{edition}")
    game = load_ruleset(rules)
    assert isinstance(game, CrosswordRuleset)
    random = Random(rules)
    bag = [tile for tile, many in enumerate(game.counts) for _ in range(many)]
    drawn = {lexicon.word_at(random.randrange(len(lexicon))) for _ in range(60)}
    spelled = [(game.alphabet.spell(word), frozenset[str]()) for word in drawn]
    some = opened(lexicon_bytes(game.alphabet, spelled))
    board = Board.empty(game)
    for _ in range(10):
        rack = bytes(sorted(random.sample(bag, game.rack)))
        found = generator.find_plays(board, rack, lexicon, None if rack.count(0) < 2 else 2000)
        for move in random.sample(found, min(len(found), 200)):
            check_play(board, move.play, rack)
            assert move.score == scoring.score_play(board, move.play).total
            assert all(word in lexicon for word in move.words)
        if rack.count(0) < 2:
            listed = {frozenset(move.play.list_laid(board)) for move in found}
            assert all(frozenset(p.list_laid(board)) in listed for p in tried(board, rack, some))
        if found:
            board = lay_play(board, found[0].play)
    assert sum(map(bool, board)) > 25
