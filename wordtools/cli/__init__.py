"""The command line: each command a few lines over the API. `main` is the program.

Exit codes are for scripts: 0 and 1 are answers, 2 is "cannot". Nothing but an answer exits with
0 or 1: an interruption, a fault, a full disk or a closed pipe never reads as YES or NO.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from wordtools.errors import WordtoolsError
from wordtools.wording import end_sentence

_COMMANDS = {
    "build": "compiling",
    "fetch": "compiling",
    "game": "game",
    "challenge": "judging",
    "check": "judging",
    "log": "log",
    "play": "play",
    "plays": "plays",
    "info": "reading",
    "verify": "reading",
    "words": "reading",
    "why": "reading",
    "diff": "reading",
    "rules": "rules",
    "search": "search",
    "serve": "serving",
    "judge": "station",
}
"""The module that adds each command to the app."""


def main() -> NoReturn:
    """Runs the command line and exits."""
    if sys.stderr is None:  # closed; nothing else may come to stand on its descriptor
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    # While modules are loaded there is nothing to clean up, and much that is half done.
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    code = _run() if sys.stdout is not None else _fail("there is no standard output to answer on")
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)  # all is flushed: a second try at exit would only fail aloud


def _run() -> int:
    """Runs the command and flushes its answer; returns the exit code."""
    try:
        from wordtools.cli.app import app

        # All of them take twenty milliseconds, which a ruling need not wait for.
        named = _COMMANDS.get(sys.argv[1]) if sys.argv[1:] else None
        for module in [named] if named else dict.fromkeys(_COMMANDS.values()):
            import_module(f"wordtools.cli.{module}")
        import_module("wordtools.lexicon.find")  # what nearly every command begins with
        signal.signal(signal.SIGINT, lambda *_: sys.exit(128 + signal.SIGINT))

        try:
            code = app(prog_name="wordtools", standalone_mode=False) or 0
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else 0
        sys.stdout.flush()
        return int(code)
    except WordtoolsError as error:
        return _fail(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}")
    except MemoryError:
        return _fail("there is not enough memory for this")
    except Exception as error:
        show = getattr(error, "show", None)  # Typer's, of a command line that it cannot read
        return _usage(show) if show else _fault(error)


def _usage(show: Callable[[], None]) -> int:
    with suppress(OSError, ValueError):
        show()
    return 2


def _fault(error: Exception) -> int:
    if "WORDTOOLS_DEBUG" in os.environ:
        raise error
    return _fail(
        f"a fault of wordtools itself ({type(error).__name__}: {error}); "
        "please report it, with what WORDTOOLS_DEBUG=1 shows"
    )


def _fail(message: str) -> int:
    with suppress(OSError, ValueError):
        print(f"wordtools: {end_sentence(message)}", file=sys.stderr, flush=True)
    return 2
