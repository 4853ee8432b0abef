"""Responds with errors: sends pages to browsers that ask for one, and JSON to all other clients."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from wordtools.messages.rooms import load_room
from wordtools.service.errors import ApiError
from wordtools.service.templates import choose_language, render
from wordtools.wording import end_sentence, reveal

_SENTENCES = {
    "not-found": "page_missing",
    "station": "page_station",
    "playing": "closed_playing",
    "fault": "page_fault",
}
"""The keys of the home page's sentences about errors, by error code. Other errors are described in
English."""


def answer_error(request: HTTPConnection, error: ApiError, id: str) -> Response:
    """The response to the request with this id."""
    method = request.scope["method"]
    if method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", ""):
        page = _render_page(request, error)
        return Response(page, error.status, error.headers, media_type="text/html")
    return Response(error.body(id), error.status, error.headers, media_type="application/json")


def _render_page(request: HTTPConnection, error: ApiError) -> str:
    language = choose_language(request.headers.get("accept-language", ""))
    say = load_room("home", language)
    key = _SENTENCES.get(error.detail.code)
    root = request.scope.get("app_root_path", request.scope.get("root_path", ""))  # of no folder
    return render(
        "error",
        language=language,
        root=f"{root}/",
        sentence=say[key] if key else end_sentence(reveal(error.detail.message)),
        sentence_language=language if key else "en",
        link=say["open_judge" if error.detail.code == "station" else "home"],
    )
