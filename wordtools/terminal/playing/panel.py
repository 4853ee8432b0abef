"""The column beside the board: players, score sheet, and unseen tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from wordtools.table.state import SheetLine
from wordtools.table.view import SeatView, TableView
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.lines import Line, wrap
from wordtools.wording import reveal, write_points


def draw_panel(desk: Desk, seen: TableView, width: int, height: int) -> Iterator[Line]:
    for seat in seen.seats:
        yield from _draw_seat(desk, seen, seat, width)
    yield []
    unseen = f"{desk.words['unseen']}: {count_letters(seen.unseen)}"
    unseen_lines = wrap(unseen, width)[:6]
    room = height - len(seen.seats) - 2 - len(unseen_lines)
    sheet = [_draw_sheet_line(desk, line, width) for line in seen.sheet]
    if seen.phase == "opened" or not sheet:
        sheet = _draw_opening(desk, seen, width)
    yield from sheet[-max(1, room) :]
    for _ in range(room - len(sheet)):
        yield []
    yield []
    for line in unseen_lines:
        yield [(line, "quiet")]


def _draw_opening(desk: Desk, seen: TableView, width: int) -> list[Line]:
    drawn = [
        desk.words["drew"].format(name=name, tile=tile)
        for one in seen.drawn
        for name, tile in one.items()
    ]
    text = desk.words["opened"].format(commitment=seen.commitment)
    lines = wrap(text, width) if seen.phase == "opened" else []
    return [[(reveal(line), "quiet")] for line in [*lines, *drawn]]


def _draw_seat(desk: Desk, seen: TableView, seat: SeatView, width: int) -> Iterator[Line]:
    mark = "▶" if seen.turn == seat.name else " "
    clock = _show_clock(seat.left) if seat.left is not None else ""
    if seen.move_left is not None and seat.runs:
        clock = f"{_show_clock(seen.move_left)} {clock}"
    facts = f"{write_points(seat.score):>4} {desk.words['lost'] if seat.has_lost else clock}"
    name = reveal(seat.name)
    room = max(4, width - cell_len(facts) - 3)
    shown = name if len(name) <= room else name[: room - 1] + "…"
    style = "bold" if seen.turn == seat.name else "plain"
    yield [(f"{mark} {shown:<{room}} {facts}", style)]


def _draw_sheet_line(desk: Desk, line: SheetLine, width: int) -> Line:
    labels = {
        "withdrawn": desk.words["withdrawn"],
        "challenge": desk.words["challenges"],
        "gains": desk.words["challenge_gains"],
        "exchange": desk.words["exchanges"].format(text=line.text),
        "pass": desk.words["passes"] + (f" ({desk.words['time']})" if line.text else ""),
        "back": desk.words["taken_back"],
        "blank": desk.words["blank"].format(text=line.text),
        "time": desk.words["time"],
        "claims": desk.words["claims"],
        "resigns": desk.words["resigns"],
        "stops": desk.words["stops"],
    }
    text = line.text if line.kind == "play" else labels[line.kind]
    points = write_points(line.points, "+") if line.points or line.kind == "play" else ""
    sums = f"{points:>5}{write_points(line.total):>5}"
    who = reveal(line.player)[:4]
    room = max(4, width - len(sums) - 6)
    return [(f"{who:<5}{text[:room]:<{room}}{sums}", "plain")]


def _show_clock(seconds: float) -> str:
    whole = int(seconds) if seconds >= 0 else -int(-seconds + 0.999)
    sign = "−" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02}"


def count_letters(text: str) -> str:
    """Tiles as a short list: `A9 B2 ?2`."""
    faces: dict[str, int] = {}
    at = 0
    while at < len(text):
        end = text.index("]", at) + 1 if text[at] == "[" else at + 1
        face = text[at:end].strip("[]")  # brackets also part letters that make a digraph
        faces[face] = faces.get(face, 0) + 1
        at = end
    return " ".join(f"{face}{count}" for face, count in faces.items())
