"""Adds columns about words to Spark data frames, and compiles lists on Spark's workers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.types import StructType

from wordtools.columns.columns import TYPES, WordColumns, check_function
from wordtools.columns.parts import compile_part, unite_parts

_DDL_TYPES = {
    pa.bool_(): "boolean",
    pa.string(): "string",
    pa.int64(): "bigint",
    pa.list_(pa.string()): "array<string>",
}


def add_columns(
    frame: DataFrame,
    words: WordColumns,
    functions: Sequence[str] = ("is_word",),
    column: str = "word",
) -> DataFrame:
    """The frame with a column added for each function, under the name of the function. Raises
    `WordtoolsError` if there is no such function."""
    schema = StructType(list(frame.schema.fields))
    for function in functions:
        check_function(function)
        schema = schema.add(function, _DDL_TYPES[TYPES[function]])
    extend = partial(_extend, words=words, functions=list(functions), column=column)
    return frame.mapInArrow(extend, schema)


def compile_words(
    frame: DataFrame, alphabet: str, name: str = "words", column: str = "word"
) -> bytes:
    """The bytes of a lexicon with all words in a column. Workers compile parts, and this process
    merges them. Raises the same exceptions as `unite_parts`."""
    compiled = frame.select(column).mapInArrow(partial(_compile, alphabet=alphabet), "part binary")
    return unite_parts((bytes(row.part) for row in compiled.toLocalIterator()), name)


def _extend(
    batches: Iterator[pa.RecordBatch], words: WordColumns, functions: list[str], column: str
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield from words.extend(pa.Table.from_batches([batch]), functions, column).to_batches()


def _compile(batches: Iterator[pa.RecordBatch], alphabet: str) -> Iterator[pa.RecordBatch]:
    """Compiles all batches of a partition into one part."""
    texts = pa.chunked_array([batch.column(0) for batch in batches], pa.string())
    if part := compile_part(texts, alphabet):
        yield pa.RecordBatch.from_pydict({"part": [part]})
