"""Server-sent events: responses that continue until the client leaves or the service stops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from starlette.types import Receive, Scope, Send

MEDIA_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 20
"""The number of seconds between comments, which show both sides that the connection is alive."""
_SENDING_SECONDS = 30
"""The number of seconds within which a client must read what was sent."""
_HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]


def write_event(name: str, data: bytes, id: int | None = None) -> bytes:
    """An event whose data is a single line."""
    number = b"" if id is None else b"id: %d\n" % id
    return number + b"event: %s\ndata: %s\n\n" % (name.encode(), data)


HEARTBEAT = b": alive\n\n"


class EventStream:
    """A response that consists of events, in the form of an ASGI application. Closes its `pieces`
    when the client leaves."""

    def __init__(self, pieces: AsyncGenerator[bytes, None]) -> None:
        self._pieces = pieces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": _HEADERS}
        gone = asyncio.ensure_future(_await_end(receive))
        async with aclosing(self._pieces) as pieces:
            try:
                await send(start)
                while True:
                    piece = asyncio.ensure_future(anext(pieces, None))
                    await asyncio.wait({gone, piece}, return_when=asyncio.FIRST_COMPLETED)
                    if not piece.done():
                        piece.cancel()
                        with suppress(asyncio.CancelledError):
                            await piece
                        return
                    if (body := piece.result()) is None:
                        break
                    message = {"type": "http.response.body", "body": body, "more_body": True}
                    async with asyncio.timeout(_SENDING_SECONDS):
                        await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            except TimeoutError:
                return  # the client does not read; it will reconnect
            finally:
                gone.cancel()


async def _await_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
