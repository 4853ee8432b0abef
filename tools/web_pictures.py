"""Retakes the pictures of `wordtools web`, docs/pictures/web-*.png: `python -m tools.web_pictures`.
Needs Chromium and the lexicons that `make` compiles. The tiles are different each time."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from tests.cli.web_process import OFFLINE, WebProcess
from tests.conftest import ROOT
from tests.e2e.served import browsing, page_of
from tests.e2e.tables import Player
from tests.waiting import wait_until
from wordtools.lexicon.lexicon import Lexicon

PICTURES = ROOT / "docs" / "pictures"
LEXICONS = ("en", "es", "pl", "pt")
SIZE = {"width": 1100, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
LARGEST = 150_000
TURNS = 4


def main() -> None:
    """Takes a picture of the home page, of looking up, and of a game on a computer and a phone."""
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        home = Path(folder)
        lexicons = home / "data" / "wordtools" / "lexicons"
        lexicons.mkdir(parents=True)
        for name in LEXICONS:
            shutil.copy(ROOT / "build" / f"{name}.lexicon", lexicons)
        with WebProcess(home, WORDTOOLS_RAW=str(home / "raw"), **OFFLINE) as web:
            address = web.address.rstrip("/")
            with page_of(browser, address, viewport=SIZE) as page:
                page.goto(web.address)
                expect(page.locator("#lists li")).to_have_count(len(LEXICONS))
                take(page, "home", height=620)
                page.get_by_role("link", name="English").click()
                page.locator("#words").fill("retinas quixotry scrabbly")
                page.keyboard.press("Enter")
                expect(page.locator("#results li")).to_have_count(3)
                page.locator("#words").blur()
                take(page, "look-up", height=620)
                english = Lexicon.read(lexicons / "en.lexicon", "en-GB")
                player = Player(page, address, english)
                player.make_table("scrabble-en-world", ["Ana", "computer"])
                page.get_by_role("button", name="Start the game").click()
                for _ in range(TURNS):
                    wait_until(player.act, "a turn")
                player.catch_up()
                take(page, "table", height=1250)
                page.set_viewport_size(PHONE)
                take(page, "table-phone")


def take(page: Page, name: str, height: int = 0) -> None:
    """A picture of the current page, or of its top."""
    path = PICTURES / f"web-{name}.png"
    top = FloatRect(x=0, y=0, width=SIZE["width"], height=height)
    page.screenshot(
        path=path,
        clip=top if height else None,
        full_page=height > 0,
        animations="disabled",
        caret="hide",
    )
    assert path.stat().st_size < LARGEST, f"{path} is too large"


if __name__ == "__main__":
    main()
