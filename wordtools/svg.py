"""SVG, the format of pictures: elements whose text and attributes are escaped, so that no letter,
name or title can become markup."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from html import escape

from wordtools.wording import reads_leftward, reveal

FONT = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"
"""Fonts that readers have, since a picture loads none."""

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" class="wordtools"'
"""The beginning of each of our pictures."""

Value = str | int | float

_NARROW = frozenset("ijlftrI1!|.,:;·'`()[]{}-/ ")


def element(tag: str, *content: str, **attributes: Value) -> str:
    """An element that contains others. `_` in an attribute's name stands for `-`, and `class_` for
    the class; fractions are rounded to one decimal."""
    values = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_show(value)}"'
        for key, value in attributes.items()
    )
    return f"<{tag}{values}>{''.join(content)}</{tag}>" if content else f"<{tag}{values}/>"


def draw_text(x: Value, y: Value, text: str, **attributes: Value) -> str:
    """A line of text whose beginning, end or middle (`text_anchor`) is at a place."""
    return element("text", quote(text), x=x, y=y, **attributes)


def group(elements: Iterable[str], **attributes: Value) -> str:
    """Elements that share attributes, each on a line."""
    return element("g", "\n", *(f"{each}\n" for each in elements), **attributes)


def write_picture(
    width: float, height: float, title: str, elements: Iterable[str], description: str = ""
) -> str:
    """The text of an SVG file. Screen readers read out its title and description."""
    lines = [element("title", quote(title))]
    if description:
        lines.append(element("desc", quote(description)))
    wide, high = _show(width), _show(height)
    return "\n".join(
        (
            f'{HEAD} viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">',
            *lines,
            *elements,
            "</svg>\n",
        )
    )


def draw_page(width: float, height: float, colour: str = "white", **attributes: Value) -> str:
    """The background of a picture."""
    return element("rect", width=width, height=height, fill=colour, **attributes)


def quote(text: str) -> str:
    """Any text made safe for a picture, with hidden characters as code points."""
    return escape(reveal(text))


def measure(text: str) -> float:
    """The approximate width of a text, as a multiple of its font's size, overestimated rather than
    underestimated."""
    return sum(map(_measure, text))


def shorten(text: str, width: float) -> str:
    """The text, or as much of it as fits (see `measure`), with `…`."""
    text = reveal(text)
    if measure(text) <= width:
        return text
    while text and measure(text) > width - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def reads_from_right(text: str) -> bool:
    """Whether a line of text begins on the right."""
    return reads_leftward(text[:1])


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
