"""Computes hints, or the turn of a computer player, without making the screen wait."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Thought(Generic[T]):
    """A computation about the state of the game after event `number`. With `aside`, it runs in a
    separate thread that ends with the program.
    """

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
        """The result, once it is done. Raises any error of the computation."""
        if self._error is not None:
            raise self._error
        return self._result

    def _run(self) -> None:
        try:
            self._result = self._think()
        except BaseException as error:
            self._error = error
        self.is_done = True
