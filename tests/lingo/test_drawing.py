"""Lingo boards as text: the document's drawings, printed boards read back, noise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lingo.stacks import FRED, TED, boards, grids, letters, stacking
from wordtools.board.board import BoardError
from wordtools.lingo.board import StackBoard
from wordtools.lingo.cells import Cell, Grid

DRAWN: dict[Grid, str] = {"square": FRED, "hex": TED}
REMEDY = "; draw it as `wordtools play lingo ab2,tc2` prints it"


@pytest.mark.parametrize("grid", DRAWN)
def test_the_documents_drawings(grid: Grid) -> None:
    assert str(StackBoard.read(DRAWN[grid], stacking(grid))) == DRAWN[grid]


def test_what_stands_where() -> None:
    board = StackBoard.read(TED, stacking("hex"))
    tops = {str(cell): board.ruleset.alphabet.text(stack) for cell, stack in board.stacks.items()}
    assert tops == {
        "b4": "F", "c5": "D", "c7": "O", "c9": "C", "d4": "Y", "d6": "I", "e3": "E", "e7": "G",
        "f6": "W",
    }  # fmt: skip
    assert board.new == {Cell(3, 5), Cell(3, 9)}


@pytest.mark.parametrize("language", ["en", "es", "ca"])
@given(st.data())
def test_what_is_printed_is_read_back(language: str, data: st.DataObject) -> None:
    board = data.draw(boards(language, (1, len(letters(language).tiles))))
    assert StackBoard.read(str(board), board.ruleset) == board
    indented = "".join(f"      {line}\n" for line in str(board).splitlines())
    assert StackBoard.read(indented, board.ruleset) == board


def test_stacks_are_listed_below() -> None:
    listed = "b2: zI\nb3: are\nc2: [ch]c"
    ruleset = stacking(language="es")
    board = StackBoard.read(f"# as played\n{listed}", ruleset)
    assert str(board).endswith(f"\n\n{listed}")
    assert board.new == {Cell(2, 2)}
    assert StackBoard.read(str(board), ruleset) == board


def test_columns_beyond_z_and_rows_of_two_digits() -> None:
    board = StackBoard.read("ab12: q\nz100: u", stacking("hex"))
    assert StackBoard.read(str(board), stacking("hex")) == board
    assert {"z", "aa", "ab", "ac"} <= set(str(board).split())


@given(st.data(), st.text("The moved 4ts,()=\n"))
def test_sentences_above_a_drawing_are_passed_over(data: st.DataObject, said: str) -> None:
    board = data.draw(boards())
    lines = "".join(f"The move {line}\n" for line in said.splitlines())
    assert StackBoard.read(f"{lines}\n{board}", board.ruleset) == board


@pytest.mark.parametrize(
    "text",
    [
        "...\n...\n...",  # a board of crossing words
        " | c | t |\n   a   b   c",  # neither rows' numbers nor column names above
        f"{FRED}\nThe move made no word.",
    ],
)
def test_sentences_elsewhere_are_not(text: str) -> None:
    with pytest.raises(BoardError, match="neither a row"):
        StackBoard.read(text, stacking())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b2: e\nb2: d", "club.txt:2: b2 is listed twice"),
        (
            "b2: ",
            f"club.txt:1: neither a row, nor column names, nor a stack such as c7: are{REMEDY}",
        ),
        ("b2: a?", "club.txt:1: no English tile shows ?"),
        ("b2: a[b", "club.txt:1: 'a[b' does not consist of single tiles"),
        ("   3    | I   t   g |\n   3    | I", "club.txt:2: b3 is drawn twice"),
        ("   3   | I", f"club.txt:1: 'I' is not in a column{REMEDY}"),
        ("   3      e   f   4", "club.txt:1: the row begins with 3 and ends with 4"),
        ("   3      é   $", "club.txt:1: no English tile shows $"),
        (f"{FRED}\nc2: are", "club.txt:5: c2 is drawn as s, but listed otherwise"),
        (f"{FRED}\nb3: ai", "club.txt:7: b3 is drawn as I, but listed otherwise"),
        (f"{FRED}\nc1: are", "club.txt: c1 is listed, but not drawn"),
        (
            "a c b",
            f"club.txt:1: neither a row, nor column names, nor a stack such as c7: are{REMEDY}",
        ),
    ],
)
def test_what_is_no_board_is_told(text: str, message: str) -> None:
    with pytest.raises(BoardError) as error:
        StackBoard.read(text, stacking(), "club.txt")
    assert str(error.value) == message


def test_hexagons_stand_in_every_other_row() -> None:
    with pytest.raises(BoardError, match="board:1: There is no cell c6; column c has odd rows"):
        StackBoard.read("c6: a", stacking("hex"))


marks = st.text("abeIZ+-|/\\_ \n127:[]#?\ud800ß", max_size=8)


@given(st.one_of(st.text(), st.text("ab12:[ \nE|+")), grids)
def test_noise_is_a_board_or_an_error(text: str, grid: Grid) -> None:
    _reads_or_tells(text, grid)


@given(grids, st.integers(0, 300), st.integers(0, 40), marks)
def test_a_spoiled_drawing_is_a_board_or_an_error(grid: Grid, at: int, gone: int, put: str) -> None:
    _reads_or_tells(DRAWN[grid][:at] + put + DRAWN[grid][at + gone :], grid)


def _reads_or_tells(text: str, grid: Grid) -> None:
    try:
        board = StackBoard.read(text, stacking(grid))
    except BoardError as error:
        assert str(error).startswith("board:") and not str(error).endswith(".")
    else:
        assert StackBoard.read(str(board), board.ruleset) == board
