"""The column beside the board, which shows the players, the score sheet, and the unseen tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from wordtools.messages.plurals import count_things
from wordtools.table.sheet import describe_play, name_leftover
from wordtools.table.state import SheetLine
from wordtools.table.view import SeatView, TableView
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.lines import Line, pad, wrap
from wordtools.wording import reveal, write_points

_LEAST_TURN, _MOST_TURN = 8, 12
"""The numbers of columns that turns get at the expense of names: at least those of `8H TILES`, at
most those of `15A EXAMPLES`."""


def draw_panel(desk: Desk, seen: TableView, width: int, height: int) -> Iterator[Line]:
    for seat in seen.seats:
        yield from _draw_seat(desk, seen, seat, width)
    yield []
    unseen = f"{desk.words['unseen']}: {count_letters(seen.unseen)}"
    unseen_lines = wrap(unseen, width)[:6]
    room = height - len(seen.seats) - 2 - len(unseen_lines)
    sheet = list(_draw_sheet(desk, seen, width))
    if seen.phase == "opened" or not sheet:
        sheet = _draw_opening(desk, seen, width)
    yield from sheet[-max(1, room) :]
    for _ in range(room - len(sheet)):
        yield []
    yield []
    for line in unseen_lines:
        yield [(line, "quiet")]


def _draw_opening(desk: Desk, seen: TableView, width: int) -> list[Line]:
    """The commitment to the draws, and who begins."""
    if seen.phase == "opened":
        lines = wrap(desk.words["opened"].format(commitment=seen.commitment), width)
    else:
        drawn = [f"{name}: {tile.strip('[]')}" for one in seen.drawn for name, tile in one.items()]
        lines = [f"{desk.words['setting_begins']}:", *drawn] if drawn else []
    return [[(reveal(line), "quiet")] for line in lines]


def _draw_seat(desk: Desk, seen: TableView, seat: SeatView, width: int) -> Iterator[Line]:
    mark = "▶" if seen.turn == seat.name else " "
    clock = _show_clock(seat.left) if seat.left is not None else ""
    if seen.move_left is not None and seat.runs:
        clock = f"{_show_clock(seen.move_left)} {clock}"
    facts = f"{write_points(seat.score):>4} {desk.words['lost'] if seat.has_lost else clock}"
    name = pad(reveal(seat.name), max(4, width - cell_len(facts) - 3))
    yield [(f"{mark} {name} {facts}", "bold" if seen.turn == seat.name else "plain")]


def _draw_sheet(desk: Desk, seen: TableView, width: int) -> Iterator[Line]:
    """The turns in columns: player, turn, points, and total. Names get the space that plays leave,
    but at least four columns; if names would be cut, there are no totals, which stand beside the
    seats too. A longer turn takes several lines. The points of a play in question are marked with a
    question mark."""
    lines = list(seen.sheet)
    points = [_write_gain(line) for line in lines]
    totals = [write_points(line.total) for line in lines]
    if seen.open_line:
        lines.append(seen.open_line)
        points.append(f"{_write_gain(seen.open_line)}?")
        totals.append("")
    gained, summed = (max(map(len, texts), default=0) + 1 for texts in (points, totals))
    longest = max(cell_len(reveal(seat.name)) for seat in seen.seats)
    plays = (cell_len(describe_play(line)) for line in lines if line.kind == "play")
    play = min(max((_LEAST_TURN, *plays)), _MOST_TURN)
    room = width - gained - 1
    if room - summed < longest + play:
        totals, summed = [""] * len(lines), 0
    name = max(4, min(longest, room - summed - play))
    turn = max(4, room - summed - name)
    for line, gain, total in zip(lines, points, totals, strict=True):
        style = "quiet" if line is seen.open_line else "plain"
        text = _describe_turn(desk, line)
        first, *more = wrap(text, turn)
        who, what = pad(reveal(line.player), name), pad(first, turn)
        yield [(f"{who} {what}{gain:>{gained}}{total:>{summed}}", style)]
        indent = name + 1 if turn > _MOST_TURN else 1
        for rest in wrap(text[len(first) :].lstrip(), name + 1 + turn - indent) if more else []:
            yield [(" " * indent + rest, style)]


def _write_gain(line: SheetLine) -> str:
    return write_points(line.points, "+") if line.points or line.kind == "play" else ""


def _describe_turn(desk: Desk, line: SheetLine) -> str:
    if line.kind == "exchange":
        return count_things("table", desk.language, "exchanges", int(line.text))
    labels = {
        "play": describe_play(line),
        "withdrawn": desk.words["withdrawn"],
        "challenge": desk.words["challenges"],
        "gains": desk.words["challenge_gains"],
        "pass": desk.words["passes"] + (f" ({desk.words['time']})" if line.text else ""),
        "back": desk.words["taken_back"],
        "blank": desk.words["blank"].format(text=line.text),
        "time": desk.words["time"],
        "claims": desk.words["claims"],
        "resigns": desk.words["resigns"],
        "stops": desk.words["stops"],
        "swap": desk.words["premium_exchange"],
        "leftover": desk.words[name_leftover(line)].format(text=line.text),
    }
    return labels[line.kind]


def _show_clock(seconds: float) -> str:
    whole = int(seconds) if seconds >= 0 else -int(-seconds + 0.999)
    sign = "−" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02}"


def count_letters(text: str) -> str:
    """Writes tiles as a short list: `A9 B2 ?2`."""
    faces: dict[str, int] = {}
    at = 0
    while at < len(text):
        end = text.index("]", at) + 1 if text[at] == "[" else at + 1
        face = text[at:end].strip("[]")  # brackets also separate letters that form a digraph
        faces[face] = faces.get(face, 0) + 1
        at = end
    return " ".join(f"{face}{count}" for face, count in faces.items())
