"""Reviews a recorded game: its words, scores, challenges and leftover racks.

A record may break rules, as over-the-board games do. Each breach becomes a disagreement, and the
review continues from the recorded game. Few records have every rack, so contradictory racks of a
player are reported once and not checked again. A verdict is one bit for the whole play, as at a
tournament.

Start reading at `review_game`. Each line is a step from one `_Position` to the next.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator

import msgspec

from wordtools.board import scoring, tiles
from wordtools.board.play import find_words, lay_play
from wordtools.board.words import admit_words
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.formats.gcg import GameRecord, GcgError, Move, Pragma
from wordtools.formats.gcg import Kind as MoveKind
from wordtools.game import ending, racks, turns
from wordtools.game.events import Challenged, Event, Exchanged, Holds, Passed, Played, Ruled
from wordtools.game.from_gcg import is_placeholder, read_events
from wordtools.game.nicknames import tell_players_apart
from wordtools.game.record_rules import adopt_ending, check_pragmas, is_stand_in
from wordtools.game.replay import apply_event, find_faults
from wordtools.game.state import Ending, GameState, IllegalEvent, Rack
from wordtools.judge.verdict import MOST_WORDS, is_acceptable
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages.refusal import CannotJudge
from wordtools.review.disagreements import POINTS_OF, Disagreement, Kind, find_kind
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import end_sentence, pluralize

MOST_PLAYERS = 9
"""The maximum number of players in a record."""


class ReviewedMove(msgspec.Struct, frozen=True):
    """The review of a move. `score` and `total` follow the rules, `said_score` and `said_total` the
    record. `acceptable`: the verdict on a play, None for other moves, and for plays without a
    verdict for the reason in `cannot`. `board`: the board after the move, as drawn by `str(board)`,
    or ""."""

    line: int
    player: str
    kind: MoveKind
    move: str
    words: list[str]
    acceptable: bool | None
    cannot: str | None
    score: int
    total: int
    said_score: int
    said_total: int | None
    board: str

    @property
    def verdict(self) -> str:
        """The verdict on a play in words, "" for other moves."""
        if self.cannot:
            return "CANNOT JUDGE"
        return {True: "YES", False: "NO", None: ""}[self.acceptable]


class Stop(msgspec.Struct, frozen=True):
    """A line that makes no sense on the board, and the reason."""

    line: int
    sentence: str


class ReviewedGame(msgspec.Struct, frozen=True):
    """The review of a record. `scores` follow the rules and include leftover tiles. `stopped` is
    the first line that makes no sense on the board, where judging stops, or None."""

    ruleset_name: str = msgspec.field(name="ruleset")
    lexicon: str
    edition: str
    digest: str
    lines: list[ReviewedMove]
    disagreements: list[Disagreement]
    scores: dict[str, int]
    ended: Ending | None
    stopped: Stop | None = None

    def leave_out(self, kinds: Collection[str]) -> ReviewedGame:
        """The review without disagreements of these kinds."""
        kept = [fault for fault in self.disagreements if fault.kind not in kinds]
        return msgspec.structs.replace(self, disagreements=kept)

    def __repr__(self) -> str:
        lines = pluralize(len(self.lines), "line")
        disagreements = pluralize(len(self.disagreements), "disagreement")
        return f"<ReviewedGame {self.ruleset_name}: {lines}, {disagreements}>"

    def table(self) -> list[str]:
        """The review as lines of text: its rules and lexicon, the moves, the scores."""
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


def review_game(
    record: GameRecord, ruleset: CrosswordRuleset, lexicon: Lexicon, *, boards: bool = False
) -> ReviewedGame:
    """Reviews a record. With `boards`, which take time, each move has the board after it. Raises
    `RulesError` for a lexicon of another alphabet or without a category that the rules exclude, and
    `GcgError` for an impossible number of players, or a game, board or tiles that are not the
    ruleset's."""
    ruleset = ruleset.read_by(lexicon.alphabet)
    check_pragmas(record, ruleset)
    review = _Review(record, ruleset, admit_words(ruleset, lexicon), boards)
    position = review.start()
    moves: list[ReviewedMove] = []
    disagreements = list(review.check_players())
    stopped = None
    for place, item in enumerate(review.record.items):
        try:
            step = review.read_line(position, place)
        except WordtoolsError as error:
            reason = f"{end_sentence(str(error))} The lines from here on cannot be judged."
            stopped = Stop(item.line, reason)
            break
        position = step.after
        moves += step.moves
        disagreements += [Disagreement(item.line, *fault) for fault in step.faults]
    totals = position.totals
    if stopped is None:
        for player, points in review.find_unsettled(position).items():
            totals = totals | {player: totals[player] + points}
            sentence = f"No line records {player}'s {points:+d} for leftover tiles."
            disagreements.append(Disagreement(record.items[-1].line, "end", sentence))
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


_Fault = tuple[Kind, str]
"""The kind and the sentence of a disagreement on the current line."""


class _Position(msgspec.Struct, frozen=True):
    """The state of a review between two lines.

    `totals` follow the rules, `claimed` are the record's totals, `summed` the sums of its points.
    `settled`: players who received points for leftover tiles. `unchecked`: players whose racks are
    no longer checked. `overrun`: somebody passed after the end of the game. Four fields describe
    the last play: `points` and `acceptable` by the rules, `claimed_points` by the record, and
    `claimed_before`, the player's total before it.
    """

    state: GameState
    totals: dict[str, int]
    claimed: dict[str, int]
    summed: dict[str, int]
    settled: frozenset[str] = frozenset()
    unchecked: frozenset[str] = frozenset()
    overrun: bool = False
    points: int = 0
    acceptable: bool | None = None
    claimed_points: int = 0
    claimed_before: int = 0

    def forget_racks(self, players: Iterable[str]) -> _Position:
        """The position, with the racks of these players unknown from now on."""
        unchecked = self.unchecked.union(players)
        if not unchecked:
            return self
        state = self.state
        for player in unchecked:
            state = state.with_rack(player, Rack(b"", state.racks[player].size))
        return msgspec.structs.replace(self, state=state, unchecked=unchecked)


class _Step(msgspec.Struct, frozen=True):
    """The result of one line: the next position, its move if it has one, and its faults."""

    after: _Position
    moves: list[ReviewedMove]
    faults: list[_Fault]


class _Evaluation(msgspec.Struct, frozen=True):
    """The words, points and verdict of a play, or why the judge `cannot` rule; empty for other
    moves."""

    words: list[str] = []
    points: int = 0
    acceptable: bool | None = None
    cannot: str | None = None


class _Review:
    """A record, its players and its rules, which apply to all lines."""

    def __init__(
        self, record: GameRecord, ruleset: CrosswordRuleset, lexicon: Lexicon, boards: bool
    ) -> None:
        """Raises `GcgError` for an impossible number of players."""
        self.record, self.lexicon, self.boards = tell_players_apart(record), lexicon, boards
        self.players = {player.nick: player for player in self.record.list_players()}
        self.names = tuple(player.name for player in self.players.values())
        if not 2 <= len(self.names) <= MOST_PLAYERS:
            number = pluralize(len(self.names), "player")
            raise GcgError(record.path, None, f"{number}; a game has 2 to {MOST_PLAYERS}")
        self.ruleset = ruleset
        if len(self.names) == 2:
            self.ruleset = adopt_ending(self.record, ruleset)
        moves = [move for move in self.record.moves if move.kind != "time"]
        self.withdrawn = [
            play
            for play, following in itertools.pairwise(moves)
            if (following.kind, following.nick) == ("withdrawn", play.nick)
        ]
        # Another list's verdict does not prove a challenger right or wrong.
        self.compares_verdicts = not is_stand_in(record, lexicon)

    def check_players(self) -> Iterator[Disagreement]:
        """Yields a disagreement if the rules do not allow this number of players."""
        minimum, maximum = self.ruleset.players
        if not minimum <= len(self.names) <= maximum:
            allowed = f"{minimum}" if minimum == maximum else f"{minimum} to {maximum}"
            number = pluralize(len(self.names), "player")
            sentence = f"{number}; {self.ruleset.title} is for {allowed}."
            yield Disagreement(self.record.items[0].line, "turn", sentence)

    def start(self) -> _Position:
        """The position before the first line."""
        zero = dict.fromkeys(self.names, 0)
        return _Position(GameState.first(self.ruleset, self.names), zero, zero, zero)

    def read_line(self, before: _Position, place: int) -> _Step:
        """Judges one line. Raises `WordtoolsError` when the line makes no sense on the board."""
        item = self.record.items[place]
        faults: list[_Fault] = []
        with_rack = ("play", "exchange", "pass", "rack")
        if isinstance(item, Move) and item.kind in with_rack:
            player = self.players[item.nick].name
            if is_placeholder(item.rack, player, before.state):
                if player not in before.unchecked:
                    reason = f"{player}'s rack {item.rack} stands for unrecorded tiles"
                    faults.append(_doubt_racks(reason, player))
                before = before.forget_racks([player])
        events = read_events(self.record, place, self.players, before.state)
        leftover = 0
        if isinstance(item, Move) and item.kind == "rack":
            leftover, wrong = self._check_leftover(before.state, item)
            faults += [("end", sentence) for sentence in wrong]
            events = [] if wrong else events
        after, broken_rules = _apply_events(before, events)
        faults += broken_rules
        if isinstance(item, Pragma):
            return _Step(after, [], faults)
        return self._judge_move(before, after, item, events, leftover, faults)

    def _judge_move(
        self,
        before: _Position,
        after: _Position,
        move: Move,
        events: list[Event],
        leftover: int,
        faults: list[_Fault],
    ) -> _Step:
        """Judges a move's words and points, and checks the record's arithmetic."""
        player = self.players[move.nick].name
        evaluation = self._evaluate(events, before.state)
        if move.kind == "play":
            gained = before.state.limit_points(player, evaluation.points)
            after = msgspec.structs.replace(after, points=gained, acceptable=evaluation.acceptable)
        points = self._count_points(move, events, before, after, leftover)
        claimed = points if move.score is None else move.score
        if self.compares_verdicts:
            faults += _check_verdict(after, move, events)
        so_far = before.claimed[player]
        is_back = move.kind == "withdrawn" and bool(points)
        if is_back and not claimed and move.total in (None, before.claimed_before):
            claimed = -before.claimed_points  # `-- +0` with the total from before the play
        if claimed not in self._allow_points(move, points, before, faults):
            sentence = f"{player}'s {move.text} is {points:+d}, not {claimed:+d}."
            faults.append((POINTS_OF[move.kind], sentence))
        total = before.totals[player] + points
        summed = before.summed[player] + claimed
        if move.total not in (None, so_far + claimed, summed, total):
            sentence = (
                f"{player}'s {so_far} {claimed:+d} makes {so_far + claimed}, not {move.total}."
            )
            faults.append(("total", sentence))
        new_claim = so_far + claimed if move.total is None else move.total
        reviewed = ReviewedMove(
            move.line,
            player,
            move.kind,
            move.text,
            evaluation.words,
            evaluation.acceptable,
            evaluation.cannot,
            points,
            total,
            claimed,
            move.total,
            str(after.state.board) if self.boards else "",
        )
        # A player who goes out gains the opponents' tiles; others lose their own.
        settles = move.kind == "rack" and move.is_own_rack != (player == before.state.out)
        is_play = move.kind == "play"
        after = msgspec.structs.replace(
            after,
            totals=before.totals | {player: total},
            claimed=before.claimed | {player: new_claim},
            summed=before.summed | {player: summed},
            settled=before.settled | {player} if settles else before.settled,
            claimed_points=claimed if is_play else before.claimed_points,
            claimed_before=so_far if is_play else before.claimed_before,
        )
        return _Step(after, [reviewed], faults)

    def _allow_points(
        self, move: Move, points: int, before: _Position, faults: list[_Fault]
    ) -> set[int]:
        """The points that a line may state: `points` by the rules; for a withdrawal, also the
        recorded points of its play; for a play withdrawn next, also none. For a rack in an
        unfinished game, any points are accepted, because `faults` has the error."""
        if move.kind == "withdrawn" and points:
            return {points, -before.claimed_points}
        if move.kind == "play" and any(move is play for play in self.withdrawn):
            return {points, 0}
        if move.kind == "rack" and before.state.ended is None and faults:
            return {move.score or 0}
        return {points}

    def _evaluate(self, events: list[Event], before: GameState) -> _Evaluation:
        """The evaluation of the play among the events, if there is one."""
        played = next((event for event in events if isinstance(event, Played)), None)
        if played is None:
            return _Evaluation()
        play = turns.resolve_play(before.board, played)
        after = lay_play(before.board, play)
        words = [word.text(after) for word in find_words(before.board, play)]
        points = scoring.score_play(before.board, play).total
        try:
            maximum = max(MOST_WORDS, before.ruleset.rack + 1)
            return _Evaluation(words, points, is_acceptable(self.lexicon, words, maximum))
        except CannotJudge as error:
            return _Evaluation(words, points, cannot=end_sentence(str(error)))

    def _count_points(
        self, move: Move, events: list[Event], before: _Position, after: _Position, leftover: int
    ) -> int:
        match move.kind:
            case "play":
                return after.points
            case "withdrawn":
                return -after.points if _takes_back(move, events) else 0
            case "time":
                return self._round_up_to_minutes(abs(move.score or 0))
            case "rack":
                return leftover
            case _:
                new = after.state.parts[len(before.state.parts) :]
                name = self.players[move.nick].name
                return sum(part.points for part in new if part.player == name)

    def _round_up_to_minutes(self, lost: int) -> int:
        """The time penalty nearest to `lost`, because clocks are not recorded."""
        clock = self.ruleset.clock
        if not clock.minute_costs:
            return 0
        minutes = math.ceil(lost / clock.minute_costs)
        return -clock.minute_costs * min(minutes, clock.minutes or minutes)

    def _check_leftover(self, state: GameState, move: Move) -> tuple[int, list[str]]:
        """The points for leftover tiles, and a fault if the line names wrong tiles."""
        player, own = self.players[move.nick].name, move.is_own_rack
        if state.ended is None:
            return 0, ["The game has not ended by the rules: no tiles count yet."]
        owners = [player] if own else state.opponents(player)
        owned = [racks.deduce_racks(state)[name] for name in owners]
        alphabet = state.ruleset.alphabet
        named = tiles.read_rack(move.tiles, alphabet)
        left = bytes(sorted(tile for rack in owned for tile in rack.known))
        if any(rack.unknown for rack in owned):
            left = named
        sentences = []
        if left != named:
            names, correct = " and ".join(owners), tiles.write_tiles(left, alphabet)
            sentences = [f"The tiles left with {names} are {correct}, not {move.tiles}."]
            if (move.score or 0) == ending.compute_leftover(state, player, named, own):
                return move.score or 0, sentences
        points = ending.compute_leftover(state, player, left, own)
        return state.limit_points(player, points), sentences

    def find_unsettled(self, end: _Position) -> dict[str, int]:
        """The points for leftover tiles that no line records, by player."""
        if self.record.find_pragma("incomplete") is not None:
            return {}
        due = ending.adjust_for_racks(end.state) or ()
        return {part.player: part.points for part in due if part.player not in end.settled}


def _apply_events(position: _Position, events: list[Event]) -> tuple[_Position, list[_Fault]]:
    """The position after events, and the rules that they break."""
    faults: list[_Fault] = []
    for event in events:
        if isinstance(event, Holds) and event.player in position.unchecked:
            continue
        if isinstance(event, Passed) and position.state.ended:
            if not position.overrun:
                faults.append(("end", "The game has ended."))
            position = msgspec.structs.replace(position, overrun=True)
            continue
        for error in _list_faults(position.state, event):
            doubted = _find_doubted(position, event, error)
            if doubted:
                faults.append(_doubt_racks(str(error), *doubted))
                position = position.forget_racks(doubted)
            else:
                faults.append((find_kind(error), end_sentence(str(error))))
            if isinstance(error, IllegalEvent) and error.fault == "ended":
                state = position.state.change(ended=None, out=None, scoreless=0, passes=0)
                position = msgspec.structs.replace(position, state=state)
        if not (isinstance(event, Holds) and event.player in position.unchecked):
            state = apply_event(position.state, event)
            position = msgspec.structs.replace(position, state=state).forget_racks([])
    return position, faults


def _list_faults(state: GameState, event: Event) -> list[WordtoolsError]:
    """The rules that an event breaks, including an unreadable rack. Other unreadable text raises
    `WordtoolsError`."""
    try:
        return list(find_faults(state, event))
    except SpellingError as error:
        if not isinstance(event, Holds):
            raise
        return [error]


def _find_doubted(position: _Position, event: Event, error: WordtoolsError) -> list[str]:
    """The players whose recorded racks an error contradicts: the player of a stated rack, a player
    whose rack lacks played tiles, or opponents whose racks have them."""
    if isinstance(event, Holds):
        return [event.player]
    if not isinstance(error, IllegalEvent) or not isinstance(event, Played | Exchanged):
        return []
    if error.fault == "not on the rack":
        return [event.player]
    if error.fault != "not in the bag":
        return []
    state = position.state
    others = [name for name in state.opponents(event.player) if state.racks[name].known]
    errors = find_faults(position.forget_racks(others).state, event)
    remaining = [other.fault for other in errors if isinstance(other, IllegalEvent)]
    return [] if error.fault in remaining else others


def _doubt_racks(reason: str, *players: str) -> _Fault:
    names = " and ".join(f"{player}'s" for player in players)
    return "rack", f"{end_sentence(reason)} {names} racks are not checked from here on."


def _check_verdict(after: _Position, move: Move, events: list[Event]) -> Iterator[_Fault]:
    """Yields a fault if the last play was withdrawn or stands contrary to the lexicon."""
    acceptable = after.acceptable
    always_checked = after.state.ruleset.challenge_rule.check == "play"
    if _takes_back(move, events) and acceptable is True:
        yield "challenge", "The play is withdrawn, but the lexicon answers YES."
    elif _is_lost_challenge(events) and acceptable is False:
        yield "challenge", "The challenge has failed, but the lexicon answers NO."
    elif move.kind == "play" and always_checked and Ruled(True) in events and acceptable is False:
        yield (
            "challenge",
            "The play stands, but the lexicon answers NO, and the rules check every play.",
        )


def _is_lost_challenge(events: list[Event]) -> bool:
    return any(isinstance(event, Challenged) and event.acceptable for event in events)


def _takes_back(move: Move, events: list[Event]) -> bool:
    """True if a move withdraws the last play, and is not a pass or a lost challenge."""
    is_pass = any(isinstance(event, Passed) for event in events)
    return move.kind == "withdrawn" and not is_pass and not _is_lost_challenge(events)
