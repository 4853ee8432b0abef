"""Draws the pictures of the judging terminal: `python -m tools.terminal_pictures`.

Each is an SVG drawn from the laid-out screen itself, with block characters as rectangles and text
in the reader's own monospaced font, so that nothing is downloaded.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.judge.stations import Clock, MemoryLog, lexicon, press, station
from wordtools import svg
from wordtools.judge.settings import Settings
from wordtools.judge.station import Station
from wordtools.terminal.judging.app import GROUND, INK
from wordtools.terminal.judging.layout import lay_out
from wordtools.terminal.judging.scene import Scene

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
COLUMNS, ROWS = 80, 24
WIDE, HIGH = 10, 20  # a character cell
BLOCKS = {"█": (0.0, 1.0), "▀": (0.0, 0.5), "▄": (0.5, 0.5)}
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
    screen = svg.group(
        rows,
        font_family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace",
        font_size=16,
        transform="translate(8 8)",
        style="white-space: pre",
    )
    width, height = width + 16, height + 16
    content = [svg.draw_page(width, height, bar, rx=10), screen]
    return svg.write_picture(width, height, scene.location, content)


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


if __name__ == "__main__":
    main()
