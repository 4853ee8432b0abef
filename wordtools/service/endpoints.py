"""Connects HTTP to the handlers: decodes requests, checks callers, and encodes answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from wordtools.service import access, devices
from wordtools.service.asking import ask_log
from wordtools.service.bodies import read_body
from wordtools.service.core import Core
from wordtools.service.errors import ApiError
from wordtools.service.general import SessionResponse
from wordtools.service.guards import (
    DEVICE_COOKIE,
    MOST_PLAYED,
    PLAYING_COOKIE,
    SESSION_COOKIE,
    STATION_COOKIE,
    check_playing,
    find_address,
    is_host,
    is_local,
    list_played,
    read_cookie,
)
from wordtools.service.middleware import notes_of
from wordtools.service.routes import Caller, Route
from wordtools.service.streams import EventStream
from wordtools.service.tokens import hash_token
from wordtools.service.values import (
    Credentials,
    LoggedAnswer,
    LoggedRequest,
    SeatAnswer,
    SessionChange,
    TextFile,
    Visitor,
)

Endpoint = Callable[[Request], Awaitable[Response | EventStream]]
Guard = Callable[[Request], Awaitable[None]]
T = TypeVar("T")

_CLOSED_SECONDS = 400 * 86_400
"""The longest time that browsers keep a cookie."""


class PathEndpoint:
    """All endpoints of a path, one for each method, as an ASGI application. `guard` raises
    `ApiError` for a request that may use none of these endpoints.
    """

    def __init__(
        self, path: str, endpoints: Mapping[str, Endpoint], guard: Guard | None = None
    ) -> None:
        self._path = path
        self._endpoints = endpoints
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        notes_of(request)["route"] = self._path
        if self._guard is not None:
            await self._guard(request)
        endpoint = self._endpoints.get(request.method)
        if endpoint is None:
            allowed = ", ".join(sorted(self._endpoints))
            raise ApiError("method", "Use another method", headers={"Allow": allowed})
        response = await endpoint(request)
        await response(scope, receive, send)


class ApiEndpoint:
    """The endpoint of a route. Calls the handler with the parts of the request that the handler
    needs.
    """

    def __init__(self, route: Route, handlers: object, core: Core) -> None:
        self._route = route
        self._handle = partial(route.handler, handlers)
        self._log = core.log
        self._config = core.config

    async def __call__(self, request: Request) -> Response | EventStream:
        route = self._route
        if route.method != "GET" and _is_foreign(request):
            raise ApiError("foreign", "Pages of other sites may not send this request")
        arguments = {**request.path_params, **await self._identify(request)}
        if route.is_aid:
            await check_playing(request, self._log)
        if route.query is not None:
            arguments["query"] = decode_query(request, route.query)
        if route.body is not None:
            arguments["body"] = await decode_body(request, route.body)
        body = arguments.get("body")
        if self._config.log_words and isinstance(body, LoggedRequest):
            notes_of(request)["words"] = body.list_words()
        answer = await self._handle(**arguments)
        return self._send(request, answer, arguments.get("token", ""))

    async def _identify(self, request: Request) -> dict[str, Any]:
        """The facts about the client that the handler receives. Raises `ApiError` unless the client
        may use the route."""
        caller, also = self._route.caller, self._route.also
        token = _find_token(request)
        identity: dict[str, Any] = {}
        if caller is Caller.STATION:
            if not token:
                raise ApiError.no_station()
            identity["token"] = token
        elif caller is Caller.DIRECTOR:
            await self._check_director(request)
        elif caller is Caller.SEAT and not token:
            raise ApiError("no-seat", "Send the token of a seat")
        asks_host = caller is Caller.HOST or "visitor" in also
        by_host = asks_host and await is_host(request, self._log, self._config)
        if caller is Caller.HOST and not by_host:
            raise ApiError("no-director", "Sign in as the director first")
        if "session" in also:
            identity["session"] = read_cookie(request, SESSION_COOKIE)
        if "address" in also:
            identity["address"] = find_address(request)
        if "credentials" in also:
            identity["credentials"] = Credentials(read_cookie(request, DEVICE_COOKIE), token)
        if "visitor" in also:
            last_event = request.headers.get("last-event-id", "")
            local = is_local(request)
            identity["visitor"] = Visitor(find_address(request), token, local, by_host, last_event)
        return identity

    def _send(self, request: Request, answer: Any, station: str) -> Response | EventStream:
        """The response that carries a handler's answer. `station`: the token of the asking
        station."""
        notes = notes_of(request)
        if isinstance(answer, LoggedAnswer):
            notes.update(answer.log_fields())
        elif isinstance(answer, SessionChange):
            return self._change_session(request, answer)
        elif isinstance(answer, EventStream):
            notes["stream"] = True
            return answer
        elif isinstance(answer, TextFile):
            kind = "inline" if answer.is_page else "attachment"
            name = {"Content-Disposition": f'{kind}; filename="{answer.name}"'}
            return StreamingResponse(answer.pieces, media_type=answer.media_type, headers=name)
        response = encode(answer, self._route.status)
        if station and self._route.method == "GET":
            self._set_cookie(request, response, STATION_COOKIE, hash_token(station))
        elif isinstance(answer, SeatAnswer):
            tables = [answer.name_table(), *list_played(request)]
            played = ".".join(dict.fromkeys(tables[:MOST_PLAYED]))
            self._set_cookie(request, response, PLAYING_COOKIE, played)
        return response

    def _set_cookie(self, request: Request, response: Response, name: str, value: str) -> None:
        """Sets a cookie that closes doors for this browser, unless the browser already has it."""
        if read_cookie(request, name) != value:
            attributes = {**self._list_attributes(request), "samesite": "lax"}
            response.set_cookie(name, value, _CLOSED_SECONDS, **attributes)

    def _list_attributes(self, request: Request) -> dict[str, Any]:
        """The attributes of our cookies."""
        return {
            "path": self._config.root_path or "/",
            "httponly": True,
            "samesite": "strict",
            "secure": request.url.scheme == "https",
        }

    async def _check_director(self, request: Request) -> None:
        """Raises `ApiError` unless the director is signed in and, for a change, the header proves
        that the request comes from the director's page."""
        session = read_cookie(request, SESSION_COOKIE)
        if not session or not await ask_log(access.is_session, self._log, session):
            raise ApiError("no-director", "Sign in as the director first")
        if self._route.needs_header and request.headers.get("x-wordtools") != "director":
            raise ApiError("no-header", "Send the header X-Wordtools: director")

    def _change_session(self, request: Request, change: SessionChange) -> Response:
        response = encode(SessionResponse(change.begun is not None), self._route.status)
        attributes = self._list_attributes(request)
        if change.begun:
            token, device = change.begun
            response.set_cookie(SESSION_COOKIE, token, access.SESSION_HOURS * 3600, **attributes)
            response.set_cookie(DEVICE_COOKIE, device, devices.DEVICE_DAYS * 86_400, **attributes)
        else:
            response.delete_cookie(SESSION_COOKIE, **attributes)
        return response


def encode(answer: Any, status: int) -> Response:
    """Encodes an answer as a JSON response."""
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


async def decode_body(request: Request, schema: type[T]) -> T:
    """The JSON body, decoded according to a schema. Raises `ApiError`."""
    data = await read_body(request)
    try:
        body = msgspec.json.decode(data, type=schema)
    except msgspec.ValidationError as error:
        raise ApiError("invalid", _describe_invalid(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ApiError("not-json", "Invalid JSON body") from None
    json.loads(data, object_pairs_hook=_check_keys)
    return body


def _check_keys(pairs: list[tuple[str, Any]]) -> None:
    """Raises `ApiError` for a repeated key, because parsers disagree on which value counts."""
    counts = Counter(key for key, _ in pairs)
    for key, count in counts.items():
        if count > 1:
            raise ApiError("not-json", f"The JSON body has {key!r} {count} times; send it once")


def decode_query(request: Request, schema: type[T]) -> T:
    """The query, decoded according to a schema. Raises `ApiError`."""
    items = request.query_params.multi_items()
    values = dict(items)
    if len(values) < len(items):
        raise ApiError("invalid", "Send each parameter of the query only once")
    try:
        return msgspec.convert(values, schema, strict=False)  # numbers in a query are text
    except msgspec.ValidationError as error:
        raise ApiError("invalid", _describe_invalid(error)) from None


def _describe_invalid(error: msgspec.ValidationError) -> str:
    """The message of msgspec, preceded by the field's name: "limit: expected `int` >= 1"."""
    fault, _, path = str(error).partition(" - at `$")
    field = path.strip(".`")
    return f"{field}: {fault[:1].lower()}{fault[1:]}" if field else fault


def _is_foreign(request: Request) -> bool:
    """True if a browser reports that another site's page sent the request. Such requests could use
    up the director's attempts. Without TLS, a browser sends only `Origin`, and a proxy may have
    replaced `Host`. Browsers do not let such a page set `X-Forwarded-Host`."""
    site, origin = (request.headers.get(name) for name in ("sec-fetch-site", "origin"))
    if site in ("cross-site", "same-site"):
        return True
    if site == "same-origin" or origin is None:
        return False
    host = origin.partition("://")[2].lower()
    ours = (request.headers.get(name, "").lower() for name in ("host", "x-forwarded-host"))
    return not host or host not in ours


def _find_token(request: Request) -> str:
    """The token that a station sends; "" if there is none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else ""
