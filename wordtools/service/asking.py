"""What a request asks of the log, beside the rulings that `batching` records."""

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
    """What `ask` returns of the log. It has threads of its own, so that a database that does not
    answer holds up nothing else. Raises what it raises, and `LogError` when all threads are busy
    for so long that the answer would be late."""
    loop = asyncio.get_running_loop()
    asked = loop.run_in_executor(_threads, lambda: ask(log, *arguments, **options))
    try:
        return await asyncio.wait_for(asked, time_limit.ANSWER_SECONDS)
    except TimeoutError:
        raise LogError.because("log_silent", log=log.url) from None
