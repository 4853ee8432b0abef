"""Invoking commands: lexicons by name, exit codes, JSON, closed pipes; and the commands that
describe a lexicon."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import wordtools
from tests.cli.conftest import WORDS
from tests.cli.screen import on_a_terminal
from tests.conftest import ROOT, WORDTOOLS, Build, Run
from tests.waiting import PATIENCE
from wordtools import version
from wordtools.lexicon.manifest import FORMAT


def test_version(run: Run) -> None:
    told = run("--version").stdout
    begins = f"wordtools {wordtools.__version__} (commit "
    ends = f", lexicon format {FORMAT})\n"
    assert told.startswith(begins) and told.endswith(ends)
    commit = told.removeprefix(begins).removesuffix(ends).removesuffix("-dirty")
    git = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    if (ROOT / ".git").exists():
        head = subprocess.run(git, capture_output=True, text=True, check=True).stdout
        assert commit and head.startswith(commit)


def test_the_commit_of_a_package_was_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version, "_PACKAGE", tmp_path)
    assert version.find_commit() == ""
    (tmp_path / "commit.txt").write_text("0123456789ab\n", "utf-8")
    assert version.find_commit() == "0123456789ab"


def test_python_runs_it_as_a_module(run: Run) -> None:
    command = [sys.executable, "-m", "wordtools", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, run("--version").stdout)


def test_the_lexicons_and_editions_are_listed(run: Run, pt: Path, tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    pt.with_name("broken.lexicon").write_text("no lexicon")
    copy = tmp_path / "more" / "copy-of-the-list.lexicon"
    copy.write_bytes(pt.read_bytes())
    rows = run("list", WORDTOOLS_LEXICONS="more").stdout.splitlines()
    names = [row.split()[0] for row in rows if row[0] != " "]
    assert names == ["broken", "list", "copy-of-the-list"]
    numbers = [re.search(r"(3|-)(?=  |$)", row) for row in rows]
    assert len({number and number.end() for number in numbers}) == 1  # in one column
    assert "build/broken.lexicon" in rows[0] and rows[1].split() == [
        "list",
        "3",
        str(pt.relative_to(tmp_path)),
    ]
    broken, whole, elsewhere = json.loads(run("list", "--json", WORDTOOLS_LEXICONS="more").stdout)
    assert broken["error"] and (whole["words"], elsewhere["path"]) == (
        3,
        "more/copy-of-the-list.lexicon",
    )


def test_no_lexicons(run: Run) -> None:
    none = run("list")
    assert (none.returncode, none.stdout) == (2, "")
    assert "`wordtools build pt`" in none.stderr
    assert run("list", "--json").stdout == "[]\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["challenge", "-l", "list", "casa"], 0),
        (["challenge", "-l", "list", "casa", "lição"], 0),
        (["challenge", "-l", "list", "casas"], 1),
        (["challenge", "-l", "list", "casa", "casas"], 1),
        (["challenge", "-l", "list", "kiwi"], 2),
        (["challenge", "-l", "list", "casas", "kiwi"], 2),
        (["challenge", "-l", "list", "casa "], 2),
        (["challenge", "-l", "list", "a"], 2),
        (["challenge", "-l", "list", "a" * 16], 2),
        (["challenge", "-l", "list", "a" * 999], 2),
        (["challenge", "-l", "list", ""], 2),
        (["challenge", "-l", "list"], 2),
        (["challenge", "-l", "none", "casa"], 2),
        (["challenge", "casa"], 2),
        (["check", "-l", "list", "casa", "gato"], 0),
        (["check", "-l", "list", "casa", "casas"], 1),
        (["check", "-l", "list", "kiwi"], 1),
        (["check", "-l", "none", "casa"], 2),
        (["info", "list"], 0),
        (["info", "none"], 2),
        (["verify", "list"], 0),
        (["verify", "none"], 2),
        (["words", "list"], 0),
        (["words", "list", "--prefix", "zz"], 0),
        (["words", "list", "--prefix", "k"], 2),
        (["words", "list", "--length", "x"], 2),
        (["words", "list", "--category", "none"], 2),
        (["why", "list", "lição"], 0),
        (["why", "list", "Lisboa"], 1),
        (["why", "list", "never"], 1),
        (["why", "none", "casa"], 2),
        (["diff", "list", "list"], 0),
        (["diff", "list", "none"], 2),
        (["build", "list.txt", "--alphabet", "pt"], 0),
        (["build", "list.txt"], 2),
        (["build", "none"], 2),
        (["build"], 2),
        (["fetch", "none"], 2),
        (["fetch"], 2),
        (["pin", "none"], 2),
        (["pin"], 2),
        (["none"], 2),
        (["--none"], 2),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_exit_codes(run: Run, pt: Path, arguments: list[str], code: int) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert bool(done.stderr) == (code == 2 or arguments[0] == "diff")
    if code == 2:
        assert done.stdout == ""


def test_a_build_prints_the_digest_and_info_the_counts_by_length(run: Run, pt: Path) -> None:
    shown = run("info", "list").stdout
    assert "by length     4: 2, 5: 1\n" in shown
    digest = json.loads(run("info", "--json", "list").stdout)["digest"]
    assert f"  digest: {digest}\n" in run("build", "list.txt", "--alphabet", "pt").stdout


def test_the_environment_can_name_the_lexicon(run: Run, pt: Path) -> None:
    assert run("challenge", "casa", WORDTOOLS_LEXICON="list").returncode == 0
    elsewhere = pt.parent.rename(pt.parents[1] / "elsewhere")
    assert run("challenge", "casa", "-l", "list").returncode == 2
    found = run("challenge", "casa", "-l", "list", WORDTOOLS_LEXICONS=str(elsewhere))
    assert found.stdout == "YES\n"


@pytest.mark.parametrize(
    ("first", "option"),
    [
        ("challenge list casa gato", "challenge -l list casa gato"),
        ("check list casa", "check casa -l list"),
        ("search list prefix ca", "search prefix ca --lexicon=list"),
        ("search list", "search -l list"),
        ("info list", "info -l list"),
        ("verify list", "verify --lexicon list"),
        ("words list --length 4", "words -l list --length 4"),
        ("why list casa", "why casa -l list"),
        ("stats list", "stats -l list"),
        ("diff new list", "diff -l new -l list"),
        ("diff new list", "diff list -l new"),
        ("export list -o x.txt", "export -l list -o x.txt"),
        ("release list -o x", "release -l list -o y"),
        ("tag list list.txt --category a -o x.lexicon",
         "tag list.txt -l list --category a -o x.lexicon"),
        ("merge union list new -o x.lexicon", "merge union -l list new -o x.lexicon"),
    ],
)  # fmt: skip
def test_a_lexicon_is_named_first_or_with_an_option(
    run: Run, pt: Path, build: Build, first: str, option: str
) -> None:
    build([*WORDS, "rato"], "pt", name="new")
    done, again = run(*first.split()), run(*option.split())
    assert done.returncode == again.returncode < 2, again.stderr
    assert done.stdout == again.stdout.replace("y/", "x/")
    command, *rest = first.removesuffix("-o x").split()
    if rest[0] == "list":
        folder = ["-o", "z"] if first.endswith("-o x") else []
        usual = run(command, *rest[1:], *folder, WORDTOOLS_LEXICON="list")
        assert usual.returncode == done.returncode
        assert usual.stdout.replace("z/", "x/") == done.stdout


def test_a_word_is_not_taken_for_a_lexicon_nor_a_lexicon_for_a_word(run: Run, build: Build) -> None:
    """Ambiguous names are refused, because a wrong guess would be a wrong ruling."""
    build(["casa", "gato"], "pt", name="casa")
    build(["rato"], "pt", name="usual")
    usual = {"WORDTOOLS_LEXICON": "usual"}
    refused = run("challenge", "casa", "gato", **usual)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "'casa' is a lexicon, but $WORDTOOLS_LEXICON names another; choose" in refused.stderr
    assert run("challenge", "-l", "usual", "casa", "gato", **usual).stdout == "NO\n"
    assert run("challenge", "-l", "casa", "casa", "gato", **usual).stdout == "YES\n"
    assert run("challenge", "casa", **usual).stdout == "NO\n"
    assert run("challenge", "casa", "gato").stdout == "YES\n"
    assert "'casa' is a lexicon, and no words follow" in run("challenge", "casa").stderr
    assert "Missing option '--lexicon'" in run("challenge", "gato").stderr
    for command in ("judge", "serve", "publish"):
        mixed = run(command, "casa", "-l", "usual")
        assert mixed.returncode == 2
        assert "'casa' is an argument, but -l names another lexicon" in mixed.stderr
    assert "unexpected extra argument(s) (gato)" in run("why", "-l", "casa", "casa", "gato").stderr


def test_json(run: Run, pt: Path, build: Build) -> None:
    build([*WORDS, "rato"], "pt", name="new")
    ruling = json.loads(run("challenge", "--json", "-l", "list", "lição", "Casa").stdout)
    digest = json.loads(run("info", "--json", "list").stdout)["digest"]
    assert ruling == {
        "ruling": "YES",
        "words": ["LIÇAO", "CASA"],
        "lexicon": "list",
        "edition": "list",
        "digest": digest,
    }
    assert json.loads(run("verify", "--json", "list").stdout)["words"] == 3
    story = json.loads(run("why", "--json", "list", "Lisboa").stdout)
    (rejected,) = story["rejected"]
    assert (rejected["reason"], rejected["origin"]["line"]) == ("proper-noun", 4)
    rows = run("check", "--json", "-l", "list", "casa", "casas").stdout.splitlines()
    assert list(map(json.loads, rows)) == [
        {"word": "casa", "valid": True, "spelling": "CASA", "categories": []},
        {"word": "casas", "valid": False, "note": ""},
    ]
    build(["casa"], "pt", "--category", "home", name="categorised")
    told = json.loads(run("check", "--json", "-l", "categorised", "Casa").stdout)
    assert (told["spelling"], told["categories"]) == ("CASA", ["home"])
    (change,) = run("diff", "--json", "list", "new").stdout.splitlines()
    assert json.loads(change)["word"] == "RATO"
    (report,) = json.loads(run("build", "list.txt", "--alphabet", "pt", "--json").stdout)
    assert (report["read"], report["accepted"]) == (6, 3)
    broken = run("challenge", "--json", "-l", "list", "kiwi")
    assert json.loads(broken.stdout)["ruling"] == "CANNOT JUDGE"
    assert broken.returncode == 2


def test_words(run: Run, pt: Path) -> None:
    assert run("words", "list").stdout == "CASA\nGATO\nLIÇAO\n"
    assert run("words", "list", "--length", "5").stdout == "LIÇAO\n"
    assert run("words", "list", "--length", "1..4", "--prefix", "ga").stdout == "GATO\n"
    assert run("words", "list", "--prefix", "q").stdout == ""


def test_why(run: Run, pt: Path) -> None:
    assert run("why", "list", "lição").stdout.startswith("accepted  as LIÇAO (no category)\n")
    assert run("why", "list", "xix").stdout.startswith("rejected  roman-numeral: ")
    assert run("why", "list", "pato").stdout.startswith("pato was never read: ")


def test_why_says_what_it_reads(run: Run, pt: Path, tmp_path: Path) -> None:
    """The step is shown only on a terminal, and is erased in the end."""
    seen = on_a_terminal("why", "list", "lição", folder=tmp_path)
    assert "reading list.rejected.tsv.gz" in seen
    assert seen.endswith(run("why", "list", "lição").stdout)
    assert run("why", "list", "lição").stderr == ""


def test_why_looks_beyond_the_edition(run: Run, tmp_path: Path) -> None:
    """A word of another edition was read, and the message must not deny that."""
    (tmp_path / "one.txt").write_text("casa\n", "utf-8")
    (tmp_path / "x.toml").write_text(
        """
        name = "x"
        title = "x"
        alphabet = "pt"
        categories = { one = "1", two = "2" }
        editions = { first = { include = ["one"] }, second = { include = ["two"] } }
        inputs = [{ format = "list", file = { path = "one.txt" }, categories = ["one"] }]
        """,
        "utf-8",
    )
    assert run("build", "x.toml").returncode == 0
    assert run("why", "first", "casa").stdout.startswith("accepted  as CASA (one)\n")
    assert "never read" not in run("why", "second", "casa").stdout


def test_verify(run: Run, pt: Path) -> None:
    assert run("verify", pt).stdout.startswith(f"{pt}: intact, 3 words, digest ")
    data = pt.read_bytes()
    for damage in (
        b"",
        data[:-1],
        data[: len(data) // 2],
        b"x" + data,
        data.replace(b"list", b"lost"),
    ):
        pt.write_bytes(damage)
        for command in (["verify", pt], ["info", pt], ["challenge", "-l", pt, "casa"]):
            done = run(*command)
            assert (done.returncode, done.stdout) == (2, "")
            assert str(pt) in done.stderr


def test_diff(run: Run, build: Build, tmp_path: Path) -> None:
    build(["casa", "gato", "pato"], "pt", "--category", "old", name="old")
    build(["casa", "gato", "rato", "bola"], "pt", "--category", "new", name="new")
    done = run("diff", "old", "new")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "- PATO",
        "+ BOLA",
        "+ RATO",
        "~ CASA\told → new",
        "~ GATO\told → new",
    ]
    assert done.stderr == "2 added, 1 removed, 2 recategorised\n"


def test_diff_of_words_alone(run: Run, build: Build) -> None:
    """Categories make no difference, and do not affect the exit code."""
    build(["casa", "gato", "pato"], "pt", "--category", "old", name="old")
    build(["casa", "gato", "rato"], "pt", "--category", "new", name="new")
    build(["casa", "gato", "pato"], "pt", name="bare")
    done = run("diff", "--words", "old", "new")
    assert (done.returncode, done.stdout) == (1, "- PATO\n+ RATO\n")
    assert done.stderr == "1 added, 1 removed\n"
    lines = run("diff", "--words", "--by-length", "old", "new").stdout.splitlines()
    assert lines == ["4 tiles: 1 added, 1 removed", "- PATO", "+ RATO"]
    page = run("diff", "--words", "--markdown", "old", "new").stdout
    assert "| all | 1 | 1 | 3 |" in page and "categor" not in page
    same = run("diff", "--words", "old", "bare")
    assert (same.returncode, same.stdout, same.stderr) == (0, "", "0 added, 0 removed\n")


def test_diff_of_two_alphabets_is_refused(run: Run, pt: Path, es: Path) -> None:
    """The same letters are on different tiles, so such words cannot be compared."""
    done = run("diff", "list", "es")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Spanish" in done.stderr


def test_quiet(run: Run, pt: Path, tmp_path: Path) -> None:
    done = run("build", "list.txt", "--alphabet", "pt", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (tmp_path / "x.toml").write_text(
        'name = "x"\ntitle = "x"\nalphabet = "pt"\n'
        'inputs = [{ format = "list", file = { path = "list.txt" } }]\n',
        "utf-8",
    )
    done = run("fetch", "x.toml", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    loud = run("fetch", "x.toml")
    assert loud.stdout == "x: 1 raw file in place\n"


def test_one_word_is_not_one_words(run: Run, build: Build) -> None:
    one = build(["casa"], "pt", "--category", "home", name="one")
    said = [
        run("verify", "one").stdout,
        run("info", "one").stdout,
        run("stats", "one").stdout,
        run("export", "one", "-o", "one.json").stdout,
        run("merge", "union", "one", "one", "-o", "x.lexicon").stdout,
        run("diff", "one", "x.lexicon", "--markdown").stdout,
    ]
    assert run("release", "one", "-o", "released").returncode == 0
    said.append((one.parents[1] / "released" / "README.md").read_text("utf-8"))
    assert [text for text in said if "1 word" not in text or "1 words" in text] == []


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["words", "check", "diff", "challenge"])
@pytest.mark.slow
def test_a_reader_that_has_seen_enough(
    run: Run, build: Build, unbuffered: str, command: str, tmp_path: Path
) -> None:
    """There is no traceback, and never an exit code that looks like an answer."""
    letters = "aeioubcdlmnprst"
    many = [a + b + c + d for a in letters for b in "aeiou" for c in letters for d in "aeiou"]
    build(many, "pt", name="many")
    build(["casa"], "pt", name="one")
    arguments = {
        "words": ["words", "many"],
        "check": ["check", "-l", "many", "-"],
        "diff": ["diff", "many", "one"],
        "challenge": ["challenge", "-l", "one", "casa"],
    }[command]
    reading, writing = os.pipe()
    os.close(reading)  # as if `head` had already ended
    done = subprocess.run(
        [WORDTOOLS, *arguments],
        cwd=tmp_path,
        input="\n".join(many * 3).encode(),
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        timeout=PATIENCE,
    )
    os.close(writing)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
    assert done.returncode == -signal.SIGPIPE


@pytest.mark.parametrize("fault", ["raise ImportError('it is broken')", "raise MemoryError"])
def test_what_cannot_be_loaded_rules_on_nothing(tmp_path: Path, fault: str) -> None:
    """The command prints no traceback, and does not exit with 1, which would read as NO."""
    (tmp_path / "msgspec.py").write_text(fault)
    program = "from wordtools.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "challenge", "-l", "list", "casa"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("wordtools: ") and "Traceback" not in done.stderr
