"""Each engine gives the same results for a column as `WordColumns`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import dask.dataframe as dd
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from dask import config as dask_config
from distributed import Client, LocalCluster

from tests.lexicon.helpers import english_bytes
from tests.waiting import PATIENCE
from wordtools.alphabet import load_alphabet
from wordtools.columns import dask, pandas, polars
from wordtools.columns.columns import TYPES, WordColumns
from wordtools.columns.duckdb import register_functions
from wordtools.errors import WordtoolsError
from wordtools.lexicon.compile import compile_words

TEXTS = ["cat", None, "CATS", "dog", "cätš", "a" * 80, "", "at"]
FUNCTIONS = list(TYPES)


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> WordColumns:
    path = tmp_path_factory.mktemp("lexicon") / "cats.lexicon"
    path.write_bytes(english_bytes("cat/old cats at a thou/old"))
    return WordColumns(path, "scrabble-en-world")


@pytest.fixture(scope="module")
def told(words: WordColumns) -> dict[str, list[Any]]:
    texts = pa.array(TEXTS)
    return {function: words.compute(function, texts).to_pylist() for function in FUNCTIONS}


def test_duckdb(words: WordColumns, told: dict[str, list[Any]]) -> None:
    with duckdb.connect() as connection:
        register_functions(connection, words, "en_")
        connection.register("texts", pa.table({"word": TEXTS}))
        for function in FUNCTIONS:
            name = function if function == "is_word" else f"word_{function}"
            rows = connection.sql(f"SELECT en_{name}(word) FROM texts").fetchall()
            assert [row[0] for row in rows] == told[function], function
        counted = connection.sql("SELECT count(*) FROM texts WHERE en_is_word(word)").fetchall()
        assert counted == [(sum(filter(None, told["is_word"])),)]


@pytest.mark.parametrize(
    "column",
    ["3", "1.5", "'\\xFFcat'::BLOB", "['cat']", "repeat('cat', 400000)", "NULL"],
)
def test_what_no_column_of_words_should_have_in_duckdb(words: WordColumns, column: str) -> None:
    """DuckDB itself refuses columns that are not text, before it reads a row."""
    with duckdb.connect() as connection:
        register_functions(connection, words)
        query = f"SELECT is_word({column}), word_rank({column})"
        if column.startswith(("repeat", "NULL")):
            found = None if column == "NULL" else False
            assert connection.execute(query).fetchall() == [(found, None)]
        else:
            with pytest.raises(duckdb.BinderException, match="No function matches"):
                connection.execute(query)


@pytest.mark.parametrize(
    "column",
    [
        pl.Series([3, None]),
        pl.Series([1.5, None]),
        pl.Series([b"cat", b"\xff", None]),
        pl.Series([["cat"], None]),
        pl.Series(["cat" * 400_000, "cat\0", None]),
        pl.Series([None, None]),
    ],
    ids=lambda column: str(column.dtype),
)
def test_what_no_column_of_words_should_have_in_polars(
    words: WordColumns, column: pl.Series
) -> None:
    frame = pl.DataFrame({"word": column})
    nulls = [value is None for value in column]
    assert frame.select(polars.express(words, "is_word"))["word"].to_list() == [
        None if null else False for null in nulls
    ]
    for function in ("tiles", "rank", "categories"):
        told = frame.select(polars.express(words, function))["word"].to_list()
        assert told == [None] * len(column), function


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_polars(engine: Any, words: WordColumns, told: dict[str, list[Any]]) -> None:
    frame = pl.LazyFrame({"word": TEXTS})
    for function in FUNCTIONS:
        column = polars.express(words, function).alias("told")
        assert frame.select(column).collect(engine=engine)["told"].to_list() == told[function]
        coded = frame.with_columns(pl.col("word").cast(pl.Categorical))
        assert coded.select(column).collect(engine=engine)["told"].to_list() == told[function]
    kept = frame.filter(polars.express(words, "is_word")).collect(engine=engine)
    assert kept["word"].to_list() == ["cat", "CATS", "at"]


def test_a_function_that_is_none_is_told_before_anything_runs(words: WordColumns) -> None:
    frame = pd.DataFrame({"word": TEXTS})
    for extend in (
        lambda: polars.express(words, "isword"),
        lambda: pandas.add_columns(frame, words, ["isword"]),
        lambda: dask.add_columns(dd.from_pandas(frame, npartitions=1), words, ["isword"]),
    ):
        with pytest.raises(WordtoolsError, match="'isword'; did you mean 'is_word'"):
            extend()


@pytest.mark.parametrize("type", ["str", "object", pd.ArrowDtype(pa.string()), "category"])
def test_pandas(type: Any, words: WordColumns, told: dict[str, list[Any]]) -> None:
    frame = pd.DataFrame({"word": pd.Series(TEXTS, range(10, 18), dtype=type)})
    extended = pandas.add_columns(frame, words, FUNCTIONS)
    assert list(extended.index) == list(frame.index)
    for function in FUNCTIONS:
        assert pa.array(extended[function]).to_pylist() == told[function], function


def test_what_no_column_of_words_should_have_in_pandas_and_dask(words: WordColumns) -> None:
    frame = pd.DataFrame(
        {"word": pd.Series(["cat", 3, None, float("nan"), "\ud800", b"\xff"], dtype=object)}
    )
    found = pa.array(pandas.add_columns(frame, words)["is_word"]).to_pylist()
    assert found == [True, False, None, None, False, False]
    shared: Any = dd
    with dask_config.set({"dataframe.convert-string": False}):  # where Dask itself would fail
        added = dask.add_columns(shared.from_pandas(frame, npartitions=2), words)["is_word"]
        assert pa.array(added.compute(scheduler="threads")).to_pylist() == found


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as started:
        yield started


@pytest.mark.slow
def test_dask(workers: LocalCluster, words: WordColumns, told: dict[str, list[Any]]) -> None:
    """Two processes work, and one of them is killed."""
    with Client(workers) as client:
        frame = dd.from_pandas(pd.DataFrame({"word": TEXTS * 500}), npartitions=8)
        extended = dask.add_columns(frame, words, FUNCTIONS)
        assert extended.dtypes["score"] == pd.ArrowDtype(pa.int64())
        future = client.compute(extended)
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        result = future.result(PATIENCE)
    for function in FUNCTIONS:
        assert pa.array(result[function]).to_pylist() == told[function] * 500


@pytest.mark.slow
def test_dask_compiles_what_one_process_compiles(workers: LocalCluster) -> None:
    texts = [f"{stem}{ending}" for stem in ("walk", "talk", "jump") for ending in ("", "s", "ed")]
    with Client(workers):
        frame = dd.from_pandas(pd.DataFrame({"word": [*texts, None, *texts[:3]]}), npartitions=4)
        united = dask.compile_words(frame, "en", "walks")
    assert united == compile_words(sorted(texts), load_alphabet("en").alphabet, "walks")
