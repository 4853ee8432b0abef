"""Opening or refusing a file always ends, and uses no more memory than the file's size justifies,
even if the file was made to do harm."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lexicon.hostile import make_costly_files

BYTES, TIMES = 50_000_000, 20
WHOLE = {
    "-all-words-of-5-letters-",
    "-no-word-out-of-all-of-5-letters-",
    "-a-field-often-",
    "-as-many-stretches-as-may-be-",
}
"""The kinds that are nevertheless lexicons."""


def measure_costs(paths: list[Path]) -> list[tuple[int, str]]:
    """The bytes and the refusal of each file, each opened in a separate process."""
    command = [sys.executable, "-m", "tests.lexicon.cost", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    costs = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(costs) == len(paths), done.stderr
    return costs


def check_cost(path: Path, taken: int, said: str) -> str:
    """The fault of a cost, or ""."""
    size = path.stat().st_size
    if taken > BYTES + TIMES * size:
        return f"{path.name}: {taken:,} bytes for {size:,}"
    if not said.isprintable() or len(said) > len(str(path)) + 300:
        return f"{path.name}: {said[:500]!r}"
    return ""


@pytest.mark.slow
def test_files_made_to_cost(tmp_path: Path) -> None:
    paths = []
    for number, (kind, data) in enumerate(make_costly_files()):
        name = "".join(c if c.isalnum() else "-" for c in ascii(kind))
        paths.append(tmp_path / f"{number}{name}.lexicon")
        paths[-1].write_bytes(data)
    costs = measure_costs(paths)
    both = list(zip(paths, costs, strict=True))
    faults = [check_cost(path, *cost) for path, cost in both]
    assert not [*filter(None, faults)]
    refused = {path.stem.strip("0123456789"): bool(said) for path, (_, said) in both}
    assert {kind for kind, so in refused.items() if not so} == WHOLE


@pytest.mark.real_data
@pytest.mark.parametrize("name", ["pt", "pl", "es", "en"])
def test_real_lexicons(compiled: Callable[[str], Path], name: str) -> None:
    path = compiled(name)
    [(taken, said)] = measure_costs([path])
    assert not check_cost(path, taken, said)
    assert not said
