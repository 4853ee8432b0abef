"""Boards to draw, of every ruleset, with any tiles on any squares."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from tests.board.games import SMALL, tiles_of
from wordtools.board.board import Board
from wordtools.pictures.themes import load_themes
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset, StackingRuleset

THEMES = tuple(load_themes())


@cache
def every_ruleset() -> dict[str, Ruleset]:
    """Every ruleset and variant by name."""
    loaded = {name: load_ruleset(name) for name in list_rulesets()}
    variants = [f"{name}:{each}" for name, rules in loaded.items() for each in rules.variants]
    return loaded | {name: load_ruleset(name) for name in variants}


def crosswords() -> list[str]:
    return [n for n, rules in every_ruleset().items() if isinstance(rules, CrosswordRuleset)]


def stackings() -> list[str]:
    return [n for n, rules in every_ruleset().items() if isinstance(rules, StackingRuleset)]


def crossword(name: str) -> CrosswordRuleset:
    found = every_ruleset()[name]
    assert isinstance(found, CrosswordRuleset)
    return found


def stacking(name: str) -> StackingRuleset:
    found = every_ruleset()[name]
    assert isinstance(found, StackingRuleset)
    return found


@st.composite
def boards(draw: st.DrawFn, names: list[str]) -> Board:
    """Any tiles on any squares."""
    rules = crossword(draw(st.sampled_from(names)))
    squares = st.integers(0, len(rules.layout.names) - 1)
    tiles = st.sampled_from(tiles_of(rules))
    return Board.empty(rules).with_tiles(draw(st.dictionaries(squares, tiles, max_size=40)))


COLOURED = {
    "DL": "cyan",
    "TL": "blue",
    "DW": "magenta",
    "TW": "red",
    "4A": "yellow",
    "4D": "orange",
    "M3": "black",
    "WY": "green",
}


def sample(folder: Path) -> Board:
    """The small game of the tests, with a colour for each premium and a tile of each kind."""
    text = SMALL
    for name, colour in COLOURED.items():
        text = text.replace(f"\n{name} = {{", f'\n{name} = {{ colour = "{colour}",')
    path = folder / "small.toml"
    path.write_text(text, "utf-8")
    rules = load_ruleset(str(path))
    assert isinstance(rules, CrosswordRuleset)
    return Board.read("......\n..H...\n.[CH]aS..\n..[ll]...\n......", rules)
