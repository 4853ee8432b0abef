"""Recorded games in columns: their names and contents go in, a row for each play comes out.

An engine can send `GameColumns` to its workers, as it sends `columns.columns.WordColumns`.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa

from wordtools.errors import GameError, WordtoolsError
from wordtools.formats import gcg
from wordtools.formats.gcg import GameRecord, GcgError, Move
from wordtools.game.game import Game
from wordtools.game.record_rules import find_ruleset_name
from wordtools.game.replay import replay
from wordtools.game.to_gcg import game_to_gcg
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.lexicon import Lexicon
from wordtools.review.review import ReviewedGame, review_game
from wordtools.rules.loading import choose_ruleset, load_crossword
from wordtools.rules.ruleset import CrosswordRuleset

MOST_LINES = 2000
"""The most moves and pragmas, or events, of a game: what a game costs grows with their square."""

PLAYS = pa.schema(
    {
        "game": pa.string(),
        "turn": pa.int32(),
        "player": pa.string(),
        "rack": pa.string(),
        "place": pa.string(),
        "words": pa.list_(pa.string()),
        "score": pa.int32(),
        "verdict": pa.string(),
        "challenge": pa.string(),
        "difference": pa.int32(),
        "line": pa.int32(),
        "kind": pa.string(),
        "disagreement": pa.string(),
        "failure": pa.string(),
    }
)
"""The columns of plays, of disagreements (from `line` on) and of failures; docs/games.md says what
is in each."""


class _Row(NamedTuple):
    """A play, a disagreement, or why a game cannot be judged, or not to its end."""

    game: str
    turn: int | None = None
    player: str | None = None
    rack: str | None = None
    place: str | None = None
    words: list[str] | None = None
    score: int | None = None
    verdict: str | None = None
    challenge: str | None = None
    difference: int | None = None
    line: int | None = None
    kind: str | None = None
    disagreement: str | None = None
    failure: str | None = None


class GameColumns:
    """Judges columns of recorded games by one edition of a lexicon.

    It is pickled as the lexicon's path and digest, and each process opens the file once and keeps
    it.
    """

    def __init__(
        self, lexicon: Lexicon | str | Path, ruleset: CrosswordRuleset | str | None = None
    ) -> None:
        """`lexicon`: one, or its path, name or edition. `ruleset`: by which all games were played;
        without it each game, or the lexicon, implies one. Raises `LexiconError`, `RulesError`."""
        self.lexicon = lexicon if isinstance(lexicon, Lexicon) else open_lexicon(lexicon)
        self.ruleset = load_crossword(ruleset) if isinstance(ruleset, str) else ruleset
        if self.ruleset is not None:
            self.ruleset.check_tiles(self.lexicon.alphabet)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (pickle.dumps(self.lexicon), pickle.dumps(self.ruleset))

    def review(self, games: Any) -> pa.Table:
        """The plays of games, in their order, and what disagrees in each, as `PLAYS`. `games` is
        anything that exports Arrow data with the columns `game`, the name, and `data`, the bytes of
        a GCG file or of a game in JSON. A game that cannot be judged, or not to its end, has a row
        with the reason as its `failure`; nothing that stands in a game is an error."""
        table = pa.table(games)
        data = table["data"].cast(pa.binary())  # engines may have made text of it
        pairs = zip(table["game"].to_pylist(), data.to_pylist(), strict=True)
        return make_table(row for name, data in pairs for row in self._review_game(name, data))

    def review_batches(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The same, batch by batch, as Spark's `mapInArrow` calls it."""
        for batch in batches:
            yield from self.review(pa.Table.from_batches([batch])).to_batches()

    def _review_game(self, name: str, data: bytes | None) -> list[_Row]:
        try:
            record, ruleset = self._read_game(name, data or b"")
            result = review_game(record, ruleset, self.lexicon)
        except WordtoolsError as error:
            return [_Row(name, failure=str(error))]
        except Exception as error:  # one game must not end the judging of a million
            kind = type(error).__name__
            return [_Row(name, failure=f"internal error ({kind}: {error}); please report it")]
        rows = list(_list_plays(name, record.moves, result))
        rows += [
            _Row(name, line=each.line, kind=each.kind, disagreement=each.sentence)
            for each in result.disagreements
        ]
        if result.stopped is not None:
            where = f"{name}:{result.stopped.line}"
            rows.append(_Row(name, failure=f"{where}: {result.stopped.sentence}"))
        return rows

    def _read_game(self, name: str, data: bytes) -> tuple[GameRecord, CrosswordRuleset]:
        """A game, and the rules that it was played by. Raises `WordtoolsError`."""
        check_size(name, data)
        if data.lstrip().startswith(b"{"):
            return self._read_json(name, data)
        record = gcg.parse_gcg(gcg.decode_gcg(data, name), name)
        _check_length(name, len(record.items))
        if not record.moves:
            raise GcgError(name, None, "no moves: not a game in GCG")
        if self.ruleset is not None:
            return record, self.ruleset
        return record, _load_rules(find_ruleset_name(record, self.lexicon)[0])

    def _read_json(self, name: str, data: bytes) -> tuple[GameRecord, CrosswordRuleset]:
        try:
            game = msgspec.json.decode(data, type=Game)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise GameError(f"{name}: not a game in JSON: {error}") from None
        _check_length(name, len(game.events))
        ruleset = self._choose_rules(name, game.ruleset_name)
        if self.ruleset is None and ruleset.name != game.ruleset_name:  # perhaps a file's name
            raise GameError(f"{name}: there is no built-in ruleset {game.ruleset_name!r}")
        try:
            start = game.start_by(ruleset)  # its own name for it might be any file
            replay(start, game.events)
            record = game_to_gcg(game, start=start)
        except WordtoolsError as error:
            raise GameError(f"{name}: {error}") from None
        return msgspec.structs.replace(record, path=name), ruleset

    def _choose_rules(self, name: str, named: str) -> CrosswordRuleset:
        """The rules of a game in JSON, which names them."""
        if self.ruleset is not None:
            return self.ruleset
        lexicon = self.lexicon
        try:
            chosen, _ = choose_ruleset(named, [lexicon.edition_name], lexicon.alphabet.language)
            return _load_rules(chosen)
        except WordtoolsError as error:
            raise GameError(f"{name}: {error}") from None


def make_table(rows: Iterable[tuple[Any, ...]]) -> pa.Table:
    """Rows as a table of `PLAYS`."""
    columns = list(zip(*rows, strict=True)) or [()] * len(PLAYS)
    return pa.table(
        [pa.array(column, field.type) for column, field in zip(columns, PLAYS, strict=True)], PLAYS
    )


def make_failures(failures: Iterable[tuple[str, str]]) -> pa.Table:
    """Names of games, each with why it cannot be judged, as a table of `PLAYS`."""
    return make_table(_Row(name, failure=why) for name, why in failures)


def check_size(name: str, data: bytes) -> None:
    """Raises `GcgError` for more bytes than a game has."""
    if len(data) > gcg.MOST_BYTES:
        raise GcgError(name, None, f"more than {gcg.MOST_BYTES:,} bytes; too large for one game")


def _check_length(name: str, lines: int) -> None:
    if lines > MOST_LINES:
        raise GameError(f"{name}: more than {MOST_LINES:,} lines or events; too long for one game")


def _list_plays(name: str, moves: list[Move], result: ReviewedGame) -> Iterator[_Row]:
    turn = 0
    for at, (move, line) in enumerate(zip(moves, result.lines, strict=False)):  # it may stop early
        turn += move.kind in ("play", "exchange", "pass")
        if move.kind != "play":
            continue
        yield _Row(
            name,
            turn,
            line.player,
            move.rack,
            move.place.upper(),
            line.words,
            line.score,
            line.verdict,
            _find_challenge(moves, at),
            None if move.score is None else move.score - line.score,
        )


def _find_challenge(moves: list[Move], at: int) -> str | None:
    """What became of a challenge to the play at this place, None when nobody challenged."""
    after = next((move for move in moves[at + 1 :] if move.kind != "time"), None)
    if after is not None and after.kind == "challenge":
        return "failed"
    is_withdrawn = after is not None and (after.kind, after.nick) == ("withdrawn", moves[at].nick)
    return "withdrawn" if is_withdrawn else None


@lru_cache(maxsize=64)
def _load_rules(name: str) -> CrosswordRuleset:
    return load_crossword(name)


@lru_cache(maxsize=8)
def _restore(lexicon: bytes, ruleset: bytes) -> GameColumns:
    """Kept by the process that it was sent to. Raises `LexiconError` if the file is another one by
    now."""
    return GameColumns(pickle.loads(lexicon), pickle.loads(ruleset))
