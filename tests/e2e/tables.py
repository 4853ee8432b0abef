"""People at tables in browsers, who see the page and click, tap, drag and type on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.served import Service, page_of
from tests.program import Program
from tests.service.tables import write_lexicon
from tests.waiting import PATIENCE, wait_until
from wordtools.board import generator
from wordtools.board.board import Board
from wordtools.board.notation import write_play
from wordtools.board.tiles import BLANK, LETTER
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lingo.board import StackBoard
from wordtools.lingo.cells import read_cell
from wordtools.players.lingo import find_best_moves
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset

Way = Literal["taps", "keys", "drags", "text"]
TURNS = 400
RULESETS = ("scrabble-en-us", "literki", "scrabblear", "lingo", "scrabble-es", "scrabble-he")
DESK = {"width": 1440, "height": 900}


class Turn(NamedTuple):
    """The tiles that a play lays, by square or cell; its notation, except in Lingo; its
    direction."""

    laid: list[tuple[str, int]]
    text: str = ""
    down: bool = False


class Player:
    """A person at the page of a table. `lexicon`: the words that the person knows. `way`: the way
    in which the person lays tiles.
    """

    def __init__(self, page: Page, address: str, lexicon: Lexicon, way: Way = "taps") -> None:
        self.page, self.address, self.lexicon, self.way = page, address, lexicon, way
        self._facts: dict[str, dict[str, Any]] = {}
        self._client = httpx.Client(base_url=address, verify=False, timeout=PATIENCE)

    def make_table(
        self,
        ruleset: str,
        seats: list[str],
        reload: bool = True,
        blanks: int | None = None,
        challenges: str = "",
        window: int | None = None,
    ) -> list[str]:
        """Makes a table by the form, and sits down. Returns the links for the other seats, several
        for a team. A seat is a name, or "computer". Without `reload`, the page must already show
        the form with its settings. `blanks`, `challenges`, `window`: the number of blanks in the
        bag, the challenge rule, and the seconds to answer, if they differ from those of the
        ruleset."""
        page = self.page
        if reload:
            page.goto(f"{self.address}/play")
        name, _, variants = ruleset.partition(":")
        family = page.locator(f'.game-card input[value="{_find_family(name)}"]')
        expect(family).to_be_attached()
        family.check()
        page.locator("#ruleset").select_option(name)
        for variant in filter(None, variants.split(",")):
            page.locator(f'#variants input[value="{variant}"]').check()
        if blanks is not None or challenges or window is not None:
            page.locator("#more > summary").click()
        if challenges:
            page.locator('[data-key="challenge.rule"]').select_option(challenges)
        if window is not None:
            page.locator('[data-key="challenge.window"]').fill(str(window))
        if blanks is not None:
            count = page.locator('[data-key="tiles.?"][data-at="0"]')
            page.locator("details", has=count).last.locator("summary").click()
            count.fill(str(blanks))
        while page.locator("#seats .place").count() < len(seats):
            page.locator("#add-seat").click()
        for at, seat in enumerate(seats):
            place = page.locator("#seats .place").nth(at)
            if at:
                place.locator(".kind").select_option("computer" if seat == "computer" else "person")
            if seat != "computer":
                place.locator(".name").fill(seat)
        page.locator("#open-table").click()
        self.is_seated()
        links = page.locator("#invitations input")
        people = [seat.split("&") for seat in seats[1:] if seat != "computer"]
        expect(links).to_have_count(sum(map(len, people)))
        return [link.input_value() for link in links.all()]

    def sit_down(self, link: str) -> None:
        """Takes the seat of an invitation."""
        self.page.goto(link)
        self.page.locator("#sit-down").click()
        self.is_seated()
        if self.way == "text":
            self.page.locator("#open-menu").click()
            self.page.locator("#text").check()
            self.page.keyboard.press("Escape")

    def begin(self, *others: Player) -> None:
        """Starts the game once all seats are taken."""
        self.page.locator('#deeds [data-do="begin"]').click()
        for player in (self, *others):
            expect(player.page.locator('body[data-phase="playing"]')).to_be_attached()

    def is_seated(self) -> None:
        """Waits for the first state."""
        expect(self.page.locator("body[data-number]")).to_be_attached()

    @property
    def seat(self) -> dict[str, Any]:
        """The browser's stored data on this seat, with its `table`."""
        table, kept = self.page.evaluate("""() => {
            const [table, number] = location.hash.slice(1).split(".");
            return [table, localStorage.getItem(`wordtools.seat.${table}.${number}`)];
        }""")
        return {**json.loads(kept), "table": table}

    def ask(self, path: str = "/state") -> dict[str, Any]:
        """The state, or another fact about the table, as the service reports it to this seat."""
        return dict(json.loads(self.ask_text(path)))

    def ask_text(self, path: str) -> str:
        """A file about the table."""
        seat = self.seat
        answer = self._client.get(
            f"/api/v1/tables/{seat['table']}{path}",
            headers={"Authorization": f"Bearer {seat['token']}"},
        )
        assert answer.is_success, answer.text
        return answer.text

    @property
    def shown(self) -> int:
        """The number of the state that the page shows."""
        return int(self.page.locator("body").get_attribute("data-number") or 0)

    def catch_up(self) -> dict[str, Any]:
        """The state, once the page shows it."""
        state = self.ask()
        wait_until(lambda: self.shown >= state["number"], lambda: str(self.shown))
        return state

    def press(self, deed: str) -> None:
        """Presses the button of a command, and confirms if asked."""
        self.page.locator(f'[data-do="{deed}"]:visible').first.click()
        sure = self.page.locator("#confirm[open] #confirm-do")
        if deed in ("pass", "resign", "stop", "adjourn", "discard"):
            sure.click()

    def act(self) -> bool:
        """Answers a question or takes a turn, if it is this person's. Returns whether it did."""
        state = self.catch_up()
        may = state["may"]
        if any(state["seat"] in question["waits_for"] for question in state["questions"]):
            for deed in ("consent", "accept"):
                if deed in may:
                    self.press(deed)
                    return self.await_news(state)
        if "play" not in may:
            return False
        if not self.take_turn(state):
            self.press("stop" if "stop" in may else "pass")
        return self.await_news(state)

    def await_news(self, state: dict[str, Any]) -> bool:
        """Waits until the page shows a later state. Returns true."""
        wait_until(lambda: self.shown > state["number"], self.explain)
        return True

    def await_number(self, number: int) -> None:
        """Waits until anything has happened since the state with this number."""
        wait_until(lambda: self.ask()["number"] > number, self.explain)

    def await_question(self) -> dict[str, Any]:
        """The question about a play, once there is one and this person sees it."""
        wait_until(lambda: bool(self.ask()["questions"]), self.explain)
        return dict(self.catch_up()["questions"][0])

    def await_turn(self) -> dict[str, Any]:
        """The state, once this person can play and sees it."""
        wait_until(lambda: "play" in self.ask()["may"], self.explain)
        return self.catch_up()

    def explain(self) -> str:
        """The text of the page, for failures."""
        return self.page.locator("#hand").inner_text()

    def take_turn(self, state: dict[str, Any]) -> bool:
        """Makes the best play by clicks, taps, keys or a typed line; false if there is none."""
        turn = self.choose(state)
        if turn is None:
            return False
        self.lay(turn)
        self.confirm()
        return True

    def choose(self, state: dict[str, Any]) -> Turn | None:
        """The best play, in Lingo the best with one tile; None if there is none."""
        ruleset, rack = load_ruleset(self.facts["ruleset"]), bytes(state["rack"])
        if isinstance(ruleset, CrosswordRuleset):
            board = Board(ruleset, bytes(state["squares"]))
            plays = generator.find_plays(board, rack, self.lexicon, limit=1)
            if not plays:
                return None
            play = plays[0].play
            laid = [(str(square), tile) for square, tile in play.list_laid(board)]
            return Turn(laid, write_play(board, play), play.down)
        stacks = {  # tiles below the top are unknown here, and do not matter
            read_cell(stack["cell"], ruleset.grid): bytes([stack["tile"]]) * stack["height"]
            for stack in state["cells"]
        }
        board_of_stacks = StackBoard(ruleset, stacks)
        (move,) = find_best_moves(board_of_stacks, rack, self.lexicon, limit=1, tiles=1)
        return Turn([(str(cell), tile) for cell, tile in move.placement.items()])

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the table, which never change and are requested once."""
        table = self.seat["table"]
        if table not in self._facts:
            self._facts[table] = self.ask("")
        return self._facts[table]

    def lay(self, turn: Turn) -> None:
        """Lays the tiles of a play on the page, or types the play."""
        if self.way == "text":
            self.page.locator("#command").fill(turn.text)
        elif self.way == "keys" and turn.text:
            self._type(turn)
        else:
            for place, tile in turn.laid:
                self.lay_on(place, tile)

    def _type(self, turn: Turn) -> None:
        """Moves the cursor to the first square with the arrow keys, turns it, and types."""
        facts = self.facts
        page = self.page
        first = int(turn.laid[0][0])
        here = page.locator('.cell[tabindex="0"]')
        here.focus()
        at = int(here.get_attribute("data-place") or 0)
        columns = facts["columns"]
        across, along = first % columns - at % columns, first // columns - at // columns
        for key, steps in (("ArrowRight", across), ("ArrowLeft", -across)):
            for _ in range(steps):
                page.keyboard.press(key)
        for key, steps in (("ArrowDown", along), ("ArrowUp", -along)):
            for _ in range(steps):
                page.keyboard.press(key)
        cursor = page.locator(f'.cell[data-place="{first}"]')
        wanted = "down" if turn.down else "across"
        for _ in range(3):
            if wanted in (cursor.get_attribute("class") or "").split():
                break
            page.keyboard.press(" ")
        for _, tile in turn.laid:
            face = facts["tiles"][tile & LETTER]["face"]
            text = face if tile & BLANK else face.lower()
            for key in f"[{text}]" if len(face) > 1 else text:
                self.press_key(key, shift=bool(tile & BLANK))

    def press_key(self, key: str, shift: bool = False) -> None:
        """A key of any keyboard, because Playwright knows only those of an American one."""
        session = self.page.context.new_cdp_session(self.page)
        event = {"key": key, "text": key, "modifiers": 8 if shift else 0}
        session.send("Input.dispatchKeyEvent", {"type": "keyDown", **event})
        session.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})
        session.detach()

    def lay_on(self, place: str, tile: int) -> None:
        """Puts a tile from the rack on a square or cell."""
        page = self.page
        face = "" if tile & BLANK else self.facts["tiles"][tile]["face"]
        rack = page.locator("#rack button")
        faces = page.locator("#rack button .face").all_inner_texts()
        piece = rack.nth(faces.index(face))
        square = page.locator(f'.cell[data-place="{place}"]')
        if self.way == "drags":
            piece.drag_to(square)
        elif page.evaluate("navigator.maxTouchPoints"):
            piece.tap()
            square.tap()
        else:
            piece.click()
            square.click()
        if tile & BLANK:
            page.locator(f'#letters[open] button[value="{tile & LETTER}"]').click()
        expect(square.locator(".tile.laid")).to_be_visible()

    def confirm(self) -> None:
        """Plays the laid or typed tiles."""
        if self.way in ("keys", "text"):
            self.page.keyboard.press("Enter")
        else:
            self.page.locator("#play").click()

    def download(self, folder: Path) -> Path:
        """The record, as the page saves it."""
        with self.page.expect_download() as download:
            self.page.locator("#record-json").click()
        path = folder / "record.json"
        download.value.save_as(path)
        return path


def play_on(players: list[Player], turns: int = TURNS) -> None:
    """Plays until the game has ended, or for a number of turns."""
    for _ in range(turns):
        state = players[0].ask()
        if state["phase"] != "playing":
            break
        if not any(player.act() for player in players):
            number = state["number"]
            players[0].await_number(number)


def _find_family(ruleset: str) -> str:
    for name in ("literki", "lingo", "scrabblear"):
        if ruleset == name:
            return name
    return "portuguese" if ruleset.startswith("scrabble-pt") else "scrabble"


@contextmanager
def start_tables(
    folder: Path, lexicons: list[Path], program: Program | None = None
) -> Iterator[Service]:
    """A service with only the door to tables, open to everyone, with its own key."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORDTOOLS_TABLE_KEY", str(folder / "tables.key"))
        service = Service(folder, list(map(str, lexicons)), "", program, ["--doors", "play"])
        (folder / "settings.toml").write_text("tables_per_address = 1000\n", "utf-8")
        service.start()
        try:
            yield service
        finally:
            service.stop()


@pytest.fixture(scope="module")
def tables(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The door to tables, with the few words that tests know."""
    folder = tmp_path_factory.mktemp("tables")
    lexicons = {write_lexicon(folder, name) for name in RULESETS}
    with start_tables(folder, sorted(lexicons), program) as service:
        yield service


Open = Callable[..., Player]


@pytest.fixture
def open_player(tables: Service, browser: Browser) -> Iterator[Open]:
    """Opens browsers for people at tables; `ruleset` has the words that they know."""
    with ExitStack() as pages:

        def open(ruleset: str = "scrabble-en-us", way: Way = "taps", **options: Any) -> Player:
            page = pages.enter_context(
                page_of(browser, tables.address, **{"viewport": DESK, **options})
            )
            edition = load_ruleset(ruleset).words.edition
            words = Lexicon.read(tables.folder / f"{edition}.lexicon")
            return Player(page, tables.address, words, way)

        yield open


def sit_together(
    open_player: Open, ruleset: str = "scrabble-en-us", **options: Any
) -> list[Player]:
    """Two players at a table, in the order of their turns."""
    ana, bo = open_player(ruleset, **options), open_player(ruleset)
    bo.sit_down(ana.make_table(ruleset, ["Ana", "Bo"])[0])
    ana.begin(bo)
    return [ana, bo] if ana.ask()["turn"] == "Ana" else [bo, ana]


def choose_language(page: Page, language: str) -> None:
    """Chooses the language of a page by its menu."""
    page.locator("#open-menu").click()
    page.locator("#language").select_option(language)
    page.keyboard.press("Escape")


def lay_two_tiles(player: Player, start: int = 112) -> None:
    """Lays the last two tiles of the rack, which are not blanks, on the start square and the next
    one. This is a legal first play, but perhaps a phony."""
    lay_last_tiles(player, 2, start)


def lay_last_tiles(player: Player, count: int, start: int = 112) -> None:
    """Lays the last tiles of the rack, which must not be blanks, from this square across."""
    for square in range(start, start + count):
        player.page.locator("#rack button").last.click()
        player.page.locator(f'.cell[data-place="{square}"]').click()
    expect(player.page.locator(".cell .laid")).to_have_count(count)
