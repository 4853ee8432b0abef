"""Themes: all colours exist, and texts and rings are visible on each of them."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tests.pictures.painted import contrast
from tests.pictures.samples import THEMES
from wordtools.errors import WordtoolsError
from wordtools.pictures.themes import FILE, load_theme, load_themes
from wordtools.rules.layout import Colour


def test_an_unknown_theme() -> None:
    with pytest.raises(WordtoolsError, match=r"no theme 'drak'; did you mean 'dark'\?"):
        load_theme("drak")


@pytest.mark.parametrize("name", THEMES)
def test_texts_can_be_read_on_every_ground(name: str) -> None:
    theme = load_theme(name)
    colours = {colour: theme.find_colour(colour) for colour in get_args(Colour)}
    grounds = {
        **colours,
        **{key: getattr(theme, key) for key in ("page", "square", "tile", "last")},
    }
    for key, ground in {**grounds, "no": theme.no}.items():
        assert contrast(theme.choose_ink(ground), ground) >= 4.5, key
    # The marks of tiles of the last play and of unacceptable ones: graphics require 3:1. A ring has
    # an inner line of the other colour, so one of them is visible on any ground.
    for ring in (theme.ring, theme.no):
        inner = theme.choose_ink(ring)
        for key, ground in grounds.items():
            assert max(contrast(ring, ground), contrast(inner, ground)) >= 3, key
    assert contrast(theme.edge, theme.tile) >= 3


def test_print_needs_no_colour() -> None:
    theme = load_theme("print")
    for key in theme.__struct_fields__:
        red, green, blue = bytes.fromhex(getattr(theme, key)[1:])
        assert red == green == blue, key


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('page = "#ffffff"\n', "", "light: page is missing"),
        ('page = "#ffffff"', 'page = "white"', "light.page"),
        ('page = "#ffffff"', 'page = "#ffffff\\n"', "light.page"),
        ('page = "#ffffff"', 'page = "#ffffff"\npaeg = "#ffffff"', "paeg"),
    ],
)
def test_a_theme_that_cannot_be_used(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "themes.toml"
    path.write_text(FILE.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(WordtoolsError, match=r"themes\.toml") as error:
        load_themes(path)
    assert told in str(error.value)
