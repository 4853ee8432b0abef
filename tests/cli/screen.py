"""The screen that a person sees who runs a command."""

from __future__ import annotations

import os
import pty
import subprocess
import termios
from pathlib import Path

import icu

from tests.conftest import WORDTOOLS
from wordtools.wording import MARKS


def turn(text: str) -> str:
    """The text as shown by a terminal that reverses right-to-left words, by ICU's bidirectional
    algorithm; each line begins on the left if its first letter does."""
    shown = icu.Bidi.DO_MIRRORING | icu.Bidi.REMOVE_BIDI_CONTROLS
    lines = []
    for line in text.split("\n"):
        bidi = icu.Bidi()
        bidi.setPara(icu.UnicodeString(line), icu.Bidi.DEFAULT_LTR)
        lines.append(str(bidi.writeReordered(shown)))
    return "\n".join(lines)


def leave(text: str) -> str:
    """The text as shown by a terminal that reverses nothing. Marks of direction are invisible."""
    return text.translate(dict.fromkeys(map(ord, MARKS)))


def on_a_terminal(*arguments: str, folder: str | Path = ".", **environment: str) -> str:
    """The output of a command on a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    with os.fdopen(ours, "rb", buffering=0) as screen:
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment}
        command = [str(WORDTOOLS), *arguments]
        with subprocess.Popen(command, stdout=theirs, stderr=theirs, cwd=folder, env=env):
            os.close(theirs)
            written = b""
            while True:
                try:
                    piece = screen.read(65536)
                except OSError:  # how a terminal ends
                    break
                if not piece:
                    break
                written += piece
    return written.decode().replace("\r\n", "\n")
