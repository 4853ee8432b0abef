"""Turns columns of recorded games into tables with one row for each play.

Like `columns.columns.WordColumns`, `GameColumns` can be sent by an engine to its workers.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

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
from wordtools.review.review import review_game
from wordtools.review.reviewed_game import ReviewedGame
from wordtools.review.table_review import load_played, review_table
from wordtools.rules.loading import choose_ruleset, load_crossword
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.table.record import is_record, read_record

MOST_LINES = 2000
"""Maximum number of moves and pragmas, or of events. It is limited because judging time is
quadratic in this number."""

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
"""The columns of plays, of disagreements (from `line` on) and of failures (docs/games.md). A row
fills the game's name and the columns of one of these three kinds; all other columns are null."""

_Row = dict[str, Any]


class GameColumns:
    """Judges columns of recorded games with one edition of a lexicon.

    Pickling stores only the lexicon's path and digest. Each process opens the file once and keeps
    it.
    """

    def __init__(
        self, lexicon: Lexicon | str | Path, ruleset: CrosswordRuleset | str | None = None
    ) -> None:
        """`lexicon`: a lexicon, or a path, name or edition that identifies one. `ruleset`: the
        rules of all games; by default, the rules that each game or the lexicon implies. Raises
        `LexiconError` or `RulesError`."""
        self.lexicon = lexicon if isinstance(lexicon, Lexicon) else open_lexicon(lexicon)
        self.ruleset = load_crossword(ruleset) if isinstance(ruleset, str) else ruleset
        if self.ruleset is not None:
            self.ruleset.check_tiles(self.lexicon.alphabet)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (pickle.dumps(self.lexicon), pickle.dumps(self.ruleset))

    def review(self, games: Any) -> pa.Table:
        """The plays of each game in order, with the game's disagreements, as a table of `PLAYS`.
        `games` is anything that exports Arrow data with two columns: `game`, the game's name, and
        `data`, the bytes of a GCG file or of a game in JSON. For a game that cannot be judged in
        full, a row gives the reason as its `failure`. Whatever a game contains, no error is raised.
        """
        table = pa.table(games)
        data = table["data"].cast(pa.binary())  # engines may pass the bytes as text
        pairs = zip(table["game"].to_pylist(), data.to_pylist(), strict=True)
        return _make_table(row for name, data in pairs for row in self._review_game(name, data))

    def review_batches(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Reviews batches of games, for Spark's `mapInArrow`."""
        for batch in batches:
            yield from self.review(pa.Table.from_batches([batch])).to_batches()

    def _review_game(self, name: str, data: bytes | None) -> list[_Row]:
        try:
            if is_record(data or b""):
                return self._review_table(name, data or b"")
            record, ruleset = self._read_game(name, data or b"")
            result = review_game(record, ruleset, self.lexicon)
        except WordtoolsError as error:
            return [{"game": name, "failure": str(error)}]
        except Exception as error:  # one faulty game must not stop the judging of a million others
            kind = type(error).__name__
            failure = f"internal error ({kind}: {error}); please report it"
            return [{"game": name, "failure": failure}]
        rows = list(_list_plays(name, record.moves, result))
        rows += [
            {"game": name, "line": fault.line, "kind": fault.kind, "disagreement": fault.sentence}
            for fault in result.disagreements
        ]
        if result.stopped is not None:
            failure = f"{name}:{result.stopped.line}: {result.stopped.sentence}"
            rows.append({"game": name, "failure": failure})
        return rows

    def _review_table(self, name: str, data: bytes) -> list[_Row]:
        """Returns the rows for the record of a table. Raises `WordtoolsError`."""
        check_size(name, data)
        record = read_record(data)
        _check_length(name, len(record.events))
        ruleset = load_played(record.opened, self.ruleset.name if self.ruleset else "")
        result = review_table(record, ruleset, self.lexicon)
        rows: list[_Row] = [
            {
                "game": name,
                "turn": play.turn,
                "player": play.player,
                "rack": play.rack,
                "place": play.place.split()[0],
                "words": list(play.words),
                "score": play.score,
                "verdict": play.verdict,
                "challenge": play.challenge,
                "difference": play.recorded - play.score,
            }
            for play in result.list_plays()
        ]
        for fault in result.faults:
            where = {"game": name, "line": fault.number, "kind": fault.kind}
            rows.append({**where, "disagreement": fault.sentence})
        rows += [{"game": name, "failure": fault.sentence} for fault in result.cannot]
        return rows

    def _read_game(self, name: str, data: bytes) -> tuple[GameRecord, CrosswordRuleset]:
        """A game and its rules. Raises `WordtoolsError`."""
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
        ruleset, lexicon = self.ruleset, self.lexicon
        try:
            if ruleset is None:
                editions, language = [lexicon.edition_name], lexicon.alphabet.language
                ruleset = _load_rules(choose_ruleset(game.ruleset_name, editions, language)[0])
                if ruleset.name != game.ruleset_name:  # a ruleset's name may be a path
                    raise GameError(f"there is no built-in ruleset {game.ruleset_name!r}")
            start = game.start_by(ruleset)
            replay(start, game.events)
            record = game_to_gcg(game, start=start)
        except WordtoolsError as error:
            raise GameError(f"{name}: {error}") from None
        return msgspec.structs.replace(record, path=name), ruleset


def make_failures(reasons: Iterable[tuple[str, str]]) -> pa.Table:
    """A table of `PLAYS` with the reasons why games cannot be judged."""
    return _make_table({"game": name, "failure": reason} for name, reason in reasons)


def check_size(name: str, data: bytes) -> None:
    """Raises `GcgError` for data that is too large for a game."""
    if len(data) > gcg.MOST_BYTES:
        raise GcgError(name, None, f"more than {gcg.MOST_BYTES:,} bytes; too large for one game")


def _check_length(name: str, lines: int) -> None:
    if lines > MOST_LINES:
        raise GameError(f"{name}: more than {MOST_LINES:,} lines or events; too long for one game")


def _make_table(rows: Iterable[_Row]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=PLAYS)


def _list_plays(name: str, moves: list[Move], result: ReviewedGame) -> Iterator[_Row]:
    turn = 0
    # the review may have stopped early
    for at, (move, line) in enumerate(zip(moves, result.lines, strict=False)):
        turn += move.kind in ("play", "exchange", "pass")
        if move.kind == "play":
            yield {
                "game": name,
                "turn": turn,
                "player": line.player,
                "rack": move.rack,
                "place": move.place.upper(),
                "words": line.words,
                "score": line.score,
                "verdict": line.verdict,
                "challenge": _find_challenge(moves, at),
                "difference": None if move.score is None else move.score - line.score,
            }


def _find_challenge(moves: list[Move], at: int) -> str | None:
    """The effect of the challenge to the play at this index; None if nobody challenged it."""
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
    """The unpickled columns, cached per process. Raises `LexiconError` for a changed lexicon
    file."""
    return GameColumns(pickle.loads(lexicon), pickle.loads(ruleset))
