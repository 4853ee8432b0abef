"""The state of a table, and how each event changes it.

The state of a crossword game is `wordtools.game.state.GameState` with all racks known, and the
state of Lingo is a `LingoGame`. Both decide what is legal. A table adds facts that are not in these
states: the order of the bag, times, and the questions that players have yet to answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct, structs

from wordtools.board import notation, tiles
from wordtools.errors import GameError
from wordtools.game import events as game_events
from wordtools.game.events import Name
from wordtools.game.game import Game
from wordtools.game.replay import apply_event
from wordtools.game.state import GameState
from wordtools.lingo.game import LingoGame, LingoTurn
from wordtools.rules.ruleset import ClockRules, CrosswordRuleset, Ruleset, StackingRuleset
from wordtools.table import draws, events
from wordtools.table.events import Happened, Opened, Seat
from wordtools.table.settings import check_changes

LineKind = Literal[
    "play",
    "withdrawn",
    "challenge",
    "gains",
    "exchange",
    "pass",
    "back",
    "blank",
    "time",
    "resigns",
    "claims",
    "stops",
    "swap",
    "leftover",
]


Settled = Literal["", "accepted", "rejected", "checked", "silence"]


class SheetLine(Struct, frozen=True, omit_defaults=True):
    """A line of the score sheet: a `text` (in notation, or a number of tiles), the points, and the
    player's total. Withdrawn plays, plays taken back, wrong challenges, gains from challenges,
    penalties for time, exchanges by WYM squares, and leftover tiles are separate lines. `words`: in
    Lingo, the words that score. `settled`: the way in which a play that waited for answers was
    decided. Either all accepted the play, or `rejecter` rejected it, or the lexicon was
    consulted because an opponent asked for this or did not answer in time."""

    player: Name
    kind: LineKind
    text: str = ""
    absent: Name = ""
    points: int = 0
    total: int = 0
    words: tuple[str, ...] = ()
    settled: Settled = ""
    rejecter: Name = ""


class AskedPlay(Struct, frozen=True):
    """A player asked, at this time, to take back a play. `answers`: the opponents' answers."""

    player: str
    at: float
    answers: dict[str, bool] = {}


class Table(Struct, frozen=True, dict=True):
    """A table.

    `at`: the time of the last event. `position`: the game, once it has begun. `bag`: the tiles in
    the bag, in the order in which they will be drawn. `returned`: the tiles that go back into the
    bag once all racks are full; `returns`: how often tiles have gone back. `since`: the time from
    which the running clock counts; `turn_since`: the time at which the turn began. `played_at`: the
    time of the last play. `firm`: that play can no longer be challenged or taken back. `waived`:
    the players who do not challenge it. `asked`: the player who asks to take it back; `kept`: the
    opponents have refused. `away`: the players who want to adjourn, or who are not back yet.
    `rests`: the days that players take off; each period is given by its first and last day.
    """

    opened: Opened
    ruleset: Ruleset
    at: float
    nonces: dict[str, str] = {}
    drawn: tuple[dict[str, str], ...] = ()
    position: GameState | LingoGame | None = None
    bag: bytes = b""
    returned: bytes = b""
    returns: int = 0
    since: float = 0
    turn_since: float = 0
    played_at: float = 0
    firm: bool = True
    waived: tuple[str, ...] = ()
    asked: AskedPlay | None = None
    kept: bool = False
    away: tuple[str, ...] = ()
    adjourned: bool = False
    rests: dict[str, tuple[tuple[str, str], ...]] = {}
    discarded: bool = False
    closed: events.Closed | None = None
    sheet: tuple[SheetLine, ...] = ()

    def __repr__(self) -> str:
        return f"<Table {self.opened.table}: {self.ruleset.name}, {', '.join(self.opened.names)}>"

    @classmethod
    def open(cls, happened: Happened, ruleset: Ruleset) -> Table:
        """The table that was opened, with its ruleset. Raises `GameError`."""
        opened = happened.event
        if not isinstance(opened, Opened):
            raise GameError("a table begins with its opening")
        check_opening(opened, ruleset)
        return cls(opened, adapt_ruleset(opened, ruleset), happened.at)

    @cached_property
    def seed(self) -> bytes:
        """The seed of all draws, once all seats are taken."""
        nonces = [self.nonces[name] for name in self.opened.names]
        return draws.make_seed(self.opened.table, self.opened.nonce, nonces)

    @property
    def game(self) -> GameState:
        """The crossword game. Raises `GameError` if the game is Lingo or has not begun."""
        if not isinstance(self.position, GameState):
            raise GameError("the game has not begun" if self.position is None else "not in Lingo")
        return self.position

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player, not counting leftover tiles; empty before the game begins."""
        return self.position.scores if self.position else {}

    @property
    def is_over(self) -> bool:
        """True once the result is final."""
        return self.closed is not None or self.discarded

    @property
    def is_swapping(self) -> bool:
        """True while a WYM square's exchange of racks is waiting for the play to become final."""
        game = self.position
        if self.firm or not isinstance(game, GameState) or game.last is None:
            return False
        return any(rack.unknown for name, rack in game.racks.items() if name != game.last.player)

    @property
    def running(self) -> str | None:
        """The player whose clock runs. No clock runs while a play is in question, unless the play
        is ruled on at once. In that case the player's clock runs on, because the turn continues if
        the play is rejected.
        """
        game = self.position
        if not isinstance(game, GameState) or self.adjourned or self.is_over:
            return None
        waits = game.pending and game.ruleset.challenge_rule.check != "play"
        if waits or self.asked or self.is_swapping:
            return None
        return game.turn

    @property
    def people(self) -> list[str]:
        """The human players who have not yet lost."""
        lost = self.position.lost if self.position else ()
        return [
            seat.name
            for seat in self.opened.seats
            if seat.kind != "computer" and seat.name not in lost
        ]

    def find_seat(self, player: str) -> Seat | None:
        """The seat of this player, or None."""
        return next((seat for seat in self.opened.seats if seat.name == player), None)

    def change(self, **changes: Any) -> Table:
        """The table with these fields changed."""
        return structs.replace(self, **changes)


def count_seconds_left(table: Table, player: str, now: float) -> float | None:
    """The seconds until a player has used up the time for the game, including overtime; None
    without a clock.
    """
    if not isinstance(table.position, GameState):
        return None
    game, clock = table.position, table.position.ruleset.clock
    if clock.game is None:
        return None
    allowed = clock.game / len(game.players) if clock.divided else clock.game
    used = sum(game.used.values()) if clock.shared else game.used.get(player, 0)
    runs = table.running == player or (clock.shared and table.running is not None)
    running = max(0.0, now - table.since) if runs else 0.0
    return allowed + 60 * clock.minutes - used - running


def check_opening(opened: Opened, ruleset: Ruleset) -> None:
    """Raises `GameError` unless a game with these seats is possible."""
    least, most = ruleset.players
    names = opened.names
    if not least <= len(names) <= most:
        allowed = f"{least}" if least == most else f"{least} to {most}"
        sentence = f"{ruleset.title} is for {allowed} players, not {len(names)}"
        raise GameError(sentence, "players")
    members = [*names, *(member for seat in opened.seats for member in seat.members)]
    if len(set(members)) < len(members) or not all(
        name.strip() == name and name.isprintable() and 0 < len(name) <= 40 for name in members
    ):
        raise GameError(
            "each seat, and each member of a team, needs its own name of at most 40 printable "
            "characters",
            "names",
        )
    computers = [seat for seat in opened.seats if seat.kind == "computer"]
    if isinstance(ruleset, CrosswordRuleset) and ruleset.computer and len(computers) != 1:
        sentence = f"{ruleset.title} is played by one person against the computer"
        raise GameError(sentence, "one computer")
    check_changes(opened.changes)
    for counts in filter(None, (opened.starts, opened.seconds)):
        if len(counts) != len(names):
            sentence = "state how often each seat has begun or gone second"
            raise GameError(sentence, "starts")


def adapt_ruleset(opened: Opened, ruleset: Ruleset) -> Ruleset:
    """The ruleset, with the windows for answers that this table uses. A correspondence game has no
    clocks, and its windows are as long as a turn.
    """
    if not isinstance(ruleset, CrosswordRuleset):
        return ruleset
    challenge, window = ruleset.challenge, ruleset.challenge_rule.window
    if opened.hours is not None:
        challenge = structs.replace(challenge, window=window and opened.hours * 3600)
        return structs.replace(ruleset, challenge=challenge, clock=ClockRules())
    if opened.slower == 1:
        return ruleset
    take_back = challenge.take_back and challenge.take_back * opened.slower
    window = window and window * opened.slower
    challenge = structs.replace(challenge, window=window, take_back=take_back)
    return structs.replace(ruleset, challenge=challenge)


def evolve(table: Table, happened: Happened) -> Table:
    """The table after an event. Raises `WordtoolsError` if replaying the game reveals that the
    event is impossible.
    """
    event, at = happened.event, happened.at
    running = table.running
    match event:
        case events.Joined() | events.Paused() | events.Returned() | events.Rested():
            table = _move_people(table, event, at)
        case events.Drew():
            table = table.change(drawn=(*table.drawn, event.tiles))
        case events.Began():
            table = _begin(table, event.players).change(turn_since=at)
        case events.Placed():
            table = _place(table, event).change(turn_since=at)
        case events.Waived():
            table = table.change(waived=(*table.waived, event.player))
        case events.Stood():
            table = _let_stand(table)
        case events.AskedBack():
            table = table.change(asked=AskedPlay(event.player, at))
        case events.AnsweredBack():
            table = _answer(table, event)
        case events.Claimed():
            total = table.scores[event.player]
            line = SheetLine(event.player, "claims", absent=event.absent, total=total)
            table = table.change(sheet=(*table.sheet, line))
        case events.Interrupted():
            table = _skip_time(table, at - table.at)
        case events.Discarded():
            table = table.change(discarded=True)
        case events.Closed():
            table = table.change(closed=event)
        case events.Opened():
            raise GameError("a table is opened only once")
        case game_events.Resigned() if isinstance(table.position, LingoGame):
            table = _resign(table, table.position, event.player, at)
        case game_events.Holds():
            table = _draw(table, event)
        case _:
            table = _play(table, event, at)
    if isinstance(event, game_events.Timed) and event.player == running == table.running:
        table = table.change(since=at)
    elif table.running != running:
        table = table.change(since=at, turn_since=at)
    return table.change(at=at)


def _move_people(
    table: Table,
    event: events.Joined | events.Paused | events.Returned | events.Rested,
    at: float,
) -> Table:
    """The table after players sat down, left, came back, or took days off."""
    match event:
        case events.Joined():
            return table.change(nonces={**table.nonces, event.player: event.nonce})
        case events.Paused():
            away = (*table.away, event.player)
            return table.change(away=away, adjourned=set(table.people) <= {*away})
        case events.Returned():
            away = tuple(name for name in table.away if name != event.player)
            adjourned = table.adjourned and not {*away}.isdisjoint(table.people)
            since = at if isinstance(table.position, LingoGame) else table.turn_since
            return table.change(away=away, adjourned=adjourned, turn_since=since)
        case events.Rested():
            days = (*table.rests.get(event.player, ()), (event.first, event.last))
            return table.change(rests={**table.rests, event.player: days})


def _begin(table: Table, players: tuple[str, ...]) -> Table:
    ruleset, seed = table.ruleset, table.seed
    set_of_tiles = sorted(Counter(dict(enumerate(ruleset.counts))).elements())
    if isinstance(ruleset, StackingRuleset):
        bag = bytes(draws.shuffle(seed, "bag", set_of_tiles))
        lingo = LingoGame(ruleset, players, bag)
        _ = lingo.board  # checks the game
        return table.change(position=lingo)
    computers = [seat.name for seat in table.opened.seats if seat.kind == "computer"]
    computer = computers[0] if ruleset.computer else ""
    start = Game(ruleset.name, players, computer).start_by(ruleset)
    bag = bytes(draws.shuffle(seed, "bag", [*set_of_tiles, *draw_letters(table)]))
    return table.change(position=start, bag=bag)


def draw_letters(table: Table) -> bytes:
    """The random letters added to the bag. Every letter of the set is equally likely."""
    ruleset = table.ruleset
    if not isinstance(ruleset, CrosswordRuleset):
        return b""
    letters = [tile for tile, count in enumerate(ruleset.counts) if tile and count]
    return bytes(
        sorted(
            letters[draws.choose_number(table.seed, f"letter {number}", len(letters))]
            for number in range(ruleset.random_tiles)
        )
    )


def _place(table: Table, event: events.Placed) -> Table:
    lingo = table.position
    if not isinstance(lingo, LingoGame):
        raise GameError("only Lingo has moves of this kind")
    after = lingo.add(LingoTurn(event.move, event.points))
    total = after.scores[event.player]
    line = SheetLine(
        event.player, "play", event.move, points=event.points, total=total, words=event.words
    )
    return table.change(position=after, sheet=(*table.sheet, line))


def _resign(table: Table, lingo: LingoGame, player: str, at: float) -> Table:
    """The table after a player of Lingo has resigned."""
    after = lingo.resign(player)
    line = SheetLine(player, "resigns", total=after.scores[player])
    since = table.turn_since if after.mover == lingo.mover else at
    return table.change(position=after, sheet=(*table.sheet, line), turn_since=since)


def _play(table: Table, event: game_events.Event, at: float) -> Table:
    """The table after an event of a crossword game."""
    before = table.game
    after = apply_event(before, event)
    table = table.change(position=after)
    match event:
        case game_events.Played():
            table = table.change(played_at=at, kept=False, waived=(), asked=None)
        case game_events.Exchanged(tiles=str() as named):
            given = tiles.read_rack(named, after.ruleset.alphabet)
            if after.ruleset.exchange.returned_first:
                table = _return(table, given)
            else:
                table = table.change(returned=given)
    if after.last is not before.last:
        table = table.change(firm=after.last is None)
    if after.pending is None and after.last is None:
        table = table.change(asked=None)
    if isinstance(event, game_events.Passed | game_events.Exchanged):
        table = table.change(turn_since=at)
    return table.change(sheet=(*table.sheet, *_list_lines(before, after, event)))


def _let_stand(table: Table) -> Table:
    """The table once the last play is final. If the play covers a WYM square, the opponents' tiles
    are exchanged now.
    """
    game = table.game
    returned = table.returned
    if game.last is not None and table.is_swapping:
        player, held = game.last.player, game.last.before.racks
        returned += b"".join(held[name].known for name in game.opponents(player))
        line = SheetLine(player, "swap", total=game.scores[player])
        table = table.change(sheet=(*table.sheet, line))
    return table.change(firm=True, position=game.change(last=None), returned=returned, asked=None)


def find_draw(table: Table, player: str) -> bytes:
    """The tiles that the player is about to draw. They are the first in the bag. If an exchange
    caused by a WYM square needs more tiles than the bag holds, the returned tiles follow.
    """
    count = table.game.racks[player].unknown
    return _open_bag(table, count).bag[:count]


def _open_bag(table: Table, count: int) -> Table:
    if len(table.bag) >= count or not table.returned:
        return table
    order = draws.shuffle(table.seed, f"return {table.returns}", sorted(table.returned))
    return table.change(bag=table.bag + bytes(order), returned=b"", returns=table.returns + 1)


def _draw(table: Table, event: game_events.Holds) -> Table:
    """The table after a player has drawn tiles. Raises `GameError` if these are not the next tiles
    in the bag."""
    game = table.game
    rack = game.racks[event.player]
    drawn = find_draw(table, event.player)
    if tiles.read_rack(event.tiles, game.ruleset.alphabet) != bytes(sorted(rack.known + drawn)):
        raise GameError(f"{event.player} has not drawn the next tiles of the bag")
    table = _open_bag(table, len(drawn))
    table = table.change(bag=table.bag[len(drawn) :], position=apply_event(game, event))
    if table.returned and not any(rack.unknown for rack in table.game.racks.values()):
        returned = table.returned
        return _return(table.change(returned=b""), returned)
    return table


def _return(table: Table, given: bytes) -> Table:
    """The table after tiles have been returned to the bag, which changes the order in the bag."""
    whole = sorted(table.bag + given)
    order = draws.shuffle(table.seed, f"return {table.returns}", whole)
    return table.change(bag=bytes(order), returns=table.returns + 1)


def _answer(table: Table, event: events.AnsweredBack) -> Table:
    if table.asked is None:
        raise GameError("nobody has asked to take back a play")
    if not event.consents:
        return table.change(asked=None, kept=True)
    answers = {**table.asked.answers, event.player: True}
    return table.change(asked=structs.replace(table.asked, answers=answers))


def _skip_time(table: Table, seconds: float) -> Table:
    """The table as if these seconds had not passed."""
    asked = table.asked and structs.replace(table.asked, at=table.asked.at + seconds)
    return table.change(
        since=table.since + seconds,
        turn_since=table.turn_since + seconds,
        played_at=table.played_at + seconds,
        asked=asked,
    )


def _list_lines(before: GameState, after: GameState, event: game_events.Event) -> list[SheetLine]:
    """The lines that an event adds to the score sheet."""
    own = _describe_event(before, after, event)
    lines = [own] if own else []
    pending = before.pending
    if pending and after.last is not before.last and isinstance(event, game_events.Resigned):
        # The play waited only for the answer of the player who resigns.
        written = notation.write_play(before.board, pending.play)
        lines.insert(0, SheetLine(pending.player, "play", written))
    others: LineKind = "gains" if own and own.kind in ("challenge", "withdrawn") else "time"
    gained = {name: after.scores[name] - before.scores[name] for name in after.players}
    rest = gained.keys() - {line.player for line in lines}
    lines += [SheetLine(name, others) for name in gained if name in rest and gained[name]]
    return [
        structs.replace(line, points=gained[line.player], total=after.scores[line.player])
        for line in lines
    ]


def _describe_event(
    before: GameState, after: GameState, event: game_events.Event
) -> SheetLine | None:
    """The line of the player whom an event concerns, without points; None if there is none."""
    match event:
        case game_events.Played() if after.last is not None:
            return SheetLine(event.player, "play", event.notation)
        case game_events.Ruled() | game_events.Answered():
            return _describe_decision(before, after, event)
        case game_events.Challenged() if before.last is not None:
            if event.acceptable:
                return SheetLine(event.player, "challenge")
            return SheetLine(before.last.player, "withdrawn")
        case game_events.Exchanged(tiles=given):
            count = given if isinstance(given, int) else events.count_tiles(given)
            return SheetLine(event.player, "exchange", str(count))
        case game_events.Passed():
            return SheetLine(event.player, "pass", "time" if event.timed_out else "")
        case game_events.TookBack():
            return SheetLine(event.player, "back")
        case game_events.Reclaimed():
            return SheetLine(event.player, "blank", event.square)
        case game_events.Resigned():
            return SheetLine(event.player, "resigns")
        case game_events.Stopped():
            return SheetLine(event.player, "stops")
    return None


def _describe_decision(
    before: GameState, after: GameState, event: game_events.Ruled | game_events.Answered
) -> SheetLine | None:
    """The line of a play that this event may have decided; None if the play still waits, or if only
    its player may know of it."""
    pending, rule = before.pending, after.ruleset.challenge_rule
    if pending is None or after.pending:
        return None
    stands = after.last is not None
    if not stands and rule.check == "play" and rule.invalid == "play-again":
        return None
    written = notation.write_play(before.board, pending.play)
    line = SheetLine(pending.player, "play" if stands else "withdrawn", written)
    if rule.check == "timed":
        return structs.replace(line, settled=_tell_how(event, pending.votes))
    if isinstance(event, game_events.Ruled):
        return line
    if event.accepts:
        return structs.replace(line, settled="accepted")
    return structs.replace(line, settled="rejected", rejecter=event.player)


def _tell_how(event: game_events.Event, votes: Mapping[str, bool]) -> Settled:
    """States how a play was decided by this event, given the opponents' answers."""
    if isinstance(event, game_events.Answered):
        return "accepted"
    return "silence" if all(votes.values()) else "checked"
