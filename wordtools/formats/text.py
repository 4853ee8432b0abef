"""Plain text: legacy encodings declared or detected, read in pieces of whole lines."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError

PIECE = 1 << 22
LEGACY = ("cp1250", "cp1252", "iso8859-2", "iso8859-1")
"""What an undeclared file that is not UTF-8 may be."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def pieces(path: Path, encoding: str, alphabet: Alphabet) -> Iterator[str]:
    """The file's text in pieces that end with whole lines, letters and marks joined (NFC).

    `encoding`: a Python codec, or "detect". Raises `SourceError` with line and byte for what the
    encoding cannot say; nothing is ever replaced.
    """
    codec = detect(path, alphabet) if encoding == "detect" else _codec(path, encoding)
    lines, rest = 0, ""
    with _open(path) as file:
        while True:
            data = file.read(PIECE)
            try:
                text = rest + codec.decode(data, final=not data)
            except UnicodeDecodeError as error:
                line = lines + error.object.count(b"\n", 0, error.start) + 1
                raise undecodable(path, line, error) from None
            end = text.rfind("\n") + 1 if data else len(text)
            text, rest = text[:end], text[end:]
            lines += text.count("\n")
            if text:
                yield alphabet.compose(text)
            if not data:
                return


def decode(data: bytes, encoding: str, path: Path | str) -> str:
    """All of a file's bytes as text. Raises `SourceError` with line and byte."""
    try:
        return _codec(path, encoding).decode(data, final=True)
    except UnicodeDecodeError as error:
        raise undecodable(path, data.count(b"\n", 0, error.start) + 1, error) from None


def detect(path: Path, alphabet: Alphabet) -> codecs.IncrementalDecoder:
    """A decoder for the file: by its byte order mark, else UTF-8 if it is that, else the legacy
    encoding in which most of its characters beyond ASCII spell letters of the alphabet. A file
    that is mostly UTF-8 is read as UTF-8, so that a damaged one is refused, not misread."""
    counts: Counter[int] = Counter()
    utf8, valid, sequences = codecs.getincrementaldecoder("utf-8")(), True, 0
    with _open(path) as file:
        head = file.read(4)
        for mark, name in _BOMS:
            if head.startswith(mark):
                return codecs.getincrementaldecoder(name)()
        data = head + file.read(PIECE)
        while data:
            if not data.isascii():
                counts.update(data.translate(None, bytes(range(128))))
            try:
                valid = valid and utf8.decode(data) is not None
            except UnicodeDecodeError:
                valid = False
            if not valid:
                sequences += sum(c > "\x7f" for c in data.decode("utf-8", "ignore"))
            data = file.read(PIECE)
    beyond = sum(counts.values())
    if valid or sequences * 3 > beyond:  # a UTF-8 sequence has two or three bytes
        return codecs.getincrementaldecoder("utf-8")()

    def letters(name: str) -> int:
        spelled = set().union(*alphabet.spellings.values())
        return sum(
            n for byte, n in counts.items() if bytes([byte]).decode(name, "ignore") in spelled
        )

    return codecs.getincrementaldecoder(max(LEGACY, key=letters))()


def is_all_capitals(path: Path, encoding: str, alphabet: Alphabet) -> bool:
    """True when no word of a list (the first thing on each line) has a letter in lower case."""
    for text in pieces(path, encoding, alphabet):
        for line in text.split("\n"):
            word = line.split(None, 1)[:1]
            if word and word[0] != word[0].upper() and word[0][0] not in "#%":
                return False
    return True


def undecodable(path: Path | str, line: int, error: UnicodeDecodeError) -> SourceError:
    """The error for a byte that an encoding does not have."""
    byte = error.object[error.start]
    return SourceError(
        path, line, f"byte 0x{byte:02X} is not {error.encoding}; declare the file's encoding."
    )


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}.") from None


def _codec(path: Path | str, encoding: str) -> codecs.IncrementalDecoder:
    utf8 = encoding.lower() in {"utf-8", "utf8"}
    try:
        return codecs.getincrementaldecoder("utf-8-sig" if utf8 else encoding)()
    except LookupError:
        raise SourceError(path, None, f"there is no encoding {encoding!r}.") from None
