"""Expressions of words for Polars, also for lazy and streaming queries."""

from __future__ import annotations

from functools import partial

import polars as pl

from wordtools.columns.columns import WordColumns, check_function

_TYPES: dict[str, pl.DataType] = {
    "is_word": pl.Boolean(),
    "tiles": pl.List(pl.String()),
    "alphagram": pl.String(),
    "rank": pl.Int64(),
    "categories": pl.List(pl.String()),
    "score": pl.Int64(),
}


def express(words: WordColumns, function: str, column: str | pl.Expr = "word") -> pl.Expr:
    """The expression of a function of a column. When streaming, Polars computes it in pieces.
    Raises `WordtoolsError` if `WordColumns` has no function of this name."""
    check_function(function)
    expression = pl.col(column) if isinstance(column, str) else column
    compute = partial(_compute, words, function)
    return expression.map_batches(compute, return_dtype=_TYPES[function], is_elementwise=True)


def _compute(words: WordColumns, function: str, texts: pl.Series) -> pl.Series:
    return pl.Series(texts.name, words.compute(function, texts), dtype=_TYPES[function])
