"""Recognises the format of a file by its content or, if several formats fit, by its suffix."""

from __future__ import annotations

from pathlib import Path

from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.interchange.automata import read_all
from wordtools.interchange.table import FORMATS, WordFormat, find_format, list_formats_by_suffix
from wordtools.wording import join_list

_START = 1 << 16
_TEXT_MARKS = (b"\xff\xfe", b"\xfe\xff")


def recognise_format(path: Path) -> WordFormat:
    """The format of a file. Raises `SourceError` if the file cannot be read, or its format is
    ambiguous or unknown."""
    check_file(path)
    if _is_lexicon(path):
        return find_format("lexicon")
    start = text.read_start(path, _START)
    if not start.strip():
        raise SourceError(path, None, "the file is empty")
    if b"\0" in start and not start.startswith(_TEXT_MARKS):
        return _recognise_binary(path)
    for format_ in FORMATS:
        if format_.looks_like and not format_.binary and format_.looks_like(start):
            return format_
    return find_format("hunspell" if is_hunspell_pair(path) else "list")


def check_file(path: Path) -> None:
    """Raises `SourceError` unless there is such a file."""
    if not path.is_file():
        problem = "this is a folder" if path.is_dir() else "there is no such file"
        raise SourceError(path, None, problem)


def _recognise_binary(path: Path) -> WordFormat:
    data = read_all(path)
    binary = [f for f in FORMATS if f.read and f.binary]
    fitting = [f for f in binary if f.looks_like and f.looks_like(data)]
    by_suffix = [f for f in list_formats_by_suffix(path) if f in fitting]
    for candidates in (fitting, by_suffix):
        if len(candidates) == 1:
            return candidates[0]
    if fitting:
        names = join_list([f.name for f in fitting], "or")
        raise SourceError(path, None, f"this may be {names}; choose one with --format")
    names = join_list([f.name for f in binary])
    message = f"its content fits none of {names}; if it is one of them, name it with --format"
    raise SourceError(path, None, message)


def is_hunspell_pair(path: Path) -> bool:
    """True if the file is an .aff with its .dic beside it, or a .dic with its .aff."""
    pair = {".aff", ".dic"}
    return path.suffix in pair and all(path.with_suffix(suffix).is_file() for suffix in pair)


def _is_lexicon(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            start = file.read(43)
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None
    return start.startswith(b"PK") and start[30:] == b"manifest.json"
