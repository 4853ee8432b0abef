"""A log whose draws are always the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.tables import fix_draws
from wordtools.log.log import Log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    fix_draws(monkeypatch)
    records = Log(str(tmp_path / "log.db"))
    yield records
    records.close()
