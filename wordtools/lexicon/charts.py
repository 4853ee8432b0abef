"""Draws statistics as an SVG file with bars for lengths, tiles and categories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wordtools import svg
from wordtools.lexicon.statistics import Statistics
from wordtools.wording import pluralize

LABEL, BAR, COUNT, LINE, GAP = 44, 250, 76, 18, 30
"""The widths of a row's parts, its height, and the gap between two charts."""
LETTER = 7
"""The approximate width of a letter."""
STYLE = """
text { font: 12px sans-serif; fill: #333 }
.title { font-weight: bold; font-size: 14px }
.end { text-anchor: end }
rect.bar { fill: #2b5c8a }
"""


def draw_statistics(statistics: Statistics) -> str:
    """Returns the text of an SVG file that shows the numbers of words for each length and category
    on the left, and for each tile on the right."""
    lengths = {str(length): words for length, words in statistics.by_length.items()}
    tiles = {tile: counts.words for tile, counts in statistics.by_tile.items()}
    left, right = [("Words by length", lengths)], [("Words that have a letter", tiles)]
    if statistics.by_category:
        left.append(("Words by category", statistics.by_category))
    label = max([LABEL, *(LETTER * len(name) + 12 for _, rows in left for name in rows)])
    lines: list[str] = []
    bottom = 0
    at = GAP
    for charts, width in ((left, label), (right, LABEL)):
        y = 2 * GAP
        for title, rows in charts:
            lines += _draw_bars(title, rows, statistics.words, at, y, width)
            y += LINE * (len(rows) + 1) + GAP
        bottom = max(bottom, y)
        at += width + BAR + COUNT + GAP
    heading = f"{statistics.edition}: {pluralize(statistics.words, 'word')}"
    content = (
        svg.element("style", STYLE),
        svg.draw_page(at, bottom),
        svg.draw_text(GAP, GAP, heading, class_="title"),
        *lines,
    )
    return svg.write_picture(at, bottom, heading, content)


def _draw_bars(
    title: str, rows: Mapping[str, int], words: int, x: int, y: int, label: int
) -> Iterator[str]:
    """Draws a chart whose longest bar fills its width. Rows show counts and their shares of all
    words.
    """
    yield svg.draw_text(x, y, title, class_="title")
    maximum = max(rows.values(), default=0) or 1
    for name, count in rows.items():
        y += LINE
        wide = BAR * count / maximum
        yield svg.draw_text(x + label - 8, y, name, class_="end")
        yield svg.element("rect", x=x + label, y=y - 11, width=wide, height=13, class_="bar")
        share = f"{count:,} ({count / (words or 1):.0%})"
        yield svg.draw_text(x + label + wide + 6, y, share)
