"""Reads archives from package managers: wheels, sdists, npm's and Debian's packages."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from wordtools.errors import FetchError

SUFFIXES = {".gz", ".tgz", ".whl", ".deb", ".zip"}


def is_pattern(member: str) -> bool:
    """Returns whether a member has `*`, `?` or `[...]`, so that it may match several files."""
    return not {*"*?["}.isdisjoint(member)


def matches(name: str, pattern: str) -> bool:
    """Returns whether a pattern matches the name of a member. No wildcard matches a `/`."""
    parts, wanted = name.split("/"), pattern.split("/")
    return len(parts) == len(wanted) and all(map(fnmatchcase, parts, wanted))


def read_members(
    data: bytes, path: Path, is_wanted: Callable[[str], bool]
) -> tuple[dict[str, bytes], list[str]]:
    """Returns the contents of an archive's wanted members, indexed by name, and the names of all
    members; both are sorted by name. Reads the archive once. Raises `FetchError`, which names
    `path`, for an unreadable archive."""
    from tarfile import TarError
    from zipfile import BadZipFile

    contents, names = {}, []
    try:
        for name, read in _open_archive(data, path):
            names.append(name)
            if is_wanted(name):
                contents[name] = read()
    except (OSError, TarError, BadZipFile, EOFError, subprocess.SubprocessError):
        raise FetchError(f"{path}: not a readable archive; delete it to fetch it again") from None
    return dict(sorted(contents.items())), sorted(names)


def _open_archive(data: bytes, path: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yields the name of each file in an archive, with a function that reads the file."""
    import tarfile
    import zipfile

    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as wheel:
            for info in wheel.infolist():
                if not info.is_dir():
                    yield info.filename, partial(wheel.read, info)
        return
    if data.startswith(b"!<arch>"):
        data = subprocess.run(
            ["dpkg-deb", "--fsys-tarfile", str(path)], capture_output=True, check=True
        ).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        # Names of members begin with "./" in Debian's archives, and "package/" in npm's.
        for entry in tar:
            file = tar.extractfile(entry) if entry.isfile() else None
            if file:
                yield entry.name.removeprefix("./"), file.read
