"""Texts that look like words are refused visibly or judged as shown, wherever they are typed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from playwright.sync_api import expect
from textual import events

from tests.conftest import Run
from tests.e2e.served import Director, Kiosk, Service
from tests.judge import stations
from wordtools.judge.station import Station
from wordtools.lexicon.lexicon import Lexicon
from wordtools.terminal.judging.app import name_key
from wordtools.terminal.judging.driver import InputReader
from wordtools.terminal.judging.layout import lay_out
from wordtools.terminal.judging.scene import Scene
from wordtools.wording import MARKS, reveal


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """A row of the table: for a refused text, the code that is named; for a judged one, the word as
    judged."""

    what: str
    lexicon: str
    refused: dict[str, str]
    judged: dict[str, str] = {}


CASES = msgspec.convert(
    tomllib.loads(Path(__file__).with_name("confusables.toml").read_text("utf-8"))["typed"],
    list[Case],
)


class Refused(msgspec.Struct):
    """The reason why a word was refused, as the typist reads it."""

    why: str


Outcome = str | Refused
"""The word as it would be judged, or the reason why it cannot be judged."""


def at_the_command_line(run: Run, lexicon: Path, typed: str) -> Outcome:
    done = run("challenge", "-l", lexicon, "--json", "--", typed)
    told = json.loads(done.stdout)
    if told["ruling"] == "CANNOT JUDGE":
        assert done.returncode == 2
        return Refused(done.stderr)
    return str(*told["words"])


def at_the_terminal(machine: Station, typed: str) -> Outcome:
    reader = InputReader()
    for character in f"\x1b1{typed}\r":
        for moment, data in enumerate((character.encode(), b"", b"")):
            for message in reader.read(data, float(moment)):
                assert isinstance(message, events.Key)
                machine.press(name_key(message))
    shown = "".join(row.text.strip() for row in lay_out(Scene.of(machine), 400, 50).rows)
    shown = shown.translate(dict.fromkeys(map(ord, MARKS)))  # of direction
    if machine.screen == "confirm":
        return str(*machine.words)
    assert machine.typed == typed
    assert reveal(machine.note) in shown
    return Refused(shown)


def at_the_page(kiosk: Kiosk, typed: str) -> Outcome:
    kiosk.type(typed)
    kiosk.press("Enter")
    settled = "body[data-screen=confirm], body[data-screen=entry] #note:not(:empty)"
    expect(kiosk.page.locator(settled)).to_be_attached()
    if kiosk.page.locator("body").get_attribute("data-screen") == "confirm":
        return str(*kiosk.words)
    assert kiosk.page.locator("#typed").input_value() == typed
    return Refused(kiosk.page.locator("#note").inner_text())


def at_the_api(client: httpx.Client, typed: str) -> Outcome:
    answer = client.post("previews", json={"words": [typed]})
    if answer.status_code == 200:
        return str(*answer.json()["words"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "cannot-judge")
    return Refused(answer.json()["error"]["message"])


@pytest.fixture
def lexicon_in_force(director: Director) -> Iterator[Callable[[str], None]]:
    yield director.choose
    director.choose("pt")


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_one_table_wherever_it_is_typed(
    case: Case,
    service: Service,
    lexicon_in_force: Callable[[str], None],
    kiosk: Kiosk,
    token: str,
    run: Run,
) -> None:
    path = service.folder / "build" / f"{case.lexicon}.lexicon"
    lexicon_in_force(case.lexicon)
    kiosk.page.reload()
    kiosk.on("count")
    client = httpx.Client(
        base_url=f"{service.address}/api/v1/", headers={"Authorization": f"Bearer {token}"}
    )
    words = {typed: Refused(code) for code, typed in case.refused.items()} | case.judged
    for typed, expected in words.items():
        outcomes = {
            "command line": at_the_command_line(run, path, typed),
            "terminal": at_the_terminal(stations.station(Lexicon.read(path)), typed),
            "page": at_the_page(kiosk, typed),
            "API": at_the_api(client, typed),
        }
        for place, outcome in outcomes.items():
            if isinstance(expected, Refused):
                assert isinstance(outcome, Refused), (place, typed, outcome)
                assert expected.why in outcome.why, (place, typed)
            else:
                assert outcome == expected, (place, typed)
        kiosk.press("Escape", "Escape", "Escape")
        kiosk.on("count")
