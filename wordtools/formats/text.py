"""Plain text in any encoding, declared or detected, read in pieces of whole lines."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError

PIECE = 1 << 22
LEGACY = ("cp1252", "cp1250", "iso8859-2", "iso8859-1")
"""The encodings to choose from for a file that is not UTF-8 and declares none."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_pieces(path: Path, encoding: str, alphabet: Alphabet) -> Iterator[str]:
    """The file's text in pieces of whole lines, with letters and marks joined (NFC).

    `encoding`: a Python codec, or "detect". Raises `SourceError` with line and byte for bytes that
    the encoding does not have; nothing is ever replaced.
    """
    codec = _create_decoder(
        path, detect_encoding(path, alphabet) if encoding == "detect" else encoding
    )
    lines, rest, first = 0, "", True
    with _open_file(path) as file:
        while True:
            data = file.read(PIECE)
            try:
                text = rest + codec.decode(data, final=not data)
            except UnicodeError as error:
                raise _explain_undecodable(path, lines, error) from None
            if first and text:
                text, first = text.removeprefix("\ufeff"), False
            end = text.rfind("\n") + 1 if data else len(text)
            text, rest = text[:end], text[end:]
            lines += text.count("\n")
            if text:
                yield alphabet.compose(text)
            if not data:
                return


def decode_text(data: bytes, encoding: str, path: Path) -> str:
    """A whole file's bytes as text. Raises `SourceError` with line and byte."""
    try:
        return _create_decoder(path, encoding).decode(data, final=True).removeprefix("\ufeff")
    except UnicodeError as error:
        raise _explain_undecodable(path, 0, error) from None


def detect_encoding(path: Path, alphabet: Alphabet) -> str:
    """The file's encoding: the one of its byte order mark, else UTF-8 if it is valid, else the
    legacy encoding in which most non-ASCII characters are letters of the alphabet's language. A
    file that is mostly valid UTF-8 counts as UTF-8, so that a damaged file is refused, not misread.
    """
    legacy: Counter[int] = Counter()
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    valid = invalid = 0
    with _open_file(path) as file:
        data = file.read(max(PIECE, 4))
        for mark, name in _BOMS:
            if data.startswith(mark):
                return name
        while True:
            text = decoder.decode(data, final=not data)
            if not text.isascii():
                beyond = [c for c in text if c > "\x7f"]
                escaped = sum("\udc80" <= c <= "\udcff" for c in beyond)
                valid, invalid = valid + len(beyond) - escaped, invalid + escaped
                legacy.update(data.translate(None, bytes(range(128))))
            if not data:
                break
            data = file.read(PIECE)
    if valid >= invalid:
        return "utf-8"
    own = _list_letters(alphabet.language)

    def count_letters(name: str) -> int:
        return sum(n for byte, n in legacy.items() if bytes([byte]).decode(name, "ignore") in own)

    return max(LEGACY, key=count_letters)


def is_all_capitals(path: Path, encoding: str, alphabet: Alphabet) -> bool:
    """True when the words of a list (the first thing on each line) have letters, and none in
    lower case."""
    capitals = False
    for text in read_pieces(path, encoding, alphabet):
        for line in text.split("\n"):
            word = "".join(line.split(None, 1)[:1])
            if word.startswith(("#", "%")):
                continue
            if word != word.upper():
                return False
            capitals = capitals or word != word.lower()
    return capitals


def _list_letters(language: str) -> frozenset[str]:
    """The small and capital letters of a language, as CLDR lists them."""
    import icu

    small = list(
        icu.LocaleData(language).getExemplarSet(0, icu.ULocaleDataExemplarSetType.ES_STANDARD)
    )
    return frozenset(c for letter in small for c in (str(letter), str(letter).upper()))


def _explain_undecodable(path: Path, lines: int, error: UnicodeError) -> SourceError:
    """The error for undecodable bytes in a piece that begins after `lines` lines."""
    if not isinstance(error, UnicodeDecodeError):
        return SourceError(path, None, f"cannot be decoded: {error}")
    line = lines + error.object.count(b"\n", 0, error.start) + 1
    byte = error.object[error.start]
    return SourceError(
        path, line, f"byte 0x{byte:02X} is not {error.encoding}; declare the file's encoding"
    )


def _open_file(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None


def _create_decoder(path: Path, encoding: str) -> codecs.IncrementalDecoder:
    """A decoder of text. Raises `SourceError` for an unknown codec, or one that is not for text
    (hex)."""
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
        with suppress(UnicodeDecodeError):
            b"text".decode(encoding)
    except (LookupError, UnicodeError, TypeError, ValueError):
        raise SourceError(path, None, f"there is no encoding {encoding!r}") from None
    return decoder
