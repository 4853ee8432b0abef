"""The command line. Each command is a thin layer over the API; `main` is the entry point.

Scripts can rely on exit codes. Exit codes 0 and 1 are reserved for answers. Everything else exits
with 2 or more, so an interruption, an internal error, a full disk or a closed pipe is never
mistaken for YES or NO.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import warnings
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import NoReturn

from wordtools.errors import UnknownRuleset, WordtoolsError
from wordtools.wording import end_sentence, find_hidden, hold_places, reveal

_COMMANDS = {
    command: module
    for module, commands in {
        "build": "build fetch pin",
        "recipes": "recipes new-recipe",
        "interchange": "import export",
        "game": "game",
        "games": "games",
        "challenge": "challenge check",
        "log": "log",
        "backup": "backup restore",
        "play": "play",
        "rules": "rules",
        "plays": "plays",
        "leaves": "leaves",
        "match": "match",
        "tables": "table",
        "lexicon": "list info verify words why",
        "sign": "key sign",
        "decide": "decide",
        "read": "read",
        "release": "release",
        "combine": "diff merge tag expurgate",
        "search": "search",
        "pictures": "stats graph",
        "publish": "publish",
        "receipt": "receipt",
        "serve": "serve",
        "web": "web",
        "judge": "judge",
        "help": "help completion",
    }.items()
    for command in commands.split()
}
"""Maps each command to the module that defines it."""

_EXTRAS = {
    package: extra
    for extra, packages in {
        "columns": "numpy pyarrow",
        "compile": "dawg_python icu tomlkit tqdm unidecode",
        "judge": "argon2 babel segno sqlalchemy textual",
        "parquet": "duckdb",
        "postgresql": "psycopg",
        "sign": "cryptography",
        "serve": "granian ifaddr jinja2 prometheus_client psutil starlette",
    }.items()
    for package in packages.split()
}
"""Maps each optional package to the extra in pyproject.toml that installs it."""

_ONLY_UNIX = ("fcntl", "resource", "termios")
"""Modules that do not exist on Windows. Only judging at tables needs them."""


class _PlainOutput(io.TextIOWrapper):
    """Output for people, in which control characters other than newlines and tabs appear as code
    points."""

    def write(self, text: str) -> int:
        line = text.replace("\n", " ").replace("\t", " ")
        safe = reveal(text, keep="\n\t") if find_hidden(line) else text
        if self._is_terminal and not text.startswith(("{", "[")):  # JSON stays JSON
            safe = hold_places(safe)
        super().write(safe)
        return len(text)

    @cached_property
    def _is_terminal(self) -> bool:
        return self.isatty()


def main() -> NoReturn:
    """Runs the command line and exits."""
    if sys.stderr is None:  # it is closed: keep the descriptor from being reused
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if not sys.warnoptions:  # users cannot act on warnings; -W shows them
        warnings.simplefilter("ignore")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _PlainOutput(sys.stdout.buffer, "utf-8", line_buffering=sys.stdout.isatty())
    # Exit at once while modules load: an exception could leave a module half loaded.
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    code = _run() if sys.stdout is not None else _report_error("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)  # a normal exit would flush again and print an error


def _run() -> int:
    """Runs the command, flushes its output, and returns the exit code."""
    try:
        gc.disable()  # loaded modules contain no garbage
        from wordtools.cli.app import app

        # Loading all commands takes 20 ms; a ruling should not wait for that.
        module = _COMMANDS.get(sys.argv[1], "help") if sys.argv[1:] else "help"
        for name in dict.fromkeys(_COMMANDS.values()) if module == "help" else [module]:
            import_module(f"wordtools.cli.{name}")
        gc.freeze()
        gc.enable()
        signal.signal(signal.SIGINT, lambda *_: sys.exit(128 + signal.SIGINT))

        try:
            code = app(prog_name="wordtools", standalone_mode=False) or 0
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else 0
        sys.stdout.flush()
        return int(code)
    except UnknownRuleset as error:
        from wordtools.cli.language import rank_rulesets  # imported only for an error

        return _report_error(error.suggest(rank_rulesets(error.near)))
    except WordtoolsError as error:
        return _report_error(str(error))
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in _ONLY_UNIX:
            return _report_error(f"`wordtools {sys.argv[1]}` needs Linux or macOS")
        return _report_missing(missing) if missing in _EXTRAS else _report_fault(error)
    except BrokenPipeError:  # the reader closed the pipe
        return 141  # as if killed by SIGPIPE
    except OSError as error:
        location = f"{error.filename}: " if error.filename else ""
        return _report_error(f"{location}{error.strerror or error}")
    except MemoryError:
        return _report_error("not enough memory")
    except Exception as error:
        show_usage = getattr(error, "show", None)  # Typer's own errors
        if show_usage is None:
            return _report_fault(error)
        with suppress(OSError, ValueError):
            show_usage()
        return 2


def _report_missing(module: str) -> int:
    command = "".join(sys.argv[1:2])
    extra = command if command in ("games", "serve", "table", "web") else _EXTRAS[module]
    from wordtools.installation import describe_extra  # imported only for an error

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
        sentence = f"wordtools: {end_sentence(reveal(message))}"
        if sys.stderr.isatty():
            sentence = hold_places(sentence)
        print(sentence, file=sys.stderr, flush=True)
    return 2
