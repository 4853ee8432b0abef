"""Writing files and folders completely or not at all."""

from __future__ import annotations

import fcntl
import glob
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

_UNFINISHED = ".unfinished"


def write_files(contents: dict[Path, bytes]) -> None:
    """Writes each file completely or not at all: an interruption or a full disk leaves what was
    there before. Raises `OSError`, which names the file."""
    staged: list[tuple[Path, Path]] = []
    try:
        with ExitStack() as held:
            for path, data in contents.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                _remove_unfinished(path)
                temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}{_UNFINISHED}")
                held.callback(temporary.unlink, missing_ok=True)
                file = held.enter_context(_create_locked(temporary))
                staged.append((temporary, path))
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                os.fchmod(file.fileno(), 0o644)
            for temporary, path in staged:
                temporary.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise


def write_folder(folder: Path, contents: dict[str, bytes]) -> None:
    """Makes a folder with these files, completely or not at all. Raises `OSError`, also when there
    is one that is not empty."""
    for left in folder.parent.glob(f".{glob.escape(folder.name)}.*{_UNFINISHED}"):
        with suppress(OSError), _lock_folder(left):
            shutil.rmtree(left)
    temporary = folder.with_name(f".{folder.name}.{os.urandom(4).hex()}{_UNFINISHED}")
    temporary.mkdir(parents=True)
    with _lock_folder(temporary):
        try:
            write_files({temporary / name: data for name, data in contents.items()})
            temporary.rename(folder)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise


@contextmanager
def hold_folder(folder: Path, wait: bool = True) -> Iterator[None]:
    """Waits until no other process holds `folder`, then holds it, so that what is read in it is
    still so when it is written. Raises `OSError`: without `wait`, `BlockingIOError` when another
    process holds it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise
        except OSError:
            pass  # without locks in the file system, as if nobody else were there
        yield
    finally:
        os.close(handle)


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Holds a lock on a folder, so that nobody takes it for a killed process's. Raises `OSError`
    when another process holds it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def _remove_unfinished(path: Path) -> None:
    """Removes the temporary files of `path` that killed processes left behind; one that is still
    being written is locked, and stays."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{_UNFINISHED}"):
        with suppress(OSError), left.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()


def _create_locked(path: Path) -> IO[bytes]:
    """A new file, locked and open for writing."""
    while True:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
        with suppress(OSError):  # without locks in the file system, nothing is removed
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return os.fdopen(handle, "wb")
        os.close(handle)  # another process removed it before it was locked
