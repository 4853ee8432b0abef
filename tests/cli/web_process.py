"""`wordtools web` as a process, for a user with an empty home folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import IO, Self

import httpx

from tests import marks
from tests.conftest import WORDTOOLS
from tests.waiting import PATIENCE

OFFLINE = {
    **dict.fromkeys(("http_proxy", "https_proxy", "npm_config_proxy"), "http://127.0.0.1:9"),
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9"),
    "PIP_RETRIES": "0",
}
"""Variables that keep package managers from reaching a network."""


class WebProcess:
    """The program of a single user. `home` is the home folder; the current folder is an empty
    folder inside. `address` ends with a slash."""

    def __init__(self, home: Path, *options: str, **variables: str) -> None:
        marks.need("server")
        self.home = home
        here = home / "here"
        here.mkdir(exist_ok=True)
        folders = {
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
        }
        self.errors = home / "web.err"
        with self.errors.open("ab") as errors:
            self._process = subprocess.Popen(
                [WORDTOOLS, "web", *(options or ("--no-browser",))],
                cwd=here,
                env={**os.environ, **folders, **variables},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._process.stdout is not None
        self.output: IO[str] = self._process.stdout
        self.first_line = self.output.readline().strip()
        assert self.first_line, self.errors.read_text()
        self.address = self.first_line.partition(" at ")[2]

    @property
    def data(self) -> Path:
        """The user's own folder."""
        return self.home / "data" / "wordtools"

    @property
    def pid(self) -> int:
        return self._process.pid

    def client(self, **headers: str) -> httpx.Client:
        return httpx.Client(base_url=self.address, headers=headers, timeout=PATIENCE)

    def stop(self) -> int:
        """Sends Ctrl-C, and returns the exit code."""
        self._process.send_signal(2)
        return self.wait()

    def kill(self) -> None:
        self._process.kill()
        self.wait()

    def wait(self) -> int:
        """Waits until it ends, and returns the exit code."""
        code = self._process.wait(PATIENCE)
        self.output.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.stop()
