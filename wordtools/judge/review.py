"""A recorded game, judged: every play's words, every score, every challenge, every rack left over.

A record may break rules, as over-the-board games do: each breach is a disagreement with its line,
and the game goes on as recorded. A verdict is one bit for the whole play, as at a tournament.
Start reading at `review_game`; each line is a step from one `_Position` to the next.
"""

from __future__ import annotations

import msgspec

from wordtools.board import scoring, tiles
from wordtools.board.play import find_words, lay_play
from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import GameRecord, GcgError, Move, Pragma
from wordtools.game import ending, racks, turns
from wordtools.game.events import Event, Passed, Played, Ruled
from wordtools.game.from_gcg import read_events
from wordtools.game.replay import apply_event, find_faults
from wordtools.game.state import Ending, GameState, IllegalEvent
from wordtools.judge.ruling import MOST_WORDS, CannotJudge, is_acceptable
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import end_sentence, pluralize


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move of a record as judged. `score` and `total` are by the rules, `said_score` and
    `said_total` by the record. `acceptable`: the verdict on a play, None for other moves and where
    `cannot` says why there is none."""

    line: int
    player: str
    move: str
    words: list[str]
    acceptable: bool | None
    cannot: str | None
    score: int
    total: int
    said_score: int
    said_total: int | None

    @property
    def verdict(self) -> str:
        """The verdict on a play in words, empty for other moves."""
        if self.cannot:
            return "CANNOT JUDGE"
        return {True: "YES", False: "NO", None: ""}[self.acceptable]


class Disagreement(msgspec.Struct, frozen=True):
    """Where a line of a record differs from the rules, the lexicon or its own arithmetic."""

    line: int
    sentence: str


class ReviewedGame(msgspec.Struct, frozen=True):
    """A record as judged. `scores` are by the rules and include the tiles left over. `stopped` is
    the line that means nothing on the board, if there is one, and why: no line from there on is
    judged."""

    ruleset_name: str = msgspec.field(name="ruleset")
    lexicon: str
    edition: str
    digest: str
    lines: list[ReviewedMove]
    disagreements: list[Disagreement]
    scores: dict[str, int]
    ended: Ending | None
    stopped: Disagreement | None = None

    def table(self) -> list[str]:
        """The game as lines of text for people: what it was judged by, its moves, the scores."""
        rows = [
            (str(e.line), e.player, e.move, f"{e.score:+d}", str(e.total), e.verdict,
             " ".join(e.words))
            for e in self.lines
        ]  # fmt: skip
        widths = [max((len(row[at]) for row in rows), default=0) for at in range(7)]
        right = (0, 3, 4)
        lines = [f"{self.ruleset_name}, {self.edition} ({self.lexicon} {self.digest[:12]})"]
        for row in rows:
            cells = [
                cell.rjust(width) if at in right else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        scores = ", ".join(f"{player} {score}" for player, score in self.scores.items())
        return [*lines, f"{scores} ({self.ended or 'not ended'})"]


def review_game(record: GameRecord, ruleset: CrosswordRuleset, lexicon: Lexicon) -> ReviewedGame:
    """The record as judged. Raises `RulesError` for a lexicon of another alphabet, `GcgError` for
    players that the rules do not allow."""
    ruleset.check_tiles(lexicon.alphabet)
    review = _Review(record, ruleset, lexicon)
    position = review.start()
    moves: list[ReviewedMove] = []
    disagreements: list[Disagreement] = []
    stopped = None
    for place, item in enumerate(record.items):
        try:
            step = review.read_line(position, place)
        except WordtoolsError as error:
            why = f"{end_sentence(str(error))} The lines from here on cannot be judged."
            stopped = Disagreement(item.line, why)
            break
        position = step.after
        moves += step.moves
        disagreements += [Disagreement(item.line, sentence) for sentence in step.disagreements]
    totals = position.totals
    if stopped is None:
        for player, points in review.find_unsettled(position).items():
            totals = totals | {player: totals[player] + points}
            sentence = f"{player} is due {points:+d} for tiles left over, and no line says so."
            disagreements.append(Disagreement(record.items[-1].line, sentence))
    return ReviewedGame(
        ruleset.name,
        lexicon.name,
        lexicon.edition_name,
        lexicon.digest,
        moves,
        disagreements,
        totals,
        position.state.ended,
        stopped,
    )


class _Position(msgspec.Struct, frozen=True):
    """Where a review stands between two lines.

    `totals` are by the rules, `claimed` the record's, `summed` what the record's points add up to.
    `settled`: who was given points for tiles left over. Of the last play: `points` and
    `acceptable` by the rules, `claimed_points` by the record.
    """

    state: GameState
    totals: dict[str, int]
    claimed: dict[str, int]
    summed: dict[str, int]
    settled: frozenset[str] = frozenset()
    points: int = 0
    acceptable: bool | None = None
    claimed_points: int = 0


class _Step(msgspec.Struct, frozen=True):
    """What one line comes to: the review after it, the move as judged if it is one, and what the
    line says that is not so."""

    after: _Position
    moves: list[ReviewedMove]
    disagreements: list[str]


class _Evaluation(msgspec.Struct, frozen=True):
    """The words of a play, its points and whether it is acceptable, or why that `cannot` be
    judged; empty for other moves."""

    words: list[str] = []
    points: int = 0
    acceptable: bool | None = None
    cannot: str | None = None


class _Review:
    """What stays the same while a record is judged line by line."""

    def __init__(self, record: GameRecord, ruleset: CrosswordRuleset, lexicon: Lexicon) -> None:
        """Raises `GcgError` for players that the rules do not allow."""
        self.record, self.ruleset, self.lexicon = record, ruleset, lexicon
        self.players = {player.nick: player for player in record.list_players()}
        self.names = tuple(player.name for player in self.players.values())
        least, most = ruleset.players
        if not least <= len(self.names) <= most:
            found = pluralize(len(self.names), "player")
            raise GcgError(record.path, None, f"{found}; {ruleset.title} is for {least} to {most}")

    def start(self) -> _Position:
        """The review before the first line."""
        zero = dict.fromkeys(self.names, 0)
        return _Position(GameState.first(self.ruleset, self.names), zero, zero, zero)

    def read_line(self, before: _Position, place: int) -> _Step:
        """Judges one line. Raises `WordtoolsError` when it means nothing on the board."""
        item = self.record.items[place]
        events = read_events(self.record, place, self.players, before.state)
        disagreements: list[str] = []
        leftover = 0
        if isinstance(item, Move) and item.kind == "rack":
            leftover, disagreements = self._check_leftover(before.state, item)
            events = [] if disagreements else events
        state, faults = _apply_events(before.state, events)
        disagreements += faults
        after = msgspec.structs.replace(before, state=state)
        if isinstance(item, Pragma):
            return _Step(after, [], disagreements)
        return self._judge_move(before, after, item, events, leftover, disagreements)

    def _judge_move(
        self,
        before: _Position,
        after: _Position,
        move: Move,
        events: list[Event],
        leftover: int,
        disagreements: list[str],
    ) -> _Step:
        """The step of a move: its words, its points, and its record's arithmetic."""
        player = self.players[move.nick].name
        evaluation = self._evaluate(events, before.state)
        if move.kind == "play":
            after = msgspec.structs.replace(
                after, points=evaluation.points, acceptable=evaluation.acceptable
            )
        points = self._count_points(move, events, before, after, leftover)
        claimed = points if move.score is None else move.score
        disagreements += _check_verdict(after, move, events)
        # A play withdrawn takes back as many points as were right, or as were given.
        allowed = {points}
        if move.kind == "withdrawn" and points:
            allowed.add(-after.claimed_points)
        if claimed not in allowed:
            disagreements.append(f"{player}'s {move.text} is {points:+d}, not {claimed:+d}.")
        so_far = before.claimed[player]
        total = before.totals[player] + points
        summed = before.summed[player] + claimed
        if move.total not in (None, so_far + claimed, summed, total):
            disagreements.append(
                f"{player}'s {so_far} {claimed:+d} makes {so_far + claimed}, not {move.total}."
            )
        new_claim = so_far + claimed if move.total is None else move.total
        reviewed = ReviewedMove(
            move.line,
            player,
            move.text,
            evaluation.words,
            evaluation.acceptable,
            evaluation.cannot,
            points,
            total,
            claimed,
            move.total,
        )
        settles = move.kind == "rack" and _names_due_tiles(before.state, player, move)
        after = msgspec.structs.replace(
            after,
            totals=before.totals | {player: total},
            claimed=before.claimed | {player: new_claim},
            summed=before.summed | {player: summed},
            settled=before.settled | {player} if settles else before.settled,
            claimed_points=claimed if move.kind == "play" else before.claimed_points,
        )
        return _Step(after, [reviewed], disagreements)

    def _evaluate(self, events: list[Event], before: GameState) -> _Evaluation:
        """What a play comes to, if there is one among the events."""
        played = next((event for event in events if isinstance(event, Played)), None)
        if played is None:
            return _Evaluation()
        play = turns.resolve_play(before.board, played)
        after = lay_play(before.board, play)
        words = [word.text(after) for word in find_words(before.board, play)]
        points = scoring.score_play(before.board, play).total
        try:
            most = max(MOST_WORDS, before.ruleset.rack + 1)
            return _Evaluation(words, points, is_acceptable(self.lexicon, words, most))
        except CannotJudge as error:
            return _Evaluation(words, points, cannot=end_sentence(str(error)))

    def _count_points(
        self, move: Move, events: list[Event], before: _Position, after: _Position, leftover: int
    ) -> int:
        """What a move is worth by the rules."""
        match move.kind:
            case "play":
                return after.points
            case "withdrawn":
                return 0 if _is_pass(events) else -after.points
            case "time":
                costs = self.ruleset.clock.minute_costs
                return -abs(move.score or 0) if costs else 0  # clocks are not recorded
            case "rack":
                return leftover
            case _:
                new = after.state.parts[len(before.state.parts) :]
                name = self.players[move.nick].name
                return sum(part.points for part in new if part.player == name)

    def _check_leftover(self, state: GameState, move: Move) -> tuple[int, list[str]]:
        """The points for the tiles left on racks, and where the line names other tiles."""
        player, own = self.players[move.nick].name, _is_own_rack(move)
        if state.ended is None:
            return 0, ["The game has not ended by the rules: no tiles count yet."]
        whose = [player] if own else state.opponents(player)
        held = [racks.deduce_racks(state)[name] for name in whose]
        alphabet = state.ruleset.alphabet
        named = tiles.read_rack(move.tiles, alphabet)
        left = bytes(sorted(tile for rack in held for tile in rack.known))
        if any(rack.unknown for rack in held):
            left = named
        disagreements = []
        if left != named:
            names, shown = " and ".join(whose), tiles.write_tiles(left, alphabet)
            disagreements = [f"The tiles left with {names} are {shown}, not {move.tiles}."]
        return ending.compute_leftover(state, player, left, own), disagreements

    def find_unsettled(self, end: _Position) -> dict[str, int]:
        """The points for tiles left over that no line gives, by player."""
        if self.record.find_pragma("incomplete") is not None:
            return {}
        due = ending.adjust_for_racks(end.state) or ()
        return {part.player: part.points for part in due if part.player not in end.settled}


def _apply_events(state: GameState, events: list[Event]) -> tuple[GameState, list[str]]:
    """The game after events that happened whatever the rules say, and what the rules say."""
    sentences = []
    for event in events:
        for error in find_faults(state, event):
            sentences.append(end_sentence(str(error)))
            if isinstance(error, IllegalEvent) and error.fault == "ended":
                state = state.change(ended=None, out=None, scoreless=0, passes=0)
        state = apply_event(state, event)
    return state, sentences


def _check_verdict(after: _Position, move: Move, events: list[Event]) -> list[str]:
    """Whether what became of the last play agrees with the lexicon's answer."""
    acceptable = after.acceptable
    if move.kind == "withdrawn" and not _is_pass(events) and acceptable is True:
        return ["The play is withdrawn, but the lexicon answers YES."]
    if move.kind == "challenge" and acceptable is False:
        return ["The challenge has failed, but the lexicon answers NO."]
    always_checked = after.state.ruleset.challenge_rule.check == "play"
    if move.kind == "play" and always_checked and Ruled(True) in events and acceptable is False:
        return ["The play stands, but the lexicon answers NO, and all are checked."]
    return []


def _is_pass(events: list[Event]) -> bool:
    return any(isinstance(event, Passed) for event in events)


def _is_own_rack(move: Move) -> bool:
    """Whether a line about tiles left over is about the player's own."""
    return bool(move.rack) or (move.score or 0) < 0


def _names_due_tiles(state: GameState, player: str, move: Move) -> bool:
    """Whether the line is about the tiles that are due: the others' for a player who went out, the
    player's own otherwise."""
    return _is_own_rack(move) != (player == state.out)
