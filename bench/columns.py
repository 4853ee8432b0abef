"""Measures words and games in engines. Checks that the answers are the same as without an engine,
and measures the added time. `make columns` installs Spark and runs this module; without Spark, the
table has no rows for it.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import dask.dataframe as dd
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
from distributed import Client, LocalCluster

from bench.archives import make_games
from bench.measure import ROOT, Figures, Row, alternately, judged
from wordtools.columns import dask, pandas, polars
from wordtools.columns.columns import WordColumns
from wordtools.columns.duckdb import register_functions
from wordtools.review.archive import judge_archive, name_disagreements
from wordtools.review.game_columns import PLAYS, GameColumns

WORDS = 500_000
"""Number of words looked up, and of near misses."""
PARTS = 4
"""The number of files, each with all these texts, for engines that distribute work."""
GAMES = 500
BATCH = 125
ROUNDS = 3
ROUNDS_IN_MEMORY = 15  # of a tenth of a second each

Job = Callable[[], object]


def draw_texts(words: WordColumns) -> list[str]:
    """Words and near-misses in random order, which is always the same."""
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


def rows() -> Iterator[Row]:
    """The operation, its target, and the times as a ratio. Raises `SystemExit` for a wrong
    answer."""
    words = WordColumns(ROOT / "build" / "pl.lexicon")
    texts = pa.array(draw_texts(words))
    expected = [text in words.lexicon for text in texts.to_pylist()]
    games = make_games(GAMES)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for part in range(PARTS):
            pa.parquet.write_table(pa.table({"word": texts}), folder / f"{part}.parquet")
        client = stack.enter_context(start_dask())
        session = stack.enter_context(start_spark()) if find_spec("pyspark") else None
        yield from compare_in_memory(words, texts, expected)
        yield from compare_shared_out(words, expected, folder, session)
        yield from compare_games(games, folder, client, session)


def compare_in_memory(words: WordColumns, texts: pa.Array, expected: list[bool]) -> Iterator[Row]:
    """Compares the engines that work in this process with the kernel, on the same Arrow array."""
    connection = duckdb.connect()
    register_functions(connection, words)
    connection.register("texts", pa.table({"word": texts}))
    frame = pl.DataFrame({"word": texts})
    table = pd.DataFrame({"word": pd.Series(texts, dtype=pd.ArrowDtype(pa.string()))})
    asked = polars.express(words, "is_word")
    query = "SELECT is_word(word) FROM texts"
    counting = "SELECT count(*) FROM texts WHERE is_word(word)"
    for name, answers in (
        ("duckdb", [row[0] for row in connection.sql(query).fetchall()]),
        ("polars", frame.select(asked).to_series().to_list()),
        ("pandas", pandas.add_columns(table, words)["is_word"].tolist()),
    ):
        check(name, answers == expected)
    jobs: dict[str, Job] = {
        "duckdb": lambda: connection.sql(counting).fetchall(),
        "polars": lambda: frame.select(asked.sum()),
        "pandas": lambda: pandas.add_columns(table, words),
    }
    times = time_best({"": lambda: words.lexicon.contains_many(texts), **jobs}, ROUNDS_IN_MEMORY)
    connection.close()
    for name in jobs:
        ratio = times[name] / times[""]
        yield (
            f"`is_word` in {name_version(name)} / `contains_many`, {len(texts):,} texts in memory",
            "≤ 1.5" if name == "duckdb" else "–",
            judged(f"{ratio:.2f}", ratio <= 1.5) if name == "duckdb" else f"{ratio:.2f}",
        )


def compare_shared_out(
    words: WordColumns, expected: list[bool], folder: Path, session: Any
) -> Iterator[Row]:
    """Compares the engines that distribute work with pandas in one process."""
    right = PARTS * sum(expected)
    fresh = count()  # keeps Dask from reusing the previous answer
    files = [str(folder / f"{part}.parquet") for part in range(PARTS)]

    def ask_dask() -> Any:
        turn = next(fresh)
        frame: Any = dd.from_map(partial(read_part, turn=turn), files)
        return dask.add_columns(frame, words)["is_word"].sum().compute()

    def ask_pandas() -> Any:
        return sum(pandas.add_columns(read_part(file), words)["is_word"].sum() for file in files)

    jobs: dict[str, Job] = {"pandas": ask_pandas, "dask": ask_dask}
    if session is not None:
        from wordtools.columns import spark

        def ask_spark() -> Any:
            frame = spark.add_columns(session.read.parquet(*files), words)
            return frame.selectExpr("sum(int(is_word))").collect()[0][0]

        jobs["pyspark"] = ask_spark
    for name, job in jobs.items():
        check(name, job() == right)
    times = time_best(jobs)
    for name in list(jobs)[1:]:
        yield (
            f"`is_word` in {name_version(name)}, two workers / pandas in one process, "
            f"{PARTS * len(expected):,} texts in Parquet",
            "–",
            f"{times[name] / times['pandas']:.2f} ({times['pandas']:.1f} s)",
        )


def read_part(file: str, turn: int = 0) -> pd.DataFrame:
    """The words of one file."""
    return pa.parquet.read_table(file).to_pandas(types_mapper=pd.ArrowDtype)


def compare_games(games: list[Path], folder: Path, client: Client, session: Any) -> Iterator[Row]:
    """Compares the engines that distribute games with `wordtools games`. All make the same
    table."""
    columns = GameColumns(ROOT / "build" / "en.lexicon")
    batches = [games[at : at + BATCH] for at in range(0, len(games), BATCH)]
    out = folder / "plays.parquet"

    def judge_by_command() -> pa.Table:
        judge_archive(games, columns, out, 2)
        tables = [pa.parquet.read_table(path) for path in (out, name_disagreements(out))]
        return pa.concat_tables(tables, promote_options="default")

    def judge_by_dask() -> pa.Table:
        reviews = client.map(partial(review, columns=columns), batches, pure=False)
        return pa.concat_tables(client.gather(reviews))

    jobs: dict[str, Callable[[], pa.Table]] = {"": judge_by_command, "dask": judge_by_dask}
    if session is not None:
        from pyspark.sql.pandas.types import from_arrow_schema

        def judge_by_spark() -> pa.Table:
            files = session.read.format("binaryFile").load([str(game) for game in games])
            named = files.selectExpr("replace(path, 'file:') AS game", "content AS data")
            parts = named.repartition(PARTS)
            return parts.mapInArrow(columns.review_batches, from_arrow_schema(PLAYS)).toArrow()

        jobs["pyspark"] = judge_by_spark
    order = [(name, "ascending") for name in ("game", "turn", "line", "disagreement")]
    expected = judge_by_command().sort_by(order).cast(PLAYS)
    for name, job in jobs.items():
        check(name, job().cast(PLAYS).sort_by(order).equals(expected))
    times = time_best(jobs)
    for name in list(jobs)[1:]:
        yield (
            f"{len(games):,} games judged in {name_version(name)}, two workers / `wordtools games`",
            "–",
            f"{times[name] / times['']:.2f} ({times['']:.1f} s)",
        )


def review(games: list[Path], columns: GameColumns) -> pa.Table:
    """The plays of games, judged by a worker."""
    data = [game.read_bytes() for game in games]
    return columns.review(pa.table({"game": list(map(str, games)), "data": data}))


def time_best(jobs: dict[str, Job], rounds: int = ROUNDS) -> dict[str, float]:
    """The shortest time of each job, in seconds. The jobs run in turn."""

    def measure(job: Job) -> Figures:
        started = time.perf_counter()
        job()
        return {"seconds": time.perf_counter() - started}

    best = alternately({name: partial(measure, job) for name, job in jobs.items()}, rounds)
    return {name: figures["seconds"] for name, figures in best.items()}


def check(name: str, right: bool) -> None:
    if not right:
        raise SystemExit(f"{name} gave wrong answers")


def name_version(package: str) -> str:
    names = {"duckdb": "DuckDB", "polars": "Polars", "dask": "Dask", "pyspark": "Spark"}
    return f"{names.get(package, package)} {version(package)}"


@contextmanager
def start_dask() -> Iterator[Client]:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def start_spark() -> Iterator[Any]:
    """Spark on this machine, with two threads, each with a worker."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder: Any = SparkSession.builder
    for option in ("spark.ui.enabled", "spark.ui.showConsoleProgress"):
        builder = builder.config(option, "false")
    with builder.master("local[2]").getOrCreate() as session:
        session.sparkContext.setLogLevel("OFF")
        yield session


if __name__ == "__main__":
    print("| what | target | measured |\n|---|---|---|")
    for row in rows():
        print("| " + " | ".join(row) + " |", flush=True)
