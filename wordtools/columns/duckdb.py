"""SQL functions of words for DuckDB."""

from __future__ import annotations

from functools import partial

import duckdb
from duckdb import DuckDBPyConnection
from duckdb.func import FunctionNullHandling, PythonUDFType

from wordtools.columns.columns import WordColumns

_TYPES = {
    "is_word": "BOOLEAN",
    "word_tiles": "VARCHAR[]",
    "word_alphagram": "VARCHAR",
    "word_rank": "BIGINT",
    "word_categories": "VARCHAR[]",
    "word_score": "BIGINT",
}


def register_functions(
    connection: DuckDBPyConnection, words: WordColumns, prefix: str = ""
) -> None:
    """Adds `is_word(text)`, `word_tiles(text)` and the other functions to a connection, for columns
    of VARCHAR, `word_score` only if there is a ruleset. `prefix` distinguishes the functions of
    several lexicons."""
    for name, type in _TYPES.items():
        if name == "word_score" and words.ruleset is None:
            continue
        connection.create_function(
            prefix + name,
            partial(words.compute, name.removeprefix("word_")),
            [duckdb.sqltype("VARCHAR")],
            duckdb.sqltype(type),
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
