"""Turns a GCG record into a game.

GCG records plays, exchanges, passes, withdrawn plays, points for challenges and time, and racks,
but not who challenged. The challenger is assumed to be the player after the one challenged, unless
our own pragma names another player. For each kind of line, a function returns its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from wordtools.board import notation, tiles
from wordtools.board.supply import find_missing
from wordtools.errors import SourceError, SpellingError, WordtoolsError
from wordtools.formats.gcg import GameRecord, GcgError, Move, Player, Pragma
from wordtools.game import events, racks
from wordtools.game.events import Event
from wordtools.game.game import Game
from wordtools.game.nicknames import tell_players_apart
from wordtools.game.state import GameState
from wordtools.game.turns import resolve_play

ADDED = "added"
"""Our pragma for the random letters added to the bag."""
CHALLENGER = "challenger"
"""Our pragma for the challenger, which follows the line of a challenge."""
_PLACEHOLDER = 5
"""A rack that is this many equal letters, or more, counts as unrecorded."""


def game_from_gcg(record: GameRecord, ruleset_name: str) -> Game:
    """The game in a record, under a ruleset. Does not check the record's scores. Raises `GcgError`
    if the rules forbid an event."""
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
    """A move in a record, with its player and the state of the game before it."""

    record: GameRecord
    place: int
    players: dict[str, Player]
    state: GameState
    move: Move
    player: str

    @property
    def next_player(self) -> str:
        """The player who moves after `player`."""
        order = self.state.players
        return order[(order.index(self.player) + 1) % len(order)]

    @property
    def challenger(self) -> str | None:
        """The player whom the next line names as the challenger; None if it names nobody."""
        for item in self.record.items[self.place + 1 : self.place + 2]:
            if isinstance(item, Pragma) and item.name == CHALLENGER and item.text in self.players:
                return self.players[item.text].name
        return None

    @property
    def next_move(self) -> Move | None:
        """The next move in the record."""
        following = self.record.items[self.place + 1 :]
        return next((item for item in following if isinstance(item, Move)), None)

    @property
    def last_move(self) -> Move | None:
        """The move before this one, not counting time penalties."""
        earlier = reversed(self.record.items[: self.place])
        moves = (item for item in earlier if isinstance(item, Move) and item.kind != "time")
        return next(moves, None)


def read_events(
    record: GameRecord, place: int, players: dict[str, Player], state: GameState
) -> list[Event]:
    """The events of the item at this index of a record. `players` maps nicks to players; `state` is
    the game before the item. Raises `WordtoolsError` if the item cannot be read."""
    item = record.items[place]
    if isinstance(item, Pragma):
        return list(_read_pragma(item, players, state))
    moment = _Moment(record, place, players, state, item, players[item.nick].name)
    return list(_READERS[item.kind](moment))


def _read_pragma(pragma: Pragma, players: dict[str, Player], state: GameState) -> Iterator[Event]:
    """Reads `#rack1 TILES` (a player's rack) and `#added TILES` (the random letters in the bag)."""
    if pragma.name == ADDED:
        yield events.Added(pragma.text)
    for player in players.values():
        if pragma.name == f"rack{player.number}":
            yield from _read_rack(player.name, pragma.text, state)


def _read_play(moment: _Moment) -> Iterator[Event]:
    """Reads a play and, if plays are checked without a challenge, its ruling."""
    player, state, move = moment.player, moment.state, moment.move
    yield from _read_rack(player, move.rack, state)
    # The play is put in our notation, so that a record that we have written is read as the same
    # game.
    play = resolve_play(state.board, events.Played(player, f"{move.place} {move.word}"))
    yield events.Played(player, notation.write_play(state.board, play))
    rule, next_move = state.ruleset.challenge_rule, moment.next_move
    if rule.check == "challenge":
        return
    if next_move and next_move.kind == "withdrawn" and next_move.nick == move.nick:
        yield events.Ruled(False, rule.window or 0)
    elif rule.check == "timed":
        yield from (events.Answered(opponent, True) for opponent in state.opponents(player))
    else:
        yield events.Ruled(True)


def _read_exchange(moment: _Moment) -> Iterator[Event]:
    """Reads an exchange, which states the tiles or only their number."""
    text = moment.move.tiles
    is_number = text.isascii() and text.isdecimal() and int(text) > 0
    yield from _read_rack(moment.player, moment.move.rack, moment.state)
    unrecorded = is_placeholder(moment.move.rack, moment.player, moment.state)
    if unrecorded and not is_number:
        yield events.Exchanged(moment.player, len(text))
    else:
        yield events.Exchanged(moment.player, int(text) if is_number else text)


def _read_pass(moment: _Moment) -> Iterator[Event]:
    """Reads a pass. If failed challenges cost a turn, a pass after the final play means a failed
    challenge.
    """
    player, state = moment.player, moment.state
    yield from _read_rack(player, moment.move.rack, state)
    cost = state.ruleset.challenge_rule.cost(state.wrong.get(player, 0))
    last = state.last if state.ended else None
    if cost.turns and last and last.player != player and not last.challenged:
        yield events.Challenged(player, acceptable=True)
    else:
        yield events.Passed(player)


def _read_withdrawal(moment: _Moment) -> Iterator[Event]:
    """Reads a withdrawal after a challenge. `-- +0` is a pass if it follows anything but a play."""
    last = moment.last_move
    if last is None or (last.kind, last.nick) != ("play", moment.move.nick):
        yield from _read_pass(moment)
    elif moment.state.ruleset.challenge_rule.check == "challenge":
        yield events.Challenged(moment.challenger or moment.next_player, acceptable=False)


def _read_failed_challenge(moment: _Moment) -> Iterator[Event]:
    """Reads a failed challenge, which earns the mover points or costs the challenger points."""
    points = moment.move.score or 0
    challenger = moment.challenger or (moment.player if points < 0 else moment.next_player)
    rule = moment.state.ruleset.challenge_rule
    cost = rule.cost(moment.state.wrong.get(challenger, 0)).points
    words = max(1, abs(points) // cost) if rule.per_word and cost else 1
    yield events.Challenged(challenger, True, words)


def _read_time(moment: _Moment) -> Iterator[Event]:
    yield events.Penalised(moment.player, abs(moment.move.score or 0))


def _read_leftover_rack(moment: _Moment) -> Iterator[Event]:
    """Reads leftover tiles: the player's own if points are deducted for them, otherwise those of
    the only opponent.
    """
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
"""The functions that read each kind of move."""


def is_placeholder(rack: str, player: str, state: GameState) -> bool:
    """True if the text means that the player's rack was not recorded: "UNKNOWN", or one repeated
    letter. Once the bag is empty, a repeated letter counts as a rack if all the player's tiles may
    be that letter."""
    text = "".join(rack.split())
    if text.upper() == "UNKNOWN":
        return True
    if len(text) < _PLACEHOLDER or len(set(text)) > 1:
        return False
    try:
        letters = tiles.read_rack(text, state.ruleset.alphabet)
    except SpellingError:
        return True
    is_whole = not state.bag and len(letters) == state.racks[player].size
    return not is_whole or any(racks.find_supply_faults(state, player, letters))


def _read_rack(player: str, rack: str, state: GameState) -> Iterator[Event]:
    """Yields the player's rack if the record shows tiles that are not known yet."""
    text = "".join(rack.split())
    if not text or is_placeholder(text, player, state):
        return
    try:
        letters = tiles.read_rack(text, state.ruleset.alphabet)
    except SpellingError:
        yield events.Holds(player, text)  # which raises the error when the event is applied
        return
    if find_missing(letters, racks.deduce_racks(state)[player].known):
        yield events.Holds(player, tiles.write_tiles(letters, state.ruleset.alphabet))
