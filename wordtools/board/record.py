"""A GCG record as a game.

GCG tells plays, exchanges, passes, withdrawn plays, points for challenges and time, and racks. It
does not tell who challenged: the player after the one challenged, unless our own pragma names one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wordtools.board import notation, racks, tiles
from wordtools.board.events import (
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
from wordtools.board.game import Game
from wordtools.board.gcg import GcgError, Move, Player, Pragma, Record
from wordtools.board.state import State
from wordtools.board.turns import play_of
from wordtools.errors import SourceError, WordtoolsError

RULESET = "ruleset"
"""The pragma in which our records name the ruleset."""
CHALLENGER = "challenger"
"""The pragma in which they name who challenged, after the challenge."""


def game_of(record: Record, ruleset: str) -> Game:
    """The game of a record by a ruleset's name. Raises `GcgError` for what its rules do not allow;
    claimed scores are not asked."""
    players = {player.nick: player for player in record.players()}
    game = Game(ruleset, tuple(player.name for player in players.values()))
    try:
        _ = game.start
    except SourceError:
        raise
    except WordtoolsError as error:
        raise GcgError(record.path, None, str(error)) from None
    for place, item in enumerate(record.items):
        try:
            for event in events_of(record.items, place, players, game.state):
                game = game.push(event)
        except WordtoolsError as error:
            raise GcgError(record.path, item.line, sentence(error)) from None
    return game


def sentence(error: WordtoolsError) -> str:
    """What an error says, as a sentence."""
    said = str(error)
    return said if said.endswith((".", "?")) else f"{said}."


def events_of(
    items: Sequence[Pragma | Move], place: int, players: dict[str, Player], state: State
) -> list[Event]:
    """What the line at a place of a record says that happened. `players` by nick, `state` before
    the line. Raises `WordtoolsError` for what cannot be read."""
    return list(_events(items, place, players, state))


def _events(
    items: Sequence[Pragma | Move], place: int, players: dict[str, Player], state: State
) -> Iterator[Event]:
    item, following = items[place], items[place + 1 :]
    if isinstance(item, Pragma):
        number = item.name.removeprefix("rack")
        for each in players.values():
            if item.name.startswith("rack") and number == str(each.number):
                yield from _holding(each.name, item.text, state)
        return
    player = players[item.nick].name
    if item.kind in ("play", "exchange", "pass"):
        yield from _holding(player, item.rack, state)
    match item.kind:
        case "play":
            yield from _played(item, following, player, state)
        case "exchange":
            counted = item.tiles.isascii() and item.tiles.isdecimal() and int(item.tiles) > 0
            yield Exchanged(player, int(item.tiles) if counted else item.tiles)
        case "pass":
            yield Passed(player)
        case "withdrawn":
            moves = (i for i in reversed(items[:place]) if isinstance(i, Move))
            earlier = next((move for move in moves if move.kind != "time"), None)
            if earlier is None or (earlier.kind, earlier.nick) != ("play", item.nick):
                yield Passed(player)  # `-- +0`: nothing was laid
            elif state.rules.challenge_rule.check == "challenge":
                challenger = _challenger(following, players, _next(state, player))
                yield Challenged(challenger, acceptable=False)
        case "challenge":
            # Points are given on the mover's line, or taken off on the challenger's.
            taken = (item.score or 0) < 0
            guess = player if taken else _next(state, player)
            challenger = _challenger(following, players, guess)
            yield Challenged(challenger, True, _words(item, challenger, state))
        case "time":
            yield Penalised(player, abs(item.score or 0))
        case "rack":
            others = state.opponents(player)
            if item.rack or (item.score or 0) < 0:
                yield from _holding(player, item.tiles, state)
            elif len(others) == 1:
                yield from _holding(others[0], item.tiles, state)


def _holding(player: str, rack: str, state: State) -> Iterator[Event]:
    """The player's rack, where more is said of it than is known."""
    held = tiles.read_rack("".join(rack.split()), state.rules.letters)
    if held and held != racks.deduced(state)[player].known:
        yield Holds(player, tiles.write(held, state.rules.letters))


def _played(
    item: Move, following: Sequence[Pragma | Move], player: str, state: State
) -> Iterator[Event]:
    """A play, and what became of it where plays are checked without a challenge."""
    rule = state.rules.challenge_rule
    # Written as we write it, so that a record of ours gives the same game.
    play = play_of(state.board, Played(player, f"{item.place} {item.word}"))
    yield Played(player, notation.write(state.board, play))
    if rule.check == "challenge":
        return
    next_move = next((after for after in following if isinstance(after, Move)), None)
    if next_move and next_move.kind == "withdrawn" and next_move.nick == item.nick:
        yield Ruled(False, rule.window or 0)
    elif rule.check == "timed":
        yield from (Answered(other, True) for other in state.opponents(player))
    else:
        yield Ruled(True)


def _words(item: Move, challenger: str, state: State) -> int:
    """How many words a challenge named, as far as its points tell."""
    rule = state.rules.challenge_rule
    cost = rule.cost(state.wrong.get(challenger, 0)).points
    return max(1, abs(item.score or 0) // cost) if rule.per_word and cost else 1


def _challenger(following: Sequence[Pragma | Move], players: dict[str, Player], guess: str) -> str:
    """Who challenged, where the next line says it (we write it when it was not the next player)."""
    said = following[0] if following else None
    if isinstance(said, Pragma) and said.name == CHALLENGER and said.text in players:
        return players[said.text].name
    return guess


def _next(state: State, player: str) -> str:
    """The player after this one."""
    return state.players[(state.players.index(player) + 1) % len(state.players)]
