"""The terminal itself: its input, and the moment when it is gone.

A person at a station can send anything that a terminal can send: reports of a terminal a million
columns wide, a paste that never ends, a megabyte of keys. Only keys and pastes get through, and no
faster than a person can type.

Textual has no option for this, and a byte that is not UTF-8 ends its reading, and with it the
station. So this module uses Textual's private parser of keys (of Textual 8.2.8).
`tests/terminal/test_input.py` fails if another version has another parser.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

_PASTE_END = "\x1b[201~"
_TICK = 0.1
_QUIET = 0.5  # seconds without input that end a paste or a flood
_AT_ONCE = 1000  # characters; some terminals send a dozen for one key
_EACH_SECOND = 500  # characters; a key held down repeats 30 times
_HEARD = (events.Key, events.Paste, TerminalSupportsSynchronizedOutput)


def watch_terminal(hang_up: Callable[[], None]) -> None:
    """Calls `hang_up`, from another thread, when the terminal is gone."""
    terminal = sys.stdin.fileno()

    def watch() -> None:
        closed = select.poll()
        closed.register(terminal, 0)
        while not closed.poll(1000):
            try:
                termios.tcgetattr(terminal)
            except termios.error:
                break
        hang_up()

    threading.Thread(target=watch, name="hang-up", daemon=True).start()


class Driver(LinuxDriver):
    """Textual's terminal, without a way to stop the program, and robust against input that nobody
    can have typed."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        for number in (signal.SIGTSTP, signal.SIGCONT):
            signal.signal(number, signal.SIG_IGN)
        for name in ("COLUMNS", "LINES"):  # Textual would take a fixed size from them
            os.environ.pop(name, None)

    def process_message(self, message: Message) -> None:
        """Passes on keys and pastes. Ignores sizes and positions in the input, since anyone can
        type them."""
        if isinstance(message, _HEARD):
            super().process_message(message)

    def run_input_thread(self) -> None:
        """Reads keys. Unreadable input becomes a replacement character, so that the station visibly
        refuses it."""
        reader = InputReader()
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], _TICK)
            try:
                data = os.read(self.fileno, 4096) if ready else b""
            except OSError:
                return  # the terminal is gone; `watch_terminal` sees to it
            if ready and not data:
                return
            for message in reader.read(data, time.monotonic()):
                self.process_message(message)


class InputReader:
    """Turns a terminal's input into messages. A flood (faster than anyone can type) and a paste
    without an end are refused as a paste, until the input has been quiet for a moment."""

    def __init__(self) -> None:
        self._since = 0.0  # the moment of the last input
        self._settled = True  # no paste or flood can be under way
        self._begin()

    def _begin(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._allowed = float(_AT_ONCE)
        self._flooded = False

    def read(self, data: bytes, moment: float) -> Iterator[Message]:
        """The messages of `data`, read at `moment` (monotonic seconds). Must be called at least ten
        times a second, if need be with empty data."""
        if data:
            allowed = self._allowed + (moment - self._since) * _EACH_SECOND
            self._allowed = min(_AT_ONCE, allowed) - len(data)
            self._since, self._settled = moment, False
            if self._allowed < 0 and not self._flooded:
                self._flooded = True
                yield events.Paste("")
            if not self._flooded:
                yield from self._parse(self._decode(data))
        elif not self._settled and moment - self._since >= _QUIET:
            self._settled = True
            if self._flooded:
                self._begin()
            yield from self._parse(self._decode(b"", final=True) + _PASTE_END)
        yield from self._parse("")

    def _parse(self, text: str) -> Iterator[Message]:
        """The messages of a text; without text, those of the time that has passed."""
        try:
            yield from self._parser.feed(text) if text else self._parser.tick()
        except Exception:  # for example at the code of a key beyond Unicode
            self._parser = XTermParser()
            yield events.Key("replacement_character", "\ufffd")
