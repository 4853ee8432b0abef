"""The director's page in a real browser, with a real service."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Build
from tests.e2e.served import (
    PASSWORD,
    Kiosk,
    Service,
    check_looks,
    label,
    page_of,
    sentences,
    sign_in,
)
from tests.program import Program
from tests.signing.test_receipts import EVENT, TRUST
from wordtools.judge.ruling import label_ruling
from wordtools.messages import Messages
from wordtools.signing.receipts import check_receipt, parse_receipt

own = sentences("en")
messages = Messages("en")


@pytest.fixture
def page(director_page: Page) -> Page:
    return director_page


def void(page: Page, number: str, why: str) -> None:
    page.get_by_role("button", name=own["void_title"].format(number=number)).click()
    page.get_by_label(own["reason"]).fill(why)
    page.locator("#void").get_by_role("button", name=own["void"]).click()


def test_only_the_password_opens_it(stranger: Page) -> None:
    expect(stranger.locator("main")).to_be_hidden()
    sign_in(stranger, "wrong")
    expect(stranger.get_by_role("alert").first).to_have_text(messages("wrong_password"))
    check_looks(stranger)
    sign_in(stranger, PASSWORD)
    expect(stranger.locator("main")).to_be_visible()
    stranger.reload()
    expect(stranger.locator("main")).to_be_visible()
    stranger.get_by_role("button", name=own["sign_out"]).click()
    expect(stranger.locator("main")).to_be_hidden()
    stranger.reload()
    expect(stranger.locator("#sign-in")).to_be_visible()
    expect(stranger.locator("main")).to_be_hidden()


@pytest.mark.server
def test_an_empty_page_says_how_to_begin(
    program: Program, build: Build, browser: Browser, tmp_path: Path
) -> None:
    service = Service(tmp_path, [str(build(["cat"], "en", name="en"))], program=program)
    service.start()
    try:
        with page_of(browser, service.address, viewport={"width": 360, "height": 740}) as page:
            page.goto(f"{service.address}/director")
            sign_in(page, PASSWORD)
            steps = page.locator("#first-steps li")
            expect(steps).to_have_count(4)
            expect(steps.first).to_be_in_viewport()
            expect(steps.nth(1)).to_contain_text(own["new_stations"])
            check_looks(page)
            token = service.director().issue("Table 7")
            with page_of(browser, service.address) as players:
                Kiosk(players, service.address, token).judge("cat")
            expect(page.locator("#rulings tbody tr")).to_have_count(1)
            expect(page.locator("#first-steps")).to_be_hidden()
    finally:
        service.stop()


def test_rulings_come_and_are_voided(page: Page, kiosk: Kiosk, service: Service) -> None:
    kiosk.judge("lição", "livrox")
    newest = page.locator("#rulings tbody tr").first
    expect(newest).to_contain_text("LIÇAO LIVROX")
    expect(newest).to_contain_text("Table 12")
    expect(newest.get_by_role("cell").nth(3)).to_be_empty()  # nothing was set
    expect(newest.locator(".NO")).to_have_text(messages("no"))
    named = newest.get_by_role("cell").nth(6)
    expect(named).to_have_text("Portuguese")
    digest = service.director().records()[-1]["content"]["digest"]
    expect(named).to_have_attribute("title", digest)
    number = newest.locator("td").first.inner_text()
    void(page, number, "typed LIVROX for LIVROS")
    expect(newest).to_contain_text("Void: typed LIVROX for LIVROS")
    expect(newest.get_by_role("button")).to_have_count(0)
    records = service.director().records()
    assert [records[-2]["kind"], records[-1]["kind"]] == ["ruling", "void"]
    kiosk.awake()
    kiosk.press("a")
    kiosk.judge("lição", "livros")
    expect(newest.locator(".YES")).to_have_text(messages("yes"))
    page.get_by_label(own["filter"]).fill("livrox")
    expect(newest).to_be_hidden()
    expect(page.locator("#rulings tbody tr:visible")).to_have_count(1)
    page.reload()
    expect(page.locator("#rulings tbody tr").nth(1)).to_contain_text("Void: typed LIVROX")


@pytest.mark.server
def test_the_receipt_of_a_ruling(
    program: Program, build: Build, browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "open.key").write_text(EVENT.encode(""))
    lexicon = str(build(["cat", "dog"], "en", name="en"))
    service = Service(tmp_path, [lexicon], program=program, options=["--key", "open.key"])
    service.start()
    try:
        token = service.director().issue("Table 1")
        rule = {"words": ["cat", "dgo"]}
        station = {"Authorization": f"Bearer {token}"}
        address = f"{service.address}/api/v1/rulings"
        ruling = httpx.post(address, json=rule, headers=station).json()
        number = label_ruling(ruling["event_number"], ruling["number"])
        for width in (360, 1440):
            with page_of(
                browser, service.address, viewport={"width": width, "height": 740}
            ) as page:
                page.goto(f"{service.address}/director")
                sign_in(page, PASSWORD)
                title = own["receipt_title"].format(number=number)
                page.get_by_role("button", name=title).click()
                dialog = page.get_by_role("dialog", name=title)
                expect(dialog.get_by_role("img")).to_be_visible()
                check_looks(page)
                receipt = parse_receipt(dialog.locator("#receipt-code").inner_text())
                assert check_receipt(receipt, TRUST) == "Open"
                assert (receipt.number, receipt.answer) == (ruling["number"], "NO")
                dialog.get_by_role("button", name=own["done"]).click()
                expect(dialog).to_be_hidden()
                shown = page.locator("#rulings tbody tr")
                if width == 360:
                    void(page, number, "mistyped")
                expect(shown).to_contain_text("mistyped")
                expect(shown.get_by_role("button", name=title)).to_be_visible()
    finally:
        service.stop()


def test_without_a_key_there_are_no_receipts(page: Page, kiosk: Kiosk) -> None:
    kiosk.judge("lição")
    row = page.locator("#rulings tbody tr").first
    expect(row.locator(".void")).to_be_visible()
    expect(row.locator(".receipt")).to_be_hidden()


def test_a_void_needs_a_reason(page: Page, kiosk: Kiosk, service: Service) -> None:
    kiosk.judge("casa")
    before = service.director().records()
    page.get_by_role("button", name=own["void_title"].format(number=label(before[-1]))).click()
    page.locator("#void").get_by_role("button", name=own["void"]).click()
    expect(page.locator("#void")).to_be_visible()
    page.get_by_role("button", name=own["cancel"]).locator("visible=true").click()
    expect(page.locator("#void")).to_be_hidden()
    assert service.director().records() == before


def test_the_lexicon_of_all_stations(page: Page, kiosk: Kiosk, service: Service) -> None:
    expect(page.locator("#lexicons option:checked")).to_have_text("Portuguese")
    page.locator("#lexicons").select_option("en")
    page.get_by_role("button", name=own["put_in_force"]).click()
    sure = "Judge with English from now on? Until now: Portuguese."
    expect(page.locator("#sure-title")).to_have_text(sure)
    check_looks(page)
    page.locator("#sure").get_by_role("button", name=own["cancel"]).click()
    expect(page.locator("#in-force")).to_contain_text(messages("in_force", lexicon="Portuguese"))
    page.get_by_role("button", name=own["put_in_force"]).click()
    page.locator("#sure").get_by_role("button", name=own["put_in_force"]).click()
    expect(page.locator("#in-force")).to_contain_text(messages("in_force", lexicon="English"))
    newest = page.locator("#acts li").first
    expect(newest).to_have_text(
        re.compile(r"Lexicon changed to English · \w{8}; before: Portuguese · \w{8}$")
    )
    expect(kiosk.page.locator("h1:visible")).to_have_text(messages("how_many"))
    assert kiosk.judge("quiz") == "YES"
    service.director().choose("pt")


def test_the_log_is_verified_and_exported(page: Page, kiosk: Kiosk, tmp_path: Path) -> None:
    kiosk.judge("casa")
    page.get_by_role("button", name=own["verify"]).click()
    expect(page.locator("#verified")).to_have_text(
        re.compile(r"^Log intact: \d+ records?\. Head: [0-9a-f]{64}$")
    )
    with page.expect_download() as download:
        page.get_by_role("link", name=own["export_csv"]).click()
    download.value.save_as(tmp_path / "log.csv")
    rows = list(csv.reader((tmp_path / "log.csv").open(encoding="utf-8", newline="")))
    assert "CASA" in ",".join(rows[-1])
    with page.expect_download() as download:
        page.get_by_role("link", name=own["export_json"]).click()
    download.value.save_as(tmp_path / "log.json")
    assert json.loads((tmp_path / "log.json").read_text("utf-8"))


LINES_OF_TIMES = """
[...new Set([...document.querySelectorAll("td.time")].map((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return new Set([...text.getClientRects()].map(({ top }) => top)).size;
}))]"""
"""The number of lines that the times in the report take."""


def test_the_report_is_printed(page: Page, kiosk: Kiosk, service: Service, token: str) -> None:
    service.director().place(event="Open", round="3")
    expect(kiosk.page.locator("#place")).to_have_text("Table 12 · Open · ronda 3")
    words = ["desoxirribonucl"] * 8
    kiosk.judge(*words)
    for _ in range(14):
        httpx.post(
            f"{service.address}/api/v1/rulings",
            json={"words": words, "event": "Open", "round": "3"},
            headers={"Authorization": f"Bearer {token}"},
            verify=False,
        ).raise_for_status()
    number = f"#{service.director().records()[-1]['number']}"
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=own["report_open"]).click()
    report = opened.value
    report.get_by_role("link", name="Open · round 3").click()
    expect(report.get_by_role("link", name="Open · round 3")).to_have_attribute(
        "aria-current", "page"
    )
    expect(report.locator("table:not(.acts) tbody").last).to_contain_text("DESOXIRRIBONUCL")
    expect(report.locator("table:not(.acts) td.record").last).to_have_text(number)
    check_looks(report)
    for paper, width in {"A4": 182, "Letter": 188}.items():  # without the margins
        report.emulate_media(media="print")
        report.set_viewport_size({"width": round(width / 25.4 * 96), "height": 900})
        check_looks(report)
        expect(report.get_by_role("navigation")).to_be_hidden()
        assert report.evaluate(LINES_OF_TIMES) == [1]
        assert report.pdf(format=paper).count(b"/Type /Page\n") >= 2
    report.emulate_media(media="screen")
    report.set_viewport_size({"width": 360, "height": 740})
    check_looks(report)
    report.evaluate("print = () => document.body.dataset.printed = 'yes'")
    report.get_by_role("button", name=own["report_print"]).click()
    expect(report.locator("body")).to_have_attribute("data-printed", "yes")


def test_the_service_goes_and_comes_back(page: Page, kiosk: Kiosk, service: Service) -> None:
    service.stop()
    expect(page.locator("#away")).to_have_text(messages("away"))
    service.start()
    expect(page.locator("#away")).to_be_empty()
    expect(page.locator("main")).to_be_visible()  # the session continues


def test_a_phone_shows_words_and_answer_first(
    service: Service, browser: Browser, kiosk: Kiosk
) -> None:
    kiosk.judge("lição", "livros")
    service.director().void(service.director().records()[-1]["id"], "typed too fast")
    kiosk.awake()
    kiosk.press("a")
    kiosk.judge("casa", "livrox")
    with page_of(browser, service.address, viewport={"width": 360, "height": 740}) as page:
        page.goto(f"{service.address}/director")
        sign_in(page, PASSWORD)
        cards = page.get_by_role("row")
        expect(page.locator("#rulings tbody tr").nth(1)).to_be_visible()
        for card, words, answer in (
            (page.locator("#rulings tbody tr").first, "CASA LIVROX", "no"),
            (page.locator("#rulings tbody tr").nth(1), "LIÇAO LIVROS", "yes"),
        ):
            boxes = [each.bounding_box() for each in card.get_by_role("cell").all()]
            tops = {each["y"] for each in boxes if each}
            expect(card.get_by_role("cell", name=words)).to_be_in_viewport(ratio=1)
            expect(card.get_by_role("cell", name=messages(answer), exact=True)).to_be_in_viewport(
                ratio=1
            )
            first = [card.locator(name).bounding_box() for name in (".words", ".answer")]
            assert all(box and box["y"] <= min(tops) + 8 for box in first)
            assert all(box and box["height"] < 40 for box in first)  # one line
            rest = card.locator(".number").bounding_box()
            assert rest and first[0] and rest["y"] >= first[0]["y"] + first[0]["height"] - 8
            assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes if box)
        expect(cards.nth(2)).to_contain_text("typed too fast")
        check_looks(page)


def test_a_message_goes_when_it_is_answered(page: Page, kiosk: Kiosk) -> None:
    note = page.locator("#note")
    page.get_by_label(own["names"]).fill("Table 12")
    page.get_by_role("button", name=own["issue"]).click()
    expect(note).to_contain_text("Table 12")
    expect(note).to_be_in_viewport()
    page.get_by_label(own["names"]).fill("Table 1")
    expect(note).to_be_empty()
    page.get_by_label(own["names"]).fill("Table 12")
    page.get_by_role("button", name=own["issue"]).click()
    expect(note).to_contain_text("Table 12")
    page.get_by_role("button", name=own["verify"]).click()
    expect(note).to_be_empty()
    page.get_by_role("button", name=own["sign_out"]).click()
    sign_in(page, "wrong")
    expect(note).to_have_text(messages("wrong_password"))
    page.get_by_label(messages("password")).fill("c")
    expect(note).to_be_empty()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_looks(service: Service, browser: Browser, kiosk: Kiosk, width: int, scheme: str) -> None:
    kiosk.judge(*["desoxirribonucl"] * 3)
    size = {"width": width, "height": 800}
    with page_of(browser, service.address, viewport=size, color_scheme=scheme) as page:
        page.goto(f"{service.address}/director")
        sign_in(page, PASSWORD)
        expect(page.locator("#rulings tbody tr").first).to_be_visible()
        check_looks(page)
        page.keyboard.press("Tab")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert page.evaluate(outline) == "solid"


@pytest.mark.parametrize("language", ["de", "el", "en", "pt"])
def test_languages(service: Service, browser: Browser, language: str) -> None:
    with page_of(browser, service.address, locale=language) as page:
        page.goto(f"{service.address}/director")
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.get_by_label(Messages(language)("password")).fill(PASSWORD)
        page.get_by_role("button", name=sentences(language)["sign_in"]).click()
        heading = page.get_by_role("heading", name=sentences(language)["stations"], exact=True)
        expect(heading).to_be_visible()
        told = Messages(language)("act_signed_in", place="127.0.0.1")
        expect(page.locator("#acts li").first).to_contain_text(told)
        check_looks(page)
