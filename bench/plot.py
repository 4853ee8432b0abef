"""The picture of the contest: size of the file against time of a lookup, a panel for each list."""

from __future__ import annotations

from collections.abc import Iterable
from math import log10

from bench import contestants
from bench.contest import Contest
from bench.contestants import CFSA2, FROZENSET, OURS
from bench.lists import ALL
from wordtools import svg

PANEL, HEIGHT, LEFT, TOP, BOTTOM = 330, 330, 62, 46, 48
SIZES = (5.2, 7.6)  # powers of ten: bytes
TIMES = (1.3, 4.0)  # and ns
STYLE = """
text { font: 12px sans-serif; fill: #333 }
.title { font-weight: bold; font-size: 14px }
.ours { fill: #b3261e; font-weight: bold }
.peer { fill: #2b5c8a }
.grid { stroke: #ddd }
.line { stroke: #777; stroke-dasharray: 4 3 }
"""


def draw_contest(contest: Contest) -> str:
    """The picture as an SVG file's text."""
    width = LEFT + PANEL * len(ALL)
    panels = [
        line
        for place, words in enumerate(ALL)
        for line in _panel(words.name, contest[words.name], LEFT + place * PANEL)
    ]
    beside = svg.draw_text(
        14,
        HEIGHT / 2,
        "ns a lookup",
        text_anchor="middle",
        transform=f"rotate(-90 14 {HEIGHT / 2})",
    )
    content = (svg.element("style", STYLE), svg.draw_page(width, HEIGHT), *panels, beside)
    return svg.write_picture(width, HEIGHT, "File size and lookup time of each format", content)


def _panel(name: str, figures: dict[str, dict[str, float]], left: float) -> Iterable[str]:
    inner, bottom = PANEL - 24, HEIGHT - BOTTOM

    def x(size: float) -> float:
        return left + inner * (log10(size) - SIZES[0]) / (SIZES[1] - SIZES[0])

    def y(ns: float) -> float:
        return bottom - (bottom - TOP) * (log10(ns) - TIMES[0]) / (TIMES[1] - TIMES[0])

    yield svg.draw_text(left, TOP - 24, name, class_="title")
    for size, shown in ((1e6, "1 MB"), (1e7, "10 MB")):
        yield _line("grid", x(size), TOP, x(size), bottom)
        yield _text("middle", x(size), bottom + 16, shown)
    for ns in (100, 1000, 10000):
        yield _line("grid", left, y(ns), left + inner, y(ns))
        yield _text("end", left - 5, y(ns) + 4, f"{ns:,}") if name == ALL[0].name else ""
    yield _text("middle", left + inner / 2, bottom + 36, "size of the file")
    cfsa2, frozen = x(figures[CFSA2]["size"]), y(figures[FROZENSET]["mixed"])
    yield _line("line", cfsa2, TOP, cfsa2, bottom)
    yield _text("middle", cfsa2, TOP - 6, "CFSA2 (Java)")
    yield _line("line", left, frozen, left + inner, frozen)
    yield _text("end", left + inner, frozen + 14, "frozenset (no file)")
    for one in contestants.ALL:
        if one.load and one.name != FROZENSET:
            size = figures[one.reads or one.name]["size"]
            yield _point(one.name, x(size), y(figures[one.name]["mixed"]), left + inner)


def _point(name: str, x: float, y: float, right: float) -> str:
    kind = "ours" if name == OURS else "peer"
    to_the_left = name == OURS or x + 9 + 7 * len(name) > right
    anchor, at = ("end", x - 9) if to_the_left else ("start", x + 9)
    point = svg.element("circle", class_=kind, cx=x, cy=y, r=5)
    return point + svg.draw_text(at, y + 4, name, class_=kind, text_anchor=anchor)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return svg.element("line", class_=kind, x1=x1, y1=y1, x2=x2, y2=y2)


def _text(anchor: str, x: float, y: float, text: str) -> str:
    return svg.draw_text(x, y, text, text_anchor=anchor)
