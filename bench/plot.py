"""The picture of the contest: size of the file against time of a lookup, a panel for each list."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import log10

from bench import contestants
from bench.contest import Contest
from bench.contestants import CFSA2, FROZENSET, OURS
from bench.lists import ALL

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


def svg(contest: Contest) -> str:
    """The picture as an SVG file's text."""
    width = LEFT + PANEL * len(ALL)
    panels = [
        line
        for place, words in enumerate(ALL)
        for line in _panel(words.name, contest[words.name], LEFT + place * PANEL)
    ]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" '
            f'width="{width}" height="{HEIGHT}">',
            f"<style>{STYLE}</style>",
            f'<rect width="{width}" height="{HEIGHT}" fill="white"/>',
            *panels,
            f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
            f'transform="rotate(-90 14 {HEIGHT / 2})">ns a lookup</text>',
            "</svg>\n",
        )
    )


def _panel(name: str, found: dict[str, dict[str, float]], left: float) -> Iterable[str]:
    inner, bottom = PANEL - 24, HEIGHT - BOTTOM

    def x(size: float) -> float:
        return left + inner * (log10(size) - SIZES[0]) / (SIZES[1] - SIZES[0])

    def y(ns: float) -> float:
        return bottom - (bottom - TOP) * (log10(ns) - TIMES[0]) / (TIMES[1] - TIMES[0])

    yield f'<text class="title" x="{left}" y="{TOP - 24}">{name}</text>'
    for size, shown in ((1e6, "1 MB"), (1e7, "10 MB")):
        yield _line("grid", x(size), TOP, x(size), bottom)
        yield _text("middle", x(size), bottom + 16, shown)
    for ns in (100, 1000, 10000):
        yield _line("grid", left, y(ns), left + inner, y(ns))
        yield _text("end", left - 5, y(ns) + 4, f"{ns:,}") if name == ALL[0].name else ""
    yield _text("middle", left + inner / 2, bottom + 36, "size of the file")
    cfsa2, frozen = x(found[CFSA2]["size"]), y(found[FROZENSET]["mixed"])
    yield _line("line", cfsa2, TOP, cfsa2, bottom)
    yield _text("middle", cfsa2, TOP - 6, "CFSA2 (Java)")
    yield _line("line", left, frozen, left + inner, frozen)
    yield _text("end", left + inner, frozen + 14, "frozenset (no file)")
    for one in contestants.ALL:
        if one.load and one.name != FROZENSET:
            size = found[one.reads or one.name]["size"]
            yield _point(one.name, x(size), y(found[one.name]["mixed"]), left + inner)


def _point(name: str, x: float, y: float, right: float) -> str:
    kind = "ours" if name == OURS else "peer"
    to_the_left = name == OURS or x + 9 + 7 * len(name) > right
    anchor, at = ("end", x - 9) if to_the_left else ("start", x + 9)
    return (
        f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        f'<text class="{kind}" x="{at:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}">{name}</text>'
    )


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(anchor: str, x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
