"""Time limits for databases. Every request gets a response within five seconds, even if it is only
a timeout, and each transaction ends before that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

TRANSACTION_SECONDS = 3.5
ANSWER_SECONDS = 4.0
"""The maximum time to wait for the write lock, and the maximum time to hold it."""


class _Limit(threading.local):
    end: float | None = None


_limit = _Limit()


@contextmanager
def limit_time() -> Iterator[None]:
    """Limits this block, including nested blocks, to a total of `TRANSACTION_SECONDS` in this
    thread."""
    if _limit.end is not None:
        yield
        return
    with take_time(TRANSACTION_SECONDS):
        yield


@contextmanager
def take_time(seconds: float) -> Iterator[None]:
    """Gives this block its own time limit, in this thread."""
    outer, _limit.end = _limit.end, time.monotonic() + seconds
    try:
        yield
    finally:
        _limit.end = outer


def count_seconds_left() -> float:
    """The seconds left in the current limit, or `TRANSACTION_SECONDS` if there is no limit."""
    return TRANSACTION_SECONDS if _limit.end is None else max(0.0, _limit.end - time.monotonic())
