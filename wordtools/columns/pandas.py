"""Adds columns about words to pandas data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import pyarrow as pa

from wordtools.columns.columns import TYPES, WordColumns


def add_columns(
    frame: pd.DataFrame,
    words: WordColumns,
    functions: Sequence[str] = ("is_word",),
    column: str = "word",
) -> pd.DataFrame:
    """The frame with a column added for each function, under the name of the function. The columns
    have Arrow types; missing values are `pd.NA`."""
    texts = read_column(frame[column])
    return frame.assign(
        **{
            function: pd.Series(
                pd.arrays.ArrowExtensionArray(words.compute(function, texts)),
                index=frame.index,
                dtype=pd.ArrowDtype(TYPES[function]),
            )
            for function in functions
        }
    )


def read_column(column: pd.Series[Any]) -> pa.Array | pa.ChunkedArray | list[Any]:
    """A column in a form that `WordColumns` accepts. Object columns may hold any values, including
    several kinds of missing values."""
    if column.dtype == object:
        return column.where(column.notna(), None).tolist()
    return pa.array(column)
