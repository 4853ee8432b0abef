"""Speed of the judge: the service under load, the terminal from its start to a verdict."""

from __future__ import annotations

import os
import pty
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.service.services import PASSWORD, Service
from wordtools.judge.settings import Settings

PROGRAM = str(Path(sys.executable).with_name("wordtools"))
WORKERS = 2
PAUSE = 60  # milliseconds between an answer and the next question: about 15 per second and station

WRK = """
wrk.method = "POST"
wrk.body = '{"words": ["zebra", "zzzz"]}'
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer %s"
"""

EMPTY = """
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
async def empty(request):
    return JSONResponse({})
app = Starlette(routes=[Route("/empty", empty, methods=["POST"])])
"""


def load(
    lexicon: Path, seconds: int, stations: int, workers: int, pause: int = 0
) -> tuple[float, float]:
    """Rulings per second, and the 99th percentile of their time in ms, with a durable SQLite log.
    After each answer, a station waits for `pause` ms before its next question."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arguments = ("--workers", str(workers))
        service = Service(folder, [lexicon], f"sqlite:///{folder}/rulings.db", *arguments)
        try:
            script = WRK % service.token()
            if pause:
                script += f"function delay() return {pause} end"
            return _wrk(script, f"{service.url}/api/v1/rulings", seconds, stations)
        finally:
            service.stop()


def empty_load(seconds: int, stations: int, workers: int) -> float:
    """Requests per second of an empty Starlette endpoint."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as name:
        Path(name, "empty.py").write_text(EMPTY)
        empty = subprocess.Popen(
            [sys.executable, "-m", "granian", "empty:app", "--interface", "asgi",
             "--port", str(port), "--workers", str(workers), "--no-log"],
            cwd=name,
        )  # fmt: skip
        try:
            while socket.socket().connect_ex(("127.0.0.1", port)):
                time.sleep(0.1)
            return _wrk(WRK % "none", f"http://127.0.0.1:{port}/empty", seconds, stations)[0]
        finally:
            empty.terminate()
            empty.wait()


def _wrk(script: str, url: str, seconds: int, connections: int) -> tuple[float, float]:
    """Requests per second, and the 99th percentile of their time in ms."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        options = ["-t2", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", file.name]
        command = ["wrk", *options, url]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(output)
    rate = float(re.findall(r"Requests/sec:\s+([\d.]+)", output)[0])
    amount, unit = re.findall(r"99%\s+([\d.]+)(us|ms|s)", output)[0]
    return rate, float(amount) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[unit]


class Terminal:
    """`wordtools judge` in a pseudo-terminal; `with` it."""

    def __init__(self, lexicon: Path) -> None:
        self._lexicon = lexicon

    def __enter__(self) -> Terminal:
        self._folder = tempfile.TemporaryDirectory()
        name = self._folder.name
        Path(name, "password").write_text(PASSWORD + "\n")
        Path(name, "password").chmod(0o600)
        options = f"--lang en --log sqlite:///{name}/rulings.db --password-file {name}/password"
        command = [PROGRAM, "judge", "-l", str(self._lexicon), *options.split()]
        self._process, self._terminal = pty.fork()
        if self._process == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(command[0], command)
        return self

    def type(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def see(self, text: str) -> None:
        """Waits until this text is drawn."""
        shown = b""
        while text.encode() not in shown:
            shown += os.read(self._terminal, 65536)

    def __exit__(self, *_: object) -> None:
        os.close(self._terminal)
        os.waitpid(self._process, 0)
        self._folder.cleanup()


def terminal_opens(lexicon: Path) -> float:
    """Median milliseconds from starting `wordtools judge` to its first screen."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        with Terminal(lexicon) as terminal:
            terminal.see("How many words")
            times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def verdict_takes(lexicon: Path) -> float:
    """Median milliseconds from the confirming key to the verdict on the screen of a terminal."""
    times = []
    with Terminal(lexicon) as terminal:
        terminal.see("How many words")
        for _ in range(21):
            terminal.type("2")
            terminal.see("Challenger")
            terminal.type("zebra zebras\r")
            terminal.see("Opponent")
            started = time.perf_counter()
            terminal.type("\t")
            terminal.see("the play is ACCEPTABLE")
            times.append((time.perf_counter() - started) * 1000)
            time.sleep(Settings().deaf_seconds + 0.1)
            terminal.type("x")
            terminal.see("How many words")
    return statistics.median(times)


def rows(lexicon: Path, seconds: int = 60) -> list[tuple[str, str, str]]:
    """(operation, target, measurement)."""
    busy, busy_p99 = load(lexicon, seconds, 64, WORKERS)
    empty = empty_load(min(seconds, 15), 64, WORKERS)
    paced, paced_p99 = load(lexicon, seconds, 200, 1, PAUSE)
    return [
        (
            f"rulings served to 64 stations that ask without a pause, {seconds} s, {WORKERS} "
            "workers, durable SQLite log (an empty Starlette endpoint in the same run)",
            "≥ 2,000/s, p99 ≤ 50 ms",
            f"{busy:,.0f}/s, p99 {busy_p99:.0f} ms ({empty:,.0f}/s, 1 : {empty / busy:.1f})",
        ),
        (
            f"rulings served to 200 stations at once, each {PAUSE} ms after its last answer, "
            f"{seconds} s, one worker, durable SQLite log",
            "≥ 2,000/s, p99 ≤ 50 ms",
            f"{paced:,.0f}/s, p99 {paced_p99:.0f} ms",
        ),
        ("`wordtools judge` to its first screen", "≤ 500 ms", f"{terminal_opens(lexicon):.0f} ms"),
        (
            "from the confirming key to the verdict on the terminal, with its record on disk",
            "≤ 50 ms",
            f"{verdict_takes(lexicon):.0f} ms",
        ),
    ]
