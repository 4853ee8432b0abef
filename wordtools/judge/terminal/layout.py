"""A scene laid out for a terminal of some size.

Every part has forms, from large to small; while they do not fit together, the tallest gives way.
What the players must see is never cut: a terminal too small for it says only that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from rich.cells import cell_len

from wordtools.judge.terminal import letters
from wordtools.judge.terminal.scene import Line, Menu, Part, Scene, Words

Style = Literal["bar", "quiet", "loud", "large"]
_SCALES = (4, 3, 2, 1)
_NARROWEST = 20
_ROOMY = 18  # rows from which parts stand apart


class Row(msgspec.Struct, frozen=True):
    """A line of the screen, as wide as the terminal."""

    text: str
    style: Style


class Page(msgspec.Struct, frozen=True):
    """A laid-out screen: `rows` fill the terminal; `whole` is false when it is too small."""

    rows: list[Row]
    whole: bool


Form = list[Row]


def lay_out(scene: Scene, width: int, height: int) -> Page:
    """The scene on a terminal of this many columns and rows."""
    if width < _NARROWEST:
        return _too_small(scene, width, height)
    head = _edge([*scene.place.split(" · "), scene.hint], width)
    foot = _edge(scene.facts, width)
    room = height - len(head) - len(foot)
    margin = 2 if width >= 60 else 0
    roomy = height >= _ROOMY
    forms = [_forms(part, width - 2 * margin, roomy) for part in scene.body]
    gap = 1 if roomy else 0
    favour = [isinstance(part, Words) and part.together for part in scene.body]
    chosen = _fitting(forms, favour, room - gap * (len(forms) + 1)) or _fitting(forms, favour, room)
    if chosen is None:
        return _too_small(scene, width, height)
    left = room - sum(map(len, chosen))
    apart = min(left // (len(chosen) + 1), 2)
    body: list[Row] = []
    for form in chosen:
        body += _blank(width, apart) if body else []
        body += [Row(_centred(row.text, width), row.style) for row in form]
    above = (room - len(body)) // 2
    rows = [*head, *_blank(width, above), *body]
    return Page([*rows, *_blank(width, height - len(rows) - len(foot)), *foot], whole=True)


def _too_small(scene: Scene, width: int, height: int) -> Page:
    lines = [line.ljust(width) for line in _wrapped(scene.too_small, width)][:height]
    rows = [Row(line, "loud") for line in lines]
    return Page([*rows, *_blank(width, height - len(rows))], whole=False)


def _fitting(forms: list[list[Form]], favour: list[bool], room: int) -> list[Form] | None:
    """One form of each part, the tallest made smaller until all fit (favoured ones may stay
    somewhat taller); None when they cannot."""
    if not all(forms):
        return None
    chosen = [0] * len(forms)
    while sum(len(form[i]) for form, i in zip(forms, chosen, strict=True)) > room:
        shrinkable = [n for n, form in enumerate(forms) if chosen[n] + 1 < len(form)]
        if not shrinkable:
            return None
        spare = [n for n in shrinkable if not forms[n][-1]]
        heights = {n: len(forms[n][chosen[n]]) - 2 * favour[n] for n in spare or shrinkable}
        chosen[max(heights, key=lambda n: (heights[n], n))] += 1
    return [form[i] for form, i in zip(forms, chosen, strict=True)]


def _forms(part: Part, width: int, roomy: bool) -> list[Form]:
    if isinstance(part, Line):
        style: Style = "loud" if part.loud else "quiet"
        rows = [Row(line, style) for line in _wrapped(part.text, width)]
        return [rows, []] if part.spare and not roomy else [rows]
    if isinstance(part, Menu):
        widest = max(map(cell_len, part.lines), default=0)
        listed = [_padded(line, widest) for line in part.lines]
        forms = [listed] if widest <= width else []
        forms.append(list(_flowed(part.lines, "   ", width)))
        return [[Row(line, "loud") for line in form] for form in forms]
    large = [letters.draw(part.words, scale, width) for scale in _SCALES]
    plain = [list(_flowed([" ".join(word) for word in part.words], "     ", width))]
    if any(cell_len(word) * 2 > width for word in part.words):
        plain = []
    if part.breakable or all(cell_len(word) <= width for word in part.words):
        plain.append(list(_flowed(part.words, "  ", width)))
    forms = [form for form in large if form and not (part.together and "" in form)] + plain
    return [[Row(line, "large") for line in form] for form in forms]


def _edge(texts: Sequence[str], width: int) -> list[Row]:
    """A bar at the screen's edge: first text left, the others after it, as many rows as needed."""
    lines = list(_flowed([text for text in texts if text], " · ", width - 2))
    return [Row(_padded(f" {line}", width), "bar") for line in lines]


def _flowed(texts: Sequence[str], between: str, width: int) -> Iterator[str]:
    """Texts one after the other, a new line where one does not fit; only a text wider than the
    terminal is broken."""
    line = ""
    for text in texts:
        if line and cell_len(line) + len(between) + cell_len(text) > width:
            yield line
            line = ""
        line = line + between + text if line else text
        while cell_len(line) > width:
            head = _head(line, width)
            yield head
            line = line[len(head) :]
    if line:
        yield line


def _wrapped(text: str, width: int) -> Iterator[str]:
    return _flowed(text.split(" "), " ", width)


def _head(text: str, width: int) -> str:
    """As much of a text as fits."""
    end = len(text)
    while end > 1 and cell_len(text[:end]) > width:
        end -= 1
    return text[:end]


def _centred(text: str, width: int) -> str:
    return _padded(" " * ((width - cell_len(text)) // 2) + text, width)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _blank(width: int, rows: int) -> list[Row]:
    return [Row(" " * width, "quiet")] * rows
