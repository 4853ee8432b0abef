"""One row about a document."""

from __future__ import annotations

from typing import NamedTuple


class Fact(NamedTuple):
    """One row."""

    quote: str
    ruleset: str
    place: str
    value: object
