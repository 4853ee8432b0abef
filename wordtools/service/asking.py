"""Gives functions that use the log threads of their own. Rulings go through `batching` instead."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

from wordtools.log import time_limit
from wordtools.log.log import Log, LogError

P = ParamSpec("P")
T = TypeVar("T")
_MOST_AT_ONCE = 8
_threads = ThreadPoolExecutor(_MOST_AT_ONCE, thread_name_prefix="log")


async def ask_log(
    ask: Callable[Concatenate[Log, P], T], log: Log, *arguments: P.args, **options: P.kwargs
) -> T:
    """Calls `ask` with the log in a thread, and returns its result. The log has its own threads, so
    an unresponsive database delays nothing else. Raises `LogError` on timeout, and any errors that
    `ask` raises."""
    loop = asyncio.get_running_loop()
    answer = loop.run_in_executor(_threads, lambda: ask(log, *arguments, **options))
    try:
        return await asyncio.wait_for(answer, time_limit.ANSWER_SECONDS)
    except TimeoutError:
        raise LogError.because("log_silent", log=log.url) from None
