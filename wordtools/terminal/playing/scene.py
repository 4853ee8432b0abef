"""The screen of a desk: rows of styled text, for any terminal that is large enough for the
board."""

from __future__ import annotations

from msgspec import Struct

from wordtools.rules.describe import describe_topics
from wordtools.table.view import TableView, find_board, find_last_play
from wordtools.terminal.playing.board_picture import CELL, LABEL, draw_board
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.foot import draw_foot
from wordtools.terminal.playing.lines import Line, cut, measure, wrap
from wordtools.terminal.playing.panel import draw_panel
from wordtools.wording import hold_places, reveal

_FOOT = 6
_LEAST_PANEL = 24
_WIDEST_PANEL = 48
_READABLE = 76
"""The maximum width of lines of text."""


class DeskScene(Struct, frozen=True):
    """A whole screen, with as many lines as the terminal has."""

    lines: list[Line]
    title: str


def draw_desk(desk: Desk, width: int, height: int, mono: bool = False) -> DeskScene:
    """The screen of a desk on a terminal of this size."""
    seen = desk.view
    rows = height - _FOOT - 1
    board = find_board(desk.host.table)
    room = max(1, width - _LEAST_PANEL - 2)
    if seen.phase == "opened":
        picture = _crop(
            rules := _describe_rules(desk, min(room, _READABLE)), desk.scrolled, room, rows
        )
        if desk.scrolled[1] + rows < len(rules):
            picture[-1] = [("   ↓", "quiet")]
        least = 20
    elif desk.is_lingo or board is None:
        picture = _crop(seen.board.splitlines(), desk.scrolled, room, rows)
        least = 20
    else:
        last = find_last_play(desk.host.table)
        picture = list(draw_board(board, last, desk.draft.laying, desk.labels, mono))
        least = LABEL + CELL * board.ruleset.layout.columns
    if (len(picture) > rows and not desk.is_lingo) or least + _LEAST_PANEL > width:
        needed = {"width": least + _LEAST_PANEL, "height": len(picture) + _FOOT + 1}
        text = desk.words["too_small"].format(**needed, has=f"{width}×{height}")
        return DeskScene([[(text[:width], "alert")]], "")
    foot = _FOOT + (rows > len(picture) or desk.is_lingo)  # one more line for long sentences
    rows = height - foot - 1
    left = max([least, *(measure(line) for line in picture)]) + 2
    panel = list(draw_panel(desk, seen, min(width - left, _WIDEST_PANEL), rows))
    lines = [_draw_bar(desk, seen)]
    for at in range(rows):
        line = picture[at] if at < len(picture) else []
        beside = panel[at] if at < len(panel) else []
        lines.append([*line, (" " * (left - measure(line)), "plain"), *beside])
    lines.extend(draw_foot(desk, seen, width, foot))
    lines = [_fill_bar(line, width) for line in lines]
    held = [[(hold_places(text), style) for text, style in line] for line in lines]
    return DeskScene([cut(line, width) for line in held], desk.title)


def _describe_rules(desk: Desk, width: int) -> list[str]:
    """Describes the rules of the game until it begins. Arrows scroll them."""
    lines = []
    for heading, text in describe_topics(
        desk.host.table.ruleset, desk.language, f"“{desk.edition}”"
    ):
        first, *more = wrap(f"{heading}: {text}", width - 2)
        lines += [f" {first}", *(f"   {line}" for line in wrap(" ".join(more), width - 4) if line)]
    return lines


def _crop(lines: list[str], scrolled: tuple[int, int], width: int, height: int) -> list[Line]:
    """The visible part of a board. Keeps the scroll position within the board."""
    widest = max(map(len, lines), default=0)
    right = max(0, min(scrolled[0], widest - width))
    down = max(0, min(scrolled[1], len(lines) - height))
    return [[(line[right : right + width], "plain")] for line in lines[down : down + height]]


def _draw_bar(desk: Desk, seen: TableView) -> Line:
    bag = desk.words["bag"].format(count=seen.bag)
    return [(reveal(f" {desk.title} · {seen.table} · {bag}"), "bar")]


def _fill_bar(line: Line, width: int) -> Line:
    """If a line is a bar, makes it as wide as the screen."""
    return (
        [*line, (" " * (width - measure(line)), "bar")]
        if line[-1:] and line[-1][1] == "bar"
        else line
    )
