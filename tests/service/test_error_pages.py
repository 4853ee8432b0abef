"""Errors as pages for browsers, and as JSON for all other clients."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from tests.log.databases import ONE_DATABASE
from tests.service.services import Serve
from tests.service.tables import OpenTables, begin
from wordtools.messages.rooms import load_room
from wordtools.service.metrics import Metrics
from wordtools.service.middleware import RequestMiddleware

PAGE = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def find_link(answer: httpx.Response) -> str:
    """The address of the link back, as a path."""
    assert answer.headers["content-type"].startswith("text/html")
    (link,) = re.findall(r'<a [^>]*href="(.*?)"', answer.text)
    return str(link)


@ONE_DATABASE
def test_a_page_that_does_not_exist(open_tables: OpenTables) -> None:
    service = open_tables(doors="judge,play,look-up")
    for path in ("/nothing", "/play/x/y", "/static/none.js", "/look-up/none/", "/api/v1/nothing"):
        answer = service.client().get(path, headers=PAGE)
        assert answer.status_code == 404
        assert load_room("home", "en")["page_missing"] in answer.text
        assert service.client().get(find_link(answer)).status_code == 200
        assert "script" not in answer.text
        for accepted in ("*/*", "application/json", ""):
            error = service.client().get(path, headers={"Accept": accepted}).json()["error"]
            assert error["code"] == "not-found"
        assert service.client().head(path, headers=PAGE).content == b""
    refused = service.client().post("/nothing", headers=PAGE)
    assert refused.json()["error"]["code"] == "not-found"


@ONE_DATABASE
@pytest.mark.parametrize("language", ["en", "es", "pl", "pt"])
def test_errors_speak_the_readers_language(open_tables: OpenTables, language: str) -> None:
    headers = {**PAGE, "Accept-Language": f"xx,{language};q=0.8"}
    answer = open_tables().client().get("/<b>", headers=headers)
    assert f'<html lang="{language}"' in answer.text
    assert load_room("home", language)["page_missing"] in answer.text


@ONE_DATABASE
def test_closed_doors_show_the_way_back(open_tables: OpenTables) -> None:
    """This applies to stations and to browsers with a seat in a game."""
    service = open_tables(doors="judge,play,look-up")
    station = {"Authorization": f"Bearer {service.token()}"}
    browser = httpx.Client(base_url=service.url)
    browser.get("/api/v1/station", headers=station)
    for path in ("/play", "/table", "/look-up", "/look-up/en-US/", "/api/v1/games"):
        answer = browser.get(path, headers=PAGE)
        assert answer.status_code == 403
        assert load_room("home", "en")["page_station"] in answer.text
        assert browser.get(find_link(answer)).text == browser.get("/judge").text
        assert browser.get(path).json()["error"]["code"] == "station"
    player = begin(service, "scrabble-en-us")[0]
    answer = player.client.get("/look-up/en-US/", headers=PAGE)
    assert answer.status_code == 403
    assert load_room("home", "en")["closed_playing"] in answer.text
    assert player.client.get(find_link(answer)).status_code == 200
    assert player.client.get("/look-up/en-US/").json()["error"]["code"] == "playing"


@ONE_DATABASE
def test_other_errors_of_pages_are_told_in_english(open_tables: OpenTables) -> None:
    service = open_tables()
    player = begin(service, "scrabble-en-us")[0]
    path = f"{player.path}/record"
    answer = player.client.get(path, headers={**PAGE, "Accept-Language": "pl"})
    assert answer.status_code == 422
    assert "has not ended" in answer.text


@ONE_DATABASE
def test_behind_a_proxys_path(serve: Serve) -> None:
    service = serve("--root-path", "/words")
    answer = service.client().get("/words/nothing", headers=PAGE)
    assert find_link(answer) == "/words/"
    style, _ = re.findall(r'rel="stylesheet" href="(.*?)"', answer.text)
    assert service.client().get(style).headers["content-type"].startswith("text/css")


def test_an_internal_error_is_a_page_too(capsys: pytest.CaptureFixture[str]) -> None:
    """The page says nothing about the cause."""

    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("a secret")

    async def ask(method: str) -> httpx.Response:
        transport = httpx.ASGITransport(RequestMiddleware(fail, Metrics()))
        async with httpx.AsyncClient(transport=transport, base_url="http://judge") as client:
            return await client.request(method, "/", headers=PAGE)

    answer = asyncio.run(ask("GET"))
    assert answer.status_code == 500
    assert load_room("home", "en")["page_fault"] in answer.text
    error = asyncio.run(ask("POST")).json()["error"]
    assert (error["code"], error["message"]) == ("fault", "Internal error; try again.")
    assert "secret" not in answer.text + capsys.readouterr().err
