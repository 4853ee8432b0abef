"""What a person sees who runs a command."""

from __future__ import annotations

import os
import pty
import subprocess
import termios
from pathlib import Path

from tests.conftest import WORDTOOLS


def on_a_terminal(*arguments: str, folder: str | Path = ".", **environment: str) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    with os.fdopen(ours, "rb", buffering=0) as screen:
        kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        env = {**kept, "TERM": "xterm", "COLUMNS": "100", **environment}
        command = [str(WORDTOOLS), *arguments]
        with subprocess.Popen(command, stdout=theirs, stderr=theirs, cwd=folder, env=env):
            os.close(theirs)
            written = b""
            while True:
                try:
                    piece = screen.read(65536)
                except OSError:  # so a terminal ends
                    break
                if not piece:
                    break
                written += piece
    return written.decode().replace("\r\n", "\n")
