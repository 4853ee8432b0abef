"""The station's page in a real browser, with a real service: a challenge from key to verdict."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.served import Director, Kiosk, Open, Service, label, near, sentences
from wordtools.messages import Messages

messages = Messages("pt")


def test_yes(kiosk: Kiosk, director: Director) -> None:
    kiosk.confirm("lição", "livros")
    assert kiosk.words == ["LIÇAO", "LIVROS"]
    kiosk.press("Tab")
    kiosk.on("verdict")
    assert kiosk.words == ["LIÇAO", "LIVROS"]
    main = kiosk.page.locator("main")
    expect(main).to_contain_text(messages("yes"))
    expect(main).to_contain_text(messages("acceptable"))
    expect(kiosk.page.locator(".tick")).to_be_visible()
    expect(kiosk.page.locator(".cross")).to_be_hidden()
    ruling = director.records()[-1]
    expect(main).to_contain_text(f"{label(ruling)}, ")
    expect(main).to_contain_text(ruling["content"]["digest"][:8])
    assert ruling["content"]["challenge"]["words"] == ["lição", "livros"]
    assert ruling["content"]["challenge"]["station"] == "Table 12"


def test_words_are_shown_as_they_are_parted(kiosk: Kiosk) -> None:
    for words in (["casa", "aa"], ["cas", "aaa"]):
        kiosk.confirm(*words)
        assert kiosk.words == [word.upper() for word in words]
        kiosk.press("Escape", "Escape", "Escape")
        kiosk.on("count")


def test_no_tells_not_which_word(kiosk: Kiosk) -> None:
    assert kiosk.judge("lição", "livrox") == "NO"
    main = kiosk.page.locator("main")
    expect(main).to_contain_text(messages("no"))
    expect(main).to_contain_text(messages("unacceptable"))
    expect(kiosk.page.locator(".cross")).to_be_visible()
    expect(kiosk.page.locator(".tick")).to_be_hidden()
    words = kiosk.page.locator("section:visible .words li")
    looks = words.evaluate_all("all => all.map(each => getComputedStyle(each).color)")
    assert len(looks) == 2 and len(set(looks)) == 1


def test_by_touch_alone(open_kiosk: Open) -> None:
    kiosk = open_kiosk(viewport={"width": 1280, "height": 800}, has_touch=True)
    page = kiosk.page

    def touch(name: str | re.Pattern[str]) -> None:
        page.locator("main").get_by_role("button", name=name, exact=True).tap()

    touch("2")
    kiosk.on("entry")
    for letter in "LIÇA":
        touch(letter)
    page.get_by_label(sentences("pt")["erase"]).tap()
    for letter in "AO":
        touch(letter)
    touch(near(sentences("pt")["next"]))
    for letter in "CASA":
        touch(letter)
    expect(page.locator("#typed")).to_have_value("LIÇAO CASA")
    touch(near(sentences("pt")["next"]))
    kiosk.on("confirm")
    assert kiosk.words == ["LIÇAO", "CASA"]
    touch(near(sentences("pt")["go_back"]))
    kiosk.on("entry")
    expect(page.locator("#typed")).to_have_value("LIÇAO CASA")
    touch(near(sentences("pt")["next"]))
    kiosk.on("confirm")
    touch(near(sentences("pt")["judge_them"]))
    kiosk.on("verdict")
    expect(page.locator("body")).to_have_attribute("data-answer", "YES")
    page.locator("main").tap()
    kiosk.on("count")


def test_a_second_touch_at_the_same_place_confirms_nothing(
    open_page: Callable[..., Page], service: Service, token: str
) -> None:
    touched = open_page(viewport={"width": 1280, "height": 800}, has_touch=True)
    kiosk = Kiosk.frozen(touched, service.address, token)
    kiosk.confirm("casa")
    box = kiosk.page.locator("[data-key=tab]").bounding_box()
    assert box is not None
    kiosk.press("Escape")
    kiosk.on("entry")
    kiosk.press("Enter")
    kiosk.on("confirm")
    kiosk.page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    kiosk.page.clock.run_for(500)
    kiosk.awake()
    kiosk.press("Escape")  # leads back only from CONFIRM
    kiosk.on("entry")


def test_only_the_opponents_key_confirms(kiosk: Kiosk) -> None:
    kiosk.confirm("casa")
    kiosk.press("Enter", "Space", "a", "Shift", "Shift+Tab", "Delete", "1", "ArrowDown")
    kiosk.on("confirm")
    kiosk.press("Backspace")
    kiosk.on("entry")
    expect(kiosk.page.locator("#typed")).to_have_value("casa")


def test_escape_clears_and_then_goes_back(kiosk: Kiosk) -> None:
    kiosk.type("casa")
    kiosk.press("Escape")
    expect(kiosk.page.locator("#typed")).to_have_value("")
    kiosk.on("entry")
    kiosk.press("Escape")
    kiosk.on("count")


def test_a_verdict_ignores_keys_at_first(
    open_page: Callable[..., Page], service: Service, token: str
) -> None:
    kiosk = Kiosk.frozen(open_page(), service.address, token)
    kiosk.confirm("casa")
    kiosk.press("Tab")
    kiosk.on("verdict")
    kiosk.press("Tab", "Enter", "a")
    kiosk.page.clock.run_for(499)
    kiosk.press("a")
    kiosk.on("verdict")
    kiosk.page.clock.run_for(500)
    kiosk.awake()
    kiosk.press("Shift")
    kiosk.on("verdict")
    kiosk.press("a")
    kiosk.on("count")


def test_screens_that_are_left_alone_clear_themselves(
    open_page: Callable[..., Page], service: Service, token: str
) -> None:
    kiosk = Kiosk.frozen(open_page(), service.address, token)
    page = kiosk.page

    def wait(seconds: float) -> None:
        page.clock.run_for(round(1000 * seconds))

    kiosk.type("casa")
    wait(14)
    expect(page.locator("#typed")).to_have_value("casa")
    wait(1.5)
    expect(page.locator("#typed")).to_have_value("")
    kiosk.on("entry")
    page.keyboard.type("casa")
    wait(14)
    kiosk.press("ArrowLeft")
    wait(14)
    expect(page.locator("#typed")).to_have_value("casa")
    kiosk.press("Enter")
    kiosk.on("confirm")
    wait(29)
    kiosk.press("x")  # changes nothing, but shows that someone is there
    wait(29)
    kiosk.on("confirm")
    wait(1.5)
    kiosk.on("count")
    kiosk.confirm("casa")
    kiosk.press("Tab")
    kiosk.on("verdict")
    wait(9)
    kiosk.on("verdict")
    wait(1.5)
    kiosk.on("count")
