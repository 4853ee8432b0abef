"""Reviews a recorded game: its words, scores, challenges and leftover racks.

A record may break rules, as over-the-board games sometimes do. Each breach is reported as a
disagreement, after which the review continues from the game as recorded. As at a tournament, the
verdict on a play is a single bit, which covers all of its words.

Start reading at `review_game`. Each line is a step from one `Position` to the next.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import msgspec

from wordtools.board import scoring, tiles
from wordtools.board.play import find_words, lay_play
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.formats.gcg import GameRecord, GcgError, Move, Pragma
from wordtools.game import ending, racks, turns
from wordtools.game.events import Challenged, Event, Passed, Played, Ruled
from wordtools.game.from_gcg import is_placeholder, read_events
from wordtools.game.nicknames import tell_players_apart
from wordtools.game.record_rules import adopt_ending, check_pragmas, is_stand_in
from wordtools.game.state import GameState
from wordtools.judge.verdict import MOST_WORDS, is_acceptable
from wordtools.lexicon.lexicon import Lexicon
from wordtools.messages.refusal import CannotJudge
from wordtools.review.disagreements import POINTS_OF, Disagreement
from wordtools.review.position import Fault, Position, apply_events, doubt_racks
from wordtools.review.reviewed_game import ReviewedGame, ReviewedMove, Stop
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import end_sentence, pluralize

MOST_PLAYERS = 9
"""The maximum number of players in a record."""


def review_game(
    record: GameRecord, ruleset: CrosswordRuleset, lexicon: Lexicon, *, boards: bool = False
) -> ReviewedGame:
    """Reviews a record. With `boards`, which take time to draw, each move includes the board after
    it. Raises `RulesError` if the lexicon has another alphabet or does not have a category that the
    rules exclude. Raises `GcgError` if the number of players is impossible, or if the game, board
    or tiles are not those of the ruleset."""
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
            reason = f"{end_sentence(str(error))} From here on, lines cannot be judged."
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


class _Step(msgspec.Struct, frozen=True):
    """The result of one line: the next position, the line's move (if it has one), and the line's
    faults."""

    after: Position
    moves: list[ReviewedMove]
    faults: list[Fault]


class _Evaluation(msgspec.Struct, frozen=True):
    """The words, points and verdict of a play, or the reason why the judge `cannot` rule. Empty for
    other moves.
    """

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
        # A verdict based on another list does not prove that a challenger was right or wrong.
        self.compares_verdicts = not is_stand_in(record, lexicon)

    def check_players(self) -> Iterator[Disagreement]:
        """Yields a disagreement if the rules do not allow this number of players."""
        minimum, maximum = self.ruleset.players
        if not minimum <= len(self.names) <= maximum:
            allowed = f"{minimum}" if minimum == maximum else f"{minimum} to {maximum}"
            number = pluralize(len(self.names), "player")
            sentence = f"{number}; {self.ruleset.title} is for {allowed}."
            yield Disagreement(self.record.items[0].line, "turn", sentence)

    def start(self) -> Position:
        """The position before the first line."""
        zero = dict.fromkeys(self.names, 0)
        return Position(GameState.first(self.ruleset, self.names), zero, zero, zero)

    def read_line(self, before: Position, place: int) -> _Step:
        """Judges one line. Raises `WordtoolsError` if the line makes no sense on the board."""
        item = self.record.items[place]
        faults: list[Fault] = []
        with_rack = ("play", "exchange", "pass", "rack")
        if isinstance(item, Move) and item.kind in with_rack:
            player = self.players[item.nick].name
            if is_placeholder(item.rack, player, before.state):
                if player not in before.unchecked:
                    reason = f"{player}'s rack {item.rack} stands for unrecorded tiles"
                    faults.append(doubt_racks(reason, player))
                before = before.forget_racks([player])
        events = read_events(self.record, place, self.players, before.state)
        leftover = 0
        if isinstance(item, Move) and item.kind == "rack":
            leftover, wrong = self._check_leftover(before.state, item)
            faults += [("end", sentence) for sentence in wrong]
            events = [] if wrong else events
        after, broken_rules = apply_events(before, events)
        faults += broken_rules
        if isinstance(item, Pragma):
            return _Step(after, [], faults)
        return self._judge_move(before, after, item, events, leftover, faults)

    def _judge_move(
        self,
        before: Position,
        after: Position,
        move: Move,
        events: list[Event],
        leftover: int,
        faults: list[Fault],
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
            claimed = -before.claimed_points  # the line has `-- +0` and the total before the play
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
        self, move: Move, points: int, before: Position, faults: list[Fault]
    ) -> set[int]:
        """The points that a line may state. These are `points`, which follow from the rules. A
        withdrawal may also state the recorded points of the withdrawn play, and a play that the
        next line withdraws may also state 0. For a rack in an unfinished game, any points are
        accepted, because `faults` already contains the error.
        """
        if move.kind == "withdrawn" and points:
            return {points, -before.claimed_points}
        if move.kind == "play" and any(move is play for play in self.withdrawn):
            return {points, 0}
        if move.kind == "rack" and before.state.ended is None and faults:
            return {move.score or 0}
        return {points}

    def _evaluate(self, events: list[Event], before: GameState) -> _Evaluation:
        """Evaluates the play among the events, if there is one."""
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
        self, move: Move, events: list[Event], before: Position, after: Position, leftover: int
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
        """A penalty of `lost` points, rounded up to whole minutes because clocks are not
        recorded."""
        clock = self.ruleset.clock
        if not clock.minute_costs:
            return 0
        minutes = math.ceil(lost / clock.minute_costs)
        return -clock.minute_costs * min(minutes, clock.minutes or minutes)

    def _check_leftover(self, state: GameState, move: Move) -> tuple[int, list[str]]:
        """Returns the points for leftover tiles, and a fault if the line names the wrong tiles."""
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

    def find_unsettled(self, end: Position) -> dict[str, int]:
        """The points for leftover tiles that no line records, keyed by player."""
        if self.record.find_pragma("incomplete") is not None:
            return {}
        due = ending.adjust_for_racks(end.state) or ()
        return {part.player: part.points for part in due if part.player not in end.settled}


def _check_verdict(after: Position, move: Move, events: list[Event]) -> Iterator[Fault]:
    """Yields a fault if the outcome of the last play contradicts the lexicon."""
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
    """True if a move withdraws the last play, and is neither a pass nor a lost challenge."""
    is_pass = any(isinstance(event, Passed) for event in events)
    return move.kind == "withdrawn" and not is_pass and not _is_lost_challenge(events)
