"""SQL functions on words in DuckDB."""

from __future__ import annotations

from functools import partial

import duckdb
import pyarrow as pa
from duckdb import DuckDBPyConnection
from duckdb.func import FunctionNullHandling, PythonUDFType

from wordtools.columns.columns import TYPES, WordColumns

_SQL_TYPES = {
    pa.bool_(): "BOOLEAN",
    pa.string(): "VARCHAR",
    pa.int64(): "BIGINT",
    pa.list_(pa.string()): "VARCHAR[]",
}


def register_functions(
    connection: DuckDBPyConnection, words: WordColumns, prefix: str = ""
) -> None:
    """Adds functions on VARCHAR columns to a connection: `is_word(text)`, `word_tiles(text)` and
    the others; `word_score` needs a ruleset. Use `prefix` to distinguish several lexicons."""
    for function, type in TYPES.items():
        if function == "score" and words.ruleset is None:
            continue
        connection.create_function(
            prefix + (function if function == "is_word" else f"word_{function}"),
            partial(words.compute, function),
            [duckdb.sqltype("VARCHAR")],
            duckdb.sqltype(_SQL_TYPES[type]),
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
