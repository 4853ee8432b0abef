"""Waiting ends, either with the awaited result or with a failing test."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from tests import waiting
from tests.conftest import ROOT
from tests.waiting import wait_until, wait_until_async


def test_the_outcome_is_returned() -> None:
    outcomes = iter(["", "", "there"])
    assert wait_until(lambda: next(outcomes), "it") == "there"
    outcomes = iter(["", "there"])
    assert asyncio.run(wait_until_async(lambda: next(outcomes), "it")) == "there"


def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.05)
    numbers = count()
    with pytest.raises(AssertionError, match=r"never happened: train [1-9]"):
        wait_until(lambda: next(numbers) < 0, lambda: f"train {next(numbers)}")
    with pytest.raises(AssertionError, match="never happened: a train"):
        asyncio.run(wait_until_async(bool, "a train"))


@pytest.mark.slow
def test_a_test_that_hangs_in_native_code_ends(tmp_path: Path) -> None:
    """No signal is seen in the meantime."""
    file = tmp_path / "test_hanging.py"
    hang = "import itertools\ndef test_it():\n    sum(itertools.repeat(0))\n"
    file.write_text(hang, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.hanging", "--timeout", "1", str(file)]
    done = subprocess.run(
        [*command, "-c", os.devnull, "-p", "no:cacheprovider", "-p", "no:schemathesis"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Timeout (0:00:01.5")
    assert 'test_hanging.py", line 3 in test_it' in done.stderr
