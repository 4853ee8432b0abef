"""A recorded game, judged: every play's words, every score, every challenge, every rack left over.

A record may break rules, as over-the-board games do: each breach is a disagreement with its line
and its kind, and the game goes on as recorded. Nobody notes every rack: a player whose racks
contradict one another is reported once and not checked for them again. A verdict is one bit for the
whole play, as at a tournament.
Start reading at `review_game`; each line is a step from one `_Position` to the next.
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
"""As many as records can declare."""


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move of a record as judged. `score` and `total` are by the rules, `said_score` and
    `said_total` by the record. `acceptable`: the verdict on a play, None for other moves and where
    `cannot` says why there is none. `board`: the one after it, as `str(board)` draws it, or "" in a
    review without boards."""

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
        """The verdict on a play in words, empty for other moves."""
        if self.cannot:
            return "CANNOT JUDGE"
        return {True: "YES", False: "NO", None: ""}[self.acceptable]


class Stop(msgspec.Struct, frozen=True):
    """The line that means nothing on the board, and why."""

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
    stopped: Stop | None = None

    def leave_out(self, kinds: Collection[str]) -> ReviewedGame:
        """The same without disagreements of these kinds."""
        kept = [each for each in self.disagreements if each.kind not in kinds]
        return msgspec.structs.replace(self, disagreements=kept)

    def __repr__(self) -> str:
        found = pluralize(len(self.disagreements), "disagreement")
        return f"<ReviewedGame {self.ruleset_name}: {pluralize(len(self.lines), 'line')}, {found}>"

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


def review_game(
    record: GameRecord, ruleset: CrosswordRuleset, lexicon: Lexicon, *, boards: bool = False
) -> ReviewedGame:
    """The record as judged; with `boards`, which take time, each move has the one after it. Raises
    `RulesError` for a lexicon of another alphabet or without a category that the rules exclude,
    `GcgError` for a game, a board or tiles that are not the ruleset's, and for fewer than two
    players."""
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
            why = f"{end_sentence(str(error))} The lines from here on cannot be judged."
            stopped = Stop(item.line, why)
            break
        position = step.after
        moves += step.moves
        disagreements += [Disagreement(item.line, *found) for found in step.disagreements]
    totals = position.totals
    if stopped is None:
        for player, points in review.find_unsettled(position).items():
            totals = totals | {player: totals[player] + points}
            sentence = f"{player} is due {points:+d} for tiles left over, and no line says so."
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


_Found = tuple[Kind, str]
"""A disagreement on the line that is read."""
_WITH_RACK = ("play", "exchange", "pass", "rack")
"""The kinds of moves whose rack is read."""


class _Position(msgspec.Struct, frozen=True):
    """Where a review stands between two lines.

    `totals` are by the rules, `claimed` the record's, `summed` what the record's points add up to.
    `settled`: who was given points for tiles left over. `unchecked`: whose racks are not checked
    any more. `overrun`: somebody passed after the end. Of the last play: `points` and `acceptable`
    by the rules, `claimed_points` by the record, and `claimed_before`, its player's total before
    it.
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
        """The same when nothing is known of these players' racks, now or later."""
        unchecked = self.unchecked.union(players)
        if not unchecked:
            return self
        state = self.state
        for player in unchecked:
            state = state.with_rack(player, Rack(b"", state.racks[player].size))
        return msgspec.structs.replace(self, state=state, unchecked=unchecked)


class _Step(msgspec.Struct, frozen=True):
    """What one line comes to: the review after it, the move as judged if it is one, and what the
    line says that is not so."""

    after: _Position
    moves: list[ReviewedMove]
    disagreements: list[_Found]


class _Evaluation(msgspec.Struct, frozen=True):
    """The words of a play, its points and whether it is acceptable, or why that `cannot` be
    judged; empty for other moves."""

    words: list[str] = []
    points: int = 0
    acceptable: bool | None = None
    cannot: str | None = None


class _Review:
    """What stays the same while a record is judged line by line."""

    def __init__(
        self, record: GameRecord, ruleset: CrosswordRuleset, lexicon: Lexicon, boards: bool
    ) -> None:
        """Raises `GcgError` for players that no game has."""
        self.record, self.lexicon, self.boards = tell_players_apart(record), lexicon, boards
        self.players = {player.nick: player for player in self.record.list_players()}
        self.names = tuple(player.name for player in self.players.values())
        if not 2 <= len(self.names) <= MOST_PLAYERS:
            found = pluralize(len(self.names), "player")
            raise GcgError(record.path, None, f"{found}; a game has 2 to {MOST_PLAYERS}")
        self.ruleset = ruleset
        if len(self.names) == 2:
            self.ruleset = adopt_ending(self.record, ruleset)
        moves = [move for move in self.record.moves if move.kind != "time"]
        self.withdrawn = [
            play
            for play, following in itertools.pairwise(moves)
            if (following.kind, following.nick) == ("withdrawn", play.nick)
        ]
        # What another list says of a play speaks neither for nor against its challenger.
        self.compares_verdicts = not is_stand_in(record, lexicon)

    def check_players(self) -> Iterator[Disagreement]:
        """Whether there are as many players as the rules allow."""
        least, most = self.ruleset.players
        if not least <= len(self.names) <= most:
            number = f"{least}" if least == most else f"{least} to {most}"
            found = pluralize(len(self.names), "player")
            sentence = f"{found}; {self.ruleset.title} is for {number}."
            yield Disagreement(self.record.items[0].line, "turn", sentence)

    def start(self) -> _Position:
        """The review before the first line."""
        zero = dict.fromkeys(self.names, 0)
        return _Position(GameState.first(self.ruleset, self.names), zero, zero, zero)

    def read_line(self, before: _Position, place: int) -> _Step:
        """Judges one line. Raises `WordtoolsError` when it means nothing on the board."""
        item = self.record.items[place]
        disagreements: list[_Found] = []
        if isinstance(item, Move) and item.kind in _WITH_RACK and is_placeholder(item.rack):
            player = self.players[item.nick].name
            if player not in before.unchecked:
                why = f"{player}'s rack {item.rack} stands for tiles that nobody noted"
                disagreements.append(_doubt_racks(why, player))
            before = before.forget_racks([player])
        events = read_events(self.record, place, self.players, before.state)
        leftover = 0
        if isinstance(item, Move) and item.kind == "rack":
            leftover, wrong = self._check_leftover(before.state, item)
            disagreements += [("end", sentence) for sentence in wrong]
            events = [] if wrong else events
        after, faults = _apply_events(before, events)
        disagreements += faults
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
        disagreements: list[_Found],
    ) -> _Step:
        """The step of a move: its words, its points, and its record's arithmetic."""
        player = self.players[move.nick].name
        evaluation = self._evaluate(events, before.state)
        if move.kind == "play":
            gained = before.state.limit_points(player, evaluation.points)
            after = msgspec.structs.replace(after, points=gained, acceptable=evaluation.acceptable)
        points = self._count_points(move, events, before, after, leftover)
        claimed = points if move.score is None else move.score
        if self.compares_verdicts:
            disagreements += [("challenge", each) for each in _check_verdict(after, move, events)]
        so_far = before.claimed[player]
        is_back = move.kind == "withdrawn" and bool(points)
        if is_back and not claimed and move.total in (None, before.claimed_before):
            claimed = -before.claimed_points  # `-- +0`, and the total is what it was before
        if claimed not in self._allow_points(move, points, before, disagreements):
            disagreements.append(
                (POINTS_OF[move.kind], f"{player}'s {move.text} is {points:+d}, not {claimed:+d}.")
            )
        total = before.totals[player] + points
        summed = before.summed[player] + claimed
        if move.total not in (None, so_far + claimed, summed, total):
            disagreements.append(
                (
                    "total",
                    f"{player}'s {so_far} {claimed:+d} makes {so_far + claimed}, not {move.total}.",
                )
            )
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
        settles = move.kind == "rack" and _names_due_tiles(before.state, player, move)
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
        return _Step(after, [reviewed], disagreements)

    def _allow_points(
        self, move: Move, points: int, before: _Position, disagreements: list[_Found]
    ) -> set[int]:
        """The points with which a line agrees: those by the rules; for a play withdrawn, as many as
        were given for it; for one that is withdrawn next, also none. Where the game has not ended
        there is nothing to compare."""
        if move.kind == "withdrawn" and points:
            return {points, -before.claimed_points}
        if move.kind == "play" and any(move is play for play in self.withdrawn):
            return {points, 0}
        if move.kind == "rack" and before.state.ended is None and disagreements:
            return {move.score or 0}
        return {points}

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
        """The points for time that come nearest to those lost: clocks are not recorded."""
        clock = self.ruleset.clock
        if not clock.minute_costs:
            return 0
        minutes = math.ceil(lost / clock.minute_costs)
        return -clock.minute_costs * min(minutes, clock.minutes or minutes)

    def _check_leftover(self, state: GameState, move: Move) -> tuple[int, list[str]]:
        """The points for the tiles left on racks, and where the line names other tiles."""
        player, own = self.players[move.nick].name, move.is_own_rack
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
            if (move.score or 0) == ending.compute_leftover(state, player, named, own):
                return move.score or 0, disagreements
        points = ending.compute_leftover(state, player, left, own)
        return state.limit_points(player, points), disagreements

    def find_unsettled(self, end: _Position) -> dict[str, int]:
        """The points for tiles left over that no line gives, by player."""
        if self.record.find_pragma("incomplete") is not None:
            return {}
        due = ending.adjust_for_racks(end.state) or ()
        return {part.player: part.points for part in due if part.player not in end.settled}


def _apply_events(before: _Position, events: list[Event]) -> tuple[_Position, list[_Found]]:
    """The game after events that happened whatever the rules say, and what the rules say."""
    position = before
    found: list[_Found] = []
    for event in events:
        if isinstance(event, Holds) and event.player in position.unchecked:
            continue
        if isinstance(event, Passed) and position.state.ended:
            if not position.overrun:
                found.append(("end", "The game has ended."))
            position = msgspec.structs.replace(position, overrun=True)
            continue
        for error in _list_faults(position.state, event):
            doubted = _find_doubted(position, event, error)
            if doubted:
                found.append(_doubt_racks(str(error), *doubted))
                position = position.forget_racks(doubted)
            else:
                found.append((find_kind(error), end_sentence(str(error))))
            if isinstance(error, IllegalEvent) and error.fault == "ended":
                state = position.state.change(ended=None, out=None, scoreless=0, passes=0)
                position = msgspec.structs.replace(position, state=state)
        if not (isinstance(event, Holds) and event.player in position.unchecked):
            state = apply_event(position.state, event)
            position = msgspec.structs.replace(position, state=state).forget_racks([])
    return position, found


def _list_faults(state: GameState, event: Event) -> list[WordtoolsError]:
    """The rules that an event breaks. A rack that cannot be read breaks one, too; any other text
    that cannot raises `WordtoolsError`."""
    try:
        return list(find_faults(state, event))
    except SpellingError as error:
        if not isinstance(event, Holds):
            raise
        return [error]


def _find_doubted(position: _Position, event: Event, error: WordtoolsError) -> list[str]:
    """The players whose recorded racks an error speaks against: the one who is said to hold
    something; the one who plays what is not on that rack; those who are said to hold what somebody
    else plays."""
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
    freed = find_faults(position.forget_racks(others).state, event)
    faults = [each.fault for each in freed if isinstance(each, IllegalEvent)]
    return [] if error.fault in faults else others


def _doubt_racks(why: str, *players: str) -> _Found:
    names = " and ".join(f"{player}'s" for player in players)
    return "rack", f"{end_sentence(why)} {names} racks are not checked from here on."


def _check_verdict(after: _Position, move: Move, events: list[Event]) -> list[str]:
    """Whether what became of the last play agrees with the lexicon's answer."""
    acceptable = after.acceptable
    if _takes_back(move, events) and acceptable is True:
        return ["The play is withdrawn, but the lexicon answers YES."]
    if _is_lost_challenge(events) and acceptable is False:
        return ["The challenge has failed, but the lexicon answers NO."]
    always_checked = after.state.ruleset.challenge_rule.check == "play"
    if move.kind == "play" and always_checked and Ruled(True) in events and acceptable is False:
        return ["The play stands, but the lexicon answers NO, and all are checked."]
    return []


def _is_lost_challenge(events: list[Event]) -> bool:
    return any(isinstance(event, Challenged) and event.acceptable for event in events)


def _takes_back(move: Move, events: list[Event]) -> bool:
    """Whether a move withdraws the last play, and is no pass or lost challenge in this form."""
    is_pass = any(isinstance(event, Passed) for event in events)
    return move.kind == "withdrawn" and not is_pass and not _is_lost_challenge(events)


def _names_due_tiles(state: GameState, player: str, move: Move) -> bool:
    """Whether the line is about the tiles that are due: the others' for a player who went out, the
    player's own otherwise."""
    return move.is_own_rack != (player == state.out)
