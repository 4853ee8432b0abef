"""The routes and files of the look-up door, and the functions behind them."""

from __future__ import annotations

from asyncio import to_thread
from pathlib import PurePath

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wordtools.errors import WordtoolsError
from wordtools.messages import Messages
from wordtools.service.core import Core, Door, DoorHandlers
from wordtools.service.errors import ApiError
from wordtools.service.guards import check_playing
from wordtools.service.lists import ListSummary, find_lists, find_paths
from wordtools.service.looking_up.pages import MEDIA_TYPES, read_page
from wordtools.service.routes import Caller, Route
from wordtools.service.templates import choose_language
from wordtools.service.values import LanguageQuery


class ListsResponse(Struct, frozen=True):
    """The word lists in which words can be looked up."""

    lists: list[ListSummary]


class LookUpHandlers(DoorHandlers):
    """The functions behind the door."""

    def __init__(self, core: Core) -> None:
        self._config = core.config
        self._log = core.log

    async def list_lists(self, query: LanguageQuery) -> ListsResponse:
        """Lists the word lists in which words can be looked up."""
        return ListsResponse(await to_thread(find_lists, self._config, Messages(query.language)))

    async def send_file(self, request: Request) -> Response:
        """A file of a list's page (by default `index.html`), in the reader's language. Raises
        `ApiError`, for example for a browser with a seat in a game.
        """
        await check_playing(request, self._log)
        name, file = (request.path_params.get(key, "") for key in ("name", "file"))
        path = (await to_thread(find_paths, self._config)).get(name)
        if path is None:
            raise ApiError("not-found", "There is no such list")
        language = choose_language(request.headers.get("accept-language", ""))
        try:
            files = await to_thread(read_page, path, language, self._config.trust)
        except (WordtoolsError, OSError) as error:
            raise ApiError("not-found", str(error)) from None
        content = files.get(file or "index.html")
        if content is None:
            raise ApiError("not-found", "There is no such page")
        kind = MEDIA_TYPES.get(PurePath(file or "index.html").suffix, "image/svg+xml")
        return Response(content, media_type=kind)


# fmt: off
ROUTES = (
    Route("lists", "GET", "/api/v1/lists", Caller.ANYONE, LookUpHandlers.list_lists,
          ListsResponse, errors=(403,), query=LanguageQuery, is_aid=True),
)
# fmt: on


def open_door(core: Core) -> Door:
    """Opens the look-up door."""
    handlers = LookUpHandlers(core)
    files = dict.fromkeys(("/look-up/{name}/", "/look-up/{name}/{file}"), handlers.send_file)
    pages = {"/look-up": "home"}
    return Door(ROUTES, handlers, pages, ("look-up",), has_host=False, files=files)
