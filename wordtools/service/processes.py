"""The processes that answer requests, as uvicorn runs them: when do they answer?"""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess


def serve_alone(
    config: uvicorn.Config, listener: socket.socket, announce: Callable[[], None]
) -> bool:
    """Answers requests in this process, until it is interrupted. False when it did not start."""
    server = _Server(config, announce)
    server.run(sockets=[listener])
    return server.started


def serve_with_workers(
    config: uvicorn.Config, listener: socket.socket, announce: Callable[[], None]
) -> bool:
    """Answers requests in worker processes, until it is interrupted. False when one of them did not
    start."""
    listener.set_inheritable(True)
    supervisor = _Supervisor(config, listener, announce)
    supervisor.run()
    return all(process.exitcode != STARTUP_FAILURE for process in supervisor.processes)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


class _Supervisor(Multiprocess):
    def __init__(
        self, config: uvicorn.Config, listener: socket.socket, announce: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets=[listener])
        self._announce: Callable[[], None] | None = announce

    def keep_subprocess_alive(self) -> None:
        """What the supervisor does twice a second."""
        super().keep_subprocess_alive()
        if self._announce and all(process.is_ready() for process in self.processes):
            self._announce()
            self._announce = None
