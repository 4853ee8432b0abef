"""The routes of the API, with their callers, requests and answers.

Each door has a table of its routes. `general` has the routes that every service offers. `endpoints`
decodes, authorises and encodes with these tables; `openapi` describes them. To add a route, add a
line to the table, and write the handler that it names.
"""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec


class Caller(enum.Enum):
    """The callers who may use a route."""

    ANYONE = enum.auto()
    STATION = enum.auto()
    """A station, which is identified by the token in the header `Authorization` and is
    rate-limited."""
    SEAT = enum.auto()
    """A player, identified by the token of a seat in the header `Authorization`."""
    OWNER = enum.auto()
    """The person who made a table (identified by the table's token), or the host."""
    HOST = enum.auto()
    """The host of tables: the director, or the person at this machine if the service is for nobody
    else."""
    DIRECTOR = enum.auto()
    """The director, identified by the session's cookie and, for changes, `X-Wordtools`."""


class Route(msgspec.Struct, frozen=True):
    """A route. `name` is its `operationId`. `errors` are the statuses of the handler's own errors;
    those of decoding and authorisation follow from other fields. If `answer` is None, the route
    sends a file in one of its `media_types`.

    The handler's first argument is the object that all handlers of its door share. Its keyword
    arguments are the parameters of the path; a station's `token`; `query` and `body` if the route
    has them; and those that `also` lists. The latter may be the token of the director's `session`,
    the client's `address`, the client's other tokens (`credentials`), and the facts about a
    `visitor` of tables. `is_aid`: the route helps players, so it is closed to browsers that have a
    seat in a game."""

    name: str
    method: str
    path: str
    caller: Caller
    handler: Callable[..., Awaitable[Any]]
    answer: type | None
    errors: tuple[int, ...]
    status: int = 200
    media_types: tuple[str, ...] = ()
    body: type | None = None
    query: type | None = None
    also: tuple[Literal["session", "address", "credentials", "visitor"], ...] = ()

    is_aid: bool = False

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (self.handler.__doc__ or "").partition("\n")[0]

    @property
    def needs_header(self) -> bool:
        """True for the director's changes, which must come from the director's own page."""
        return self.caller is Caller.DIRECTOR and self.method != "GET"

    @property
    def all_errors(self) -> list[int]:
        """The statuses of all possible errors."""
        errors = {*self.errors, 500}
        if self.body is not None:
            errors |= {400, 413, 422}
        if self.query is not None:
            errors.add(422)
        if self.caller not in (Caller.ANYONE, Caller.OWNER):
            errors.add(401)
        if "visitor" in self.also:
            errors |= {403, 404, 429, 503}
        if self.caller is Caller.STATION:
            errors.add(429)
        if self.method != "GET":
            errors.add(403)
        return sorted(errors)
