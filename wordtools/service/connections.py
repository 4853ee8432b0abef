"""What a connection may cost: bytes, seconds, and its place among all others.

uvicorn bounds none of these before a request has come in whole, so its protocol is watched here.
When there are too many connections, those that have asked for nothing yet are the first to go.
"""

from __future__ import annotations

import asyncio
import resource
import secrets
from collections import OrderedDict
from typing import Any, ClassVar, cast

import uvloop
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from wordtools.service.errors import ApiError
from wordtools.service.middleware import HEADERS

LARGEST_HEADERS = 16_384
"""Bytes of a request before its body."""
LARGEST_REQUEST = 131_072
"""Bytes of a request in all, as they are sent."""
PATIENCE = 10
"""Seconds that a client may take to send a request, or to make room for more of an answer."""
IDLE_SECONDS = 8
"""How long a connection may be idle after an answer: longer than clients keep one (5 in httpx), so
that no request meets a connection that is being closed."""
MOST_CONNECTIONS = 4096
"""How many connections a worker process holds, if it may open as many files."""
_FILES_KEPT = 128  # that connections leave for the log, the lexicons and all else
MOST_PIPELINED = 16
"""How many requests of a connection may wait while another is being answered."""
_TOO_LARGE = f"The request has more than {LARGEST_HEADERS:,} bytes before its body"
_TOO_MANY = f"More than {MOST_PIPELINED} requests wait on this connection; send this one again"


class Loop(uvloop.Loop):
    """An event loop whose servers wait for a client's part of TLS as long as for a request."""

    async def create_server(self, *arguments: Any, **options: Any) -> Any:
        """As asyncio has it."""
        if options.get("ssl"):
            options["ssl_handshake_timeout"] = options["ssl_shutdown_timeout"] = PATIENCE
        return await super().create_server(*arguments, **options)


class BoundedConnection(HttpToolsProtocol):
    """A client's connection."""

    _newcomers: ClassVar[OrderedDict[BoundedConnection, None]] = OrderedDict()
    """Those that have sent no whole request yet, the oldest first."""
    _idle: ClassVar[OrderedDict[BoundedConnection, None]] = OrderedDict()
    """Those that were answered and may ask again, the longest idle first."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._receiving = False  # between the first and the last byte of a request
        self._has_headers = False  # all those of the request that is coming in
        self._received = 0  # bytes of it
        self._fed = 0  # bytes that are being parsed
        self._answering: RequestResponseCycle | None = None  # of several requests, the first
        self._error = ("not-http", "This is not an HTTP request")
        self._is_full = False  # of requests that wait: nothing more is read
        self._coming: asyncio.TimerHandle | None = None  # ends the wait for the client to send
        self._going: asyncio.TimerHandle | None = None  # ends the wait for it to read

    # What uvicorn and asyncio call

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._newcomers[self] = None
        self._wait(PATIENCE)
        if len(self.connections) > _count_places():
            line = self._idle if self._idle and len(self._newcomers) == 1 else self._newcomers
            line.popitem(last=False)[0].transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_answering()
        self._newcomers.pop(self, None)
        self._idle.pop(self, None)
        for timer in (self._coming, self._going):
            if timer is not None:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        if self._is_full:
            return
        self._fed = len(data)
        self._received += self._fed
        super().data_received(data)
        if self._is_full:
            return
        if self._has_headers and self._received > LARGEST_REQUEST:
            self._refuse("too-large", f"The request has more than {LARGEST_REQUEST:,} bytes")
        elif not self._has_headers and self._received > LARGEST_HEADERS:
            self._refuse("headers-too-large", _TOO_LARGE)

    def send_400_response(self, msg: str) -> None:
        if self._is_full:  # those that wait are answered first
            self._rest()
        else:
            self._refuse(*self._error)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._going = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._going is not None:
            self._going.cancel()

    # What the parser calls

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._receiving, self._has_headers, self._received = True, False, self._fed
        self._idle.pop(self, None)
        self._wait(PATIENCE)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > LARGEST_HEADERS:
            self._error = ("headers-too-large", _TOO_LARGE)
            raise ValueError  # the parser stops, and uvicorn calls `send_400_response`
        if len(self.pipeline) >= MOST_PIPELINED:
            self._is_full, self._receiving = True, False
            raise ValueError
        super().on_headers_complete()
        self._has_headers = True
        if not self.pipeline:
            self._answering = self.cycle

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._receiving, self._has_headers, self._received = False, False, 0
        self._newcomers.pop(self, None)
        self._rest()

    def on_response_complete(self) -> None:
        if self.pipeline:
            self._answering, _ = self.pipeline[-1]
        super().on_response_complete()
        self._rest()

    # Waiting

    def _rest(self) -> None:
        """Begins to wait for another request when all that came are answered."""
        if self._receiving:
            return
        if self.cycle.response_complete and not self.pipeline:
            if self._is_full:
                self._refuse("too-many-waiting", _TOO_MANY)
                return
            self._idle[self] = None
            self._wait(IDLE_SECONDS)
        elif self._coming is not None:
            self._coming.cancel()

    def _wait(self, seconds: float) -> None:
        if self._coming is not None:
            self._coming.cancel()
        self._coming = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if self.transport.is_closing():
            self.transport.abort()
        elif self._receiving:
            self._refuse("too-slow", f"The request took longer than {PATIENCE} seconds")
        else:
            self._close()

    def _stop_answering(self) -> None:
        """What is still to be said finds no one."""
        for cycle in (self._answering, self.cycle):
            if cycle is not None:
                cycle.disconnected = True

    def _close(self) -> None:
        """Closes once everything is sent, for which there is time as well."""
        self.transport.close()
        self._wait(PATIENCE)

    def _refuse(self, code: str, message: str) -> None:
        """Answers what is coming in with an error, unless it or another is being answered, and
        closes."""
        if self.transport.is_closing():
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        if self._has_headers:
            unanswered = answering and not self.cycle.response_started and not self.pipeline
        else:
            unanswered = not answering
        self._stop_answering()
        if unanswered:
            self.transport.write(_write_answer(ApiError(code, message)))
        self._close()


def _count_places() -> int:
    """How many connections this process may hold now."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(MOST_CONNECTIONS, max(1, most - _FILES_KEPT))


def _write_answer(error: ApiError) -> bytes:
    """An error as HTTP, where there is no request that it could answer."""
    request_id = secrets.token_hex(8)
    body = error.body(request_id)
    headers = {
        **HEADERS,
        "x-request-id": request_id,
        "content-type": "application/json",
        "content-length": len(body),
        "connection": "close",
    }
    lines = [f"{name}: {value}\r\n" for name, value in headers.items()]
    return STATUS_LINE[error.status] + "".join([*lines, "\r\n"]).encode() + body
