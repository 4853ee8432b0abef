"""The ASGI application of one worker process, with the API and the pages."""

from __future__ import annotations

from asyncio import Semaphore, to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import jinja2
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.routing import Route as PathRoute
from starlette.staticfiles import StaticFiles

from wordtools.messages.refusal import CannotJudge
from wordtools.service import metrics, openapi
from wordtools.service.config import ServiceConfig
from wordtools.service.endpoints import ApiEndpoint, Endpoint, PathEndpoint
from wordtools.service.errors import ApiError
from wordtools.service.handlers import Handlers
from wordtools.service.middleware import RequestMiddleware, notes_of
from wordtools.service.processes import show_life
from wordtools.service.report_page import PAGES
from wordtools.service.routes import ROUTES
from wordtools.version import __version__


def create_app(config: ServiceConfig) -> Starlette:
    """The application of one worker process. `access.open_service` must prepare the log first."""
    handlers = Handlers(config)

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        async with nullcontext() if config.folder is None else show_life(config.folder):
            yield
            handlers.close()

    paths: dict[str, dict[str, Endpoint]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = ApiEndpoint(route, handlers)
    for path, endpoint in _list_pages(config.root_path, handlers).items():
        paths[path] = {"GET": endpoint}
    routes: list[BaseRoute] = [
        PathRoute(path, PathEndpoint(path, endpoints)) for path, endpoints in paths.items()
    ]
    routes.append(Mount("/static", StaticFiles(directory=PAGES / "static", check_dir=False)))
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(RequestMiddleware, metrics=handlers.metrics, prefix=config.root_path)
        ],
        exception_handlers=dict.fromkeys((ApiError, CannotJudge, HTTPException), _answer_error),
        lifespan=live,
    )
    app.router.redirect_slashes = False
    return app


def _list_pages(root_path: str, handlers: Handlers) -> dict[str, Endpoint]:
    """The endpoints outside the API, by path."""
    one_at_a_time = Semaphore(1)  # each takes some 20 ms in a thread

    async def show_metrics(_: Request) -> Response:
        async with one_at_a_time:
            text = await to_thread(handlers.metrics.text)
        return Response(text, media_type=metrics.MEDIA_TYPE)

    return {
        "/metrics": show_metrics,
        "/api/v1/openapi.json": _always(openapi.describe_api(root_path), "application/json"),
        "/": _always(_render("kiosk"), "text/html"),
        "/director": _always(_render("director"), "text/html"),
    }


def _always(content: str | bytes, media_type: str) -> Endpoint:
    async def answer(_: Request) -> Response:
        return Response(content, media_type=media_type)

    return answer


def _render(name: str) -> str:
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(PAGES), autoescape=True)
    return templates.get_template(f"{name}.html").render(page=name, version=__version__)


async def _answer_error(request: Request, error: Exception) -> Response:
    answer = _to_api_error(error)
    notes = notes_of(request)
    notes["code"] = answer.detail.code
    body = answer.body(notes["request"])
    return Response(body, answer.status, answer.headers, media_type="application/json")


def _to_api_error(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case CannotJudge():
            return ApiError.of(error)
        case HTTPException(status_code=404):
            return ApiError("not-found", "There is no such page")
        case HTTPException(status_code=405):  # for static files; PathEndpoint handles our routes
            return ApiError("method", "Use another method", headers={"Allow": "GET, HEAD"})
        case HTTPException():
            message = "The request cannot be understood"
            return ApiError("invalid", message, status=error.status_code, headers=error.headers)
    raise error
