"""Reads plain text in any encoding, declared or detected, in pieces of whole lines."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import BufferedIOBase
from pathlib import Path
from typing import IO

from wordtools._kernel import Case, scan_capitals
from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError

PIECE = 1 << 22
LONGEST_LINE = 1 << 22
"""The maximum number of bytes in a line."""
_ENOUGH = 1 << 16
"""Enough bytes to distinguish Cyrillic encodings."""
SURE_UNPACKED, UNPACKED_IN_A_BYTE = 2 << 20, 16
"""How many bytes a ZIP or .gz may unpack to: a base allowance, and more for each packed byte."""
_CYRILLIC = {"windows-1251": "cp1251", "KOI8-R": "koi8-u", "ISO-8859-5": "iso8859-5"}
"""Maps ICU's names of encodings to Python's. KOI8-U has all letters of KOI8-R."""
LEGACY = (
    *("cp1252", "cp1250", "iso8859-2", "iso8859-1"),
    *_CYRILLIC.values(),
    *("cp1253", "iso8859-7", "cp1254", "cp1255", "cp1256", "iso8859-6", "cp1257"),
)
"""The candidates for a file that is not UTF-8 and declares no encoding."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_pieces(path: Path, encoding: str, alphabet: Alphabet) -> Iterator[bytes]:
    """The file's text in UTF-8, in pieces of whole lines, with letters and marks joined (NFC).

    `encoding`: a Python codec, or "detect". Bytes that are invalid in the encoding are never
    replaced: they raise a `SourceError` that names the line and the byte.
    """
    if encoding == "detect":
        encoding = detect_encoding(path, alphabet)
    decoder = _create_decoder(path, encoding)
    is_utf8 = codecs.lookup(encoding).name == "utf-8"
    lines, rest, first = 0, b"", True
    for block in _read_blocks(path):
        try:
            text = block if is_utf8 else decoder.decode(block, final=not block).encode()
            text = rest + text
            end = text.rfind(b"\n") + 1 if block else len(text)
            text, rest = text[:end], text[end:]
            if len(rest) > LONGEST_LINE:
                line = lines + text.count(b"\n") + 1
                raise SourceError(path, line, f"this line has more than {LONGEST_LINE:,} bytes")
            if first and text:
                text, first = text.removeprefix(codecs.BOM_UTF8), False
            piece = alphabet.compose_utf8(text)
        except UnicodeError as error:
            raise _explain_undecodable(path, lines, encoding, error) from None
        lines += piece.count(b"\n")
        if piece:
            yield piece


def decode_text(data: bytes, encoding: str, path: Path) -> str:
    """Decodes the bytes of a whole file. Raises `SourceError`, which names the line and the
    byte."""
    try:
        return _create_decoder(path, encoding).decode(data, final=True).removeprefix("\ufeff")
    except UnicodeError as error:
        raise _explain_undecodable(path, 0, encoding, error) from None


def read_bytes(path: Path) -> bytes:
    """A whole file. Raises `SourceError`."""
    return b"".join(_read_blocks(path))


def read_start(path: Path, size: int) -> bytes:
    """The first bytes of a file. Raises `SourceError`."""
    return next(_read_blocks(path, size))


def decode_start(start: bytes) -> str:
    """Decodes as much as possible of the beginning of a file: as UTF-16 if it begins with a UTF-16
    byte order mark, otherwise as UTF-8."""
    wide = start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if wide and not start.startswith(codecs.BOM_UTF32_LE):
        return start[: len(start) & ~1].decode("utf-16", "ignore")
    return start.decode("utf-8-sig", "replace")


def detect_encoding(path: Path, alphabet: Alphabet) -> str:
    """Finds the encoding of the file. A byte order mark determines the encoding; without one, a
    file that is valid UTF-8 is read as UTF-8. For any other file, finds the legacy encoding in
    which most non-ASCII characters are letters of the alphabet's language. If a file is mostly
    valid UTF-8, the result is UTF-8, so that a damaged file is refused instead of being misread."""
    start = read_start(path, 4)
    for mark, name in _BOMS:
        if start.startswith(mark):
            return name
    if _is_utf8(path):
        return "utf-8"
    legacy: Counter[int] = Counter()
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    valid = invalid = 0
    for block in _read_blocks(path):
        beyond = [c for c in decoder.decode(block, final=not block) if c > "\x7f"]
        escaped = sum("\udc80" <= c <= "\udcff" for c in beyond)
        valid, invalid = valid + len(beyond) - escaped, invalid + escaped
        legacy.update(block.translate(None, bytes(range(128))))
    if valid >= invalid:
        return "utf-8"
    own = _list_letters(alphabet.language)

    def count_letters(name: str) -> int:
        return sum(n for byte, n in legacy.items() if bytes([byte]).decode(name, "ignore") in own)

    counts = {name: count_letters(name) for name in LEGACY}
    best = [name for name in LEGACY if counts[name] == max(counts.values())]
    if best[0] not in _CYRILLIC.values():
        return best[0]
    import icu  # uses letter frequencies, which distinguish Cyrillic encodings

    matches = icu.CharsetDetector(read_start(path, _ENOUGH)).detectAll()
    likely = (_CYRILLIC.get(match.getName()) for match in matches)
    return next((name for name in likely if name in best), best[0])


def is_all_capitals(path: Path, encoding: str, alphabet: Alphabet) -> bool:
    """True if all words in a list are in capitals. A word ends at the first space of its line."""
    cases = Case(0)
    for piece in read_pieces(path, encoding, alphabet):
        cases |= scan_capitals(piece, classify_case)
        if cases & Case.SMALL:
            return False
    return Case.CAPITAL in cases


def classify_case(point: int) -> int:
    """The `Case` of a character."""
    character = chr(point)
    if character.isspace():
        return Case.SPACE
    small = Case.SMALL if character != character.upper() else 0
    return small | (Case.CAPITAL if character != character.lower() else 0)


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for block in _read_blocks(path):
            decoder.decode(block, final=not block)
    except UnicodeDecodeError:
        return False
    return True


def _list_letters(language: str) -> frozenset[str]:
    """The small and capital letters of a language, as CLDR lists them."""
    import icu

    standard = icu.ULocaleDataExemplarSetType.ES_STANDARD
    letters = map(str, icu.LocaleData(language).getExemplarSet(0, standard))
    return frozenset(c for letter in letters for c in (letter, letter.upper()))


def _explain_undecodable(path: Path, lines: int, encoding: str, error: UnicodeError) -> SourceError:
    """Returns the error for undecodable bytes in a piece that begins after `lines` lines."""
    if not isinstance(error, UnicodeDecodeError):
        return SourceError(path, None, f"cannot be decoded: {error}")
    line = lines + error.object.count(b"\n", 0, error.start) + 1
    byte = error.object[error.start]
    return SourceError(
        path, line, f"byte 0x{byte:02X} is not {encoding}; declare the file's encoding"
    )


def _read_blocks(path: Path, size: int = PIECE) -> Iterator[bytes]:
    """The bytes of the file in blocks, the last of which is empty. Unpacks a .gz, or a ZIP that
    holds one file. Raises `SourceError`."""
    try:
        with path.open("rb") as file:
            start = file.read(4)
            file.seek(0)
            if start == b"PK\3\4":
                yield from _unpack(path, "ZIP", partial(_open_member, path, file), size)
            elif start.startswith(b"\x1f\x8b"):
                import gzip

                yield from _unpack(path, ".gz", partial(gzip.GzipFile, fileobj=file), size)
            else:
                yield from iter(partial(file.read, size), b"")
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror or error}") from None
    yield b""


def _unpack(
    path: Path, kind: str, open_stream: Callable[[], IO[bytes] | BufferedIOBase], size: int
) -> Iterator[bytes]:
    """Unpacks the file in an archive, in blocks. Raises `SourceError` if the archive is damaged, or
    if it expands to more bytes than its size allows."""
    allowed = SURE_UNPACKED + UNPACKED_IN_A_BYTE * path.stat().st_size
    try:
        stream = open_stream()
        while block := stream.read(size):
            allowed -= len(block)
            if allowed < 0:
                raise SourceError(path, None, f"a {kind} that unpacks to more than any list needs")
            yield block
    except SourceError:
        raise
    except Exception as error:  # zipfile, gzip and zlib may raise anything for damaged bytes
        message = f"a {kind} that is damaged or cannot be unpacked ({error})"
        raise SourceError(path, None, message) from None


def _open_member(path: Path, file: IO[bytes]) -> IO[bytes]:
    """Opens the only file in a ZIP. Raises `SourceError` if there are several."""
    from zipfile import ZipFile

    archive = ZipFile(file)
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) != 1:
        problem = f"a ZIP with {len(members):,} files; unpack it, and name one of them"
        raise SourceError(path, None, problem)
    return archive.open(members[0])


def _create_decoder(path: Path, encoding: str) -> codecs.IncrementalDecoder:
    """A decoder of text. Raises `SourceError` if the codec is unknown or is not a text encoding
    (such as hex)."""
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
        with suppress(UnicodeDecodeError):
            b"text".decode(encoding)
    except (LookupError, UnicodeError, TypeError, ValueError):
        raise SourceError(path, None, f"there is no encoding {encoding!r}") from None
    return decoder
