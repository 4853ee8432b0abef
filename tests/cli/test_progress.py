"""A command that may take seconds shows its current step on a terminal, and nowhere else."""

from __future__ import annotations

import io
from pathlib import Path
from threading import Event

import pytest

from tests.cli.screen import on_a_terminal
from tests.conftest import Build, Run
from tests.waiting import PATIENCE
from wordtools.cli import progress

WORKING = [  # a command, and the step it shows
    ("verify list", "checking list"),
    ("export list -o out.txt", "writing out.txt"),
    ("merge union list list -o m.lexicon", "making m"),
    ("tag list words.txt --category x -o t.lexicon", "making t"),
    ("expurgate list words.txt --why x -o e.lexicon", "making e"),
    ("release list -o folder", "making folder"),
    ("import words.txt --alphabet pt -o i.lexicon", "reading words.txt"),
    ("build words.txt --alphabet pt", "compiling"),
]


@pytest.fixture
def here(build: Build, tmp_path: Path) -> Path:
    build(["lição", "casa", "gato"], "pt")
    (tmp_path / "words.txt").write_text("casa\n", "utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize(("command", "step"), WORKING)
def test_a_step_is_shown_on_a_terminal(here: Path, command: str, step: str) -> None:
    seen = on_a_terminal(*command.split(), folder=here)
    assert f"\r{step}" in seen


@pytest.mark.slow
@pytest.mark.parametrize(("command", "step"), WORKING)
def test_no_step_is_shown_elsewhere(run: Run, here: Path, command: str, step: str) -> None:
    assert run(*command.split()).stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize(("command", "step"), WORKING)
def test_no_step_is_shown_if_quiet(here: Path, command: str, step: str) -> None:
    assert on_a_terminal(*command.split(), "--quiet", folder=here) == ""


def test_what_prints_as_it_works_shows_no_step_between(here: Path) -> None:
    assert "searching" not in on_a_terminal("search", "list", "pattern", "*", folder=here)


class Screen(io.StringIO):
    """A terminal that reports when it has been written to a certain number of times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times, self.reached = times, Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.times -= "at work [" in text
        if self.times == 0:
            self.reached.set()
        return super().write(text)


def test_the_clock_goes_on_during_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(5)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(progress, "TICK", 0.001)
    with progress.show_progress("at work"):
        assert screen.reached.wait(PATIENCE)


def test_steps_for_other_programs(here: Path, run: Run) -> None:
    built = run("build", "words.txt", "--alphabet", "pt", "--steps", "--quiet")
    assert built.stdout == ""
    assert built.stderr.splitlines() == ["reading words.txt", "compiling", "writing"]
