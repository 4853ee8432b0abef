"""`wordtools stats` and `graph`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Build, Run

WORDS = ["chal", "llama", "llamas", "año"]


@pytest.fixture
def spanish(build: Build) -> str:
    return str(build(WORDS, "es", "--raw", name="spanish"))


def test_statistics(run: Run, spanish: str, tmp_path: Path) -> None:
    lines = run("stats", spanish, "--plot", "stats.svg", COLUMNS="50").stdout.splitlines()
    assert lines[0] == "spanish: 4 words"
    assert f"3           2  {35 * '█'}" in lines
    assert "LL          2      2     0      2" in "\n".join(lines)
    assert all(len(line) <= 50 for line in lines)
    assert (tmp_path / "stats.svg").read_text("utf-8").startswith("<svg ")
    told = json.loads(run("stats", spanish, "--json").stdout)
    assert told["by_length"] == {"3": 2, "4": 1, "5": 1}
    assert told["by_tile"]["A"] == {"words": 4, "first": 1, "last": 1, "occurrences": 6}


def test_a_graph_of_words(run: Run, spanish: str, tmp_path: Path) -> None:
    drawn = tmp_path / "dawg.svg"
    for arguments in (["--alphabet", "es", "chal"], ["-l", spanish, "chal", "perro"]):
        done = run("graph", *arguments, "-o", "dawg.svg")
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
        assert drawn.read_text("utf-8").count("<circle") == 4
    run("graph", "-l", spanish, "-o", "dawg.svg")
    assert ">Ñ<" in drawn.read_text("utf-8")
    run("graph", "--alphabet", "es", "-", "-o", "dawg.svg", input="chal\nal\n")
    assert drawn.read_text("utf-8").count("<circle") == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["stats", "list", "--plot", "stats.png"], "stats.png: pictures are SVG files"),
        (["graph", "cat", "-o", "cat.png", "--alphabet", "en"], "pictures are SVG files"),
        (["graph", "cat", "-o", "cat.svg"], "choose either --alphabet (such as en)"),
        (["graph", "cat", "-o", "cat.svg", "--alphabet", "xx"], "xx"),
        (["graph", "c4t", "-o", "cat.svg", "--alphabet", "en"], "no English tile shows 4"),
        (["graph", "-o", "cat.svg", "--alphabet", "en"], "there are no words"),
        (["graph", "gato", "-o", "cat.svg", "-l", "list"], "list has none of these words"),
    ],
)
def test_what_cannot_be_drawn(
    run: Run, build: Build, tmp_path: Path, arguments: list[str], said: str
) -> None:
    build(["chal"], "es")
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert not list(tmp_path.glob("*.svg"))
