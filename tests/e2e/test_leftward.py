"""On pages with Hebrew, words and names have their own direction, regardless of the page's
language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.conftest import Build
from tests.e2e.served import PASSWORD, Kiosk, Service, page_of, sign_in
from tests.program import Program

WORDS = ["שלום", "מלך", "ספר", "אב", "גן", "דג"]
JUDGED = ["שלומ", "מלכ", "ספר", "אב", "גנ", "דג"]
EVENT, STATION = "אליפות 2026", "שולחן 12"


def left(element: Locator) -> float:
    """The side on which an element begins on the screen."""
    box = element.bounding_box()
    assert box is not None
    return box["x"]


@pytest.mark.server
def test_pages_in_hebrew(browser: Browser, program: Program, build: Build, tmp_path: Path) -> None:
    service = Service(tmp_path, [str(build(WORDS, "he", name="he"))], program=program)
    service.start()
    try:
        director = service.director()
        director.place(event=EVENT, round="3")
        token = director.issue(STATION)
        with page_of(browser, service.address, viewport={"width": 1280, "height": 800}) as page:
            kiosk = Kiosk(page, service.address, token)
            place = f"\u2068{STATION}\u2069 · \u2068{EVENT}\u2069 · round 3"
            expect(page.locator("#place")).to_have_text(place)
            kiosk.type(*WORDS)
            typed = page.locator("#typed")
            assert typed.evaluate("element => getComputedStyle(element).direction") == "rtl"
            shown = f"To be judged: \u2068{' '.join(JUDGED)}\u2069"
            expect(page.locator("#judged")).to_have_text(shown)
            kiosk.press("Enter")
            kiosk.on("confirm")
            assert kiosk.words == JUDGED
            words = page.locator(".words:visible li")
            assert left(words.nth(0)) > left(words.nth(3))  # the first column is on the right
            kiosk.awake()
            kiosk.press("Tab")
            kiosk.on("verdict")
            assert page.locator("body").get_attribute("data-answer") == "YES"
        with page_of(browser, service.address) as page:
            page.goto(f"{service.address}/director")
            sign_in(page, PASSWORD)
            cell = page.locator("#rulings .words bdi")
            expect(cell).to_have_text(" ".join(JUDGED))
            assert cell.evaluate("element => element.matches(':dir(rtl)')")
            for name, direction in (("event", "rtl"), ("round", "ltr")):
                assert page.locator(f"#{name}").evaluate(f"e => e.matches(':dir({direction})')")
            page.goto(f"{service.address}/api/v1/director/report")
            expect(page.locator("td.words")).to_have_text(" ".join(JUDGED))
            expect(page.locator("th.round").first).to_have_text("\u200eאליפות\u200e 2026 · round 3")
    finally:
        service.stop()
