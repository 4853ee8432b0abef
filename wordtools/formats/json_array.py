"""A JSON array of words."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.formats.words_file import WordLines, WordsFile, WordsToWrite


def looks_like_json(start: bytes) -> bool:
    """True if a file begins with an array of strings."""
    return bool(re.match(rb'(\xef\xbb\xbf)?\s*\[\s*["\]]', start))


def read_json(path: Path, alphabet: Alphabet, encoding: str = "utf-8") -> WordsFile:
    """The words in a file. The line number of a word is its position in the array. Raises
    `SourceError`."""

    def read_lines() -> Iterator[WordLines]:
        yield WordLines(_read_words(path, alphabet))

    return WordsFile(read_lines, path=str(path))


def _read_words(path: Path, alphabet: Alphabet) -> bytes:
    content = text.read_bytes(path).removeprefix(codecs.BOM_UTF8)
    try:
        words = msgspec.json.decode(content, type=list[str])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        # this error names the line that is not UTF-8
        _ = text.decode_text(content, "utf-8", path)
        raise SourceError(path, None, f"not a JSON array of words: {error}") from None
    joined = "\n".join(words)
    if "\t" in joined or "\r" in joined or joined.count("\n") >= len(words):
        # Rows of the report are lines, so tabs and line breaks inside a word become spaces.
        joined = "\n".join(re.sub("[\t\n\r]", " ", word) for word in words)
    return alphabet.compose(joined + "\n").encode() if words else b""


def write_json(words: WordsToWrite) -> dict[str, bytes]:
    """Writes an array of the words, in alphabet order."""
    pieces = b"".join(piece.words for piece in words.read_lines())
    return {"": msgspec.json.encode(pieces.decode().splitlines()) + b"\n"}
