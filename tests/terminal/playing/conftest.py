"""A log whose draws are always the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from wordtools.log.log import Log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    numbers = count(1)  # the same draws each time

    def draw_number(size: int) -> str:
        return f"{next(numbers):0{2 * size}x}"

    monkeypatch.setattr("wordtools.table.host.secrets.token_hex", draw_number)
    records = Log(str(tmp_path / "log.db"))
    yield records
    records.close()
