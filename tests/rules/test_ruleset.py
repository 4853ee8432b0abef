"""The included rulesets, and their variants."""

from __future__ import annotations

import itertools
import re
import tomllib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.rules.helpers import crossword, stacking
from wordtools.rules import challenge, describe
from wordtools.rules.loading import list_rulesets, load_ruleset

BAGS = {
    "lingo": 49,
    "lingo:small": 30,
    "lingo:full": 98,
    "literki": 115,
    "scrabble-en-gb": 100,
    "scrabble-en-us": 100,
    "scrabble-en-world": 100,
    "scrabble-es": 100,
    "scrabble-pl": 100,
    "scrabble-pt-br": 120,
    "scrabble-pt-br:two-blanks": 119,
    "scrabble-pt-pt": 120,
    "scrabble-pt-pt:two-blanks": 119,
    "scrabblear": 100,
}
ROWS = [
    tuple(line.split(" | "))
    for line in Path(__file__).with_name("tiles.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
VARIANTS = [
    f"{name}:{variant}" for name in list_rulesets() for variant in load_ruleset(name).variants
]


def test_every_bag_adds_up() -> None:
    assert {name: sum(load_ruleset(name).counts) for name in BAGS} == BAGS
    assert set(list_rulesets()) <= {*BAGS, *(row[0] for row in ROWS)}


@pytest.mark.parametrize(("name", "tiles", "blanks", "total"), ROWS, ids=[row[0] for row in ROWS])
def test_its_tiles_are_those_of_the_table(name: str, tiles: str, blanks: str, total: str) -> None:
    """Its letters, their order, numbers and values, and the totals agree with the table. A tile's
    place in the row is its number, also in KWG files. A variant's row omits letters without a tile
    in the variant's set."""
    expected = re.findall(r"(\S+?)(\d+)(?:·(\d+))?(?: |$)", tiles)
    ruleset = load_ruleset(name)
    found = [
        (face, str(number), str(value) if number else "")
        for face, number, value in zip(
            ruleset.alphabet.tiles, ruleset.counts[1:], ruleset.values[1:], strict=True
        )
        if number or ":" not in name
    ]
    assert found == expected
    assert (ruleset.counts[0], sum(ruleset.counts)) == (int(blanks), int(total))


@pytest.mark.parametrize("name", [*list_rulesets(), *VARIANTS])
def test_it_says_what_it_is(name: str) -> None:
    ruleset = load_ruleset(name)
    assert ruleset.name == name
    assert ruleset.sources
    assert ruleset.contested
    assert all(describe.describe_sections(ruleset).values())


@pytest.mark.parametrize("name", sorted({*list_rulesets()} - {"lingo"}))
def test_it_reads_as_its_script_does(name: str) -> None:
    ruleset = crossword(name)
    turned = any(
        unicodedata.bidirectional(tile[0]) in {"R", "AL"} for tile in ruleset.alphabet.tiles
    )
    assert (ruleset.reading == "right-to-left") == turned
    assert ("column A is on the right" in str(describe.describe_sections(ruleset))) == turned


@pytest.fixture(scope="module")
def built() -> set[str]:
    """The lists and editions that our recipes build."""
    recipes = [tomllib.loads(path.read_text()) for path in (ROOT / "sources").glob("*.toml")]
    return {each for recipe in recipes for each in (recipe["name"], *recipe.get("editions", {}))}


@pytest.mark.parametrize("name", list_rulesets())
def test_its_words_are_of_a_list_that_is_built(name: str, built: set[str]) -> None:
    ruleset = load_ruleset(name)
    if ruleset.words.edition not in built:
        (entry,) = [entry for entry in ruleset.contested if entry.about == "word list"]
        assert "wordtools build LIST" in entry.here


def test_15_portuguese_blanks() -> None:
    for name in ("scrabble-pt-pt", "scrabble-pt-br"):
        ruleset = load_ruleset(name)
        assert (ruleset.counts[0], sum(ruleset.counts)) == (3, 120)
        fewer = load_ruleset(f"{name}:two-blanks")
        assert (fewer.counts[0], sum(fewer.counts)) == (2, 119)
        (entry,) = [entry for entry in ruleset.contested if entry.about == "blanks"]
        assert "120" in entry.here
        assert "119" in entry.here
        assert entry.because


def test_the_box_of_the_english_game() -> None:
    """Racks are subtracted, a player who goes out adds them once, a wrong challenge costs a turn,
    and a tie goes to the previous score."""
    box = crossword("scrabble-en-us:box")
    end = box.end
    assert (end.out_gains, end.others_lose, end.all_lose, end.tie) == (1, True, True, "before")
    assert box.challenge_rule.costs == (challenge.Cost(turns=1),)
    assert box.title == "Scrabble in English (North America), box rules"


def test_spanish_and_catalan_tiles_of_two_letters() -> None:
    spanish, catalan = load_ruleset("scrabble-es"), load_ruleset("scrabble-ca")
    assert [spanish.tiles[tile] for tile in ("CH", "LL", "RR")] == [(1, 5), (1, 8), (1, 8)]
    assert [catalan.tiles[tile] for tile in ("QU", "L·L", "NY")] == [(1, 8), (1, 10), (1, 10)]
    values = dict(zip(spanish.alphabet.tiles, spanish.values[1:], strict=True))
    assert (values["C"], values["CH"], values["Ñ"]) == (3, 5, 8)


def test_the_values_of_literki_keep_the_order_of_polish_scrabble() -> None:
    values, model = load_ruleset("literki").values, load_ruleset("scrabble-pl").values
    for (a, c), (b, d) in itertools.combinations(zip(values, model, strict=True), 2):
        assert (a - b) * (c - d) >= 0


BOARDS = ["scrabble-en-us", "literki", "scrabblear", "scrabblear:medium", "scrabblear:hard"]


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_is_the_same_in_all_quarters(name: str) -> None:
    layout = crossword(name).layout
    starts = range(0, len(layout.names), layout.columns)
    rows = [layout.names[at : at + layout.columns] for at in starts]
    assert rows == rows[::-1]
    assert rows == [row[::-1] for row in rows]
    assert layout.start == (None if "scrabblear" in name else len(layout.names) // 2)
    if layout.rows == layout.columns:
        assert rows == list(zip(*rows, strict=True))


def test_the_arrows_of_literki_point_along_their_edges_lines() -> None:
    """A word along its arrow can start or end on the square, which is at an edge."""
    layout = crossword("literki").layout
    for square, premium in enumerate(layout.premiums):
        row, column = divmod(square, layout.columns)
        if premium.along == "across":
            assert column in (0, layout.columns - 1)
        if premium.along == "down":
            assert row in (0, layout.rows - 1)


def test_variants_of_lingo_combine() -> None:
    both = stacking("lingo:hex,no-twos")
    assert (both.grid, both.words.shortest, sum(both.counts)) == ("hex", 3, 49)
    assert both.title == "Lingo, hexagonal tiles, no two-letter words"
    assert stacking("lingo:small,repeat").repeat


@given(st.permutations(["full", "hex", "no-twos", "repeat"]))
def test_variants_about_different_things_combine_in_any_order(order: list[str]) -> None:
    one, other = stacking(f"lingo:{','.join(order)}"), stacking(f"lingo:{','.join(sorted(order))}")
    assert (one.grid, one.repeat, one.words, one.tiles) == (
        other.grid,
        other.repeat,
        other.words,
        other.tiles,
    )


def test_a_built_in_ruleset_is_loaded_once_and_changes_make_another() -> None:
    for name in ("lingo", "literki:move-clock", "scrabble-en-us"):
        ruleset = load_ruleset(name)
        changed = load_ruleset(name, {"players": [2, 3]})
        assert changed.players == (2, 3) != ruleset.players
        assert load_ruleset(name) is ruleset
