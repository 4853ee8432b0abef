"""Lexicons for stations."""

from tests.judge.stations import lexicons

__all__ = ["lexicons"]  # a fixture
