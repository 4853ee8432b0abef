"""Separates common nouns from names among the capitalised entries of a list or dictionary, for
languages that capitalise both.

A table of nouns and names decides. An entry that is not in the table counts as a noun if it also
occurs in lower case. Entries are compared with the table by their tiles, so if ß is read as SS, the
row for Straßburg also applies to Strassburg.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from wordtools._kernel import ADMIT, LOOK
from wordtools.alphabet import Alphabet
from wordtools.compiler.admission import REASON_NUMBERS, RejectReason
from wordtools.compiler.recipe import NounTable
from wordtools.errors import SourceError
from wordtools.formats import text

_NAME = REASON_NUMBERS[RejectReason.PROPER_NOUN]


class SortedEntries(msgspec.Struct, frozen=True):
    """`fates`: each entry's fate, as in the kernel's `read_hunspell`. `note`: a sentence with the
    numbers of nouns and names."""

    fates: bytes
    note: str

    def lower_nouns(self, entries: list[str]) -> bytes:
        """Returns the entries, one per line, with the nouns in lower case."""
        cased = zip(entries, self.fates, strict=True)
        return "\n".join(e.lower() if fate == LOOK else e for e, fate in cased).encode()


def read_kinds(table: NounTable, path: Path, alphabet: Alphabet) -> dict[bytes, bool]:
    """Returns the words and forms of a table in tiles; each maps to True if any row lists it as a
    common noun. Raises `SourceError`."""
    content = text.decode_text(text.read_bytes(path), "utf-8", path)
    rows = csv.reader(io.StringIO(content, newline=""))
    common: dict[str, bool] = {}
    names = frozenset(table.names)
    try:
        header = next(rows, [])
        kind, *columns = _find_columns(header, table, path)
        for row in rows:
            if len(row) > max(kind, columns[0]):
                is_noun = names.isdisjoint(map(str.strip, row[kind].split(",")))
                for column in columns:
                    if column < len(row) and (word := row[column]):
                        common[word] = is_noun or common.get(word, False)
    except csv.Error as error:
        raise SourceError(path, rows.line_num, f"this row cannot be read ({error})") from None
    kinds: dict[bytes, bool] = {}
    for word, is_noun in common.items():
        tiles = alphabet.kernel.to_tiles(alphabet.compose(word))
        if tiles is not None:
            kinds[tiles] = is_noun or kinds.get(tiles, False)
    return kinds


def _find_columns(header: list[str], table: NounTable, path: Path) -> list[int]:
    """Returns the positions of the columns for kinds, words and forms."""
    for column in (table.word, table.kind):
        if column not in header:
            raise SourceError(path, 1, f"the table has no column {column!r}")
    places = [header.index(table.kind), header.index(table.word)]
    for pattern in table.forms:
        matching = [n for n, column in enumerate(header) if fnmatchcase(column, pattern)]
        if not matching:
            raise SourceError(path, 1, f"the table has no column {pattern!r}")
        places += matching
    return places


def sort_capitals(
    entries: list[str], kinds: dict[bytes, bool], name: str, alphabet: Alphabet
) -> SortedEntries:
    """Classifies the entries of the file `name` whose only capital is their first letter. The table
    decides; an entry that it lacks is a noun if it also occurs in lower case."""
    lower = {entry for entry in entries if entry.islower()}
    counts: Counter[tuple[bool, bool]] = Counter()  # key: (is a noun, is in the table)
    fates = bytearray(len(entries))
    for place, entry in enumerate(entries):
        if not (entry[:1].isupper() and entry[1:].islower()):
            fates[place] = ADMIT
            continue
        tiles = alphabet.kernel.to_tiles(alphabet.compose(entry)) if kinds else None
        listed = None if tiles is None else kinds.get(tiles)
        is_noun = entry.lower() in lower if listed is None else listed
        fates[place] = LOOK if is_noun else _NAME
        counts[is_noun, listed is not None] += 1
    note = (
        f"{name} has {counts.total():,} capitalised entries: {counts[True, True]:,} nouns by the "
        f"table, {counts[True, False]:,} nouns by an entry in lower case, {counts[False, True]:,} "
        f"names by the table, and {counts[False, False]:,} unknown, which were rejected"
    )
    return SortedEntries(bytes(fates), note)
