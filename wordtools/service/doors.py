"""The doors that a service can open. The modules of a closed door are not even imported."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wordtools.service import general
from wordtools.service.core import Core, Door
from wordtools.service.routes import Route


def open_doors(core: Core) -> list[Door]:
    """The open doors that the configuration names, and the home page if there is one."""
    doors = [_load_door(name)[1](core) for name in core.config.doors]
    if core.config.home:
        from wordtools.service.home.routes import open_home

        doors.append(open_home(core))
    return doors


def list_routes(doors: Sequence[str]) -> list[Route]:
    """The routes of a service with these doors."""
    return [*general.ROUTES, *(route for name in doors for route in _load_door(name)[0])]


def _load_door(name: str) -> tuple[Sequence[Route], Callable[[Core], Door]]:
    """The routes of a door, and the function that opens it."""
    if name == "judge":
        from wordtools.service.judging import routes as judging

        return judging.ROUTES, judging.open_door
    if name == "look-up":
        from wordtools.service.looking_up import routes as looking_up

        return looking_up.ROUTES, looking_up.open_door
    if name == "play":
        from wordtools.service.playing import routes as playing

        return playing.ROUTES, playing.open_door
    raise ValueError(f"there is no door {name}")
