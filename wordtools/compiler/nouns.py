"""Telling common nouns from names among the capitalised entries of a dictionary, for languages that
capitalise both.

A table of nouns and names decides. For an entry that the table lacks, the same entry in lower case
shows that it is a noun. The table is compared in tiles: where ß is SS, its row for Straßburg also
decides on Strassburg.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import msgspec

from wordtools._kernel import ADMIT, LOOK
from wordtools.alphabet import Alphabet
from wordtools.compiler.admission import REASON_NUMBERS, RejectReason
from wordtools.compiler.recipe import NounTable
from wordtools.errors import SourceError
from wordtools.formats import text
from wordtools.formats.hunspell import list_stems

_NAME = REASON_NUMBERS[RejectReason.PROPER_NOUN]


class SortedEntries(msgspec.Struct, frozen=True):
    """`fates`: a number for each line of a .dic, in the form of the kernel's `read_hunspell`.
    `note`: the counts of nouns and names."""

    fates: bytes
    note: str


def read_kinds(table: NounTable, path: Path, alphabet: Alphabet) -> dict[bytes, bool]:
    """The words of a table, in tiles: True for a common noun in at least one row, False for a word
    that is only a name. Raises `SourceError`."""
    content = text.decode_text(text.read_bytes(path), "utf-8", path)
    rows = csv.reader(io.StringIO(content, newline=""))
    common: dict[bytes, bool] = {}
    names = frozenset(table.names)
    try:
        header = next(rows, [])
        for column in (table.word, table.kind):
            if column not in header:
                raise SourceError(path, 1, f"the table has no column {column!r}")
        word, kind = header.index(table.word), header.index(table.kind)
        for row in rows:
            if len(row) > max(word, kind):
                is_name = not names.isdisjoint(map(str.strip, row[kind].split(",")))
                tiles = alphabet.kernel.to_tiles(alphabet.compose(row[word]))
                if tiles is not None:
                    common[tiles] = common.get(tiles, False) or not is_name
    except csv.Error as error:
        raise SourceError(path, rows.line_num, f"this row cannot be read ({error})") from None
    return common


def sort_capitals(
    dic: bytes, kinds: dict[bytes, bool], name: str, alphabet: Alphabet
) -> SortedEntries:
    """Sorts the entries of a .dic, in UTF-8, whose first letter is their only capital: by the table
    or, if the table lacks the entry, by an entry in lower case."""
    stems = list_stems(dic)
    lower = {stem for stem in stems if stem.islower()}
    counts: Counter[tuple[bool, bool]] = Counter()  # by whether it is a noun, and in the table
    fates = bytearray(len(stems))
    for line, stem in enumerate(stems):
        if not (stem[:1].isupper() and stem[1:].islower()):
            fates[line] = ADMIT
            continue
        tiles = alphabet.kernel.to_tiles(alphabet.compose(stem)) if kinds else None
        listed = None if tiles is None else kinds.get(tiles)
        is_noun = stem.lower() in lower if listed is None else listed
        fates[line] = LOOK if is_noun else _NAME
        counts[is_noun, listed is not None] += 1
    note = (
        f"{name} has {counts.total():,} capitalised entries: {counts[True, True]:,} nouns by the "
        f"table, {counts[True, False]:,} nouns by an entry in lower case, {counts[False, True]:,} "
        f"names by the table, and {counts[False, False]:,} unknown, which were rejected"
    )
    return SortedEntries(bytes(fates), note)
