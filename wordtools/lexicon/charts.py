"""Statistics as a picture: bars for lengths, tiles and categories, in an SVG file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from wordtools.lexicon.statistics import Statistics
from wordtools.wording import pluralize

LABEL, BAR, COUNT, LINE, GAP = 44, 250, 76, 18, 30
"""How wide the parts of a row are, how high it is, and what lies between two charts."""
LETTER = 7
"""About the width of a letter."""
STYLE = """
text { font: 12px sans-serif; fill: #333 }
.title { font-weight: bold; font-size: 14px }
.end { text-anchor: end }
rect.bar { fill: #2b5c8a }
"""


def draw_statistics(statistics: Statistics) -> str:
    """The text of an SVG file: words by length and category on the left, by tile on the right."""
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
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {at} {bottom}" '
            f'width="{at}" height="{bottom}">',
            f"<style>{STYLE}</style>",
            f'<rect width="{at}" height="{bottom}" fill="white"/>',
            f'<text class="title" x="{GAP}" y="{GAP}">{escape(heading)}</text>',
            *lines,
            "</svg>\n",
        )
    )


def _draw_bars(
    title: str, rows: Mapping[str, int], words: int, x: int, y: int, label: int
) -> Iterator[str]:
    """A chart whose longest bar fills its room; each row has a count and its share of the words."""
    yield f'<text class="title" x="{x}" y="{y}">{title}</text>'
    most = max(rows.values(), default=0) or 1
    for name, count in rows.items():
        y += LINE
        wide = BAR * count / most
        yield f'<text class="end" x="{x + label - 8}" y="{y}">{escape(name)}</text>'
        yield f'<rect class="bar" x="{x + label}" y="{y - 11}" width="{wide:.1f}" height="13"/>'
        share = f"{count:,} ({count / (words or 1):.0%})"
        yield f'<text x="{x + label + wide + 6:.1f}" y="{y}">{share}</text>'
