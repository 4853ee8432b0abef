"""`python -m bench.endgames [RULESET] [--games N] [--seconds S]`: counts the endgames that are
solved.

The computer plays games against itself without leaves, with the seeds 0, 1, 2 …. The endgames are
the first positions with an empty bag in these games. Each endgame gets the given number of seconds
of processor time. Needs the lexicon of the ruleset.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from wordtools import _kernel
from wordtools.board.board import Board
from wordtools.board.play import Play, lay_play
from wordtools.board.supply import count_unplayed
from wordtools.lexicon.find import open_edition
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.endgame import solve_endgame
from wordtools.players.self_play import play_game
from wordtools.rules.loading import load_crossword
from wordtools.rules.ruleset import CrosswordRuleset


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="scrabble-en-world")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    ruleset = load_crossword(asked.ruleset)
    lexicon = open_edition(ruleset.words.edition)
    solved, total = 0, 0.0
    for number in range(asked.games):
        board, rack, others = find_endgame(ruleset, lexicon, number)
        started = time.process_time()
        found = solve_endgame(board, rack, lexicon, others, nodes=10**10, seconds=asked.seconds)
        took = time.process_time() - started
        solved += found.exact
        total += took
        print(
            f"{number}: {len(rack)} against {len(others)} tiles, {found.value:+} "
            f"{'exactly' if found.exact else 'at best found'}, {took:.2f} s, {found.nodes:,} nodes",
            flush=True,
        )
    print(f"{solved} of {asked.games} solved, {total:.1f} s of processor time")


def find_endgame(
    ruleset: CrosswordRuleset, lexicon: Lexicon, seed: int
) -> tuple[Board, bytes, bytes]:
    """The first position of a game with an empty bag: the board, the mover's rack and the
    opponent's rack."""
    board = Board.empty(ruleset)
    game = play_game(ruleset, lexicon, [_kernel.PlayerPlan(None)] * 2, seed)
    for rack, bag, (kind, _, _, square, down, laid) in game.turns:
        if bag == 0:
            unseen = count_unplayed(ruleset, board.count_tiles() + Counter(rack))
            return board, rack, bytes(unseen.elements())
        if kind == 0:
            board = lay_play(board, Play(square, down, laid))
    raise ValueError(f"the bag of game {seed} was never empty")


if __name__ == "__main__":
    main()
