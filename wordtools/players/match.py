"""Plays matches between two players, to find out which is stronger.

Games are played in pairs: both games of a pair use the same bag, and the players change seats
between them. Worker processes play batches of pairs. Each batch becomes two files in the folder of
the match: a ZIP of the games in GCG, and a file with a line of results per game. An interrupted
match resumes with the missing batches.
"""

from __future__ import annotations

import hashlib
import io
import math
import pickle
import statistics
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from wordtools.background import begin_worker
from wordtools.errors import WordtoolsError
from wordtools.files import write_files
from wordtools.formats.gcg import format_gcg
from wordtools.formats.parquet import connect
from wordtools.game.to_gcg import game_to_gcg
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.leaves import LeaveTable
from wordtools.players.opponents import Opponent, choose_opponent
from wordtools.players.self_play import play_game, record_game
from wordtools.rules.loading import load_crossword
from wordtools.rules.ruleset import CrosswordRuleset

T = TypeVar("T")

_PAIRS = 25
"""The number of pairs in a batch."""

_NOTE = "match.json"
_GAMES = "games"
"""The folder with the ZIPs, which `wordtools games` can judge."""


class Match(msgspec.Struct, frozen=True):
    """What identifies a match: the two players' names, the rules and words, the number of games,
    and the seed. `digests` are those of the ruleset, the lexicon and the players' leaves."""

    players: tuple[str, str]
    ruleset: str
    edition: str
    games: int
    seed: int
    digests: tuple[str, ...] = ()


class PlayedPair(msgspec.Struct, frozen=True):
    """A game in a match: its pair; its number in the pair; and, for each player in the order of the
    match, the score, the number of turns and the seconds used. `first` is the player who moved
    first.
    """

    pair: int
    game: int
    first: str
    scores: tuple[int, int]
    turns: tuple[int, int]
    seconds: tuple[float, float]


class MatchResult(msgspec.Struct, frozen=True):
    """The result of a match. For the first player, it gives the share of wins (a draw counts as
    half a win) and the mean spread, each with the margin of error of its 95 % interval; for both
    players, it gives the mean points per game and milliseconds per turn. `first_wins` is the share
    of games that the player who moved first won."""

    players: tuple[str, str]
    games: int
    wins: float
    wins_interval: float
    spread: float
    spread_interval: float
    points: tuple[float, float]
    milliseconds: tuple[float, float]
    first_wins: float


def play_match(
    names: tuple[str, str],
    ruleset_name: str,
    lexicon: Lexicon,
    folder: Path,
    games: int,
    seed: int = 0,
    jobs: int | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> MatchResult:
    """Plays a match and stores it in a folder, with `games.parquet` for all its games. `jobs` is
    the number of processes; by default, one per core. Calls `progress` with the number of games
    just played. Raises `WordtoolsError`, for example if the folder has another match. Raises
    `OSError` if writing fails."""
    if games < 2 or games % 2:
        raise WordtoolsError(f"games are played in pairs; choose an even number instead of {games}")
    ruleset = load_crossword(ruleset_name)
    ruleset.check_tiles(lexicon.alphabet)
    tables = [choose_opponent(name, ruleset, lexicon).leaves for name in names]
    digests = (ruleset.digest, lexicon.digest, *map(_digest_leaves, tables))
    match = Match(names, ruleset_name, lexicon.edition_name, games, seed, digests)
    _claim(folder, match)
    missing: list[range] = []
    for first in range(0, games // 2, _PAIRS):
        pairs = range(first, min(first + _PAIRS, games // 2))
        if _find_results(folder, pairs).is_file():
            progress(2 * len(pairs))
        else:
            missing.append(pairs)
    arguments = pickle.dumps((names, ruleset_name, lexicon, seed))
    with ProcessPoolExecutor(jobs, initializer=begin_worker) as pool:
        batches: dict[Future[None], range] = {
            pool.submit(play_batch, arguments, pairs, folder): pairs for pairs in missing
        }
        try:
            for batch in as_completed(batches):
                batch.result()
                progress(2 * len(batches[batch]))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    results = list(_read_results(folder, games))
    _write_parquet(folder)
    return sum_up(names, results)


def play_batch(arguments: bytes, pairs: range, folder: Path) -> None:
    """Plays pairs of games and writes their files. Raises `WordtoolsError` or `OSError`."""
    names, ruleset, lexicon, opponents, seed = _open_match(arguments)
    nicks = _make_nicks(names)
    results: list[PlayedPair] = []
    records: dict[str, bytes] = {}
    for pair in pairs:
        for seats in ((0, 1), (1, 0)):
            plans = [opponents[player].plan for player in seats]
            played = play_game(ruleset, lexicon, plans, seed * 1_000_003 + pair)
            game = record_game(ruleset, [nicks[player] for player in seats], played)
            turns = [len(played.turns[seat::2]) for seat in (0, 1)]
            results.append(
                PlayedPair(
                    pair + 1,
                    seats[0] + 1,
                    names[seats[0]],
                    _by_player(seats, played.scores),
                    _by_player(seats, turns),
                    _by_player(seats, played.seconds),
                )
            )
            name = f"{pair + 1:06}-{seats[0] + 1}.gcg"
            records[name] = format_gcg(game_to_gcg(game)).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in records.items():
            zipped.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    lines = b"".join(msgspec.json.encode(result) + b"\n" for result in results)
    path = _find_results(folder, pairs)
    zipped_games = folder / _GAMES / f"{path.stem}.zip"
    write_files({zipped_games: archive.getvalue(), path: lines})


def sum_up(names: tuple[str, str], results: list[PlayedPair]) -> MatchResult:
    """The result of a match. Sums up the results of a match. Intervals are computed from the means
    of pairs, because the two games of a pair are not independent.
    """
    by_pair: dict[int, list[PlayedPair]] = {}
    for result in results:
        by_pair.setdefault(result.pair, []).append(result)
    wins = [statistics.mean(map(_count_win, pair)) for pair in by_pair.values()]
    spreads = [
        statistics.mean(game.scores[0] - game.scores[1] for game in pair)
        for pair in by_pair.values()
    ]
    first_wins = [
        _count_win(game) if game.first == names[0] else 1 - _count_win(game) for game in results
    ]
    points = [statistics.mean(game.scores[player] for game in results) for player in (0, 1)]
    turns = [max(1, sum(game.turns[player] for game in results)) for player in (0, 1)]
    seconds = [sum(game.seconds[player] for game in results) for player in (0, 1)]
    return MatchResult(
        names,
        len(results),
        statistics.mean(wins),
        _half_interval(wins),
        statistics.mean(spreads),
        _half_interval(spreads),
        (points[0], points[1]),
        (1000 * seconds[0] / turns[0], 1000 * seconds[1] / turns[1]),
        statistics.mean(first_wins),
    )


def _count_win(game: PlayedPair) -> float:
    ours, theirs = game.scores
    return 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0


def _half_interval(values: list[float]) -> float:
    """Half the width of the 95 % interval for a mean; infinite if there is a single value."""
    if len(values) < 2:
        return math.inf
    return 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def _by_player(seats: tuple[int, int], values: list[T]) -> tuple[T, T]:
    """Reorders values from the order of seats to the order of the match's players."""
    return (values[0], values[1]) if seats == (0, 1) else (values[1], values[0])


def _make_nicks(names: tuple[str, str]) -> list[str]:
    """The players' names in records. If a player is a file, its name is that of the file without
    the suffix; equal names get numbers."""
    nicks = [Path(name).stem.replace(" ", "_") or "player" for name in names]
    return nicks if nicks[0] != nicks[1] else [f"{nicks[0]}_1", f"{nicks[1]}_2"]


@cache
def _open_match(
    arguments: bytes,
) -> tuple[tuple[str, str], CrosswordRuleset, Lexicon, list[Opponent], int]:
    names, ruleset_name, lexicon, seed = pickle.loads(arguments)
    ruleset = load_crossword(ruleset_name)
    return names, ruleset, lexicon, [choose_opponent(n, ruleset, lexicon) for n in names], seed


def _digest_leaves(table: LeaveTable | None) -> str:
    return hashlib.sha256(table.kernel.list_leaves()[1]).hexdigest() if table is not None else ""


def _claim(folder: Path, match: Match) -> None:
    """Records the match in its folder. Raises `WordtoolsError` if the folder has another match."""
    note = folder / _NOTE
    encoded = msgspec.json.encode(match)
    if note.is_file() and note.read_bytes() != encoded:
        raise WordtoolsError(f"{folder} has another match; choose another folder")
    write_files({note: encoded})


def _find_results(folder: Path, pairs: range) -> Path:
    return folder / f"pairs-{pairs[0] + 1:06}.jsonl"


def _read_results(folder: Path, games: int) -> Iterator[PlayedPair]:
    for first in range(0, games // 2, _PAIRS):
        for line in _find_results(folder, range(first, first + 1)).read_bytes().splitlines():
            yield msgspec.json.decode(line, type=PlayedPair)


def _write_parquet(folder: Path) -> None:
    """Writes a row for each game, in order."""
    out = folder / ".games.parquet.unfinished"
    source = str(folder / "pairs-*.jsonl").replace("'", "''")
    target = str(out).replace("'", "''")
    engine = connect()
    engine.execute(
        f"""COPY (SELECT pair, game, "first", scores[1] AS score_1, scores[2] AS score_2,
                turns[1] AS turns_1, turns[2] AS turns_2,
                seconds[1] AS seconds_1, seconds[2] AS seconds_2
              FROM read_json('{source}', format = 'newline_delimited')
              ORDER BY pair, game)
            TO '{target}' (FORMAT parquet, COMPRESSION zstd)"""
    )
    out.replace(folder / "games.parquet")
