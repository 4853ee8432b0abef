"""Lingo: the document's examples (cases 28 and 29), moves, legality, and the score, which is
compared with a second, slow calculation."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lingo.stacks import FRED, TED, WORDS, boards, grids, stacking, write_move
from wordtools.board.notation import NotationError
from wordtools.board.play import IllegalPlay
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lingo.board import Placement, StackBoard
from wordtools.lingo.cells import Cell, Grid
from wordtools.lingo.moves import check_move, read_move
from wordtools.lingo.scoring import LingoScore, LingoWord, evaluate_move, score_move
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import StackingRuleset


def rules(name: str) -> StackingRuleset:
    """A ruleset as it comes with wordtools."""
    ruleset = load_ruleset(name)
    assert isinstance(ruleset, StackingRuleset)
    return ruleset


def test_28_fred() -> None:
    found = score_move(StackBoard.read(FRED, rules("lingo")), WORDS)
    assert str(found) == "made the words IT and BIZ for a total of (2 + 28) x 2 = 60 pts."
    assert found.words == (
        LingoWord("IT", ("b3", "c3"), 2),
        LingoWord("BIZ", ("b4", "b3", "b2"), 28),
    )
    assert found.total == 60


def test_28_fred_without_words_of_two() -> None:
    found = score_move(StackBoard.read(FRED, rules("lingo:no-twos")), WORDS)
    assert str(found) == "made the word BIZ for a total of 28 pts."


def test_28_ted() -> None:
    found = score_move(StackBoard.read(TED, rules("lingo:hex")), WORDS)
    assert str(found) == (
        "made the words DIG, DOC and DYE for a total of (10 + 12 + 14) x 3 = 108 pts."
    )


@pytest.mark.parametrize("backwards", [True, False])
def test_28_hay(backwards: bool) -> None:
    board = StackBoard.read("b2: h\nc2: a\nd2: Y", stacking(backwards=backwards))
    assert score_move(board, WORDS).total == 18
    turned = StackBoard.read("b2: y\nc2: a\nd2: H", stacking(backwards=backwards))
    assert score_move(turned, WORDS).total == (18 if backwards else 0)


def test_29_the_same_letter() -> None:
    text = "b2: e\nc2: d"
    found = evaluate_move(rules("lingo"), text, "eb2", WORDS)
    assert (found.legal, found.fault) == (False, "same letter")
    assert found.sentence == "b2 already shows E; a tile may not cover the same letter."
    assert evaluate_move(rules("lingo:repeat"), text, "eb2", WORDS).legal


def test_the_examples_as_moves() -> None:
    """The moves are made on the previous boards, without the tiles just placed."""
    before = FRED.replace("I", " ").replace("+       +---+", "+---+---+---+")
    fred = evaluate_move(stacking(), before, "ib3", WORDS, pool="riyt")
    assert (fred.board, fred.points) == (FRED, 60)
    ted = evaluate_move(stacking("hex"), TED.replace("D", " ").replace("C", " "), "dc5,cc9", WORDS)
    assert (ted.board, ted.points) == (TED, 108)
    assert ted.sentence.startswith("The move made the words DIG, DOC and DYE")


def test_tiles_placed_together_that_share_no_word_score_nothing() -> None:
    board = StackBoard.read(TED.replace("__/e", "__/E"), stacking("hex"))
    found = score_move(board, WORDS)
    assert [word.text for word in found.words] == ["DIG", "DOC", "DYE"]
    assert (found.joined, found.total) == (False, 0)
    assert "none with all the tiles placed" in str(found)


@pytest.mark.parametrize(
    ("move", "fault"),
    [
        ("ab1", None),
        ("ae3,ae4", None),
        ("ae4,ae3", None),  # the order of writing does not matter
        ("ab3,eb4", None),  # on top
        ("ae5", "not connected"),
        ("ad4,ag7", "not connected"),
        ("ag7,ag8", "not connected"),  # being beside each other is not enough
        ("tc3", "same letter"),
        ("aa1,ab1,ac1", "too many tiles"),
        ("jb1,jc1", "not in the bag"),
        ("ab1,ab1", "square taken"),
    ],
)
def test_legality(move: str, fault: str | None) -> None:
    found = evaluate_move(stacking(), FRED, move, WORDS)
    assert found.fault == fault, found.sentence
    assert found.legal == (fault is None)


def test_tiles_connected_by_one_another() -> None:
    """Three tiles may form a chain that begins at the board. A pair that does not begin there is
    refused."""
    ruleset = stacking(place=3)
    assert evaluate_move(ruleset, FRED, "ag3,af3,ae3", WORDS).legal
    assert evaluate_move(ruleset, FRED, "ae3,ag7,eg8", WORDS).fault == "not connected"


def test_hexagons_beside_each_other() -> None:
    ruleset = stacking("hex", place=1)
    board = StackBoard.read("d6: a", ruleset)
    legal = set()
    for cell in (Cell(x, y) for x, y in product(range(1, 8), range(1, 12)) if (x + y) % 2 == 0):
        try:
            check_move(board, {cell: 2})
            legal.add(str(cell))
        except IllegalPlay:
            continue
    assert legal == {"d4", "d8", "c5", "c7", "e5", "e7"}
    with pytest.raises(IllegalPlay, match="There is no cell d5; column d has even rows"):
        read_move("ad5", ruleset)


def test_the_pool_supplies_the_move() -> None:
    assert evaluate_move(stacking(), FRED, "ab1,eb5", WORDS, pool="REAL").legal
    found = evaluate_move(stacking(), FRED, "ab1,ab5", WORDS, pool="REAL")
    assert (found.fault, found.sentence) == ("not on the rack", "The pool has no A for this move.")
    assert evaluate_move(stacking(), FRED, "ab1", WORDS, pool="").fault == "not on the rack"


def test_the_first_move_goes_anywhere_and_the_board_grows() -> None:
    found = evaluate_move(stacking(), "", "hz99,az98", {"HA"})
    assert (found.legal, found.points) == (True, 5)
    board = StackBoard.read(found.board, stacking())
    assert list(map(str, sorted(board.stacks))) == ["b2", "b3"]
    further = board.after(read_move("ta2", stacking()))
    assert list(map(str, sorted(further.stacks))) == ["b2", "c2", "c3"]


def test_a_lone_tile_is_not_stacked_on_alone() -> None:
    assert evaluate_move(stacking(), "b2: a", "eb2", WORDS).fault == "not connected"
    assert evaluate_move(stacking(), "b2: a", "eb2,sb3", WORDS).legal


def test_the_first_hexagon_has_room_on_all_sides() -> None:
    assert list(map(str, StackBoard(stacking("hex")).after({Cell(26, 70): 1}).stacks)) == ["b4"]


def test_of_equal_words_the_one_with_all_tiles_is_made() -> None:
    board = StackBoard.read("b2: t\nc2: I\nd2: T", stacking(backwards=False))
    assert score_move(board, WORDS) == LingoScore((LingoWord("IT", ("c2", "d2"), 2),), joined=True)


def test_only_the_tile_on_top_is_read() -> None:
    found = evaluate_move(stacking(), "b2: h\nc2: a\nd2: e", "yd2", {"HAY", "HAE"})
    assert [(word.text, word.points) for word in found.words] == [("HAY", 18)]
    assert "d2: eY" in found.board


letters_and_cells = st.dictionaries(
    st.builds(Cell, st.integers(1, 702), st.integers(1, 999)),
    st.integers(1, 26),
    min_size=1,
    max_size=4,
)


@given(letters_and_cells)
def test_a_move_written_is_read_back(placement: Placement) -> None:
    ruleset = stacking()
    assert read_move(write_move(placement, ruleset.alphabet), ruleset) == placement


def test_tiles_of_several_letters_in_moves() -> None:
    ruleset = stacking(language="es")
    assert write_move(read_move("[CH]c7, Ac8", ruleset), ruleset.alphabet) == "[ch]c7,ac8"
    with pytest.raises(NotationError, match="'llac7' is not a move"):
        read_move("llac7", ruleset)


@given(st.one_of(st.text(), st.text("aez[]c7019,_ ?ß\ud800")), grids)
def test_noise_is_a_move_or_an_error(text: str, grid: Grid) -> None:
    ruleset = stacking(grid)
    try:
        placement = read_move(text, ruleset)
    except (NotationError, SpellingError, IllegalPlay) as error:
        assert len(str(error)) < 200
    else:
        assert read_move(write_move(placement, ruleset.alphabet), ruleset) == placement


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("", "'' is not a move; write a tile and its cell, as in ac7"),
        ("a7", "'a7' is not a move"),
        ("ac0", "'c0' is not a cell; write a column and a row, as in c7"),
        ("?c7", "no English tile shows ?"),
    ],
)
def test_what_is_no_move_is_told(move: str, message: str) -> None:
    with pytest.raises(WordtoolsError) as error:
        read_move(move, stacking())
    assert str(error.value).startswith(message)


# The same score, calculated the long way from every straight sequence of cells, by their positions
# in the plane.

Sequence = tuple[Cell, ...]


def centre(cell: Cell, grid: Grid) -> tuple[float, float]:
    """The position of a cell's middle if the middles of neighbours are 1 apart."""
    if grid == "square":
        return float(cell.column), float(cell.row)
    return cell.column * math.sqrt(3) / 2, cell.row / 2


def straight(board: StackBoard) -> list[Sequence]:
    """Every sequence of two or more neighbouring cells with tiles in a straight line."""
    grid = board.ruleset.grid
    found: list[Sequence] = [
        (a, b)
        for a, b in product(board.stacks, repeat=2)
        if math.isclose(math.dist(centre(a, grid), centre(b, grid)), 1)
    ]
    for sequence in found:  # grows during the walk
        (x, y), (left, up) = sequence[-1], sequence[-2]
        if (following := Cell(2 * x - left, 2 * y - up)) in board.stacks:
            found.append((*sequence, following))
    return found


def forwards(sequence: Sequence) -> bool:
    """Left to right, straight columns downwards."""
    return sequence[0].column < sequence[-1].column or (
        sequence[0].column == sequence[-1].column and sequence[0].row < sequence[-1].row
    )


def long_way(board: StackBoard, words: frozenset[str]) -> tuple[list[int], int]:
    """The points of the words made, sorted, and the total."""
    ruleset = board.ruleset
    sequences = straight(board)
    best: dict[frozenset[Cell], tuple[int, bool]] = {}
    for sequence in sequences:
        tops = [board.stacks[cell][-1] for cell in sequence]
        word = "".join(ruleset.alphabet.tiles[tile - 1] for tile in tops)
        if (
            word not in words
            or len(word) < ruleset.words.shortest
            or not set(sequence) & board.new
            or not (ruleset.words.backwards or forwards(sequence))
        ):
            continue
        line = max((set(s) for s in sequences if set(s) >= set(sequence)), key=len)
        points = sum(ruleset.tiles[letter][1] for letter in word) * (len(word) - 1)
        made = (points, board.new <= set(sequence))
        best[frozenset(line)] = max(best.get(frozenset(line), made), made)
    made_points = sorted(each for each, _ in best.values())
    joined = any(has_all for _, has_all in best.values())
    return made_points, sum(made_points) * len(made_points) if joined else 0


@given(boards(numbers=(1, 3)), st.frozensets(st.text("ABC", min_size=2, max_size=4), max_size=60))
def test_the_score_is_that_of_the_long_way(board: StackBoard, words: frozenset[str]) -> None:
    found = score_move(board, words)
    assert (sorted(word.points for word in found.words), found.total) == long_way(board, words)
    for word in found.words:
        assert word.text in words
