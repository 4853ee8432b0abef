"""Runs table_page.test.js under Node, which tests the computations of a table's page."""

from __future__ import annotations

from pathlib import Path

from tests.web.second_reader import run_node


def test_in_node() -> None:
    output = run_node("--test", Path(__file__).with_name("table_page.test.js"))
    assert "# fail 0" in output or "fail 0" in output
