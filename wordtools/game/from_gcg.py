"""A GCG record as a game.

GCG tells plays, exchanges, passes, withdrawn plays, points for challenges and time, and racks. It
does not tell who challenged: the player after the one challenged, unless our own pragma names one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wordtools.board import notation, tiles
from wordtools.errors import RulesError, SourceError, WordtoolsError
from wordtools.formats.gcg import GameRecord, GcgError, Move, Player, Pragma
from wordtools.game import racks
from wordtools.game.events import (
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
from wordtools.game.state import GameState
from wordtools.game.turns import resolve_play
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.loading import choose_ruleset

RULESET = "ruleset"
"""The pragma in which our records name the ruleset."""
CHALLENGER = "challenger"
"""The pragma in which they name who challenged, after the challenge."""


def find_ruleset_name(record: GameRecord, lexicon: Lexicon | None = None) -> str:
    """The name of the ruleset that a record was played by: the one that it names itself, or the
    only one for its word list or for the lexicon's. Raises `RulesError` when there are several."""
    word_lists = [record.pragma("lexicon") or ""]
    if lexicon is not None:
        word_lists.append(lexicon.edition_name)
    language = lexicon.alphabet.language if lexicon is not None else ""
    try:
        return choose_ruleset(record.pragma(RULESET) or "", word_lists, language)
    except RulesError as error:
        raise RulesError(f"{record.path}: {error}") from None


def game_from_gcg(record: GameRecord, ruleset: str) -> Game:
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
            for event in read_events(record.items, place, players, game.state):
                game = game.push(event)
        except WordtoolsError as error:
            raise GcgError(record.path, item.line, str(error)) from None
    return game


def read_events(
    items: Sequence[Pragma | Move], place: int, players: dict[str, Player], state: GameState
) -> list[Event]:
    """What the line at a place of a record says that happened. `players` by nick, `state` before
    the line. Raises `WordtoolsError` for what cannot be read."""
    return list(_events(items, place, players, state))


def _events(
    items: Sequence[Pragma | Move], place: int, players: dict[str, Player], state: GameState
) -> Iterator[Event]:
    item, following = items[place], items[place + 1 :]
    if isinstance(item, Pragma):
        number = item.name.removeprefix("rack")
        for each in players.values():
            if item.name.startswith("rack") and number == str(each.number):
                yield from _read_rack(each.name, item.text, state)
        return
    player = players[item.nick].name
    if item.kind in ("play", "exchange", "pass"):
        yield from _read_rack(player, item.rack, state)
    match item.kind:
        case "play":
            yield from _read_play(item, following, player, state)
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
            elif state.ruleset.challenge_rule.check == "challenge":
                challenger = _find_challenger(following, players, _next_player(state, player))
                yield Challenged(challenger, acceptable=False)
        case "challenge":
            # Points are given on the mover's line, or taken off on the challenger's.
            taken = (item.score or 0) < 0
            guess = player if taken else _next_player(state, player)
            challenger = _find_challenger(following, players, guess)
            yield Challenged(challenger, True, _count_named_words(item, challenger, state))
        case "time":
            yield Penalised(player, abs(item.score or 0))
        case "rack":
            others = state.opponents(player)
            if item.rack or (item.score or 0) < 0:
                yield from _read_rack(player, item.tiles, state)
            elif len(others) == 1:
                yield from _read_rack(others[0], item.tiles, state)


def _read_rack(player: str, rack: str, state: GameState) -> Iterator[Event]:
    """The player's rack, where more is said of it than is known."""
    held = tiles.read_rack("".join(rack.split()), state.ruleset.alphabet)
    if held and held != racks.deduce_racks(state)[player].known:
        yield Holds(player, tiles.write_tiles(held, state.ruleset.alphabet))


def _read_play(
    item: Move, following: Sequence[Pragma | Move], player: str, state: GameState
) -> Iterator[Event]:
    """A play, and what became of it where plays are checked without a challenge."""
    rule = state.ruleset.challenge_rule
    # Written as we write it, so that a record of ours gives the same game.
    play = resolve_play(state.board, Played(player, f"{item.place} {item.word}"))
    yield Played(player, notation.write_play(state.board, play))
    if rule.check == "challenge":
        return
    next_move = next((after for after in following if isinstance(after, Move)), None)
    if next_move and next_move.kind == "withdrawn" and next_move.nick == item.nick:
        yield Ruled(False, rule.window or 0)
    elif rule.check == "timed":
        yield from (Answered(other, True) for other in state.opponents(player))
    else:
        yield Ruled(True)


def _count_named_words(item: Move, challenger: str, state: GameState) -> int:
    """How many words a challenge named, as far as its points tell."""
    rule = state.ruleset.challenge_rule
    cost = rule.cost(state.wrong.get(challenger, 0)).points
    return max(1, abs(item.score or 0) // cost) if rule.per_word and cost else 1


def _find_challenger(
    following: Sequence[Pragma | Move], players: dict[str, Player], guess: str
) -> str:
    """Who challenged, where the next line says it (we write it when it was not the next player)."""
    said = following[0] if following else None
    if isinstance(said, Pragma) and said.name == CHALLENGER and said.text in players:
        return players[said.text].name
    return guess


def _next_player(state: GameState, player: str) -> str:
    """The player after this one."""
    return state.players[(state.players.index(player) + 1) % len(state.players)]
