"""No file may grow by even a byte, until there is room again."""

from __future__ import annotations

import resource
import sqlite3
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.e2e.table import COUNT, PASSWORD, Table, rulings
from tests.log.databases import Cluster
from tests.log.proxy import Proxy
from wordtools.log.log import Log


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
    """In the meantime, the players are informed and the director can leave; then the station
    continues.
    """
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
    table.see("The play is ACCEPTABLE")
    assert rulings(tmp_path) == [(True, ["CAT"])]


def test_a_log_that_is_taken_and_put_back(table: Table, english: Path, tmp_path: Path) -> None:
    path, aside = tmp_path / "rulings.db", tmp_path / "aside.db"
    table.start("-l", str(english))
    table.see(COUNT["en"])
    table.challenge("cat")
    table.see("The play is ACCEPTABLE", "Ruling 1 (#2),")
    path.rename(aside)
    table.go_on()
    table.challenge("cat")
    table.see("rulings.db is gone", "Call the director.")
    Log(str(tmp_path / "other.db")).close()
    (tmp_path / "other.db").rename(path)
    table.go_on()
    table.challenge("dog")
    shown = table.see("replaced or changed by another program")
    assert "the play is" not in shown
    aside.rename(path)
    table.go_on()
    table.challenge("dog")
    table.see("The play is ACCEPTABLE", "Ruling 2 (#3),")
    with sqlite3.connect(path) as other:
        other.execute("DELETE FROM records WHERE number = 3")
        kept = "SELECT number, hash FROM records WHERE number = 2"
        other.execute(f"UPDATE head SET (number, hash) = ({kept})")
    table.go_on()
    table.challenge("dog")
    table.see("ends at record 2, but record 3")
    assert rulings(tmp_path) == [(True, ["CAT"])]


def test_a_database_that_goes_silent(table: Table, english: Path, cluster: Cluster) -> None:
    """In the meantime, the players are informed and the director can leave; then the station
    continues.
    """
    url = cluster.new()
    proxy = Proxy(cluster.socket)
    try:
        table.start("-l", str(english), "--log", proxy.through(url))
        table.see(COUNT["en"])
        with proxy.silent():
            table.challenge("cat")
            shown = table.see("does not answer", "Call the director.")
            assert "the play is" not in shown
            table.go_on()
            table.press("C-d")
            table.see("Director's password")
            table.type(PASSWORD)
            table.press("Enter")
            table.see("close the station")
            table.press("Escape")
            table.see(COUNT["en"])
        table.challenge("cat")
        table.see("The play is ACCEPTABLE")
    finally:
        proxy.close()
    log = Log(url, make=False)
    assert log.verify().faults == []
    log.close()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["-l", "nowhere.lexicon"], "nowhere.lexicon"),
        (["-l", "{lexicon}", "--log", "sqlite:////nowhere/rulings.db"], "cannot be opened"),
        (["-l", "{lexicon}", "--settings", "nowhere.toml"], "nowhere.toml"),
        (["-l", "{lexicon}", "--lang", "xx"], "stations have no messages in 'xx'"),
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
