"""Functions on columns of words in Arrow format. No Python code runs for single words."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from wordtools.errors import WordtoolsError
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import BaseRuleset
from wordtools.wording import suggest

TYPES: dict[str, pa.DataType] = {
    "is_word": pa.bool_(),
    "tiles": pa.list_(pa.string()),
    "alphagram": pa.string(),
    "rank": pa.int64(),
    "categories": pa.list_(pa.string()),
    "score": pa.int64(),
}
"""The functions of `WordColumns` and the types of their results."""

_TEXTS = {
    pa.string(): pa.binary(),
    pa.large_string(): pa.large_binary(),
    pa.string_view(): pa.binary_view(),
}
"""Maps the types of texts to the types of their bytes."""

_MOST_TILES = np.iinfo(np.int32).max
"""The maximum number of tiles in an Arrow column of lists."""


def check_function(name: str) -> None:
    """Raises `WordtoolsError` unless `WordColumns` has a function of this name."""
    if name not in TYPES:
        raise WordtoolsError(f"there is no function {name!r}; {suggest(name, TYPES)}")


class WordColumns:
    """Functions that look up columns of words in one edition of a lexicon.

    Engines can send this object to workers: pickling stores only the lexicon's path and digest, and
    each process opens the file once. A column is anything that exports Arrow data, or any sequence.
    Every function keeps nulls. Text that the tiles cannot spell, and values other than text
    (numbers, bytes), are not words; functions other than `is_word` return null for them.
    """

    def __init__(
        self, lexicon: Lexicon | str | Path, ruleset: BaseRuleset | str | None = None
    ) -> None:
        """`lexicon` is a `Lexicon`, or the path, name or edition of one. `ruleset` is needed for
        `score`. Raises `LexiconError` or `RulesError`."""
        self.lexicon = lexicon if isinstance(lexicon, Lexicon) else open_lexicon(lexicon)
        if isinstance(ruleset, str):
            ruleset = load_ruleset(ruleset)
        if ruleset is not None:
            ruleset.check_tiles(self.lexicon.alphabet)
        self.ruleset = ruleset

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (pickle.dumps(self.lexicon), pickle.dumps(self.ruleset))

    def compute(self, function: str, words: Any) -> pa.Array:
        """The results of the function with this name. Raises `WordtoolsError` if there is no such
        function."""
        check_function(function)
        computed: pa.Array = getattr(self, function)(words)
        return computed

    def extend(
        self, table: pa.Table, functions: Sequence[str] = ("is_word",), column: str = "word"
    ) -> pa.Table:
        """The table with a column added for each function, under the name of the function. Raises
        `KeyError` if the table has no column `column`."""
        for function in functions:
            computed = self.compute(function, table[column])
            table = table.append_column(pa.field(function, TYPES[function]), computed)
        return table

    def is_word(self, words: Any) -> pa.BooleanArray:
        """True for each text that is a word, in any spelling, as in `word in lexicon`."""
        texts = read_texts(words)
        flags = np.frombuffer(self.lexicon.contains_many(texts), dtype=bool)
        return pa.array(flags, mask=_is_null(texts) if texts.null_count else None)

    def tiles(self, words: Any) -> pa.ListArray:
        """The tiles of each text, whether or not it is a word: ["L", "I", "Ç", "A", "O"]."""
        return self._list_faces(*self._spell(words)[:2])

    def alphagram(self, words: Any) -> pa.StringArray:
        """The tiles of each text, whether or not it is a word, in alphabet order: "AÇILO",
        "E[LL]N".
        """
        tiles, ends, _ = self._spell(words)
        starts, stops = _find_bounds(ends)
        owners = np.repeat(np.arange(len(ends)), stops - starts)
        ordered = tiles[np.lexsort((tiles, owners))]
        return pc.binary_join(self._list_faces(ordered, ends, bracketed=True), "")

    def rank(self, words: Any) -> pa.Int64Array:
        """Each word's place in alphabet order, counted from 0; null for anything but a word."""
        ranks = self._find_ranks(words)
        return pa.array(self._places[np.maximum(ranks, 0)], mask=ranks < 0)

    def categories(self, words: Any) -> pa.ListArray:
        """Each word's categories, sorted; null for anything but a word."""
        ranks = self._find_ranks(words)
        numbers = self._set_numbers[np.maximum(ranks, 0)]
        return self._sets.take(pa.array(numbers, mask=ranks < 0))

    def score(self, words: Any) -> pa.Int64Array:
        """The sum of the tile values of each text, whether or not it is a word; premiums do not
        count. Raises `WordtoolsError` if there is no ruleset."""
        if self.ruleset is None:
            raise WordtoolsError("scores need a ruleset; name one, such as scrabble-en-world")
        tiles, ends, _ = self._spell(words)
        starts, stops = _find_bounds(ends)
        sums = np.concatenate(([0], np.cumsum(np.array(self.ruleset.values)[tiles])))
        return pa.array(sums[stops] - sums[starts], mask=ends < 0)

    def _spell(self, words: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Returns three arrays: the tiles of all texts; the position where the tiles of each text
        end, or -1 if it has none; and the rank of each text among the words of all editions, or -1
        if it has none.
        """
        lexicon = self.lexicon
        tiles, *numbers = lexicon.automaton.spell_many(read_texts(words), lexicon.alphabet.compose)
        ends, ranks = (np.frombuffer(column, dtype=np.int64) for column in numbers)
        return np.frombuffer(tiles, dtype=np.uint8), ends, ranks

    def _find_ranks(self, words: Any) -> np.ndarray:
        """The rank of each text among the words of all editions; -1 if it is not a word in this
        edition."""
        ranks = self._spell(words)[2]
        return np.where(self._admitted[self._set_numbers[np.maximum(ranks, 0)]], ranks, -1)

    def _list_faces(
        self, tiles: np.ndarray, ends: np.ndarray, bracketed: bool = False
    ) -> pa.ListArray:
        faces = [
            f"[{tile}]" if bracketed and len(tile) > 1 else tile
            for tile in self.lexicon.alphabet.tiles
        ]
        _, stops = _find_bounds(ends)
        if len(stops) and stops[-1] > _MOST_TILES:
            raise WordtoolsError(f"a column has more than {_MOST_TILES:,} tiles; split it")
        none = np.append(ends < 0, False)
        offsets = pa.array(np.concatenate(([0], stops)).astype(np.int32), mask=none)
        values = pa.array(["", *faces]).take(pa.array(tiles.astype(np.int32)))
        return pa.ListArray.from_arrays(offsets, values)

    @cached_property
    def _sets(self) -> pa.ListArray:
        """The categories in each set, indexed by the set's number."""
        sets = [sorted(names) for names in self.lexicon.manifest.sets]
        return pa.array(sets, type=TYPES["categories"])

    @cached_property
    def _set_numbers(self) -> np.ndarray:
        """The number of each word's category set, indexed by the word's rank among the words of all
        editions."""
        count = len(self.lexicon.manifest.sets)
        if count == 1:
            return np.zeros(len(self.lexicon.word_categories), dtype=np.uint8)
        width = np.dtype("<u2" if count > 256 else "u1")
        return np.frombuffer(self.lexicon.word_categories.encode_numbers(), dtype=width)

    @cached_property
    def _admitted(self) -> np.ndarray:
        """For each category set, True if the edition has the words with this set."""
        sets = self.lexicon.manifest.sets
        return np.array([self.lexicon.admits(frozenset(names)) for names in sets])

    @cached_property
    def _places(self) -> np.ndarray:
        """The place of each word in the edition, indexed by the word's rank among the words of all
        editions."""
        return np.cumsum(self._admitted[self._set_numbers]) - 1


@lru_cache(maxsize=8)
def _restore(lexicon: bytes, ruleset: bytes) -> WordColumns:
    """Unpickles columns. Raises `LexiconError` if the lexicon's file has changed since the columns
    were pickled."""
    return WordColumns(pickle.loads(lexicon), pickle.loads(ruleset))


def read_texts(words: Any) -> pa.Array:
    """Converts a column to Arrow strings. Keeps nulls; values other than text become empty strings.
    Raises `WordtoolsError` if the column is damaged."""
    column = _read_arrow(words)
    if isinstance(column, pa.ChunkedArray):
        chunks = column.chunks or [pa.nulls(0, column.type)]
        column = pa.chunked_array(map(_write_out, chunks)).combine_chunks()
    else:
        column = _write_out(column)
    if column.type in _TEXTS:
        return column
    return pa.array(np.full(len(column), "", dtype=object), pa.string(), mask=_is_null(column))


def _read_arrow(words: Any) -> pa.Array | pa.ChunkedArray:
    if isinstance(words, pa.Array | pa.ChunkedArray):
        return words
    if hasattr(words, "__arrow_c_stream__"):
        return pa.chunked_array(words)
    if hasattr(words, "__arrow_c_array__"):
        return pa.array(words)
    return pa.array(map(_read_object, words), pa.string())


def _write_out(column: pa.Array) -> pa.Array:
    """The column with its values written out in each row, if they are in a dictionary or in
    runs."""
    while True:
        _check_layout(column)
        if pa.types.is_dictionary(column.type):
            values, places = column.dictionary, column.indices
        elif pa.types.is_run_end_encoded(column.type):
            rows = np.arange(column.offset, column.offset + len(column))
            values = column.values
            places = np.searchsorted(column.run_ends.to_numpy(), rows, side="right")
        else:
            return column
        _check_layout(values)
        if pa.types.is_string_view(values.type):
            values = values.cast(pa.large_string())  # Arrow cannot `take` from views
        column = values.take(places)


def _check_layout(column: pa.Array) -> None:
    """Raises `WordtoolsError` if texts lie outside the column's bytes, which readers of Arrow files
    do not check. The bytes need not be UTF-8."""
    if column.type not in _TEXTS:
        return
    try:
        column.view(_TEXTS[column.type]).validate(full=True)
    except pa.ArrowException as error:
        raise WordtoolsError(f"the column is damaged: {error}") from None


def _read_object(value: Any) -> str | None:
    """The value as text that Arrow can hold; None if it is missing, "" if it is not text."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    try:
        is_missing = value is None or bool(value != value)
    except (TypeError, ValueError):  # pandas' NA, which cannot be compared
        is_missing = True
    return None if is_missing else ""


def _is_null(column: pa.Array) -> np.ndarray:
    return column.is_null(nan_is_null=True).to_numpy(zero_copy_only=False)


def _find_bounds(ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Finds where the tiles of each text begin and end. For a text without tiles, the two are
    equal."""
    stops = np.maximum.accumulate(np.maximum(ends, 0)) if len(ends) else ends
    return np.concatenate((np.zeros(1, dtype=np.int64), stops))[: len(stops)], stops
