"""Runs `wordtools ARGUMENT…` in a separate process. A server that has imported all of wordtools
forks this process, which saves the time that Python takes to start and to import (a tenth of a
second, or a whole second for the service).

`python -m tests.program` is that server; its standard input is a socket.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import pkgutil
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from tests.waiting import PATIENCE

_READ_AT_START = ("PYTHON", "LC_", "LANG", "LD_")
"""Variables that Python reads when it starts; changing one requires a new interpreter."""
_IMPORTED_BY_EACH = (
    "wordtools.cli.",
    "wordtools.judge",
    "wordtools.log",
    "wordtools.service",
    "wordtools.table.names",
    "wordtools.terminal",
    "prometheus_client",
)
"""Modules that read the command line or the environment when they are imported."""
_NOT_IMPORTED = ("wordtools.columns.", "wordtools.review.archive", "wordtools.review.game_columns")
"""Modules that load pyarrow, which few runs need; it doubles the memory that each fork maps."""
_NUMBER = struct.Struct("i")


class Running:
    """A forked process, with the parts of `subprocess.Popen` that tests use."""

    def __init__(self, status: int) -> None:
        """`status` is a pipe that yields the process's number at once, and its status at its
        end."""
        self._status = status
        (self.pid,) = _NUMBER.unpack(os.read(status, _NUMBER.size))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._await(0)

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end; raises `subprocess.TimeoutExpired`."""
        status = self._await(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("wordtools", timeout or 0)
        return status

    def _await(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            (self.returncode,) = _NUMBER.unpack(os.read(self._status, _NUMBER.size))
            os.close(self._status)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Process = Running | subprocess.Popen[bytes]


class Program:
    """Forks processes; closing it ends the server. `path` is the program to run where only a new
    interpreter will do."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._server = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=theirs.fileno(), start_new_session=True
            )

    def run(
        self, arguments: list[str], folder: Path, given: bytes, changes: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in a folder to its end, with `given` as its standard input and some of the
        environment changed."""
        with (
            tempfile.TemporaryFile() as stdin,
            tempfile.TemporaryFile() as stdout,
            tempfile.TemporaryFile() as stderr,
        ):
            stdin.write(given)
            stdin.seek(0)
            running: Process
            if any(name.startswith(_READ_AT_START) for name in changes):
                running = subprocess.Popen(
                    [self._path, *arguments],
                    cwd=folder,
                    env={**os.environ, **changes},
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                )
            else:
                streams = [stdin.fileno(), stdout.fileno(), stderr.fileno()]
                running = self.start(arguments, folder, streams, changes)
            try:
                code = running.wait(PATIENCE)
            finally:
                running.kill()
            stdout.seek(0)
            stderr.seek(0)
            out, err = stdout.read().decode(), stderr.read().decode()
        return subprocess.CompletedProcess(arguments, code, out, err)

    def start(
        self,
        arguments: list[str],
        folder: Path,
        streams: Sequence[int],
        changes: Mapping[str, str] | None = None,
    ) -> Running:
        """Starts a command in a folder. `streams` are the descriptors of the command's standard
        streams."""
        ours, theirs = os.pipe()
        socket.send_fds(self._channel, [b"\0"], [*streams, theirs])
        os.close(theirs)
        asked = (arguments, str(folder), {**os.environ, **(changes or {})})
        self._channel.sendall(json.dumps(asked).encode() + b"\n")
        return Running(ours)

    def close(self) -> None:
        self._channel.close()
        self._server.wait(PATIENCE)


def _serve() -> None:
    """Forks a process for each request, until the other end is closed."""
    channel = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    requests = channel.makefile("rb")
    _import_all()
    ended, ending = socket.socketpair()
    ending.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(ending.fileno())
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([channel, ended], [], [])
        if ended in ready:
            ended.recv(4096)
            _report_ends(running)
        if channel in ready:
            begun, files, _, _ = socket.recv_fds(channel, 1, 4)
            if not begun:
                return
            asked = json.loads(requests.readline())
            *streams, status = files
            child = os.fork()
            if child == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _run(asked, streams)
            running[child] = status
            os.write(status, _NUMBER.pack(child))
            for stream in streams:
                os.close(stream)


def _import_all() -> None:
    """Imports all of wordtools, and forgets the modules that each run must import by itself."""
    import wordtools

    for module in pkgutil.walk_packages(wordtools.__path__, "wordtools."):
        if not module.name.startswith(_NOT_IMPORTED):
            import_module(module.name)
    for name in [name for name in sys.modules if name.startswith(_IMPORTED_BY_EACH)]:
        del sys.modules[name]
        package, _, module_name = name.rpartition(".")
        if package in sys.modules:
            delattr(sys.modules[package], module_name)
    gc.freeze()  # a garbage collection in a child would copy all memory shared with this process


def _report_ends(running: dict[int, int]) -> None:
    """Reports the status of each process that has ended."""
    for child in list(running):
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            told = running.pop(child)
            os.write(told, _NUMBER.pack(os.waitstatus_to_exitcode(status)))
            os.close(told)


def _run(asked: tuple[list[str], str, dict[str, str]], streams: list[int]) -> NoReturn:
    """Runs a command in this newly forked process, and ends it."""
    arguments, folder, environment = asked
    try:
        os.setsid()
        for standard, stream in enumerate(streams):
            os.dup2(stream, standard)
        os.closerange(3, 256)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        # Workers are also forked, except the workers of a service in a separate interpreter.
        multiprocessing.set_start_method("fork")
        sys.argv = ["wordtools", *arguments]
        from wordtools import cli

        cli.main()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


if __name__ == "__main__":
    _serve()
