"""Tables of words: comma-, semicolon- or tab-separated values with a header.

Reads the columns `word`, `categories` and `definition`, in any order. A field may have several
categories, separated by spaces or ` + `. If there is no such header, the words are in the first
column.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.formats.words_file import CategorySets, WordLines, WordsFile, WordsToWrite

COLUMNS = ("word", "categories", "definition")
_MOST_ROWS = 1 << 16
_OTHER_NAMES = {"words": "word", "category": "categories", "definitions": "definition"}


def looks_like_csv(start: bytes) -> bool:
    """True if the first line names a column of words and at least one other column."""
    fields, _ = _read_header(text.decode_start(start).partition("\n")[0])
    return "word" in fields and len(fields) > 1


def read_csv(path: Path, alphabet: Alphabet, encoding: str = "detect") -> WordsFile:
    """Reads the words, categories and definitions in a table. Raises `SourceError`."""
    if encoding == "detect":
        encoding = text.detect_encoding(path, alphabet)
    try:
        start = text.read_start(path, text.PIECE).decode(encoding, "ignore").removeprefix("\ufeff")
    except LookupError:
        raise SourceError(path, None, f"there is no encoding {encoding!r}") from None
    fields, delimiter = _read_header(start.partition("\n")[0])
    file = WordsFile(
        read_lines=lambda: _read_rows(path, alphabet, encoding, fields, delimiter, file),
        brackets=True,
        rows_name_categories=True,
        path=str(path),
    )
    return file


def _read_header(line: str) -> tuple[list[str], str]:
    """The columns that the first line names ([] if it is not a header), and the separator."""
    delimiter = max(",;\t", key=line.count)
    names = [name.strip(' "\r').lower() for name in line[:10_000].split(delimiter)]
    fields = [_OTHER_NAMES.get(name, name) for name in names]
    return (fields if "word" in fields else []), delimiter


def _read_rows(
    path: Path,
    alphabet: Alphabet,
    encoding: str,
    fields: list[str],
    delimiter: str,
    file: WordsFile,
) -> Iterator[WordLines]:
    lines = (
        line + "\n"
        for piece in text.read_pieces(path, encoding, alphabet)
        for line in piece.decode().removesuffix("\n").split("\n")
    )
    word, categories, definition = (
        fields.index(column) if column in fields else None for column in COLUMNS
    )
    place = word or 0
    numbers: CategorySets[str] = CategorySets(file, lambda f: f.replace(" + ", " ").split(" "))
    rows = csv.reader(lines, delimiter=delimiter)
    words: list[str] = []
    sets: list[int] = []
    definitions: list[str] = []
    done = 0
    try:
        if fields:
            next(rows, None)
            words, sets, definitions = [""], [0], [""]
        for row in rows:
            if not row:
                row = [""] * (place + 1)
            behind = rows.line_num - done - len(words) - 1
            if behind:  # a field that contains line ends
                words += [""] * behind
                sets += [0] * behind
                definitions += [""] * behind
            words.append(" ".join(row[place].split("\n")) if len(row) > place else "")
            label = row[categories] if categories is not None and len(row) > categories else ""
            sets.append(numbers[label])
            definitions.append(
                row[definition] if definition is not None and len(row) > definition else ""
            )
            if len(words) >= _MOST_ROWS:
                yield _collect(words, sets, definitions)
                done += len(words)
                words, sets, definitions = [], [], []
    except csv.Error as error:
        raise SourceError(path, rows.line_num, f"this row cannot be read ({error})") from None
    yield _collect(words, sets, definitions)


def _collect(words: list[str], sets: list[int], definitions: list[str]) -> WordLines:
    joined = ("\n".join(words) + "\n").encode() if words else b""
    return WordLines(joined, sets if any(sets) else (), definitions if any(definitions) else ())


def write_csv(words: WordsToWrite, encoding: str = "utf-8") -> dict[str, bytes]:
    """Writes a comma-separated table with the columns `word` and `categories` and, if any word is
    defined, the column `definition`. Raises `UnicodeEncodeError`."""
    return {"": "".join(_write_rows(words, ",", "\r\n")).encode(encoding)}


def write_tsv(words: WordsToWrite, encoding: str = "utf-8") -> dict[str, bytes]:
    """Writes the same table as `write_csv`, but separated by tabs. Raises `UnicodeEncodeError`."""
    return {"": "".join(_write_rows(words, "\t", "\n")).encode(encoding)}


def _write_rows(words: WordsToWrite, delimiter: str, end: str) -> Iterator[str]:
    labels = [" ".join(names) for names in words.sets]
    yield delimiter.join(COLUMNS if words.defined else COLUMNS[:2]) + end
    for piece in words.read_lines():
        out = io.StringIO()
        writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
        faces = piece.words.decode().removesuffix("\n").split("\n") if piece.sets else []
        columns: list[Iterable[str]] = [faces, map(labels.__getitem__, piece.sets)]
        if words.defined:
            columns.append(piece.list_definitions())
        writer.writerows(zip(*columns, strict=True))
        yield out.getvalue()
