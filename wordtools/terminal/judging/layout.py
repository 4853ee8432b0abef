"""Lays out a scene for the size of a terminal.

Every part has several forms, from large to small. Until all parts fit, the tallest one shrinks.
Words are never cut. A terminal that is too small for the words shows a notice instead. Hidden
characters are shown as code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace
from rich.cells import cell_len

from wordtools.terminal.judging import letters
from wordtools.terminal.judging.scene import LargeWords, Menu, Part, Scene, TextLine
from wordtools.wording import hold_places, reads_leftward, reveal, split_letters

Style = Literal["bar", "quiet", "loud", "large"]
_SCALES = (4, 3, 2, 1)
_NARROWEST = 20
_ROOMY = 18  # with at least this many rows, there is space between parts


class Row(msgspec.Struct, frozen=True):
    """A line of the screen, as wide as the terminal."""

    text: str
    style: Style


class Page(msgspec.Struct, frozen=True):
    """A laid-out screen, whose `rows` fill the terminal; `whole` is false if the scene does not
    fit."""

    rows: list[Row]
    whole: bool


Form = list[Row]


def lay_out(scene: Scene, width: int, height: int) -> Page:
    """The page that shows a scene on a terminal of this many columns and rows."""
    if width < _NARROWEST:
        return lay_out_notice(scene.too_small, width, height)
    head = _draw_bar([*scene.location.split(" · "), scene.hint], width)
    foot = _draw_bar(scene.facts, width)
    room = height - len(head) - len(foot)
    margin = 2 if width >= 60 else 0
    roomy = height >= _ROOMY
    forms = [_list_forms(part, width - 2 * margin, roomy) for part in scene.body]
    gap = 1 if roomy else 0
    favoured = [isinstance(part, LargeWords) and part.together for part in scene.body]
    fitting = _choose_forms(forms, favoured, room - gap * (len(forms) + 1))
    if fitting is None:
        fitting = _choose_forms(forms, favoured, room)
    if fitting is None:
        return lay_out_notice(scene.too_small, width, height)
    left = room - sum(map(len, fitting))
    apart = min(left // (len(fitting) + 1), 2)
    body: list[Row] = []
    for form in fitting:
        body += _leave_blank(width, apart) if body else []
        body += [Row(_centre(row.text, width), row.style) for row in form]
    above = (room - len(body)) // 2
    rows = [*head, *_leave_blank(width, above), *body]
    rows += [*_leave_blank(width, height - len(rows) - len(foot)), *foot]
    return Page([replace(row, text=hold_places(row.text)) for row in rows], whole=True)


def lay_out_notice(notice: str, width: int, height: int) -> Page:
    """The page for a terminal that is too small, which shows as much of a sentence as fits."""
    rows = _style((_pad(line, width) for line in _wrap(notice, width)), "loud")[:height]
    return Page([*rows, *_leave_blank(width, height - len(rows))], whole=False)


def _choose_forms(forms: list[list[Form]], favoured: list[bool], room: int) -> list[Form] | None:
    """Chooses a form for each part: until all parts fit, the tallest takes a smaller form. Favoured
    parts may stay somewhat taller. Returns None if even the smallest forms do not fit."""
    if not all(forms):
        return None
    chosen = [0] * len(forms)
    while sum(len(form[i]) for form, i in zip(forms, chosen, strict=True)) > room:
        shrinkable = [n for n, form in enumerate(forms) if chosen[n] + 1 < len(form)]
        if not shrinkable:
            return None
        spare = [n for n in shrinkable if not forms[n][-1]]
        heights = {n: len(forms[n][chosen[n]]) - 2 * favoured[n] for n in spare or shrinkable}
        chosen[max(heights, key=lambda n: (heights[n], n))] += 1
    return [form[i] for form, i in zip(forms, chosen, strict=True)]


def _list_forms(part: Part, width: int, roomy: bool) -> list[Form]:
    """The forms of a part, from large to small; none if the terminal is too narrow."""
    match part:
        case TextLine():
            rows = _style(_wrap(part.text, width), "loud" if part.loud else "quiet")
            return [rows, []] if part.spare and not roomy else [rows]
        case Menu():
            return _list_menu_forms([reveal(line) for line in part.lines], width)
        case LargeWords():
            part = replace(part, words=tuple(map(reveal, part.words)))
            return [*_list_large_forms(part, width), *_list_plain_forms(part, width)]


def _list_menu_forms(lines: list[str], width: int) -> list[Form]:
    """The choices, either one per line or all in a row."""
    widest = max(map(cell_len, lines), default=0)
    column = _style((_pad(line, widest) for line in lines), "loud")
    running = _style(_flow(lines, "   ", width), "loud")
    return [column, running] if widest <= width else [running]


def _list_large_forms(part: LargeWords, width: int) -> list[Form]:
    """The words in large letters, in each size that fits."""
    drawings = (letters.draw(part.words, scale, width) for scale in _SCALES)
    return [
        _style(drawing, "large")
        for drawing in drawings
        if drawing and not (part.together and "" in drawing)  # "" separates lines of words
    ]


def _list_plain_forms(part: LargeWords, width: int) -> list[Form]:
    """The words as plain text, spaced and unspaced."""
    forms = []
    leftward = any(map(reads_leftward, part.words))
    spaced = [_space_letters(word) for word in part.words]
    if max(map(cell_len, spaced), default=0) < width:
        forms.append(_flow(spaced, "     ", width, leftward=leftward))
    if max(map(cell_len, part.words), default=0) <= width or part.breakable:
        forms.append(_flow(part.words, "  ", width, leftward=leftward))
    return [_style(form, "large") for form in forms]


def _space_letters(word: str) -> str:
    """A word's letters with spaces between them. Puts right-to-left letters in visual order, and
    far enough apart that terminals do not reverse them a second time.
    """
    letters = split_letters(word)
    return "  ".join(reversed(letters)) if reads_leftward(word) else " ".join(letters)


def _style(lines: Iterable[str], style: Style) -> Form:
    return [Row(line, style) for line in lines]


def _draw_bar(texts: Sequence[str], width: int) -> list[Row]:
    """A bar at the screen's edge, with texts in as many rows as needed."""
    lines = _flow([reveal(text) for text in texts if text], " · ", width - 2)
    return _style((_pad(f" {line}", width) for line in lines), "bar")


def _flow(
    texts: Iterable[str], between: str, width: int, *, leftward: bool = False
) -> Iterator[str]:
    """Texts in a row. Breaks lines between texts; breaks a text itself only if it is wider than the
    terminal. With `leftward`, puts each text to the left of the previous one."""
    line = ""
    for text in texts:
        if line and cell_len(line) + len(between) + cell_len(text) > width:
            yield line
            line = ""
        line = between.join([text, line] if leftward else [line, text]) if line else text
        while cell_len(line) > width:
            head = _cut(line, width)
            yield head
            line = line[len(head) :]
    if line:
        yield line


def _wrap(text: str, width: int) -> Iterator[str]:
    return _flow(reveal(text).split(" "), " ", width)


def _cut(text: str, width: int) -> str:
    """The part of a text that fits, but at least one character."""
    end = len(text)
    while end > 1 and cell_len(text[:end]) > width:
        end -= 1
    return text[:end]


def _centre(text: str, width: int) -> str:
    return _pad(" " * ((width - cell_len(text)) // 2) + text, width)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _leave_blank(width: int, rows: int) -> list[Row]:
    return [Row(" " * width, "quiet")] * rows
