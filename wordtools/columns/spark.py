"""Columns of words for Spark, and lists that its workers compile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DataType,
    LongType,
    StringType,
    StructField,
    StructType,
)

from wordtools.columns.columns import WordColumns, check_function
from wordtools.columns.parts import compile_part, unite_parts

_TYPES: dict[str, DataType] = {
    "is_word": BooleanType(),
    "tiles": ArrayType(StringType()),
    "alphagram": StringType(),
    "rank": LongType(),
    "categories": ArrayType(StringType()),
    "score": LongType(),
}


def add_columns(
    frame: DataFrame,
    words: WordColumns,
    functions: Sequence[str] = ("is_word",),
    column: str = "word",
) -> DataFrame:
    """The frame with a column for each function, named after it. Raises `WordtoolsError` if
    `WordColumns` has no function of this name."""
    for function in functions:
        check_function(function)
    added = [StructField(function, _TYPES[function]) for function in functions]
    extend = partial(_extend, words=words, functions=list(functions), column=column)
    return frame.mapInArrow(extend, StructType([*frame.schema.fields, *added]))


def compile_words(
    frame: DataFrame, alphabet: str, name: str = "words", column: str = "word"
) -> bytes:
    """The bytes of the lexicon of all words in a column: workers compile parts, and this process
    unites them. Raises as `unite_parts` does."""
    compiled = frame.select(column).mapInArrow(partial(_compile, alphabet=alphabet), "part binary")
    return unite_parts((bytes(row.part) for row in compiled.toLocalIterator()), name)


def _extend(
    batches: Iterator[pa.RecordBatch], words: WordColumns, functions: list[str], column: str
) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield from words.extend(pa.Table.from_batches([batch]), functions, column).to_batches()


def _compile(batches: Iterator[pa.RecordBatch], alphabet: str) -> Iterator[pa.RecordBatch]:
    """One part of all batches of a partition."""
    texts = pa.chunked_array([batch.column(0) for batch in batches], pa.string())
    if part := compile_part(texts, alphabet):
        yield pa.RecordBatch.from_pydict({"part": [part]})
