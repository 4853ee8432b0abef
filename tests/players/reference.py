"""A second opinion on turns: slow and simple, based only on the rules of the static player."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from wordtools.alphabet import load_alphabet
from wordtools.board import scoring
from wordtools.board.board import Board
from wordtools.board.play import Play
from wordtools.board.tiles import LETTER

Leave = tuple[int, ...]
Turn = tuple[str, bytes | Play]


def value_leave(leave: Leave, leaves: Mapping[Leave, int], longest: int) -> int:
    """The value of a leave in thousandths of a point, from the table or implied by its parts."""
    if len(leave) <= longest:
        return leaves.get(leave, 0)
    if len(leave) < 2:
        return 0
    total = sum(value_leave(leave[:i] + leave[i + 1 :], leaves, longest) for i in range(len(leave)))
    return abs(total) // (len(leave) - 1) * (1 if total >= 0 else -1)


def value_turns(
    board: Board,
    plays: Iterator[Play],
    rack: bytes,
    leaves: Mapping[Leave, int],
    longest: int,
    *,
    bag: int,
    unseen: bytes,
    players: int = 2,
    exchanges: int = 0,
) -> dict[Turn, int]:
    """Every turn and its value in thousandths of a point."""
    rules, end, exchange = board.ruleset, board.ruleset.end, board.ruleset.exchange
    values: dict[Turn, int] = {}

    def left_of(used: bytes) -> Leave:
        return tuple(sorted((Counter(rack) - Counter(used)).elements()))

    def worth(tiles: Leave | bytes) -> int:
        return sum(rules.values[tile] for tile in tiles)

    def at_the_end(kept: Leave) -> Fraction:
        if end.when == "refill":
            return Fraction(0)
        if kept:
            price = (end.out_gains + end.others_lose) * worth(kept)
            return Fraction(-10 - price - end.blank_costs * kept.count(0))
        lost = end.others_lose * worth(unseen) + end.blank_costs * unseen.count(0)
        gained = end.out_gains * worth(unseen) + end.out_bonus
        thousandths = abs(lost * 1000) // (players - 1) * (1 if lost >= 0 else -1)
        return gained + Fraction(thousandths, 1000)

    for play in plays:
        kept = left_of(play.rack_tiles)
        if end.when == "refill" and len(kept) + bag < rules.rack:
            value = Fraction(0)
        elif bag:
            value = Fraction(value_leave(kept, leaves, longest), 1000)
        else:
            value = at_the_end(kept)
        value += scoring.score_play(board, play).total - opening_loss(board, play)
        values["play", play] = int(value * 1000)
    if bag >= max(exchange.bag, 1) and (exchange.most is None or exchanges < exchange.most):
        costs = exchange.free is not None and exchanges >= exchange.free
        for size in range(1, len(rack) + 1):
            if exchange.whole_rack and size != len(rack):
                continue
            if not exchange.returned_first and size > bag:
                continue
            for gone in set(itertools.combinations(sorted(rack), size)):
                kept = left_of(bytes(gone))
                value = Fraction(value_leave(kept, leaves, longest), 1000)
                value -= exchange.cost * costs
                values["exchange", bytes(gone)] = int(value * 1000)
    whole = tuple(sorted(rack))
    passed = Fraction(value_leave(whole, leaves, longest), 1000) if bag else at_the_end(whole)
    values["pass", b""] = int(passed * 1000)
    return values


def opening_loss(board: Board, play: Play) -> Fraction:
    """The points that the first play loses for vowels beside letter premiums."""
    if not board.is_empty:
        return Fraction(0)
    vowels = load_alphabet(board.ruleset.alphabet_name).vowels
    premiums = board.ruleset.layout.premiums
    loss = Fraction(0)
    for square, tile in play.list_laid(board):
        beside = [board.step(square, not play.down, by) for by in (-1, 1)]
        exposed = any(at is not None and premiums[at].letter > 1 for at in beside)
        if exposed and board.ruleset.alphabet.tiles[(tile & LETTER) - 1] in vowels:
            loss += Fraction(7, 10)
    return loss
