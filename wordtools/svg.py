"""Writes SVG pictures. All texts and attributes are escaped, so that no name or title is taken for
markup."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape

from wordtools.wording import reveal

FONT = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
"""Widely installed fonts, because pictures do not load any."""

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" class="wordtools"'
"""The beginning of each picture."""

Value = str | int | float

_NARROW = frozenset("ijlftrI1!|.,:;·'`()[]{}-/ ")


def element(tag: str, *content: str, **attributes: Value) -> str:
    """An element with its content. In the names of attributes, `_` stands for `-`, but `class_`
    stands for `class`. Fractions are rounded to one decimal place."""
    values = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_show(value)}"'
        for key, value in attributes.items()
    )
    return f"<{tag}{values}>{''.join(content)}</{tag}>" if content else f"<{tag}{values}/>"


def draw_text(x: Value, y: Value, text: str, **attributes: Value) -> str:
    """A line of text. `text_anchor` says whether the start, middle or end of the line is at the
    given place."""
    return element("text", quote(text), x=x, y=y, **attributes)


def group(elements: Iterable[str], **attributes: Value) -> str:
    """A group of elements with common attributes, each on its own line."""
    return element("g", "\n", *(f"{inner}\n" for inner in elements), **attributes)


def write_picture(
    width: float, height: float, title: str, elements: Iterable[str], description: str = ""
) -> str:
    """The text of an SVG file, with a title and description for screen readers."""
    lines = [element("title", quote(title))]
    if description:
        lines.append(element("desc", quote(description)))
    wide, high = _show(width), _show(height)
    head = f'{HEAD} viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
    return "\n".join((head, *lines, *elements, "</svg>\n"))


def draw_page(width: float, height: float, colour: str = "white", **attributes: Value) -> str:
    """Draws the background of a picture."""
    return element("rect", width=width, height=height, fill=colour, **attributes)


def quote(text: str) -> str:
    """Makes a text safe for a picture, showing hidden characters as code points."""
    return escape(reveal(text))


def measure(text: str) -> float:
    """The width of a text as a multiple of the font size. It is somewhat overestimated."""
    return sum(map(_measure, text))


def shorten(text: str, width: float) -> str:
    """The text, cut with `…` to fit this width (see `measure`)."""
    text = reveal(text)
    if measure(text) <= width:
        return text
    while text and measure(text) > width - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _measure(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if character in _NARROW:
        return 0.4
    if not character.isascii() and not unicodedata.category(character).startswith("L"):
        return 1.3
    if character in "MWmw@%" or unicodedata.east_asian_width(character) in "WF":
        return 1
    return 0.8 if character.isupper() or not character.isascii() else 0.62


def _show(value: Value) -> str:
    return f"{value:.1f}" if isinstance(value, float) else quote(str(value))
