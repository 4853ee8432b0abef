"""The folder that the processes of a service share: what they were told at the start, what they
count together, what they remember of the log."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MEMORY = Path("/dev/shm")
"""Where files are kept in memory, on systems that have such a place. What the processes share is
mapped by them, and a full disk would end whichever writes to it."""
_PREFIX = "wordtools-service-"
_IN_USE = "in-use"
"""The file that every process of a service holds a lock on: the system unlocks it however they
end."""


@contextmanager
def make_folder() -> Iterator[Path]:
    """A new folder, which is there as long as the service runs. Those of services that were killed
    are removed first."""
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for other in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # it is somebody else's, in use, or just now removed by another
            _remove_abandoned(other)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
    try:
        made = folder / "made"
        made.touch()
        join_folder(folder, made.name)
        made.rename(folder / _IN_USE)  # it is locked before anyone can take it for abandoned
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def join_folder(folder: Path, name: str = _IN_USE) -> None:
    """Keeps the folder for as long as this process lives. Raises `OSError`."""
    fcntl.flock(os.open(folder / name, os.O_RDONLY), fcntl.LOCK_SH)


def _remove_abandoned(folder: Path) -> None:
    """Removes the folder of a service of ours. Raises `OSError` when one of its processes lives."""
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        return
    lock = os.open(folder / _IN_USE, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
