"""A station's page in the hands of a stranger who presses, pastes and resizes everything."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.e2e.served import WORDS, Kiosk, Open, Service
from tests.waiting import wait_until
from wordtools.log.log import Log
from wordtools.messages import Messages

messages = Messages("pt")
SHORTCUTS = [
    *(f"Control+{key}" for key in "bdefghijklmnopqstuwyFGIJOPSU,./;[]123456789"),
    *(f"Meta+{key}" for key in "ops"),
    *(f"F{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 12)),
    "Control+Enter", "Control+Tab", "Control+Backspace", "Control+Delete", "Shift+F10",
]  # fmt: skip
WITNESS = """() => {
  window.unstopped = [];
  addEventListener("keydown", (event) => event.defaultPrevented || unstopped.push(event.key));
}"""


def test_no_shortcut_reaches_the_browser(kiosk: Kiosk) -> None:
    """Ctrl-O and Ctrl-S lead to files, Ctrl-P leads to printers, and F1 and F12 lead anywhere."""
    kiosk.page.evaluate(WITNESS)
    for screen in ("count", "entry", "confirm", "director's dialog"):
        if screen == "entry":
            kiosk.type("casa")
        elif screen == "confirm":
            kiosk.press("Enter")
        elif screen == "director's dialog":
            kiosk.press("Control+d")
        for keys in SHORTCUTS:
            if keys != "Control+d":
                kiosk.press(keys)
        kiosk.on("confirm" if screen == "director's dialog" else screen)
    pressed = set(kiosk.page.evaluate("unstopped"))
    assert pressed <= {"Control", "Meta", "Shift", "1", *"casa", "Enter"}
    assert kiosk.words == ["CASA"]


def test_a_megabyte_is_pasted(open_kiosk: Open) -> None:
    kiosk = open_kiosk(permissions=["clipboard-read", "clipboard-write"])
    page, typed = kiosk.page, kiosk.page.locator("#typed")
    page.evaluate("navigator.clipboard.writeText('casa '.repeat(200_000))")
    kiosk.type("ca")
    kiosk.press("Control+v")
    expect(page.locator("#note")).to_have_text(messages("no_paste"))
    page.keyboard.insert_text("sa" * 500_000)
    expect(typed).to_have_value("ca")
    page.keyboard.type("sa")
    kiosk.press("Enter")
    kiosk.on("confirm")
    kiosk.press("Tab")
    kiosk.on("verdict")
    assert kiosk.words == ["CASA"]


KEYS = [
    *"123 casçãoKz'-.[", "Enter", "Enter", "Tab", "Tab", "Escape", "Backspace", "Delete", "Space",
    "ArrowLeft", "ArrowUp", "Home", "End", "PageDown", "Insert", "Shift+Tab", "Alt+ArrowLeft",
    "Shift+ArrowLeft", "Shift+Insert", "CapsLock", "ContextMenu", "Control+v", *SHORTCUTS,
]  # fmt: skip
PLANS = [
    ["1", *"casa", "Enter", "Tab"],
    ["1", *"asac", "Enter", "Tab"],
    ["2", *"casa livro ", "Tab"],
]


@pytest.mark.slow
def test_random_keys(open_kiosk: Open, service: Service, longer: float) -> None:
    """Nothing leads to another page or to a wrong verdict."""
    chance = random.Random(0)
    kiosk = open_kiosk()
    page, context = kiosk.page, kiosk.page.context
    log = Log(f"sqlite:///{service.folder / 'rulings.db'}")
    began = log.last_number()
    for number in range(round(400 * longer)):
        keys = chance.choice(PLANS) if chance.random() < 0.06 else [chance.choice(KEYS)]
        for key in keys:
            if key.isascii():
                page.keyboard.press("Space" if key == " " else key)
            else:
                page.keyboard.insert_text(key)
        if number % 50 == 0:
            page.set_viewport_size({"width": chance.choice([1, 50, 300, 1280]), "height": 1})
            page.set_viewport_size({"width": 1280, "height": 720})
    assert (len(context.pages), page.url.partition("#")[0]) == (1, page.url)

    def is_back() -> bool:
        page.keyboard.press("Escape")  # a station that is asking the service ignores keys
        at = page.locator("body").get_attribute("data-screen")
        return at == "count" and not page.locator("dialog[open]").count()

    wait_until(is_back, "COUNT")
    assert kiosk.judge("livro", "casas") == "YES"
    records = [record for record in log.records() if record.number > began]
    log.close()
    assert {record.kind for record in records} <= {"ruling", "wrong-password"}
    valid = {word.upper() for word in WORDS["pt"].split()}
    for content in (record.content for record in records if record.kind == "ruling"):
        assert content["acceptable"] == valid.issuperset(content["words"]), content
