"""Runs worker processes with granian, and watches for processes that hang.

Each worker touches a file once a second. A worker that stops doing so is killed, and granian
replaces it.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import resource
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from wordtools.errors import WordtoolsError
from wordtools.service.config import ServerConfig
from wordtools.service.port_holder import describe_holders, find_holders

LARGEST_HEADERS = 16_384  # maximum number of bytes before a request's body
# time limit for a client to send the headers or begin another request
HEADER_SECONDS = 10
MOST_CONNECTIONS = 4096  # per worker, if the limit on open files allows; further ones wait
ENDING_SECONDS = 3  # time for answering pending requests when the service ends
MOST_MISSED = 15  # maximum number of missed beats; starting on a busy machine takes some seconds
_BEAT_SECONDS = 1.0
_FILES_KEPT = 128  # file descriptors reserved for everything except connections
_BACKLOG = 2048  # connections waiting for each worker to accept them
_LOG = {
    "handlers": {
        name: {"class": "logging.StreamHandler", "formatter": "generic"}  # standard error
        for name in ("console", "access")
    }
}


def serve(
    target: str, server: ServerConfig, host: str, folder: Path, announce: Callable[[], None]
) -> None:
    """Serves requests with worker processes until interrupted, and calls `announce` once all of
    them are ready. `target` names the function that creates a worker's application. `host` is an
    address. Workers call `show_life` with `folder`. Raises `WordtoolsError` if workers do not start
    or keep failing."""
    if multiprocessing.get_start_method(allow_none=True) is None:
        # a forked process would share the log's connections
        multiprocessing.set_start_method("spawn")
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    granian = Server(
        target,
        host,
        server.port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=server.workers,
        loop=Loops.asyncio,
        http=HTTPModes.http1,
        websockets=False,
        backlog=_BACKLOG,
        backpressure=min(MOST_CONNECTIONS, max(1, files - _FILES_KEPT)),
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=LARGEST_HEADERS
        ),
        ssl_cert=server.certfile,
        ssl_key=server.keyfile,
        ssl_protocol_min=SSLProtocols.tls12,
        respawn_failed_workers=True,
        workers_kill_timeout=ENDING_SECONDS + 1,
        log_level=LogLevels.critical,
        log_dictconfig=_LOG,
    )
    faults: list[str] = []
    ended = threading.Event()

    def watch() -> None:
        if fault := await_start(server, host, folder):
            faults.append(fault)
            os.kill(os.getpid(), signal.SIGTERM)
            return
        announce()
        _replace_hung(folder)

    def start() -> None:
        call_first(ended.set)
        threading.Thread(target=watch, daemon=True, name="watch workers").start()

    granian.on_startup(start)
    try:
        granian.serve()
    except SystemExit:
        if not ended.is_set():
            faults.append("its worker processes keep failing")
    if faults:
        raise WordtoolsError(f"the service cannot run: {faults[0]}")


@asynccontextmanager
async def show_life(folder: Path) -> AsyncIterator[None]:
    """Repeatedly marks in this folder that the event loop of this worker is running. Then ends the
    worker without waiting for granian's threads, which would fail with a backtrace."""
    beating = asyncio.create_task(_beat(folder))
    yield
    beating.cancel()
    atexit.register(os._exit, 0)


async def _beat(folder: Path) -> None:
    while True:
        await asyncio.sleep(_BEAT_SECONDS / 10)  # the first beat comes once requests are accepted
        _file_of(folder, os.getpid()).touch()
        await asyncio.sleep(_BEAT_SECONDS)


def _file_of(folder: Path, pid: int | None) -> Path:
    return folder / f"beat-{pid}"


def call_first(call: Callable[[], object]) -> None:
    """Makes signals that end this process call a function before their current handlers."""
    for number in (signal.SIGINT, signal.SIGTERM):
        handle = signal.getsignal(number)
        assert callable(handle)

        def end(signal: int, frame: object, handle: Callable[..., object] = handle) -> None:
            call()
            handle(signal, frame)

        signal.signal(number, end)


def await_start(server: ServerConfig, host: str, folder: Path) -> str | None:
    """Waits until all workers are ready. Returns None, or the reason why the service must stop.
    Without this, two services that one user starts at the same time on Linux would share their
    address.
    """
    while len(list(folder.glob("beat-*"))) < server.workers or not _is_reached(host, server.port):
        time.sleep(0.05)
    is_shared = find_holders(host, server.port)
    return describe_holders(host, server.port) if is_shared else None


def _is_reached(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((host, port), 1):
        return True
    return False


def _replace_hung(folder: Path) -> None:
    """Kills workers that miss too many beats. Counts checks instead of seconds, so that a paused
    service does not kill its workers when it resumes."""
    seen: dict[int | None, tuple[int, int]] = {}
    while True:
        time.sleep(_BEAT_SECONDS)
        for worker in multiprocessing.active_children():
            last, missed = seen.get(worker.pid, (0, 0))
            now = 0
            with suppress(OSError):
                now = _file_of(folder, worker.pid).stat().st_mtime_ns
            seen[worker.pid] = (now, missed + 1 if now == last else 0)
            if missed >= MOST_MISSED:
                worker.kill()
