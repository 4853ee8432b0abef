"""The cost of tables: two people play at each of many tables of one service, with a log in SQLite.
A player moves after a pause of up to twice the mean. Reports the delay between a press and the
arrival of the move at the other seat, and the service's processor time. Then reports the processor
time of tables without moves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.measure import ROOT
from bench.stations import count_seconds
from tests.service.services import Service
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.loading import load_crossword

LEXICON = ROOT / "build" / "en.lexicon"
RULESET = load_crossword("scrabble-en-us")
SETTINGS = "station_rate = 100000\nstation_burst = 100000\ntables_per_address = 100000\n"
AT_ONCE = 16
KEPT = 5.0
"""Seconds after which a connection is no longer reused, since the service may be closing it."""
PASSED = {"do": "pass"}


class Connection:
    """A connection to a service that is kept open for one request after another."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port = port
        self._heads = f"Host: localhost\r\nAuthorization: Bearer {token}\r\n"
        self._used = 0.0
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any) -> Any:
        if self._streams is None or time.perf_counter() - self._used > KEPT:
            await self._connect()
        assert self._streams is not None
        reader, writer = self._streams
        self._used = time.perf_counter()
        data = json.dumps(body).encode()
        heads = f"{self._heads}Content-Length: {len(data)}\r\n\r\n"
        head = f"{method} /api/v1/{path} HTTP/1.1\r\n{heads}"
        writer.write(head.encode() + data)
        head_read = await reader.readuntil(b"\r\n\r\n")
        length = head_read.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        answer = json.loads(await reader.readexactly(int(length)))
        assert head_read.startswith(b"HTTP/1.1 2"), answer
        return answer

    async def listen(self, path: str) -> asyncio.StreamReader:
        reader, writer = await self._connect()
        writer.write(f"GET /api/v1/{path} HTTP/1.1\r\n{self._heads}\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is not None:
            self._streams[1].close()
        self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        return self._streams


class Seat:
    """A player, who is notified of every change. `heard` maps the number of each state to the time
    at which it arrived.
    """

    def __init__(self, port: int, table: str, token: str) -> None:
        self.path = f"tables/{table}"
        self.connection = Connection(port, token)
        self.stream = Connection(port, token)
        self.state: dict[str, Any] = {}
        self.heard: dict[int, float] = {}
        self.news = asyncio.Event()

    async def follow(self) -> None:
        """Reads events until the stream ends."""
        reader = await self.stream.listen(f"{self.path}/events")
        while line := await reader.readline():
            if line.startswith(b"data: {"):
                moment = time.perf_counter()
                self.state = json.loads(line[6:])
                self.heard[self.state["number"]] = moment
                self.news.set()

    async def choose(self, words: Lexicon) -> dict[str, Any]:
        """The best play of the rack, or a pass."""
        board = Board(RULESET, bytes(self.state["squares"]))
        rack = bytes(self.state["rack"])
        found = await asyncio.to_thread(generator.find_plays, board, rack, words, 1)
        return {"do": "play", "text": write_play(board, found[0].play)} if found else PASSED


async def open_table(port: int, limit: asyncio.Semaphore) -> list[Seat]:
    """The seats of a table at which the game has begun."""
    async with limit:
        anyone = Connection(port)
        seats = [{"name": "Ana"}, {"name": "Bia"}]
        made = await anyone.ask("POST", "tables", {"ruleset": RULESET.name, "seats": seats})
        players = []
        for card in made["invitations"]:
            body = {"secret": card["secret"], "nonce": secrets.token_hex(32)}
            sat = await anyone.ask("POST", f"tables/{made['table']}/seats/{card['seat']}", body)
            players.append(Seat(port, made["table"], sat["token"]))
        body = {"do": "begin", "key": secrets.token_hex(8)}
        await players[0].connection.ask("POST", f"{players[0].path}/commands", body)
        return players


async def play(seats: list[Seat], words: Lexicon, pause: float, end: float) -> list[float]:
    """For each press, the seconds until the other seat has received the move. Nothing happens at a
    table once its game has ended.
    """
    chance, times = random.Random(seats[0].path), []
    await asyncio.sleep(chance.uniform(0, 2 * pause))
    while time.perf_counter() < end and seats[0].state["phase"] == "playing":
        own, other = seats if seats[0].state["turn"] == "Ana" else reversed(seats)
        turn = await own.choose(words)
        before = max(other.heard)
        started = time.perf_counter()
        command = own.connection.ask(
            "POST", f"{own.path}/commands", {**turn, "key": secrets.token_hex(8)}
        )
        other.news.clear()
        await command
        while max(other.heard) == before:
            await other.news.wait()
            other.news.clear()
        times.append(min(at for number, at in other.heard.items() if number > before) - started)
        await asyncio.sleep(chance.uniform(0, 2 * pause))
    return times


async def measure(service: Service, count: int, pause: float, seconds: float) -> dict[str, Any]:
    words = Lexicon.read(LEXICON, "en-US")
    limit = asyncio.Semaphore(AT_ONCE)
    tables = await asyncio.gather(*(open_table(service.port, limit) for _ in range(count)))
    seats = [seat for table in tables for seat in table]
    following = [asyncio.create_task(seat.follow()) for seat in seats]
    while not all(seat.state for seat in seats):
        await asyncio.sleep(0.1)
    idle, began = count_seconds(service), time.perf_counter()
    await asyncio.sleep(20)
    idle = (count_seconds(service) - idle) / (time.perf_counter() - began)
    before, began = count_seconds(service), time.perf_counter()
    end = began + seconds
    times = sorted(
        one
        for table in await asyncio.gather(*(play(table, words, pause, end) for table in tables))
        for one in table
    )
    took = time.perf_counter() - began
    busy = count_seconds(service) - before
    for task in following:
        task.cancel()
    return {
        "tables": count,
        "moves": len(times),
        "moves a second": round(len(times) / took, 1),
        "p50 ms": round(statistics.median(times) * 1000),
        "p99 ms": round(times[int(len(times) * 0.99)] * 1000),
        "processor ms a move": round(busy / len(times) * 1000, 1),
        "idle processor %": round(idle * 100, 2),
        "load": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int, nargs="+")
    parser.add_argument("--pause", type=float, default=10, help="seconds between moves of a table")
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "settings.toml").write_text(SETTINGS, "utf-8")
        os.environ["WORDTOOLS_TABLE_KEY"] = str(folder / "tables.key")
        for count in options.tables:
            log = f"sqlite:///{folder}/log-{count}.db"
            service = Service(folder, [LEXICON], log, "--doors", "judge,play")
            try:
                figures = asyncio.run(measure(service, count, options.pause, options.seconds))
                whole = service.director().get("/api/v1/director/log/verify").json()
                print(json.dumps({**figures, "log whole": whole["whole"]}), flush=True)
            finally:
                service.stop()


if __name__ == "__main__":
    main()
