"""Interrupts commands at a chosen moment, which is the same in every run.

`python -m tests.interrupted SIGNAL MOMENT FOLDER ARGUMENT…` is `wordtools ARGUMENT…`, which sends
itself a signal just before access number MOMENT, from 0, to a file of the folder.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parent.parent
_TOUCHES = {"open", "os.chmod", "os.mkdir", "os.remove", "os.rename", "os.scandir", "os.listdir"}


def interrupt(
    number: signal.Signals,
    moment: int,
    folder: Path,
    *arguments: str | Path,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a folder, and interrupts the command just before its access number `moment`
    to a file there. A command with fewer accesses runs to its end."""
    command = [sys.executable, "-m", __name__, str(int(number)), str(moment), folder, *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env={**(environment or os.environ), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )


def _main() -> None:
    number, moment, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]).resolve()
    sys.argv = ["wordtools", *sys.argv[4:]]
    from wordtools.cli import main

    touches = count()

    def watch(event: str, values: tuple[object, ...]) -> None:
        if event not in _TOUCHES or not isinstance(values[0], str | bytes | os.PathLike):
            return
        path = Path(os.fsdecode(values[0])).absolute()
        if path.is_relative_to(folder) and next(touches) == moment:
            os.kill(os.getpid(), number)

    sys.addaudithook(watch)
    main()


if __name__ == "__main__":
    _main()
