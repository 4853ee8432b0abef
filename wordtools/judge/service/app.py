"""The routes, as docs/api.md tells them."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse
from starlette.routing import Match
from starlette.staticfiles import StaticFiles

from wordtools.judge import export
from wordtools.judge import judge as judging
from wordtools.judge.log import Log, LogRecord
from wordtools.judge.messages import LANGUAGES, Messages, for_language
from wordtools.judge.ruling import CannotJudge
from wordtools.judge.service import access, limits, openapi, schemas
from wordtools.judge.service.batching import Batcher, NoStation, NotAsConfirmed, OfferedLexicons
from wordtools.judge.service.config import ServiceConfig
from wordtools.judge.service.errors import ApiError
from wordtools.judge.service.middleware import Metrics, RequestMiddleware
from wordtools.version import __version__

PAGES = Path(__file__).parent / "pages"
COOKIE = "wordtools_director"


def create_app(config: ServiceConfig) -> FastAPI:
    """The service of one worker process. `access.begin` must have prepared its log."""
    service = _Service(config)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        service.desk.close()
        service.log.close()

    app = FastAPI(
        title="wordtools judge",
        version=__version__,
        description="Rules on challenges with one word, YES or NO. See docs/api.md.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    add = functools.partial(openapi.add, app)
    v1, director = "/api/v1", "/api/v1/director"
    # fmt: off
    add("GET", f"{v1}/station", service.station)
    add("POST", f"{v1}/previews", service.preview)
    add("POST", f"{v1}/rulings", service.rule)
    add("GET", f"{v1}/lexicons", service.lexicons)
    add("GET", f"{v1}/messages/{{language}}", service.messages)
    add("GET", f"{v1}/health", service.health)
    add("GET", f"{director}/session", service.session)
    add("POST", f"{director}/session", service.begin_session)
    add("DELETE", f"{director}/session", service.end_session)
    add("GET", f"{director}/log", service.records)
    add("POST", f"{director}/rulings/{{id}}/void", service.void)
    add("GET", f"{director}/log/verify", service.verify)
    add("GET", f"{director}/log/export", service.export)
    add("GET", f"{director}/stations", service.stations)
    add("POST", f"{director}/stations", service.issue)
    add("DELETE", f"{director}/stations/{{name}}", service.revoke)
    add("PUT", f"{director}/lexicon", service.put_in_force)
    # fmt: on
    description = openapi.document(app, config.root_path)
    pages: dict[str, openapi.Endpoint] = {
        "/metrics": service.show_metrics,
        f"{v1}/openapi.json": _constant(description, "application/json"),
        "/": _constant(_page("kiosk"), "text/html"),
        "/director": _constant(_page("director"), "text/html"),
    }
    for path, answer in pages.items():
        app.add_api_route(path, answer, methods=["GET"], include_in_schema=False)
    app.mount("/static", StaticFiles(directory=PAGES / "static", check_dir=False))
    for kind, handler in {
        ApiError: _refuse,
        CannotJudge: lambda request, error: _refuse(request, ApiError.of(error)),
        NoStation: lambda request, _: _refuse(request, _NO_STATION),
        HTTPException: _refuse_as_framework,
        RequestValidationError: lambda request, _: _refuse(request, ApiError.of_status(422, None)),
    }.items():
        app.add_exception_handler(kind, _asynchronous(handler))
    app.add_middleware(RequestMiddleware, metrics=service.metrics, prefix=config.root_path)
    return app


class _Service:
    """What the routes share in one worker process."""

    def __init__(self, config: ServiceConfig) -> None:
        self.config = config
        self.log = Log(config.log)
        self.shelf = OfferedLexicons(config.offers, self.log, config.settings)
        self.desk = Batcher(self.log, self.shelf)
        self.rates = limits.Rates(config.settings.station_rate, config.settings.station_burst)
        self.metrics = Metrics()
        self._one_password = asyncio.Semaphore(1)  # each takes 50 ms and 64 MB, on purpose

    # Stations

    async def station(self, request: Request) -> Response:
        """What the station is and by what it judges."""
        name, judge = await self.desk.station(self._token(request))
        shown = schemas.StationResponse(
            name,
            for_language(judge.lexicon.manifest.language).language,
            schemas.LexiconSummary.of(judge.lexicon),
            schemas.StationSettings.of(self.config.settings),
            __version__,
        )
        return _json(shown)

    async def preview(self, request: Request) -> Response:
        """The words as they would be judged; nothing is recorded."""
        token, asked = await self._asked(request)
        return _json(schemas.PreviewResponse(await self.desk.preview(token, asked.challenge())))

    async def rule(self, request: Request) -> Response:
        """One ruling, on disk before it is answered."""
        token, asked = await self._asked(request)
        try:
            ruling = await self.desk.rule(token, asked.challenge(), asked.confirmed)
        except NotAsConfirmed as error:
            message = "The opponent confirmed other words than these would be judged as."
            raise ApiError(409, "not-as-confirmed", message, words=error.words) from None
        self.metrics.rulings.inc()
        about = request.scope["wordtools"]
        about.update(station=ruling.challenge.station, ruling=ruling.id)
        return _json(schemas.RulingResponse.of(ruling), 201)

    def _token(self, request: Request) -> str:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            raise _NO_STATION
        self.rates.take(access.hash_token(token))
        return token

    async def _asked(self, request: Request) -> tuple[str, schemas.ChallengeRequest]:
        token = self._token(request)
        asked = await limits.body(request, schemas.ChallengeRequest)
        limits.printable(*asked.places())
        if self.config.log_words:
            request.scope["wordtools"]["words"] = asked.words
        return token, asked

    # Everyone

    async def lexicons(self, request: Request) -> Response:
        """The lexicons and editions that may be put in force."""
        limits.query(request)
        return _json(schemas.LexiconsResponse(await self._offered()))

    async def messages(self, request: Request) -> Response:
        """The sentences that stations say."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise ApiError(404, "not-found", f"Stations speak {', '.join(LANGUAGES)}.")
        return _json(schemas.MessagesResponse(language, Messages(language).texts))

    async def health(self, request: Request) -> Response:
        """Whether a ruling could be given."""
        try:
            await self.desk.check()
        except CannotJudge:
            message = "The lexicon or the log cannot be used; stations tell why."
            raise ApiError(503, "cannot-judge", message) from None
        return _json(schemas.HealthResponse("ok", __version__))

    async def show_metrics(self, request: Request) -> Response:
        """Counts and seconds for Prometheus."""
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def _offered(self) -> list[schemas.OfferedLexicon]:
        state = await self.desk.state()
        return [
            schemas.OfferedLexicon.under(
                name,
                judge.lexicon,
                in_force=(name, judge.lexicon.digest) == (state.lexicon, state.digest),
            )
            for name, judge in self.shelf.judges().items()
        ]

    # The director

    async def session(self, request: Request) -> Response:
        """Whether there is a director's session."""
        token = request.cookies.get(COOKIE, "")
        return _json(
            schemas.SessionResponse(await asyncio.to_thread(access.is_session, self.log, token))
        )

    async def begin_session(self, request: Request) -> Response:
        """Begins a director's session."""
        given = await limits.body(request, schemas.PasswordRequest)
        address = request.client.host if request.client else ""
        tried = await asyncio.to_thread(access.count_try, self.log, address)
        if tried is None:
            message = "There were too many wrong passwords; wait a minute."
            wait = {"Retry-After": str(access.TRIES_SECONDS)}
            raise ApiError(429, "too-many-tries", message, wait)
        async with self._one_password:
            right = await asyncio.to_thread(self.config.password.check, given.password)
        if not right:
            raise ApiError(401, "wrong-password", "That is not the director's password.")
        token = await asyncio.to_thread(access.begin_session, self.log, tried)
        response = _json(schemas.SessionResponse(True))
        response.set_cookie(COOKIE, token, access.SESSION_HOURS * 3600, **self._cookie(request))
        return response

    async def end_session(self, request: Request) -> Response:
        """Ends the director's session."""
        await self._director(request)
        await asyncio.to_thread(access.end_session, self.log, request.cookies.get(COOKIE, ""))
        response = _json(schemas.SessionResponse(False))
        response.delete_cookie(COOKIE, **self._cookie(request))
        return response

    async def records(self, request: Request) -> Response:
        """A part of the log, oldest first."""
        await self._director(request)
        asked = limits.query(request, after=(0, 1 << 53, 0), limit=(1, 1000, 100))

        def read() -> schemas.RecordsResponse:
            last = self.log.length()
            found = export.with_voids(self.log, **asked)
            return schemas.RecordsResponse([_record(record, void) for record, void in found], last)

        return _json(await asyncio.to_thread(read))

    async def void(self, request: Request) -> Response:
        """Voids a ruling; both records stay."""
        await self._director(request)
        given = await limits.body(request, schemas.VoidRequest)
        limits.printable(given.why)
        id = request.path_params["id"]
        if not (id.isascii() and id.isalnum()):
            raise ApiError(404, "not-found", "There is no such ruling.")
        record = await asyncio.to_thread(judging.void_ruling, self.log, id, given.why)
        request.scope["wordtools"]["ruling"] = id
        return _json(_record(record, False), 201)

    async def verify(self, request: Request) -> Response:
        """Checks the whole log."""
        await self._director(request)
        checked = await asyncio.to_thread(self.log.verify)
        return _json(
            schemas.VerificationResponse(
                not checked.faults, checked.records, checked.head, checked.faults
            )
        )

    async def export(self, request: Request) -> Response:
        """The whole log as a file."""
        await self._director(request)
        given = request.query_params.multi_items()
        if len(given) != 1 or given[0][0] != "format" or given[0][1] not in export.FORMATS:
            raise ApiError(422, "invalid", f"Say format={' or format='.join(export.FORMATS)}.")
        media_type, write = export.FORMATS[given[0][1]]
        pieces = write(self.log)
        first = await asyncio.to_thread(next, pieces)  # a log that cannot be read says so now
        name = f'attachment; filename="rulings.{given[0][1]}"'
        return StreamingResponse(
            _after(first, pieces), media_type=media_type, headers={"Content-Disposition": name}
        )

    async def stations(self, request: Request) -> Response:
        """The stations that have tokens."""
        await self._director(request)
        found = await asyncio.to_thread(access.list_stations, self.log)
        listed = [schemas.RegisteredStation(station.name, station.issued) for station in found]
        return _json(schemas.StationsResponse(listed))

    async def issue(self, request: Request) -> Response:
        """A token for a new station."""
        await self._director(request)
        name = (await limits.body(request, schemas.NameRequest)).name
        plain = name.replace(" ", "").replace(".", "").replace("-", "").replace("_", "")
        if len(name) > 40 or not name[0].isalnum() or name != name.strip() or not plain.isalnum():
            message = "A name has 1 to 40 letters, digits, spaces or ._- and begins with a letter."
            raise ApiError(422, "invalid", message)
        issued = await asyncio.to_thread(access.issue_token, self.log, name)
        if issued is None:
            raise ApiError(409, "exists", f"There is a station {name} already.")
        station, token = issued
        return _json(schemas.TokenResponse(station.name, station.issued, token), 201)

    async def revoke(self, request: Request) -> Response:
        """Revokes a station's token."""
        await self._director(request)
        name = request.path_params["name"]
        limits.printable(name)
        if not await asyncio.to_thread(access.revoke_token, self.log, name):
            raise ApiError(404, "not-found", "There is no such station.")
        return _json(schemas.RevokedResponse(name))

    async def put_in_force(self, request: Request) -> Response:
        """Puts a lexicon in force, for all stations."""
        await self._director(request)
        name = (await limits.body(request, schemas.NameRequest)).name
        if name not in self.shelf.offers:
            message = f"Choose one of {', '.join(self.shelf.offers)}."
            raise ApiError(404, "not-found", message)

        def put() -> schemas.OfferedLexicon:
            lexicon = self.shelf.read_anew(name).lexicon
            access.put_in_force(self.log, name, lexicon.digest)
            return schemas.OfferedLexicon.under(name, lexicon, in_force=True)

        return _json(await asyncio.to_thread(put))

    async def _director(self, request: Request) -> None:
        """Raises `ApiError` for anyone but the director."""
        token = request.cookies.get(COOKIE, "")
        if not token or not await asyncio.to_thread(access.is_session, self.log, token):
            raise ApiError(401, "no-director", "The director has to log in.")
        if request.method != "GET" and request.headers.get("x-wordtools") != "director":
            raise ApiError(403, "no-header", "The header X-Wordtools: director is missing.")

    def _cookie(self, request: Request) -> dict[str, Any]:
        path = self.config.root_path or "/"
        secure = request.url.scheme == "https"
        return {"path": path, "httponly": True, "samesite": "strict", "secure": secure}


_NO_STATION = ApiError(
    401,
    "no-station",
    "The station has no token that counts; the director issues one.",
    {"WWW-Authenticate": "Bearer"},
)


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _record(record: LogRecord, void: bool) -> schemas.RecordResponse:
    return schemas.RecordResponse(
        record.number,
        record.kind,
        record.time,
        record.id,
        void,
        record.content,
        record.previous,
        record.hash,
    )


def _refuse(request: Request, refusal: ApiError) -> Response:
    about = request.scope["wordtools"]
    about["code"] = refusal.fault.code
    body = refusal.body(about["request"])
    return Response(body, refusal.status, refusal.headers, media_type="application/json")


def _refuse_as_framework(request: Request, error: HTTPException) -> Response:
    headers = dict(error.headers or {})
    if error.status_code == 405:  # the framework names the methods of one route only
        matching = (r for r in request.app.routes if r.matches(request.scope)[0] != Match.NONE)
        methods = {method for route in matching for method in getattr(route, "methods", ())}
        headers["Allow"] = ", ".join(sorted(methods))
    return _refuse(request, ApiError.of_status(error.status_code, headers))


def _asynchronous(
    handler: Callable[[Request, Any], Response],
) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handle(request: Request, error: Exception) -> Response:
        return handler(request, error)

    return handle


def _constant(content: str | bytes, media_type: str) -> openapi.Endpoint:
    async def answer(request: Request) -> Response:
        return Response(content, media_type=media_type)

    return answer


def _page(name: str) -> str:
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(PAGES), autoescape=True)
    return templates.get_template(f"{name}.html").render(page=name)


def _after(first: str, pieces: Iterator[str]) -> Iterator[str]:
    yield first
    yield from pieces
