"""The cost of a long log: checking, exporting and listing it, and starting a service with it.

The logs are genuine chains, as `wordtools log verify` confirms, but written in one SQLite
transaction.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from bench.measure import PROGRAM, ROOT
from tests.service.services import Service
from wordtools.judge.judge import Judge, Question
from wordtools.judge.ruling import Challenge
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.log.record import NO_HASH, LogRecord, now

LEXICON = ROOT / "build" / "en.lexicon"
FIELDS = LogRecord.__struct_fields__


def make_log(path: Path, count: int) -> None:
    """A log with this many rulings on two words."""
    log = Log(f"sqlite:///{path}")
    judge = Judge(Lexicon.read(LEXICON), log)
    challenge = Challenge(["zebra", "zzzz"], event="Open", round="3", table="12")
    body = msgspec.json.encode(judge.decide(Question(challenge)).body, order="sorted").decode()
    log.close()
    moment, last = now(), NO_HASH

    def list_rows() -> Iterator[tuple[Any, ...]]:
        nonlocal last
        for number in range(1, count + 1):
            record = LogRecord(number, "ruling", moment, f"{number:016x}", None, body, last, "")
            last = record.digest()
            yield (*msgspec.structs.astuple(record)[:-1], last)

    insert = f"INSERT INTO records ({', '.join(FIELDS)}) VALUES ({', '.join('?' * len(FIELDS))})"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.executemany(insert, list_rows())
        connection.execute("UPDATE head SET number = ?, hash = ?", (count, last))


def run(*arguments: str) -> tuple[float, float]:
    """Processor seconds and peak MB of `wordtools ARGUMENTS…`, whose output is discarded."""
    running = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, arguments)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def start_service(folder: Path, log: str) -> float:
    """The seconds from the start of a service to its first ruling, the lowest of three values."""
    times: list[float] = []
    for _ in range(3):
        started = time.perf_counter()
        service = Service(folder, [LEXICON], log)
        try:
            station = service.station(f"Table {len(times)}")
            answer = station.post("/api/v1/rulings", json={"words": ["zebra"]})
            times.append(time.perf_counter() - started)
            answer.raise_for_status()
        finally:
            service.stop()
    return min(times)


def measure(folder: Path, count: int) -> str:
    """A row of the table in docs/scale.md."""
    path = folder / f"{count}.db"
    make_log(path, count)
    size = path.stat().st_size / 1e6
    log = f"sqlite:///{path}"
    done = [
        run("log", *command, "--log", log)
        for command in (["verify"], ["export", "--format", "csv"], ["list"])
    ]
    seconds = [f"{busy:.2f}" for busy, _ in done]
    peak = max(peak for _, peak in done)
    started = f"{start_service(folder, log):.2f}"
    path.unlink()
    return " | ".join([f"| {count:,}", *seconds, started, f"{size:,.1f}", f"{peak:.0f} |"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=int, nargs="+")
    options = parser.parse_args()
    for count in options.records:
        with tempfile.TemporaryDirectory() as folder:
            print(measure(Path(folder), count), flush=True)


if __name__ == "__main__":
    main()
