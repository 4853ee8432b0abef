"""Which format a file has, by its content."""

from __future__ import annotations

from pathlib import Path

from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.interchange.table import FORMATS, MOST_BYTES, WordFormat, find_format

_START = 1 << 16
_TEXT_MARKS = (b"\xff\xfe", b"\xfe\xff")


def recognise_format(path: Path) -> WordFormat:
    """The format of a file. Raises `SourceError` when it cannot be read, or has none of them."""
    if not path.is_file():
        problem = "this is a folder" if path.is_dir() else "there is no such file"
        raise SourceError(path, None, problem)
    if _is_lexicon(path):
        return find_format("lexicon")
    start = text.read_start(path, _START)
    if not start.strip():
        raise SourceError(path, None, "the file is empty")
    binary = b"\0" in start and not start.startswith(_TEXT_MARKS)
    if binary and path.stat().st_size > MOST_BYTES:
        raise SourceError(path, None, f"more than {MOST_BYTES:,} bytes; no word file is so large")
    data = text.read_bytes(path) if binary else start
    for each in FORMATS:
        if each.looks_like and each.binary == binary and each.looks_like(data):
            return each
    if binary:
        known = ", ".join(each.name for each in FORMATS if each.binary)
        raise SourceError(
            path, None, f"this is none of the binary formats that are known ({known}); "
            "if it is one, name it with --format"
        )  # fmt: skip
    return find_format("hunspell" if is_hunspell_pair(path) else "list")


def is_hunspell_pair(path: Path) -> bool:
    """True for one file of an .aff and a .dic that lie side by side."""
    pair = {".aff", ".dic"}
    return path.suffix in pair and all(path.with_suffix(each).is_file() for each in pair)


def _is_lexicon(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            start = file.read(43)
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None
    return start.startswith(b"PK") and start[30:] == b"manifest.json"
