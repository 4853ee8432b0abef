"""The command line: each command is a few lines on top of the API. `main` is the entry point.

Exit codes are for scripts: 0 and 1 are answers, 2 means that there is none. Only an answer exits
with 0 or 1, so that an interruption, an internal error, a full disk or a closed pipe is never
mistaken for YES or NO.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import NoReturn

from wordtools.errors import WordtoolsError
from wordtools.wording import end_sentence, find_hidden, hold_places, reveal

_COMMANDS = {
    "build": "build",
    "fetch": "build",
    "pin": "build",
    "recipes": "recipes",
    "new-recipe": "recipes",
    "import": "interchange",
    "export": "interchange",
    "game": "game",
    "games": "games",
    "challenge": "challenge",
    "check": "challenge",
    "log": "log",
    "backup": "backup",
    "restore": "backup",
    "play": "play",
    "rules": "rules",
    "plays": "plays",
    "info": "lexicon",
    "verify": "lexicon",
    "words": "lexicon",
    "why": "lexicon",
    "decide": "decide",
    "release": "release",
    "diff": "combine",
    "merge": "combine",
    "tag": "combine",
    "expurgate": "combine",
    "search": "search",
    "stats": "pictures",
    "graph": "pictures",
    "serve": "serve",
    "judge": "judge",
    "list": "lexicon",
    "help": "help",
    "completion": "help",
}
"""The module that defines each command."""

_EXTRAS = {
    "argon2": "judge",
    "babel": "serve",
    "dawg_python": "compile",
    "duckdb": "parquet",
    "granian": "serve",
    "icu": "compile",
    "ifaddr": "serve",
    "jinja2": "serve",
    "numpy": "columns",
    "prometheus_client": "serve",
    "psycopg": "postgresql",
    "pyarrow": "columns",
    "segno": "serve",
    "sqlalchemy": "judge",
    "starlette": "serve",
    "textual": "judge",
    "tomlkit": "compile",
    "tqdm": "compile",
    "unidecode": "compile",
}
"""The extra in pyproject.toml of each package that may be missing."""

_ONLY_UNIX = ("fcntl", "resource", "termios")
"""Modules that Windows lacks: judging at tables needs them, and nothing else does."""


class _PlainOutput(io.TextIOWrapper):
    """Output for people: characters that a terminal would obey, from whatever file, log or
    argument, are written as code points. Lines and tabs stay."""

    def write(self, text: str) -> int:
        """Writes the text, and returns its length."""
        shown = reveal(text, keep="\n\t") if find_hidden(text) else text
        if self._is_terminal and not text.startswith(("{", "[")):  # JSON stays JSON
            shown = hold_places(shown)
        super().write(shown)
        return len(text)

    @cached_property
    def _is_terminal(self) -> bool:
        return self.isatty()


def main() -> NoReturn:
    """Runs the command line and exits."""
    if sys.stderr is None:  # closed: keep its descriptor from being reused
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if not sys.warnoptions:  # shown only on request (-W): nobody else could act on them
        warnings.simplefilter("ignore")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _PlainOutput(sys.stdout.buffer, "utf-8", line_buffering=sys.stdout.isatty())
    # While modules load there is nothing to clean up, and an exception could leave one half loaded.
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    code = _run() if sys.stdout is not None else _report_error("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)  # all is flushed; Python would flush again and print an error


def _run() -> int:
    """Runs the command and flushes its answer; returns the exit code."""
    try:
        gc.disable()  # loading modules leaves nothing to collect
        from wordtools.cli.app import app

        # Loading all of them takes 20 ms; a ruling should not wait for that.
        named = _COMMANDS.get(sys.argv[1], "help") if sys.argv[1:] else "help"
        for module in dict.fromkeys(_COMMANDS.values()) if named == "help" else [named]:
            import_module(f"wordtools.cli.{module}")
        import_module("wordtools.lexicon.find")  # which nearly every command needs
        gc.freeze()
        gc.enable()
        signal.signal(signal.SIGINT, lambda *_: sys.exit(128 + signal.SIGINT))

        try:
            code = app(prog_name="wordtools", standalone_mode=False) or 0
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else 0
        sys.stdout.flush()
        return int(code)
    except WordtoolsError as error:
        return _report_error(str(error))
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in _ONLY_UNIX:
            return _report_error(f"`wordtools {sys.argv[1]}` needs Linux or macOS")
        return _report_missing(missing) if missing in _EXTRAS else _report_fault(error)
    except BrokenPipeError:  # the reader of our output has gone
        return 141  # as when SIGPIPE ends a process
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _report_error(f"{where}{error.strerror or error}")
    except MemoryError:
        return _report_error("not enough memory")
    except Exception as error:
        show = getattr(error, "show", None)  # a usage error of Typer's
        return _show_usage(show) if show else _report_fault(error)


def _show_usage(show: Callable[[], None]) -> int:
    with suppress(OSError, ValueError):
        show()
    return 2


def _report_missing(module: str) -> int:
    command = "".join(sys.argv[1:2])
    extra = command if command in ("games", "serve") else _EXTRAS[module]
    from wordtools.installation import describe_extra  # only when something went wrong

    return _report_error(f"{module} is not installed; {describe_extra(extra)}")


def _report_fault(error: Exception) -> int:
    if "WORDTOOLS_DEBUG" in os.environ:
        raise error
    return _report_error(
        f"internal error ({type(error).__name__}: {error}); "
        "please report it, with the traceback that WORDTOOLS_DEBUG=1 shows"
    )


def _report_error(message: str) -> int:
    with suppress(OSError, ValueError):
        shown = f"wordtools: {end_sentence(reveal(message))}"
        shown = hold_places(shown) if sys.stderr.isatty() else shown
        print(shown, file=sys.stderr, flush=True)
    return 2
