"""The folder shared by the processes of a service: the configuration, the counters, and the memory
of the log."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MEMORY = Path("/dev/shm")
"""The system's folder for files in memory. The shared files are mapped into the processes, and on a
full disk a process that writes to one would be killed."""
_PREFIX = "wordtools-service-"
_IN_USE = "in-use"
"""The file that every process of a service locks; the system unlocks it however they end."""


@contextmanager
def make_folder() -> Iterator[Path]:
    """A new folder that exists while the service runs. Folders left by killed services are removed
    first."""
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    for other in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another user's, in use, or just removed by another service
            _remove_abandoned(other)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
    try:
        new = folder / "new"
        new.touch()
        join_folder(folder, new.name)
        new.rename(folder / _IN_USE)  # locked before anyone can take the folder for abandoned
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def join_folder(folder: Path, name: str = _IN_USE) -> None:
    """Keeps the folder from removal while this process lives. Raises `OSError`."""
    fcntl.flock(os.open(folder / name, os.O_RDONLY), fcntl.LOCK_SH)


def _remove_abandoned(folder: Path) -> None:
    """Removes the folder of an ended service of this user. Raises `OSError` if a process of the
    service still lives."""
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        return
    lock = os.open(folder / _IN_USE, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
