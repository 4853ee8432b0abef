"""Reviews the record of a table, and checks every event against the rules, the lexicon and the
seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from wordtools.board.tiles import write_tiles
from wordtools.board.words import admit_words
from wordtools.errors import RulesError
from wordtools.game import ending
from wordtools.game import events as game_events
from wordtools.game.replay import find_faults
from wordtools.game.state import GameState
from wordtools.judge.verdict import is_acceptable
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.game import LingoGame
from wordtools.lingo.scoring import score_move
from wordtools.messages.refusal import CannotJudge
from wordtools.review.disagreements import Kind, find_kind
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import Ruleset
from wordtools.table import draws, events
from wordtools.table.events import Happened
from wordtools.table.questions import list_words
from wordtools.table.record import TableRecord
from wordtools.table.scribe import Scribe
from wordtools.table.state import SheetLine, Table, evolve
from wordtools.table.table import order_players


class TableFault(msgspec.Struct, frozen=True):
    """An event that contradicts the rules, the lexicon or the seed: its number (counted from 1),
    and the reason."""

    number: int
    sentence: str
    kind: Kind = "turn"


class ReviewedTable(msgspec.Struct, frozen=True):
    """The review of a table's record. `sheet`: the score sheet that follows from the rules.
    `plays`: the plays or moves that scored, in the order of the sheet. `cannot`: the reasons why
    plays could not be judged."""

    ruleset_name: str = msgspec.field(name="ruleset")
    edition: str
    digest: str
    sheet: tuple[SheetLine, ...]
    plays: tuple[ReviewedTablePlay, ...]
    faults: tuple[TableFault, ...]
    cannot: tuple[TableFault, ...]
    scores: dict[str, int]
    winners: tuple[str, ...]
    ended: str | None

    def list_plays(self) -> Iterator[ReviewedTablePlay]:
        """The plays, each with the number of its turn and the outcome of its challenge."""
        for play in self.plays:
            lines = self.sheet[: play.line]
            turn = sum(line.kind in ("play", "exchange", "pass") for line in lines)
            after = self.sheet[play.line].kind if play.line < len(self.sheet) else None
            outcomes = {"withdrawn": "withdrawn", "challenge": "failed"}
            challenge = outcomes.get(after or "")
            yield msgspec.structs.replace(play, turn=turn, challenge=challenge)

    def table(self) -> list[str]:
        """The review as lines of text: the rules, the score sheet, and the scores."""
        words = {play.line: play for play in self.plays}
        lines = [f"{self.ruleset_name}, {self.edition} ({self.digest[:12]})"]
        names = max([len(line.player) for line in self.sheet], default=0)
        texts = max([len(_show(line)) for line in self.sheet], default=0)
        for number, line in enumerate(self.sheet, 1):
            play = words.get(number)
            made = "" if play is None else f"  {play.verdict:<3}  {' '.join(play.words)}"
            points = f"{line.points:+d}"
            lines.append(
                f"{number:>3}  {line.player:<{names}}  {_show(line):<{texts}}  {points:>5}"
                f"{line.total:>6}{made}".rstrip()
            )
        scores = ", ".join(f"{player} {score}" for player, score in self.scores.items())
        return [*lines, f"{scores} ({self.ended or 'not ended'})"]


class ReviewedTablePlay(msgspec.Struct, frozen=True):
    """A play or move at a table. The fields are the line on the sheet, the player, the tiles held,
    the place, the words, the points (by the rules, and as recorded), and whether the words are
    valid. `turn`: the number of turns up to this one; `challenge`: "withdrawn", "failed", or
    None."""

    line: int
    player: str
    rack: str
    place: str
    words: tuple[str, ...]
    score: int
    recorded: int
    acceptable: bool | None
    turn: int = 0
    challenge: str | None = None

    @property
    def verdict(self) -> str:
        """YES, NO, or CANNOT JUDGE."""
        return {True: "YES", False: "NO", None: "CANNOT JUDGE"}[self.acceptable]


def load_played(opened: events.Opened, other: str = "") -> Ruleset:
    """The ruleset of a recorded table, with the table's changes. This is `other`, if given, or else
    the built-in ruleset that the record names. Never opens a file that a record names. Raises
    `RulesError`.
    """
    name = other or opened.ruleset_name
    if not other and name.partition(":")[0] not in list_rulesets():
        raise RulesError(f"there is no built-in ruleset {name!r}; name its file with --rules")
    return load_ruleset(name, opened.changes)


def review_table(record: TableRecord, ruleset: Ruleset, lexicon: Lexicon) -> ReviewedTable:
    """The review of a record under its ruleset. Raises `WordtoolsError` if an event makes it
    impossible to check what follows, or if the lexicon has different tiles."""
    ruleset.check_tiles(lexicon.alphabet)
    review = _TableReview(record, ruleset, admit_words(ruleset, lexicon))
    for number, happened in enumerate(record.events[1:], 2):
        review.follow(number, happened)
    return review.finish(lexicon)


class _TableReview:
    """The table up to the current event, and the contradictions found so far."""

    def __init__(self, record: TableRecord, ruleset: Ruleset, lexicon: Lexicon) -> None:
        self.table = Table.open(record.events[0], ruleset)
        self.lexicon = lexicon
        self.faults: list[TableFault] = []
        self.cannot: list[TableFault] = []
        self.plays: list[ReviewedTablePlay] = []
        opened = record.opened
        if draws.commit(opened.nonce) != opened.commitment:
            self.object(1, "The host's nonce is not the one that it committed to")
        if ruleset.digest != opened.ruleset_digest:
            self.object(1, f"The ruleset {ruleset.name} is not that of the table")

    def object(self, number: int, sentence: str, kind: Kind = "turn") -> None:
        self.faults.append(TableFault(number, sentence, kind))

    def follow(self, number: int, happened: Happened) -> None:
        """Checks an event, and applies it."""
        event, before = happened.event, self.table
        if happened.at < before.at:
            self.object(number, "The event is earlier than the previous one")
        if isinstance(event, game_events.Event) and isinstance(before.position, GameState):
            for fault in find_faults(before.game, event):
                self.object(number, str(fault), find_kind(fault))
        self._check_event(number, event)
        self.table = evolve(before, happened)
        self._add_play(before, event)

    def finish(self, lexicon: Lexicon) -> ReviewedTable:
        """The review."""
        table, closed = self.table, self.table.closed
        return ReviewedTable(
            ruleset_name=table.opened.ruleset_name,
            edition=lexicon.edition_name,
            digest=lexicon.digest,
            sheet=table.sheet,
            plays=tuple(self.plays),
            faults=tuple(self.faults),
            cannot=tuple(self.cannot),
            scores=self._count_scores(),
            winners=closed.winners if closed else (),
            ended=closed.reason if closed else None,
        )

    def _count_scores(self) -> dict[str, int]:
        position = self.table.position
        if isinstance(position, GameState):
            return ending.compute_final_scores(position) or position.scores
        return position.scores if position else {}

    def _check_event(self, number: int, event: Any) -> None:
        table = self.table
        match event:
            case events.Began():
                scribe = Scribe(table, table.at, self.lexicon)
                order = order_players(scribe)
                if event.players != order or scribe.table.drawn != table.drawn * 2:
                    self.object(number, "The seed gives another order of players")
            case game_events.Challenged() if table.game.last:
                if table.game.ruleset.challenge_rule.scope == "play":
                    self._check_ruling(number, list_words(table), event.acceptable)
            case game_events.Ruled() if table.game.pending:
                self._check_ruling(number, list_words(table), event.acceptable)
            case events.Placed() if isinstance(table.position, LingoGame):
                played = table.position.play(event.move, self.lexicon)
                points = played.turns[-1].points
                if points != event.points:
                    self.object(
                        number, f"{event.move} is {points} points, not {event.points}", "score"
                    )
            case events.Closed():
                if event.nonce != table.opened.nonce:
                    self.object(
                        number, "The revealed nonce is not the one that the opening committed to"
                    )
                if event.scores != self._count_scores():
                    self.object(number, "The final scores do not follow from the rules", "end")

    def _check_ruling(self, number: int, words: Sequence[str], acceptable: bool) -> None:
        judged = self._judge(number, words)
        if judged is not None and judged != acceptable:
            shown = {True: "YES", False: "NO"}
            made = " ".join(words)
            self.object(
                number, f"The ruling is {shown[acceptable]}; {made} is {shown[judged]}", "challenge"
            )

    def _judge(self, number: int, words: Sequence[str]) -> bool | None:
        try:
            return is_acceptable(self.lexicon, words, len(words))
        except CannotJudge as error:
            self.cannot.append(TableFault(number, str(error)))
            return None

    def _add_play(self, before: Table, event: Any) -> None:
        """Notes a play that has just scored."""
        table = self.table
        if isinstance(event, events.Placed) and isinstance(before.position, LingoGame):
            self._add_move(before.position, event)
            return
        game = table.position
        if not isinstance(game, GameState) or game.last is None:
            return
        old = before.position.last if isinstance(before.position, GameState) else None
        if game.last is old or (old is not None and game.last.play is old.play):
            return
        rack = game.last.before.racks[game.last.player].known
        line = next(
            at for at in range(len(table.sheet), 0, -1) if table.sheet[at - 1].kind == "play"
        )
        words = list_words(table)
        self.plays.append(
            ReviewedTablePlay(
                line,
                game.last.player,
                _write(rack, table.ruleset),
                table.sheet[line - 1].text,
                words,
                game.last.points,
                game.last.points,
                self._judge(len(self.plays) + 1, words),
            )
        )

    def _add_move(self, before: LingoGame, event: events.Placed) -> None:
        played = before.play(event.move, self.lexicon)
        score = score_move(played.board, self.lexicon)
        pool = before.pools[before.players.index(event.player)]
        self.plays.append(
            ReviewedTablePlay(
                len(self.table.sheet),
                event.player,
                _write(pool, self.table.ruleset),
                event.move,
                tuple(word.text for word in score.words),
                score.total,
                event.points,
                score.total > 0,
            )
        )


def _write(tiles_held: bytes, ruleset: Ruleset) -> str:
    return write_tiles(sorted(tiles_held), ruleset.alphabet)


def _show(line: SheetLine) -> str:
    if line.kind == "play":
        return line.text
    return f"({line.kind}{' ' + line.text if line.text else ''})"
