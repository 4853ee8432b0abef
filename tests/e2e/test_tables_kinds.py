"""Tables that few other tests have: large and right-to-left boards, four players, teams, hints,
printing.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.served import check_looks
from tests.e2e.tables import (
    Open,
    Player,
    choose_language,
    lay_last_tiles,
    lay_two_tiles,
    play_on,
    sit_together,
)
from tests.waiting import wait_until
from wordtools.messages import LANGUAGES
from wordtools.messages.rooms import load_room

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def open_form(player: Player) -> Page:
    """The form for a table with its settings."""
    page = player.page
    page.goto(f"{player.address}/play")
    expect(page.locator(".game-card").first).to_be_visible()
    page.locator("#more > summary").click()
    return page


def test_a_board_of_21_squares(open_player: Open) -> None:
    """It can be played with keys, and on a phone the squares are large enough for a finger."""
    ana, bo = open_player(way="keys"), open_player(**PHONE)
    bo.sit_down(ana.make_table("scrabble-en-us:super", ["Ana", "Bo"])[0])
    ana.begin(bo)
    players = [ana, bo]
    for player in players:
        expect(player.page.locator(".cell")).to_have_count(441)
    play_on(players, 4)
    for player in players:
        state = player.catch_up()
        shown = player.page.locator(".cell .tile")
        expect(shown).to_have_count(sum(map(bool, state["squares"])))
        check_looks(player.page)
    assert ana.ask()["sheet"][0]["points"]


def test_a_board_that_is_read_leftward(open_player: Open) -> None:
    """Its first column is on the right; the left arrow and letters move on along a word."""
    ana = open_player("scrabble-he", "keys")
    ana.make_table("scrabble-he", ["Ana", "computer"])
    ana.begin()
    page = ana.page
    ana.await_turn()

    def find_edge(place: int) -> float:
        box = page.locator(f'.cell[data-place="{place}"]').bounding_box()
        assert box is not None
        return box["x"]

    assert find_edge(0) > find_edge(14)
    page.locator('.cell[tabindex="0"]').focus()
    steps = [("ArrowLeft", 113), ("ArrowRight", 112), ("ArrowRight", 111), ("ArrowRight", 110)]
    for key, place in [*steps, ("ArrowUp", 95)]:  # there no first play of the computer is
        page.keyboard.press(key)
        expect(page.locator(f'.cell[data-place="{place}"]')).to_be_focused()
    page.keyboard.press(" ")
    faces = [face for face in page.locator("#rack .face").all_inner_texts() if face][:2]
    for face in faces:
        ana.press_key(face)
    for place, face in zip((95, 96), faces, strict=True):
        expect(page.locator(f'.cell[data-place="{place}"] .laid .face')).to_have_text(face)
    check_looks(page)


def test_four_players(open_player: Open) -> None:
    """Each sits in a browser, plays in turn, and sees the same."""
    players = [open_player("literki") for _ in range(4)]
    names = ["Ana", "Bo", "Caio", "Dora"]
    for player, link in zip(
        players[1:], players[0].make_table("literki", names, blanks=20), strict=True
    ):
        player.sit_down(link)
    players[0].begin(*players[1:])
    while {line["player"] for line in players[0].ask()["sheet"]} < set(names):
        play_on(players, 1)
    sheets = []
    for name, player in zip(names, players, strict=True):
        sheets.append(player.catch_up()["sheet"])
        expect(player.page.locator("#seats .seat")).to_have_count(4)
        expect(player.page.locator("#seats .mine .name bdi")).to_have_text(name)
    assert sheets == [sheets[0]] * 4


def test_the_dictionarys_decision_is_told(open_player: Open) -> None:
    """The decision is shown to the players who waited for it, and to a player whose play was
    rejected at once. That player's tiles stay where they are.
    """
    mover, other = sit_together(open_player, "literki")
    lay_two_tiles(mover, 127)
    mover.page.locator("#play").click()
    name = other.ask()["seat"]
    for player in (mover, other):
        moment = "Your answer is needed." if player is other else f"Waiting for {name}."
        expect(player.page.locator("#turn")).to_have_text(moment)
        line = player.page.locator("#sheet .in-question")
        expect(line.locator(".text")).to_have_text(re.compile(r"^8I \S+ – in question$"))
        expect(line.locator(".points")).to_have_text(re.compile(r"^\+\d+\?$"))
        check_looks(player.page)
    other.press("check")
    expect(mover.page.locator("#sheet .in-question")).to_have_count(0)
    told = re.compile(r"^\S+: (valid|not in the dictionary)$")
    expect(other.page.locator("#notice")).to_have_text(told)
    ana = open_player("scrabblear")
    for _ in range(40):
        ana.make_table("scrabblear", ["Ana", "computer"])
        ana.begin()
        if ana.ask()["turn"] != "Ana":
            continue
        lay_two_tiles(ana)
        expect(ana.page.locator("#preview")).to_contain_text("–")
        if ana.page.locator("#preview.refused").count():
            break
    ana.page.locator("#play").click()
    expect(ana.page.locator("#notice")).to_have_text(re.compile(r"^\S+: not in the dictionary$"))
    expect(ana.page.locator(".cell .laid")).to_have_count(2)
    assert ana.ask()["turn"] == "Ana"


def test_a_result_among_the_ten_best_is_announced(open_player: Open) -> None:
    ana = open_player("scrabblear")
    ana.make_table("scrabblear", ["Ana", "computer"])
    ana.begin()
    while True:
        state = ana.await_turn()
        if any(seat["name"] == "Ana" and seat["score"] > 0 for seat in state["seats"]):
            break
        if not ana.take_turn(state):
            ana.press("pass")
        ana.await_number(state["number"])
    ana.press("stop")
    say = load_room("table", "en")
    expect(ana.page.locator("#best")).to_contain_text(say["top"])
    expect(ana.page.locator("#best")).to_contain_text("1. Ana")


def test_silence_is_answered_by_the_dictionary(open_player: Open) -> None:
    """Once the time for answers is over, the page and the log of the text view tell all players,
    each in their own language, whether the play stands.
    """
    players = open_player("literki"), open_player("literki", locale="pl-PL")
    players[1].sit_down(players[0].make_table("literki", ["Ana", "Bo"], window=1)[0])
    players[0].begin(players[1])
    mover = players[0] if players[0].ask()["turn"] == "Ana" else players[1]
    lay_two_tiles(mover, 127)
    mover.page.locator("#play").click()
    for player, language in zip(players, ("en", "pl"), strict=True):
        say = load_room("table", language)
        returns = say["play_returns"].format(player=mover.ask()["seat"])
        ends = f"{say['valid']}. {say['play_stands']}", f"{say['invalid']}. {returns}"
        told = re.compile(f"^{re.escape(say['silence'])} \\S+: ({'|'.join(map(re.escape, ends))})$")
        expect(player.page.locator("#notice")).to_have_text(told)
        expect(player.page.locator("#text-log p", has_text=told)).to_have_count(1)
        expect(player.page.locator("#notice.calm")).to_be_visible()  # it is no error


def test_a_rejection_in_a_poll_is_told(open_player: Open) -> None:
    """The line of news, the region for screen readers, and the log of the text view name the player
    who rejects the word, each in the reader's language."""
    ana, bo = open_player(), open_player(locale="pt-PT")
    links = ana.make_table("scrabble-en-us", ["Ana", "Bo"], challenges="poll", blanks=0)
    bo.sit_down(links[0])
    ana.begin(bo)
    mover, other = (ana, bo) if ana.ask()["turn"] == "Ana" else (bo, ana)
    lay_last_tiles(mover, 6)  # no word that the tests know has six letters in the order of a rack
    mover.page.locator("#play").click()
    words = ", ".join(other.await_question()["words"])
    other.press("check")
    for player, language in ((ana, "en"), (bo, "pt")):
        say = load_room("table", language)
        rejected = say["play_rejected"].format(name=other.ask()["seat"], words=words)
        told = f"{rejected} {say['play_returns'].format(player=mover.ask()['seat'])}"
        expect(player.page.locator("#notice.calm")).to_have_text(told)
        expect(player.page.locator("#notice")).to_have_attribute("role", "alert")
        expect(player.page.locator("#text-log p", has_text=told)).to_have_count(1)


def test_a_challenge_names_words(open_player: Open) -> None:
    """Nothing is challenged before a word is named."""
    ana, bo = open_player(), open_player()
    rule = "five-points-a-word"
    bo.sit_down(ana.make_table("scrabble-en-us", ["Ana", "Bo"], challenges=rule)[0])
    ana.begin(bo)
    mover, other = (ana, bo) if ana.ask()["turn"] == "Ana" else (bo, ana)
    lay_two_tiles(mover)
    mover.page.locator("#play").click()
    page = other.page
    page.locator('#questions [data-do="challenge"]').click()
    word = page.locator("#words[open] input")
    expect(word).to_be_checked()  # the play has only one
    word.uncheck()
    page.locator("#words .main").click()
    state = other.catch_up()
    assert "challenge" in state["may"]
    page.locator('#questions [data-do="challenge"]').click()
    page.locator("#words .main").click()
    other.await_news(state)
    assert "challenge" not in other.ask()["may"]
    sheets = [player.catch_up()["sheet"] for player in (mover, other)]
    assert sheets[0] == sheets[1]
    kinds = [line["kind"] for line in sheets[0]]
    assert kinds in (["play", "withdrawn"], ["play", "challenge", "gains"])  # a phony, or a word


def test_a_team_shares_a_rack(open_player: Open) -> None:
    """Each member has a link and sees the rack; a play by one member is a play by both."""
    bo, ana, ida = (open_player() for _ in range(3))
    links = bo.make_table("scrabble-en-us", ["Bo", "Ana & Ida"])
    for player, link in zip((ana, ida), links, strict=True):
        player.sit_down(link)
    bo.begin(ana, ida)
    wait_until(lambda: bo.act() or "play" in ana.ask()["may"], bo.explain)
    ana.await_turn()
    states = [player.catch_up() for player in (ana, ida)]
    assert states[0]["rack"] == states[1]["rack"]
    expect(ida.page.locator("#rack [data-piece]")).to_have_count(len(states[0]["rack"]))
    expect(ida.page.locator("#seats .mine .name bdi")).to_have_text("Ana & Ida")
    assert ana.act()
    ida.await_news(states[1])
    assert ida.catch_up()["turn"] == ana.catch_up()["turn"]


def test_a_seat_is_given_to_someone_else(open_player: Open) -> None:
    """The owner replaces a link that nobody has used, and takes back a seat in the middle of a
    game. The browser that had the seat is informed, and the next browser continues with the seat's
    tiles.
    """
    ana, bo, eve = (open_player() for _ in range(3))
    old = ana.make_table("scrabble-en-us", ["Ana", "Bo"])[0]
    page = ana.page
    with page.expect_event("load"):
        page.locator("#invitations .quiet").click()
    link = page.locator("#invitations input")
    expect(link).not_to_have_value(old)
    eve.page.goto(old)
    expect(eve.page.locator("#gone")).to_contain_text("no longer valid")
    bo.sit_down(link.input_value())
    ana.begin(bo)
    rack = bo.ask()["rack"]
    page.locator("#open-menu").click()
    page.get_by_role("button", name="New link: Bo").click()
    with page.expect_event("load"):
        page.locator("#confirm-do").click()
    expect(bo.page.locator("#gone")).to_contain_text("given to someone else")
    eve.sit_down(link.input_value())
    assert eve.ask()["rack"] == rack
    expect(page.locator("#invitations")).to_be_hidden()


def test_hints_at_a_practice_table(open_player: Open) -> None:
    """The button shows the best plays with their scores; other tables have no such button."""
    ana = open_player()
    page = open_form(ana)
    page.locator("#practice").check()
    ana.make_table("scrabble-en-us", ["Ana", "computer"], reload=False)
    ana.begin()
    ana.await_turn()
    page.locator("#hint").click()
    numbers = page.locator("#hints ol").evaluate("(list) => getComputedStyle(list).paddingLeft")
    assert float(numbers.removesuffix("px")) >= 24  # their room is within the dialog's margin
    notation, score = page.locator("#hints[open] li").first.inner_text().split(": ")
    page.keyboard.press("Escape")
    page.locator("#open-text").click()
    page.locator("#command").fill(notation)
    page.keyboard.press("Enter")
    row = page.locator("#sheet tr", has_text="Ana").last
    expect(row.locator(".points")).to_have_text(f"+{score.split()[0]}")
    mover, _ = sit_together(open_player)
    expect(mover.page.locator("#hint")).to_be_hidden()


def test_the_zoom_button_is_in_the_row_of_others(open_player: Open) -> None:
    """Beside the board, too, during and after a game."""
    ana = open_player(viewport={"width": 1200, "height": 900})
    page = open_form(ana)
    page.locator("#practice").check()
    ana.make_table("scrabble-en-us", ["Ana", "computer"], reload=False)
    ana.begin()
    ana.await_turn()
    zoom = page.locator("#zoom")
    is_alone = """(zoom) => ![...document.querySelectorAll(".buttons button")].some((other) =>
        other !== zoom && other.offsetParent && other.offsetTop === zoom.offsetTop)"""
    for language in LANGUAGES:
        choose_language(page, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert not zoom.evaluate(is_alone), language
    choose_language(page, "en")
    page.locator("#open-menu").click()
    page.locator('[data-do="resign"]').click()
    page.locator("#confirm-do").click()
    expect(page.locator("#after #zoom")).to_be_visible()
    assert not zoom.evaluate(is_alone)
    zoom.click()
    expect(page.locator("#ground")).to_have_class(re.compile("zoomed"))


def test_the_score_sheet_is_printed(open_player: Open) -> None:
    """The page prints the service's sheet, in the reader's language, without the rest of the
    table's page.
    """
    mover, other = sit_together(open_player, locale="es-ES")
    players = [mover, other]
    play_on(players, 3)
    mover.page.locator("#open-menu").click()
    mover.page.locator('#menu-deeds [data-do="resign"]').click()
    mover.page.locator("#confirm-do").click()
    page = next(one.page for one in players if one.page.evaluate("navigator.language") == "es-ES")
    page.add_init_script("window.print = () => { top.printed = window; }")
    page.locator("#print").click()
    wait_until(lambda: page.evaluate("!!window.printed"), "a printed page")
    text = page.evaluate("printed.document.body.innerText")
    said = load_room("table", "es")
    assert all(part in text for part in ("Ana", "Bo", said["sheet"], said["resigns"])), text
    assert page.evaluate("printed.document.querySelectorAll('svg').length") == 1
    names = page.evaluate(
        "[...printed.document.querySelectorAll('thead th[colspan]')].map((e) => e.textContent)"
    )
    first = mover.ask()["sheet"][0]["player"]
    assert names == [first, "Bo" if first == "Ana" else "Ana"]  # in the order of their turns
    row = page.evaluate("[...printed.document.querySelectorAll('tbody tr')][0].innerText")
    plays = [line.get("text", "") for line in mover.ask()["sheet"][:2]]
    assert [text for text in plays if text and text in row] == [text for text in plays if text], row
    weight = "printed.getComputedStyle(printed.document.querySelector('thead th')).fontWeight"
    assert page.evaluate(weight) == "700"  # its style sheet is there
    assert "button" not in page.evaluate("printed.document.body.innerHTML")


@pytest.mark.parametrize("ruleset", ["literki", "scrabble-en-us"])
def test_values_are_shown_as_the_game_says_until_the_player_decides(
    open_player: Open, ruleset: str
) -> None:
    """The colours of Literki's tiles carry their values."""
    ana = open_player(ruleset)
    ana.make_table(ruleset, ["Ana", "computer"])
    ana.begin()
    ana.await_turn()
    values = ana.page.locator("#rack .value").first
    shown = ruleset != "literki"
    expect(values).to_be_visible(visible=shown)
    ana.page.locator("#open-menu").click()
    box = ana.page.locator("#values")
    expect(box).to_be_checked(checked=shown)
    box.set_checked(not shown)
    ana.page.keyboard.press("Escape")
    ana.page.reload()
    expect(values).to_be_visible(visible=not shown)


@pytest.mark.parametrize("ruleset", ["lingo", "lingo:hex"])
def test_lingo_sheet_and_preview(open_player: Open, ruleset: str) -> None:
    """Before a move that scores nothing is made, the page states the reason. The sheet names the
    words of each move, and the cells of its tiles on the board as currently drawn.
    """
    ana = open_player(ruleset)
    ana.make_table(ruleset, ["Ana", "computer"])
    ana.begin()
    page = ana.page
    play_on([ana], 4)
    state = ana.await_turn()
    say = load_room("table", "en")
    turn = ana.choose(state)
    assert turn is not None
    ana.lay(turn)
    expect(page.locator("#preview")).to_contain_text("points")
    page.locator("#recall").click()
    rows = page.locator("#sheet tr.play .text").all_inner_texts()
    assert len(rows) == len(state["sheet"])
    shown = {
        cell.get_attribute("data-place"): cell.locator(".face").inner_text()
        for cell in page.locator(".cell:not(.free)").all()
    }
    laid: dict[str, str] = {}
    for row, line in zip(rows, state["sheet"], strict=True):
        words = line.get("words", [])
        assert row == (f"{', '.join(words)} ({line['text']})" if words else line["text"])
        assert bool(words) == bool(line.get("points"))
        laid |= {part[1:]: part[0] for part in line["text"].split(",")}
    assert laid == shown
    nothing = page.locator("#preview", has_text=say["makes_no_word"])
    for cell in page.locator(".cell.free").all():
        page.locator("#rack button").last.click()
        cell.click()
        expect(page.locator("#preview")).to_contain_text("point")
        if nothing.count():
            break
        page.locator("#recall").click()
    expect(nothing).to_contain_text("0 points – ")
