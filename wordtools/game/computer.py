"""The computer player (from the rules of ScrabbleAR) makes the play with the highest score. If
there is none, it exchanges random tiles."""

from __future__ import annotations

from random import Random

from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.play import Play
from wordtools.lexicon.lexicon import Lexicon


def choose_turn(
    board: Board, rack: bytes, bag: int, lexicon: Lexicon, random: Random
) -> Play | bytes:
    """Returns the computer's play. If there is none, returns the tiles that the computer exchanges;
    their number is set by the ruleset. If the `bag` holds too few tiles, returns `b""`, which is a
    pass. The game decides whether an exchange is allowed, and what it costs. Raises the same errors
    as `generator.find_plays`."""
    plays = generator.find_plays(board, rack, lexicon, limit=1)
    if plays:
        return plays[0].play
    exchange = board.ruleset.exchange
    changed = min(exchange.computer_tiles, len(rack)) if bag >= exchange.bag else 0
    if not exchange.returned_first:
        changed = min(changed, bag)
    return bytes(sorted(random.sample(rack, changed)))
