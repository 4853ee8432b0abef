"""The director at a station's page: a dialog over any screen of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.served import (
    PASSWORD,
    Director,
    Kiosk,
    Service,
    check_looks,
    label,
    near,
    sentences,
)
from wordtools.messages import Messages

messages = Messages("pt")
NEXT_FRAMES = (
    "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
)


def test_the_director_at_the_station(kiosk: Kiosk, service: Service, director: Director) -> None:
    page = kiosk.page
    assert kiosk.judge("casa") == "YES"
    kiosk.awake()
    kiosk.press("a")
    kiosk.press("Control+d")
    dialog = page.get_by_role("dialog")
    password = page.get_by_label(messages("password"))
    password.fill("wrong")
    kiosk.press("Enter")
    expect(dialog).to_contain_text(messages("wrong_password"))
    password.fill(PASSWORD)
    kiosk.press("Enter")
    expect(page.get_by_role("button", name=sentences("pt")["save"])).to_be_in_viewport()
    check_looks(page)
    page.get_by_label(messages("why_void", number=label(director.records()[-1]))).fill("a slip")
    page.get_by_role("button", name=sentences("pt")["void"]).click()
    expect(dialog).to_contain_text(near("anulada"))
    record = director.records()[-1]
    assert record["kind"] == "void" and record["content"]["why"] == "a slip"
    for name, text in {"event": "Lisboa", "round": "3", "table": "14"}.items():
        page.get_by_label(sentences("pt")[name], exact=True).fill(text)
    page.get_by_role("button", name=sentences("pt")["save"]).click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#place")).to_have_text("Table 12 · Lisboa · ronda 3 · mesa 14")
    kiosk.judge("casa")
    challenge: dict[str, Any] = director.records()[-1]["content"]["challenge"]
    assert (challenge["event"], challenge["round"], challenge["table"]) == ("Lisboa", "3", "14")
    page.goto(f"{service.address}/director")
    expect(page.locator("#sign-in")).to_be_visible()  # the next person is not the director


def test_a_stray_ctrl_d_loses_nothing(kiosk: Kiosk) -> None:
    kiosk.type("casa")
    kiosk.press("Control+d")
    dialog = kiosk.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    kiosk.page.keyboard.type("abc")
    kiosk.press("Escape")
    expect(dialog).to_be_hidden()
    kiosk.on("entry")
    expect(kiosk.page.locator("#typed")).to_have_value("casa")


@pytest.mark.parametrize("is_opened_again", [False, True])
def test_a_password_is_checked_when_the_dialog_is_closed(
    kiosk: Kiosk, service: Service, is_opened_again: bool
) -> None:
    """The next person is not the director."""
    page, held = kiosk.page, list[Route]()
    page.route(
        "**/director/session",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    kiosk.press("Control+d")
    with page.expect_request("**/director/session"):
        page.get_by_label(messages("password")).fill(PASSWORD)
        kiosk.press("Enter")
    kiosk.press("Escape")
    if is_opened_again:
        kiosk.press("Control+d")
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        held[0].continue_()
    assert page.get_by_role("dialog").is_visible() == is_opened_again
    expect(page.get_by_role("button", name=sentences("pt")["save"])).to_be_hidden()
    page.goto(f"{service.address}/director")
    expect(page.locator("#sign-in")).to_be_visible()


def test_a_key_right_after_escape_reaches_no_form(kiosk: Kiosk) -> None:
    """Until the browser redraws, the focus may stay in the closed dialog."""
    page, told = kiosk.page, list[str]()
    page.on("console", lambda message: told.append(message.text))
    for _ in range(10):
        page.evaluate("document.activeElement.blur()")
        for key in ("Control+d", "Tab", "Escape", "Enter"):
            page.keyboard.press(key)
        page.evaluate(NEXT_FRAMES)
    assert told == []


@pytest.mark.parametrize(("password", "seconds"), [("", 10), (PASSWORD, 60)])
def test_a_dialog_that_is_left_alone_closes(
    open_page: Callable[..., Page], service: Service, token: str, password: str, seconds: int
) -> None:
    kiosk = Kiosk.frozen(open_page(), service.address, token)
    page, dialog = kiosk.page, kiosk.page.get_by_role("dialog")
    kiosk.press("Control+d")
    expect(dialog).to_be_visible()
    if password:
        page.clock.run_for(9000)
        page.get_by_label(messages("password")).fill(password)
        kiosk.press("Enter")
        expect(page.get_by_role("button", name=sentences("pt")["save"])).to_be_visible()
    page.clock.run_for(1000 * seconds - 1)
    expect(dialog).to_be_visible()
    page.clock.run_for(1)
    expect(dialog).to_be_hidden()
    kiosk.on("count")
