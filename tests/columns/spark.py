"""Spark gives the same results as `WordColumns`, and judges games as `wordtools games` does.

`make columns` runs this. Pytest does not collect it by its name, because `make test` needs no
Spark.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from pyspark.sql import DataFrame, SparkSession

from tests.columns.test_engines import FUNCTIONS, TEXTS, told, words
from tests.game.players import finished
from tests.lexicon.helpers import english_bytes
from tests.review.archives import write_gcg
from wordtools.alphabet import load_alphabet
from wordtools.columns.columns import WordColumns
from wordtools.columns.spark import add_columns, compile_words
from wordtools.lexicon import compile
from wordtools.review.archive import judge_archive, name_disagreements, name_failures
from wordtools.review.game_columns import PLAYS, GameColumns

__all__ = ["told", "words"]

PAGE = Path(__file__).parents[2] / "docs" / "columns.md"
RULES = "scrabble-en-us"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def spark(folder: Path) -> Iterator[SparkSession]:
    """A session on two cores that repeats failed work, with its files in `folder`."""
    before = Path.cwd()
    os.chdir(folder)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2,3]").config("spark.ui.enabled", "false")
    with builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 7).getOrCreate() as session:
        session.sparkContext.setLogLevel("OFF")
        yield session
    os.chdir(before)


@pytest.fixture(scope="module")
def columns(folder: Path) -> GameColumns:
    path = folder / "few.lexicon"
    path.write_bytes(english_bytes("at to in is on an ta oe aa oi id do od go ho he rate tear"))
    return GameColumns(path, RULES)


@pytest.fixture(scope="module")
def games(folder: Path) -> Path:
    """A folder of games, one with a line that makes no sense, and of two other files."""
    games = folder / "games"
    games.mkdir()
    for seed in range(8):
        (games / f"{seed}.gcg").write_bytes(write_gcg(finished(RULES, ("Ana", "Bia"), seed, 12)))
    whole = (games / "3.gcg").read_text("utf-8").splitlines()
    whole.insert(9, ">Ana: A Z9 AT +1 1")
    (games / "3.gcg").write_text("\n".join(whole), "utf-8")
    (games / "none.gcg").write_bytes(b"\n")
    (games / "bytes.gcg").write_bytes(b"\xff\0")
    return games


def ask(frame: DataFrame, words: WordColumns, functions: list[str]) -> list[tuple[Any, ...]]:
    """The functions' results for each row, in the order of the row numbers."""
    rows = add_columns(frame, words, functions).collect()
    return [tuple(row[2:]) for row in sorted(rows)]


def test_each_function(spark: SparkSession, words: WordColumns, told: dict[str, list[Any]]) -> None:
    frame = spark.createDataFrame(list(enumerate(TEXTS * 5)), "number int, word string")
    expected = list(zip(*(told[function] for function in FUNCTIONS), strict=True))
    assert ask(frame.repartition(2), words, FUNCTIONS) == expected * 5


@pytest.mark.parametrize(
    ("column", "found"),
    [
        ("cast(x'ff636174' AS string)", False),  # not UTF-8
        ("cast(x'eda080' AS string)", False),  # a lone surrogate
        ("repeat('cat', 400000)", False),
        ("x'636174'", False),
        ("3", False),
        ("double('nan')", None),
        ("array('cat')", False),
        ("cast(NULL AS string)", None),
    ],
)
def test_what_no_column_of_words_should_have(
    spark: SparkSession, words: WordColumns, column: str, found: bool | None
) -> None:
    frame = spark.range(20, numPartitions=1).selectExpr("id AS number", f"{column} AS word")
    asked = add_columns(frame, words, ["is_word", "rank", "categories"]).drop("word")
    assert {tuple(row[1:]) for row in asked.collect()} == {(found, None, None)}


def kill_once(batches: Iterator[pa.RecordBatch], mark: Path) -> Iterator[pa.RecordBatch]:
    """Kills the first available process."""
    for batch in batches:
        yield batch
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_is_killed(
    spark: SparkSession, words: WordColumns, told: dict[str, list[Any]], folder: Path
) -> None:
    frame = spark.createDataFrame(list(enumerate(TEXTS * 20)), "number int, word string")
    killing = frame.repartition(2).mapInArrow(
        partial(kill_once, mark=folder / "killed"), frame.schema
    )
    assert ask(killing, words, ["is_word"]) == [(found,) for found in told["is_word"]] * 20
    assert (folder / "killed").exists()


def test_workers_compile_what_one_process_compiles(spark: SparkSession) -> None:
    texts = [f"{stem}{ending}" for stem in ("walk", "talk", "jump") for ending in ("", "s", "ed")]
    rows = [(text,) for text in (*texts, None, *texts[:3])]
    united = compile_words(spark.createDataFrame(rows, "word string").repartition(2), "en", "walks")
    alone = compile.compile_words(sorted(texts), load_alphabet("en").alphabet, "walks")
    assert united == alone


def test_the_examples_of_the_page(
    spark: SparkSession, words: WordColumns, columns: GameColumns, games: Path, folder: Path
) -> None:
    """The engines judge games to the same table as the command."""
    frame = spark.createDataFrame([("cat",), ("dog",)], "word string")
    given = {"spark": spark, "frame": frame, "words": words, "columns": columns}
    blocks = re.findall(r"(?ms)^```python\n((?!>>>).*?)^```", PAGE.read_text("utf-8"))
    assert len(blocks) == 2
    for block in blocks:
        exec(block, given)
    judged = pa.parquet.read_table(folder / "judged").to_pylist()
    assert {row["word"]: row["is_word"] for row in judged} == {"cat": True, "dog": False}

    out = folder / "plays.parquet"
    judge_archive([games], columns, out, 1)
    plays = pa.parquet.read_table(out).to_pylist()
    plays += pa.parquet.read_table(name_disagreements(out)).to_pylist()
    failures = pa.parquet.read_table(name_failures(out)).to_pylist()
    expected = [dict.fromkeys(PLAYS.names) | row for row in (*plays, *failures)]
    assert len(failures) == 3 < len(plays)
    found = pa.parquet.read_table(folder / "plays").to_pylist()
    named = [{k: v.replace("file:", "") if k in ("game", "failure") and v else v
              for k, v in row.items()} for row in found]  # fmt: skip
    assert sorted(map(repr, named)) == sorted(map(repr, expected))
