"""Which capitalised entries of a dictionary are common nouns, where a language writes nouns so.

A table of nouns and names tells, or an entry in lower case that is spelled alike. The table is
compared in tiles: where ß is SS, it knows Strassburg by Straßburg.
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
    """`fates`: a number for each line of a .dic, as the kernel's `read_hunspell` takes them. `note`
    says how many entries were sorted each way."""

    fates: bytes
    note: str


def read_kinds(table: NounTable, path: Path, alphabet: Alphabet) -> dict[bytes, bool]:
    """The words of a table, in tiles, each with whether it is a common noun by any of its rows.
    Raises `SourceError`."""
    try:
        rows = csv.reader(io.StringIO(text.read_bytes(path).decode("utf-8-sig"), newline=""))
    except UnicodeDecodeError as error:
        raise SourceError(path, None, f"it is not UTF-8 ({error.reason})") from None
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
    """Sorts the entries of a .dic, in UTF-8, that begin with their only capital. What the table
    knows, it decides; of the others, those that stand in lower case, too, are nouns."""
    stems = list_stems(dic)
    lower = {stem for stem in stems if stem.islower()}
    counts: Counter[str] = Counter()
    fates = bytearray(len(stems))
    for line, stem in enumerate(stems):
        if not (stem[:1].isupper() and stem[1:].islower()):
            fates[line] = ADMIT
            continue
        tiles = alphabet.kernel.to_tiles(alphabet.compose(stem)) if kinds else None
        listed = None if tiles is None else kinds.get(tiles)
        if listed is None:
            is_noun, how = stem.lower() in lower, "unlisted"
        else:
            is_noun, how = listed, "listed"
        fates[line] = LOOK if is_noun else _NAME
        counts[f"{'noun' if is_noun else 'name'} {how}"] += 1
    note = (
        f"{name}: of {counts.total():,} entries with a capital, {counts['noun listed']:,} are "
        f"nouns by the table and {counts['noun unlisted']:,} by an entry in lower case; "
        f"{counts['name listed']:,} are names by the table, and {counts['name unlisted']:,} are "
        "rejected because neither knows them"
    )
    return SortedEntries(bytes(fates), note)
