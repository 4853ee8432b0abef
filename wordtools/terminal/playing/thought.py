"""Thinking beside the screen, which never waits for it: a computer's turn, or hints."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Thought(Generic[T]):
    """The result of thinking about what had happened by event `number`. With `aside`, it thinks in
    a separate thread, which ends with the program."""

    def __init__(self, number: int, think: Callable[[], T], aside: bool) -> None:
        self.number = number
        self.is_done = False
        self._result: T
        self._error: BaseException | None = None
        self._think = think
        if aside:
            Thread(target=self._run, daemon=True, name="thinking").start()
        else:
            self._run()

    @property
    def result(self) -> T:
        """The result, once it is done. Raises whatever the thinking raised."""
        if self._error is not None:
            raise self._error
        return self._result

    def _run(self) -> None:
        try:
            self._result = self._think()
        except BaseException as error:
            self._error = error
        self.is_done = True
