"""Themes of tables, for people who see all colours and for people who cannot see red, green or
blue.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from playwright.sync_api import Page

from tests.e2e.tables import Open, Player, play_on
from tests.e2e.vision import DEFICIENCIES, measure_contrast, measure_distance, see

THEMES = ("light", "dark", "contrast")
BOARDS = ("plain", "wood", "felt", "slate")
LEAST_DISTANCE = 18
"""Between colours that alone tell tiles apart: eight times what is just noticeable, since they do
not lie side by side."""


def choose_looks(page: Page, theme: str, board: str) -> None:
    page.evaluate(
        "async (looks) => (await import('/static/table/looks.js')).applyLooks(looks)",
        {"theme": theme, "board": board},
    )


def read_colours(page: Page, colours: list[str]) -> dict[str, Any]:
    """The computed colours of tiles of these colours with their marks, and of empty squares."""
    found: dict[str, Any] = page.evaluate(
        """(colours) => {
            const tile = document.querySelector("#rack .tile");
            const { className, dataset: { colour } } = tile;
            const tiles = colours.map((colour) => {
                tile.dataset.colour = colour;
                const { backgroundColor: face, color: ink } = getComputedStyle(tile);
                const [ring, laid] = ["last", "laid"].map((mark) => {
                    tile.className = `tile ${mark}`;
                    return getComputedStyle(tile).outlineColor;
                });
                tile.className = className;
                return { face, ink, ring, laid };
            });
            tile.dataset.colour = colour;
            const empty = [...document.querySelectorAll(".cell:not(:has(.tile))")];
            const squares = empty.map((cell) => {
                const { backgroundColor: ground, color: ink } = getComputedStyle(cell);
                return { ground, ink, text: cell.querySelector(".premium")?.textContent ?? "" };
            });
            return { tiles, squares };
        }""",
        colours,
    )
    return found


def begin(open_player: Open) -> Player:
    """A player of Literki, whose tiles have colours instead of values, after a few turns."""
    ana = open_player("literki")
    ana.make_table("literki", ["Ana", "computer"])
    ana.begin()
    play_on([ana], 5)
    ana.await_turn()
    return ana


def test_no_colour_is_mistaken_for_another(open_player: Open) -> None:
    """People without one of the three kinds of cones can tell the values of tiles apart, and see
    every mark and every text.
    """
    ana = begin(open_player)
    colours = sorted({tile["colour"] for tile in ana.facts["tiles"]})
    assert len(colours) == 6
    for theme, board in product(THEMES, BOARDS):
        choose_looks(ana.page, theme, board)
        shown = read_colours(ana.page, colours)
        for deficiency in DEFICIENCIES:
            case = theme, board, deficiency
            tiles = [
                {name: see(colour, deficiency) for name, colour in tile.items()}
                for tile in shown["tiles"]
            ]
            for (name, one), (other_name, other) in combinations(
                zip(colours, tiles, strict=True), 2
            ):
                distance = measure_distance(one["face"], other["face"])
                assert distance >= LEAST_DISTANCE, (*case, name, other_name)
            for name, tile in zip(colours, tiles, strict=True):
                assert measure_contrast(tile["ink"], tile["face"]) >= 4.5, (*case, name)
                for mark in ("ring", "laid"):
                    assert measure_contrast(tile[mark], tile["face"]) >= 3, (*case, name, mark)
            for square in {tuple(square.items()): square for square in shown["squares"]}.values():
                ground, ink = (see(square[key], deficiency) for key in ("ground", "ink"))
                assert not square["text"] or measure_contrast(ground, ink) >= 4.5, (*case, square)


def test_what_colours_tell_has_another_sign(open_player: Open) -> None:
    """Premiums have names, and blanks have a ring. The last play has a solid line, and tiles being
    laid have a dashed one. An arrow marks the player to move, and a word marks the reader's own
    seat.
    """
    ana = begin(open_player)
    page = ana.page
    state, facts = ana.catch_up(), ana.facts
    signs = page.evaluate("""() => Object.fromEntries(
        [...document.querySelectorAll(".cell:has(.premium)")].map((cell) =>
            [cell.dataset.place, cell.querySelector(".premium").textContent]))""")
    free = {
        str(square): name
        for square, name in enumerate(facts["premiums"])
        if name and not state["squares"][square]
    }
    assert signs.keys() == free.keys()
    assert len(set(signs.values())) == len(set(free.values())) == len(facts["premium_kinds"])
    styles = "e => getComputedStyle(e).outlineStyle"
    last, others = page.locator(".cell .tile.last"), page.locator(".cell .tile:not(.last)")
    assert {tile.evaluate(styles) for tile in last.all()} == {"solid"}
    assert {tile.evaluate(styles) for tile in others.all()} <= {"none"}
    page.locator("#rack .slot").first.click()
    page.locator('.cell[data-place="0"]').click()
    if page.locator("#letters[open]").count():
        page.locator("#letters .letter").first.click()
    assert page.locator(".cell .tile.laid").evaluate(styles) == "dashed"
    round_within = "e => getComputedStyle(e, '::before').borderRadius"
    page.locator(".cell .tile.laid").evaluate("e => e.classList.add('blank')")
    assert page.locator(".cell .tile.laid").evaluate(round_within) == "50%"
    assert page.locator("#seats .turn .pointer").count() == 1
    assert page.locator("#seats .mine .you").inner_text() == "you"
