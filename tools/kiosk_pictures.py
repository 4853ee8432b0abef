"""Retakes the pictures of the kiosk and the director's page, docs/pictures/kiosk-*.png: `python -m
tools.kiosk_pictures`. Needs Chromium and the lexicons that `make` compiles."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.conftest import ROOT
from tests.e2e.served import PASSWORD, Kiosk, Service, browsing, page_of

PICTURES = ROOT / "docs" / "pictures"
SIZE = {"width": 1280, "height": 800}
LARGEST = 150_000


def main() -> None:
    """Plays a few challenges and takes a picture of each screen."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    lexicons = [str(ROOT / "build" / f"{name}.lexicon") for name in ("en", "pt")]
    with tempfile.TemporaryDirectory() as folder, browsing() as browser:
        service = Service(Path(folder), lexicons)
        service.start()
        try:
            director = service.director()
            director.place(event="City Open", round="3")
            with page_of(browser, service.address, viewport=SIZE) as page:
                play(page, service.address, director.issue("Table 12"))
            for name in ("Table 13", "Table 14"):
                director.issue(name)
            rulings = [record["id"] for record in director.records() if record["kind"] == "ruling"]
            director.void(rulings[0], "typed JUKEBOXER for JUKEBOXES")
            with page_of(browser, service.address, viewport=SIZE) as page:
                page.goto(f"{service.address}/director")
                page.locator("#password").fill(PASSWORD)
                page.keyboard.press("Enter")
                expect(page.locator("#rulings tbody tr")).to_have_count(len(rulings))
                page.locator("h1").focus()
                take(page, "director")
        finally:
            service.stop()


def play(page: Page, address: str, token: str) -> None:
    """Takes pictures on the way to a NO and a YES."""
    kiosk = Kiosk(page, address, token)
    take(page, "count")
    kiosk.judge("quartz", "jukeboxer")
    kiosk.awake()
    take(page, "no")
    kiosk.press("a")
    kiosk.type("quartz", "jukeboxes")
    expect(page.locator("#judged")).to_contain_text("JUKEBOXES")
    take(page, "entry")
    kiosk.press("Enter")
    kiosk.on("confirm")
    kiosk.awake()
    take(page, "confirm")
    kiosk.press("Tab")
    kiosk.on("verdict")
    assert page.locator("body").get_attribute("data-answer") == "YES"
    take(page, "yes")
    for words in (["zloty"], ["quixotic", "vex", "zen"], ["qwerty"]):
        kiosk.awake()
        kiosk.press("a")
        kiosk.on("count")
        kiosk.judge(*words)


def take(page: Page, name: str) -> None:
    """A picture of the current page."""
    path = PICTURES / f"kiosk-{name}.png"
    page.screenshot(path=path, animations="disabled", caret="hide")
    assert path.stat().st_size < LARGEST, f"{path} is too large"


if __name__ == "__main__":
    main()
