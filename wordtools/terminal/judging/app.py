"""The Textual application: draws scenes, and passes keys and time to the station.

The station runs in a thread, one call at a time, so that a slow disk or database never blocks the
screen. Keys are queued.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable

import msgspec
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from wordtools.judge.station import Station
from wordtools.terminal.judging.driver import Driver, watch_terminal
from wordtools.terminal.judging.layout import Page, lay_out, lay_out_notice
from wordtools.terminal.judging.scene import Scene, Tone

_TICK = 0.25
_PATIENCE = 0.3  # number of seconds before the screen asks for patience
_KEYS = {
    "ctrl+d": "director",
    "ctrl+h": "backspace",
    "ctrl+j": "enter",
    **{key: key for key in ("enter", "tab", "escape", "backspace")},
}

GROUND: dict[Tone, tuple[str, str]] = {  # colours of the screen and its bars
    "calm": ("#10161d", "#1d2733"),
    "yes": ("#0a5c2b", "#084621"),
    "no": ("#8f1d1d", "#6d1515"),
    "cannot": ("#4d3a00", "#3a2c00"),
    "director": ("#1b2d5c", "#142246"),
}
INK = {"bar": "#d5dde5", "quiet": "#d5dde5", "loud": "#ffffff", "large": "#ffffff"}


class SceneView(Widget):
    """The whole screen: one scene, laid out for the terminal's size. If drawing fails, the screen
    shows CANNOT JUDGE, and `report` receives the error.
    """

    DEFAULT_CSS = "SceneView { width: 100%; height: 100%; }"

    def __init__(self, scene: Scene, report: Callable[[Exception], None]) -> None:
        super().__init__()
        self._scene = scene
        self._report = report
        self._laid_out: tuple[Scene, Size, Page] | None = None

    @property
    def page(self) -> Page:
        """The scene as the screen shows it."""
        scene, size = self._scene, self.size
        if self._laid_out is None or self._laid_out[:2] != (scene, size):
            try:
                page = lay_out(scene, size.width, size.height)
            except Exception as error:  # otherwise Textual would fail repeatedly
                page = lay_out_notice(scene.undrawable, size.width, size.height)
                self._report(error)
            self._laid_out = scene, size, page
        return self._laid_out[2]

    def show(self, scene: Scene) -> None:
        """Draws a scene."""
        if scene != self._scene:
            self._scene = scene
            self.refresh()

    def show_busy(self) -> None:
        """Asks for patience."""
        self.show(msgspec.structs.replace(self._scene, hint=self._scene.busy))

    def on_resize(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Returns one row, for Textual."""
        ground, bar = GROUND[self._scene.tone]
        if y >= len(self.page.rows):
            return Strip.blank(self.size.width, Style(bgcolor=ground))
        row = self.page.rows[y]
        style = Style(
            color=INK[row.style],
            bgcolor=bar if row.style == "bar" else ground,
            bold=row.style in ("loud", "large"),
        )
        return Strip([Segment(row.text, style)]).adjust_cell_length(self.size.width, style)


class LockedScreen(Screen[None], inherit_bindings=False):
    """A screen without key bindings."""


class Terminal(App[None], inherit_bindings=False):
    """A station in a terminal."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "wordtools judge"

    def __init__(self, station: Station) -> None:
        super().__init__(driver_class=Driver)
        self.station = station
        self._pressed: asyncio.Queue[str | Exception | None] = asyncio.Queue()
        self.view = SceneView(Scene.of(station), self._pressed.put_nowait)
        self._judging = threading.Lock()

    def get_default_screen(self) -> Screen[None]:
        """The only screen."""
        return LockedScreen()

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        if not self.is_headless:
            watch_terminal(self.hang_up)
        self.set_interval(_TICK, self._tick)
        self.run_worker(self._answer_keys())

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self._pressed.put_nowait(name_key(event))

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._pressed.put_nowait("paste")

    async def settle(self) -> None:
        """Waits until every key pressed so far has been handled."""
        await self._pressed.join()

    def hang_up(self) -> None:
        """Ends the process after the terminal has disappeared, once the current ruling is on
        disk."""
        self._judging.acquire(timeout=60)
        os._exit(128 + signal.SIGHUP)

    def _tick(self) -> None:
        if self._pressed.empty():
            self._pressed.put_nowait(None)

    async def _answer_keys(self) -> None:
        loop = asyncio.get_running_loop()
        while not self.station.leaving:
            key = await self._pressed.get()
            busy = loop.call_later(_PATIENCE, self.view.show_busy)
            try:
                self.view.show(await asyncio.to_thread(self._answer, key))
            finally:
                busy.cancel()
                self._pressed.task_done()
        self.exit()

    def _answer(self, key: str | Exception | None) -> Scene:
        """Notifies the station of a key press, a failure of the screen, or (None) that time has
        passed. Returns the station's scene.
        """
        station = self.station
        unread = station.screen == "confirm" and not self.view.page.whole
        with self._judging:
            try:
                if isinstance(key, Exception):
                    station.fail(key)
                elif key is None:
                    station.tick()
                elif key == "tab" and unread:
                    station.press("other")  # players must see what they confirm
                else:
                    station.press(key)
                return Scene.of(station)
            except Exception as error:  # after any fault, the station stays open but does not judge
                station.fail(error)
                return Scene.of(station)


def name_key(event: events.Key) -> str:
    """The station's name for a key. Passes on characters even if they are not printable."""
    if event.key in _KEYS:
        return _KEYS[event.key]
    character = event.character or ""
    if len(character) == 1 and character >= " " and character != "\x7f":
        return character
    return "other"
