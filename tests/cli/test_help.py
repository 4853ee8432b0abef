"""The help that commands give to people and to shells."""

from __future__ import annotations

import re

import pytest

from tests.conftest import Build, Run
from wordtools.interchange.table import FORMATS

COMMANDS = [
    "build", "fetch", "pin", "recipes", "new-recipe", "import", "export", "challenge",
    "check", "log", "backup", "restore", "game", "info", "verify", "key", "sign", "words",
    "why", "diff", "merge", "tag", "expurgate", "serve", "judge", "play", "rules", "plays",
    "search", "decide", "read", "release", "stats", "graph", "list", "help", "games", "completion",
    "leaves", "match", "publish", "receipt", "table", "web",
]  # fmt: skip


def test_the_help_names_every_command(run: Run) -> None:
    shown = run("--help").stdout
    listed = shown.partition("Commands:")[2].splitlines()[1:]
    assert sorted(line.split()[0] for line in listed if line[2:3] > " ") == sorted(COMMANDS)


@pytest.mark.parametrize("group", ["", "log", "key"])
def test_a_list_of_commands_has_whole_summaries(run: Run, group: str) -> None:
    listed = run(*group.split(), "--help").stdout.partition("Commands:")[2]
    assert listed.count("\n") > 1
    assert "..." not in listed


def test_without_arguments_there_are_six_things_to_begin_with(run: Run) -> None:
    done = run()
    shown = re.findall(r"^  \S.*?  +wordtools (\w+)", done.stdout, re.MULTILINE)
    assert shown == ["challenge", "play", "search", "web", "judge", "build"]
    assert (done.returncode, done.stderr) == (2, "")
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_mistyped_command_is_told_the_nearest(run: Run) -> None:
    done = run("chalenge", "casa")
    assert (done.returncode, done.stdout) == (2, "")
    assert "No such command 'chalenge'. Did you mean 'challenge'?" in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    done = run(command, "-h")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: wordtools {command} ")
    summary = done.stdout.splitlines()[2].strip()
    assert summary[0].isupper()
    bare = [
        line for line in done.stdout.splitlines() if line.startswith("  --") and line.count(" ") < 6
    ]
    assert bare == []  # each option says what it is for


@pytest.mark.parametrize("asked", [[], ["check"], ["log", "list"]], ids=" ".join)
def test_help_is_a_command_too(run: Run, asked: list[str]) -> None:
    shown = run("help", *asked)
    assert (shown.returncode, shown.stdout) == (0, run(*asked, "--help").stdout)
    assert run(*asked, "-h").stdout == shown.stdout


def test_help_for_no_command(run: Run) -> None:
    refused = run("help", "none")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "No such command 'none'" in refused.stderr


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(run: Run, build: Build, shell: str) -> None:
    build(["casa"], "pt")
    script = run("completion", shell)
    assert script.returncode == 0
    assert f"_WORDTOOLS_COMPLETE=complete_{shell}" in script.stdout
    asked = {
        "_TYPER_COMPLETE_ARGS": "wordtools challenge -l li",
        "COMP_WORDS": "wordtools challenge -l li",
        "COMP_CWORD": "3",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    completed = run(_WORDTOOLS_COMPLETE=f"complete_{shell}", **asked)
    assert re.findall(r"\w+", completed.stdout)[-1] == "list"


def test_the_help_of_import_and_export_names_the_formats(run: Run) -> None:
    for command, fits in {
        "import": [each.name for each in FORMATS if each.is_readable],
        "export": [each.name for each in FORMATS if each.write],
    }.items():
        shown = " ".join(run(command, "-h").stdout.split()).replace("- ", "-")
        assert f"Formats: {', '.join(fits)}." in shown
