"""Games for archives: complete ones, played by the computer against itself."""

from __future__ import annotations

from random import Random

from wordtools.board import notation, tiles
from wordtools.formats.gcg import format_gcg
from wordtools.game.computer import choose_turn
from wordtools.game.events import Event, Exchanged, Passed, Played
from wordtools.game.game import Game
from wordtools.game.to_gcg import game_to_gcg
from wordtools.lexicon.lexicon import Lexicon


def play_out(ruleset: str, lexicon: Lexicon, seed: int) -> Game:
    """A complete game between two programs that both know the lexicon."""
    random = Random(seed)
    game = Game(ruleset, ("Ana", "Ben")).deal(random)
    while (mover := game.turn) is not None:
        state = game.state
        turn = choose_turn(state.board, state.racks[mover].known, state.bag, lexicon, random)
        event: Event
        if not isinstance(turn, bytes):
            event = Played(mover, notation.write_play(state.board, turn))
        elif turn:
            event = Exchanged(mover, tiles.write_tiles(turn, game.ruleset.alphabet))
        else:
            event = Passed(mover)
        game = game.push(event).deal(random)
    return game


def write_gcg(game: Game) -> bytes:
    return format_gcg(game_to_gcg(game)).encode()
