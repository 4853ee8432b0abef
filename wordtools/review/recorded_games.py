"""The games of an archive: files, and those in folders and in ZIP archives.

Listing them opens no file but the ZIP archives. What cannot be read is listed like any other game,
and reading it says why.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from lzma import LZMAError
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import MOST_BYTES

UNREADABLE = (
    *(WordtoolsError, OSError, EOFError, ValueError, RuntimeError, BadZipFile, LZMAError),
    *(zlib.error, MemoryError),
)
"""What reading a game may raise: because it is a link, or because its file or its ZIP archive is
missing, damaged, encrypted or too large for the memory."""


class RecordedGame(NamedTuple):
    """A game of an archive. `read` returns its bytes, at most one more than a game may have, and
    raises what is `UNREADABLE`. Call it before the next game is listed: then the ZIP archive that
    this one is in may be closed."""

    name: str
    read: Callable[[], bytes]


def list_games(paths: Sequence[str | Path]) -> Iterator[RecordedGame]:
    """The games at these paths: files, all those in folders, by name, and all in ZIP archives. A
    link within a folder is not followed: its game cannot be read. Raises `WordtoolsError` for a
    path that leads nowhere."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from _list_folder(path)
        elif path.exists():
            yield from _list_file(path)
        else:
            raise WordtoolsError(f"{path}: there is no such file or folder")


def _list_folder(folder: Path) -> Iterator[RecordedGame]:
    unread: list[OSError] = []
    for root, folders, files in os.walk(folder, onerror=unread.append):
        folders.sort()
        linked = [name for name in folders if Path(root, name).is_symlink()]
        for path in (Path(root, name) for name in sorted([*files, *linked])):
            if path.is_symlink():
                yield RecordedGame(_show(path), partial(_refuse, "a link, which is not followed"))
            else:
                yield from _list_file(path)
        while unread:
            error = unread.pop()
            yield RecordedGame(_show(error.filename), partial(_refuse, str(error.strerror)))


def _list_file(path: Path) -> Iterator[RecordedGame]:
    if not path.is_file():  # opening a pipe could take for ever
        yield RecordedGame(_show(path), partial(_refuse, "not a file"))
    elif path.suffix.lower() == ".zip":
        yield from _list_members(path)
    else:
        yield RecordedGame(_show(path), partial(_read_file, path))


def _list_members(path: Path) -> Iterator[RecordedGame]:
    try:
        archive = ZipFile(path)
    except UNREADABLE as error:
        yield RecordedGame(_show(path), partial(_refuse, f"no readable ZIP archive ({error})"))
        return
    with archive:
        seen = set()
        for member in archive.infolist():
            name = _show(f"{path}/{member.filename}")
            if member.filename in seen:
                yield RecordedGame(name, partial(_refuse, "the archive has two files of this name"))
            elif member.filename.lower().endswith(".zip"):
                yield RecordedGame(
                    name, partial(_refuse, "an archive within an archive; unpack it")
                )
            elif not member.is_dir():
                yield RecordedGame(name, partial(_read_member, archive, member))
            seen.add(member.filename)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _read_member(archive: ZipFile, member: ZipInfo) -> bytes:
    with archive.open(member) as file:
        return file.read(MOST_BYTES + 1)


def _refuse(reason: str) -> bytes:
    raise WordtoolsError(reason)


def _show(name: str | Path) -> str:
    """A file's name as text that every table can hold: bytes that are not UTF-8 as their codes."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
