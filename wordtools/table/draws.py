"""Random draws that can be checked afterwards, because all of them follow from one seed.

The host commits to a nonce by publishing its hash. Then each seat adds a nonce of its own, and the
seed is a hash of all the nonces. Therefore neither the host nor a seat can choose the draws. At the
end, the host reveals its nonce, so that everyone can repeat every draw.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_WORD = 8
_NUMBERS = 1 << 8 * _WORD


def commit(nonce: str) -> str:
    """The hash by which the host commits to its nonce, in hexadecimal."""
    return hashlib.sha256(f"wordtools table nonce\n{nonce}".encode()).hexdigest()


def make_seed(table: str, host: str, seats: Iterable[str]) -> bytes:
    """The seed of a table, made from the nonces of the host and of the seats, in this order."""
    parts = "\n".join(["wordtools table seed 1", table, host, *seats])
    return hashlib.sha256(parts.encode()).digest()


def shuffle(seed: bytes, label: str, things: Sequence[T]) -> list[T]:
    """The items in the order that the seed determines for this label (a Fisher–Yates shuffle)."""
    order = list(things)
    numbers = _list_numbers(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = _choose_below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return order


def choose_number(seed: bytes, label: str, below: int) -> int:
    """The whole number, at least 0 and less than `below`, that the seed determines for this
    label."""
    return _choose_below(below, _list_numbers(seed, label))


def _choose_below(limit: int, numbers: Iterator[int]) -> int:
    """An unbiased number below the limit. Skips values that would favour some numbers."""
    fair = _NUMBERS - _NUMBERS % limit
    return next(number for number in numbers if number < fair) % limit


def _list_numbers(seed: bytes, label: str) -> Iterator[int]:
    count = 0
    while True:
        block = hmac.digest(seed, f"{label}\n{count}".encode(), "sha256")
        for at in range(0, len(block), _WORD):
            yield int.from_bytes(block[at : at + _WORD], "big")
        count += 1


def draw_first(seed: bytes, seats: Sequence[str], tiles: Sequence[int]) -> list[dict[str, int]]:
    """The rounds in which the seats draw tiles to decide who begins. The tile nearest the beginning
    of the alphabet wins; a blank (0) comes before A. Seats that tie draw again. In the last round,
    only one seat has the lowest tile; that seat begins."""
    rounds: list[dict[str, int]] = []
    tied = list(seats)
    while len(tied) > 1:
        order = shuffle(seed, f"first {len(rounds)}", tiles)
        drawn = dict(zip(tied, order, strict=False))
        rounds.append(drawn)
        tied = [seat for seat in tied if drawn[seat] == min(drawn.values())]
    return rounds
