"""A tournament's day, all of which must be in the log. Twelve stations are set up from one sheet.
There are three rounds, in the second of which the service is killed. Another lexicon is put in
force by mistake, and six rulings are voided. Three of the stations are pages in a browser, as
players use them; the others are programs that send what those pages send. With `--longer 2`, it has
thirty stations, six of them pages, and five rounds; with `--longer 10`, all thirty are pages, which
takes minutes.
"""

from __future__ import annotations

import csv
import json
import secrets
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import WORDTOOLS
from tests.e2e.served import PASSWORD, Director, Kiosk, Service, label, sentences
from tests.waiting import PATIENCE, wait_until
from wordtools.judge import acts
from wordtools.log.record import LogRecord
from wordtools.messages import Messages
from wordtools.service import codes

CHALLENGES = [
    (("casa",), "YES"),
    (("livrox",), "NO"),
    (("lição", "livros"), "YES"),
    (("zzz", "aa", "catx"), "NO"),
    (("bênção",), "YES"),
]
SECONDS = {"look": 1.35, "point": 1.1, "key": 0.75, "walk": 5.0, "print": 30.0}
"""The time that a step takes. The times for looking, pointing and pressing a key of a code are from
the keystroke-level model (Card, Moran and Newell 1980). Those for walking to the next table and
printing the sheet are our guess."""

own = sentences("en")
messages = Messages("en")


class Person:
    """A person who sets up the stations: the steps, and their estimated time."""

    def __init__(self) -> None:
        self.steps: Counter[str] = Counter()

    def take(self, *steps: str, times: int = 1) -> None:
        self.steps.update(steps * times)

    def type(self, text: str) -> None:
        self.take("point")
        self.take("key", times=len(text))

    @property
    def seconds(self) -> float:
        return sum(SECONDS[step] * count for step, count in self.steps.items())


class Program:
    """A station without a page."""

    def __init__(self, address: str) -> None:
        self._client = httpx.Client(base_url=f"{address}/api/v1/", timeout=PATIENCE)

    def begin(self, code: str) -> None:
        token = self._ask("POST", "codes", code=code)["token"]
        self._client.headers["Authorization"] = f"Bearer {token}"

    def judge(self, *words: str) -> str:
        """From the words to the answer. While no service answers, players repeat the request."""
        key = secrets.token_hex(8)

        def ask() -> str:
            try:
                asked = {**self._ask("GET", "station")["location"], "words": words}
                seen = self._ask("POST", "previews", **asked)["words"]
                return str(self._ask("POST", "rulings", **asked, confirmed=seen, key=key)["answer"])
            except httpx.TransportError:
                return ""

        return wait_until(ask, "an answer")

    def _ask(self, method: str, path: str, **body: object) -> Any:
        answer = self._client.request(method, path, json=body or None)
        assert answer.is_success, answer.text
        return answer.json()


class Tablet:
    """A station's page, which already shows the service's address."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self._address = address
        self.kiosk: Kiosk
        page.goto(address)

    def begin(self, code: str) -> None:
        self.page.locator("#token").click()
        self.page.keyboard.type(code)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("body")).to_have_attribute("data-screen", "count")
        self.kiosk = Kiosk(self.page, self._address, "")

    def wait_for_round(self, name: str, number: int) -> None:
        """Waits until the page shows a round, because a challenge begun earlier is refused."""
        expect(self.page.locator("#place")).to_have_text(f"{name} · Open · ronda {number}")

    def judge(self, *words: str) -> str:
        """From COUNT to COUNT."""
        answer = self.kiosk.judge(*words)
        self.kiosk.awake()
        self.kiosk.press("Enter")
        self.kiosk.on("count")
        return answer


class Hall:
    """The stations by name, and the answers that they got."""

    def __init__(self, stations: dict[str, Program | Tablet]) -> None:
        self.stations = stations
        self.told: list[tuple[str, int, list[str], str]] = []

    @property
    def tablets(self) -> dict[str, Tablet]:
        return {name: each for name, each in self.stations.items() if isinstance(each, Tablet)}

    def play(self, round: int, interrupt: Callable[[], None] | None = None) -> None:
        """Makes one challenge at each station, several at once at the programs. Calls `interrupt`
        once a third of the programs' challenges have been answered."""
        answered = threading.Semaphore(0)

        def ask(number: int, name: str, station: Program | Tablet) -> None:
            words, answer = CHALLENGES[(number + round) % len(CHALLENGES)]
            assert station.judge(*words) == answer
            self.note(name, round, words, answer)
            answered.release()

        with ThreadPoolExecutor(9) as threads:
            asked = [
                threads.submit(ask, number, name, station)
                for number, (name, station) in enumerate(self.stations.items())
                if isinstance(station, Program)
            ]
            if interrupt is not None:
                for _ in range(len(asked) // 3):
                    assert answered.acquire(timeout=PATIENCE)
                interrupt()
            for each in asked:
                each.result()
        for number, (name, station) in enumerate(self.stations.items()):
            if isinstance(station, Tablet):
                station.wait_for_round(name, round)
                ask(number, name, station)

    def note(self, name: str, round: int, words: Iterable[str], answer: str) -> None:
        tiles = [word.upper().translate(str.maketrans("ÃÊ", "AE")) for word in words]
        self.told.append((name, round, tiles, answer))


def make_sheet(page: Page, person: Person, stations: int, folder: Path) -> dict[str, str]:
    """The code of each new station, by the station's name, as printed on its card. The person
    carries the uncut sheet, because somebody who types the codes does not need separate cards.
    """
    names = f"Table 1..{stations}"
    person.type(names)
    page.get_by_label(own["names"]).fill(names)
    person.take("look", "point", "point")  # the address
    page.get_by_role("button", name=own["issue"]).click()
    cards = page.locator("#cards li")
    expect(cards).to_have_count(stations)
    person.take("point", "print")
    page.pdf(path=folder / "cards.pdf", format="A4")
    found = {
        card.locator("h3").inner_text(): card.locator(".code").inner_text() for card in cards.all()
    }
    page.get_by_role("button", name=own["done"]).click()
    person.take("point")
    return found


def set_place(page: Page, person: Person, event: str, round: str) -> None:
    for name, text in ((own["event"], event), (own["round"], round)):
        person.type(text)
        page.get_by_label(name, exact=True).fill(text)
    person.take("point")
    page.get_by_role("button", name=own["set_all"]).click()
    following = own["next_round"].format(round=int(round) + 1)
    expect(page.get_by_role("button", name=following)).to_be_visible()


def choose(page: Page, lexicon: str, title: str) -> None:
    page.locator("#lexicons").select_option(lexicon)
    page.locator("#choose").get_by_role("button").click()
    page.locator("#sure").get_by_role("button", name=own["put_in_force"]).click()
    expect(page.locator("#in-force")).to_contain_text(messages("in_force", lexicon=title))


def void_on_page(page: Page, number: str, why: str) -> None:
    name = own["void_title"].format(number=number)
    page.get_by_role("button", name=name, exact=True).click()
    page.get_by_label(own["reason"]).fill(why)
    page.locator("#void").get_by_role("button", name=own["void"]).click()
    expect(page.locator("#rulings tbody tr", has_text=why)).to_be_visible()


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [WORDTOOLS, "log", *arguments], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "\nTraceback" not in done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_day(
    service: Service,
    director: Director,
    director_page: Page,
    open_page: Callable[..., Page],
    browser: Browser,
    longer: float,
    tmp_path: Path,
) -> None:
    stations, rounds = (30, 5) if longer > 1 else (12, 3)
    outage, mistake = rounds // 2 + 1, rounds // 2 + 2
    person, page = Person(), director_page
    person.type(PASSWORD + "\n")

    # The stations, within half a minute each and while their codes are valid
    signed_in = person.seconds
    cards = make_sheet(page, person, stations, tmp_path)
    tablets = min(stations, round(3 * longer))
    hall = Hall(
        {
            name: Tablet(open_page(), service.address)
            if number < tablets
            else Program(service.address)
            for number, name in enumerate(cards)
        }
    )
    for name, code in cards.items():
        person.take("walk", "look")
        person.type(code.replace("-", "") + "\n")
        person.take("look")
        hall.stations[name].begin(code.replace("-", "").lower())
    assert person.seconds - signed_in <= codes.CODE_SECONDS
    set_place(page, person, "Open", "1")
    assert person.seconds <= 30 * stations
    shown = ", ".join(f"{count} × {step}" for step, count in person.steps.items())
    print(f"\nset up in {person.seconds / 60:.1f} minutes: {shown}")

    # The rounds
    voids: list[str] = []

    def void(number: int, why: str) -> None:
        (ruling,) = (each for each in director.records() if each["number"] == number)
        voids.append(f"{why}, ruling {number}")
        if len(voids) % 2:
            void_on_page(page, label(ruling), voids[-1])
        else:
            director.void(ruling["id"], voids[-1])

    def kill() -> None:
        name, tablet = next(iter(hall.tablets.items()))
        tablet.wait_for_round(name, outage)
        tablet.kiosk.confirm("casa")
        service.kill()
        tablet.kiosk.press("Tab")
        tablet.kiosk.on("away")
        service.start()
        tablet.kiosk.on("count")
        assert tablet.judge("casa") == "YES"
        hall.note(name, outage, ["casa"], "YES")

    for number in range(1, rounds + 1):
        if number > 1:
            page.get_by_role("button", name=own["next_round"].format(round=number)).click()
            following = own["next_round"].format(round=number + 1)
            expect(page.get_by_role("button", name=following)).to_be_visible()  # it is set
        last = director.records()[-1]["number"] if number > 1 else 0
        hall.play(number, kill if number == outage else None)
        if number == mistake:
            name, tablet = list(hall.tablets.items())[1]
            choose(page, "en", "English")
            expect(tablet.page.locator("#lexicon")).to_contain_text("· en ·")
            assert tablet.judge("casa") == "NO"
            hall.note(name, mistake, ["casa"], "NO")
            void(director.records()[-1]["number"], "wrong lexicon")
            choose(page, "pt", "Portuguese")
            expect(tablet.page.locator("#lexicon")).to_contain_text("· pt ·")
            assert tablet.judge("casa") == "YES"
            hall.note(name, mistake, ["casa"], "YES")
        new = [each["number"] for each in director.records() if each["number"] > last]
        for each in new[: 1 if number == mistake else 2]:
            void(each, "typed otherwise than on the board")
    page.get_by_role("button", name=own["sign_out"]).click()
    expect(page.locator("main")).to_be_hidden()
    for tablet in hall.tablets.values():
        tablet.page.goto("about:blank")
    service.stop()

    # The log has all of it
    assert run(service.folder, "verify").startswith("Log intact: ")
    records = [
        msgspec.convert(each, LogRecord)
        for each in json.loads(run(service.folder, "export", "--format", "json"))
    ]
    rulings = [record for record in records if record.kind == "ruling"]
    assert sorted(map(describe, rulings)) == sorted(hall.told)
    assert len(rulings) == stations * rounds + 3
    found = [record.content["why"] for record in records if record.kind == "void"]
    assert (found, len(found)) == (voids, 2 * rounds)
    for kind in ("token-issued", "code-used"):
        named = Counter(each.content["station"] for each in records if each.kind == kind)
        assert named == dict.fromkeys(cards, 1)
    chosen = [record.content for record in records if record.kind == "lexicon"]
    assert [each["new"]["edition"] for each in chosen] == ["pt", "en", "pt"]
    places = [record.content["new"] for record in records if record.kind == "place"]
    assert places == [
        {"event": "Open", "round": "1"},
        *({"round": str(number)} for number in range(2, rounds + 1)),
    ]
    assert [each.kind for each in records if each.kind.startswith("signed")][-1] == "signed-out"

    rows = list(csv.DictReader(run(service.folder, "export", "--format", "csv").splitlines()))
    assert [int(row["number"]) for row in rows] == [record.number for record in records]
    assert [row["act"] for row in rows] == [acts.describe(record, messages) for record in records]
    assert [row["words"] for row in rows if row["kind"] == "ruling"] == [
        " ".join(record.content["words"]) for record in rulings
    ]
    assert sum(row["void"] == "yes" for row in rows) == 2 * rounds

    run(service.folder, "report", "day.html")
    run(service.folder, "report", "round.html", "--event", "Open", "--round", str(outage))
    lines = print_report(browser, service.folder / "day.html", tmp_path)
    for record in records:
        line = lines[record.number]
        told = [acts.describe(record, messages)]
        if record.kind == "void":
            told = [record.content["why"]]
        elif record.kind == "ruling":
            station, _, words, answer = describe(record)
            told = [station, " ".join(words), answer, record.content["edition"]]
        for each in told:
            assert each in line
    told_of_one = print_report(browser, service.folder / "round.html", tmp_path)
    assert {each.number for each in rulings if describe(each)[1] == outage} <= set(told_of_one)


def describe(ruling: LogRecord) -> tuple[str, int, list[str], str]:
    """A ruling as the players saw it."""
    content = ruling.content
    asked = content["challenge"]
    answer = "YES" if content["acceptable"] else "NO"
    return asked["station"], int(asked["round"]), content["words"], answer


def print_report(browser: Browser, file: Path, folder: Path) -> dict[int, str]:
    """The lines of a report by the numbers of their records; saves its PDF in a folder."""
    page = browser.new_page()
    page.goto(file.as_uri())
    page.pdf(path=folder / f"{file.stem}.pdf", format="A4")
    rows = page.locator("tbody tr:has(td.record)")
    numbers = [int(each.removeprefix("#")) for each in rows.locator(".record").all_inner_texts()]
    texts = [" ".join(text.split()) for text in rows.all_inner_texts()]
    page.close()
    lines = dict(zip(numbers, texts, strict=True))
    assert len(lines) == len(texts)
    return lines
