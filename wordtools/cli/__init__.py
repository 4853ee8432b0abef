"""The command line: each command a few lines over the API. `main` is the program.

Exit codes are for scripts: 0 and 1 are answers, 2 is "cannot". Nothing but an answer exits with
0 or 1: an interruption, a fault, a full disk never read as YES or NO.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from wordtools.errors import WordtoolsError


def main() -> NoReturn:
    """Runs the command line and exits."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    signal.signal(signal.SIGINT, lambda *_: sys.exit(128 + signal.SIGINT))
    try:
        from wordtools.cli.app import app

        app(prog_name="wordtools", standalone_mode=True)
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0
    except BrokenPipeError:  # the reader has seen enough
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
        code = 128 + signal.SIGPIPE
    except WordtoolsError as error:
        code = _fail(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        code = _fail(f"{where}{error.strerror or error}.")
    except MemoryError:
        code = _fail("there is not enough memory for this.")
    except Exception as error:
        if "WORDTOOLS_DEBUG" in os.environ:
            raise
        code = _fail(
            f"a fault of wordtools itself ({type(error).__name__}: {error}); "
            "please report it, with what WORDTOOLS_DEBUG=1 shows."
        )
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _fail(f"the output cannot be written: {error.strerror}.")
        os._exit(code)  # a second flush at exit would fail the same way, and print a traceback
    sys.exit(code)


def _fail(sentence: str) -> int:
    print(f"wordtools: {sentence}", file=sys.stderr)
    return 2
