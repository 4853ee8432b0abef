"""The frame of a picture of a board: the names of columns and rows, and a caption below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wordtools import svg
from wordtools.pictures.themes import Theme
from wordtools.wording import reads_leftward

EDGE, PAD = 26, 10
"""The margins on the sides with names of columns and rows, and on the other sides."""
ROW, TEXT, NAME = 24, 15, 12
"""The height of a line in the caption, and the font sizes of the caption and of names."""
GAP, APART = 8, 40
"""The gaps between a text and its value, and between fields."""

Field = tuple[str, str, bool]
"""A text (which is cut to fit) and its value; True emphasises both."""
Caption = Sequence[Sequence[Field]]
"""Lines of fields. The fields of a line share the line's width."""


def frame_board(
    wide: int,
    high: int,
    title: str,
    description: Iterable[str],
    names: Iterable[str],
    cells: Iterable[str],
    caption: Caption,
    theme: Theme,
) -> str:
    """The picture of a board; its cells take up `wide` × `high`. `names` are drawn names of columns
    and rows (see `name_column`, `name_row`). The picture's text alternative is `description`,
    followed by the captions."""
    width, bottom = EDGE + wide + PAD, EDGE + high
    height = bottom + PAD + ROW * len(caption)
    ink = theme.choose_ink(theme.page)
    texts = [
        text
        for number, fields in enumerate(caption, 1)
        for text in _draw_fields(fields, width, bottom + ROW * number)
    ]
    content = [
        svg.draw_page(width, height, theme.page, rx=8),
        svg.group(names, fill=ink, font_size=NAME),
        *cells,
        *([svg.group(texts, fill=ink, font_size=TEXT)] if texts else []),
    ]
    shared = svg.group(content, font_family=svg.FONT, text_anchor="middle")
    captions = (f"{text} {value}" for line in caption for text, value, _ in line)
    return svg.write_picture(width, height, title, [shared], ". ".join([*description, *captions]))


def name_column(x: int, name: str) -> str:
    """Draws the name of a column above its middle."""
    return svg.draw_text(x, 18, name)


def name_row(x: int, y: int, name: str) -> str:
    """Draws the name of a row beside its middle."""
    return svg.draw_text(x, y + 4, name)


def _draw_fields(fields: Sequence[Field], width: int, y: int) -> Iterator[str]:
    room = (width - 2 * PAD - APART * (len(fields) - 1)) / len(fields)
    for number, (text, value, is_strong) in enumerate(fields):
        left = PAD + number * (room + APART)
        weight = {"font_weight": "bold"} if is_strong else {}
        value = svg.shorten(value, room / TEXT)
        left_over = room - TEXT * svg.measure(value) - GAP * bool(value)
        shown = svg.shorten(text, max(0, left_over) / TEXT)
        if shown.strip("…"):
            anchor = "end" if reads_leftward(shown[:1]) else "start"
            at = left + left_over if anchor == "end" else left
            yield svg.draw_text(at, y, shown, text_anchor=anchor, **weight)
        if value:
            yield svg.draw_text(left + room, y, value, text_anchor="end", **weight)
