"""Hides from the tests everything that differs from user to user, namely variables that change the
output or the folders of programs, and the files of a home folder."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
import time
from pathlib import Path

_OF_THE_USER = re.compile(
    "(CLICOLOR|LANG|LC_|PG|PYTHON|TEXTUAL|TMUX|TYPER_|WORDTOOLS_|XDG_).*"
    "|COLUMNS|ESCDELAY|FORCE_COLOR|LINES|NO_COLOR|PY_COLORS|TERM|TERMINAL_WIDTH|TZ"
)
_OF_OURS = {"PYTHONMALLOC"}  # `make sanitize` sets it
_KEPT_AT_HOME = (
    *(".config/git", ".gitconfig"),  # whose checkout may be read
    *(".config/pip", ".npmrc", ".pip", "Library/Application Support/pip"),  # where packages are
)


def shield() -> None:
    """Clears this process's environment for itself and its children: no lexicons, colours, width or
    language of the user's; UTC; and a home folder that is empty except for the configuration with
    which the machine reaches git and packages. Variables that Python reads at its start still
    affect this process, but not the workers of pytest-xdist, which start afterwards."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # started in the surroundings that the parent process has made
    for name in filter(_OF_THE_USER.fullmatch, list(os.environ)):
        if name not in _OF_OURS:
            del os.environ[name]
    home = _make_home(Path.home())
    os.environ |= {"HOME": str(home), "LANG": "C.UTF-8", "TZ": "UTC"}
    os.environ["XDG_DATA_HOME"] = os.devnull + "/none"
    time.tzset()


def _make_home(real: Path) -> Path:
    """A home folder for this run, deleted when the process ends."""
    home = Path(tempfile.mkdtemp(prefix="wordtools-home-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for name in _KEPT_AT_HOME:
        if (real / name).exists():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).symlink_to(real / name)
    return home
