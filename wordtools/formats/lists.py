"""Reads and writes lists with one word per line. A definition may follow the word.

This module reads finished lists, with their definitions; the kernel reads the lists that recipes
name. `formats.text` decodes both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from wordtools.alphabet import Alphabet
from wordtools.formats import text
from wordtools.formats.csv_table import write_tsv
from wordtools.formats.words_file import WordLines, WordsFile, WordsToWrite

_SAMPLE = 1 << 20
_COMMENT = rb"^[ ]*[%s][^\n]*"


def detect_definitions(path: Path, alphabet: Alphabet, encoding: str) -> Literal["tab", "space"]:
    """The separator between words and definitions in a list: "space" if most lines have a space but
    no tab, otherwise "tab"."""
    piece = next(text.read_pieces(path, encoding, alphabet), b"")
    lines = [
        line for line in map(bytes.strip, piece[:_SAMPLE].split(b"\n")) if line[:1] not in b"#%"
    ]
    spaced = sum(b" " in line and b"\t" not in line for line in lines)
    return "space" if spaced * 2 > len(lines) else "tab"


def read_list(
    path: Path,
    alphabet: Alphabet,
    encoding: str = "detect",
    definitions: Literal["tab", "space"] | None = None,
    comments: str = "#%",
) -> WordsFile:
    """Reads the list in a file. `definitions` is the character that ends a word; by default, the
    result of `detect_definitions`. Raises `SourceError`."""
    if encoding == "detect":
        encoding = text.detect_encoding(path, alphabet)
    ends = definitions or detect_definitions(path, alphabet, encoding)

    def read_lines() -> Iterator[WordLines]:
        pieces = text.read_pieces(path, encoding, alphabet)
        return (split_lines(piece, ends == "space", comments) for piece in pieces)

    return WordsFile(read_lines=read_lines, path=str(path))


def split_lines(piece: bytes, space_ends_word: bool, comments: str) -> WordLines:
    """Splits whole lines of a list into words and definitions. A comment becomes a line without a
    word."""
    marks = comments.encode()
    if any(marks[i : i + 1] in piece for i in range(len(marks))):
        piece = re.sub(_COMMENT % re.escape(marks), b"", piece, flags=re.MULTILINE)
    if b"\t" not in piece and not (space_ends_word and b" " in piece):
        return WordLines(piece)
    end = re.compile(rb"[ \t]" if space_ends_word else rb"\t")
    lines = [end.split(line.strip(), 1) for line in piece.removesuffix(b"\n").split(b"\n")]
    definitions = [line[1].strip() if len(line) > 1 else b"" for line in lines]
    words = b"\n".join([line[0] for line in lines]) + b"\n"
    return WordLines(words, (), definitions if any(definitions) else ())


def write_list(
    words: WordsToWrite,
    encoding: str = "utf-8",
    categories: bool = False,
    definitions: bool = False,
) -> dict[str, bytes]:
    """Writes the words in alphabet order, one per line. With `definitions`, a tab and the
    definition follow each word. With `categories`, writes a table with a header instead. Raises
    `UnicodeEncodeError`."""
    if categories:
        return write_tsv(replace(words, defined=words.defined and definitions), encoding)
    pieces = (_write_lines(piece, definitions) for piece in words.read_lines())
    if encoding == "utf-8":
        return {"": b"".join(pieces)}
    return {"": b"".join(pieces).decode().encode(encoding)}


def _write_lines(piece: WordLines, with_definitions: bool) -> bytes:
    if not (with_definitions and piece.definitions):
        return piece.words
    rows = zip(piece.words.decode().splitlines(), piece.list_definitions(), strict=True)
    return "".join(f"{word}\t{text}".rstrip("\t") + "\n" for word, text in rows).encode()


def write_hunspell(words: WordsToWrite) -> dict[str, bytes]:
    """Writes a dictionary without affixes: an .aff without rules, and a .dic with all words in
    lower case, so that capitals are accepted, too."""
    lower = words.alphabet.small_letters
    pieces = (piece.words.decode().translate(lower).encode() for piece in words.read_lines())
    extra = "".join(sorted({c for tile in words.alphabet.tiles for c in tile if not c.isalpha()}))
    language = words.alphabet.language
    affixes = ["SET UTF-8", f"LANG {language}" if language else "", "BREAK 0"]
    affixes += [f"WORDCHARS {extra}"] if extra else []
    return {
        ".dic": f"{words.count}\n".encode() + b"".join(pieces),
        ".aff": "".join(f"{line}\n" for line in affixes if line).encode(),
    }
