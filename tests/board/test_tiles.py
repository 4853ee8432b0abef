"""Tiles as text: written tiles are read as the same tiles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.players import start
from wordtools.board import tiles
from wordtools.board.board import Board, BoardError
from wordtools.board.tiles import BLANK
from wordtools.errors import SpellingError
from wordtools.rules.ruleset import CrosswordRuleset

RULESETS = [
    *("scrabble-es", "scrabble-ca", "scrabble-pt-pt"),
    *("scrabble-he", "scrabble-hu", "scrabble-tr", "scrabble-uk"),
]


def rules(name: str) -> CrosswordRuleset:
    return start(name, ("Ana", "Bia")).ruleset


def lettered(name: str) -> st.SearchStrategy[int]:
    """Tiles that show a letter, half of them blanks."""
    tile = st.integers(1, len(rules(name).alphabet.tiles))
    return st.one_of(tile, tile.map(lambda number: number | BLANK))


@pytest.mark.parametrize("name", RULESETS)
@given(data=st.data())
def test_tiles_there_and_back(name: str, data: st.DataObject) -> None:
    letters = rules(name).alphabet
    laid = bytes(data.draw(st.lists(lettered(name), max_size=8)))
    assert tiles.read_tiles(tiles.write_tiles(laid, letters), letters) == laid
    rack = bytes(sorted(data.draw(st.lists(st.integers(0, len(letters.tiles)), max_size=8))))
    assert tiles.read_rack(tiles.write_tiles(rack, letters), letters) == rack


@pytest.mark.parametrize("name", RULESETS)
def test_a_bag_of_any_size_there_and_back(name: str) -> None:
    """A table's settings allow 999 of each tile."""
    letters = rules(name).alphabet
    bag = bytes(sorted([*range(len(letters.tiles) + 1)] * 150))
    assert tiles.read_rack(tiles.write_tiles(bag, letters), letters) == bag


@pytest.mark.parametrize("name", RULESETS)
@given(data=st.data())
def test_boards_there_and_back(name: str, data: st.DataObject) -> None:
    empty = Board.empty(rules(name))
    places = st.integers(0, len(empty.squares) - 1)
    board = empty.with_tiles(data.draw(st.dictionaries(places, lettered(name), max_size=40)))
    assert Board.read(str(board), rules(name)) == board


def test_two_tiles_that_plain_text_would_take_for_one() -> None:
    letters = rules("scrabble-es").alphabet
    el, double = letters.spell("L")[0], letters.spell("[LL]")[0]
    assert tiles.write_tiles([el, el], letters) == "[L][L]"
    charlar = letters.spell("[C][H]ARLAR")
    assert tiles.write_tiles(charlar, letters) == letters.text(charlar) == "[C][H]ARLAR"
    blanks = (tile | BLANK for tile in charlar)
    assert tiles.write_tiles(blanks, letters) == "[c][h]arlar"
    assert tiles.write_tiles([double], letters) == "[LL]"
    assert tiles.write_tiles([el, el | BLANK], letters) == "Ll"


@pytest.mark.parametrize(
    ("language", "written", "blanks"),
    [
        ("tr", "KİRa", "---B"),
        ("tr", "KiRı", "-B-B"),
        ("he", "?אב?ג", "B-B"),
        ("uk", "М?ʼЯТа", "-B--B"),
        ("uk", "мʼЯТА", "B----"),
        ("ca", "COl·lEGI", "--B---"),
    ],
)
def test_a_blank_is_told_in_every_script(language: str, written: str, blanks: str) -> None:
    letters = rules(f"scrabble-{language}").alphabet
    read = tiles.read_tiles(written, letters)
    assert "".join("B" if tile & BLANK else "-" for tile in read) == blanks
    assert tiles.read_tiles(tiles.write_tiles(read, letters), letters) == read


def test_a_question_mark_stands_before_no_letter_with_case() -> None:
    for text in ("?A", "?a", "?", "A?"):
        with pytest.raises(SpellingError):
            tiles.read_tiles(text, rules("scrabble-es").alphabet)


def test_racks_may_have_spaces_between_tiles() -> None:
    letters = rules("scrabble-es").alphabet
    for written, tile in (("CH A ?", "[CH]A"), ("C H?A", "[C][H]A"), (" ch a? ", "[CH]A")):
        assert tiles.read_rack(written, letters) == b"\0" + bytes(sorted(letters.spell(tile)))


def test_a_row_too_short_for_its_letters() -> None:
    spanish = rules("scrabble-es")
    rows = ["." * 15] * 7 + ["CHARLAR" + "." * 8] + ["." * 15] * 7
    with pytest.raises(
        BoardError, match=r"row 8 has 14 squares; .*: CH, LL, RR are one tile each$"
    ):
        Board.read("\n".join(rows), spanish)
    with pytest.raises(BoardError, match=r"has 14 squares; the board needs 15 rows of 15$"):
        Board.read("." * 14, rules("scrabble-pt-pt"))
