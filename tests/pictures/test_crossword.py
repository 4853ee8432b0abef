"""Pictures of boards. Everything on the board is in the picture exactly once, and is visible."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from tests.conftest import examples
from tests.pictures.painted import contrast, read_picture
from tests.pictures.samples import THEMES, boards, crossword, crosswords, sample
from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.tiles import BLANK
from wordtools.pictures.crossword import draw_board
from wordtools.pictures.tile import Mark
from wordtools.rules.layout import Layout
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import reveal

GOLDEN = Path(__file__).parent / "golden"
MARKS: list[Mark | None] = [None, "wrong", "doubtful"]
fields = st.tuples(st.text(), st.text(max_size=12), st.booleans())
captions = st.lists(st.lists(fields, min_size=1, max_size=3), max_size=3)


@settings(max_examples=examples(0.5))
@given(st.data(), st.sampled_from(THEMES), st.sampled_from(MARKS))
def test_any_board(data: st.DataObject, theme: str, mark: Mark | None) -> None:
    board = data.draw(boards(crosswords()))
    laid = [square for square, tile in enumerate(board) if tile]
    last = data.draw(st.sets(st.sampled_from(laid), max_size=7)) if laid else set()
    caption = data.draw(captions)
    drawn = draw_board(board, last, mark, caption, theme)
    check(board, drawn, last, mark)
    assert drawn == draw_board(board, sorted(last, reverse=True), mark, caption, theme)


@pytest.mark.slow
@pytest.mark.parametrize("name", crosswords())
def test_every_ruleset(name: str) -> None:
    """The picture has every tile, as a letter and as a blank, and the whole empty board."""
    rules = crossword(name)
    letters = [n for n, count in enumerate(rules.counts) if n and count]
    faces = [*letters, *(letter | BLANK for letter in letters)]
    room = len(rules.layout.names)
    board = Board.empty(rules).with_tiles(dict(zip(range(0, room, 2), faces, strict=False)))
    for theme in THEMES:
        check(board, draw_board(board, range(20), theme=theme), set(range(0, 20, 2)), None)
        empty = Board.empty(rules)
        check(empty, draw_board(empty, theme=theme), set(), None)


def check(board: Board, drawn: str, last: set[int], mark: Mark | None) -> None:
    """The picture contains the board's content."""
    rules, layout = board.ruleset, board.ruleset.layout
    picture = read_picture(drawn)
    assert picture.title == reveal(rules.title)
    laid = [square for square, tile in enumerate(board) if tile]
    assert picture.cells == [layout.name_square(square) for square in laid]
    for square in laid:
        tile, parts = board.squares[square], picture.in_cell(layout.name_square(square))
        face = tiles.show_tile(tile, rules.alphabet).strip("[]?")
        value = [] if tile & BLANK else [str(rules.values[tile])]
        assert [part.text for part in parts if part.tag == "text"] == [face, *value]
        assert [part.tag for part in parts].count("circle") == bool(tile & BLANK)
        assert any(part.fill == "none" and part.tag == "rect" for part in parts) == (square in last)
    names = [text.text for text in picture.texts if not text.cell]
    columns = [layout.name_square(column)[0] for column in range(layout.columns)]
    rows = [str(row + 1) for row in range(layout.rows)]
    assert names[: len(columns) + len(rows)] == columns + rows
    shown = names[len(columns) + len(rows) :]
    premiums = [n for n, tile in zip(layout.names, board, strict=True) if n and not tile]
    assert shown[: len(premiums)] == premiums
    for each in picture.painted:
        assert 0 <= each.left <= each.right <= picture.width, each
        assert 0 <= each.top <= each.bottom <= picture.height, each
    for text in picture.texts:
        assert contrast(text.fill, text.behind) >= 4.5, text
    is_marked = bool(mark) and bool(last or layout.start is not None)
    discs = [part for part in picture.painted if part.tag == "circle" and not part.cell]
    assert len(discs) == is_marked


def test_a_board_that_is_read_from_the_right() -> None:
    rules = crossword("scrabble-he")
    picture = read_picture(draw_board(Board.empty(rules)))
    places = {text.text: text.left for text in picture.texts if text.top < 20}
    assert list(places) == sorted(places, key=places.__getitem__, reverse=True)
    assert places["A"] > places["O"]
    rows = [text for text in picture.texts if text.text == "15"]
    assert rows[0].left > places["A"]


def test_tiles_whose_colour_is_their_value() -> None:
    rules = crossword("literki")
    board = Board.empty(rules).with_tiles({0: rules.alphabet.spell("Ź")[0], 20: 1, 40: 1 | BLANK})
    picture = read_picture(draw_board(board, [20]))
    red, yellow, white = (picture.in_cell(name)[0].fill for name in ("A1", "D2", "G3"))
    assert len({red, yellow, white}) == 3
    assert picture.in_cell("D2")[-1].text == "1"


def test_the_start_keeps_its_premium_name() -> None:
    rules = crossword("scrabble-en-world")
    picture = read_picture(draw_board(Board.empty(rules)))
    (star,) = [each for each in picture.painted if each.tag == "path"]
    below = [text for text in picture.texts if text.left == (star.left + star.right) / 2]
    assert [text.text for text in below] == ["H", "TW", "DL", "DW", "DL", "TW"]


HOSTILE = ('<g onload="x">', "&", "\"'>", "]]>", "<!--", "\x00", "\ud800", "\u202e", "﷽" * 3)


@given(st.data())
def test_no_text_becomes_markup(data: st.DataObject) -> None:
    """Titles, premiums, letters and names, as strangers might write them."""
    texts = st.one_of(st.sampled_from(HOSTILE), st.text(min_size=1))
    game = make_hostile(data.draw(texts), data.draw(texts), data.draw(st.tuples(texts, texts)))
    board = Board.empty(game).with_tiles({0: 1, 5: 2, 8: 2 | BLANK})
    caption = [[(data.draw(texts), data.draw(texts), True), (data.draw(texts), "", False)]]
    picture = read_picture(draw_board(board, [0], "wrong", caption))
    plain = make_hostile("title", "DW", ("A", "B"))
    harmless = Board.empty(plain).with_tiles({0: 1, 5: 2, 8: 2 | BLANK})
    expected = read_picture(
        draw_board(harmless, [0], "wrong", [[("a", "b", True), ("c", "", False)]])
    )
    assert set(picture.tags) == set(expected.tags)
    assert picture.title == reveal(game.title)
    for each in picture.painted:
        assert "onload" not in each.attributes
        assert 0 <= each.left <= each.right <= picture.width
        assert 0 <= each.top <= each.bottom <= picture.height


def make_hostile(title: str, premium: str, faces: tuple[str, str]) -> CrosswordRuleset:
    """A game with this title, a premium with this name, and tiles with these letters."""
    rules = crossword("scrabble-en-world")
    game = structs.replace(rules, title=title)
    alphabet = structs.replace(rules.alphabet, tiles=(*faces, *rules.alphabet.tiles[2:]))
    names: tuple[Any, ...] = (None, *[premium] * 3, *[None] * 5)
    layout = Layout(3, 3, names, (rules.layout.premiums[0],) * 9, 4)
    vars(game).update(alphabet=alphabet, layout=layout, values=rules.values)
    return game


@pytest.mark.parametrize("theme", THEMES)
def test_golden(theme: str, tmp_path: Path) -> None:
    """The bytes of a picture change only on purpose. After such a change, look at the picture, then
    rewrite it."""
    board = sample(tmp_path)
    caption = [[("3B [CH]aS", "+19 NO", False)], [("Ana", "19", True), ("Bia", "7", False)]]
    drawn = draw_board(board, [13, 14, 15], "wrong", caption, theme)
    assert drawn == (GOLDEN / f"{theme}.svg").read_text("utf-8")
