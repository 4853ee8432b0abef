"""Work in a second thread, without the time that importing `concurrent.futures` takes."""

from __future__ import annotations

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
