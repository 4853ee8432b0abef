"""The version of wordtools, which lexicons and stations state, and the commit it was built from."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

__version__ = "0.1.0"

_PACKAGE = Path(__file__).parent


def find_commit() -> str:
    """The commit that wordtools was built from, followed by `-dirty` if files have changed since,
    or "" if unknown. A checkout asks git; a package recorded its commit when it was built."""
    import subprocess  # a challenge does not state the commit

    with suppress(OSError, UnicodeDecodeError, subprocess.CalledProcessError):
        if (_PACKAGE.parent / ".git").exists():
            told = subprocess.run(
                ["git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"],
                cwd=_PACKAGE,
                capture_output=True,
                check=True,
                text=True,
            )
            return told.stdout.strip()
        return (_PACKAGE / "commit.txt").read_text("utf-8").strip()
    return ""
