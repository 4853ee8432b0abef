"""The looks, sounds and messages of the station's page, on screens of every size."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.served import Director, Kiosk, Open, check_looks
from wordtools.messages import Messages

SIZES = {"phone": (320, 640), "tablet": (1280, 800), "upright": (800, 1280), "laptop": (1366, 768)}
messages = Messages("pt")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_looks(open_kiosk: Open, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    kiosk = open_kiosk(
        viewport={"width": width, "height": height}, has_touch=True, color_scheme=scheme
    )
    page = kiosk.page

    def check() -> None:
        check_looks(page)
        if size == "phone":
            return
        overflow = "document.scrollingElement.scrollHeight - innerHeight"
        assert page.evaluate(overflow) <= 0

    check()
    kiosk.confirm(*["desoxirribonucl"] * 8)
    check()
    kiosk.press("Escape")
    kiosk.on("entry")
    check()
    kiosk.press("Escape")
    page.keyboard.type("kilo " * 8)
    expect(page.locator("#note")).not_to_be_empty()
    check()
    kiosk.press("Escape", "Escape")
    for words in (["lição", "livros"], ["livrox"]):
        kiosk.judge(*words)
        check()
        kiosk.awake()
        kiosk.press("a")
        kiosk.on("count")


@pytest.mark.parametrize("count", range(1, 9))
def test_words_can_be_read_at_two_metres(open_kiosk: Open, count: int) -> None:
    """Letters of at least 30 pixels on a ten-inch tablet are 5 mm high, twice the height that a
    good eye needs at two metres; few words are larger."""
    kiosk = open_kiosk(viewport={"width": 1280, "height": 800}, has_touch=True)
    kiosk.confirm(*["livros"] * count)
    size = kiosk.page.locator(".words:visible ol").evaluate("e => getComputedStyle(e).fontSize")
    capital = 0.7 * float(size.removesuffix("px"))
    assert capital >= (60 if count <= 4 else 30)
    kiosk.press("Tab")
    kiosk.on("verdict")
    size = kiosk.page.locator(".words:visible ol").evaluate("e => getComputedStyle(e).fontSize")
    assert 0.7 * float(size.removesuffix("px")) >= 30


def test_lexicon_edition_digest_date_and_place_are_always_there(
    kiosk: Kiosk, director: Director
) -> None:
    def check() -> None:
        foot = kiosk.page.locator("#lexicon")
        expect(foot).to_contain_text("pt · ")
        expect(foot).to_contain_text(re.compile(r"\b[0-9a-f]{8}\b"))
        expect(kiosk.page.locator("#today")).to_contain_text(re.compile(r"\d{4}"))
        expect(kiosk.page.locator("#place")).to_have_text("Table 12")

    check()
    kiosk.type("casa")
    check()
    kiosk.press("Enter")
    kiosk.on("confirm")
    check()
    kiosk.press("Tab")
    kiosk.on("verdict")
    check()


def test_for_eyes_and_ears(kiosk: Kiosk) -> None:
    page = kiosk.page
    spoken = page.locator("#spoken[aria-live=assertive]")
    expect(spoken).to_contain_text(messages("how_many"))
    kiosk.press("Tab")
    focused = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(focused) == "solid"
    kiosk.press("Enter")
    kiosk.on("entry")
    expect(page.get_by_label(messages("enter_word"))).to_be_focused()
    assert page.evaluate(focused) == "solid"
    page.keyboard.type("casa")
    kiosk.press("Enter")
    expect(spoken).to_contain_text(messages("confirm"))
    expect(spoken).to_contain_text("CASA")
    kiosk.press("Tab")
    expect(spoken).to_contain_text(messages("yes"))
    expect(spoken).to_contain_text(messages("acceptable"))


@pytest.mark.parametrize("language", ["en", "es", "pl", "pt"])
def test_languages(kiosk: Kiosk, director: Director, language: str) -> None:
    words = {"en": "quiz", "es": "niño", "pl": "żółw", "pt": "bênção"}
    titles = {"en": "English · ", "es": "Español · ", "pl": "Polski · ", "pt": "Português · "}
    director.choose(language)
    try:
        expect(kiosk.page.locator("html")).to_have_attribute("lang", language)
        expect(kiosk.page.locator("h1:visible")).to_have_text(Messages(language)("how_many"))
        expect(kiosk.page.locator("#lexicon")).to_contain_text(titles[language])
        assert kiosk.judge(words[language]) == "YES"
        expect(kiosk.page.locator(".answer")).to_contain_text(Messages(language)("yes"))
        kiosk.awake()
        kiosk.press("a")
        kiosk.type("ð")
        kiosk.press("Enter")
        expect(kiosk.page.locator("#note")).to_contain_text("latin small letter eth")
        expect(kiosk.page.locator("#note")).to_contain_text(Messages(language)("refused", why=""))
    finally:
        director.choose("pt")
