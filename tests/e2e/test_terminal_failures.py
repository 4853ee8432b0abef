"""A terminal whose lexicon, log or options fail judges nothing and says why."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.e2e.table import COUNT, Table, rulings
from wordtools.judge.log import Log


def test_a_lexicon_that_changes_or_goes(table: Table, english: Path, tmp_path: Path) -> None:
    whole = english.read_bytes()
    table.start("-l", str(english))
    table.see(COUNT["en"])
    english.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    table.challenge("cat")
    table.see("Call the director.")
    table.go_on()
    english.unlink()
    table.challenge("cat")
    table.see("is gone", "Call the director.")
    assert rulings(tmp_path) == []


def test_a_log_that_can_only_be_read(table: Table, english: Path, tmp_path: Path) -> None:
    path = tmp_path / "rulings.db"
    Log(f"sqlite:///{path}").close()
    table.start("-l", str(english), "--log", f"sqlite:///file:{path}?mode=ro&uri=true")
    table.see("cannot be", "opened", "readonly")
    assert rulings(tmp_path) == []


def test_a_full_disk(table: Table, english: Path, tmp_path: Path) -> None:
    """No file may grow beyond a byte, until there is room again."""
    table.start("-l", str(english))
    table.see(COUNT["en"])
    limits = resource.prlimit(table.process(), resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    table.challenge("cat")
    shown = table.see("Call the director.", "cannot be written")
    assert "the play is" not in shown
    assert rulings(tmp_path) == []
    resource.prlimit(table.process(), resource.RLIMIT_FSIZE, limits)
    table.go_on()
    table.challenge("cat")
    table.see("the play is ACCEPTABLE")
    assert rulings(tmp_path) == [(True, ["CAT"])]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["-l", "nowhere.lexicon"], "nowhere.lexicon"),
        (["-l", "{lexicon}", "--log", "sqlite:////nowhere/rulings.db"], "cannot be opened"),
        (["-l", "{lexicon}", "--settings", "nowhere.toml"], "nowhere.toml"),
        (["-l", "{lexicon}", "--lang", "xx"], "stations do not speak 'xx'"),
        (["-l", "{lexicon}", "--password-file", "nowhere"], "nowhere: the password"),
    ],
)
def test_what_cannot_be_opened_is_one_sentence(
    table: Table, english: Path, options: list[str], sentence: str
) -> None:
    table.start(*(option.format(lexicon=english) for option in options))
    shown = table.see("SHELL 2")
    assert shown.startswith("wordtools: ")
    assert sentence in shown


def test_it_needs_a_terminal(run: Run, english: Path) -> None:
    done = run("judge", "-l", english)
    assert done.returncode == 2
    assert done.stderr.startswith("wordtools: a judging station needs a terminal")
