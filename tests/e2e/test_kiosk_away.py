"""The station's page while its service, its lexicon or its token is missing, and while the browser
acts on its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.served import Director, Kiosk, Service, check_looks, page_of, sentences, serving
from tests.program import Program
from wordtools.messages import Messages
from wordtools.wording import end_sentence

messages = Messages("pt")


def test_the_service_goes_and_comes_back(
    kiosk: Kiosk, service: Service, director: Director
) -> None:
    before = len(director.records())
    kiosk.confirm("casa")
    service.stop()
    kiosk.press("Tab")
    kiosk.on("away")
    expect(kiosk.page.locator("main")).to_contain_text(messages("away"))
    kiosk.press("1", "a", "Escape", "Backspace")
    kiosk.on("away")
    check_looks(kiosk.page)
    service.start()
    kiosk.on("count")
    assert len(service.director().records()) == before
    assert kiosk.judge("casa") == "YES"


def test_an_answer_that_is_lost_is_no_second_record(kiosk: Kiosk, director: Director) -> None:
    """The network is cut after the service has recorded the ruling, first only once, and then for
    longer."""
    before = len(director.records())
    cuts = [True, False]

    def answer(route: Route) -> None:
        reply = route.fetch()
        if cuts.pop(0):
            route.abort()
        else:
            route.fulfill(response=reply)

    kiosk.page.route("**/rulings", answer)
    assert kiosk.judge("casa") == "YES"
    assert len(director.records()) == before + 1
    kiosk.awake()
    kiosk.press("a")
    cuts += [True, True]
    kiosk.confirm("livrox")
    kiosk.watch()
    kiosk.press("Tab")
    kiosk.on("count")
    assert "away" in kiosk.seen
    cuts += [False]
    assert kiosk.judge("livrox") == "NO"
    kiosk.awake()
    kiosk.press("a")
    cuts += [False]
    assert kiosk.judge("livrox") == "NO"  # a separate challenge
    recorded = [record["content"]["words"] for record in director.records()[before:]]
    assert recorded == [["CASA"], ["LIVROX"], ["LIVROX"]]
    kiosk.page.unroute("**/rulings")


def test_players_wait_ten_seconds_at_most(kiosk: Kiosk) -> None:
    """The page asks a silent service twice, by the page's clock rather than in real time."""
    kiosk.confirm("casa")
    kiosk.page.evaluate("""() => {
        window.waited = [];
        const [limit, ask] = [AbortSignal.timeout.bind(AbortSignal), fetch];
        AbortSignal.timeout = (ms) => Object.assign(limit(ms), { ms });
        window.fetch = async (url, options) => {
            if (!url.endsWith("/rulings")) return ask(url, options);
            window.waited.push(options.signal.ms);
            throw new DOMException("The operation timed out.", "TimeoutError");
        };
    }""")
    kiosk.watch()
    kiosk.press("Tab")
    kiosk.on("count")  # by way of AWAY: the service is there
    assert "away" in kiosk.seen
    waited = kiosk.page.evaluate("waited")
    assert len(waited) == 2
    assert sum(waited) <= 10_000


def test_an_idle_station_says_at_once_that_the_service_is_away(
    kiosk: Kiosk, service: Service
) -> None:
    service.stop()
    kiosk.on("away")
    service.start()
    kiosk.on("count")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, "<html>hotel wifi: please log in</html>"),
        (502, "<html>bad gateway</html>"),
        (201, "{}"),
        (201, '{"answer": "YES", "acceptable": false, "words": ["CASA"]}'),
        (201, '{"answer": "YES", "acceptable": true, "words": ["CASAS"]}'),
        (201, '{"answer": "YES", "acceptable": "true", "words": ["CASA"]}'),
    ],
)
def test_what_is_no_ruling_is_shown_as_none(kiosk: Kiosk, status: int, body: str) -> None:
    def answer(route: Route) -> None:
        route.fulfill(status=status, body=body)

    kiosk.page.route("**/api/v1/rulings", answer)
    kiosk.confirm("casa")
    kiosk.watch()
    kiosk.press("Tab")
    kiosk.on("count")  # by way of AWAY: the service is there
    assert "away" in kiosk.seen
    assert "verdict" not in kiosk.seen


def test_cannot_judge_tells_why(kiosk: Kiosk, service: Service) -> None:
    kiosk.confirm("casa")
    lexicon = service.folder / "build" / "pt.lexicon"
    aside = lexicon.rename(lexicon.with_suffix(".aside"))
    try:
        kiosk.press("Tab")
        kiosk.on("cannot")
        main = kiosk.page.locator("main")
        expect(main).to_contain_text(messages("cannot"))
        expect(main).to_contain_text(messages("call_director"))
        expect(kiosk.page.locator("#why")).to_have_text(
            end_sentence(messages("cannot_lexicon_gone", path=lexicon.resolve()))
        )
        check_looks(kiosk.page)
    finally:
        aside.rename(lexicon)
    kiosk.awake()
    kiosk.press("Enter")
    kiosk.on("count")
    assert kiosk.judge("casa") == "YES"


def test_a_revoked_token_and_a_new_one(
    open_page: Callable[..., Page], service: Service, director: Director
) -> None:
    kiosk = Kiosk(open_page(), service.address, director.issue("Table 13"))
    page = kiosk.page
    kiosk.confirm("casa")
    director.revoke("Table 13")
    kiosk.on("token")
    expect(page.locator("main")).to_contain_text(sentences("pt")["no_token"])
    check_looks(page)
    again = director.issue("Table 13")
    page.get_by_label(sentences("pt")["token"]).fill(f"{service.address}/#{again}")
    page.get_by_role("button", name=sentences("pt")["begin"]).click()
    kiosk.on("count")
    director.revoke("Table 13")
    kiosk.on("token")


def test_without_a_token(open_page: Callable[..., Page], service: Service, token: str) -> None:
    page = open_page(locale="pl-PL")
    page.goto(service.address)
    expect(page.locator("main")).to_contain_text(sentences("pl")["no_token"])
    for wrong in ("nonsense", "no token", "x" * 43):
        page.get_by_label(sentences("pl")["token"]).fill(wrong)
        page.keyboard.press("Enter")
        expect(page.locator("#token-note")).to_have_text(sentences("pl")["wrong_code"])
        page.get_by_label(sentences("pl")["token"]).fill("")
        page.locator("#token").press("a")
        expect(page.locator("#token-note")).to_be_empty()
    expect(page.locator("body")).to_have_attribute("data-screen", "token")
    page.get_by_label(sentences("pl")["token"]).fill(token)
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-screen", "count")


def test_the_token_leaves_the_address_bar_and_stays_after_a_reload(kiosk: Kiosk) -> None:
    assert "#" not in kiosk.page.url
    kiosk.confirm("casa")
    kiosk.page.reload()
    kiosk.on("count")
    assert kiosk.judge("casa") == "YES"


def test_back_and_a_second_tab_do_no_harm(
    kiosk: Kiosk, service: Service, director: Director
) -> None:
    before = len(director.records())
    kiosk.confirm("casa")
    kiosk.page.evaluate("history.back()")
    kiosk.page.evaluate("history.back()")
    second = Kiosk(kiosk.page.context.new_page(), service.address, "")
    assert second.judge("livrox") == "NO"
    kiosk.page.bring_to_front()
    kiosk.on("confirm")
    kiosk.press("Tab")
    kiosk.on("verdict")
    assert kiosk.words == ["CASA"]
    assert len(director.records()) == before + 2


@pytest.mark.server
def test_below_a_proxys_path(browser: Browser, program: Program, tmp_path: Path) -> None:
    with (
        serving(tmp_path, program, "/club/judge") as service,
        page_of(browser, service.address) as page,
    ):
        kiosk = Kiosk(page, service.address, service.director().issue("Table 1"))
        assert kiosk.judge("casa") == "YES"
        page.goto(f"{service.address}/director")
        expect(page.locator("#sign-in")).to_be_visible()
