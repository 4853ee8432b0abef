"""Identifies clients in order to close doors for them.

No cookie read here opens anything. `wordtools_station` names the station for which a device is
registered; `wordtools_playing` names the tables at which a browser has a seat.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from wordtools.log.log import Log
from wordtools.service import access, seats
from wordtools.service.asking import ask_log
from wordtools.service.config import ServiceConfig
from wordtools.service.errors import ApiError

SESSION_COOKIE = "wordtools_director"
DEVICE_COOKIE = "wordtools_device"
STATION_COOKIE = "wordtools_station"
PLAYING_COOKIE = "wordtools_playing"
MOST_PLAYED = 40
"""The maximum number of tables in a browser's cookie."""

_COOKIES = {
    name: re.compile(rf"(?:^|;)\s*{name}=([\w.-]*)\s*(?:;|$)", re.ASCII)
    for name in (SESSION_COOKIE, DEVICE_COOKIE, STATION_COOKIE, PLAYING_COOKIE)
}
_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


def read_cookie(request: HTTPConnection, name: str) -> str:
    """The value of one of our cookies, or "". Python's own parser can take a second for a cookie
    with many backslashes.
    """
    match = _COOKIES[name].search(request.headers.get("cookie", ""))
    return match[1] if match else ""


def list_played(request: HTTPConnection) -> list[str]:
    """The tables at which this browser has had a seat, most recent first."""
    return [table for table in read_cookie(request, PLAYING_COOKIE).split(".") if table]


async def check_playing(request: HTTPConnection, log: Log) -> None:
    """Raises `ApiError` while this browser has a seat in a game that is not for practice, and
    `LogError` if the log cannot be read.
    """
    tables = list_played(request)[:MOST_PLAYED]
    is_playing = bool(tables) and await ask_log(seats.is_any_played, log, tables)
    if is_playing:
        raise ApiError("playing", "You are playing; look words up once the game is over")


async def check_station(request: HTTPConnection, log: Log) -> None:
    """Raises `ApiError` if this device is registered as a station, and `LogError` if the log cannot
    be read."""
    station = read_cookie(request, STATION_COOKIE)
    is_station = bool(station) and await ask_log(access.is_station, log, station)
    if is_station:
        raise ApiError("station", "This device is a station; it shows nothing else")


async def is_host(request: HTTPConnection, log: Log, config: ServiceConfig) -> bool:
    """True for a request in the director's session (a change must also come from the director's
    page), and for the person at this machine if the service is for that person alone. Raises
    `LogError`."""
    if config.home and is_local(request):
        return True
    if request.scope["method"] != "GET" and request.headers.get("x-wordtools") != "director":
        return False
    session = read_cookie(request, SESSION_COOKIE)
    return bool(session) and await ask_log(access.is_session, log, session)


def is_local(request: HTTPConnection) -> bool:
    """True for a client on this machine that addresses this machine without a proxy."""
    address = request.client.host if request.client else ""
    is_direct = not any(name in request.headers for name in _FORWARDED)
    return is_direct and is_loopback(address) and is_loopback(_find_host(request))


def check_host(request: HTTPConnection, config: ServiceConfig) -> None:
    """If the service is for this machine alone, raises `ApiError` when a client addresses it under
    another name, because another site may have made that name resolve to this machine. Browsers
    always send a name; a proxy that checks whether the service is up may send none.
    """
    own = urlsplit(config.address).hostname or ""
    is_direct = not any(name in request.headers for name in _FORWARDED)
    is_named = is_direct and request.headers.get("host")
    if is_loopback(own) and is_named and not is_loopback(_find_host(request)):
        raise ApiError("wrong-host", "Ask this service as localhost, or through its proxy")


def find_address(request: Request) -> str:
    """The client's address; "?" if a proxy reports something else."""
    host = request.client.host if request.client else ""
    return host if host.isprintable() and 0 < len(host) <= 64 else "?"


def is_loopback(host: str) -> bool:
    """True for a name or an address of this machine."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


def _find_host(request: HTTPConnection) -> str:
    """The name under which the client addresses the service, without the port."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""
