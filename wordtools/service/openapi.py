"""Generates the API's machine-readable description from its routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from wordtools.messages import LANGUAGES
from wordtools.messages.rooms import ROOMS
from wordtools.service.errors import ErrorResponse
from wordtools.service.guards import SESSION_COOKIE
from wordtools.service.routes import Caller, Route
from wordtools.version import __version__

Json = dict[str, Any]

_REFERENCE = "#/components/schemas/{name}"
_SECURITY: dict[Caller, list[Json]] = {
    Caller.STATION: [{"station": []}],
    Caller.SEAT: [{"seat": []}],
    Caller.OWNER: [{"table": []}, {"director": []}],
    Caller.HOST: [{"director": []}],
    Caller.DIRECTOR: [{"director": []}],
}
_HEADER = {
    "name": "X-Wordtools",
    "in": "header",
    "required": True,
    "schema": {"const": "director", "type": "string"},
}
_PATH_SCHEMAS: dict[str, Json] = {
    "language": {"examples": list(LANGUAGES)},
    "room": {"examples": list(ROOMS)},
}
_RECORDS: Json = {"type": "array", "items": {"type": "object"}}
_ERROR_DESCRIPTIONS = {
    400: "Invalid JSON body",
    401: "Missing or invalid token, session or password",
    403: "Not sent by the director's page, or not allowed on this device",
    404: "Not found",
    409: "In conflict with the records",
    413: "Body too large",
    422: "Cannot be judged, or not as described here",
    429: "Too many requests",
    500: "Internal error",
    503: "The lexicon or the log cannot be used",
}


def describe_api(root_path: str, routes: Sequence[Route]) -> bytes:
    """The OpenAPI 3.1 description of these routes, in JSON."""
    paths: dict[str, Json] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _describe_route(route)
    types = {type for route in routes for type in (route.answer, route.body) if type is not None}
    types.add(ErrorResponse)
    description = {
        "openapi": "3.1.0",
        "info": {
            "title": "wordtools judge",
            "version": __version__,
            "description": "Rules on challenges with one word, YES or NO. See docs/api.md.",
        },
        "servers": [{"url": root_path or "/"}],
        "paths": paths,
        "components": {
            "schemas": _describe_types(sorted(types, key=lambda type: type.__name__)),
            "securitySchemes": {
                "station": {"type": "http", "scheme": "bearer"},
                "seat": {"type": "http", "scheme": "bearer"},
                "table": {"type": "http", "scheme": "bearer"},
                "director": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE},
            },
        },
    }
    return msgspec.json.encode(description)


def _describe_route(route: Route) -> Json:
    content = _describe_file(route) if route.answer is None else _json_of(route.answer)
    responses: Json = {str(route.status): {"description": route.summary, "content": content}}
    for status in route.all_errors:
        content = _json_of(ErrorResponse)
        responses[str(status)] = {"description": _ERROR_DESCRIPTIONS[status], "content": content}
    operation: Json = {
        "operationId": route.name,
        "summary": route.summary,
        "description": route.summary,
        "parameters": _describe_parameters(route),
        "responses": responses,
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json_of(route.body)}
    if route.caller in _SECURITY:
        operation["security"] = _SECURITY[route.caller]
    return operation


def _describe_file(route: Route) -> Json:
    """Describes a response that is a file of one of these types."""
    return {
        type: {"schema": _RECORDS if type == "application/json" else {"type": "string"}}
        for type in route.media_types
    }


def _describe_parameters(route: Route) -> list[Json]:
    parameters: list[Json] = [_HEADER] if route.needs_header else []
    for name in re.findall(r"{(\w+)}", route.path):
        schema = {"type": "string", "minLength": 1, **_PATH_SCHEMAS.get(name, {})}
        parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
    if route.query is not None:
        query = _describe_types([route.query])[route.query.__name__]
        for name, schema in query["properties"].items():
            required = {"required": True} if name in query["required"] else {}
            parameters.append({"name": name, "in": "query", **required, "schema": schema})
    return parameters


def _describe_types(types: list[type]) -> dict[str, Json]:
    _, schemas = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    return schemas


def _json_of(type: type) -> Json:
    return {"application/json": {"schema": {"$ref": _REFERENCE.format(name=type.__name__)}}}
