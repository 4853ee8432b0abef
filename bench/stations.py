"""The cost of stations: rulings by a service with two workers and a log in SQLite, for growing
numbers of stations. After each answer, a station waits for up to four seconds (two on average)
before its next question.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from pathlib import Path

from bench.measure import ROOT
from tests.service.services import Service

LEXICON = ROOT / "build" / "en.lexicon"
PAUSE = 4.0
AT_ONCE = 50
"""The number of tokens requested at once."""
HEADS = "POST /api/v1/rulings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
WORDS = b'{"words": ["zebra", "zzzz"]}'


def issue_tokens(service: Service, count: int) -> list[str]:
    """Tokens of new stations."""
    director, tokens = service.director(), []
    for start in range(0, count, AT_ONCE):
        names = [{"name": f"Table {n}"} for n in range(start, min(start + AT_ONCE, count))]
        answer = director.post("/api/v1/director/stations", json={"stations": names})
        tokens += [station["token"] for station in answer.json()["stations"]]
    return tokens


async def ask(service: Service, token: str, end: float) -> list[float]:
    """Seconds to each ruling of one station."""
    chance, times = random.Random(token), []
    request = (
        f"{HEADS}Authorization: Bearer {token}\r\nContent-Length: {len(WORDS)}\r\n\r\n"
    ).encode() + WORDS
    await asyncio.sleep(chance.uniform(0, PAUSE))
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
    while time.perf_counter() < end:
        started = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 201"), head
        size = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(size))
        times.append(time.perf_counter() - started)
        await asyncio.sleep(chance.uniform(0, PAUSE))
    writer.close()
    return times


async def ask_all(service: Service, tokens: list[str], seconds: int) -> list[float]:
    end = time.perf_counter() + PAUSE + seconds
    times_by_station = await asyncio.gather(*(ask(service, token, end) for token in tokens))
    return sorted(seconds for times in times_by_station for seconds in times)


def count_seconds(service: Service) -> float:
    """Processor seconds of its workers so far."""
    ticks = 0
    for worker in service.workers():
        fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stations", type=int, nargs="+")
    parser.add_argument("--seconds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        service = Service(folder, [LEXICON], f"sqlite:///{folder}/log.db", "--workers", "2")
        try:
            tokens = issue_tokens(service, max(options.stations))
            for count in options.stations:
                before, started = count_seconds(service), time.perf_counter()
                times = asyncio.run(ask_all(service, tokens[:count], options.seconds))
                took = time.perf_counter() - started
                busy = count_seconds(service) - before
                figures = {
                    "stations": count,
                    "rulings a second": round(len(times) / took, 1),
                    "p50 ms": round(statistics.median(times) * 1000),
                    "p99 ms": round(times[int(len(times) * 0.99)] * 1000),
                    "processor ms a ruling": round(busy / len(times) * 1000, 1),
                    "load": round(os.getloadavg()[0], 1),
                }
                print(json.dumps(figures), flush=True)
        finally:
            service.stop()


if __name__ == "__main__":
    main()
