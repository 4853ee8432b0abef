"""The routes of the home page. These routes are not part of the documented API: only this page
calls them, and the same process serves it.
"""

from __future__ import annotations

from wordtools.service.core import Core, Door
from wordtools.service.home.handlers import (
    BuildRequest,
    BuildState,
    HomeHandlers,
    HomeResponse,
    NewPasswordRequest,
    PasswordResponse,
)
from wordtools.service.routes import Caller, Route
from wordtools.service.values import LanguageQuery

# fmt: off
ROUTES = (
    Route("home", "GET", "/api/v1/home", Caller.HOST, HomeHandlers.describe_home,
          HomeResponse, errors=(503,), query=LanguageQuery),
    Route("begin_build", "POST", "/api/v1/home/builds", Caller.HOST, HomeHandlers.begin_build,
          BuildState, errors=(404, 409), status=201, body=BuildRequest),
    Route("cancel_build", "DELETE", "/api/v1/home/builds", Caller.HOST, HomeHandlers.cancel_build,
          BuildState, errors=(404,)),
    Route("choose_password", "POST", "/api/v1/home/password", Caller.HOST,
          HomeHandlers.choose_password, PasswordResponse, errors=(409, 503), status=201,
          body=NewPasswordRequest),
)
# fmt: on


def open_home(core: Core) -> Door:
    """Opens the door of the home page."""
    return Door(ROUTES, HomeHandlers(core), {}, has_host=False)
