"""The ASGI application of one worker process, with the API and the pages."""

from __future__ import annotations

from asyncio import Semaphore, get_running_loop, to_thread
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from posixpath import normpath

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.routing import Route as PathRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from wordtools.messages.refusal import CannotJudge
from wordtools.pages import STATIC
from wordtools.service import access, metrics, openapi
from wordtools.service.asking import ask_log
from wordtools.service.bodies import BodyMiddleware
from wordtools.service.config import ServiceConfig
from wordtools.service.core import Core, Door
from wordtools.service.doors import list_routes, open_doors
from wordtools.service.endpoints import ApiEndpoint, Endpoint, Guard, PathEndpoint
from wordtools.service.error_pages import answer_error
from wordtools.service.errors import ApiError
from wordtools.service.general import ROUTES as GENERAL_ROUTES
from wordtools.service.general import GeneralHandlers
from wordtools.service.guards import check_host, check_station
from wordtools.service.middleware import RequestMiddleware, notes_of
from wordtools.service.processes import call_first, show_life
from wordtools.service.routes import Route
from wordtools.service.streams import EventStream
from wordtools.service.templates import render


def create_app(config: ServiceConfig) -> Starlette:
    """The application of one worker process. Call `access.open_service` first; it prepares the
    log."""
    core = Core(config)
    doors = open_doors(core)

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        def stop() -> None:
            for door in doors:
                door.handlers.stop()

        if config.folder is not None:
            call_first(partial(get_running_loop().call_soon_threadsafe, stop))
        for door in doors:
            door.handlers.start()
        async with nullcontext() if config.folder is None else show_life(config.folder):
            yield
            for door in doors:
                door.handlers.close()
            core.log.close()

    paths: dict[str, dict[str, Endpoint]] = {}
    general = GeneralHandlers(core, doors)
    served: list[tuple[Route, object]] = [(route, general) for route in GENERAL_ROUTES]
    served += [(route, door.handlers) for door in doors for route in door.routes]
    for route, handlers in served:
        paths.setdefault(route.path, {})[route.method] = ApiEndpoint(route, handlers, core)
    for path, endpoint in _list_pages(core, doors).items():
        paths[path] = {"GET": endpoint}

    async def bar(request: HTTPConnection) -> None:
        await check_station(request, core.log)

    barred_files = {name for door in doors if door.bars_stations for name in door.static}
    barred = {path for door in doors if door.bars_stations for path in _list_paths(door)}
    routes: list[BaseRoute] = [
        PathRoute(path, PathEndpoint(path, endpoints, bar if path in barred else None))
        for path, endpoints in paths.items()
    ]
    routes.append(Mount("/static", StationFiles(barred_files, bar)))
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(BodyMiddleware),
            Middleware(
                RequestMiddleware,
                metrics=core.metrics,
                prefix=config.root_path,
                is_quiet=config.home,
            ),
            Middleware(HostMiddleware, config=config),
        ],
        exception_handlers=dict.fromkeys((ApiError, CannotJudge, HTTPException), _answer_error),
        lifespan=live,
    )
    app.router.redirect_slashes = False
    return app


def _list_paths(door: Door) -> list[str]:
    return [*(route.path for route in door.routes), *door.pages, *door.files]


def _list_pages(core: Core, doors: Sequence[Door]) -> dict[str, Endpoint]:
    """The endpoints outside the API, keyed by path. The page of a single door is also at `/`; with
    several doors, a home page there leads to all of them."""
    one_at_a_time = Semaphore(1)  # writing the metrics takes some 20 ms

    async def show_metrics(_: Request) -> Response:
        async with one_at_a_time:
            text = await to_thread(core.metrics.text)
        return Response(text, media_type=metrics.MEDIA_TYPE)

    templates = {path: name for door in doors for path, name in door.pages.items()}
    has_home = core.config.home or len(doors) > 1
    templates["/"] = "home" if has_home else next(iter(templates.values()))
    if any(door.has_host for door in doors):
        templates["/director"] = "director"
    routes = list_routes(core.config.doors)
    facts = {"doors": core.config.doors, "makes_lists": core.config.home, "has_home": has_home}
    pages = {path: _always(render(name, **facts), "text/html") for path, name in templates.items()}
    if has_home and "/judge" in pages:
        pages["/"] = _show_to(core, stations=pages["/judge"], others=pages["/"])
    if core.config.home and "/director" in pages:
        pages["/director"] = _show_once_chosen(core, pages["/director"])
    return {
        "/metrics": show_metrics,
        "/api/v1/openapi.json": _always(
            openapi.describe_api(core.config.root_path, routes), "application/json"
        ),
        **pages,
        **{path: send for door in doors for path, send in door.files.items()},
    }


class StationFiles:
    """An ASGI application that sends static files. A guard refuses some of them to stations."""

    def __init__(self, barred: Collection[str], guard: Guard) -> None:
        self._files = StaticFiles(directory=STATIC, check_dir=False)
        self._barred = barred
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = normpath(scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/"))
        if path.casefold().partition("/")[0] in self._barred:
            await self._guard(Request(scope, receive))
        await self._files(scope, receive, send)


class HostMiddleware:
    """ASGI middleware that answers a request only if it addresses this service under one of the
    service's own names."""

    def __init__(self, app: ASGIApp, config: ServiceConfig) -> None:
        self._app = app
        self._config = config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope, receive)
            try:
                check_host(request, self._config)
            except ApiError as error:
                answer = await _answer_error(request, error)
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _always(content: str | bytes, media_type: str) -> Endpoint:
    async def answer(_: Request) -> Response:
        return Response(content, media_type=media_type)

    return answer


def _show_to(core: Core, *, stations: Endpoint, others: Endpoint) -> Endpoint:
    """Shows one page to devices that are registered as stations, and another page to others."""

    async def answer(request: Request) -> Response | EventStream:
        try:
            await check_station(request, core.log)
        except ApiError:
            return await stations(request)
        return await others(request)

    return answer


def _show_once_chosen(core: Core, page: Endpoint) -> Endpoint:
    """Shows the director's page once there is a password, and until then leads to the home page,
    where the person at this machine chooses one."""

    async def answer(request: Request) -> Response | EventStream:
        if await ask_log(access.read_password, core.log) is None:
            return RedirectResponse("./?director", 303)
        return await page(request)

    return answer


async def _answer_error(request: Request, error: Exception) -> Response:
    answer = _to_api_error(error)
    notes = notes_of(request)
    notes["code"] = answer.detail.code
    return answer_error(request, answer, notes["request"])


def _to_api_error(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case CannotJudge():
            return ApiError.of(error)
        case HTTPException(status_code=404):
            return ApiError("not-found", "There is no such page")
        # these are for static files; PathEndpoint handles our routes
        case HTTPException(status_code=405):
            return ApiError("method", "Use another method", headers={"Allow": "GET, HEAD"})
        case HTTPException():
            message = "The request cannot be understood"
            return ApiError("invalid", message, status=error.status_code, headers=error.headers)
    raise error
