"""Adds columns about words to Dask data frames, and compiles lists on Dask's workers."""

from __future__ import annotations

from collections.abc import Sequence

import dask.dataframe as dd
import pandas as pd
from dask.base import compute
from dask.dataframe.dispatch import make_meta
from dask.delayed import delayed

from wordtools.columns import pandas
from wordtools.columns.columns import TYPES, WordColumns, check_function
from wordtools.columns.parts import compile_part, unite_parts


def add_columns(
    frame: dd.DataFrame,
    words: WordColumns,
    functions: Sequence[str] = ("is_word",),
    column: str = "word",
) -> dd.DataFrame:
    """The frame with a column added for each function. Their types are those of
    `pandas.add_columns`. Raises `WordtoolsError` if there is no such function."""
    for function in functions:
        check_function(function)
    types = {function: pd.ArrowDtype(TYPES[function]) for function in functions}
    meta = make_meta(frame).assign(**{f: pd.Series([], dtype=type) for f, type in types.items()})
    return frame.map_partitions(pandas.add_columns, words, list(functions), column, meta=meta)


def compile_words(
    frame: dd.DataFrame, alphabet: str, name: str = "words", column: str = "word"
) -> bytes:
    """The bytes of a lexicon with all words in a column. Workers compile the partitions, and this
    process merges the parts. Raises the same exceptions as `compile_part` and `unite_parts`."""
    compile = delayed(_compile)
    parts = [compile(part, alphabet, column) for part in frame[[column]].to_delayed()]
    return unite_parts(compute(*parts), name)


def _compile(frame: pd.DataFrame, alphabet: str, column: str) -> bytes:
    return compile_part(pandas.read_column(frame[column]), alphabet)
