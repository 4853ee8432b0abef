"""Speed of the judge: the service under load, the terminal's start, a ruling with its record."""

from __future__ import annotations

import os
import pty
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import wordtools
from tests.judge.conftest import PASSWORD, Service
from wordtools.judge.judge import Judge
from wordtools.judge.log import Log
from wordtools.judge.settings import Settings
from wordtools.judge.station import Place, Station

PROGRAM = str(Path(sys.executable).with_name("wordtools"))
WORKERS = 2

WRK = """
wrk.method = "POST"
wrk.body = '{"words": ["zebra", "zzzz"]}'
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer %s"
"""

EMPTY = """
from fastapi import FastAPI
app = FastAPI(openapi_url=None)
@app.post("/empty")
async def empty() -> dict[str, str]:
    return {}
"""


def load(lexicon: Path, seconds: int, connections: int) -> tuple[float, float, float]:
    """(rulings a second, their 99th percentile in ms, requests a second of an empty FastAPI
    endpoint in the same run), with a durable SQLite log."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arguments = ("--workers", str(WORKERS))
        service = Service(folder, [lexicon], f"sqlite:///{folder}/rulings.db", *arguments)
        try:
            script = folder / "post.lua"
            script.write_text(WRK % service.token())
            rate, p99 = _wrk(script, f"{service.url}/api/v1/rulings", seconds, connections)
        finally:
            service.stop()
        (folder / "empty.py").write_text(EMPTY)
        empty = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "empty:app", "--port", str(service.port),
             "--workers", str(WORKERS), "--log-level", "critical"],
            cwd=folder,
        )  # fmt: skip
        try:
            time.sleep(3)
            floor, _ = _wrk(
                script, f"http://127.0.0.1:{service.port}/empty", min(seconds, 15), connections
            )
        finally:
            empty.terminate()
            empty.wait()
    return rate, p99, floor


def _wrk(script: Path, url: str, seconds: int, connections: int) -> tuple[float, float]:
    """Requests a second, and the 99th percentile of their time in ms."""
    options = ["-t2", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", str(script)]
    told = subprocess.run(["wrk", *options, url], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in told or "Socket errors" in told:
        raise RuntimeError(told)
    rate = float(re.findall(r"Requests/sec:\s+([\d.]+)", told)[0])
    amount, unit = re.findall(r"99%\s+([\d.]+)(us|ms|s)", told)[0]
    return rate, float(amount) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[unit]


def terminal_opens(lexicon: Path) -> float:
    """Median milliseconds from starting `wordtools judge` to its first screen."""
    times = []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as name:
            password = Path(name) / "password"
            password.write_text(PASSWORD + "\n")
            command = [PROGRAM, "judge", "-l", str(lexicon), "--password-file", str(password),
                       "--log", f"sqlite:///{name}/rulings.db", "--lang", "en"]  # fmt: skip
            began = time.perf_counter()
            process, terminal = pty.fork()
            if process == 0:
                os.environ["TERM"] = "xterm-256color"
                os.execv(command[0], command)
            shown = b""
            while b"How many words" not in shown:
                shown += os.read(terminal, 65536)
            times.append((time.perf_counter() - began) * 1000)
            os.close(terminal)
            os.waitpid(process, 0)
    return statistics.median(times)


def ruling_takes(lexicon: Path) -> float:
    """Median milliseconds of the confirming key at a station with a durable SQLite log."""
    with tempfile.TemporaryDirectory() as name:
        judge = Judge(wordtools.open(lexicon), Log(f"sqlite:///{name}/rulings.db"))
        station = Station(
            judge,
            check_password=lambda _: False,
            choices=list,
            open_judge=lambda _: judge,
            settings=Settings(deaf_seconds=0.0001),
            place=Place(),
        )
        times = []
        for _ in range(51):
            for key in ("2", *"zebra", " ", *"zzzz", "enter"):
                station.key(key)
            began = time.perf_counter()
            station.key("tab")
            times.append((time.perf_counter() - began) * 1000)
            assert station.screen == "verdict"
            time.sleep(0.001)
            station.key("x")
    return statistics.median(times)


def rows(lexicon: Path, seconds: int = 60) -> list[tuple[str, str, str]]:
    """(what, target, measured)."""
    served = []
    for connections, duration in ((64, seconds), (200, 15)):
        rate, p99, empty = load(lexicon, duration, connections)
        what = f"rulings served to {connections} stations at once, {duration} s, {WORKERS} workers"
        target = "≥ 2,000/s, p99 ≤ 50 ms" if connections == 64 else "–"
        served.append(
            (
                f"{what}, durable SQLite log (an empty FastAPI endpoint in the same run)",
                target,
                f"{rate:,.0f}/s, p99 {p99:.0f} ms ({empty:,.0f}/s, 1 : {empty / rate:.1f})",
            )
        )
    return [
        *served,
        ("`wordtools judge` to its first screen", "≤ 500 ms", f"{terminal_opens(lexicon):.0f} ms"),
        (
            "the confirming key to the verdict, its record on disk (no screen)",
            "≤ 50 ms",
            f"{ruling_takes(lexicon):.1f} ms",
        ),
    ]
