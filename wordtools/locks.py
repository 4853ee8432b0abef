"""Locks open files and folders, if the system supports this."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # this module exists only on Unix
    fcntl = None  # type: ignore[assignment]


def lock(descriptor: int, *, wait: bool = True) -> bool:
    """Locks an open file or folder until it is closed. Returns False if the system does not support
    locks. Without `wait`, raises `BlockingIOError` if another process has the lock."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


@contextmanager
def hold_file(path: Path) -> Iterator[bool]:
    """Creates and locks a file that serves only as a lock. Yields False if another process has the
    lock. Raises `OSError`."""
    with path.open("w") as file:
        try:
            lock(file.fileno(), wait=False)
        except BlockingIOError:
            yield False
        else:
            yield True


@contextmanager
def hold_folder(folder: Path, *, wait: bool = True) -> Iterator[bool]:
    """Locks a folder, so that its files do not change between reading and writing. Yields what
    `lock` returns and raises the same errors; raises `OSError` if the folder is missing."""
    if fcntl is None:  # Windows cannot even open a folder
        yield False
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield lock(descriptor, wait=wait)
    finally:
        os.close(descriptor)
