"""Expressions about words for Polars, which also work in lazy and streaming queries."""

from __future__ import annotations

import polars as pl
import pyarrow as pa

from wordtools.columns.columns import TYPES, WordColumns, check_function

_DATA_TYPES: dict[pa.DataType, pl.DataType] = {
    pa.bool_(): pl.Boolean(),
    pa.string(): pl.String(),
    pa.int64(): pl.Int64(),
    pa.list_(pa.string()): pl.List(pl.String()),
}


def express(words: WordColumns, function: str, column: str | pl.Expr = "word") -> pl.Expr:
    """An expression that applies a function to a column. Streaming queries compute it piece by
    piece. Raises `WordtoolsError` if there is no such function."""
    check_function(function)
    type = _DATA_TYPES[TYPES[function]]

    def compute(texts: pl.Series) -> pl.Series:
        return pl.Series(texts.name, words.compute(function, texts), dtype=type)

    expression = pl.col(column) if isinstance(column, str) else column
    return expression.map_batches(compute, return_dtype=type, is_elementwise=True)
