"""Pictures of boards as a browser draws them. With any fonts, every letter is on its tile, and
every text is within the picture."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.pictures.samples import crossword, crosswords, every_ruleset
from wordtools.board.board import Board
from wordtools.board.tiles import BLANK
from wordtools.pictures.crossword import draw_board
from wordtools.pictures.frame import Caption

STRAYS = """() => [...document.querySelectorAll("svg")].flatMap((svg) => {
  const page = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((text) => {
    const tile = text.closest("[data-cell]")?.querySelector("rect, polygon");
    const [inner, outer] = [text.getBoundingClientRect(), tile?.getBoundingClientRect() ?? page];
    // A line of text has room for accents and descenders, which few letters need.
    const spare = tile ? 2 : 0;
    return inner.left < outer.left || inner.right > outer.right
      || inner.top < outer.top - spare || inner.bottom > outer.bottom + spare;
  }).map((text) => `${svg.querySelector("title").textContent}: ${text.textContent}`);
})"""
"""The texts that are not on their tile or not in the picture."""
CAPTIONS: list[Caption] = [
    [[("14F DIARIEs", "+74 YES", False)], [("Ana Reis", "1,146", True), ("Ben Cole", "80", False)]],
    [[("W" * 200, "-10 CANNOT JUDGE, withdrawn", True)]],
    [[("בן כהן " * 20, "180", True), ("漢字" * 40, "146", False)], [("🎲" * 90, "0", False)]],
]


@pytest.mark.slow
def test_every_text_has_room(browser: Browser) -> None:
    drawn = []
    for number, name in enumerate(crosswords()):
        rules = crossword(name)
        letters = [n for n, count in enumerate(rules.counts) if n and count]
        faces = [*letters, *(letter | BLANK for letter in letters)]
        squares = range(0, len(rules.layout.names), 2)
        board = Board.empty(rules).with_tiles(dict(zip(squares, faces, strict=False)))
        drawn.append(draw_board(board, range(30), caption=CAPTIONS[number % len(CAPTIONS)]))
    page = browser.new_page()
    try:
        page.set_content("\n".join(drawn))
        assert page.locator("svg").count() == len(crosswords()) > len(every_ruleset()) / 2
        assert page.evaluate(STRAYS) == []
    finally:
        page.close()


def test_a_picture_loads_nothing(browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(draw_board(Board.empty(crossword("literki"))))
    assert asked == []
    page.close()
