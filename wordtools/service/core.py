"""The parts that the doors of one worker process share, and the interface of a door.

A door is a part of the service that can be left out: `judging`, `playing`. Doors know nothing about
each other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from wordtools.log.log import Log
from wordtools.log.memory import LogMemory
from wordtools.service.config import LexiconOffer, ServiceConfig
from wordtools.service.metrics import Metrics
from wordtools.service.routes import Route


class Core:
    """The configuration, the log and the counters of one worker process."""

    def __init__(self, config: ServiceConfig) -> None:
        self.config = config
        memory = LogMemory(config.folder and config.folder / "memory")
        self.log = Log(config.log, prepared=True, memory=memory)
        self.metrics = Metrics()
        self.when_made: list[Callable[[Sequence[LexiconOffer]], None]] = []
        """The functions to call, with all offers as the argument, whenever a list has been made."""


class DoorHandlers:
    """The first argument of a door's handlers. All handlers of one worker process share it."""

    async def is_able(self) -> bool:
        """True if the door can do its work now."""
        return True

    def start(self) -> None:
        """Starts work that continues without requests."""

    def stop(self) -> None:
        """Ends long-running responses, because the service is about to stop."""

    def close(self) -> None:
        """Ends threads and connections."""


class Door(NamedTuple):
    """An open door: its routes, the object that their handlers share, and its pages (templates,
    keyed by path). `files`: the endpoints, keyed by path, that send files made on request.
    `static`: the files and folders below `/static` that only its pages need. `bars_stations`:
    devices that are registered as stations may not use this door. `has_host`: the director uses
    this door too."""

    routes: Sequence[Route]
    handlers: DoorHandlers
    pages: Mapping[str, str]
    static: Collection[str] = ()
    bars_stations: bool = True
    has_host: bool = True
    files: Mapping[str, Callable[[Request], Awaitable[Response]]] = {}
