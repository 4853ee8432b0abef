"""Work in a second thread, without the time that importing `concurrent.futures` takes, and what
processes that work for another one begin with."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def start_work(work: Callable[[], T]) -> Callable[[], T]:
    """Starts work in another thread, if the system grants one. Returns a function that waits for it
    and returns what it returned, or raises what it raised."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    def wait() -> T:
        thread.join()
        for error in errors:
            raise error
        return results[0]

    thread = Thread(target=run)
    try:
        thread.start()
    except RuntimeError:  # no more threads to be had
        return work
    return wait


def begin_worker() -> None:
    """Sees to it that this process, one of a pool, ends with the one that started it, even if that
    is killed, and that Ctrl-C ends both without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)
