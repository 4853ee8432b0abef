"""A recorded game, judged: every play's words, every score, every challenge, every rack left over.

A record may break rules, as over-the-board games do: what speaks against a line is told, one
disagreement a line, and the game goes on as recorded. Verdicts are one bit for the play, as at a
tournament.
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
from wordtools.wording import end_sentence


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move of a record as judged. `score` and `total` are by the rules, the others as the record
    says. `acceptable`: the verdict on a play, None for other moves and where `cannot` says why
    there is none."""

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
    """What a line of a record says that the rules, the lexicon or its own arithmetic do not."""

    line: int
    sentence: str


class ReviewedGame(msgspec.Struct, frozen=True):
    """A record as judged. `scores` are by the rules, racks that were left included. `stopped` is
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


def review_game(record: GameRecord, rules: CrosswordRuleset, lexicon: Lexicon) -> ReviewedGame:
    """The record as judged. Raises `RulesError` for a lexicon of another alphabet, `GcgError` for
    players that the rules do not allow."""
    rules.check_tiles(lexicon.alphabet)
    review = _Review(record, rules, lexicon)
    stopped = None
    for place, item in enumerate(record.items):
        try:
            review.read(place)
        except WordtoolsError as error:
            why = f"{end_sentence(str(error))} The lines from here on cannot be judged."
            stopped = Disagreement(item.line, why)
            break
    else:
        review.close()
    return ReviewedGame(
        rules.name,
        lexicon.name,
        lexicon.edition_name,
        lexicon.digest,
        review.lines,
        review.disagreements,
        review.totals,
        review.state.ended,
        stopped,
    )


class _Review:
    """The judging of a record, line by line. `totals` are ours, `claimed` the record's, `summed`
    what its points add up to. `asked` is the last play: its points and whether it is acceptable;
    `said` are the points that the record gives for it."""

    def __init__(self, record: GameRecord, rules: CrosswordRuleset, lexicon: Lexicon) -> None:
        self.record, self.lexicon = record, lexicon
        self.players = {player.nick: player for player in record.players()}
        names = tuple(player.name for player in self.players.values())
        least, most = rules.players
        if not least <= len(names) <= most:
            raise GcgError(
                record.path, None, f"{len(names)} players; {rules.title} is for {least} to {most}"
            )
        self.state = GameState.first(rules, names)
        self.lines: list[ReviewedMove] = []
        self.disagreements: list[Disagreement] = []
        self.totals = dict.fromkeys(names, 0)
        self.claimed = dict.fromkeys(names, 0)
        self.summed = dict.fromkeys(names, 0)
        self.settled: set[str] = set()
        self.asked: tuple[int, bool | None] = (0, None)
        self.said = 0

    def disagree(self, item: Pragma | Move, said: str) -> None:
        """Notes what speaks against a line."""
        self.disagreements.append(Disagreement(item.line, said))

    def read(self, place: int) -> None:
        """Judges one line. Raises `WordtoolsError` when it means nothing on the board."""
        item, before = self.record.items[place], self.state
        events = read_events(self.record.items, place, self.players, before)
        points, known = 0, len(self.disagreements)
        if isinstance(item, Move) and item.kind == "rack":
            points = self._left(item)
            events = events if len(self.disagreements) == known else []
        for event in events:
            self._happen(item, event)
        if isinstance(item, Move):
            self._judge(item, events, before, points)

    def _happen(self, item: Pragma | Move, event: Event) -> None:
        """Lets an event happen, and notes what speaks against it."""
        for error in find_faults(self.state, event):
            self.disagree(item, end_sentence(str(error)))
            if isinstance(error, IllegalEvent) and error.fault == "ended":
                self.state = self.state.change(ended=None, out=None, scoreless=0, passes=0)
        self.state = apply_event(self.state, event)

    def _judge(self, item: Move, events: list[Event], before: GameState, left: int) -> None:
        """Adds a move as judged; `left` are the points for tiles left over."""
        player = self.players[item.nick].name
        words, acceptable, cannot = self._play(events, before)
        points = self._points(item, events, before, left)
        self._rejudge(item, events)
        said_score, said = item.score or 0, item.text
        taken = item.kind == "withdrawn" and points  # as many as were right, or were given
        if said_score not in ((points, -self.said) if taken else (points,)):
            self.disagree(item, f"{player}'s {said} is {points:+d}, not {said_score:+d}.")
        if item.kind == "play":
            self.said = said_score
        claimed = self.claimed[player] + said_score
        ours = self.totals[player] + points
        self.summed[player] += said_score
        if item.total not in (None, claimed, self.summed[player], ours):
            so_far = self.claimed[player]
            self.disagree(
                item, f"{player}'s {so_far} {said_score:+d} makes {claimed}, not {item.total}."
            )
        self.claimed[player] = claimed if item.total is None else item.total
        self.totals[player] = ours
        self.lines.append(
            ReviewedMove(
                item.line,
                player,
                said,
                words,
                acceptable,
                cannot,
                points,
                self.totals[player],
                said_score,
                item.total,
            )
        )

    def _play(
        self, events: list[Event], before: GameState
    ) -> tuple[list[str], bool | None, str | None]:
        """The words of a play, whether they are acceptable, and else why that cannot be told."""
        for event in events:
            if not isinstance(event, Played):
                continue
            play = turns.resolve_play(before.board, event)
            whole = lay_play(before.board, play)
            words = [word.text(whole) for word in find_words(before.board, play)]
            acceptable, cannot = None, None
            try:
                most = max(MOST_WORDS, before.ruleset.rack + 1)
                acceptable = is_acceptable(self.lexicon, words, most)
            except CannotJudge as error:
                cannot = str(error)
            self.asked = scoring.score_play(before.board, play).total, acceptable
            return words, acceptable, cannot
        return [], None, None

    def _points(self, item: Move, events: list[Event], before: GameState, left: int) -> int:
        """What a move is worth by the rules."""
        match item.kind:
            case "play":
                return self.asked[0]
            case "withdrawn":
                return 0 if any(isinstance(event, Passed) for event in events) else -self.asked[0]
            case "time":
                costs = self.state.ruleset.clock.minute_costs
                return -abs(item.score or 0) if costs else 0  # clocks are not recorded
            case "rack":
                return left
            case _:
                new = self.state.parts[len(before.parts) :]
                name = self.players[item.nick].name
                return sum(part.points for part in new if part.player == name)

    def _rejudge(self, item: Move, events: list[Event]) -> None:
        """Holds what became of the last play against the lexicon's answer."""
        acceptable = self.asked[1]
        withdrawn = item.kind == "withdrawn" and not any(isinstance(e, Passed) for e in events)
        if withdrawn and acceptable is True:
            self.disagree(item, "The play is withdrawn, but the lexicon answers YES.")
        if item.kind == "challenge" and acceptable is False:
            self.disagree(item, "The challenge has failed, but the lexicon answers NO.")
        checked = self.state.ruleset.challenge_rule.check == "play"
        if item.kind == "play" and checked and Ruled(True) in events and acceptable is False:
            self.disagree(item, "The play stands, but the lexicon answers NO, and all are checked.")

    def _left(self, item: Move) -> int:
        """The points for the tiles left on racks; notes where the line names other ones."""
        state, player = self.state, self.players[item.nick].name
        own = bool(item.rack) or (item.score or 0) < 0
        if own != (player == state.out):  # else the line is about other tiles than those due
            self.settled.add(player)
        if state.ended is None:
            self.disagree(item, "The game has not ended by the rules: no tiles count yet.")
            return 0
        whose = [player] if own else state.opponents(player)
        held = [racks.deduce_racks(state)[name] for name in whose]
        letters = state.ruleset.alphabet
        named = tiles.read_rack(item.tiles, letters)
        left = bytes(sorted(tile for rack in held for tile in rack.known))
        if any(rack.unknown for rack in held):
            left = named
        if left != named:
            names, shown = " and ".join(whose), tiles.write_tiles(left, letters)
            self.disagree(item, f"The tiles left with {names} are {shown}, not {item.tiles}.")
        return ending.value_of_leftover(state, player, left, own)

    def close(self) -> None:
        """Looks for what should have been said at the end."""
        incomplete = self.record.pragma("incomplete") is not None
        for part in ending.adjust_for_racks(self.state) or ():
            if part.player in self.settled or incomplete:
                continue
            self.totals[part.player] += part.points
            self.disagree(
                self.record.items[-1],
                f"{part.player} is due {part.points:+d} for tiles left over, and no line says so.",
            )
