"""The machine-readable description: made of `schemas`, so that it is what the service checks by."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.requests import Request
from starlette.responses import Response

from wordtools.judge.messages import LANGUAGES
from wordtools.judge.service import schemas

Endpoint = Callable[[Request], Awaitable[Response]]
Json = dict[str, Any]

_STATION: list[Json] = [{"station": []}]
_DIRECTOR: list[Json] = [{"director": []}]
_HEADER = {
    "name": "X-Wordtools",
    "in": "header",
    "required": True,
    "schema": {"const": "director", "type": "string"},
}


class Operation(msgspec.Struct, frozen=True):
    """What is told of an endpoint beyond its docstring."""

    status: int
    answer: type | None
    errors: tuple[int, ...]
    body: type | None = None
    security: list[Json] = []
    parameters: list[Json] = []


def _number(name: str, least: int, most: int, default: int) -> Json:
    bounds = {"minimum": least, "maximum": most, "default": default}
    return {"name": name, "in": "query", "schema": {"type": "integer", **bounds}}


def _path(name: str, **schema: Any) -> Json:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "schema": {"type": "string", "minLength": 1, **schema},
    }


_OPERATIONS = {
    "station": Operation(200, schemas.StationResponse, (401, 429, 503), security=_STATION),
    "preview": Operation(
        200,
        schemas.PreviewResponse,
        (400, 401, 413, 422, 429, 503),
        schemas.ChallengeRequest,
        _STATION,
    ),
    "rule": Operation(
        201,
        schemas.RulingResponse,
        (400, 401, 409, 413, 422, 429, 503),
        schemas.ChallengeRequest,
        _STATION,
    ),
    "lexicons": Operation(200, schemas.LexiconsResponse, (422, 503)),
    "messages": Operation(
        200,
        schemas.MessagesResponse,
        (404,),
        parameters=[_path("language", examples=list(LANGUAGES))],
    ),
    "health": Operation(200, schemas.HealthResponse, (503,)),
    "session": Operation(200, schemas.SessionResponse, (503,)),
    "begin_session": Operation(
        200, schemas.SessionResponse, (400, 401, 413, 422, 429, 503), schemas.PasswordRequest
    ),
    "end_session": Operation(
        200, schemas.SessionResponse, (401, 403, 503), security=_DIRECTOR, parameters=[_HEADER]
    ),
    "records": Operation(
        200,
        schemas.RecordsResponse,
        (401, 422, 503),
        security=_DIRECTOR,
        parameters=[_number("after", 0, 1 << 53, 0), _number("limit", 1, 1000, 100)],
    ),
    "void": Operation(
        201,
        schemas.RecordResponse,
        (400, 401, 403, 404, 409, 413, 422, 503),
        schemas.VoidRequest,
        _DIRECTOR,
        [_HEADER, _path("id")],
    ),
    "verify": Operation(200, schemas.VerificationResponse, (401, 503), security=_DIRECTOR),
    "export": Operation(
        200,
        None,
        (401, 422, 503),
        security=_DIRECTOR,
        parameters=[
            {
                "name": "format",
                "in": "query",
                "required": True,
                "schema": {"type": "string", "enum": ["csv", "json"]},
            }
        ],
    ),
    "stations": Operation(200, schemas.StationsResponse, (401, 503), security=_DIRECTOR),
    "issue": Operation(
        201,
        schemas.TokenResponse,
        (400, 401, 403, 409, 413, 422, 503),
        schemas.NameRequest,
        _DIRECTOR,
        [_HEADER],
    ),
    "revoke": Operation(
        200,
        schemas.RevokedResponse,
        (401, 403, 404, 422, 503),
        security=_DIRECTOR,
        parameters=[_HEADER, _path("name")],
    ),
    "put_in_force": Operation(
        200,
        schemas.OfferedLexicon,
        (400, 401, 403, 404, 413, 422, 503),
        schemas.NameRequest,
        _DIRECTOR,
        [_HEADER],
    ),
}
_MEANINGS = {
    400: "No JSON",
    401: "No token, session or password that counts",
    403: "Not from the director's page",
    404: "Not found",
    409: "In conflict with what is recorded",
    413: "Too large",
    422: "Cannot be judged, or not as described here",
    429: "Too often",
    500: "A fault of wordtools itself",
    503: "Lexicon or log cannot be used",
}


def add(app: FastAPI, method: str, path: str, endpoint: Endpoint) -> None:
    """Adds an endpoint with what `_OPERATIONS` tells of it."""
    name = endpoint.__name__
    operation = _OPERATIONS[name]
    answer: Json = {"description": (endpoint.__doc__ or "").strip()}
    if operation.answer is not None:
        answer["content"] = _json_of(operation.answer)
    else:
        lines = {"schema": {"type": "array", "items": {"type": "object"}}}
        table = {"schema": {"type": "string"}}
        answer["content"] = {"application/json": lines, "text/csv": table}
    responses: Json = {str(operation.status): answer}
    for status in (*operation.errors, 500):
        responses[str(status)] = {
            "description": _MEANINGS[status],
            "content": _json_of(schemas.ErrorResponse),
        }
    extra: Json = {"responses": responses, "parameters": operation.parameters}
    if operation.body is not None:
        extra["requestBody"] = {"required": True, "content": _json_of(operation.body)}
    if operation.security:
        extra["security"] = operation.security
    app.add_api_route(
        path,
        endpoint,
        methods=[method],
        name=name,
        operation_id=name,
        summary=(endpoint.__doc__ or "").strip(),
        status_code=operation.status,
        response_class=Response,
        openapi_extra=extra,
    )


def document(app: FastAPI, root_path: str) -> bytes:
    """The whole description as JSON."""
    found: Json = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    named = {s for o in _OPERATIONS.values() for s in (o.answer, o.body) if s is not None}
    kinds = sorted({*named, schemas.ErrorResponse}, key=lambda kind: kind.__name__)
    _, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    found["components"] = {
        "schemas": components,
        "securitySchemes": {
            "station": {"type": "http", "scheme": "bearer"},
            "director": {"type": "apiKey", "in": "cookie", "name": "wordtools_director"},
        },
    }
    found["servers"] = [{"url": root_path or "/"}]
    return msgspec.json.encode(found)


def _json_of(shape: type) -> Json:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{shape.__name__}"}}}
