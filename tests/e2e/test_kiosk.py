"""The station's page in a real browser, before a real service."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.served import (
    PASSWORD,
    Director,
    Kiosk,
    Service,
    browsing,
    check_looks,
    near,
    page_of,
    sentences,
    serving,
)
from wordtools.judge.messages import LANGUAGES, Messages

SIZES = {"phone": (320, 640), "tablet": (1280, 800), "upright": (800, 1280), "laptop": (1366, 768)}
say = Messages("pt")
Open = Callable[..., Kiosk]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="module")
def director(service: Service) -> Director:
    return service.director()


@pytest.fixture
def open_page(service: Service, browser: Browser) -> Iterator[Callable[..., Page]]:
    with ExitStack() as pages:
        yield lambda **options: pages.enter_context(page_of(browser, service.address, **options))


@pytest.fixture
def token(director: Director, request: pytest.FixtureRequest) -> Iterator[str]:
    yield director.issue("Table 12")
    director.revoke("Table 12")


@pytest.fixture
def open_kiosk(open_page: Callable[..., Page], service: Service, token: str) -> Open:
    return lambda **options: Kiosk(open_page(**options), service.address, token)


@pytest.fixture
def kiosk(open_kiosk: Open) -> Kiosk:
    return open_kiosk()


# The four screens


def test_yes(kiosk: Kiosk, director: Director) -> None:
    kiosk.confirm("lição", "livros")
    assert kiosk.words == ["LIÇAO", "LIVROS"]
    kiosk.press("Tab")
    kiosk.on("verdict")
    assert kiosk.words == ["LIÇAO", "LIVROS"]
    main = kiosk.page.locator("main")
    expect(main).to_contain_text(say("yes"))
    expect(main).to_contain_text(say("acceptable"))
    expect(kiosk.page.locator(".tick")).to_be_visible()
    expect(kiosk.page.locator(".cross")).to_be_hidden()
    ruling = director.records()[-1]
    expect(main).to_contain_text(f"{ruling['number']}, ")
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
    expect(main).to_contain_text(say("no"))
    expect(main).to_contain_text(say("unacceptable"))
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


def test_a_second_touch_at_the_same_place_confirms_nothing(open_kiosk: Open) -> None:
    kiosk = open_kiosk(viewport={"width": 1280, "height": 800}, has_touch=True)
    kiosk.confirm("casa")
    box = kiosk.page.locator("[data-key=tab]").bounding_box()
    assert box is not None
    kiosk.press("Escape")
    kiosk.on("entry")
    kiosk.press("Enter")
    kiosk.on("confirm")
    kiosk.page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    kiosk.awake()
    kiosk.on("confirm")


def test_only_the_opponents_key_confirms(kiosk: Kiosk) -> None:
    kiosk.confirm("casa")
    kiosk.press("Enter", "Space", "a", "Shift", "Delete", "1", "ArrowDown")
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


def test_a_verdict_ignores_keys_at_first(kiosk: Kiosk) -> None:
    kiosk.confirm("casa")
    kiosk.press("Tab", "Tab", "Enter", "a")
    kiosk.on("verdict")
    kiosk.awake()
    kiosk.press("Shift")
    kiosk.on("verdict")
    kiosk.press("a")
    kiosk.on("count")


def test_screens_that_are_left_alone_clear_themselves(
    open_page: Callable[..., Page], service: Service, token: str
) -> None:
    page = open_page()
    page.clock.install(time=0)
    kiosk = Kiosk(page, service.address, token)
    # The page's time stands still but for `run_for`; the service's answers take real time, and
    # must not seem late by the page's.
    with page.expect_response("**/api/v1/station"):
        page.evaluate("AbortSignal.timeout = () => new AbortController().signal")
    page.clock.pause_at(3600)

    def wait(seconds: float) -> None:
        page.clock.run_for(round(1000 * seconds))

    kiosk.type("casa")
    wait(14)
    expect(page.locator("#typed")).to_have_value("casa")
    wait(1.5)
    expect(page.locator("#typed")).to_have_value("")
    kiosk.on("entry")
    page.keyboard.type("casa")
    kiosk.press("Enter")
    kiosk.on("confirm")
    wait(31)
    kiosk.on("count")
    kiosk.confirm("casa")
    kiosk.press("Tab")
    kiosk.on("verdict")
    wait(9)
    kiosk.on("verdict")
    wait(1.5)
    kiosk.on("count")


# What must not be judged


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
    expect(note).to_contain_text(say("refused", why=""))
    expect(note).to_contain_text(shown)
    expect(kiosk.page.locator("#typed")).to_have_value(typed)
    kiosk.press("Tab")
    kiosk.on("entry")
    assert director.records() == before


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
    expect(note).to_have_text(say("wrong_count", typed=0, count=2))
    kiosk.press("Space", "Space")
    expect(kiosk.page.locator("#typed")).to_have_value("")
    kiosk.page.keyboard.type("casa")
    kiosk.press("Enter", "Enter", "Space")
    expect(note).to_have_text(say("wrong_count", typed=1, count=2))
    expect(kiosk.page.locator("#typed")).to_have_value("casa ")


def test_nothing_is_pasted_dropped_or_suggested(open_kiosk: Open) -> None:
    kiosk = open_kiosk(permissions=["clipboard-read", "clipboard-write"])
    page, typed = kiosk.page, kiosk.page.locator("#typed")
    page.evaluate("navigator.clipboard.writeText('casa')")
    kiosk.press("1")
    kiosk.on("entry")
    kiosk.press("Control+v")
    expect(page.locator("#note")).to_have_text(say("no_paste"))
    expect(typed).to_have_value("")
    page.keyboard.type("c")
    expect(page.locator("#note")).to_have_text("")
    page.keyboard.insert_text("asarão")  # as a system keyboard inserts a suggestion
    expect(page.locator("#note")).to_have_text(say("no_paste"))
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


# The service goes and comes


def test_the_service_goes_and_comes_back(
    kiosk: Kiosk, service: Service, director: Director
) -> None:
    before = len(director.records())
    kiosk.confirm("casa")
    service.stop()
    kiosk.press("Tab")
    kiosk.on("away")
    expect(kiosk.page.locator("main")).to_contain_text(say("away"))
    kiosk.press("1", "a", "Escape", "Backspace")
    kiosk.on("away")
    check_looks(kiosk.page)
    service.start()
    kiosk.on("count")
    assert len(service.director().records()) == before
    assert kiosk.judge("casa") == "YES"


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
    shown = """new MutationObserver(() => window.seen = window.seen + document.body.dataset.screen)
        .observe(document.body, {attributes: true})"""
    kiosk.page.evaluate(shown)
    kiosk.confirm("casa")
    kiosk.press("Tab")
    kiosk.on("count")  # by way of AWAY: the service is there
    assert "away" in kiosk.page.evaluate("seen")
    assert "verdict" not in kiosk.page.evaluate("seen")


def test_cannot_judge_tells_why(kiosk: Kiosk, service: Service) -> None:
    kiosk.confirm("casa")
    lexicon = service.folder / "build" / "pt.lexicon"
    aside = lexicon.rename(lexicon.with_suffix(".aside"))
    try:
        kiosk.press("Tab")
        kiosk.on("cannot")
        main = kiosk.page.locator("main")
        expect(main).to_contain_text(say("cannot"))
        expect(main).to_contain_text(say("call_director"))
        expect(kiosk.page.locator("#why")).to_have_text(
            say("cannot_lexicon_gone", path=lexicon.resolve())
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
    page.get_by_label(sentences("pl")["token"]).fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#token")).to_have_value("")
    expect(page.locator("body")).to_have_attribute("data-screen", "token")
    page.get_by_label(sentences("pl")["token"]).fill(token)
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-screen", "count")


# The browser's own ways


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


def test_below_a_proxys_path(browser: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path, "/club/judge") as service,
        page_of(browser, service.address) as page,
    ):
        kiosk = Kiosk(page, service.address, service.director().issue("Table 1"))
        assert kiosk.judge("casa") == "YES"
        page.goto(f"{service.address}/director")
        expect(page.locator("#sign-in")).to_be_visible()


# Looks


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
    """Letters of at least 30 pixels on a ten-inch tablet are 5 mm high, twice what a good eye
    needs at two metres; few words are larger."""
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
        expect(kiosk.page.locator("#place")).to_contain_text("-")

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
    expect(spoken).to_contain_text(say("how_many"))
    kiosk.press("Tab")
    focused = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(focused) == "solid"
    kiosk.press("Enter")
    kiosk.on("entry")
    expect(page.get_by_label(say("enter_word"))).to_be_focused()
    assert page.evaluate(focused) == "solid"
    page.keyboard.type("casa")
    kiosk.press("Enter")
    expect(spoken).to_contain_text(say("confirm"))
    expect(spoken).to_contain_text("CASA")
    kiosk.press("Tab")
    expect(spoken).to_contain_text(say("yes"))
    expect(spoken).to_contain_text(say("acceptable"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(kiosk: Kiosk, director: Director, language: str) -> None:
    words = {"en": "quiz", "es": "niño", "pl": "żółw", "pt": "bênção"}
    director.choose(language)
    try:
        expect(kiosk.page.locator("html")).to_have_attribute("lang", language)
        expect(kiosk.page.locator("h1:visible")).to_have_text(Messages(language)("how_many"))
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


def test_pages_say_the_same_in_all_languages() -> None:
    keys = [list(sentences(language)) for language in LANGUAGES]
    assert all(each == keys[0] for each in keys)
    pages = Path(__file__).parents[2] / "wordtools/judge/service/pages"
    named = set(
        re.findall(r'data-say="(\w+)"', "".join(p.read_text() for p in pages.glob("*.html")))
    )
    assert named <= {*keys[0], *say.texts}


# The director at the station


def test_the_director_at_the_station(kiosk: Kiosk, service: Service, director: Director) -> None:
    page = kiosk.page
    assert kiosk.judge("casa") == "YES"
    kiosk.awake()
    kiosk.press("a")
    kiosk.press("Control+d")
    dialog = page.get_by_role("dialog")
    password = page.get_by_label(say("password"))
    password.fill("wrong")
    kiosk.press("Enter")
    expect(dialog).to_contain_text(say("wrong_password"))
    password.fill(PASSWORD)
    kiosk.press("Enter")
    expect(page.get_by_role("button", name=sentences("pt")["save"])).to_be_in_viewport()
    check_looks(page)
    page.get_by_label(say("why_void", number=director.records()[-1]["number"])).fill("a slip")
    page.get_by_role("button", name=sentences("pt")["void"]).click()
    expect(dialog).to_contain_text(near("anulada"))
    record = director.records()[-1]
    assert record["kind"] == "void" and record["content"]["why"] == "a slip"
    for label, text in {"event": "Lisboa", "round": "3", "table": "12"}.items():
        page.get_by_label(sentences("pt")[label], exact=True).fill(text)
    page.get_by_role("button", name=sentences("pt")["save"]).click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#place")).to_have_text(say("place", event="Lisboa", round="3", table="12"))
    kiosk.judge("casa")
    challenge: dict[str, Any] = director.records()[-1]["content"]["challenge"]
    assert (challenge["event"], challenge["round"], challenge["table"]) == ("Lisboa", "3", "12")
    page.goto(f"{service.address}/director")
    expect(page.locator("#sign-in")).to_be_visible()  # nobody who comes after is the director
