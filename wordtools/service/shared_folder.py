"""The folder that a service's processes share. It holds the configuration, counters and the log's
memory."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MEMORY = Path("/dev/shm")
"""The system's folder for files in memory. On a full disk, writing to a memory-mapped file would
kill the process."""
_PREFIX = "wordtools-service-"
_IN_USE = "in-use"
"""The file that every process of a service locks until it ends."""


@contextmanager
def make_folder() -> Iterator[Path]:
    """A folder that exists while the service runs. First removes the folders of killed services."""
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for other in place.glob(f"{_PREFIX}*"):
        # the folder belongs to another user, is in use, or was just removed
        with suppress(OSError):
            _remove_abandoned(other)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
    try:
        new = folder / "new"
        new.touch()
        join_folder(folder, new.name)
        new.rename(folder / _IN_USE)  # locked before the folder can look abandoned
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def join_folder(folder: Path, name: str = _IN_USE) -> None:
    """Protects the folder from removal while this process lives. Raises `OSError`."""
    fcntl.flock(os.open(folder / name, os.O_RDONLY), fcntl.LOCK_SH)


def _remove_abandoned(folder: Path) -> None:
    """Removes an ended service's folder. Raises `OSError` if a process of the service still
    runs."""
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        return
    lock = os.open(folder / _IN_USE, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
