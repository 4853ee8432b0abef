"""The station's page under fingers, on phones and tablets, and its display while someone types."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.served import Director, Kiosk, Open, Service, check_looks, sentences
from wordtools.alphabet import list_alphabets, load_alphabet
from wordtools.messages import Messages

WORDS = {"en": "quiz", "es": "niño", "pl": "żółw", "pt": "bênção"}
PHONES = {
    "667x375": (667, 375),
    "740x360": (740, 360),
    "360x740": (360, 740),
    "320x568": (320, 568),
}
messages = Messages("pt")
own = sentences("pt")


def read_colour(page: Page, selector: str) -> str:
    return str(page.locator(selector).evaluate("each => getComputedStyle(each).color"))


def hold(page: Page, selector: str, seconds: float) -> None:
    """Holds a finger on an element for this long, by the page's clock."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.clock.run_for(round(1000 * seconds))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("language", WORDS)
def test_sentences_are_for_the_device(open_kiosk: Open, director: Director, language: str) -> None:
    own, messages = sentences(language), Messages(language)
    director.choose(language)
    try:
        touched, typed = open_kiosk(has_touch=True), open_kiosk()
        for kiosk in (touched, typed):
            expect(kiosk.page.locator("html")).to_have_attribute("lang", language)
        expect(touched.page.locator("main")).to_contain_text(own["press_number_touch"])
        expect(typed.page.locator("main")).to_contain_text(messages("press_number", most=8))
        button = "#open-director-dialog"
        expect(touched.page.locator(button)).to_have_text(own["director_key_touch"])
        expect(typed.page.locator(button)).to_have_text(messages("director_key"))
        for kiosk, sentence in ((touched, own["any_key_touch"]), (typed, messages("any_key"))):
            kiosk.judge(WORDS[language])
            expect(kiosk.page.locator("section:visible .hint")).to_have_text(sentence)
    finally:
        director.choose("pt")


def test_the_directors_button_is_held(
    open_page: Callable[..., Page], service: Service, token: str
) -> None:
    kiosk = Kiosk.frozen(open_page(has_touch=True), service.address, token)
    page, dialog = kiosk.page, kiosk.page.get_by_role("dialog")
    page.locator("#open-director-dialog").tap()
    hold(page, "#open-director-dialog", 2.999)
    page.clock.run_for(10_000)
    expect(dialog).to_be_hidden()
    hold(page, "#open-director-dialog", 3)
    expect(dialog).to_be_visible()
    expect(page.get_by_label(messages("password"))).to_be_focused()
    kiosk.press("Escape")
    expect(dialog).to_be_hidden()
    kiosk.press("Control+d")  # where there is a keyboard, as usual
    expect(dialog).to_be_visible()


def test_a_mouse_and_a_key_need_not_hold_it(kiosk: Kiosk) -> None:
    button, dialog = kiosk.page.locator("#open-director-dialog"), kiosk.page.get_by_role("dialog")
    button.click()
    expect(dialog).to_be_visible()
    kiosk.press("Escape")
    expect(dialog).to_be_hidden()
    button.focus()
    kiosk.press("Enter")
    expect(dialog).to_be_visible()


@pytest.mark.parametrize("language", ["pl", "pt"])
@pytest.mark.parametrize("size", PHONES)
def test_what_goes_on_is_in_sight_on_a_phone(
    open_kiosk: Open, director: Director, size: str, language: str
) -> None:
    width, height = PHONES[size]
    director.choose(language)
    try:
        kiosk = open_kiosk(viewport={"width": width, "height": height}, has_touch=True)
        page = kiosk.page
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#numbers button").last).to_be_in_viewport(ratio=1)
        kiosk.press("3")
        kiosk.on("entry")
        page.keyboard.type(f"{WORDS[language]} {WORDS[language]} ð")
        kiosk.press("Enter")
        expect(page.locator("#note")).not_to_be_empty()
        expect(page.locator("#judged")).to_contain_text("…")
        check_looks(page)
        for name in ("#typed", "#judged", "#note", "[data-key=escape]", "[data-key=enter]"):
            expect(page.locator(f"section:visible {name}")).to_be_in_viewport(ratio=1)
        if width > height:
            for key in page.locator("#keys button").all():
                expect(key).to_be_in_viewport(ratio=1)
        kiosk.press("Backspace")
        page.keyboard.type(WORDS[language])
        kiosk.press("Enter")
        kiosk.on("confirm")
        check_looks(page)
        for each in page.locator("section:visible .words li, section:visible button").all():
            expect(each).to_be_in_viewport(ratio=1)
        kiosk.awake()
        kiosk.press("Tab")
        kiosk.on("verdict")
        expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
        expect(page.locator("section:visible .words")).to_be_in_viewport(ratio=1)
        check_looks(page)
    finally:
        director.choose("pt")


def test_words_still_to_come_are_no_fault(kiosk: Kiosk) -> None:
    kiosk.press("2")
    kiosk.on("entry")
    page, note = kiosk.page, kiosk.page.locator("#note")
    plain = read_colour(page, "label[for=typed]")
    page.keyboard.type("casa ")
    expect(note).to_have_text(messages("wrong_count", typed=1, count=2))
    assert read_colour(page, "#note") == plain
    page.keyboard.type("kilo ")
    expect(note).to_contain_text("k")
    assert read_colour(page, "#note") != plain


def test_the_whole_screen(kiosk: Kiosk) -> None:
    page, button = kiosk.page, kiosk.page.locator("#full-screen")
    button.click()
    expect(button).to_be_hidden()
    assert page.evaluate("document.fullscreenElement === document.documentElement")
    page.evaluate("document.exitFullscreen()")
    expect(button).to_be_visible()
    page.evaluate("Object.defineProperty(document, 'fullscreenEnabled', {value: false})")
    page.evaluate("document.dispatchEvent(new Event('fullscreenchange'))")
    expect(button).to_be_hidden()  # where the browser cannot


def test_words_are_shown_as_they_will_be_judged(kiosk: Kiosk, director: Director) -> None:
    before = director.records()
    page, judged = kiosk.page, kiosk.page.locator("#judged")
    kiosk.press("5")
    kiosk.on("entry")
    expect(judged).to_be_empty()
    page.keyboard.type("lição")
    expect(judged).to_have_text(own["to_be_judged"].format(words="LIÇAO"))
    looks = judged.inner_html()
    page.keyboard.press("Backspace")
    page.keyboard.type("x")  # not a word, but it looks the same
    expect(judged).to_have_text(own["to_be_judged"].format(words="LIÇAX"))
    assert judged.inner_html() == looks.replace("LIÇAO", "LIÇAX")
    page.keyboard.type(" kilo bênção casa")
    expect(judged).to_have_text(own["to_be_judged"].format(words="LIÇAX … BENÇAO CASA"))
    kiosk.press("Escape")
    expect(judged).to_be_empty()
    assert director.records() == before


def test_nothing_waits_for_what_is_shown_while_typing(kiosk: Kiosk) -> None:
    page = kiosk.page
    stalled: list[Route] = []

    def stall(route: Route) -> None:
        if stalled:
            route.continue_()
        else:
            stalled.append(route)

    page.route("**/previews", stall)
    kiosk.press("1")
    kiosk.on("entry")
    with page.expect_request("**/previews"):
        page.keyboard.type("casa")
    expect(page.locator("#judged")).to_have_text(own["to_be_judged"].format(words="…"))
    page.keyboard.type("s")
    kiosk.press("Enter")
    kiosk.on("confirm")
    assert kiosk.words == ["CASAS"]
    kiosk.press("Tab")
    kiosk.on("verdict")
    stalled[0].abort()


def test_a_service_that_refuses_is_asked_again_only_after_a_key(
    open_page: Callable[..., Page], service: Service, token: str
) -> None:
    kiosk = Kiosk.frozen(open_page(), service.address, token)
    page = kiosk.page
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.post_data or "")
        error = {"code": "too-many", "message": "Too many requests."}
        route.fulfill(status=429, json={"error": error})

    page.route("**/previews", refuse)
    kiosk.press("1")
    kiosk.on("entry")
    for letter in "desoxirribonucl":
        page.keyboard.type(letter)
        page.clock.run_for(249)
    assert asked == []
    with page.expect_response("**/previews"):
        page.clock.run_for(1)
    page.clock.run_for(5000)
    kiosk.on("entry")
    expect(page.locator("#note")).to_be_empty()
    kiosk.press("Backspace")
    with page.expect_response("**/previews"):
        page.clock.run_for(250)
    page.clock.run_for(5000)
    expect(page.locator("#note")).to_be_empty()
    words = [json.loads(body)["words"] for body in asked]
    assert words == [["desoxirribonucl"], ["desoxirribonuc"]]


def test_every_tile_is_on_the_keyboard_once(kiosk: Kiosk) -> None:
    rows = """async (lexicon) => {
        const { drawKeyboard } = await import(new URL("static/keyboard.js", location.origin));
        const keys = document.createElement("div");
        drawKeyboard(keys, lexicon, "erase");
        return [...keys.children].map((row) => [...row.children].map((key) => key.textContent));
    }"""
    for name in list_alphabets():
        alphabet = load_alphabet(name).alphabet
        lexicon = {"language": alphabet.language, "tiles": list(alphabet.tiles)}
        drawn = kiosk.page.evaluate(rows, lexicon)
        *keys, erase = [key for row in drawn for key in row]
        assert (name, sorted(keys), erase) == (name, sorted(alphabet.tiles), "⌫")
        assert max(map(len, drawn)) <= 13, name


@pytest.mark.parametrize(
    ("lexicon", "tiles", "judged", "answer"),
    [
        ("hr", "I NJ E K C I J A", "I[NJ]EKCIJA", "NO"),
        ("hr", "I N J E K C I J A", "I[N][J]EKCIJA", "YES"),
        ("hr", "K O NJ", "KO[NJ]", "YES"),
        ("es", "P E RR O", "PE[RR]O", "YES"),
        ("es", "P E R R O", "PE[R][R]O", "NO"),
        ("es", "C A R R O", "CA[R][R]O", "NO"),
    ],
)
def test_the_tiles_that_are_touched_are_judged(
    open_kiosk: Open, director: Director, lexicon: str, tiles: str, judged: str, answer: str
) -> None:
    director.choose(lexicon)
    try:
        kiosk = open_kiosk(has_touch=True)
        keys = kiosk.page.locator("#keys")
        kiosk.press("1")
        kiosk.on("entry")
        for tile in tiles.split():
            keys.get_by_text(tile, exact=True).tap()
        kiosk.press("Enter")
        kiosk.on("confirm")
        assert kiosk.words == [judged]
        kiosk.awake()
        kiosk.press("Tab")
        kiosk.on("verdict")
        assert kiosk.page.locator("body").get_attribute("data-answer") == answer
        kiosk.awake()
        kiosk.press("Escape")
        kiosk.on("count")
    finally:
        director.choose("pt")


def test_a_touch_erases_a_whole_tile(open_kiosk: Open, director: Director) -> None:
    director.choose("es")
    try:
        kiosk = open_kiosk(has_touch=True)
        kiosk.press("1")
        kiosk.on("entry")
        keys, typed = kiosk.page.locator("#keys"), kiosk.page.locator("#typed")
        for tile in ("P", "RR", "R", "⌫"):
            keys.get_by_text(tile, exact=True).tap()
        expect(typed).to_have_value("P[RR]")
        for left in ("P", ""):
            keys.get_by_text("⌫", exact=True).tap()
            expect(typed).to_have_value(left)
    finally:
        director.choose("pt")
