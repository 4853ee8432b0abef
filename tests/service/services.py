"""`wordtools serve`, running."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests import marks
from tests.conftest import WORDTOOLS, write_password
from tests.lexicon.helpers import english_bytes
from tests.ports import choose_port
from tests.program import Process, Program
from tests.waiting import PATIENCE, wait_until

WORDS = "cat cats dog dogs zebra qi za"
PASSWORD = "correct horse"


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    """A small English lexicon."""
    path = tmp_path / "test.lexicon"
    path.write_bytes(english_bytes(WORDS))
    return path


class Service:
    """`wordtools serve` as a separate process."""

    def __init__(
        self,
        folder: Path,
        lexicons: list[Path],
        log: str,
        *arguments: str,
        program: Program | None = None,
    ) -> None:
        self.folder = folder
        self._program = program
        self.port = choose_port()
        self._password = folder / "password"
        write_password(self._password, PASSWORD)
        self._settings = folder / "settings.toml"
        if not self._settings.exists():
            self._settings.write_text("station_rate = 100000\nstation_burst = 100000\n", "utf-8")
        self.lexicons = lexicons
        self.log = log
        self.arguments = arguments
        self.scheme = "https" if "--certfile" in arguments else "http"
        self.url = f"{self.scheme}://127.0.0.1:{self.port}"
        self.errors = folder / f"stderr-{self.port}"
        self._starts = 0
        self.process: Process
        self.start()

    def start(self) -> None:
        marks.need("server")
        self._starts += 1
        chosen = [part for path in self.lexicons for part in ("-l", str(path))]
        files = {
            "--log": self.log,
            "--password-file": str(self._password),
            "--settings": str(self._settings),
        }
        options = [part for option in files.items() for part in option]
        arguments = ["serve", *chosen, "--port", str(self.port), *options, *self.arguments]
        with self.errors.open("ab") as errors, Path(os.devnull).open("r+b") as nowhere:
            if self._program is not None:
                streams = [nowhere.fileno(), nowhere.fileno(), errors.fileno()]
                self.process = self._program.start(arguments, Path.cwd(), streams)
            else:
                self.process = subprocess.Popen(
                    [WORDTOOLS, *arguments],
                    stdin=nowhere,
                    stdout=nowhere,
                    stderr=errors,
                    start_new_session=True,
                )
        self.wait()

    def wait(self) -> None:
        """Until it reports that it serves; then it answers at once."""

        def serves() -> bool:
            assert self.process.poll() is None, self.told()
            return self.told().count("serving at") == self._starts

        wait_until(serves, self.told)
        self.client().get("/api/v1/messages/en")

    def told(self) -> str:
        """Its standard error."""
        return self.errors.read_text("utf-8")

    def log_lines(self) -> list[dict[str, Any]]:
        """The lines that it logged, one per request."""
        return [json.loads(line) for line in self.told().splitlines() if line.startswith("{")]

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, verify=False, timeout=PATIENCE)

    def director(self) -> httpx.Client:
        """A client with the director's session."""
        client = self.client()
        client.headers["X-Wordtools"] = "director"
        answer = client.post("/api/v1/director/session", json={"password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return client

    def token(self, name: str = "Table 1") -> str:
        """A new station's token."""
        answer = self.director().post(
            "/api/v1/director/stations", json={"stations": [{"name": name}]}
        )
        assert answer.status_code == 201, answer.text
        token: str = answer.json()["stations"][0]["token"]
        return token

    def station(self, name: str = "Table 1") -> httpx.Client:
        return self.client(self.token(name))

    def workers(self) -> list[int]:
        """The process ids of its workers, or its own if there is one."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(stat[1]) == self.process.pid and b"resource_tracker" not in command:
                found.append(int(folder.name))
        return found or [self.process.pid]

    def kill(self) -> None:
        """kill -9, for itself and its workers, as in a power failure."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()


Serve = Callable[..., Service]


def make_certificate(folder: Path) -> list[str]:
    """The options of a service with its own certificate, `cert.pem`."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
         "-out", certificate],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return ["--certfile", str(certificate), "--keyfile", str(key)]


@pytest.fixture
def serve(program: Program, tmp_path: Path, log_url: str, lexicon: Path) -> Iterator[Serve]:
    """Starts services, and stops them: `fresh` ones as users do, others from loaded modules."""
    started: list[Service] = []

    def serve(
        *arguments: str, settings: dict[str, Any] | None = None, fresh: bool = False, **more: Any
    ) -> Service:
        if settings is not None:
            lines = [f"{key} = {value}\n" for key, value in settings.items()]
            (tmp_path / "settings.toml").write_text("".join(lines), "utf-8")
        lexicons = more.get("lexicons", [lexicon])
        log = more.get("log", log_url)
        running = None if fresh else program
        service = Service(tmp_path, lexicons, log, *arguments, program=running)
        started.append(service)
        return service

    yield serve
    for service in started:
        service.stop()


@contextmanager
def many_files() -> Iterator[int]:
    """As many open files as this process may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        yield hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
