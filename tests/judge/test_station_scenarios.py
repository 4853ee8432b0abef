"""The station's state machine in Python follows the table of scenarios, key by key."""

from __future__ import annotations

import msgspec
import pytest

from tests.judge.stations import Bench, Scenario, Shown, SlowJudge, Step, read_scenarios
from wordtools.judge.settings import Settings
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import end_sentence

SCENARIOS = read_scenarios()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenario(english: Lexicon, scenario: Scenario) -> None:
    bench = Bench(english, settings=msgspec.convert(scenario.settings, Settings))
    for step in scenario.steps:
        take(bench, step)
        assert show(bench) == step.shown, f"after {step.keys or step.wait}"
    assert [record.content["challenge"]["words"] for record in bench.log.kept] == scenario.judged


def take(bench: Bench, step: Step) -> None:
    """Performs a step."""
    judge = bench.station.judge
    assert isinstance(judge, SlowJudge)
    judge.seconds, bench.log.broken, bench.log.loses = step.takes, step.fails, step.loses
    if step.keys:
        bench.clock.now += step.wait
        bench.press(*step.keys)
    else:
        bench.wait(step.wait)


def show(bench: Bench) -> Shown:
    """The state that the station shows now."""
    machine = bench.station
    answer = machine.ruling.answer if machine.ruling else ""
    note = end_sentence(machine.note) if machine.note else ""
    return Shown(machine.screen, machine.typed, note, machine.words, answer)
