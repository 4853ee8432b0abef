"""Tables whose draws are always the same."""

from __future__ import annotations

import pytest

from tests.table.tables import fix_draws


@pytest.fixture(autouse=True)
def same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_draws(monkeypatch)
