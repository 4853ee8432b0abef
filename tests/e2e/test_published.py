"""Published pages in Chromium: opened from a server, from a disk and offline, damaged, and
replaced.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.e2e.served import check_looks, page_of
from tests.judge.stations import Scenario, Shown, read_scenarios
from tests.publishing.pages import (
    AXE,
    KEY,
    TRUST,
    PublishedJudge,
    change_file,
    flip,
    publish,
    serve,
)
from tests.signing.test_receipts import EVENT, OTHER, RECEIPT
from tests.signing.test_receipts import TRUST as EVENT_TRUST
from wordtools.publishing.publish import PageKind
from wordtools.signing.receipts import hash_words, parse_receipt, shorten, sign_receipt
from wordtools.signing.trust import Trust, TrustedKey

Opened = Callable[..., PublishedJudge]


@pytest.fixture
def open_judge(browser: Browser) -> Iterator[Opened]:
    """Opens a page in a browser context that must not request anything from another address."""
    with ExitStack() as pages:

        def open_one(address: str, **options: object) -> PublishedJudge:
            allowed = address.rpartition("/")[0]
            return PublishedJudge(
                pages.enter_context(page_of(browser, allowed, **options)), address
            )

        yield open_one


def on_disk(folder: Path) -> str:
    return (folder / "index.html").as_uri()


# Judging


@pytest.mark.parametrize("options", [{}, {"single_file": True}, {"opaque": True}], ids=str)
def test_from_a_disk(open_judge: Opened, tmp_path: Path, options: dict[str, Any]) -> None:
    judge = open_judge(on_disk(publish(tmp_path, trust=TRUST, **options)))
    judge.on("count")
    foot = judge.page.locator("#lexicon")
    expect(foot).to_contain_text(re.compile(r"en · [0-9a-f]{8} · undated · signed by Word comm"))
    assert judge.judge("cats", "Dog") == "YES"
    judge.awake()
    judge.press("a")
    assert judge.judge("cats", "dgo") == "NO"


@contextmanager
def lexicon_held_back(page: Page) -> Iterator[None]:
    """Within the block, no lexicon reaches the page; at the end of the block, one does."""
    held: list[Route] = []
    page.route("**/lexicon.*.js", lambda route: held.append(route))
    yield
    for route in held:
        route.continue_()


@pytest.mark.parametrize("damaged", [False, True])
def test_words_can_be_entered_but_not_judged_before_the_lexicon_is_checked(
    browser: Browser, tmp_path: Path, damaged: bool
) -> None:
    folder = publish(tmp_path, trust=TRUST)
    if damaged:
        flip(folder, 300)
    with serve(folder) as address, page_of(browser, address) as page:
        checking = page.locator("#checking")
        with lexicon_held_back(page):
            judge = PublishedJudge(page, f"{address}/index.html", until="commit")
            judge.on("count")
            judge.type("cats", "dog")
            expect(checking).to_be_hidden()
            judge.press("Enter", "Tab")
            expect(checking).to_have_text("The lexicon is still being checked. One moment…")
            expect(page.locator("#lexicon")).not_to_contain_text("signed by")
            judge.on("entry")
        if damaged:
            assert judge.refusal == "The lexicon is damaged."
            judge.on("away")
        else:
            judge.on("confirm")
            judge.press("Tab")
            judge.on("verdict")
            expect(page.locator("body")).to_have_attribute("data-answer", "YES")
        expect(checking).to_be_hidden()


def test_offline_after_the_first_visit(open_judge: Opened, tmp_path: Path) -> None:
    with serve(publish(tmp_path, trust=TRUST)) as address:
        judge = open_judge(f"{address}/index.html")
        judge.on("count")
        judge.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    judge.page.reload()  # nobody answers at this address any longer
    judge.on("count")
    expect(judge.page.locator("#lexicon")).to_contain_text("signed by Word committee")
    assert judge.judge("zebra") == "YES"


def test_a_new_version_waits_for_an_answer(open_judge: Opened, tmp_path: Path) -> None:
    with serve(publish(tmp_path)) as address:
        judge = open_judge(f"{address}/index.html")
        judge.on("count")
        judge.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        for path in publish(tmp_path, "pt").iterdir():
            os.utime(
                path, (path.stat().st_atime, path.stat().st_mtime + 60)
            )  # servers count seconds
        judge.page.reload()
        question = judge.page.locator("#update")
        expect(question).to_be_visible()
        expect(judge.page.locator("#lexicon")).to_contain_text("en · ")
        judge.type("cats")
        expect(question).to_be_hidden()
        judge.press("Enter", "Tab")
        judge.on("verdict")
        expect(question).to_be_hidden()
        judge.awake()
        judge.press("a")
        judge.on("count")
        judge.page.get_by_role("button", name="Use it").click()
        expect(judge.page.locator("#lexicon")).to_contain_text("pt · ")
        expect(question).to_be_hidden()
        assert judge.judge("lição") == "YES"


def test_two_lexicons(open_judge: Opened, tmp_path: Path) -> None:
    from tests.judge import stations
    from wordtools.publishing.publish import publish_page

    both = [stations.lexicon(tmp_path, language) for language in ("en", "pt")]
    publish_page(both, tmp_path / "page")
    judge = open_judge(on_disk(tmp_path / "page"))
    judge.on("count")
    choice = judge.page.get_by_role("group", name="Lexicon").get_by_role("button")
    expect(choice.nth(0)).to_have_attribute("aria-pressed", "true")
    judge.type("cat")
    expect(choice.nth(1)).to_be_hidden()
    judge.press("Escape", "Escape")
    choice.nth(1).click()
    judge.on("count")
    expect(judge.page.locator("#lexicon")).to_contain_text("pt · ")
    expect(judge.page.locator("html")).to_have_attribute("lang", "pt")
    assert judge.judge("lição") == "YES"


NAMED_KEYS = {"enter": "Enter", "tab": "Tab", "escape": "Escape", "backspace": "Backspace"}


class Played:
    """A judge page whose time stands still, for playing scenarios."""

    def __init__(self, page: Page, address: str) -> None:
        page.clock.install(time=0)
        self._judge = PublishedJudge.ready(page, address)
        page.clock.pause_at(3600)

    def wait(self, seconds: float) -> None:
        self._judge.page.clock.fast_forward(round(seconds * 1000))

    def press(self, key: str) -> None:
        keyboard = self._judge.page.keyboard
        if key == "paste":
            keyboard.insert_text("several letters")  # nobody types these immediately
        elif key == "other":
            keyboard.press("Home")
        elif key in NAMED_KEYS:
            keyboard.press(NAMED_KEYS[key])
        else:
            keyboard.type(key)

    @property
    def shown(self) -> Shown:
        page = self._judge.page
        body = page.locator("body")
        return Shown(
            screen=body.get_attribute("data-screen") or "",
            typed=page.locator("#typed").input_value(),
            note=page.locator("#note").text_content() or "",
            words=self._judge.words,
            answer=body.get_attribute("data-answer") or "",
        )


def needs_a_service(scenario: Scenario) -> bool:
    """True if the judge is away or its log fails, which cannot happen to a page that judges by
    itself."""
    return any(step.takes or step.fails or step.loses for step in scenario.steps)


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Scenario], str]:
    """The address of a page with the settings of a scenario."""
    made: dict[str, str] = {}

    def find(scenario: Scenario) -> str:
        key = str(scenario.settings)
        if key not in made:
            folder = publish(tmp_path_factory.mktemp("scenario"))
            for name, value in scenario.settings.items():
                change_file(folder, "index.html", f'"{name}":[0-9.]+', f'"{name}":{value}')
            made[key] = on_disk(folder)
        return made[key]

    return find


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario",
    [each for each in read_scenarios() if not needs_a_service(each)],
    ids=lambda scenario: scenario.name,
)
def test_scenario(
    browser: Browser, addresses: Callable[[Scenario], str], scenario: Scenario
) -> None:
    address = addresses(scenario)
    with page_of(browser, address.rpartition("/")[0]) as page:
        played = Played(page, address)
        for step in scenario.steps:
            played.wait(step.wait)
            for key in step.keys:
                played.press(key)
            assert played.shown == step.shown, f"after {step.keys or step.wait}"


def test_most_scenarios_are_played() -> None:
    scenarios = read_scenarios()
    assert sum(map(needs_a_service, scenarios)) < len(scenarios) / 6


# Refusing


@pytest.mark.parametrize("place", [0, 100, 300, -200, -1])
def test_a_changed_byte(open_judge: Opened, tmp_path: Path, place: int) -> None:
    folder = publish(tmp_path)
    flip(folder, place)
    assert open_judge(on_disk(folder)).refusal == "The lexicon is damaged."


def test_a_script_that_is_no_base64_or_gone(open_judge: Opened, tmp_path: Path) -> None:
    folder = publish(tmp_path)
    change_file(folder, "lexicon.*.js", r'", "(.*)"', '", "~"')
    assert open_judge(on_disk(folder)).refusal == "The lexicon is damaged."
    change_file(folder, "lexicon.*.js", "lexicons.set", "0;//")
    assert open_judge(on_disk(folder)).refusal == "The lexicon is damaged."
    (script,) = folder.glob("lexicon.*.js")
    script.write_text(script.read_text()[:-100])
    assert open_judge(on_disk(folder)).refusal == "The lexicon is damaged."
    script.unlink()
    assert "is missing" in open_judge(on_disk(folder)).refusal


@pytest.mark.parametrize(
    ("pattern", "replacement"), [('", "UEsD', '", "UEsE'), (r"lexicons\.set\(", "0;(")]
)
def test_a_damaged_single_file(
    browser: Browser, tmp_path: Path, pattern: str, replacement: str
) -> None:
    folder = publish(tmp_path, single_file=True)
    change_file(folder, "index.html", pattern, replacement)
    page = browser.new_page()
    assert PublishedJudge(page, on_disk(folder)).refusal == "The lexicon is damaged."
    page.close()


@pytest.mark.parametrize("renamed", [False, True])
def test_another_lexicon_than_the_one_published(
    open_judge: Opened, tmp_path: Path, renamed: bool
) -> None:
    folder = publish(tmp_path)
    (script,) = folder.glob("lexicon.*.js")
    digest = re.findall(r'"([0-9a-f]{64})"', script.read_text())[0]
    (tmp_path / "other").mkdir()
    (other,) = publish(tmp_path / "other", "pt").glob("lexicon.*.js")
    text = other.read_text()
    script.write_text(text if renamed else re.sub(r'"[0-9a-f]{64}"', f'"{digest}"', text))
    assert open_judge(on_disk(folder)).refusal.startswith("This is not the lexicon")


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r'"name":"Word committee","key":"RWQ(.*?)"', r'"name":"A thief","key":"RWR\1"'),
        (r'("signatures":\["[^"]*?trusted comment: timestamp):1', r"\1:2"),
        (r'"signatures":\[".*?"\]', r'"signatures":[]'),
        (r'"signatures":\["untrusted', r'"signatures":["trusted'),
        (r'"required":1', r'"required":2'),
        (r'"required":1', r'"required":0'),
        (r'"revoked":""', r'"revoked":"stolen"'),
        (r'"since":null', r'"since":"2030-01-01"'),
        (r'"until":null', r'"until":"2020-01-01"'),
    ],
)
def test_another_signature_or_key(
    open_judge: Opened, tmp_path: Path, pattern: str, replacement: str
) -> None:
    folder = publish(tmp_path, trust=TRUST)
    change_file(folder, "index.html", pattern, replacement)
    judge = open_judge(on_disk(folder))
    assert judge.refusal.startswith("The lexicon is not the one that was signed")
    assert "signed by" not in judge.page.locator("#lexicon").inner_text()


@pytest.mark.parametrize(
    ("lack", "problem"),
    [
        ("Object.defineProperty(crypto, 'subtle', {})", "an address that begins with https"),
        (
            "crypto.subtle.importKey = "
            "() => Promise.reject(new DOMException('', 'NotSupportedError'))",
            "This browser cannot check signatures",
        ),
    ],
)
def test_a_browser_that_cannot_check(
    browser: Browser, tmp_path: Path, lack: str, problem: str
) -> None:
    address = on_disk(publish(tmp_path, trust=TRUST))
    with page_of(browser, address.rpartition("/")[0]) as page:
        page.add_init_script(lack)
        assert problem in PublishedJudge(page, address).refusal


@pytest.mark.parametrize("page", ["judge", "look-up"])
def test_a_page_without_its_script(browser: Browser, tmp_path: Path, page: PageKind) -> None:
    folder = publish(tmp_path, page=page)
    (script,) = folder.glob("page.*.js")
    for content in ("", script.read_text("utf-8")[:-100]):
        script.write_text(content, "utf-8")
        with browser.new_context() as context:
            judge = PublishedJudge(context.new_page(), on_disk(folder))
            assert "the page's script is missing, changed or blocked" in judge.refusal
            expect(judge.page.locator("#lexicon")).to_have_text(re.compile(r"en · [0-9a-f]{8}$"))


@pytest.mark.parametrize("page", ["judge", "look-up"])
def test_a_page_without_its_style_sheet(browser: Browser, tmp_path: Path, page: PageKind) -> None:
    folder = publish(tmp_path, page=page)
    (style,) = folder.glob("style.*.css")
    style.write_text(style.read_text("utf-8")[:-30], "utf-8")
    with browser.new_context() as context:
        judge = PublishedJudge(context.new_page(), on_disk(folder))
        assert judge.refusal.startswith("The page's style sheet is missing or was changed")
        style.unlink()
        judge.page.reload()
        assert judge.refusal.startswith("The page's style sheet is missing or was changed")


def test_a_page_whose_script_is_changed(browser: Browser, tmp_path: Path) -> None:
    folder = publish(tmp_path, single_file=True)
    change_file(folder, "index.html", "const MOST_ROWS = 4096", "const MOST_ROWS = 4097")
    page = browser.new_page()
    judge = PublishedJudge(page, on_disk(folder))
    assert "the page's script is missing, changed or blocked" in judge.refusal
    page.close()


# What is shown


def find_violations(page: Page) -> list[str]:
    """The rules of axe that a page breaks, with the elements."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({ preload: false }).then(({ violations }) => violations)")
    return [f"{rule['id']}: {[node['html'] for node in rule['nodes']]}" for rule in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_judge_page_for_everyone(open_judge: Opened, tmp_path: Path, scheme: str) -> None:
    judge = open_judge(on_disk(publish(tmp_path, trust=TRUST)), color_scheme=scheme)
    page = judge.page
    judge.on("count")
    assert find_violations(page) == []
    for steps, screen in ((["1", "c", "a", "t"], "entry"), (["Enter"], "confirm"), (["Tab"], "")):
        judge.press(*steps)
        judge.on(screen or "verdict")
        assert find_violations(page) == []
    said = expect(page.locator("#spoken"))
    said.to_contain_text("YES")


def test_a_judge_page_leads_nowhere(open_judge: Opened, tmp_path: Path) -> None:
    page = open_judge(on_disk(publish(tmp_path))).page
    assert page.locator("a, iframe, form, [href]:not(link), [src]:not(script)").count() == 0
    expect(page.locator("header")).to_contain_text("This page keeps no log.")


def test_the_age_of_a_page(open_judge: Opened, tmp_path: Path) -> None:
    import datetime

    today = datetime.datetime.now(datetime.UTC).date()
    page = open_judge(on_disk(publish(tmp_path, today=today - datetime.timedelta(40)))).page
    expect(page.locator("#lexicon")).to_contain_text("(40 days ago)")


def test_the_names_of_signers_are_kept_apart(open_judge: Opened, tmp_path: Path) -> None:
    folder = publish(tmp_path, trust=Trust([TrustedKey("Committee, Words", KEY.public.text)]))
    foot = open_judge(on_disk(folder)).page.locator("#lexicon")
    expect(foot).to_contain_text("signed by “Committee, Words”")


def test_an_experimental_lexicon_says_so(open_judge: Opened, tmp_path: Path) -> None:
    folder = publish(tmp_path)
    page = open_judge(on_disk(folder)).page
    expect(page.locator("#experimental")).to_be_hidden()
    change_file(folder, "index.html", '"maturity":""', '"maturity":"experimental"')
    page.reload()
    expect(page.locator("#experimental")).to_contain_text("Do not use it at a tournament.")


# Looking up


def test_looking_up(browser: Browser, tmp_path: Path) -> None:
    address = on_disk(publish(tmp_path, page="look-up"))
    with page_of(browser, address.rpartition("/")[0]) as page:
        page.goto(address)
        page.get_by_label("Words, with spaces").fill("cat tac ðu")
        page.keyboard.press("Enter")
        results = page.locator("#results li")
        expect(results).to_have_text(
            [
                "CAT YES",
                "TAC NO",
                re.compile(r"'ðu': no English tile shows ð \(U\+00F0 latin small letter eth\)"),
            ]
        )
        assert find_violations(page) == []
        check_looks(page)


@pytest.mark.parametrize("damaged", [False, True])
def test_looking_up_waits_for_the_lexicon(browser: Browser, tmp_path: Path, damaged: bool) -> None:
    folder = publish(tmp_path, page="look-up")
    if damaged:
        flip(folder, 300)
    with serve(folder) as address, page_of(browser, address) as page:
        with lexicon_held_back(page):
            page.goto(f"{address}/index.html", wait_until="commit")
            page.get_by_label("Words, with spaces").fill("cat")
            page.keyboard.press("Enter")
            expect(page.locator("#checking")).to_be_visible()
            expect(page.locator("#results li")).to_have_count(0)
        if damaged:
            expect(page.locator("#reason")).to_have_text("The lexicon is damaged.")
            expect(page.locator("#words")).to_be_hidden()
        else:
            expect(page.locator("#results li")).to_have_text(["CAT YES"])


def test_study(browser: Browser, tmp_path: Path) -> None:
    from tests.lexicon.helpers import with_definitions
    from wordtools.alphabet import load_alphabet
    from wordtools.lexicon.compile import compile_words
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.publishing.publish import publish_page

    words = ["perro", "perros", "paso", "sopa", "aperro"]
    data = compile_words(words, load_alphabet("es").alphabet, name="es")
    data = with_definitions(data, {"PASO": "step"})
    publish_page(
        [Lexicon.from_bytes(data)], tmp_path / "page", page="look-up", study=True, language="en"
    )
    address = on_disk(tmp_path / "page")
    with page_of(browser, address.rpartition("/")[0]) as page:
        page.goto(address)
        page.get_by_label("Words, with spaces").fill("paso pe[rr]o")
        page.keyboard.press("Enter")
        results = page.locator("#results li")
        expect(results.nth(0)).to_have_text("PASO YESstepAnagrams: SOPA")
        expect(results.nth(1)).to_have_text("PERRO YESHooks: A· ·S")
        expect(results.nth(1).locator(".framed")).to_have_text("RR")
        assert find_violations(page) == []


# Receipts


def make_receipt(folder: Path, **changes: Any) -> str:
    """The code of a receipt for CAT and PERRO, judged by the lexicon that is published here."""
    digest = json.loads(read_settings(folder))["lexicons"][0]["digest"]
    facts = {"edition": "en", "lexicon": shorten(digest), "acceptable": False}
    words = hash_words(["CAT", "PERRO"], RECEIPT.record)
    receipt = msgspec.structs.replace(RECEIPT, words=words, **(facts | changes))
    return sign_receipt(receipt, EVENT).code


def read_settings(folder: Path) -> str:
    found = re.search(r'id="settings">(.*)</script>', (folder / "index.html").read_text("utf-8"))
    assert found
    return found[1]


def check_receipt(page: Page, code: str, words: str = "") -> Locator:
    """Types a receipt; returns the lines of the page's answer."""
    page.get_by_label("Code of the receipt").fill(code)
    page.get_by_label("Words of the ruling").fill(words)
    page.get_by_role("button", name="Check a receipt").click()
    return page.locator("#receipt p")


@pytest.mark.parametrize("single_file", [False, True])
def test_a_receipt(browser: Browser, tmp_path: Path, single_file: bool) -> None:
    folder = publish(tmp_path, page="look-up", events=EVENT_TRUST, single_file=single_file)
    address = on_disk(folder)
    code = make_receipt(folder)
    its = "Judged by en · "
    with page_of(browser, address.rpartition("/")[0], timezone_id="UTC") as page:
        page.goto(f"{address}#receipt={code}")
        lines = page.locator("#receipt p")
        expect(lines).to_have_text(
            [
                "NO",
                re.compile(r"^Ruling 3 \(#9\), 24 November 2025 at 16:00:00 UTC$"),
                "The receipt is genuine, signed by Open.",
                re.compile(rf"^{its}[0-9a-f]{{8}}, a lexicon of this page\.$"),
                "A receipt does not show whether the ruling was voided later.",
            ]
        )
        assert find_violations(page) == []
        expect(check_receipt(page, code, "perro, cat").nth(4)).to_have_text(
            "These are the words of the ruling."
        )
        expect(check_receipt(page, code, "perro cats").nth(4)).to_have_text(
            "These are NOT the words of the ruling."
        )
        expect(check_receipt(page, code, "ðu")).to_have_text([re.compile("'ðu': no English tile")])
        other = make_receipt(folder, edition="pt")
        expect(check_receipt(page, other).nth(3)).to_have_text(re.compile("NOT one of this"))
        assert find_violations(page) == []
        mistyped = "This is not the code of a receipt: a part of it is missing or mistyped."
        expect(check_receipt(page, code[:-1])).to_have_text([mistyped])
        forged = sign_receipt(parse_receipt(code), OTHER).code
        refusal = "No trusted key has signed this receipt."
        expect(check_receipt(page, forged)).to_have_text([refusal])
        page.evaluate("code => location.hash = `receipt=${code}`", other)
        expect(lines.nth(3)).to_have_text(re.compile("NOT one of this"))


def test_a_receipt_while_the_lexicon_is_damaged(browser: Browser, tmp_path: Path) -> None:
    folder = publish(tmp_path, page="look-up", events=EVENT_TRUST)
    code = make_receipt(folder)
    flip(folder, 300)
    address = on_disk(folder)
    with page_of(browser, address.rpartition("/")[0]) as page:
        page.goto(f"{address}#receipt={code}")
        expect(page.locator("#reason")).to_have_text("The lexicon is damaged.")
        expect(page.locator("#receipts")).to_be_hidden()


def test_no_receipts_without_a_key(browser: Browser, tmp_path: Path) -> None:
    address = on_disk(publish(tmp_path, page="look-up"))
    with page_of(browser, address.rpartition("/")[0]) as page:
        page.goto(f"{address}#receipt={RECEIPT.code}")
        expect(page.locator("#words")).to_be_focused()
        expect(page.locator("#receipts")).to_be_hidden()
