"""The pages of tables: their display, refusals and memory, for every user and on every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.conftest import ROOT
from tests.e2e.served import Service, check_looks
from tests.e2e.tables import Open, choose_language, lay_two_tiles, play_on, sit_together
from tests.waiting import wait_until
from wordtools.messages import LANGUAGES
from wordtools.messages.rooms import load_room
from wordtools.rules.loading import load_ruleset
from wordtools.rules.titles import label_premiums

AXE = ROOT / ".venv/npm/node_modules/axe-core/axe.min.js"
SMALL: ViewportSize = {"width": 390, "height": 844}
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}


def find_violations(page: Page) -> list[str]:
    """The rules of axe that a page breaks, with the elements."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({ preload: false }).then(({ violations }) => violations)")
    return [f"{rule['id']}: {[node['html'] for node in rule['nodes'][:3]]}" for rule in found]


def measure(element: Locator) -> float:
    """The smaller of its width and height."""
    box = element.bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


# For everyone


@pytest.mark.parametrize("looks", ["light", "dark", "contrast"])
def test_no_rule_of_axe_is_broken(open_player: Open, looks: str) -> None:
    """No page breaks a rule of axe in any state, and all text has the contrast of WCAG AA."""
    scheme = "light" if looks == "contrast" else looks
    more = {"contrast": "more"} if looks == "contrast" else {}
    ana = open_player(color_scheme=scheme, **more)
    bo = open_player(color_scheme=scheme, **more)
    page = ana.page

    def check(shown: Page = page) -> None:
        expect(shown.locator("main")).to_be_visible()
        assert find_violations(shown) == []
        check_looks(shown)

    page.goto(f"{ana.address}/play")
    expect(page.locator(".game-card").first).to_be_visible()
    page.locator("#more summary").first.click()
    check()
    page.locator("#open-menu").click()
    check()
    link = ana.make_table("scrabble-en-us", ["Ana", "Bo"])[0]
    check()
    bo.page.goto(link)
    expect(bo.page.locator("#sit-down")).to_be_visible()
    check(bo.page)
    bo.sit_down(link)
    ana.begin(bo)
    mover, other = (ana, bo) if ana.ask()["turn"] == "Ana" else (bo, ana)
    lay_two_tiles(mover)
    check(mover.page)
    for button, dialog in (("exchange", "#exchange"), ("pass", "#confirm")):
        mover.page.locator(f'#deeds [data-do="{button}"]').click()
        expect(mover.page.locator(f"{dialog}[open]")).to_be_visible()
        check(mover.page)
        mover.page.keyboard.press("Escape")
    lay_two_tiles(mover)
    mover.page.locator("#play").click()
    expect(other.page.locator("#questions .asks")).to_be_visible()
    check(other.page)
    other.page.locator("#open-text").click()
    check(other.page)
    other.page.locator("#open-text").click()
    other.page.locator("#open-menu").click()
    check(other.page)
    other.page.locator('#menu-deeds [data-do="resign"]').click()
    other.page.locator("#confirm-do").click()
    expect(other.page.locator("#after")).to_be_visible()
    check(other.page)
    other.page.goto("about:blank")
    other.page.goto(f"{other.address}/table#nowhere.1.0")
    expect(other.page.locator("#gone")).to_contain_text("no longer valid")
    check(other.page)


@pytest.mark.parametrize("ruleset", ["literki", "lingo", "lingo:hex", "scrabblear"])
def test_no_rule_of_axe_is_broken_by_other_games(open_player: Open, ruleset: str) -> None:
    ana = open_player(ruleset)
    ana.make_table(ruleset, ["Ana", "computer"])
    ana.begin()
    play_on([ana], 6)
    assert find_violations(ana.page) == []
    check_looks(ana.page)


@pytest.mark.parametrize("size", SIZES)
def test_sizes(open_player: Open, size: str) -> None:
    """Nothing extends beyond the sides of the screen. Squares have at least 22 pixels, and 44 once
    they are enlarged; all other controls have 44.
    """
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    ana = open_player(viewport=viewport, has_touch=size != "desk", is_mobile=size != "desk")
    ana.make_table("scrabble-en-us", ["Ana", "computer"])
    ana.begin()
    page = ana.page
    ana.await_turn()
    check_looks(page)
    cell = page.locator(".cell").first
    assert measure(cell) >= 22
    for button in page.locator("button:visible, summary:visible, a:visible").all():
        assert measure(button) >= 44, button.inner_text()
    page.locator("#zoom").click()
    assert measure(cell) >= 44
    check_looks(page)


@pytest.mark.parametrize("width", [390, 360])
def test_a_wide_board_fits_a_phone(open_player: Open, width: int) -> None:
    """All 17 columns of Literki are seen without scrolling."""
    ana = open_player("literki", viewport={"width": width, "height": 844}, has_touch=True)
    ana.make_table("literki", ["Ana", "computer"])
    ana.begin()
    room, needed = ana.page.locator("#board-frame").evaluate("e => [e.clientWidth, e.scrollWidth]")
    assert needed <= room
    check_looks(ana.page)


def test_the_buttons_of_a_turn_share_a_row_on_a_phone(open_player: Open) -> None:
    """In every language, before and after tiles are laid; also in ScrabbleAR, which has a button
    more."""
    phone = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
    for ruleset in ("literki", "scrabblear"):
        ana = open_player(ruleset, **phone)
        ana.make_table(ruleset, ["Ana", "computer"])
        ana.begin()
        expect(ana.page.locator("body.my-turn")).to_be_attached()
        for language in LANGUAGES:
            choose_language(ana.page, language)
            expect(ana.page.locator("html")).to_have_attribute("lang", language)
            for recalls in (False, True):
                if recalls:
                    ana.page.locator("#rack button").last.click()
                    ana.page.locator(".cell:not(:has(.tile))").first.click()
                expect(ana.page.locator("#recall")).to_be_visible(visible=recalls)
                buttons = ana.page.locator("#deeds button:visible")
                rows = buttons.evaluate_all("all => [...new Set(all.map((one) => one.offsetTop))]")
                assert len(rows) == 1, language
                cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
                assert buttons.evaluate_all(cut) == 0, language
                tall = "all => all.filter((one) => one.offsetHeight > 44).map((b) => b.innerText)"
                assert buttons.evaluate_all(tall) == [], language
            ana.page.locator("#recall").click()


@pytest.mark.parametrize("language", ["en", "pt", "pl", "es"])
@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "literki"])
def test_a_question_fits_a_phone(open_player: Open, ruleset: str, language: str) -> None:
    """With the board: nothing covers it, and all answers and buttons are within reach."""
    ana = open_player(ruleset, locale=language)
    phone = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
    bo = open_player(ruleset, locale=language, **phone)
    window = 600 if ruleset == "literki" else None
    bo.sit_down(ana.make_table(ruleset, ["Ana", "Bo"], window=window)[0])
    ana.begin(bo)
    if ana.ask()["turn"] == "Bo":
        bo.press("pass")
        ana.await_turn()
    lay_two_tiles(ana, ana.facts["start"])
    ana.page.locator("#play").click()
    page = bo.page
    expect(page.locator("#questions .answers button")).to_have_count(2)
    page.evaluate("scrollTo(0, 0)")
    board = page.locator("#board-frame").bounding_box()
    question = page.locator("#questions").bounding_box()
    assert board is not None and question is not None
    assert board["y"] + board["height"] <= question["y"]
    for button in page.locator("#reach button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SMALL["height"], button.inner_text()
    check_looks(page)


def test_by_keyboard_alone(open_player: Open) -> None:
    """Uses the keyboard alone, from the first page to a play, an exchange and a resignation."""
    ana = open_player(way="keys")
    page = ana.page
    page.goto(f"{ana.address}/play")
    expect(page.locator("#seats .name").first).to_be_visible()

    def tab_to(selector: str) -> None:
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("#games input")
    wanted = page.locator('#games input[value="scrabble"]')
    for _ in range(5):
        if wanted.is_checked():
            break
        page.keyboard.press("ArrowDown")
    tab_to("#seats .name")
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    ana.is_seated()
    tab_to('[data-do="begin"]')
    page.keyboard.press("Enter")
    ana.await_turn()
    assert ana.act()
    ana.await_turn()
    tab_to("#rack button")
    page.keyboard.press("Shift+ArrowRight")
    tab_to('#deeds [data-do="exchange"]')
    page.keyboard.press("Enter")
    expect(page.locator("#exchange[open]")).to_be_visible()
    page.keyboard.press("Enter")
    before = ana.ask()["number"]
    tab_to("#exchange-do")
    page.keyboard.press("Enter")
    wait_until(lambda: ana.shown > before, ana.explain)
    tab_to("#open-menu")
    page.keyboard.press("Enter")
    tab_to('#menu-deeds [data-do="resign"]')
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator('body[data-phase="ended"]')).to_be_attached()


def test_the_text_view_answers(open_player: Open) -> None:
    mover, _ = sit_together(open_player)
    page = mover.page
    page.locator("#open-text").click()
    expect(page.locator("#board-frame")).to_be_hidden()
    expect(page.locator("#command-hint")).to_have_text("Type a play (8H CAT) or help.")
    log = page.locator("#text-log")

    def enter(line: str, *answers: str) -> None:
        page.locator("#command").fill(line)
        page.keyboard.press("Enter")
        for answer in answers:
            expect(log).to_contain_text(answer)

    enter("help", "8H CAT")
    enter("h8", "H8: empty, word ×2, start")
    enter("row 8", "8: empty")
    enter("score", "Ana: 0 points")
    enter("clock", "Bo: ")
    enter("unseen", "unseen: A")
    enter("nonsense", "“nonsense”")
    enter("8H QQQQ", "rack")
    enter("? 8H QQQQ", "rack")
    enter("pass", "passes")
    expect(page.locator("#spoken")).to_contain_text("thinking")


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "literki"])
def test_premium_squares_are_labelled_in_the_readers_language(
    open_player: Open, ruleset: str
) -> None:
    """The labels are on the board and in the rules, also after another language is chosen."""
    ana = open_player(ruleset, locale="pt-PT")
    ana.make_table(ruleset, ["Ana", "Bo"])
    page = ana.page
    page.locator("#about > summary").click()
    rules = load_ruleset(ruleset)
    for language in ("pt", "pl", "es", "en"):
        if language != "pt":
            choose_language(page, language)
        labels = label_premiums(rules, language)
        expect(page.locator("#about dt")).to_contain_text(list(labels.values()))
        premiums = [labels[name] for name in ana.facts["premiums"] if name]
        expect(page.locator(".cell .premium")).to_have_text(premiums)


def test_the_list_is_named_in_the_readers_language(open_player: Open) -> None:
    """The list's name is in the form, in the invitation, above the table and on the printed sheet.
    Its code and the beginning of its digest are shown with the rules.
    """
    ana, bo = open_player(locale="pt-PT"), open_player(locale="pl-PL")
    ana.page.goto(f"{ana.address}/play")
    ana.page.locator('#games input[value="scrabble"]').check()
    ana.page.locator("#ruleset").select_option("scrabble-en-us")
    expect(ana.page.locator("#edition option:checked")).to_have_text(re.compile("^Inglês, .+"))
    link = ana.make_table("scrabble-en-us", ["Ana", "Bo"])[0]
    bo.page.goto(link)
    expect(bo.page.locator("#invited-seats")).to_contain_text("Angielski")
    expect(bo.page.locator("#list")).to_have_text("Angielski")
    page = ana.page
    for language, name in (("pt", "Inglês"), ("es", "Inglés"), ("en", "English")):
        if language != "pt":
            choose_language(page, language)
        expect(page.locator("#list")).to_have_text(name)
    page.locator("#about > summary").click()
    code = f"English (en-US · {ana.facts['lexicon_digest'][:8]})"
    expect(page.locator("#about dd").last).to_have_text(code)
    sheet = ana.ask_text("/sheet?language=es")
    assert "Inglés" in sheet and "en-US" not in sheet


# What is laid


def test_a_play_shows_its_words_and_score_before_it_is_made(open_player: Open) -> None:
    mover, other = sit_together(open_player)
    page = mover.page
    page.locator("#rack button").last.click()
    page.locator('.cell[data-place="0"]').click()
    expect(page.locator("#preview.refused")).to_have_text("The first play must cover H8.")
    page.locator("#play").click()
    expect(page.locator("#notice")).to_have_text("The first play must cover H8.")
    choose_language(page, "es")
    facts = mover.ask("?language=es")
    expect(page.locator("#title")).to_have_text(facts["title"])
    expect(page.locator("#about dd").first).to_have_text(facts["describe"][0][1])
    misses = load_room("table", "es")["rule_misses_the_start"]
    expect(page.locator("#preview.refused")).to_have_text(misses)
    page.locator("#play").click()
    expect(page.locator("#notice")).to_have_text(misses)
    choose_language(page, "en")
    page.locator("#recall").click()
    expect(page.locator(".cell .laid")).to_have_count(0)
    lay_two_tiles(mover)
    expect(page.locator("#preview")).to_contain_text("points")
    page.locator("#play").click()
    expect(other.page.locator("#latest")).not_to_be_empty()
    expect(other.page.locator(".tile.last").first).to_be_visible()


def test_a_square_is_turned_and_cells_are_swept_back(open_player: Open) -> None:
    mover, _ = sit_together(open_player)
    page = mover.page
    start = page.locator('.cell[data-place="112"]')
    start.click()
    expect(start).to_have_class("cell cursor across")
    start.click()
    expect(start).to_have_class("cell cursor down")
    page.keyboard.press("Escape")
    expect(start).to_have_class("cell")
    order = page.locator("#rack .face").all_inner_texts()
    page.locator("#rack button").first.drag_to(page.locator("#rack button").last)
    expect(page.locator("#rack .face").first).to_have_text(order[1])


def test_a_blanks_letter_is_chosen_again(open_player: Open) -> None:
    ana, bo = open_player("literki"), open_player("literki")
    bo.sit_down(ana.make_table("literki", ["Ana", "Bo"], blanks=500)[0])
    ana.begin(bo)
    holder = next(player for player in (ana, bo) if 0 in player.ask()["rack"])
    page = holder.page
    faces = page.locator("#rack .face").all_inner_texts()
    page.locator("#rack button").nth(faces.index("")).click()
    square = page.locator('.cell[data-place="127"]')
    square.click()
    page.locator('#letters [value="1"]').click()
    expect(square.locator(".tile.blank .face")).to_have_text("A")
    square.click()
    holder.press_key("ż")
    expect(square.locator(".tile.blank .face")).to_have_text("Ż")
    square.click()
    page.locator("#letters-back").click()
    expect(square.locator(".tile")).to_have_count(0)


# Others


def test_a_browser_without_a_network_misses_nothing(open_player: Open) -> None:
    mover, other = sit_together(open_player)
    away = other.page.context
    away.set_offline(True)
    expect(other.page.locator("#connection")).not_to_be_empty()
    assert mover.act()
    away.set_offline(False)
    state = other.catch_up()
    assert state["sheet"]
    expect(other.page.locator("#connection")).to_be_empty()
    expect(other.page.locator("#sheet tbody tr")).to_have_count(len(state["sheet"]))
    assert other.act()
    mover.catch_up()


def test_a_minute_without_a_network(open_player: Open) -> None:
    """Within a second of the page's own clock, the page shows everything that has happened in the
    meantime.
    """
    mover, other = sit_together(open_player)
    page = other.page
    page.clock.install(time=0)
    page.reload()
    other.is_seated()
    page.clock.pause_at(3600)  # so that only `run_for` lets time pass
    page.clock.run_for(1000)
    connection = page.locator("#connection")
    expect(connection).to_be_empty()
    page.context.set_offline(True)
    expect(connection).not_to_be_empty()
    for _ in range(30):
        page.clock.run_for(1000)
    assert mover.act()
    for _ in range(30):
        page.clock.run_for(1000)
    expect(connection).not_to_be_empty()
    assert other.shown < other.ask()["number"]
    page.context.set_offline(False)
    page.clock.run_for(1000)
    state = other.catch_up()
    expect(connection).to_be_empty()
    expect(page.locator("#sheet tbody tr")).to_have_count(len(state["sheet"]))
    expect(page.locator("#latest")).to_contain_text(state["sheet"][-1]["player"])
    expect(page.locator(".cell .tile")).to_have_count(sum(map(bool, state["squares"])))
    assert other.act()
    mover.catch_up()


def test_a_service_that_is_killed_goes_on(open_player: Open, tables: Service) -> None:
    mover, other = sit_together(open_player)
    assert mover.act()
    tables.kill()
    expect(other.page.locator("#connection")).not_to_be_empty()
    tables.start()
    expect(other.page.locator("#connection")).to_be_empty()
    while not other.act():
        pass
    mover.catch_up()


def test_both_press_at_once(open_player: Open) -> None:
    """Both start the game, and in the end both resign. In between, every player who may challenge a
    play does so. Both see the same.
    """
    ana, bo = open_player(), open_player()
    bo.sit_down(ana.make_table("scrabble-en-us", ["Ana", "Bo"])[0])

    def press_at_once(deed: str) -> None:
        for player in (ana, bo):
            expect(player.page.locator(f'[data-do="{deed}"]').first).to_be_attached()
        for player in (ana, bo):
            player.page.evaluate(f"document.querySelector('[data-do={deed}]').click()")

    press_at_once("begin")
    for player in (ana, bo):
        expect(player.page.locator('body[data-phase="playing"]')).to_be_attached()
    for _ in range(4):
        for player in (ana, bo):
            state = player.catch_up()
            challenge = player.page.locator('#questions [data-do="challenge"]')
            if challenge.count():
                challenge.click()
                player.await_news(state)
        play_on([ana, bo], 1)
    press_at_once("resign")
    for player in (ana, bo):
        player.page.evaluate("document.querySelector('#confirm-do').click()")
    for player in (ana, bo):
        expect(player.page.locator('body[data-phase="ended"]')).to_be_attached()
    sheets = [player.catch_up()["sheet"] for player in (ana, bo)]
    assert sheets[0] == sheets[1]


def test_a_link_seats_one_browser(open_player: Open) -> None:
    """Opening the link does not take the seat, but pressing the button does, and the link is then
    used up. The owner may take back the seat, which then has a new link.
    """
    ana, bo, eve = open_player(), open_player(), open_player()
    link = ana.make_table("scrabble-en-us", ["Ana", "Bo"])[0]
    for player in (bo, eve):
        player.page.goto(link)
        expect(player.page.locator("#sit-down")).to_have_text("Sit down as Bo")
    bo.page.locator("#sit-down").click()
    bo.is_seated()
    eve.page.locator("#sit-down").click()
    expect(eve.page.locator("#invitation-note")).not_to_be_empty()
    eve.page.reload()
    expect(eve.page.locator("#gone")).to_contain_text("no longer valid")
    secret = link.rpartition(".")[2]
    assert secret not in bo.page.url and secret not in bo.page.content()


def test_a_rematch_seats_both(open_player: Open) -> None:
    mover, other = sit_together(open_player)
    page = mover.page
    page.locator("#open-menu").click()
    page.locator('#menu-deeds [data-do="resign"]').click()
    page.locator("#confirm-do").click()
    for player in (mover, other):
        expect(player.page.locator("#rematch")).to_be_visible()
    old = page.url
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: url != old)
    expect(other.page.locator("#rematch")).to_have_text("Sit down for the rematch")
    other.page.locator("#rematch").click()
    mover.begin(other)


def test_the_list_of_tables(open_player: Open) -> None:
    mover, _ = sit_together(open_player)
    page = mover.page
    page.goto(f"{mover.address}/play")
    expect(page.locator("#tables .status")).to_have_text("It is your turn.")
    page.locator("#tables a").click()
    mover.is_seated()


def test_days(open_player: Open) -> None:
    """A deadline is shown in the reader's own time zone."""
    shown = {}
    for zone in ("Asia/Tokyo", "America/Sao_Paulo"):
        ana = open_player(timezone_id=zone)
        page = ana.page
        page.goto(f"{ana.address}/play")
        expect(page.locator(".game-card").first).to_be_visible()
        page.locator("#more summary").first.click()
        page.locator("#hours").select_option("24")
        ana.make_table("scrabble-en-us", ["Ana", "computer"], reload=False)
        ana.begin()
        state = ana.await_turn()
        expected = page.evaluate(
            "at => new Intl.DateTimeFormat('en-GB',"
            " { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(1000 * at))",
            state["deadline"],
        )
        expect(page.locator(".seat.turn .clock")).to_contain_text(expected)
        shown[zone] = expected
    assert len(set(shown.values())) == 2


def test_looks_are_kept(open_player: Open) -> None:
    ana = open_player("literki")
    ana.make_table("literki", ["Ana", "computer"])
    page = ana.page
    page.locator("#open-menu").click()
    page.locator("#theme").select_option("dark")
    page.locator("#board-style").select_option("felt")
    page.locator("#values").check()
    page.keyboard.press("Escape")
    choose_language(page, "es")
    expect(page.locator("#open-menu")).to_have_text("Menú")
    page.reload()
    root = page.locator("html")
    for name, value in {"board": "felt", "values": "shown"}.items():
        expect(root).to_have_attribute(f"data-{name}", value)
    expect(page.locator("body")).to_have_css("background-color", "rgb(19, 20, 22)")
    expect(page.locator("#open-menu")).to_have_text("Menú")


def test_pages_ask_nobody_else(open_player: Open, tables: Service) -> None:
    """`page_of` fails if a page requests anything from another host. The policy also forbids that,
    and allows no inline script.
    """
    ana = open_player()
    for path in ("play", "table"):
        answer = ana.page.goto(f"{tables.address}/{path}")
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy
        html = answer.text()
        assert " style=" not in html and "<script>" not in html and " onclick" not in html


def test_a_newcomer_is_told_the_rules_and_how_to_lay_tiles(open_player: Open) -> None:
    """The rules are open until the game begins, and the hint stands until the first tile is
    laid."""
    ana, bo = open_player(locale="pt-PT"), open_player()
    bo.sit_down(ana.make_table("scrabble-en-us", ["Ana", "Bo"])[0])
    expect(ana.page.locator("#about .rules dt").first).to_be_visible()
    ana.begin(bo)
    expect(ana.page.locator("#about .rules dt").first).to_be_hidden()
    mover, language = (ana, "pt") if ana.ask()["turn"] == "Ana" else (bo, "en")
    preview = mover.page.locator("#preview")
    expect(preview).to_have_text(load_room("table", language)["how_to_lay"])
    check_looks(mover.page)
    lay_two_tiles(mover)
    expect(preview).to_have_text(re.compile("^8H "))


def test_the_sheet_shows_its_last_line(open_player: Open) -> None:
    """The last lines are those for leftover tiles, whose totals are the final scores."""
    players = sit_together(open_player)
    play_on(players)
    page, state = players[0].page, players[0].catch_up()
    expect(page.locator("#sheet tr").last).to_be_in_viewport()
    frame = page.locator("#panel .scroll")
    assert frame.evaluate("e => e.scrollHeight - e.clientHeight - e.scrollTop") < 2
    totals = {line["player"]: line.get("total", 0) for line in state["sheet"]}
    assert totals == {seat["name"]: seat["score"] for seat in state["seats"]}
    left = [line["text"] for line in state["sheet"] if line["kind"] == "leftover"]
    assert left and all(left)
