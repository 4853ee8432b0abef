"""Inputs that the station's page refuses visibly. The page judges nothing that was not typed and
spelled."""

from __future__ import annotations

import unicodedata

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.served import Director, Kiosk, Open
from wordtools.messages import Messages

messages = Messages("pt")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("CAN'T", "'"),
        ("CO-OP", "-"),
        ("1A2A", "1, 2"),
        ("ZZZ.CAT", "."),
        ("kilo", "k"),
        ("\u0441asa", "cyrillic small letter es"),
        ("\uff43asa", "fullwidth latin small letter c"),
        ("cas\u200ba", "zero width space"),
        ("desoxirribonuclx", "16"),
        ("a", "1"),
    ],
)
def test_refused_in_sight(kiosk: Kiosk, director: Director, typed: str, shown: str) -> None:
    before = director.records()
    kiosk.type(typed)
    kiosk.press("Enter")
    note = kiosk.page.locator("#note")
    expect(note).to_contain_text(messages("refused", why=""))
    expect(note).to_contain_text(shown)
    expect(kiosk.page.locator("#typed")).to_have_value(typed)
    kiosk.press("Tab")
    kiosk.on("entry")
    assert director.records() == before


def test_a_word_is_refused_while_the_next_one_is_typed(kiosk: Kiosk) -> None:
    page, note = kiosk.page, kiosk.page.locator("#note")
    held: list[Route] = []
    is_holding = True

    def hold(route: Route) -> None:
        if is_holding:
            held.append(route)
        else:
            route.continue_()

    page.route("**/previews", hold)
    kiosk.press("2")
    kiosk.on("entry")
    with page.expect_request("**/previews"):
        page.keyboard.type("kilo ")
    expect(note).to_have_text(messages("wrong_count", typed=1, count=2))
    page.keyboard.type("cas")
    expect(page.locator("#typed")).to_have_value("kilo cas")
    expect(note).to_be_empty()
    is_holding = False
    for route in held:
        route.continue_()
    expect(note).to_contain_text("'kilo'")
    page.keyboard.type("a")
    expect(note).to_be_empty()
    kiosk.press("Enter")
    expect(note).to_contain_text("'kilo'")
    kiosk.on("entry")


def test_marks_of_their_own_are_the_same_word(kiosk: Kiosk) -> None:
    typed = unicodedata.normalize("NFD", "lição")
    kiosk.type(typed)
    expect(kiosk.page.locator("#typed")).to_have_value(typed)
    kiosk.press("Enter")
    kiosk.on("confirm")
    assert kiosk.words == ["LIÇAO"]
    kiosk.press("Tab")
    expect(kiosk.page.locator("body")).to_have_attribute("data-answer", "YES")


def test_dead_keys_compose(kiosk: Kiosk) -> None:
    kiosk.press("1")
    kiosk.on("entry")
    kiosk.page.keyboard.type("voc")
    session = kiosk.page.context.new_cdp_session(kiosk.page)
    session.send("Input.imeSetComposition", {"text": "^", "selectionStart": 1, "selectionEnd": 1})
    session.send("Input.insertText", {"text": "ê"})
    expect(kiosk.page.locator("#typed")).to_have_value("você")
    kiosk.press("Enter")
    kiosk.on("confirm")
    assert kiosk.words == ["VOCE"]


def test_a_space_parts_words_and_joins_none(kiosk: Kiosk) -> None:
    kiosk.press("1")
    kiosk.on("entry")
    kiosk.page.keyboard.type("zzz ")
    kiosk.on("confirm")
    kiosk.page.keyboard.type("cat")
    assert kiosk.words == ["ZZZ"]


def test_nine_words_are_too_many(kiosk: Kiosk) -> None:
    kiosk.press("9", "0")
    kiosk.on("count")
    kiosk.confirm(*["casa"] * 8)
    kiosk.press("Escape")
    kiosk.on("entry")
    kiosk.page.keyboard.type(" ")
    kiosk.on("confirm")
    assert kiosk.words == ["CASA"] * 8


def test_too_few_words_and_none(kiosk: Kiosk) -> None:
    kiosk.press("2")
    kiosk.on("entry")
    note = kiosk.page.locator("#note")
    kiosk.press("Enter")
    expect(note).to_have_text(messages("wrong_count", typed=0, count=2))
    kiosk.press("Space", "Space")
    expect(kiosk.page.locator("#typed")).to_have_value("")
    kiosk.page.keyboard.type("casa")
    kiosk.press("Enter", "Enter", "Space")
    expect(note).to_have_text(messages("wrong_count", typed=1, count=2))
    expect(kiosk.page.locator("#typed")).to_have_value("casa ")


def test_nothing_is_pasted_dropped_or_suggested(open_kiosk: Open) -> None:
    kiosk = open_kiosk(permissions=["clipboard-read", "clipboard-write"])
    page, typed = kiosk.page, kiosk.page.locator("#typed")
    page.evaluate("navigator.clipboard.writeText('casa')")
    kiosk.press("1")
    kiosk.on("entry")
    kiosk.press("Control+v")
    expect(page.locator("#note")).to_have_text(messages("no_paste"))
    expect(typed).to_have_value("")
    page.keyboard.type("c")
    expect(page.locator("#note")).to_have_text("")
    page.keyboard.insert_text("asarão")  # the way a system keyboard inserts a suggestion
    expect(page.locator("#note")).to_have_text(messages("no_paste"))
    expect(typed).to_have_value("c")
    kiosk.press("Control+z", "Control+Shift+z", "ArrowLeft", "Home")
    page.keyboard.type("asa")
    expect(typed).to_have_value("casa")
    for name, value in {
        "autocomplete": "off",
        "autocorrect": "off",
        "autocapitalize": "off",
        "spellcheck": "false",
        "inputmode": "none",
    }.items():
        expect(typed).to_have_attribute(name, value)
    kept = """name => !document.querySelector('main')
        .dispatchEvent(new Event(name, {bubbles: true, cancelable: true}))"""
    assert all(page.evaluate(kept, name) for name in ("contextmenu", "dragstart", "drop"))
    assert page.evaluate("getComputedStyle(document.querySelector('.words')).userSelect") == "none"


def test_a_held_key_is_one_key(kiosk: Kiosk) -> None:
    for _ in range(5):
        kiosk.page.keyboard.down("1")
    kiosk.page.keyboard.up("1")
    kiosk.on("entry")
    expect(kiosk.page.locator("#typed")).to_have_value("")
