"""Draws the pictures of terminals, stations and a table: `python -m tools.terminal_pictures`.

Each picture is an SVG drawn from the laid-out screen itself. Block characters are drawn as
rectangles, and text uses the reader's own monospaced font, so that nothing is downloaded. The table
needs the Polish lexicon.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from unittest.mock import patch

from rich.cells import cell_len

from tests.judge.stations import Clock, MemoryLog, lexicon, press, station
from wordtools import svg
from wordtools.judge.settings import Settings
from wordtools.judge.station import Station
from wordtools.lexicon.find import open_edition
from wordtools.log.log import Log
from wordtools.players.at_table import ComputerSeat
from wordtools.players.hints import find_plays
from wordtools.rules.loading import load_ruleset
from wordtools.table.events import Seat
from wordtools.table.host import TableHost
from wordtools.table.table import Command
from wordtools.terminal.judging.app import GROUND, INK
from wordtools.terminal.judging.layout import lay_out
from wordtools.terminal.judging.scene import Scene
from wordtools.terminal.playing import keys
from wordtools.terminal.playing.app import find_style
from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.scene import draw_desk

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
COLUMNS, ROWS = 80, 24
WIDE, HIGH = 10, 20  # a character cell
BLOCKS = {"█": (0.0, 1.0), "▀": (0.0, 0.5), "▄": (0.5, 0.5)}
TURNS = 9
SCREENS = {
    "count": ("en", []),
    "confirm": ("pt", ["2", "lição açúcar", "enter"]),
    "yes": ("pt", ["2", "lição açúcar", "enter", "tab"]),
    "no": ("en", ["3", "zebra cta dog", "enter", "tab"]),
}


def picture(machine: Station) -> str:
    """The station's screen as SVG."""
    scene = Scene.of(machine)
    ground, bar = GROUND[scene.tone]
    page = lay_out(scene, COLUMNS, ROWS)
    width, height = COLUMNS * WIDE, ROWS * HIGH
    rows = [svg.element("rect", width=width, height=height, fill=ground)]
    for y, row in enumerate(page.rows):
        top = y * HIGH
        if row.style == "bar":
            rows.append(svg.element("rect", y=top, width=width, height=HIGH, fill=bar))
        blocks = "".join(_block(c, x * WIDE, top) for x, c in enumerate(row.text) if c in BLOCKS)
        if blocks:
            rows.append(svg.element("path", fill=INK[row.style], d=blocks))
        elif text := row.text.strip():
            left = (len(row.text) - len(row.text.lstrip())) * WIDE
            weight = {} if row.style in ("bar", "quiet") else {"font_weight": "bold"}
            length, ink = len(text) * WIDE, INK[row.style]
            rows.append(svg.draw_text(left, top + 15, text, textLength=length, fill=ink, **weight))
    return _frame(scene.location, rows, bar)


def picture_table(desk: Desk) -> str:
    """A desk's screen as SVG."""
    scene = draw_desk(desk, COLUMNS, ROWS)
    plain, bar = (_find_colours(name)[0] for name in ("plain", "bar"))
    rows = [svg.element("rect", width=COLUMNS * WIDE, height=ROWS * HIGH, fill=plain)]
    for y, line in enumerate(scene.lines):
        x = 0
        for text, name in line:
            wide, left, top = cell_len(text) * WIDE, x, y * HIGH
            ground, ink = _find_colours(name)
            x += wide
            if ground != plain:
                rows.append(
                    svg.element("rect", x=left, y=top, width=wide, height=HIGH, fill=ground)
                )
            weight = {"font_weight": "bold"} if find_style(name).bold else {}
            for run in re.finditer(r"\S+(?: \S+)*", text):  # readers may join spaces
                at = left + cell_len(text[: run.start()]) * WIDE
                length = cell_len(run[0]) * WIDE
                rows.append(
                    svg.draw_text(at, top + 15, run[0], textLength=length, fill=ink, **weight)
                )
    return _frame(scene.title, rows, bar)


def _find_colours(style: str) -> tuple[str, str]:
    """The colours of ground and text."""
    found = find_style(style)
    assert found.bgcolor is not None and found.color is not None
    return found.bgcolor.name, found.color.name


def _frame(title: str, rows: list[str], ground: str) -> str:
    """A screen with a frame of this colour around it."""
    width, height = COLUMNS * WIDE, ROWS * HIGH
    screen = svg.group(
        rows,
        font_family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace",
        font_size=16,
        transform="translate(8 8)",
        style="white-space: pre",
    )
    width, height = width + 16, height + 16
    content = [svg.draw_page(width, height, ground, rx=10), screen]
    return svg.write_picture(width, height, title, content)


def play_literki(log: Log) -> Desk:
    """A game against the computer, after some turns of both, with a play laid but not yet made."""
    ruleset = load_ruleset("literki")
    lexicon, now = open_edition(ruleset.words.edition, ""), 1000.0
    seats = [Seat("Ana"), Seat("Komputer", "computer", "club")]
    with patch("wordtools.table.host.secrets.token_hex", lambda size: "5a" * size):
        host = TableHost.open(log, bytes(32), ruleset, lexicon, seats, now)
    for seat in seats:
        host.do(Command(seat.name, "join", f"nonce of {seat.name}"), now)
    computer = ComputerSeat("club", ruleset, lexicon).choose_command
    desk = Desk(host, {"Komputer": computer}, now, "pl")
    keys.press(desk, "enter", now)
    while len(desk.view.sheet) < TURNS or desk.view.turn != "Ana":
        if desk.answerer is not None:
            keys.press(desk, "f2", desk.now)
        elif desk.view.turn == "Ana":
            (best, *_) = find_plays(host, "Ana", desk.now)
            for key in (*best.notation, "enter"):
                keys.press(desk, key, desk.now)
        desk.tick(desk.now + 1)
    desk.notice = ""
    (best, *_) = find_plays(host, "Ana", desk.now)
    for key in best.notation:
        keys.press(desk, key, desk.now)
    return desk


def _block(character: str, left: int, top: int) -> str:
    down, high = BLOCKS[character]
    return f"M{left} {top + int(down * HIGH)}h{WIDE}v{int(high * HIGH)}h-{WIDE}z"


def main() -> None:
    """Writes all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, (language, keys) in SCREENS.items():
            opened = lexicon(Path(folder), language)
            machine = station(opened, MemoryLog(), Clock(), settings=Settings())
            press(machine, *keys)
            (FOLDER / f"terminal-{name}.svg").write_text(picture(machine), "utf-8")
        log = Log(str(Path(folder) / "log.db"))
        (FOLDER / "terminal-table.svg").write_text(picture_table(play_literki(log)), "utf-8")
        log.close()


if __name__ == "__main__":
    main()
