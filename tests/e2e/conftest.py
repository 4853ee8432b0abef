"""Fixtures for the tests of pages and of the terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.served import (
    PASSWORD,
    Director,
    Kiosk,
    Open,
    Service,
    browsing,
    page_of,
    serving,
    sign_in,
)
from tests.e2e.table import WORDS, Table
from tests.e2e.tables import open_player, tables
from tests.log.databases import cluster
from tests.program import Program

__all__ = ["cluster", "open_player", "tables"]  # fixtures


@pytest.fixture(scope="module")
def service(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("service"), program) as service:
        yield service


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="module")
def director(service: Service) -> Director:
    return service.director()


@pytest.fixture
def stranger(open_page: Callable[..., Page], service: Service) -> Page:
    """The director's page, before anyone has signed in."""
    page = open_page()
    page.goto(f"{service.address}/director")
    return page


@pytest.fixture
def director_page(stranger: Page) -> Page:
    """The director's page, with the director signed in."""
    sign_in(stranger, PASSWORD)
    expect(stranger.locator("main")).to_be_visible()
    return stranger


@pytest.fixture
def open_page(service: Service, browser: Browser) -> Iterator[Callable[..., Page]]:
    with ExitStack() as pages:
        yield lambda **options: pages.enter_context(page_of(browser, service.address, **options))


@pytest.fixture
def token(director: Director) -> Iterator[str]:
    yield director.issue("Table 12")
    director.revoke("Table 12")


@pytest.fixture
def open_kiosk(open_page: Callable[..., Page], service: Service, token: str) -> Open:
    return lambda **options: Kiosk(open_page(**options), service.address, token)


@pytest.fixture
def kiosk(open_kiosk: Open) -> Kiosk:
    return open_kiosk()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    opened = Table(tmp_path, f"wordtools-{os.getpid()}-{tmp_path.name}")
    yield opened
    opened.close()


@pytest.fixture
def english(build: Callable[..., Path]) -> Path:
    return build(WORDS["en"], "en", name="en")
