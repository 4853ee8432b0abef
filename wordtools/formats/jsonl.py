"""JSON lines: an object for each word, `{"word": "CAT", "categories": ["noun"]}`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.formats.words_file import CategorySets, WordLines, WordsFile, WordsToWrite


class _Row(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    word: str
    categories: tuple[str, ...] = ()
    definition: str | None = None


_DECODER = msgspec.json.Decoder(_Row)


def looks_like_jsonl(start: bytes) -> bool:
    """True if a file begins with an object."""
    return start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"


def read_jsonl(path: Path, alphabet: Alphabet, encoding: str = "utf-8") -> WordsFile:
    """Reads the words in a file. Raises `SourceError`."""
    encoding = "utf-8" if encoding == "detect" else encoding
    file = WordsFile(
        read_lines=lambda: _read_rows(path, alphabet, encoding, file),
        brackets=True,
        rows_name_categories=True,
        path=str(path),
    )
    return file


def _read_rows(
    path: Path, alphabet: Alphabet, encoding: str, file: WordsFile
) -> Iterator[WordLines]:
    numbers: CategorySets[tuple[str, ...]] = CategorySets(file, lambda labels: labels)
    lines = 0
    for piece in text.read_pieces(path, encoding, alphabet):
        rows = _decode_lines(piece, path, lines)
        lines += piece.count(b"\n")
        sets = [numbers[row.categories] for row in rows]
        definitions = [row.definition or "" for row in rows]
        words = "\n".join([row.word for row in rows])
        if words.count("\n") >= len(rows) or "\t" in words or "\r" in words:
            words = "\n".join([" ".join(row.word.split()) for row in rows])
        yield WordLines(
            alphabet.compose(words + "\n").encode(),
            sets if any(sets) else (),
            definitions if any(definitions) else (),
        )


def _decode_lines(piece: bytes, path: Path, before: int) -> list[_Row]:
    """Yields a row for each line; blank lines yield rows without a word. Raises `SourceError`."""
    lines = piece.removesuffix(b"\n").split(b"\n")
    try:
        rows = _DECODER.decode_lines(piece)
        if len(rows) == len(lines):
            return rows
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        pass  # one by one, so that an error can name the line
    return [_decode_line(line, path, number) for number, line in enumerate(lines, before + 1)]


def _decode_line(line: bytes, path: Path, number: int) -> _Row:
    try:
        return _DECODER.decode(line) if line.strip() else _Row("")
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        message = f"this line is not an object with a word ({reason})"
        raise SourceError(path, number, message) from None


def write_jsonl(words: WordsToWrite) -> dict[str, bytes]:
    """Writes an object for each word, in alphabet order, with its definition if it has one."""
    encoder = msgspec.json.Encoder()
    pieces = []
    for piece in words.read_lines():
        faces, names = piece.words.decode().splitlines(), map(words.sets.__getitem__, piece.sets)
        definitions = (text or None for text in piece.list_definitions())
        rows = map(_Row, faces, names, definitions)
        pieces.append(encoder.encode_lines(list(rows)))
    return {"": b"".join(pieces)}
