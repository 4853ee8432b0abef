"""`wordtools log list`, `export` and `report`, and what all its commands share."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.log import records
from wordtools.judge.ruling import Ruling
from wordtools.log.log import Log


def test_list(run: Run, url: str, rulings: list[Ruling]) -> None:
    done = run("log", "list", "--log", url)
    assert done.returncode == 0
    lexicon, settings, first, second = done.stdout.splitlines()
    assert re.fullmatch(r" +1 .*  Lexicon: test · \w{8}", lexicon)
    assert settings.endswith("  Settings: -")
    assert first.split() == [
        "3",
        rulings[0].time,
        rulings[0].id,
        "YES",
        "CAT",
        *["Open", "/", "ruling", "1", "/", "table", "1", "/", "play", "7", "/", "Table", "1"],
    ]
    assert second.split() == ["4", rulings[1].time, rulings[1].id, "NO", "CAT", "XX", "ruling", "1"]
    assert run("log", "list", WORDTOOLS_LOG=url).stdout == done.stdout
    assert run("log", "list", "--log", url, "--after", "3").stdout.splitlines() == [second]
    assert run("log", "list", "--log", url, "--limit", "1").stdout.splitlines() == [lexicon]
    nothing = run("log", "list", "--log", url, "--after", "4")
    assert (nothing.returncode, nothing.stdout) == (1, "")
    rows = [
        json.loads(line) for line in run("log", "list", "--log", url, "--json").stdout.splitlines()
    ]
    assert [row["content"].get("acceptable") for row in rows] == [None, None, True, False]
    assert [row["act"] for row in rows][1:] == ["Settings: -", "", ""]


def test_report(run: Run, url: str, rulings: list[Ruling], tmp_path: Path) -> None:
    file = tmp_path / "open.html"
    done = run("log", "report", str(file), "--event", "Open", "--lang", "pl", "--log", url)
    assert (done.returncode, done.stdout) == (0, f"written to {file}: 1 ruling\n")
    page = file.read_text("utf-8")
    assert page.count("CAT") == 1 and "XX" not in page and "TAK" in page
    before = file.read_bytes()
    again = run("log", "report", str(file), "--log", url)
    assert again.returncode == 2 and "already exists" in again.stderr
    assert file.read_bytes() == before
    none = run("log", "report", str(tmp_path / "9.html"), "--round", "9", "--log", url)
    assert (none.returncode, none.stderr) == (1, "wordtools: no rulings match.\n")
    assert not (tmp_path / "9.html").exists()
    wrong = run("log", "report", str(tmp_path / "9.html"), "--lang", "xx", "--log", url)
    assert wrong.returncode == 2 and "choose from ca, cs, da, de, el, en, es, fr" in wrong.stderr
    log = Log(url)
    records.tamper(log, "UPDATE records SET time = '' WHERE number = 2")
    log.close()
    edited = run("log", "report", str(tmp_path / "edited.html"), "--log", url)
    assert edited.returncode == 1 and "record 2 was edited" in edited.stdout


def test_export(run: Run, url: str, rulings: list[Ruling]) -> None:
    table = run("log", "export", "--format", "csv", "--log", url)
    rows = list(csv.DictReader(io.StringIO(table.stdout)))
    assert [(row["words"], row["answer"], row["void"]) for row in rows] == [
        ("", "", ""),
        ("", "", ""),
        ("CAT", "YES", "no"),
        ("CAT XX", "NO", "no"),
    ]
    lines = run("log", "export", "--format", "json", "--log", url)
    assert [row["id"] for row in json.loads(lines.stdout)][2:] == [each.id for each in rulings]
    assert (rows[0]["lexicon"], rows[0]["edition"]) == ("test", "test")
    assert rows[0]["digest"] == rulings[0].digest
    assert rows[1]["act"] == "Settings: -"
    assert run("log", "export", "--format", "xml", "--log", url).returncode == 2
    assert run("log", "export", "--log", url).returncode == 2


def test_a_path_is_a_log(run: Run, rulings: list[Ruling]) -> None:
    assert run("log", "list", "--log", "rulings.db").stdout.count("\n") == 4
    none = run("log", "list", "--log", "none.db")
    mend = "name the log with --log or WORDTOOLS_LOG"
    why = f"there is no such file; {mend}"
    assert none.stderr == f"wordtools: the log none.db cannot be opened: {why}.\n"
    for odd in ("sqlite:rulings.db", "mysql://x", ""):
        assert run("log", "list", "--log", odd).returncode == 2


WITH_WARNING = """
import sys, warnings
from wordtools import cli
from wordtools.log.log import Log

opened = Log.__init__
Log.__init__ = lambda *a, **b: warnings.warn("odd") or opened(*a, **b)
sys.argv = ["wordtools", "log", "list"]
cli.main()
"""


@pytest.mark.slow
def test_warnings_of_python_are_for_those_who_ask(url: str, rulings: list[Ruling]) -> None:
    for option, shown in ((), False), (("-W", "default"), True):
        done = subprocess.run(
            [sys.executable, *option, "-c", WITH_WARNING],
            env={**os.environ, "WORDTOOLS_LOG": url}, capture_output=True, text=True,
        )  # fmt: skip
        assert (done.returncode, "odd" in done.stderr) == (0, shown), done.stderr


@pytest.mark.parametrize("command", ["list", "verify", "export --format csv", "void x --why y"])
def test_no_log(run: Run, command: str, tmp_path: Path) -> None:
    done = run("log", *command.split(), "--log", f"sqlite:///{tmp_path}/none.db")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no such file; name the log with --log or WORDTOOLS_LOG" in done.stderr
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("command", ["list", "verify", "export", "report", "void", "copy"])
def test_help(run: Run, command: str) -> None:
    done = run("log", command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
