"""All users get the same test results, regardless of their environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Build

PART = [
    "cli/test_challenge.py",
    "cli/test_commands.py",
    "cli/test_play.py",
    "terminal/judging/test_terminal.py",
    "test_folders.py",
]
"""Tests on which users' variables have an effect, and which run the program in every possible
way."""


@pytest.mark.slow
def test_the_users_environment_changes_no_test(build: Build, tmp_path: Path) -> None:
    lexicon = build(["lição", "casa"], "pt", name="pt")
    home = tmp_path / "home"
    kept = home / ".local" / "share" / "wordtools" / "lexicons"
    kept.mkdir(parents=True)
    shutil.copy(lexicon, kept / "own.lexicon")
    shutil.copy(lexicon, kept / "list.lexicon")
    odd = {
        "COLUMNS": "37",
        "FORCE_COLOR": "1",
        "HOME": str(home),
        "LANG": "tr_TR.ISO-8859-9",
        "LC_ALL": "tr_TR.ISO-8859-9",
        "LINES": "5",
        "NO_COLOR": "1",
        "PYTHONHASHSEED": "7",
        "PYTHONIOENCODING": "latin-1",
        "PYTHONOPTIMIZE": "2",
        "PYTHONPATH": str(home),
        "PYTHONUTF8": "0",
        "PYTHONWARNINGS": "error",
        "TERM": "dumb",
        "TERMINAL_WIDTH": "20",
        "TZ": "Pacific/Chatham",
        "WORDTOOLS_DEBUG": "1",
        "WORDTOOLS_LEXICON": "own",
        "WORDTOOLS_LEXICONS": str(kept),
        "WORDTOOLS_LOG": "postgresql://127.0.0.1:9/none",
        "WORDTOOLS_RAW": str(home / "raw"),
        "XDG_CACHE_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "XDG_DATA_HOME": str(home / ".local" / "share"),
    }
    of_pytest = {name for name in os.environ if name.startswith("PYTEST_")}
    kept_names = os.environ.keys() - of_pytest
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--numprocesses", "1"),
            *(
                "--hypothesis-profile",
                "quick",
                "-m",
                "not (slow or real_data or server or terminal)",
            ),
            *(f"tests/{name}" for name in PART),
        ],
        cwd=ROOT,
        env={name: os.environ[name] for name in kept_names} | odd,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-5000:]
