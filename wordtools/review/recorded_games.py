"""Lists the games of an archive, which may consist of files, folders and ZIP archives.

Listing opens only the ZIP archives. An unreadable game is listed like any other, and raises its
error when it is read.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from lzma import LZMAError
from pathlib import Path
from typing import IO, NamedTuple
from zipfile import BadZipFile, ZipFile

from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import MOST_BYTES

UNREADABLE = (
    *(WordtoolsError, OSError, EOFError, ValueError, RuntimeError, BadZipFile, LZMAError),
    *(zlib.error, MemoryError),
)
"""The errors of reading a game that is a link, or whose file or ZIP archive is missing, damaged,
encrypted or too large for memory."""


class RecordedGame(NamedTuple):
    """A game of an archive. `read` returns the game's bytes (at most one byte more than a game may
    have), or raises one of the errors in `UNREADABLE`. Call `read` before listing the next game,
    because listing it may close the ZIP archive."""

    name: str
    read: Callable[[], bytes]


def list_games(paths: Sequence[str | Path]) -> Iterator[RecordedGame]:
    """The games at these paths: files, the files in folders (in order of name), and the files in
    ZIP archives. A link within a folder is treated as unreadable. Raises `WordtoolsError` for a
    missing path."""
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
    if not path.is_file():  # opening a pipe could block
        yield RecordedGame(_show(path), partial(_refuse, "not a file"))
    elif path.suffix.lower() == ".zip":
        yield from _list_members(path)
    else:
        yield RecordedGame(_show(path), partial(_read, lambda: path.open("rb")))


def _list_members(path: Path) -> Iterator[RecordedGame]:
    try:
        archive = ZipFile(path)
    except UNREADABLE as error:
        yield RecordedGame(_show(path), partial(_refuse, f"not a readable ZIP archive ({error})"))
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
                yield RecordedGame(name, partial(_read, partial(archive.open, member)))
            seen.add(member.filename)


def _read(open_file: Callable[[], IO[bytes]]) -> bytes:
    with open_file() as file:
        return file.read(MOST_BYTES + 1)


def _refuse(reason: str) -> bytes:
    raise WordtoolsError(reason)


def _show(name: str | Path) -> str:
    """A file's name as text, in which codes replace bytes that are not UTF-8."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
