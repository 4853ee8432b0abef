"""A GCG record as a game.

GCG records plays, exchanges, passes, withdrawn plays, points for challenges and time, and racks. It
does not record who challenged: we assume the player after the one challenged, unless our own pragma
names another. Each kind of line has a function that returns its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from wordtools.board import notation, tiles
from wordtools.board.supply import find_missing
from wordtools.errors import SourceError, SpellingError, WordtoolsError
from wordtools.formats.gcg import GameRecord, GcgError, Move, Player, Pragma
from wordtools.game import racks
from wordtools.game.events import (
    Added,
    Answered,
    Challenged,
    Event,
    Exchanged,
    Holds,
    Passed,
    Penalised,
    Played,
    Ruled,
)
from wordtools.game.game import Game
from wordtools.game.nicknames import tell_players_apart
from wordtools.game.state import GameState
from wordtools.game.turns import resolve_play

ADDED = "added"
"""The pragma of our records for the random letters added to the bag."""
CHALLENGER = "challenger"
"""The pragma of our records, after a challenge, for the challenger."""
_PLACEHOLDER = 5
"""The repeats of a letter that mark a rack which nobody noted."""


def game_from_gcg(record: GameRecord, ruleset_name: str) -> Game:
    """The game of a record, by a ruleset. Raises `GcgError` for events that the rules forbid; the
    scores that the record claims are not checked."""
    record = tell_players_apart(record)
    players = {player.nick: player for player in record.list_players()}
    game = Game(ruleset_name, tuple(player.name for player in players.values()))
    try:
        _ = game.start
    except SourceError:
        raise
    except WordtoolsError as error:
        raise GcgError(record.path, None, str(error)) from None
    for place, item in enumerate(record.items):
        try:
            for event in read_events(record, place, players, game.state):
                game = game.push(event)
        except WordtoolsError as error:
            raise GcgError(record.path, item.line, str(error)) from None
    return game


class _Moment(Struct, frozen=True):
    """A move in its record, and the game before it. `player` made the move."""

    record: GameRecord
    place: int
    players: dict[str, Player]
    state: GameState
    move: Move
    player: str

    @property
    def next_player(self) -> str:
        """The player after this one."""
        order = self.state.players
        return order[(order.index(self.player) + 1) % len(order)]

    @property
    def challenger(self) -> str | None:
        """The challenger, if the next line names one."""
        following = self.record.items[self.place + 1 : self.place + 2]
        for item in following:
            if isinstance(item, Pragma) and item.name == CHALLENGER and item.text in self.players:
                return self.players[item.text].name
        return None

    @property
    def next_move(self) -> Move | None:
        """The move on one of the next lines."""
        following = self.record.items[self.place + 1 :]
        return next((item for item in following if isinstance(item, Move)), None)

    @property
    def last_move(self) -> Move | None:
        """The move before this one; readings of clocks do not count."""
        earlier = (item for item in reversed(self.record.items[: self.place]))
        moves = (item for item in earlier if isinstance(item, Move) and item.kind != "time")
        return next(moves, None)


def read_events(
    record: GameRecord, place: int, players: dict[str, Player], state: GameState
) -> list[Event]:
    """The events of the item at a place of a record. `players` by nick, `state` before the item.
    Raises `WordtoolsError` for an item that cannot be read."""
    item = record.items[place]
    if isinstance(item, Pragma):
        return list(_read_pragma(item, players, state))
    moment = _Moment(record, place, players, state, item, players[item.nick].name)
    return list(_READERS[item.kind](moment))


def _read_pragma(pragma: Pragma, players: dict[str, Player], state: GameState) -> Iterator[Event]:
    """`#rack1 TILES`: the tiles that a player holds. `#added TILES`: the random letters of the
    bag."""
    if pragma.name == ADDED:
        yield Added(pragma.text)
    for player in players.values():
        if pragma.name == f"rack{player.number}":
            yield from _read_rack(player.name, pragma.text, state)


def _read_play(moment: _Moment) -> Iterator[Event]:
    """A play and, where plays are checked without a challenge, its ruling."""
    player, state, move = moment.player, moment.state, moment.move
    yield from _read_rack(player, move.rack, state)
    # In our own notation, so that a record of ours gives the same game.
    play = resolve_play(state.board, Played(player, f"{move.place} {move.word}"))
    yield Played(player, notation.write_play(state.board, play))
    rule, next_move = state.ruleset.challenge_rule, moment.next_move
    if rule.check == "challenge":
        return
    if next_move and next_move.kind == "withdrawn" and next_move.nick == move.nick:
        yield Ruled(False, rule.window or 0)
    elif rule.check == "timed":
        yield from (Answered(opponent, True) for opponent in state.opponents(player))
    else:
        yield Ruled(True)


def _read_exchange(moment: _Moment) -> Iterator[Event]:
    """An exchange of tiles, or of a number of tiles."""
    given = moment.move.tiles
    is_number = given.isascii() and given.isdecimal() and int(given) > 0
    yield from _read_rack(moment.player, moment.move.rack, moment.state)
    if is_placeholder(moment.move.rack) and not is_number:
        yield Exchanged(moment.player, len(given))
    else:
        yield Exchanged(moment.player, int(given) if is_number else given)


def _read_pass(moment: _Moment) -> Iterator[Event]:
    """A pass. If a failed challenge costs a turn, a pass recorded after the final play stands for a
    failed challenge of that play."""
    player, state = moment.player, moment.state
    yield from _read_rack(player, moment.move.rack, state)
    cost = state.ruleset.challenge_rule.cost(state.wrong.get(player, 0))
    last = state.last if state.ended else None
    if cost.turns and last and last.player != player and not last.challenged:
        yield Challenged(player, acceptable=True)
    else:
        yield Passed(player)


def _read_withdrawal(moment: _Moment) -> Iterator[Event]:
    """A play taken back after a challenge. `-- +0` after anything but a play is a pass."""
    last = moment.last_move
    if last is None or (last.kind, last.nick) != ("play", moment.move.nick):
        yield from _read_pass(moment)
    elif moment.state.ruleset.challenge_rule.check == "challenge":
        yield Challenged(moment.challenger or moment.next_player, acceptable=False)


def _read_failed_challenge(moment: _Moment) -> Iterator[Event]:
    """Points for a challenge that failed: added on the mover's line, or deducted on the
    challenger's."""
    points = moment.move.score or 0
    challenger = moment.challenger or (moment.player if points < 0 else moment.next_player)
    rule = moment.state.ruleset.challenge_rule
    cost = rule.cost(moment.state.wrong.get(challenger, 0)).points
    words = max(1, abs(points) // cost) if rule.per_word and cost else 1
    yield Challenged(challenger, True, words)


def _read_time(moment: _Moment) -> Iterator[Event]:
    yield Penalised(moment.player, abs(moment.move.score or 0))


def _read_leftover_rack(moment: _Moment) -> Iterator[Event]:
    """Leftover tiles: the player's own if they cost points, otherwise the only opponent's."""
    move, opponents = moment.move, moment.state.opponents(moment.player)
    if move.is_own_rack:
        yield from _read_rack(moment.player, move.tiles, moment.state)
    elif len(opponents) == 1:
        yield from _read_rack(opponents[0], move.tiles, moment.state)


_READERS: dict[str, Callable[[_Moment], Iterator[Event]]] = {
    "play": _read_play,
    "exchange": _read_exchange,
    "pass": _read_pass,
    "withdrawn": _read_withdrawal,
    "challenge": _read_failed_challenge,
    "time": _read_time,
    "rack": _read_leftover_rack,
}
"""The reader of each kind of move."""


def is_placeholder(rack: str) -> bool:
    """Whether a rack stands for tiles that nobody noted: one repeated letter, or a word to that
    effect."""
    text = "".join(rack.split())
    return (len(text) >= _PLACEHOLDER and len(set(text)) == 1) or text.upper() == "UNKNOWN"


def _read_rack(player: str, rack: str, state: GameState) -> Iterator[Event]:
    """The player's rack, if the record shows more of it than is known."""
    text = "".join(rack.split())
    if not text or is_placeholder(text):
        return
    try:
        held = tiles.read_rack(text, state.ruleset.alphabet)
    except SpellingError:
        yield Holds(player, text)  # its error says why it cannot be read
        return
    if find_missing(held, racks.deduce_racks(state)[player].known):
        yield Holds(player, tiles.write_tiles(held, state.ruleset.alphabet))
