"""Plays games between players, as games of `wordtools.game`."""

from __future__ import annotations

from typing import NamedTuple

from wordtools import _kernel
from wordtools.board import tiles
from wordtools.board.notation import write_play
from wordtools.board.play import Play
from wordtools.board.words import admit_words
from wordtools.game.events import Event, Exchanged, Holds, Passed, Played, Ruled, Stopped
from wordtools.game.game import Game
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.kernel_rules import make_game_rules
from wordtools.rules.ruleset import CrosswordRuleset

_PLAY, _EXCHANGE = 0, 1
_STOPPED = 5
"""The ending of a game that was not ended by any rule."""

_Turns = list[tuple[bytes, int, tuple[int, int, int, int, bool, bytes]]]


class PlayedGame(NamedTuple):
    """A finished game: its turns; its ending; and, for each player, the final score, the total
    seconds and the final rack."""

    turns: _Turns
    ending: int
    scores: list[int]
    seconds: list[float]
    racks: list[bytes]


def play_game(
    ruleset: CrosswordRuleset,
    lexicon: Lexicon,
    players: list[_kernel.PlayerPlan],
    seed: int,
) -> PlayedGame:
    """Plays a game. The first player moves first; the seed determines the order of tiles in the
    bag. Raises `RulesError`."""
    automaton, selection = admit_words(ruleset, lexicon).kernel
    turns, ending, scores, taken, racks = automaton.play_game(
        make_game_rules(ruleset), selection, players, seed
    )
    return PlayedGame(turns, ending, scores, [nanoseconds / 1e9 for nanoseconds in taken], racks)


def record_game(ruleset: CrosswordRuleset, names: list[str], played: PlayedGame) -> Game:
    """The game with its events, each of which `wordtools.game` checks. Raises `WordtoolsError` if
    an event is illegal.
    """
    game = Game(ruleset.name, tuple(names))
    for number, (rack, _, turn) in enumerate(played.turns):
        mover = names[number % len(names)]
        game = game.push(Holds(mover, tiles.write_tiles(rack, ruleset.alphabet)))
        game = game.push(_make_event(game, mover, turn))
        if game.state.pending:
            game = game.push(Ruled(True, ruleset.challenge.window or 0))
    if played.ending == _STOPPED and ruleset.end.stops and game.turn:
        game = game.push(Stopped(game.turn))
    for name, rack in zip(names, played.racks, strict=True):
        if game.state.racks[name].unknown:
            game = game.push(Holds(name, tiles.write_tiles(rack, ruleset.alphabet)))
    return game


def _make_event(game: Game, mover: str, turn: tuple[int, int, int, int, bool, bytes]) -> Event:
    kind, _, _, square, down, laid = turn
    if kind == _PLAY:
        return Played(mover, write_play(game.board, Play(square, down, laid)))
    if kind == _EXCHANGE:
        return Exchanged(mover, tiles.write_tiles(laid, game.ruleset.alphabet))
    return Passed(mover)
