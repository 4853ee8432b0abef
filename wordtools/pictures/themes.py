"""Themes: the colours of pictures (`themes.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from wordtools import toml_reader
from wordtools.errors import WordtoolsError
from wordtools.rules.layout import Colour
from wordtools.wording import suggest

FILE = Path(__file__).with_name("themes.toml")

Ink = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}\Z")]


class Theme(Struct, frozen=True):
    """The colours of a picture, as explained at the top of `themes.toml`."""

    page: Ink
    dark_text: Ink
    light_text: Ink
    line: Ink
    square: Ink
    tile: Ink
    edge: Ink
    last: Ink
    ring: Ink
    no: Ink
    red: Ink
    orange: Ink
    magenta: Ink
    yellow: Ink
    green: Ink
    cyan: Ink
    blue: Ink
    black: Ink
    white: Ink

    def find_colour(self, colour: Colour) -> str:
        """The shade that the theme uses for a colour in a ruleset."""
        shade: str = getattr(self, colour)
        return shade

    def choose_ink(self, ground: str) -> str:
        """The text colour, dark or light, that contrasts more with the background."""
        inks = (self.dark_text, self.light_text)
        return max(inks, key=lambda ink: compute_contrast(ink, ground))


@cache
def load_themes(path: Path = FILE) -> Mapping[str, Theme]:
    """The themes in a TOML file, by name. Raises `WordtoolsError`."""
    return toml_reader.read_toml(path, dict[str, Theme], WordtoolsError)


def load_theme(name: str) -> Theme:
    """The theme with this name. Raises `WordtoolsError`."""
    themes = load_themes()
    if name not in themes:
        raise WordtoolsError(f"there is no theme {name!r}; {suggest(name, themes)}")
    return themes[name]


def compute_contrast(one: str, other: str) -> float:
    """The contrast between two colours, from 1 to 21 (WCAG 2.2, "contrast ratio")."""
    darker, lighter = sorted(map(_compute_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _compute_luminance(colour: str) -> float:
    """The lightness of a colour (WCAG 2.2, "relative luminance")."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
