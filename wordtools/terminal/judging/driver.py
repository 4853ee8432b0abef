"""Reads a terminal's input, and detects when the terminal disappears.

A player can make a terminal send anything: a size report of a million columns, an endless paste, a
megabyte of keys. Only keys and pastes are passed on, at the speed of typing.

Textual has no option for this. Its input loop would end at invalid UTF-8, and so would the station.
This module therefore uses Textual's private key parser (Textual 8.2.8).
`tests/terminal/test_input.py` fails if a new version changes the parser.
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
_QUIET = 0.5  # a paste or a flood ends after this many seconds without input
_AT_ONCE = 1000  # number of characters; some keys send a dozen
_EACH_SECOND = 500  # number of characters; a held key repeats 30 times
_HEARD = (events.Key, events.Paste, TerminalSupportsSynchronizedOutput)


def watch_terminal(hang_up: Callable[[], None]) -> None:
    """Calls `hang_up`, in another thread, when the terminal disappears."""
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
    """Textual's terminal driver, protected against hostile input and against attempts to stop the
    program."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        for number in (signal.SIGTSTP, signal.SIGCONT):
            signal.signal(number, signal.SIG_IGN)
        for name in ("COLUMNS", "LINES"):  # Textual would read a fixed size from these
            os.environ.pop(name, None)

    def process_message(self, message: Message) -> None:
        """Passes on keys and pastes, but not sizes and positions, which anyone can type."""
        if isinstance(message, _HEARD):
            super().process_message(message)

    def run_input_thread(self) -> None:
        """Reads keys. Invalid input becomes a replacement character, which the station refuses."""
        reader = InputReader()
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], _TICK)
            try:
                data = os.read(self.fileno, 4096) if ready else b""
            except OSError:
                return  # the terminal is gone; `watch_terminal` reacts
            if ready and not data:
                return
            for message in reader.read(data, time.monotonic()):
                self.process_message(message)


class InputReader:
    """Turns a terminal's input into messages. Treats a flood (faster than typing) or an endless
    paste as a single paste, which lasts until the input pauses."""

    def __init__(self) -> None:
        self._since = 0.0  # time of the last input
        self._settled = True  # no paste or flood is under way
        self._begin()

    def _begin(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._allowed = float(_AT_ONCE)
        self._flooded = False

    def read(self, data: bytes, moment: float) -> Iterator[Message]:
        """The messages in `data`, which was read at `moment` (monotonic seconds). Call this at
        least ten times a second, even with empty data."""
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
        """The messages in a text; without a text, the messages that are due by now."""
        try:
            yield from self._parser.feed(text) if text else self._parser.tick()
        except Exception:  # for example, a key code beyond Unicode
            self._parser = XTermParser()
            yield events.Key("replacement_character", "\ufffd")
