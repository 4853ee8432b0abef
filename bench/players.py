"""`python -m bench.players`: turns per second of players, in processor time of one core.

Compares self-play in the kernel, with leaves, with the highest-scoring play of each position, found
by one call from Python (`generator.find_plays` with a limit of 1). Needs the lexicons of en and pl.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from wordtools import _kernel
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.play import Play, lay_play
from wordtools.lexicon.find import open_edition
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.leaves import LeaveTable
from wordtools.players.self_play import PlayedGame, play_game
from wordtools.players.static import find_best_turns
from wordtools.players.tables import open_leave_table
from wordtools.players.training import learn_leaves
from wordtools.rules.loading import load_crossword
from wordtools.rules.ruleset import CrosswordRuleset

GAMES = 100


def main() -> None:
    for name in ("scrabble-en-world", "scrabble-pl"):
        ruleset = load_crossword(name)
        lexicon = open_edition(ruleset.words.edition)
        leaves = _open_leaves(ruleset, lexicon)
        played, asked = measure_turns(ruleset, lexicon, leaves)
        print(
            f"{name}: {played:,.0f} turns/s in self-play with leaves, {asked:,.0f} plays/s from "
            f"Python, ratio {played / asked:.2f}"
        )
        mean, slowest = measure_blanks(ruleset, lexicon, leaves)
        print(f"  with two blanks {mean:.1f} ms on average, {slowest:.1f} ms at most")


def measure_turns(
    ruleset: CrosswordRuleset, lexicon: Lexicon, leaves: LeaveTable
) -> tuple[float, float]:
    """The turns per second of self-play, and of highest-scoring plays in the same positions."""
    plans = [_kernel.PlayerPlan(leaves.kernel)] * 2
    play_game(ruleset, lexicon, plans, GAMES)  # computes the tables that the first search needs
    games: list[PlayedGame] = []
    played = _measure(
        lambda: games.extend(play_game(ruleset, lexicon, plans, seed) for seed in range(GAMES))
    )
    positions = []
    for game in games:
        board = Board.empty(ruleset)
        for rack, _, (kind, _, _, square, down, laid) in game.turns:
            positions.append((board, rack))
            if kind == 0:
                board = lay_play(board, Play(square, down, laid))
    asked = _measure(
        lambda: [generator.find_plays(board, rack, lexicon, 1) for board, rack in positions]
    )
    return len(positions) / played, len(positions) / asked


def _measure(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _open_leaves(ruleset: CrosswordRuleset, lexicon: Lexicon) -> LeaveTable:
    """The table beside the lexicon, or one learned from a few games."""
    if table := open_leave_table(ruleset, lexicon):
        return table
    with tempfile.TemporaryDirectory() as folder:
        return learn_leaves(ruleset, lexicon, Path(folder) / "x.klv2", 500, 0, 1).table


def measure_blanks(
    ruleset: CrosswordRuleset, lexicon: Lexicon, leaves: LeaveTable
) -> tuple[float, float]:
    """The mean and the longest time of a turn with two blanks, in milliseconds. Measures the first
    ten turns of games in which the other tiles are random."""
    times = []
    plans = [_kernel.PlayerPlan(leaves.kernel)] * 2
    for seed in range(4):
        board = Board.empty(ruleset)
        for rack, _, (kind, _, _, square, down, laid) in play_game(
            ruleset, lexicon, plans, seed
        ).turns[:10]:
            held = b"\0\0" + bytes(tile for tile in rack if tile)[: ruleset.rack - 2]
            search = partial(find_best_turns, board, held, lexicon, leaves, limit=1)
            times.append(1000 * min(_measure(search) for _ in range(3)))
            if kind == 0:
                board = lay_play(board, Play(square, down, laid))
    return statistics.mean(times), max(times)


if __name__ == "__main__":
    main()
