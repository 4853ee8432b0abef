"""The version of wordtools, which lexicons and stations record, and the commit of its build."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

__version__ = "0.1.0"

_PACKAGE = Path(__file__).parent


def find_commit() -> str:
    """The commit that wordtools was built from, with `-dirty` if files have changed since; "" if
    unknown. In a checkout, asks git; a package has a record of its commit."""
    import subprocess  # most commands do not need this

    with suppress(OSError, UnicodeDecodeError, subprocess.CalledProcessError):
        if (_PACKAGE.parent / ".git").exists():
            command = ["git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"]
            commit = subprocess.check_output(
                command, cwd=_PACKAGE, stderr=subprocess.DEVNULL, text=True
            )
            return commit.strip()
        return (_PACKAGE / "commit.txt").read_text("utf-8").strip()
    return ""
