"""The table of routes matches the handlers."""

from __future__ import annotations

import re
from inspect import signature
from typing import get_type_hints

import pytest

from wordtools.service.config import DOORS
from wordtools.service.doors import list_routes
from wordtools.service.general import SessionResponse
from wordtools.service.routes import Caller, Route
from wordtools.service.streams import EventStream
from wordtools.service.values import Credentials, SessionChange, TextFile, Visitor

ROUTES = list_routes(DOORS)

ANSWERS = {SessionChange: SessionResponse, TextFile: None, EventStream: None}
"""The answer to a client for a handler's result."""
ALSO = {"credentials": Credentials, "visitor": Visitor}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_a_handler_takes_and_returns_what_its_route_says(route: Route) -> None:
    types = get_type_hints(route.handler)
    types.pop(next(iter(signature(route.handler).parameters)), None)
    returned = types.pop("return")
    assert ANSWERS.get(returned, returned) is route.answer
    expected: dict[str, object] = dict.fromkeys(re.findall(r"{(\w+)}", route.path), str)
    expected.update({name: ALSO.get(name, str) for name in route.also})
    if route.caller is Caller.STATION:
        expected["token"] = str
    if route.query is not None:
        expected["query"] = route.query
    if route.body is not None:
        expected["body"] = route.body
    assert types == expected


def test_only_the_director_passes_below_the_directors_path() -> None:
    """The exceptions are asking whether there is a session, and beginning one."""
    open_to_all = {"session", "begin_session"}
    for route in ROUTES:
        is_director = route.path.startswith("/api/v1/director/") and route.name not in open_to_all
        assert (route.caller is Caller.DIRECTOR) == is_director, route.name


def test_no_two_routes_are_the_same() -> None:
    assert len({route.name for route in ROUTES}) == len(ROUTES)
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)
