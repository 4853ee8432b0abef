"""Draws a tile and the outline of its cell. Coordinates refer to the middle of the cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from wordtools import svg
from wordtools.pictures.themes import Theme

SQUARE = 36
"""The side of a square."""
HEX_WIDE, HEX_HIGH = 48, 42
"""The size of a hexagon with a side at the bottom."""

Mark = Literal["wrong", "doubtful"]
"""The marks of a play: its words are invalid, or could not be judged."""

Outline = Callable[..., str]
"""Draws an outline around (0, 0) with these attributes, at a given distance inside the edge of the
cell."""


class TileFace(Struct, frozen=True):
    """How a tile looks: its letters, its value (None for a blank), its colour, a note, and whether
    the last play laid it.
    """

    face: str
    value: int | None
    ground: str
    note: str = ""
    last: bool = False


def outline_square(inset: float, **attributes: svg.Value) -> str:
    """A square `Outline` with rounded corners."""
    side = SQUARE - 2 * inset
    first = inset - SQUARE // 2
    return svg.element("rect", x=first, y=first, width=side, height=side, rx=4, **attributes)


def outline_hexagon(inset: float, **attributes: svg.Value) -> str:
    """A hexagonal `Outline`."""
    y = HEX_HIGH / 2 - inset
    far = y * HEX_WIDE / HEX_HIGH
    corners = ((-far, 0), (-far / 2, -y), (far / 2, -y), (far, 0), (far / 2, y), (-far / 2, y))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return svg.element("polygon", points=points, **attributes)


def draw_tile(
    look: TileFace, name: str, x: int, y: int, outline: Outline, theme: Theme, mark: Mark | None
) -> str:
    """Draws a tile on the cell with this name. No distinction depends on colour alone: a blank has
    a circle, and a tile of the last play has a ring, which is dashed if the play has a mark.
    """
    ink = theme.choose_ink(look.ground)
    parts = [outline(1.5, fill=look.ground, stroke=theme.edge)]
    if look.last:
        ring = theme.no if mark else theme.ring
        dashes = {"stroke_dasharray": "5 3"} if mark else {}
        # A line in the contrasting colour makes the ring visible on any background.
        parts.append(outline(3.0, fill="none", stroke=theme.choose_ink(ring), stroke_width=4))
        parts.append(outline(2.5, fill="none", stroke=ring, stroke_width=3, **dashes))
    if look.value is None:
        parts.append(svg.element("circle", r=12, fill="none", stroke=ink))
        parts.append(_draw_face(look.face, 0, 6, 18, 19, ink))
    else:
        parts.append(_draw_face(look.face, -1, 5, 20, 23, ink))
        parts.append(_draw_small(13, 12, "end", str(look.value), ink))
    if look.note:
        parts.append(_draw_small(-13, 12, "start", look.note, ink))
    return svg.element("g", *parts, data_cell=name, transform=f"translate({x} {y})")


def draw_mark(mark: Mark, x: int, y: int, theme: Theme) -> str:
    """Draws the mark of a play on the corner of its first tile."""
    ink = theme.choose_ink(theme.no)
    if mark == "wrong":
        sign = svg.element("path", d="M-3 -3 3 3M3 -3 -3 3", stroke=ink, stroke_width=2)
    else:
        sign = svg.draw_text(0, 4, "?", font_size=11, font_weight="bold", fill=ink)
    disc = svg.element("circle", r=7, fill=theme.no, stroke=ink)
    corner = f"translate({x - SQUARE // 2 + 2} {y - SQUARE // 2 + 2})"
    return svg.element("g", disc, sign, transform=corner)


def _draw_face(face: str, x: int, y: int, size: int, room: int, ink: str) -> str:
    """Draws the letters of a tile, smaller if there are several."""
    fitting = min(float(size), room / max(1, svg.measure(face)))
    return svg.draw_text(x, y, face, font_size=fitting, font_weight="bold", fill=ink)


def _draw_small(x: int, y: int, anchor: str, text: str, ink: str) -> str:
    return svg.draw_text(x, y, text, font_size=9, text_anchor=anchor, fill=ink)
