"""Screens that are left alone clear themselves, whatever the clock does."""

from __future__ import annotations

import pytest

from tests.judge.stations import PASSWORD, Bench
from wordtools.judge.ruling import Challenge


@pytest.mark.parametrize(
    ("keys", "seconds", "after"),
    [
        (["1", "cat"], 15, "entry"),
        (["1"], 15, "count"),
        (["1", "cat", "enter"], 30, "count"),
        (["1", "cat", "enter", "tab"], 10, "count"),
        (["director"], 10, "count"),
        (["director", "x", "enter"], 1.5, "count"),
        (["director", PASSWORD, "enter"], 60, "count"),
        (["director", PASSWORD, "enter", "l"], 60, "count"),
        (["director", PASSWORD, "enter", "p"], 60, "count"),
    ],
)
def test_screens_left_alone_clear_themselves(
    bench: Bench, keys: list[str], seconds: float, after: str
) -> None:
    before = bench.press(*keys)
    assert bench.wait(seconds - 0.01) == before
    assert bench.wait(0.01) == after
    assert bench.station.typed == ""
    assert bench.station.words == []


def test_count_waits_for_ever(bench: Bench) -> None:
    assert bench.wait(1e9) == "count"


def test_a_key_begins_the_wait_anew(bench: Bench) -> None:
    bench.press("1", "ca")
    bench.wait(14)
    bench.press("t")
    bench.wait(14)
    assert bench.station.typed == "cat"


def test_a_key_that_comes_too_late_finds_the_next_screen(bench: Bench) -> None:
    bench.press("1", "cat", "enter")
    bench.clock.now += 30
    assert bench.press("tab") == "count"
    assert bench.log.kept == []


def test_a_verdict_is_deaf_at_first(bench: Bench) -> None:
    bench.press("1", "cat", "enter", "tab")
    bench.clock.now += 0.49
    assert bench.press("x") == "verdict"
    bench.clock.now += 0.01
    assert bench.press("x") == "count"


def test_a_verdict_waits_from_when_it_is_known(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the judging took, the players get their ten seconds."""
    rule = bench.station.judge.rule

    def slow(challenge: Challenge) -> object:
        bench.clock.now += 100
        return rule(challenge)

    monkeypatch.setattr(bench.station.judge, "rule", slow)
    assert bench.press("1", "cat", "enter", "tab", "x") == "verdict"
    assert bench.wait(9.9) == "verdict"
    assert bench.wait(0.1) == "count"


@pytest.mark.parametrize(
    "keys", [["1", "cat"], ["1", "cat", "enter"], ["1", "cat", "enter", "tab"]]
)
def test_a_clock_that_jumps_back_only_makes_a_wait_longer(bench: Bench, keys: list[str]) -> None:
    before = bench.press(*keys)
    typed = bench.station.typed
    assert bench.wait(-500) == before
    assert bench.station.typed == typed
    assert bench.wait(9) == before
    bench.wait(30)
    assert bench.wait(30) == "count"
