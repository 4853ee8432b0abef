"""The terminal itself: what is read from it, and when it is gone.

Whoever sits before a station can send whatever a terminal can send: reports of a terminal a million
columns wide, a paste that never ends, a megabyte of keys. Only keys and pastes get through, and no
faster than a person can type.

Textual has no option for any of this: a byte that is not UTF-8 ends its reading, and with it the
station. So its parser of keys, which it keeps to itself, is used here and nowhere else; tried with
Textual 8.2.8. `tests/terminal/test_input.py` fails when another version has another parser.
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
_QUIET = 0.5  # seconds without input after which a paste, or a flood, is over
_AT_ONCE = 1000  # characters; a key is up to a dozen where terminals describe it at length
_EACH_SECOND = 500  # a key held down is 30 a second
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
    """Textual's terminal, without a way to stop the program, and undisturbed by input that nobody
    can have typed."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        for number in (signal.SIGTSTP, signal.SIGCONT):
            signal.signal(number, signal.SIG_IGN)
        for name in ("COLUMNS", "LINES"):  # which hide the terminal's own size, and never change
            os.environ.pop(name, None)

    def process_message(self, message: Message) -> None:
        """Passes on what was typed or pasted. Sizes and positions that are told in the input are
        not believed: anyone can type them."""
        if isinstance(message, _HEARD):
            super().process_message(message)

    def run_input_thread(self) -> None:
        """Reads keys. What cannot be read is typed as a replacement character, so that it is
        refused in sight and not dropped."""
        reader = InputReader()
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], _TICK)
            try:
                data = os.read(self.fileno, 4096) if ready else b""
            except OSError:
                return  # gone, as `_watch` sees
            if ready and not data:
                return
            for message in reader.read(data, time.monotonic()):
                self.process_message(message)


class InputReader:
    """Makes messages of a terminal's input. More than anyone can type is not read but refused, as a
    paste, until the input has been quiet for a moment; so is a paste without an end."""

    def __init__(self) -> None:
        self._since = 0.0  # when there was input last
        self._settled = True  # no paste, and no flood, can be under way
        self._begin()

    def _begin(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._allowed = float(_AT_ONCE)
        self._flooded = False

    def read(self, data: bytes, moment: float) -> Iterator[Message]:
        """What was typed, when `data` was read at a moment; it may be empty, and is at least ten
        times a second."""
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
        """What a text says, or the time that has passed."""
        try:
            yield from self._parser.feed(text) if text else self._parser.tick()
        except Exception:  # as for the code of a key beyond Unicode
            self._parser = XTermParser()
            yield events.Key("replacement_character", "\ufffd")
