"""The Textual application of a desk: draws its screen, and passes keys and time to it."""

from __future__ import annotations

import time

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widget import Widget

from wordtools.terminal.playing.desk import Desk
from wordtools.terminal.playing.keys import press
from wordtools.terminal.playing.scene import DeskScene, draw_desk

_TICK = 0.25
_GROUND = "#10161d"
_COLOURS = {
    "plain": "#ead9a8",
    "red": "#e2574c",
    "orange": "#e0913a",
    "magenta": "#d176b8",
    "yellow": "#e8d24a",
    "green": "#6fbf5f",
    "cyan": "#6cc5d9",
    "blue": "#4f7fd9",
    "black": "#444444",
    "white": "#f2f2f2",
}
_STYLES = {
    "plain": Style(color="#d5dde5", bgcolor=_GROUND),
    "bold": Style(color="#ffffff", bgcolor=_GROUND, bold=True),
    "quiet": Style(color="#9fb0c0", bgcolor=_GROUND),
    "bar": Style(color="#d5dde5", bgcolor="#1d2733"),
    "alert": Style(color="#ffd479", bgcolor=_GROUND, bold=True),
    "square": Style(color="#5c6b79", bgcolor="#18212b"),
    "cursor": Style(color="#000000", bgcolor="#ffffff", bold=True),
}


class DeskView(Widget):
    """The whole screen of a desk."""

    DEFAULT_CSS = "DeskView { width: 100%; height: 100%; }"

    def __init__(self, desk: Desk, mono: bool) -> None:
        super().__init__()
        self._desk = desk
        self._mono = mono
        self._scene: DeskScene | None = None

    def redraw(self) -> None:
        """Draws the desk in its current state."""
        self._scene = None
        self.refresh()

    def on_resize(self) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """Returns one row, for Textual."""
        if self._scene is None:
            self._scene = draw_desk(self._desk, self.size.width, self.size.height, self._mono)
        lines = self._scene.lines
        line = lines[y] if y < len(lines) else []
        segments = [Segment(text, find_style(style, self._mono)) for text, style in line]
        plain = find_style("plain", self._mono)
        return Strip(segments).adjust_cell_length(self.size.width, plain)


class TableApp(App[None], inherit_bindings=False):
    """A desk in a terminal. Ctrl-Q leaves the desk, unless it is locked."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "wordtools table"

    def __init__(self, desk: Desk, mono: bool = False) -> None:
        super().__init__(ansi_color=mono)
        self.desk = desk
        self.view = DeskView(desk, mono)

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.set_interval(_TICK, self._tick)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self._press(name_key(event))

    def _press(self, key: str) -> None:
        press(self.desk, key, time.time())
        self._show()

    def _tick(self) -> None:
        self.desk.tick(time.time())
        self._show()

    def _show(self) -> None:
        if self.desk.leaving:
            self.exit()
        self.view.redraw()


def name_key(event: events.Key) -> str:
    """The name that desks use for a key: a character, or `enter`, `f2`, `left`."""
    if event.key in ("enter", "tab", "escape", "backspace"):
        return event.key
    character = event.character or ""
    return character if len(character) == 1 and character.isprintable() else event.key


def find_style(name: str, mono: bool = False) -> Style:
    """The style of a piece of a scene."""
    kind, _, colour = name.partition(" ")
    if mono:
        return Style(
            bold=kind in ("bold", "alert", "last", "laid"), reverse=kind in ("bar", "cursor")
        )
    if kind in _STYLES:
        return _STYLES[kind]
    ground = _COLOURS[colour or "plain"]
    if kind == "premium":
        return Style(color=ground, bgcolor="#22303d", bold=True)
    return Style(color="#1a1205", bgcolor=ground, bold=True)


def run_desk(desk: Desk, mono: bool = False) -> None:
    """Shows a desk in this terminal until somebody leaves it."""
    TableApp(desk, mono).run(mouse=False)
