"""Locks on open files and folders, if the system has them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # only Unix has it
    fcntl = None  # type: ignore[assignment]


def lock(descriptor: int, *, wait: bool = True) -> bool:
    """Locks an open file or folder until it is closed. Returns False if the operating system or the
    file system has no locks. Without `wait`, raises `BlockingIOError` if another process has the
    lock."""
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
def hold_folder(folder: Path, *, wait: bool = True) -> Iterator[bool]:
    """Holds the lock on a folder, so that its files do not change between reading and writing.
    Yields the result of `lock`, raises the errors of `lock`, and `OSError` if there is no such
    folder."""
    if fcntl is None:  # Windows cannot open a folder either
        yield False
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield lock(descriptor, wait=wait)
    finally:
        os.close(descriptor)
