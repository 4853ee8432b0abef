"""How long a database may take. Whoever asks is answered within five seconds, if only that there is
no answer. Whatever the database does, a transaction is over before."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

TRANSACTION_SECONDS = 3.5
ANSWER_SECONDS = 4.0
"""After these a request is answered without waiting for its turn, or for the end of its turn."""

_limits = threading.local()


@contextmanager
def limit_time() -> Iterator[None]:
    """What this thread does in here has `TRANSACTION_SECONDS`, from the outermost call on."""
    outer = getattr(_limits, "end", None)
    _limits.end = time.monotonic() + TRANSACTION_SECONDS if outer is None else outer
    try:
        yield
    finally:
        _limits.end = outer


@contextmanager
def take_time(seconds: float) -> Iterator[None]:
    """What this thread does in here has so many seconds, whatever the limit outside."""
    outer = getattr(_limits, "end", None)
    _limits.end = time.monotonic() + seconds
    try:
        yield
    finally:
        _limits.end = outer


def count_seconds_left() -> float:
    """The seconds that are left of the limit; all of them where there is no limit."""
    end = getattr(_limits, "end", None)
    return TRANSACTION_SECONDS if end is None else max(0.0, float(end) - time.monotonic())
