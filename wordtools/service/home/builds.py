"""Makes word lists for the home page. For one list at a time, it runs `wordtools build` in a
separate process."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec import Struct

_ENDING = 5  # number of seconds that a cancelled build has for cleaning up
_DOWNLOAD = re.compile(r"(\S+) (\S+) \((pip|apt|npm)\)")  # a step of compiler/fetch.py
_ERROR = "wordtools: "
_KILLED = "The process was killed, perhaps for lack of memory."

Step = Literal["starting", "downloading", "reading", "compiling", "writing"]
_WORK: dict[str, Step] = {"reading": "reading", "compiling": "compiling", "writing": "writing"}


class Build(Struct):
    """A build that is running or has ended. `package` is the package being downloaded, and
    `archive` is its name in `compiler.estimate`. `detail`: the reason why the build failed, in
    English."""

    name: str
    title: str
    started: float
    state: Literal["running", "done", "failed", "cancelled"] = "running"
    step: Step = "starting"
    package: str = ""
    archive: str = ""
    detail: str = ""
    began_work: float | None = None
    """The moment at which all downloads were complete."""
    ended: float | None = None

    @property
    def elapsed(self) -> float:
        """The seconds that the build has taken."""
        return (self.ended or time.monotonic()) - self.started

    @property
    def worked(self) -> float:
        """The seconds since the downloads ended."""
        began = self.began_work
        return 0 if began is None else self.elapsed - (began - self.started)

    def read_line(self, line: str) -> None:
        """Updates the build's state from a line of its output."""
        if line.startswith(_ERROR):
            self.detail = line.removeprefix(_ERROR)
        elif download := _DOWNLOAD.fullmatch(line):
            self.package, version, manager = download.groups()
            self.step, self.archive = "downloading", f"{manager}/{self.package}-{version}"
        elif work := _WORK.get(line.partition(" ")[0]):
            self.step = work
            self.began_work = self.began_work or time.monotonic()

    def end(self, state: Literal["done", "failed", "cancelled"]) -> None:
        """Marks the build as ended, with this state."""
        self.state, self.ended = state, time.monotonic()


class ListBuilder:
    """Runs one build at a time, in this process's event loop."""

    def __init__(self, finish: Callable[[], None]) -> None:
        """`finish` is called after each build that has made its list."""
        self.last: Build | None = None
        self._finish = finish
        self._process: Process | None = None
        self._following: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        return self.last is not None and self.last.state == "running"

    async def start(self, name: str, title: str, temporary: Path | None) -> Build:
        """Starts building a recipe, and returns the build. Unfinished downloads are kept in the
        folder `temporary`."""
        environment = {**os.environ, **({"TMPDIR": str(temporary)} if temporary else {})}
        self.last = build = Build(name, title, time.monotonic())
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "wordtools", "build", name, "--steps", "--quiet"),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=PIPE,
            env=environment,
            start_new_session=True,  # so that cancelling also reaches the package manager
        )
        self._following = asyncio.create_task(self._follow(self._process, build))
        return build

    async def _follow(self, process: Process, build: Build) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            build.read_line(line.decode("utf-8", "replace").rstrip())
        code = await process.wait()
        if build.state != "running":
            return
        if code == 0:
            await asyncio.to_thread(self._finish)
            build.end("done")
        else:
            build.detail = build.detail or _KILLED
            build.end("failed")

    async def cancel(self) -> None:
        """Cancels the running build, if any, and waits for its end."""
        process, build = self._process, self.last
        if process is None or build is None or build.state != "running":
            return
        build.end("cancelled")
        _signal(process, signal.SIGINT)
        try:
            async with asyncio.timeout(_ENDING):
                await process.wait()
        except TimeoutError:
            _signal(process, signal.SIGKILL)

    def close(self) -> None:
        """Kills the running build, if any."""
        if self.is_busy and self._process is not None:
            _signal(self._process, signal.SIGKILL)


def _signal(process: Process, number: int) -> None:
    """Sends a signal to the process and to the processes that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
