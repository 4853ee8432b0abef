"""Judges archives of recorded games on all cores, and writes one table of plays.

This process reads the games; worker processes judge them in batches. Each batch becomes a file
beside the result, named after a hash of its games, the lexicon, the rules and the version of
wordtools. If an interrupted command is run again, it therefore reuses exactly the batches that are
still valid. Only a few batches are in memory at a time, however large the archive is.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import re
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.parquet

from wordtools.background import begin_worker
from wordtools.errors import WordtoolsError
from wordtools.files import write_files
from wordtools.formats.parquet import connect
from wordtools.locks import hold_folder
from wordtools.review.disagreements import KINDS, check_kinds
from wordtools.review.game_columns import PLAYS, GameColumns, check_size, make_failures
from wordtools.review.recorded_games import UNREADABLE, RecordedGame, list_games
from wordtools.version import __version__

_GAMES = 256
_BYTES = 4 << 20
"""The maximum numbers of games and of bytes in a batch."""

_FORMATS = {
    ".parquet": "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20480",
    ".csv": "FORMAT csv, HEADER",
}
"""DuckDB's options by suffix. DuckDB buffers each group of rows in memory."""

_IN_CSV = {"words": "array_to_string(words, ' ')"} | {
    name: rf"regexp_replace({name}, '^([=+@\t\r-])', '''\1')"
    for name in ("game", "player", "disagreement", "failure")
}
"""The columns that differ in CSV. In CSV, an apostrophe precedes text that looks like a formula."""


class JudgedArchive(msgspec.Struct, frozen=True):
    """The number of games in an archive, of games that could not be judged in full (`failures`), of
    plays with each verdict, and of disagreements of each kind."""

    games: int
    failures: int
    verdicts: dict[str, int]
    disagreements: dict[str, int]

    @property
    def plays(self) -> int:
        """The number of plays."""
        return sum(self.verdicts.values())


class ChangedVerdict(msgspec.Struct, frozen=True):
    """A play with different verdicts in two tables: `before` and `now`."""

    game: str
    turn: int
    player: str
    place: str
    words: str
    before: str
    now: str


def judge_archive(
    paths: Sequence[str | Path],
    columns: GameColumns,
    output: str | Path,
    jobs: int | None = None,
    progress: Callable[[int], object] = lambda _: None,
    ignore: Collection[str] = (),
) -> JudgedArchive:
    """Judges all games in `jobs` processes (by default one per core), and returns the counts.

    Writes three files, in Parquet or CSV depending on the suffix of `output`. Plays go to `output`.
    Disagreements go to `name_disagreements(output)`, except those of the kinds in `ignore`. Games
    that cannot be judged in full go to `name_failures(output)`. After each batch, calls `progress`
    with the number of games in the batch. Resumes an interrupted call. Raises `WordtoolsError` if
    `output` has another suffix, if there are no games at the paths, if another process is writing
    the same file, if a process was killed, or if the lexicon's file has changed. Raises `OSError`
    if writing fails."""
    output = Path(output)
    if output.suffix not in _FORMATS:
        raise WordtoolsError(f"{output}: name a file that ends in {' or '.join(_FORMATS)}")
    folder = output.with_name(f"{output.name}.unfinished")
    folder.mkdir(parents=True, exist_ok=True)
    parts: list[Path] = []
    games = 0
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_folder(folder, wait=False))
        except BlockingIOError:
            raise WordtoolsError(
                f"{output}: another process is writing this file; name another file, or wait"
            ) from None
        batches = _read_batches(list_games(paths))
        for part, size in _judge_batches(batches, columns, folder, jobs or os.cpu_count() or 1):
            parts.append(part)
            games += size
            progress(size)
        if not parts:
            folder.rmdir()
            raise WordtoolsError(
                f"{', '.join(map(str, paths))}: no games found; name files or folders"
            )
        counts = _write_tables(parts, folder, output, check_kinds(ignore))
        shutil.rmtree(folder)
    return JudgedArchive(games, *counts)


def name_failures(output: Path) -> Path:
    """The file of failures, which is beside the file of plays: plays.failures.parquet."""
    return output.with_name(f"{output.stem}.failures{output.suffix}")


def name_disagreements(output: Path) -> Path:
    """The file of disagreements, which is beside the file of plays: plays.disagreements.parquet."""
    return output.with_name(f"{output.stem}.disagreements{output.suffix}")


def compare_verdicts(before: str | Path, now: str | Path) -> Iterator[ChangedVerdict]:
    """The plays that have different verdicts in two tables, in order of game and turn. Raises
    `WordtoolsError` for a file that is not a table of plays."""
    with tempfile.TemporaryDirectory() as spill, connect() as engine:
        engine.execute(f"SET temp_directory = '{spill}'")
        try:
            for name, path in (("before", before), ("now", now)):
                engine.register(name, _open_table(Path(path)))
            rows = engine.execute("""
                SELECT game, turn, now.player, now.place, now.words, before.verdict, now.verdict
                FROM now JOIN before USING (game, turn)
                WHERE now.verdict <> before.verdict ORDER BY game, turn""")
            while plays := rows.fetchmany(1000):
                for game, turn, player, place, words, *verdicts in plays:
                    joined = words if isinstance(words, str) else " ".join(words)
                    yield ChangedVerdict(game, turn, player, place, joined, *verdicts)
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            reason = str(error).partition("\n")[0]
            raise WordtoolsError(f"{before}: cannot be compared with {now}: {reason}") from None


def _open_table(path: Path) -> pa.dataset.Dataset:
    """A table that `judge_archive` wrote."""
    kind: str | pa.dataset.FileFormat = "parquet"
    if path.suffix == ".csv":
        types = {field.name: field.type for field in PLAYS} | {"words": pa.string()}
        kind = pa.dataset.CsvFileFormat(convert_options=pa.csv.ConvertOptions(column_types=types))
    return pa.dataset.dataset(str(path), format=kind)


class _Batch(NamedTuple):
    """Games to judge together, and the reasons why other games could not be read."""

    games: list[tuple[str, bytes]]
    unread: list[tuple[str, str]]

    @property
    def size(self) -> int:
        return len(self.games) + len(self.unread)


def _read_batches(games: Iterator[RecordedGame]) -> Iterator[_Batch]:
    batch, size = _Batch([], []), 0
    for name, read in games:
        try:
            data = read()
            check_size(name, data)
            batch.games.append((name, data))
            size += len(data)
        except UNREADABLE as error:
            reason = str(error) or "not enough memory"
            batch.unread.append((name, f"cannot be read: {reason}"))
        if batch.size == _GAMES or size > _BYTES:
            yield batch
            batch, size = _Batch([], []), 0
    if batch.size:
        yield batch


def _judge_batches(
    batches: Iterator[_Batch], columns: GameColumns, folder: Path, jobs: int
) -> Iterator[tuple[Path, int]]:
    """The file of each batch, in order, with the number of games in that batch."""
    waiting: deque[tuple[Path, int, Future[bytes] | None]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=begin_worker)
    pickled = pickle.dumps(columns)
    try:
        for batch in batches:
            part = folder / f"{_hash(batch, columns)}.parquet"
            job = None if _is_whole(part) else pool.submit(_judge_batch, batch, pickled)
            waiting.append((part, batch.size, job))
            if len(waiting) > 2 * jobs:
                yield _finish(*waiting.popleft())
        while waiting:
            yield _finish(*waiting.popleft())
    except BrokenProcessPool:
        raise WordtoolsError(
            "a worker process was killed, perhaps for lack of memory; "
            "rerun the same command to resume"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _is_whole(part: Path) -> bool:
    """True if the file exists and is intact."""
    try:
        return bool(_read_part(part).schema.equals(PLAYS))
    except (pa.ArrowException, OSError):
        return False


def _read_part(part: Path) -> pa.Table:
    return pa.parquet.read_table(part, page_checksum_verification=True)


def _finish(part: Path, size: int, job: Future[bytes] | None) -> tuple[Path, int]:
    if job is not None:
        write_files({part: job.result()})
    return part, size


def _hash(batch: _Batch, columns: GameColumns) -> str:
    """The hash of everything that affects a batch's result."""
    lexicon, ruleset = columns.lexicon, columns.ruleset
    rules = ruleset.digest if ruleset is not None else ""
    origin = (__version__, lexicon.digest, lexicon.edition_name, rules)
    return hashlib.sha256(msgspec.msgpack.encode((origin, batch))).hexdigest()


def _judge_batch(batch: _Batch, pickled: bytes) -> bytes:
    """The rows of a batch as a Parquet file, judged by the pickled `GameColumns`. Raises
    `WordtoolsError` if the lexicon's file has changed."""
    try:
        columns: GameColumns = pickle.loads(pickled)
    except WordtoolsError as error:  # some subclasses cannot be pickled
        raise WordtoolsError(str(error)) from None
    names, data = [name for name, _ in batch.games], [data for _, data in batch.games]
    games = pa.table({"game": pa.array(names, pa.string()), "data": pa.array(data, pa.binary())})
    plays = pa.concat_tables([columns.review(games), make_failures(batch.unread)])
    out = io.BytesIO()
    pa.parquet.write_table(plays, out, write_page_checksum=True)
    return out.getvalue()


def _read_parts(parts: list[Path]) -> pa.RecordBatchReader:
    """The rows of all parts. Keeps only one part at a time in memory."""
    tables = map(_read_part, parts)
    return pa.RecordBatchReader.from_batches(PLAYS, (b for t in tables for b in t.to_batches()))


def _write_tables(
    parts: list[Path], folder: Path, output: Path, ignore: set[str]
) -> tuple[int, dict[str, int], dict[str, int]]:
    """Writes the tables, and returns the number of failures, of plays with each verdict, and of
    disagreements of each kind. Raises `WordtoolsError` or `OSError`."""
    kept = ", ".join(f"'{kind}'" for kind in KINDS if kind not in ignore) or "NULL"
    plays = PLAYS.names[: PLAYS.get_field_index("line")]
    disagreements = ["game", *PLAYS.names[len(plays) : -1]]
    tables = {
        output: (plays, "verdict IS NOT NULL"),
        name_disagreements(output): (disagreements, f"kind IN ({kept})"),
        name_failures(output): (["game", "failure"], "failure IS NOT NULL"),
    }
    counts: list[dict[str, int]] = []
    try:
        with connect() as engine:
            for path, (names, condition) in tables.items():
                selected = ", ".join(names)
                if path.suffix == ".csv":
                    selected = ", ".join(f"{_IN_CSV.get(name, name)} AS {name}" for name in names)
                written = str(folder / path.name).replace("'", "''")
                engine.register("rows", _read_parts(parts))
                engine.execute(
                    f"COPY (SELECT {selected} FROM rows WHERE {condition}) "
                    f"TO '{written}' ({_FORMATS[output.suffix]})"
                )
            for by, (_, condition) in zip(
                ("verdict", "kind", "NULL"), tables.values(), strict=True
            ):
                engine.register("rows", _read_parts(parts))
                counting = f"SELECT {by}, count(*) FROM rows WHERE {condition} GROUP BY 1"
                counts.append(dict(engine.execute(f"{counting} ORDER BY 1 DESC").fetchall()))
    except duckdb.Error as error:
        number = re.search(r'"errno":"(\d+)"', str(error))  # for example because the disk is full
        reason = os.strerror(int(number[1])) if number else str(error).partition("\n")[0]
        raise WordtoolsError(f"{output}: cannot be written: {reason}") from None
    for path in tables:
        (folder / path.name).replace(path)
    verdicts, by_kind, failures = counts
    disagreed = {str(kind): by_kind[kind] for kind in KINDS if kind in by_kind}
    return sum(failures.values()), verdicts, disagreed
