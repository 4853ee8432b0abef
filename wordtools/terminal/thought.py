"""A computer's thinking at a table, in a thread beside the screen, which never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from wordtools.table.table import Command


class Thought:
    """A computer's answer to what had happened by event `number`. With `aside`, another thread
    thinks, which ends with the program."""

    def __init__(self, number: int, think: Callable[[], Command | None], aside: bool) -> None:
        self.number = number
        self.is_done = False
        self._command: Command | None = None
        self._error: BaseException | None = None
        self._think = think
        if aside:
            Thread(target=self._run, daemon=True, name="computer").start()
        else:
            self._run()

    @property
    def command(self) -> Command | None:
        """The answer, or None to wait. Raises what thinking raised."""
        if self._error is not None:
            raise self._error
        return self._command

    def _run(self) -> None:
        try:
            self._command = self._think()
        except BaseException as error:
            self._error = error
        self.is_done = True
