"""Reads the bodies of requests.

The server closes a connection on which it has not read a whole body. If a client has its answer by
then, and sends its next request on that connection, that request is lost.
"""

from __future__ import annotations

import math
from asyncio import get_running_loop, timeout, timeout_at
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordtools.service.errors import ApiError

LARGEST_BODY = 16_384  # bytes
BODY_SECONDS = 10


async def read_body(request: Request) -> bytes:
    """The whole body. Raises `ApiError` if it is too large or too slow."""
    parts: list[bytes] = []
    size = int(request.headers.get("content-length", "0"))
    if size <= LARGEST_BODY:
        size = 0
        try:
            async with timeout(BODY_SECONDS):
                async for part in request.stream():
                    size += len(part)
                    if size > LARGEST_BODY:
                        break
                    parts.append(part)
        except TimeoutError:
            message = f"The body took longer than {BODY_SECONDS} seconds"
            raise ApiError("too-slow", message) from None
    if size > LARGEST_BODY:
        raise ApiError("too-large", f"The body has more than {LARGEST_BODY:,} bytes")
    return b"".join(parts)


class BodyMiddleware:
    """ASGI middleware for requests that are answered before their whole body has been read. After
    the answer, reads the rest of a small body, so that the connection stays open. Otherwise the
    answer says that the connection will be closed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        size = _find_size(scope) if scope["type"] == "http" else 0
        if size == 0:
            await self._app(scope, receive, send)
            return
        clock = get_running_loop().time
        end = clock() + BODY_SECONDS
        is_unread = True

        async def receive_part() -> Message:
            nonlocal is_unread
            message = await receive()
            is_unread = message.get("more_body", False)
            return message

        async def send_part(message: Message) -> None:
            is_start = message["type"] == "http.response.start"
            if is_start and is_unread and (size > LARGEST_BODY or clock() >= end):
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        await self._app(scope, receive_part, send_part)
        if size <= LARGEST_BODY:
            with suppress(TimeoutError):
                async with timeout_at(end):
                    while is_unread:
                        await receive_part()


def _find_size(scope: Scope) -> float:
    """The stated number of bytes in a body; infinite if the request has a body of unstated size."""
    headers = Headers(scope=scope)
    return math.inf if "transfer-encoding" in headers else int(headers.get("content-length", "0"))
