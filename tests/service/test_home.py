"""The home page's handlers."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from wordtools.judge.settings import Settings
from wordtools.log.log import Log
from wordtools.service import access
from wordtools.service.config import LexiconOffer, ServiceConfig
from wordtools.service.core import Core
from wordtools.service.home import handlers
from wordtools.service.home.builds import Build
from wordtools.service.values import LanguageQuery


def test_a_list_that_is_done_is_never_offered_to_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After `done`, the page stops asking. Here the build ends between the two parts of the
    answer."""
    address = str(tmp_path / "log.db")
    with closing(Log(address)) as log:
        access.open_service(log, None, None, {})
    home = handlers.HomeHandlers(Core(ServiceConfig(address, [], Settings(), home=True)))
    build = home._builder.last = Build("af", "Afrikaans", started=0)
    found: dict[str, Path] = {}

    def find_paths(config: ServiceConfig) -> dict[str, Path]:
        before = dict(found)
        found["af"] = tmp_path / "af.lexicon"
        build.end("done")
        return before

    monkeypatch.setattr(handlers, "find_paths", find_paths)
    monkeypatch.setattr(handlers, "find_local_offers", lambda trust: list[LexiconOffer]())

    def ask() -> handlers.HomeResponse:
        return asyncio.run(home.describe_home(LanguageQuery()))

    for response in (ask(), ask()):
        assert response.build is not None
        is_offered = any(offer.name == "af" for offer in response.offers)
        assert is_offered == (response.build.state == "running")
