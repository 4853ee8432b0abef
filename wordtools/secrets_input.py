"""Reads passwords from a file or a terminal.

On the command line, other users could see passwords.
"""

from __future__ import annotations

import stat
import warnings
from getpass import GetPassWarning, getpass
from pathlib import Path

from wordtools.errors import WordtoolsError

_OTHERS = stat.S_IRGRP | stat.S_IWGRP | stat.S_IROTH | stat.S_IWOTH


def read_secret_file(path: Path, *, insecure: bool = False) -> str:
    """The text of a file without its final line ending. Raises `WordtoolsError`, for example if
    other users can read or change the file and `insecure` is not set."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS and not insecure:
            raise WordtoolsError(
                f"{path}: others can read or change this password; run chmod 600 {path}, "
                "or accept the risk with --insecure-password-file"
            )
        return path.read_text("utf-8").removesuffix("\n").removesuffix("\r")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WordtoolsError(f"{path}: the password cannot be read: {reason}") from None


def read_hidden(prompt: str, option: str = "--password-file") -> str:
    """Reads a line on the terminal without echoing it. Raises `EOFError` at the end of input, and
    `WordtoolsError` if there is no terminal; it names the `option` that takes a file instead."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", GetPassWarning)
        try:
            return getpass(prompt)
        except GetPassWarning:
            raise WordtoolsError(
                f"there is no terminal to ask for the password; use {option}"
            ) from None
