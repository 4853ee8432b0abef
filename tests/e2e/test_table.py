"""`wordtools table` in a real terminal."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import WORDTOOLS, Run
from tests.e2e.table import Table
from tests.game.players import WORDS
from tests.waiting import wait_until

Build = Callable[..., Path]


class TableScreen(Table):
    """A terminal in which a game is played."""

    def start(self, *options: str, before: str = ":") -> None:
        command = shlex.join([str(WORDTOOLS), "table", *options])
        shell = f"{before}; {command}; echo SHELL $?; exec sleep 1000"
        environment = ["TERM=screen-256color", "LC_ALL=C.UTF-8", f"WORDTOOLS_TABLE_KEY={self.key}"]
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(self.folder),
                  "env", *environment, "bash", "-c", shell)  # fmt: skip

    @property
    def key(self) -> Path:
        return self.folder / "tables.key"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableScreen]:
    table = TableScreen(tmp_path, f"table-{os.getpid()}-{tmp_path.name}")
    yield table
    table.tmux("kill-server")


@pytest.fixture
def english(build: Build) -> Path:
    return build([word.lower() for word in WORDS["en"].split()], "en")


def read_rack(shown: str) -> list[str]:
    rack = shown.partition("rack ")[2].partition(">")[0]
    return [piece[0] for piece in rack.split()]


def test_a_game_survives_being_killed(
    table: TableScreen, english: Path, run: Run, tmp_path: Path
) -> None:
    table.start("scrabble-en-us", "--seats", "Ana, Bia", "-l", str(english), "--log", "log.db")
    table.see("Press Enter to begin")
    table.press("Enter")
    table.see("press Enter when only you look")
    assert not read_rack(table.shown())
    table.press("Enter")
    rack = read_rack(table.see("F2 play"))
    assert len(rack) == 7
    table.type("-")
    table.press("Enter")
    table.see("passes", "press Enter when")
    table.press("Enter")
    other = read_rack(table.see("F2 play"))
    os.kill(table.process(), signal.SIGKILL)
    table.see("SHELL 137")
    listed = run("table", "--list", "--log", "log.db", WORDTOOLS_TABLE_KEY=str(table.key)).stdout
    name = listed.split()[0]
    assert "scrabble-en-us  playing  1 turn  Ana 0 and Bia 0" in listed or "Bia 0" in listed
    for tiles in ("".join(sorted(rack)), "".join(sorted(other))):
        assert tiles.encode() not in (tmp_path / "log.db").read_bytes()
    table.tmux("kill-session")
    table.start("--resume", name, "-l", str(english), "--log", "log.db")
    table.see("passes", "press Enter when")
    table.press("Enter")
    assert read_rack(table.see("F2 play")) == other
    table.press("F8", "F8")
    table.see("All others have lost", "won.")
    table.press("Enter")
    table.see("SHELL 0")
    done = run("log", "verify", "--log", "log.db")
    assert done.returncode == 0, done.stdout + done.stderr


def test_against_the_computer(table: TableScreen, english: Path) -> None:
    table.start(
        *("scrabble-en-us", "--seats", "Ana, computer:champion", "--mono"),
        *("-l", str(english), "--log", "log.db"),
    )
    table.see("champion will play without learned leaves", "Learn them in the background")
    table.press("n", "Enter")
    table.see("Press Enter to begin")
    table.press("Enter")

    def has_played() -> bool:
        shown = table.shown()
        if "Ana's turn" in shown and "comp " in shown:
            return True
        if "Ana's turn" in shown:
            table.press("F4")
        return False

    wait_until(has_played, lambda: table.screen())
    assert len(read_rack(table.shown())) == 7
    table.press("F7")
    table.see("The game is adjourned")
    table.press("Enter")
    table.see("Resume with: wordtools table --resume")


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ((), "name a ruleset"),
        (("scrabble-en-us", "--list"), "name a ruleset"),
        (("scrabble-en-us",), "a table needs a terminal"),
        (("--resume", "x"), "a table needs a terminal"),
    ],
)
def test_refusals(run: Run, options: tuple[str, ...], refusal: str) -> None:
    done = run("table", *options, "--log", "log.db")
    assert done.returncode == 2
    assert refusal in done.stderr
