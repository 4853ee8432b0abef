"""A station's location, in words."""

from __future__ import annotations

import pytest

from wordtools.judge.location import Location
from wordtools.messages import Messages


@pytest.mark.parametrize(
    ("station", "table", "shown"),
    [
        ("Table 12", "12", "Table 12 · Open"),
        ("Table 12", "2", "Table 12 · Open · table 2"),
        ("Table 12 B", "12", "Table 12 B · Open · table 12"),
        ("Hall", "12", "Hall · Open · table 12"),
        ("Hall", "", "Hall · Open"),
        ("", "12", "Open · table 12"),
    ],
)
def test_a_table_is_said_once(station: str, table: str, shown: str) -> None:
    assert Location("Open", "", table).describe(station, Messages("en")) == shown
