"""Solves endgames between two players, who know each other's tiles because the bag is empty."""

from __future__ import annotations

from collections import Counter

import msgspec

from wordtools.board.board import Board
from wordtools.board.play import lay_play
from wordtools.board.supply import count_unplayed
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.kernel_rules import make_game_rules
from wordtools.players.static import ValuedTurn, decode_turn

NODES = 1_000_000
"""The number of positions that a search examines by default."""


class Endgame(msgspec.Struct, frozen=True):
    """The best turns of both players, starting with the mover's; and how much the mover gains on
    the opponent, including points for leftover tiles. If not `exact`, these are the best turns
    found within the limits. If `timed`, the clock ended the search, and another run may find other
    turns. `nodes` is the number of positions examined."""

    line: list[ValuedTurn]
    value: int
    exact: bool
    timed: bool
    nodes: int


def solve_endgame(
    board: Board,
    rack: bytes,
    lexicon: Lexicon,
    other_rack: bytes | None = None,
    *,
    scores: tuple[int, int] = (0, 0),
    scoreless: int = 0,
    passes: int = 0,
    nodes: int = NODES,
    seconds: float = 0,
) -> Endgame:
    """Finds the best turns when the bag is empty. `positions` limits the search so that results are
    reproducible; `seconds` limits its processor time (0: no limit).

    `rack` and `other_rack` are tiles as `tiles.read_rack` returns them; by default, the other rack
    holds the tiles that are neither on the board nor on the rack. `scores` are those of the mover
    and the other player; they matter only if the rules set a minimum score. `scoreless` and
    `passes` are the numbers of consecutive scoreless turns and passes. Raises the same errors as
    `find_best_turns`.
    """
    ruleset = board.ruleset
    ruleset.check_tiles(lexicon.alphabet)
    if other_rack is None:
        left = count_unplayed(ruleset, board.count_tiles() + Counter(rack))
        other_rack = bytes(left.elements())
    for tiles in (rack, other_rack):
        if len(tiles) > ruleset.rack:
            raise WordtoolsError(
                f"the bag must be empty, and a rack holds {ruleset.rack} tiles, not {len(tiles)}"
            )
    automaton, selection = admit_words(ruleset, lexicon).kernel
    try:
        line, value, exact, timed, searched = automaton.solve_endgame(
            make_game_rules(ruleset),
            board.squares,
            rack,
            other_rack,
            selection,
            scores=scores,
            scoreless=scoreless,
            passes=passes,
            nodes=nodes,
            seconds=seconds,
        )
    except ValueError as error:
        raise WordtoolsError(f"the endgame cannot be solved: {error}") from None
    turns = []
    for turn in line:
        turns.append(decode_turn(board, turn))
        if turns[-1].play:
            board = lay_play(board, turns[-1].play)
    return Endgame(turns, value, exact, timed, searched)
