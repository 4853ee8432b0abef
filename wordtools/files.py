"""Writes files and folders completely or not at all."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from wordtools.locks import hold_folder, lock

_UNFINISHED = ".unfinished"


def write_files(contents: dict[Path, bytes]) -> None:
    """Writes each file completely, or leaves it unchanged if interrupted or if the disk is full.
    Raises `OSError`, which names the file."""
    staged: list[tuple[Path, Path]] = []
    try:
        with ExitStack() as stack:
            for path, data in contents.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                _remove_abandoned(_list_unfinished(path))
                temporary = _make_temporary_name(path)
                stack.callback(temporary.unlink, missing_ok=True)
                file = stack.enter_context(_create_locked(temporary))
                staged.append((temporary, path))
                temporary.chmod(0o644)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            for temporary, path in staged:
                temporary.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise


def write_folder(folder: Path, contents: dict[str, bytes]) -> None:
    """Makes a folder with these files, completely or not at all. Raises `OSError`, for example if
    the folder already contains something."""
    with working_folder(folder, 0o777) as temporary:
        write_files({temporary / name: data for name, data in contents.items()})
        temporary.rename(folder)


@contextmanager
def working_folder(path: Path, mode: int = 0o700) -> Iterator[Path]:
    """Makes a new folder beside `path`, which the caller fills and renames; deletes it on exit if
    it has not been renamed. First deletes folders left behind by killed processes. Raises
    `OSError`.
    """
    for left in _list_unfinished(path):
        with suppress(OSError), hold_folder(left, wait=False) as is_abandoned:
            if is_abandoned:
                shutil.rmtree(left)
    temporary = _make_temporary_name(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary.mkdir(mode)
    with hold_folder(temporary, wait=False):
        try:
            yield temporary
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def sync_folder(folder: Path) -> None:
    """Syncs the names in a folder to disk, so that they survive a power failure. Raises
    `OSError`."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _make_temporary_name(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.urandom(4).hex()}{_UNFINISHED}")


def _list_unfinished(path: Path) -> Iterator[Path]:
    return path.parent.glob(f".{glob.escape(path.name)}.*{_UNFINISHED}")


def remove_unfinished(folder: Path) -> None:
    """Removes the temporary files that killed processes left in a folder."""
    _remove_abandoned(folder.glob(f".*{_UNFINISHED}"))


def _remove_abandoned(files: Iterable[Path]) -> None:
    """Removes temporary files, except those still being written, which are locked."""
    for left in files:
        with suppress(OSError), left.open("r+b") as file:
            if lock(file.fileno(), wait=False):
                left.unlink()


def _create_locked(path: Path) -> IO[bytes]:
    """A new file, locked and open for writing."""
    while True:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
        lock(handle)
        if os.fstat(handle).st_nlink:
            return os.fdopen(handle, "wb")
        os.close(handle)  # another process removed it before we locked it
