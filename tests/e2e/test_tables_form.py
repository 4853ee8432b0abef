"""The form by which tables are made: its first offer, its display and its refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.served import Service
from tests.e2e.tables import Open, choose_language, start_tables
from tests.program import Program
from tests.service.tables import write_lexicon
from wordtools.messages import LANGUAGES
from wordtools.messages.rooms import load_room


@pytest.fixture(scope="module")
def tables(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The door to tables, with English words alone."""
    folder = tmp_path_factory.mktemp("tables")
    lexicons = {write_lexicon(folder, name) for name in ("scrabble-en-us", "lingo")}
    with start_tables(folder, sorted(lexicons), program) as service:
        yield service


def open_form(page: Page, service: Service) -> None:
    page.goto(f"{service.address}/play")
    expect(page.locator(".game-card").first).to_be_visible()


def test_the_forms_menu_does_not_speak_of_values(open_player: Open, tables: Service) -> None:
    """Whether tiles show their values depends on the game, so only the menu of a table has this
    choice.
    """
    page = open_player().page
    open_form(page, tables)
    page.locator("#open-menu").click()
    expect(page.locator("#sound")).to_be_visible()
    expect(page.locator("#values")).to_be_hidden()


def test_the_first_choice_can_be_opened(open_player: Open, tables: Service) -> None:
    """A reader of Polish is offered Literki first, but not without Polish words."""
    page = open_player(locale="pl-PL").page
    open_form(page, tables)
    expect(page.locator('#games input[value="scrabble"]')).to_be_checked()
    expect(page.locator("#open-table")).to_be_enabled()
    page.locator('#games input[value="literki"]').check()
    expect(page.locator("#no-list")).to_have_text(load_room("table", "pl")["no_list"])
    expect(page.locator("#open-table")).to_be_disabled()
    choose_language(page, "en")
    expect(page.locator('#games input[value="literki"]')).to_be_checked()


@pytest.mark.parametrize(
    ("locale", "chosen"),
    [
        ("pt-PT", "Português (Portugal)"),
        ("pt-BR", "Português (Brasil)"),
        ("pt", "Português (Portugal)"),
    ],
)
def test_scrabble_in_portuguese_is_one_game(
    open_player: Open, tables: Service, locale: str, chosen: str
) -> None:
    """The reader's own country comes first, and Scrabble in other languages is another game."""
    page = open_player(locale=locale).page
    open_form(page, tables)
    page.locator('#games input[value="portuguese"]').check()
    offered = page.locator("#ruleset option")
    expect(offered).to_have_text(["Português (Brasil)", "Português (Portugal)"])
    assert page.locator("#ruleset").evaluate("(menu) => menu.selectedOptions[0].text") == chosen
    page.locator('#games input[value="scrabble"]').check()
    expect(offered.filter(has_text="Inglês (América do Norte)")).to_have_count(1)
    expect(offered.filter(has_text="Português")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chosen_rules_fit_their_menu(open_player: Open, tables: Service, language: str) -> None:
    page = open_player(locale=language, viewport={"width": 1200, "height": 800}).page
    open_form(page, tables)
    page.locator('#games input[value="scrabble"]').check()
    menu = page.locator("#ruleset")
    menu.select_option("scrabble-en-gb")
    given = menu.evaluate("(menu) => menu.clientWidth")
    needed = """(menu) => {
        menu.style.width = "max-content";
        return menu.clientWidth;
    }"""
    assert menu.evaluate(needed) <= given


def test_settings_are_those_of_the_variants(open_player: Open, tables: Service) -> None:
    ana = open_player("lingo")
    page = ana.page
    open_form(page, tables)
    page.locator("#more > summary").click()
    page.locator('#games input[value="lingo"]').check()
    shortest = page.locator('[data-key="words.shortest"]')
    tiles = page.locator('[data-key="tiles.A"]').first
    expect(shortest).to_have_value("2")
    before = tiles.input_value()
    page.locator('#variants input[value="small"]').check()
    expect(tiles).to_have_value("2")
    page.locator('#variants input[value="no-twos"]').check()
    expect(shortest).to_have_value("3")
    page.locator('#variants input[value=""]').check()
    expect(tiles).to_have_value(before)
    expect(shortest).to_have_value("3")
    page.locator('[data-key="place"]').fill("1")
    page.locator("#seats .name").first.fill("Ana")
    page.locator("#open-table").click()
    ana.is_seated()
    assert (ana.facts["ruleset"], ana.facts["place"]) == ("lingo:no-twos", 1)


def test_variants_and_languages_keep_what_was_changed(open_player: Open, tables: Service) -> None:
    """Fields that nobody has touched follow the variant; the others keep their values."""
    ana = open_player("lingo")
    page = ana.page
    open_form(page, tables)
    page.locator("#more > summary").click()
    page.locator('#games input[value="lingo"]').check()
    page.locator('[data-key="place"]').fill("3")
    page.locator('[data-key="repeat"]').check()
    page.locator(".table-setting summary").first.click()
    values = page.locator('[data-key="tiles.B"]').nth(1)
    values.fill("7")
    page.locator('#variants input[value="small"]').check()
    page.locator('#variants input[value="no-twos"]').check()

    def check() -> None:
        expect(page.locator('[data-key="words.shortest"]')).to_have_value("3")
        expect(page.locator('[data-key="tiles.A"]').first).to_have_value("2")
        expect(page.locator('[data-key="place"]')).to_have_value("3")
        expect(page.locator('[data-key="repeat"]')).to_be_checked()
        expect(values).to_have_value("7")
        expect(values).to_be_visible()

    check()
    page.locator("#seats .name").first.fill("Ana")
    choose_language(page, "pl")
    expect(page.locator("#more > summary")).to_have_text(load_room("table", "pl")["more"])
    check()
    page.locator("#open-table").click()
    ana.is_seated()
    assert ana.facts["ruleset"] == "lingo:no-twos,small"
    assert (ana.facts["place"], ana.facts["tiles"][2]["value"]) == (3, 7)


def test_one_of_the_variants_that_exclude_each_other(open_player: Open, tables: Service) -> None:
    """The default is chosen, and another takes its place."""
    page = open_player("lingo").page
    open_form(page, tables)
    page.locator('#games input[value="scrabblear"]').check()
    chosen = page.locator("#variants input:checked")
    expect(page.get_by_role("radio", name="easy")).to_be_checked()
    page.get_by_role("radio", name="hard").check()
    expect(chosen).to_have_count(1)
    expect(page.locator('[data-key="clock.game"]')).to_have_value("600")
    page.get_by_role("radio", name="easy").check()
    expect(page.locator('[data-key="clock.game"]')).to_have_value("1800")
    page.locator('#games input[value="lingo"]').check()
    expect(page.get_by_role("radio", name=load_room("table", "en")["as_in_rules"])).to_be_checked()
    page.get_by_role("radio", name="98 tiles").check()
    page.get_by_role("checkbox", name="hexagonal tiles").check()
    page.get_by_role("radio", name="30 tiles").check()
    page.locator("#seats .name").first.fill("Ana")
    page.locator("#open-table").click()
    expect(page.locator("#title")).to_have_text("Lingo, hexagonal tiles, 30 tiles")


def test_a_variant_may_have_room_for_more_players(open_player: Open, tables: Service) -> None:
    page = open_player().page
    open_form(page, tables)
    page.locator("#ruleset").select_option("scrabble-en-us")
    expect(page.locator("#add-seat")).to_be_hidden()
    page.locator('#variants input[value="box"]').check()
    page.locator("#add-seat").click()
    page.locator("#add-seat").click()
    expect(page.locator("#seats .place")).to_have_count(4)
    expect(page.locator("#add-seat")).to_be_hidden()
    page.locator('#variants input[value=""]').check()
    expect(page.locator("#seats .place")).to_have_count(2)


@pytest.mark.parametrize("reloads", [False, True])
def test_a_lost_answer_does_not_use_up_an_invitation(open_player: Open, reloads: bool) -> None:
    """The page repeats the request by itself, and also after it is reloaded."""
    ana, bo = open_player(), open_player()
    link = ana.make_table("scrabble-en-us", ["Ana", "Bo"])[0]
    page = bo.page
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost and not reloads:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/seats/2", lose)
    page.goto(link)
    with page.expect_event("requestfailed"):
        page.locator("#sit-down").click()
    if reloads:
        page.unroute("**/seats/2", lose)
        page.reload()
    bo.is_seated()
    assert lost[0] == 201
    assert bo.ask()["seat"] == "Bo"
    assert page.evaluate("Object.keys(localStorage).filter((key) => /sitting/.test(key))") == []


def test_a_makers_seat_is_not_lost(open_player: Open) -> None:
    """If the answer to the person who makes a table is lost, the page repeats the request."""
    ana = open_player()
    page = ana.page
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/seats/1", lose)
    ana.make_table("scrabble-en-us", ["Ana", "Bo"])
    assert (lost, ana.ask()["seat"]) == ([201], "Ana")


def test_a_fault_of_the_service_is_told_in_the_readers_language(
    open_player: Open, tables: Service
) -> None:
    page = open_player(locale="pl-PL").page
    open_form(page, tables)
    fault = {"error": {"code": "fault", "message": "Internal error"}}

    def fail(route: Route) -> None:
        route.fulfill(status=500, content_type="application/json", body=json.dumps(fault))

    page.route("**/api/v1/tables", fail)
    page.locator("#seats .name").first.fill("Ana")
    page.locator("#open-table").click()
    expect(page.locator("#note")).to_have_text(load_room("table", "pl")["error_fault"])
