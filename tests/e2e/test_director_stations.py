"""The director's stations in a real browser: cards, presence, event, round and table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.served import (
    PASSWORD,
    Director,
    Kiosk,
    Service,
    check_looks,
    page_of,
    sentences,
)
from wordtools.messages import Messages

own = sentences("en")
messages = Messages("en")


@pytest.fixture
def page(director_page: Page) -> Page:
    return director_page


@pytest.fixture
def stations(director: Director) -> Iterator[list[str]]:
    """The names of stations that are revoked at the end."""
    names: list[str] = []
    yield names
    for name in names:
        director.revoke(name)


def make_cards(page: Page, names: str) -> Locator:
    """The cards of new stations, on the sheet."""
    page.get_by_label(own["names"]).fill(names)
    page.get_by_role("button", name=own["issue"]).click()
    expect(page.locator("#sheet")).to_be_visible()
    return page.locator("#cards li")


def item(page: Page, name: str) -> Locator:
    """A station in the list."""
    return page.locator("#stations li").filter(has=page.get_by_label(name, exact=True))


def test_thirty_stations_from_one_list(
    page: Page, service: Service, browser: Browser, stations: list[str]
) -> None:
    stations += [f"Table {n}" for n in range(1, 31)]
    cards = make_cards(page, "Table 1..30")
    expect(cards).to_have_count(30)
    assert [card.inner_text().split("\n")[0] for card in cards.all()] == stations
    check_looks(page)
    seventh = cards.nth(6)
    link, code = seventh.locator("output").inner_text(), seventh.locator(".code").inner_text()
    assert link.startswith(f"{service.address}/#")
    expect(seventh.get_by_role("img", name=own["qr_code"].format(name="Table 7"))).to_be_visible()
    drawn = seventh.locator("svg .qrline").evaluate("path => path.getBBox().width")
    assert drawn >= 33  # modules, out of 45 with the margins
    page.get_by_role("button", name=own["done"]).click()
    expect(page.locator("#sheet")).to_be_hidden()
    for secret in (link.partition("#")[2], code):
        assert secret not in page.content()
    listed = page.locator("#stations li label").all_inner_texts()
    assert [name.strip() for name in listed] == stations  # not 1, 10, 11
    with page_of(browser, service.address) as other:
        Kiosk(other, service.address, link.partition("#")[2])
        expect(other.locator("#place")).to_have_text("Table 7")
    with page_of(browser, service.address) as other:  # and with the code, in small letters
        other.goto(service.address)
        expect(other.locator("#introduce")).to_be_visible()
        for typed, answer in (("aaaa-aaaa", "wrong_code"), (code.lower(), None), (code, None)):
            label = sentences("en")["token"]
            if answer is None and not other.locator("#introduce").is_visible():
                continue
            other.get_by_label(label).fill(typed)
            other.keyboard.press("Enter")
            if answer:
                expect(other.locator("#token-note")).to_have_text(own[answer])
                check_looks(other)
            else:
                expect(other.locator("body")).to_have_attribute("data-screen", "count")
        expect(other.locator("#place")).to_have_text("Table 7")


def test_cards_on_paper(page: Page, stations: list[str]) -> None:
    """The printed pages have only the cards, uncut, six per page."""
    stations += [f"Table {n}" for n in range(1, 7)]
    make_cards(page, "Table 1\n\n  Table 2 \nTable 3..6")
    page.emulate_media(media="print", color_scheme="light")
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator("#cards svg")).to_have_count(6)
    background = "getComputedStyle(document.querySelector('#cards li')).backgroundColor"
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    for paper in ("A4", "Letter"):
        printed = page.pdf(format=paper)
        assert printed.startswith(b"%PDF") and printed.count(b"/Type /Page\n") == 1


def test_a_name_that_is_taken_is_told(page: Page, kiosk: Kiosk) -> None:
    page.get_by_label(own["names"]).fill("Table 11\nTable 12")
    page.get_by_role("button", name=own["issue"]).click()
    expect(page.locator("#note")).to_contain_text("Table 12")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.get_by_label(own["names"])).to_have_value("Table 11\nTable 12")
    expect(page.locator("#stations")).not_to_contain_text("Table 11")


def test_addresses(page: Page, service: Service) -> None:
    """A service that listens only on this machine says so, and offers no other address."""
    expect(page.locator("#address option")).to_have_text(f"{service.address}/")
    expect(page.locator("#only-here")).to_have_text(own["only_here"])
    expect(page.locator("#only-here code")).to_have_text("--host 0.0.0.0")
    found = [{"url": "http://192.168.0.10:8000/", "network": "wlan0"}]
    page.route("**/director/addresses", lambda route: route.fulfill(json={"addresses": found}))
    page.reload()
    expect(page.locator("#address option")).to_have_text("http://192.168.0.10:8000/ (wlan0)")
    expect(page.locator("#only-here")).to_be_hidden()


def test_a_station_that_is_revoked(page: Page, kiosk: Kiosk) -> None:
    page.get_by_role("button", name=f"{own['revoke']} Table 12").click()
    page.locator("#revoke").get_by_role("button", name=own["cancel"]).click()
    kiosk.on("count")
    page.get_by_label("Table 12", exact=True).check()
    page.get_by_role("button", name=own["renew"]).click()
    page.locator("#renewal").get_by_role("button", name=own["renew"]).click()
    card = page.locator("#cards li")
    expect(card).to_have_count(1)
    token = card.locator("output").inner_text().partition("#")[2]
    kiosk.on("token")
    page.get_by_role("button", name=own["done"]).click()
    Kiosk(kiosk.page, kiosk.page.url.partition("#")[0].rstrip("/"), token)


def test_who_is_there(
    page: Page,
    open_page: Callable[..., Page],
    service: Service,
    director: Director,
    stations: list[str],
) -> None:
    stations.append("Newcomer")
    token = director.issue("Newcomer")
    other = open_page()
    other.add_init_script("navigator.getBattery = async () => ({ level: 0.814 })")
    station = item(page, "Newcomer")
    expect(station.locator(".seen")).to_have_text(own["never_seen"])
    kiosk = Kiosk(other, service.address, token)
    expect(station.locator(".screen")).to_have_text(own["screen_count"])
    expect(station.locator(".seen")).to_have_text(
        re.compile(rf"^{own['is_here']} · 81\s?% · \d+\.")
    )
    kiosk.type("casa")
    expect(station.locator(".screen")).to_have_text(own["screen_entry"])
    kiosk.press("Enter")
    expect(station.locator(".screen")).to_have_text(own["screen_confirm"])
    kiosk.press("Tab")
    expect(station.locator(".screen")).to_have_text(own["screen_verdict"])
    other.close()
    expect(station).to_have_class("is-away")
    expect(station.locator(".seen")).to_have_text(re.compile(r"^\d+ (second|minute)s? ago"))
    expect(station.locator(".screen")).to_be_empty()


def test_event_round_and_table(
    page: Page, kiosk: Kiosk, director: Director, stations: list[str]
) -> None:
    stations.append("Late")
    try:
        page.get_by_label(own["event"], exact=True).fill("Lisbon Open")
        page.get_by_label(own["round"], exact=True).fill("3")
        page.get_by_role("button", name=own["set_all"]).click()
        expect(kiosk.page.locator("#place")).to_have_text("Table 12 · Lisbon Open · ronda 3")
        page.get_by_label("Table 12", exact=True).check()
        page.get_by_label(own["table"], exact=True).fill("12")
        page.get_by_role("button", name=own["set_some"].format(count=1)).click()
        expect(item(page, "Table 12").locator(".where")).to_have_text("Lisbon Open · round 3")
        page.get_by_label("Table 12", exact=True).uncheck()
        director.issue("Late")
        expect(item(page, "Late").locator(".where")).to_have_text("Lisbon Open · round 3")
        kiosk.confirm("casa")  # the next round begins while words are on a screen
        page.get_by_role("button", name=own["next_round"].format(round=4)).click()
        expect(item(page, "Late").locator(".where")).to_have_text("Lisbon Open · round 4")
        expect(kiosk.page.locator("#place")).to_have_text("Table 12 · Lisbon Open · ronda 4")
        kiosk.on("confirm")
        kiosk.press("Tab")
        kiosk.on("verdict")
        challenge = director.records()[-1]["content"]["challenge"]
        assert [challenge[key] for key in ("event", "round", "table")] == ["Lisbon Open", "4", "12"]
        expect(page.get_by_role("button", name=own["next_round"].format(round=5))).to_be_visible()
    finally:
        director.locate(event="", round="")
        director.locate(stations=["Table 12"], table="")


def test_a_station_that_is_behind_gets_no_ruling(kiosk: Kiosk, director: Director) -> None:
    director.locate(stations=["Table 12"], round="1")
    try:
        expect(kiosk.page.locator("#place")).to_have_text("Table 12 · ronda 1")
        kiosk.confirm("casa")
        kiosk.page.route("**/api/v1/station?*", lambda route: route.abort())
        before = director.records()
        director.locate(stations=["Table 12"], round="2")
        kiosk.press("Tab")
        kiosk.on("cannot")
        expect(kiosk.page.locator("#why")).to_contain_text(Messages("pt")("cannot_moved"))
        assert director.records() == before
        kiosk.page.unroute("**/api/v1/station?*")
        expect(kiosk.page.locator("#place")).to_have_text("Table 12 · ronda 2")
    finally:
        director.locate(stations=["Table 12"], round="")


def test_what_is_being_written_stays(page: Page, kiosk: Kiosk, director: Director) -> None:
    """The list is refreshed every other second, but the director's input and ticks are kept."""
    page.get_by_label("Table 12", exact=True).check()
    page.get_by_label(own["round"], exact=True).fill("7")
    with page.expect_response("**/director/stations"):
        pass
    with page.expect_response("**/director/stations"):
        pass
    expect(page.get_by_label(own["round"], exact=True)).to_have_value("7")
    expect(page.get_by_label("Table 12", exact=True)).to_be_checked()


@pytest.mark.parametrize("language", ["en", "hu", "pl", "uk"])
@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (820, "light"), (1280, "dark")])
def test_looks(
    service: Service, browser: Browser, kiosk: Kiosk, width: int, scheme: str, language: str
) -> None:
    texts = sentences(language)
    size = {"width": width, "height": 800}
    options = {"viewport": size, "color_scheme": scheme, "locale": language}
    with page_of(browser, service.address, **options) as page:
        page.goto(f"{service.address}/director")
        page.get_by_label(Messages(language)("password")).fill(PASSWORD)
        page.get_by_role("button", name=texts["sign_in"]).click()
        expect(page.locator("#stations .seen")).to_contain_text(texts["is_here"])
        page.get_by_label("Table 12", exact=True).check()
        check_looks(page)
