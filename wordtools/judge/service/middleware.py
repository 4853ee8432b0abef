"""Around every request: its id, the proxy's prefix, headers, one log line, metrics.

What is told of a request is who asked for what, when, how long it took and how it ended; never its
words, its query or its answer. `--log-words` adds the words to the log lines, and nothing else.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordtools.judge.log import now
from wordtools.judge.service.errors import ApiError

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Metrics:
    """Counts and seconds, over all workers when `PROMETHEUS_MULTIPROC_DIR` says where they meet."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        shared = "PROMETHEUS_MULTIPROC_DIR" in os.environ
        at = None if shared else self._registry
        if shared:
            gather: Callable[[CollectorRegistry], object] = MultiProcessCollector
            gather(self._registry)
        self.requests = Counter(
            "wordtools_requests", "Requests.", ["method", "route", "status"], registry=at
        )
        self.seconds = Histogram(
            "wordtools_request_seconds",
            "Seconds to an answer.",
            ["route"],
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=at,
        )
        self.rulings = Counter("wordtools_rulings", "Rulings recorded.", registry=at)
        self.refusals = Counter("wordtools_refusals", "Errors.", ["code"], registry=at)

    def text(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self._registry)


class RequestMiddleware:
    """ASGI middleware. What a request is about is noted in `scope["wordtools"]`."""

    def __init__(self, app: ASGIApp, metrics: Metrics, prefix: str = "") -> None:
        self._app = app
        self._metrics = metrics
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._place(scope)
        id = _id(scope)
        about: dict[str, Any] = {"request": id}
        scope["wordtools"] = about
        began = time.perf_counter()
        status = 0
        told = False

        def tell() -> None:
            nonlocal told
            if not told:
                told = True
                self._tell(scope, about, status, time.perf_counter() - began)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message["headers"], *_HEADERS, (b"x-request-id", id.encode())]
                message = {**message, "headers": headers}
            elif not message.get("more_body"):
                tell()  # before the client knows that it has all
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception as error:
            about["fault"] = _where(error)
            if not status:
                fault = ApiError(500, "fault", "A fault of wordtools itself; nothing was judged.")
                about["code"] = "fault"
                await _answer(sending, fault, id)
        finally:
            tell()

    def _place(self, scope: Scope) -> None:
        """Below the proxy's prefix, whether the proxy has taken it off or not."""
        if self._prefix:
            path = scope["path"]
            if path != self._prefix and not path.startswith(f"{self._prefix}/"):
                scope["path"] = self._prefix + path
            scope["root_path"] = self._prefix

    def _tell(self, scope: Scope, about: dict[str, Any], status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if "code" in about:
            self._metrics.refusals.labels(about["code"]).inc()
        milliseconds = round(seconds * 1000, 1)
        line = {"time": now(), "method": method, "route": route, "status": status}
        write_line({**line, "ms": milliseconds, **about})


_METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"}


def write_line(line: dict[str, Any]) -> None:
    """One JSON line on standard error; when that is closed or full there is no line, and the
    ruling is given all the same."""
    with suppress(OSError, ValueError):
        sys.stderr.write(msgspec.json.encode(line).decode() + "\n")
        sys.stderr.flush()


def _id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id":
            text = value.decode("latin-1")
            if _ID.fullmatch(text):
                return str(text)
    return secrets.token_hex(8)


def _where(error: BaseException) -> str:
    """The kind of a fault and where it arose; not its text, which may hold words."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {frame.filename}:{frame.lineno}"


async def _answer(send: Send, refusal: ApiError, id: str) -> None:
    body = refusal.body(id)
    length = str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", length)]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
