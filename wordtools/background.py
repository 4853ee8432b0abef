"""Starts threads (without the cost of importing `concurrent.futures`) and sets up worker
processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def start_work(work: Callable[[], T]) -> Callable[[], T]:
    """Starts work in another thread if possible, otherwise does it at once. Returns a function that
    waits for its result or error."""
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
    except RuntimeError:  # no thread available
        return work
    return wait


def begin_worker() -> None:
    """Initializes the worker of a pool, so that it ends when its parent ends, even if the parent is
    killed, and shows no traceback on Ctrl-C.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_parent()


def end_with_parent(grace: float = 0) -> None:
    """Ends this process when its parent ends, even if the parent is killed. This process ends at
    once; with `grace`, it gets a SIGTERM and then has that many seconds to end by itself. Does
    nothing in a main process."""

    def watch() -> None:
        from multiprocessing import parent_process

        if parent := parent_process():
            parent.join()
            if grace:
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(grace)
            os._exit(1)

    Thread(target=watch, daemon=True, name="end with parent").start()
