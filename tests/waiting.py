"""Waits for other processes where there is no event to wait for. This is the only place where tests
sleep and read a clock (`make lint` enforces this).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 300.0
"""The seconds before a test gives up: far more than a busy machine needs, since no test measures
speed."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 1.0


def wait_until(condition: Callable[[], T], awaited: str | Callable[[], str]) -> T:
    """Returns the result of the condition as soon as it is true. Checks the condition repeatedly,
    at growing intervals. When patience is exhausted, fails, naming what was `awaited`."""
    for pause in _list_pauses():
        if outcome := condition():
            return outcome
        time.sleep(pause)
    raise AssertionError(_describe(awaited))


async def wait_until_async(condition: Callable[[], T], awaited: str | Callable[[], str]) -> T:
    """Waits in an event loop, which continues in the meantime."""
    for pause in _list_pauses():
        if outcome := condition():
            return outcome
        await asyncio.sleep(pause)
    raise AssertionError(_describe(awaited))


def _list_pauses() -> Iterator[float]:
    """The seconds between two checks, until patience is exhausted."""
    end, pause = time.monotonic() + PATIENCE, _FIRST_PAUSE
    while time.monotonic() < end:
        yield pause
        pause = min(1.5 * pause, _LONGEST_PAUSE)


def _describe(awaited: str | Callable[[], str]) -> str:
    return f"never happened: {awaited if isinstance(awaited, str) else awaited()}"
