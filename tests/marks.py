"""The requirements of a test beyond this folder, as its marks. A test gets the mark of each fixture
that it requests, directly or through other fixtures. A test that has a requirement without a
fixture calls `need`, which fails if the test does not have the mark. `make check` skips marked
tests, so an unmarked test must require nothing that may be missing.
"""

from __future__ import annotations

import pytest

FIXTURES = {
    "compiled": "real_data",
    "raw_file": "real_data",
    "english_lines": "real_data",
    "service": "server",
    "tables": "server",
    "serve": "server",
    "browser": "browser",
    "cluster": "database",
    "table": "terminal",
    "longer": "soak",
}
"""The mark that each of these fixtures sets."""

_held: frozenset[str] | None = None
"""The marks of the running test; None outside tests."""


def mark_by_fixtures(item: pytest.Item) -> None:
    """Gives a test the marks of its fixtures."""
    for name in getattr(item, "fixturenames", ()):
        if name in FIXTURES:
            item.add_marker(FIXTURES[name])


def hold(item: pytest.Item) -> None:
    """Remembers the marks of the test that begins."""
    global _held
    _held = frozenset(mark.name for mark in item.iter_markers())


def need(mark: str) -> None:
    """Fails in a test without this mark."""
    assert _held is None or mark in _held, f"a test that needs this is marked {mark}"
