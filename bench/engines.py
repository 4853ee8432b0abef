"""Words in engines: the same answers as `word in lexicon`, and what each engine adds to the time.

`make engines` installs Spark and runs it; without Spark its rows are left out.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import dask.dataframe as dd
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
from distributed import Client, LocalCluster

from wordtools.engines import dask, pandas, polars
from wordtools.engines.columns import WordColumns
from wordtools.engines.duckdb import register_functions

LEXICON = Path(__file__).parent.parent / "build" / "pl.lexicon"
WORDS = 500_000
"""How many words are looked up, and as many that miss one by a letter."""
ROUNDS = 5


def draw_texts(words: WordColumns) -> list[str]:
    """Words and near-misses, shuffled, always the same."""
    chance = random.Random(17)
    drawn = chance.choices(list(words.lexicon), k=WORDS)
    letters = "".join(words.lexicon.alphabet.tiles)
    misses = [replace_letter(word, chance.choice(letters), chance) for word in drawn]
    texts = [*drawn, *misses]
    chance.shuffle(texts)
    return texts


def replace_letter(word: str, letter: str, chance: random.Random) -> str:
    place = chance.randrange(len(word))
    return word[:place] + letter + word[place + 1 :]


def time_best(job: Callable[[], object]) -> float:
    """The least seconds of several runs."""
    return min(measure(job) for _ in range(ROUNDS))


def measure(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def main() -> int:
    """Prints a table, and returns 1 if any engine gave a wrong answer."""
    words = WordColumns(LEXICON)
    texts = draw_texts(words)
    expected = [text in words.lexicon for text in texts]
    column = pa.array(texts)
    kernel = time_best(lambda: words.lexicon.contains_many(column))
    rows = [("contains_many", list(map(bool, words.lexicon.contains_many(column))), kernel)]

    with duckdb.connect() as connection:
        register_functions(connection, words)
        connection.register("texts", pa.table({"word": column}))
        query = "SELECT is_word(word) AS found FROM texts"
        found = connection.sql(query).to_arrow_table()["found"].to_pylist()
        count = "SELECT count(*) FILTER (is_word(word)) FROM texts"
        rows.append(("DuckDB", found, time_best(lambda: connection.sql(count).fetchall())))

    frame = pl.DataFrame({"word": column})
    asked = polars.express(words, "is_word")
    found = frame.select(asked).to_series().to_list()
    rows.append(("Polars", found, time_best(lambda: frame.select(asked.sum()))))

    table = pd.DataFrame({"word": pd.Series(texts, dtype=pd.ArrowDtype(pa.string()))})
    found = pandas.add_columns(table, words)["is_word"].tolist()
    rows.append(("pandas", found, time_best(lambda: pandas.add_columns(table, words))))

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
    ):
        partitions = dd.from_pandas(table, npartitions=8).persist()
        judged = dask.add_columns(partitions, words)["is_word"]
        found = judged.compute().tolist()
        rows.append(("Dask, two workers", found, time_best(lambda: judged.sum().compute())))

    if find_spec("pyspark"):
        rows.append(ask_spark(words, texts))

    print(f"{len(texts):,} texts, half of them words; seconds, and how many times the first\n")
    print("| engine | seconds | ratio |\n|---|---:|---:|")
    for name, _, seconds in rows:
        print(f"| {name} | {seconds:.3f} | {seconds / kernel:.2f} |")
    wrong = [name for name, found, _ in rows if found != expected]
    for name in wrong:
        print(f"{name} gave wrong answers", file=sys.stderr)
    return len(wrong) > 0


def ask_spark(words: WordColumns, texts: list[str]) -> tuple[str, list[bool], float]:
    """The row of Spark, in this machine's cores."""
    from pyspark.sql import SparkSession

    from wordtools.engines import spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    with session.getOrCreate() as running:
        numbered = pd.DataFrame({"number": range(len(texts)), "word": texts})
        running.conf.set("spark.sql.execution.arrow.pyspark.enabled", "true")
        frame = running.createDataFrame(numbered).repartition(8).cache()
        judged = spark.add_columns(frame, words)
        found = judged.toPandas().sort_values("number")["is_word"].tolist()
        seconds = time_best(lambda: judged.selectExpr("sum(int(is_word))").collect())
        parts = frame.filter("number % 100 = 0")
        united = spark.compile_words(parts, "pl", "some")
        from wordtools.alphabet import load_alphabet
        from wordtools.lexicon.compile import compile_words

        some = compile_words(texts[::100], load_alphabet("pl").alphabet, "some")
        if united != some:
            raise SystemExit("Spark compiled other bytes")
    return "Spark, two threads", found, seconds


if __name__ == "__main__":
    sys.exit(main())
