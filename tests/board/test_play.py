"""Legal plays, their words and their scores, compared with a plain Python reference."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.board.games import boards, crossword, fitted, opinion, small, tries
from wordtools.board import notation, play, scoring, tiles
from wordtools.board.board import Board
from wordtools.board.play import IllegalPlay, lay_play
from wordtools.cli.grid import draw_tiles
from wordtools.errors import WordtoolsError
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import hold_places


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> CrosswordRuleset:
    return small(tmp_path_factory.mktemp("rules"))


@given(st.data())
def test_words_and_points_are_those_of_the_whole_board(
    game: CrosswordRuleset, data: st.DataObject
) -> None:
    board = data.draw(boards(game))
    laid = fitted(board, data.draw(tries(game)))
    other = opinion(board, dict(laid.list_laid(board)))
    try:
        play.check_play(board, laid)
    except IllegalPlay as error:
        # A play names its whole main word, which the second opinion does not require.
        in_one_direction = error.fault in ("too short", "word goes on")
        assert not other.legal or in_one_direction
        return
    assert other.legal
    assert {word.squares for word in play.find_words(board, laid)} == other.words
    assert scoring.score_play(board, laid).total == other.points


@given(st.data())
def test_the_direction_of_reading_changes_no_score(
    game: CrosswordRuleset, data: st.DataObject
) -> None:
    """The mirrored board has the same squares under the same names."""
    board = data.draw(boards(game))
    laid = fitted(board, data.draw(tries(game)))
    mirrored = Board(replace(game, reading="right-to-left"), board.squares)
    try:
        play.check_play(board, laid)
    except IllegalPlay:
        with pytest.raises(IllegalPlay):
            play.check_play(mirrored, laid)
        return
    written = notation.read_notation(notation.write_play(board, laid), game.alphabet)
    assert notation.place_notation(mirrored, written) == laid
    assert scoring.score_play(mirrored, laid) == scoring.score_play(board, laid)
    afterwards = (lay_play(board, laid), lay_play(mirrored, laid))
    for row, seen in zip(*map(draw_tiles, afterwards), strict=True):
        assert seen.split() == row.split()[::-1]


@given(st.data())
def test_a_play_changes_only_its_own_squares(game: CrosswordRuleset, data: st.DataObject) -> None:
    board = data.draw(boards(game))
    laid = fitted(board, data.draw(tries(game)))
    changed = {square: 0 for square, _ in laid.list_laid(board)}
    assert lay_play(board, laid).with_tiles(changed) == board


@given(st.data())
def test_what_is_written_is_read(game: CrosswordRuleset, data: st.DataObject) -> None:
    board = data.draw(boards(game))
    assert Board.read(str(board), game) == board
    laid = fitted(board, data.draw(tries(game)))
    try:
        play.check_play(board, laid)
    except IllegalPlay:
        return
    text = notation.write_play(board, laid)
    assert notation.place_notation(board, notation.read_notation(text, game.alphabet)) == laid
    without = text.replace("(", "").replace(")", "")
    place, word = text.split()
    for other in (f"{word} {place.lower()} 12", f"{place} {word}/AS/SAL -3", f"{word}/AL {place}"):
        assert notation.place_notation(board, notation.read_notation(other, game.alphabet)) == laid
    if "C" not in word and "L" not in word:  # next to each other they would be one tile
        assert (
            notation.place_notation(board, notation.read_notation(without, game.alphabet)) == laid
        )


FAULTS = {
    "off the board": ["8N CAT", "P1 CAT", "9H CATCATCATCATCAT"],
    "square taken": ["8H DOG", "G8 XA"],
    "nothing laid": ["8G (CAT)", "8G ..."],
    "gap": ["8G CAT(S)", "8F .(CAT)", "G6 (A)BC"],
    "word goes on": ["8J S", "8E AB", "G9 A"],
    "not connected": ["1A DOG", "H10 DOG"],
    "too many tiles": ["G1 DOGDOGD(C)E"],
    "not in the bag": ["9H JJ"],
}


@pytest.mark.parametrize(("fault", "written"), [(f, w) for f, all in FAULTS.items() for w in all])
def test_every_way_to_be_illegal_has_its_sentence(fault: str, written: str) -> None:
    game = crossword("scrabble-en-us")
    board = Board.empty(game)
    board = lay_play(
        board, notation.place_notation(board, notation.read_notation("8G CAT", game.alphabet))
    )
    with pytest.raises(IllegalPlay) as refused:
        play.check_play(
            board, notation.place_notation(board, notation.read_notation(written, game.alphabet))
        )
    assert refused.value.fault == fault
    assert not str(refused.value).endswith(".")


def test_the_first_play() -> None:
    game = crossword("scrabble-en-us")
    board = Board.empty(game)
    for written, fault in {"8A CAT": "misses the start", "8H A": "too short"}.items():
        with pytest.raises(IllegalPlay) as refused:
            play.check_play(
                board,
                notation.place_notation(board, notation.read_notation(written, game.alphabet)),
            )
        assert refused.value.fault == fault
    first = notation.place_notation(board, notation.read_notation("H8 CAT", game.alphabet))
    play.check_play(board, first, tiles.read_rack("cat?", game.alphabet))
    with pytest.raises(IllegalPlay, match="The rack has no T"):
        play.check_play(board, first, tiles.read_rack("CA??", game.alphabet)[1:])
    assert scoring.score_play(board, first).total == 10


def test_a_single_tile_is_written_as_its_whole_word() -> None:
    game = crossword("scrabble-en-us")
    board = Board.empty(game)
    board = lay_play(
        board, notation.place_notation(board, notation.read_notation("8H AT", game.alphabet))
    )
    whole = notation.place_notation(board, notation.read_notation("8G C(AT)", game.alphabet))
    play.check_play(board, whole)
    for written, fault in {"8G C": "word goes on", "G8 C": "too short"}.items():
        with pytest.raises(IllegalPlay) as refused:
            play.check_play(
                board,
                notation.place_notation(board, notation.read_notation(written, game.alphabet)),
            )
        assert refused.value.fault == fault


@given(st.text(max_size=30))
def test_no_text_is_a_fault_of_ours(text: str) -> None:
    game = crossword("scrabble-es")
    board = Board.empty(game)
    with suppress(WordtoolsError):
        play.check_play(
            board, notation.place_notation(board, notation.read_notation(text, game.alphabet))
        )
    with suppress(WordtoolsError):
        Board.read(text, game)
    with suppress(WordtoolsError):
        tiles.read_rack(text, game.alphabet)


def test_the_example_of_the_scrabble_document() -> None:
    """`A(D)DITiON(AL) D3 74` scores 61 with the tiles on the board; 74 needs crosswords."""
    game = crossword("scrabble-en-us")
    there = {"D4": "D", "D11": "A", "D12": "L"}
    board = Board.empty(game).with_tiles(
        {
            game.layout.find_square(at) or 0: tiles.read_tiles(tile, game.alphabet)[0]
            for at, tile in there.items()
        }
    )
    read = notation.read_notation("A(D)DITiON(AL) D3 74", game.alphabet)
    laid = notation.place_notation(board, read)
    play.check_play(board, laid)
    assert [word.text(board) for word in play.find_words(board, laid)] == ["ADDITIONAL"]
    assert scoring.score_play(board, laid) == scoring.PlayScore((11,), 50, False)
    assert read.claimed == 74


def test_a_word_extended_at_both_ends() -> None:
    """Case 16: DOG becomes ENDOGENOUS with seven tiles."""
    game = crossword("scrabble-en-us")
    board = Board.empty(game)
    board = lay_play(
        board, notation.place_notation(board, notation.read_notation("8G DOG", game.alphabet))
    )
    laid = notation.place_notation(board, notation.read_notation("8E EN(DOG)ENOUS", game.alphabet))
    play.check_play(board, laid, tiles.read_rack("ENENOUS", game.alphabet))
    assert [word.text(board) for word in play.find_words(board, laid)] == ["ENDOGENOUS"]
    assert scoring.score_play(board, laid).bonus == 50


def test_digraphs_are_one_tile() -> None:
    game = crossword("scrabble-es")
    board = Board.empty(game)
    one = notation.place_notation(board, notation.read_notation("8F CHARRO", game.alphabet))
    assert one == notation.place_notation(
        board, notation.read_notation("8F [CH]A[RR]O", game.alphabet)
    )
    assert (one.size, scoring.score_play(board, one).total) == (4, 2 * (5 + 1 + 8 + 1))
    apart = notation.place_notation(board, notation.read_notation("8F [C][H]ARO", game.alphabet))
    assert [word.text(board) for word in play.find_words(board, apart)] == ["[C][H]ARO"]
    blank = notation.place_notation(board, notation.read_notation("8F [ch]ARO", game.alphabet))
    assert scoring.score_play(board, blank).total == 2 * (0 + 1 + 1 + 1)
    assert notation.write_play(board, blank) == "8F [ch]ARO"


def test_a_play_copied_from_a_terminal_is_read() -> None:
    letters = crossword("scrabble-he").alphabet
    copied = hold_places("+12  8F (ספר)?ימ  ספרימ").split("  ")[1]
    assert not copied.isprintable()
    assert notation.read_notation(copied, letters) == notation.read_notation("8F (ספר)?ימ", letters)
    with pytest.raises(WordtoolsError, match="U\\+200E"):  # which would turn the word around
        notation.read_notation("8F סכ\u200eק", letters)
