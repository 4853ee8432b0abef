"""Runs `wordtools ARGUMENT…` in a process of its own, without the tenth of a second that Python
takes to start and to import: a server that has imported every command forks a process for each run.

`python -m tests.program` is that server; it talks through its standard input, a socket.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

PATIENCE = 120  # seconds until a command is given up

_READ_AT_START = ("PYTHON", "LC_", "LANG", "LD_")
"""Python itself reads such variables, when it starts: these runs need a new interpreter."""


class Program:
    """Runs commands one after the other; closing it ends its server. `path` is the program that is
    run where only a new interpreter will do."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._server = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=theirs.fileno(), start_new_session=True
            )
        self._answers = self._channel.makefile("rb")
        self._channel.settimeout(PATIENCE)

    def run(
        self, arguments: list[str], folder: Path, given: bytes, changes: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in a folder to its end, `given` as its standard input, with some of the
        environment changed."""
        environment = {**os.environ, **changes}
        with (
            tempfile.TemporaryFile() as stdin,
            tempfile.TemporaryFile() as stdout,
            tempfile.TemporaryFile() as stderr,
        ):
            stdin.write(given)
            stdin.seek(0)
            files = [stdin.fileno(), stdout.fileno(), stderr.fileno()]
            if any(name.startswith(_READ_AT_START) for name in changes):
                command = [str(self._path), *arguments]
                code = subprocess.run(
                    command,
                    cwd=folder,
                    env=environment,
                    stdin=files[0],
                    stdout=files[1],
                    stderr=files[2],
                    timeout=PATIENCE,
                ).returncode
            else:
                code = self._fork([arguments, str(folder), environment], files)
            stdout.seek(0)
            stderr.seek(0)
            out, err = stdout.read().decode(), stderr.read().decode()
        return subprocess.CompletedProcess(arguments, code, out, err)

    def _fork(self, asked: object, files: list[int]) -> int:
        """The exit status of a forked run."""
        socket.send_fds(self._channel, [b"\0"], files)
        self._channel.sendall(json.dumps(asked).encode() + b"\n")
        child = int(self._answers.readline())
        try:
            return int(self._answers.readline())
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            raise

    def close(self) -> None:
        self._answers.close()
        self._channel.close()
        self._server.wait(PATIENCE)


def _serve() -> None:
    """Forks a process for each request, until the other end is closed."""
    import pkgutil
    from importlib import import_module

    import wordtools
    from wordtools import cli

    channel = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    requests = channel.makefile("rb")
    for module in pkgutil.walk_packages(wordtools.__path__, "wordtools."):
        import_module(module.name)
    for name in [name for name in sys.modules if name.startswith("wordtools.cli.")]:
        del sys.modules[name]  # each run registers the command that it needs, as a cold one does
    gc.freeze()  # a collection in a child would copy all that it shares with this process
    while True:
        begun, files, _, _ = socket.recv_fds(channel, 1, 3)
        if not begun:
            return
        arguments, folder, environment = json.loads(requests.readline())
        child = os.fork()
        if child == 0:
            for standard, file in enumerate(files):
                os.dup2(file, standard)
            os.closerange(3, max(files) + 1)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv = ["wordtools", *arguments]
            cli.main()
        for file in files:
            os.close(file)
        channel.sendall(b"%d\n" % child)
        _, status = os.waitpid(child, 0)
        channel.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    _serve()
