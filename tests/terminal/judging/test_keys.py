"""The terminal: the keys that reach the station."""

from __future__ import annotations

import asyncio
import functools
import pkgutil
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from textual import events
from textual.pilot import Pilot

from tests.judge.stations import PASSWORD, MemoryLog, bring_to, station
from tests.waiting import wait_until_async
from wordtools.judge.ruling import Challenge
from wordtools.judge.station import Station
from wordtools.lexicon.lexicon import Lexicon
from wordtools.terminal.judging.app import Terminal, name_key


def on(machine: Station, screen: str) -> bool:
    return machine.screen == screen


def asynchronous(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that awaits events, for pytest."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(test(**fixtures))

    return run


@asynccontextmanager
async def running(machine: Station) -> AsyncIterator[tuple[Terminal, Pilot[None]]]:
    """A terminal without a screen."""
    app = Terminal(machine)
    async with app.run_test(size=(80, 24)) as pilot:
        yield app, pilot


@asynchronous
async def test_a_challenge(lexicons: dict[str, Lexicon]) -> None:
    log = MemoryLog()
    machine = station(lexicons["pt"], log)

    async with running(machine) as (app, pilot):
        await pilot.press("1", "l", "i", "ç", "ã", "o", "enter")
        await app.settle()
        assert machine.words == ["LIÇAO"]
        await pilot.press("tab")
        await app.settle()
        assert on(machine, "verdict")
        assert "A jogada é VÁLIDA" in "".join(row.text for row in app.view.page.rows)

    assert [record.content["words"] for record in log.kept] == [["LIÇAO"]]


@asynchronous
async def test_no_key_of_textuals_leaves(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["en"])

    async with running(machine) as (app, pilot):
        assert app.screen.active_bindings == {}
        for key in ("c", "q", "z", "p", "x", "w", "backslash", "right_square_bracket", "o"):
            await pilot.press(f"ctrl+{key}")
        await pilot.press("f1", "f10", "alt+f4", "escape", "shift+tab", "home", "delete", "up")
        await app.settle()
        assert app.is_running
        assert len(app.screen_stack) == 1
        assert (machine.screen, machine.leaving) == ("count", False)


@asynchronous
async def test_nothing_is_pasted(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["en"])

    async with running(machine) as (app, pilot):
        await pilot.press("1")
        app.post_message(events.Paste("cat\n"))
        await pilot.pause()
        await app.settle()
        assert (machine.screen, machine.typed) == ("entry", "")
        assert machine.note == machine.messages("no_paste")


@asynchronous
async def test_the_password_leaves(lexicons: dict[str, Lexicon]) -> None:
    machine = station(lexicons["en"])

    async with running(machine) as (app, pilot):
        typed = ["space" if character == " " else character for character in PASSWORD]
        await pilot.press("ctrl+d", *typed, "enter", "q")
        await app.settle()
        assert machine.leaving


@asynchronous
async def test_a_resize_draws_anew(lexicons: dict[str, Lexicon]) -> None:
    machine = bring_to("confirm", lexicons["en"])

    async with running(machine) as (app, pilot):

        def has_rows(count: int) -> bool:
            return len(app.view.page.rows) == count

        for width, height in ((40, 12), (132, 43), (20, 4), (80, 24)):
            await pilot.resize_terminal(width, height)
            await wait_until_async(partial(has_rows, height), f"{height} rows")
            assert app.view.page.whole == (height > 4)


@asynchronous
async def test_no_one_confirms_what_is_not_on_the_screen(lexicons: dict[str, Lexicon]) -> None:
    machine = bring_to("confirm", lexicons["en"])

    async with running(machine) as (app, pilot):
        await pilot.resize_terminal(20, 4)
        await pilot.press("tab")
        await app.settle()
        assert on(machine, "confirm")
        await pilot.resize_terminal(80, 24)
        await pilot.press("tab")
        await app.settle()
        assert on(machine, "verdict")


@asynchronous
async def test_a_slow_log_does_not_hold_up_the_screen(
    lexicons: dict[str, Lexicon], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = bring_to("confirm", lexicons["en"])
    rule, written = machine.judge.rule, threading.Event()

    def slow(challenge: Challenge, key: str) -> object:
        written.wait()
        return rule(challenge, key)

    monkeypatch.setattr(machine.judge, "rule", slow)

    async with running(machine) as (app, pilot):
        await pilot.press("tab", "x", "x")
        await wait_until_async(
            lambda: machine.messages("judging") in app.view.page.rows[0].text, "the hint"
        )
        await pilot.resize_terminal(100, 30)
        await wait_until_async(lambda: len(app.view.page.rows) == 30, "30 rows")
        assert on(machine, "confirm")
        written.set()
        await app.settle()
        assert on(machine, "verdict")  # keys pressed in the meantime do not skip a verdict


@asynchronous
async def test_a_fault_leaves_the_station_locked(
    lexicons: dict[str, Lexicon], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = bring_to("confirm", lexicons["en"])

    monkeypatch.setattr(machine.judge, "rule", Mock(side_effect=RuntimeError("a fault")))

    async with running(machine) as (app, pilot):
        await pilot.press("tab")
        await app.settle()
        assert machine.screen == "cannot"
        assert "RuntimeError: a fault" in "".join(row.text for row in app.view.page.rows)


@pytest.mark.parametrize(
    ("key", "character", "expected"),
    [
        ("a", "a", "a"),
        ("latin_small_letter_c_with_cedilla", "ç", "ç"),
        ("zero_width_space", "\u200b", "\u200b"),
        ("combining_acute_accent", "\u0301", "\u0301"),
        ("replacement_character", "\ufffd", "\ufffd"),
        ("no_break_space", "\u00a0", "\u00a0"),
        ("space", " ", " "),
        ("enter", "\r", "enter"),
        ("ctrl+j", "\n", "enter"),
        ("ctrl+h", "\b", "backspace"),
        ("tab", "\t", "tab"),
        ("ctrl+d", "\x04", "director"),
        ("ctrl+c", "\x03", "other"),
        ("f1", None, "other"),
        ("shift+tab", None, "other"),
    ],
)
def test_keys(key: str, character: str | None, expected: str) -> None:
    assert name_key(events.Key(key, character)) == expected


@pytest.mark.parametrize("broken", ["layout.letters.draw", "app.Scene.of"])
@asynchronous
async def test_a_screen_that_cannot_be_drawn_is_a_fault_of_the_station(
    lexicons: dict[str, Lexicon], monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """Nothing is judged, and the terminal stays as it is."""
    log = MemoryLog()
    machine = station(lexicons["en"], log)
    path = f"wordtools.terminal.judging.{broken}"
    draws = pkgutil.resolve_name(path)

    def fail(*shown: Any) -> Any:
        if machine.screen == "confirm":
            raise ValueError("no such letter")
        return draws(*shown)

    async with running(machine) as (app, pilot):
        monkeypatch.setattr(path, fail)
        await pilot.press("1", "c", "a", "t", "enter")
        await pilot.press("tab")
        await app.settle()
        await pilot.pause()
        await app.settle()
        assert on(machine, "cannot")
        assert machine.note == "ValueError: no such letter"
        assert app.view.page.whole
        assert "ValueError: no such letter." in "".join(row.text for row in app.view.page.rows)
        assert app.is_running
    assert log.kept == []


@asynchronous
async def test_not_even_cannot_judge_needs_letters(
    lexicons: dict[str, Lexicon], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = station(lexicons["en"])

    async with running(machine) as (app, pilot):
        monkeypatch.setattr(
            "wordtools.terminal.judging.layout.letters.draw", Mock(side_effect=ValueError("broken"))
        )
        await pilot.press("1")
        await app.settle()
        await pilot.pause()
        await app.settle()
        await pilot.pause()
        assert on(machine, "cannot")
        assert not app.view.page.whole
        assert app.view.page.rows[0].text.strip() == "CANNOT JUDGE. Call the director."
        assert app.is_running
