"""Handles every request's id, proxy prefix, security headers, log line and metrics.

A log line states the caller, route, time, duration and status. The line omits the query, the answer
and, unless `--log-words` is set, the words.
"""

from __future__ import annotations

import re
import secrets
import sys
import time
import traceback
from contextlib import suppress
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordtools.log.record import now
from wordtools.service.error_pages import answer_error
from wordtools.service.errors import ApiError
from wordtools.service.metrics import Metrics

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
_METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"}
_NOTES = "wordtools.notes"
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def notes_of(request: HTTPConnection) -> dict[str, Any]:
    """Further fields of a request's log line: the request's id, its route's path, and the code of
    an error."""
    notes: dict[str, Any] = request.scope[_NOTES]
    return notes


class RequestMiddleware:
    """ASGI middleware for all requests."""

    def __init__(
        self, app: ASGIApp, metrics: Metrics, prefix: str = "", *, is_quiet: bool = False
    ) -> None:
        """`is_quiet`: write log lines for internal errors only."""
        self._app = app
        self._is_quiet = is_quiet
        self._metrics = metrics
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._add_prefix(scope)
        id = _request_id(scope)
        notes: dict[str, Any] = {"request": id}
        scope[_NOTES] = notes
        started = time.perf_counter()
        status = 0
        is_reported = False

        def report() -> None:
            nonlocal is_reported
            if not is_reported:
                is_reported = True
                self._report(scope["method"], notes, status, time.perf_counter() - started)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message["headers"], *_HEADERS, (b"x-request-id", id.encode())]
                message = {**message, "headers": headers}
                if "stream" in notes:
                    report()  # logged at once, because the response may last for days
            elif not message.get("more_body"):
                report()  # reported before the client has the whole answer
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except ClientDisconnect:
            notes["code"] = "gone"
        except Exception as error:
            notes["fault"] = describe_fault(error)
            if not status:
                notes["code"] = "fault"
                fault = ApiError("fault", "Internal error; try again")
                answer = answer_error(HTTPConnection(scope), fault, id)
                await answer(scope, receive, send_with_headers)
        finally:
            report()

    def _add_prefix(self, scope: Scope) -> None:
        """Adds the proxy's prefix to the path if the proxy has stripped it."""
        if self._prefix:
            path = scope["path"]
            if path != self._prefix and not path.startswith(f"{self._prefix}/"):
                scope["path"] = self._prefix + path
            scope["root_path"] = self._prefix

    def _report(self, method: str, notes: dict[str, Any], status: int, seconds: float) -> None:
        method = method if method in _METHODS else "other"
        route = notes.get("route", "other")
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if "code" in notes:
            self._metrics.errors.labels(notes["code"]).inc()
        if self._is_quiet and status < 500:
            return
        line = {"time": now(), "method": method, "route": route, "status": status}
        write_log_line({**line, "ms": round(seconds * 1000, 1), **notes})


def write_log_line(line: dict[str, Any]) -> None:
    """Writes one JSON line to standard error, or drops it if standard error is closed or full."""
    with suppress(OSError, ValueError):
        sys.stderr.write(msgspec.json.encode(line).decode() + "\n")
        sys.stderr.flush()


def _request_id(scope: Scope) -> str:
    """The client's request id if that is safe to log; otherwise a new id."""
    id = Headers(scope=scope).get("x-request-id", "")
    return id if _REQUEST_ID.fullmatch(id) else secrets.token_hex(8)


def describe_fault(error: BaseException) -> str:
    """The type and location of an exception, without its text, which may contain words."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {frame.filename}:{frame.lineno}"
