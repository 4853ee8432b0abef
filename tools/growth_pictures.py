"""Draws the pictures of docs/scale.md from its tables: `python -m tools.growth_pictures`.

Each picture is an SVG of a section's first table, with a line for each column over the first one.
Powers of ten have the same length on both axes, so a line for proportional growth rises at 45°.
test_docs.py fails if a picture is stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from math import ceil, floor, log10
from pathlib import Path
from typing import NamedTuple

from wordtools import svg

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
DECADE = 62
"""The length of a power of ten."""
LEFT, TOP, BOTTOM, NAMES = 90, 20, 46, 240
"""The room around the lines, with their names on the right."""
LINE = 15
COLOURS = ("#b3261e", "#2b5c8a", "#3f7d3a", "#8a5a9e", "#b7791f")
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
STYLE = """
text { font: 12px sans-serif; fill: #333 }
.grid { stroke: #ddd }
.slope { stroke: #777; stroke-dasharray: 4 3 }
path { fill: none; stroke-width: 2 }
"""


class GrowthTable(NamedTuple):
    """Returns the name of the growing quantity, and the points of each other column, without empty
    cells."""

    grown: str
    columns: dict[str, list[tuple[float, float]]]


def read_tables(page: str) -> dict[str, GrowthTable]:
    """The first table of each section that has one, by the section's heading."""
    tables = {}
    for section in re.split(r"(?m)^## ", page)[1:]:
        heading, *paragraphs = section.split("\n\n")
        drawn = next((paragraph for paragraph in paragraphs if paragraph.startswith("|")), None)
        if drawn is not None:
            tables[heading] = _read_table(drawn)
    return tables


def _read_table(drawn: str) -> GrowthTable:
    (grown, *heads), _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in drawn.splitlines()
    )
    columns: dict[str, list[tuple[float, float]]] = {head: [] for head in heads}
    for first, *cells in rows:
        for head, cell in zip(heads, cells, strict=True):
            if re.fullmatch(r"[\d,.]*[1-9][\d,.]*", cell):
                columns[head].append((_read_number(first), _read_number(cell)))
    return GrowthTable(grown, columns)


def draw_growth(title: str, table: GrowthTable) -> str:
    """The text of an SVG file."""
    points = [point for line in table.columns.values() for point in line]
    (first, last), (low, high) = (
        (floor(log10(min(values))), ceil(log10(max(values))))
        for values in zip(*points, strict=True)
    )
    right, bottom = LEFT + (last - first) * DECADE, TOP + (high - low) * DECADE
    width, height = right + NAMES, bottom + BOTTOM

    def place(point: tuple[float, float]) -> tuple[float, float]:
        x, y = map(log10, point)
        return LEFT + (x - first) * DECADE, bottom - (y - low) * DECADE

    drawn = [svg.element("style", STYLE), svg.draw_page(width, height)]
    for power in range(first, last + 1):
        x = LEFT + (power - first) * DECADE
        drawn.append(_line("grid", x, TOP, x, bottom))
        drawn.append(_text("middle", x, bottom + 18, _name_power(power)))
    for power in range(low, high + 1):
        level = bottom - (power - low) * DECADE
        drawn.append(_line("grid", LEFT, level, right, level))
        drawn.append(_text("end", LEFT - 6, level + 4, _name_power(power)))
    drawn.append(_text("middle", (LEFT + right) / 2, bottom + 38, table.grown))
    rise = min(last - first, high - low) * DECADE
    drawn.append(_line("slope", LEFT, bottom, LEFT + rise, bottom - rise))
    lines = {head: [place(point) for point in line] for head, line in table.columns.items() if line}
    colours = dict(zip(lines, cycle(COLOURS), strict=False))
    for head, line in lines.items():
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in line)
        drawn.append(svg.element("path", d=f"M{path}", stroke=colours[head]))
        drawn += [svg.element("circle", cx=x, cy=y, r=3, fill=colours[head]) for x, y in line]
    ends = {head: line[-1][1] for head, line in lines.items()}
    for head, y in _spread(ends):
        drawn.append(_text("start", right + 8, y + 4, head.replace("`", ""), colours[head]))
    return svg.write_picture(width, height, title, drawn)


def _spread(ends: dict[str, float]) -> Iterator[tuple[str, float]]:
    """Names and their heights, at least a line apart."""
    above = 0.0
    for head, y in sorted(ends.items(), key=lambda end: end[1]):
        above = max(y, above + LINE)
        yield head, above


def _name_power(power: int) -> str:
    """0.1, 1,000 and, beyond that, 10⁴."""
    return f"{10**power:,}" if power < 4 else "10" + str(power).translate(SUPERSCRIPTS)


def _read_number(cell: str) -> float:
    return float(cell.replace(",", ""))


def _text(anchor: str, x: float, y: float, text: str, colour: str = "#333") -> str:
    return svg.draw_text(x, y, text, text_anchor=anchor, style=f"fill: {colour}")


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return svg.element("line", class_=kind, x1=x1, y1=y1, x2=x2, y2=y2)


def pictures() -> dict[str, str]:
    """Maps the name of each picture's file to the picture. The name begins with the first word of
    the heading."""
    tables = read_tables((ROOT / "docs" / "scale.md").read_text("utf-8"))
    return {
        f"growth-{heading.split()[0].lower()}.svg": draw_growth(heading, table)
        for heading, table in tables.items()
    }


if __name__ == "__main__":
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, "utf-8")
