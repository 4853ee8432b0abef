"""Without the modules that only Unix has, everything works except judging at tables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, WORDTOOLS
from tests.waiting import PATIENCE

HIDDEN = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
_WITHOUT = f"""
import os, signal, sys
for name in {HIDDEN}:
    sys.modules[name] = None
for name in ("fork", "forkpty", "geteuid", "getuid", "fchmod", "O_DIRECTORY", "O_NOFOLLOW"):
    delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGTSTP"):
    delattr(signal, name)
from wordtools.cli import main
main()
"""
WORDS = "AH EAT HEAT HEN NET TEA TEN THE"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _WITHOUT, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a lexicon, compiled without those modules."""
    folder = tmp_path_factory.mktemp("portable")
    (folder / "words.txt").write_text("\n".join(WORDS.split()), "utf-8")
    done = run(folder, "build", "words.txt", "--name", "farm", "--alphabet", "en")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        ("challenge -l farm heat", 0, "YES"),
        ("challenge -l farm moo", 1, "NO"),
        ("check -l farm tea", 0, "TEA"),
        ("words farm", 0, "AH"),
        ("search -l farm anagram EAT", 0, "TEA"),
        ("verify farm", 0, ""),
        ("play scrabble-en-us -l farm 8H HEAT", 0, "YES"),
        ("plays scrabble-en-us --rack AEHT -l farm --limit 1", 0, "HEAT"),
        ("rules literki", 0, "Literki"),
    ],
)
def test_words_and_plays(folder: Path, arguments: str, code: int, shown: str) -> None:
    done = run(folder, *arguments.split())
    assert (done.returncode, shown in done.stdout) == (code, True), done.stdout + done.stderr


def test_a_file_is_written_and_read_again(folder: Path) -> None:
    for arguments in (
        "export farm --format kwg -o farm.kwg",
        "import farm.kwg --alphabet en -o again.lexicon",
        "diff farm again.lexicon --words",
    ):
        done = run(folder, *arguments.split())
        assert done.returncode == 0, done.stderr


def test_a_recorded_game(folder: Path) -> None:
    arguments = ["game", str(ROOT / "docs" / "examples" / "game.gcg"), "-l", "farm"]
    done = run(folder, *arguments)
    usual = subprocess.run([WORDTOOLS, *arguments], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (usual.returncode, usual.stdout) != (2, "")


@pytest.mark.parametrize("command", ["judge", "serve"])
def test_judging_at_tables_says_what_it_needs(folder: Path, command: str) -> None:
    done = run(folder, command, "-l", "farm")
    assert done.returncode == 2
    assert done.stderr == f"wordtools: `wordtools {command}` needs Linux or macOS.\n"
