"""The player that is a program (the rules of ScrabbleAR): it makes the best play there is, or else
changes some tiles of its rack at random."""

from __future__ import annotations

from random import Random

from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.play import Play
from wordtools.lexicon.lexicon import Lexicon


def choose_turn(
    board: Board, rack: bytes, bag: int, lexicon: Lexicon, random: Random
) -> Play | bytes:
    """The play that the program makes, or the tiles of its rack that it exchanges: as many as the
    ruleset says and the `bag`, with so many tiles, allows. None, `b""`, is a pass.

    What an exchange costs and how many are left is for the game. Raises as `generator.find_plays` does.
    """
    move = generator.find_best_play(board, rack, lexicon)
    if move is not None:
        return move.play
    exchange = board.ruleset.exchange
    changed = min(exchange.computer_tiles, len(rack), bag if bag >= exchange.bag else 0)
    return bytes(sorted(random.sample(rack, changed)))
