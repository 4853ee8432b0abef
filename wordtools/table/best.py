"""The best results that people have achieved under a ruleset, such as a level of ScrabbleAR."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from wordtools.game.events import Name
from wordtools.log.log import Log
from wordtools.table.events import Closed, Opened
from wordtools.table.host import OPENING, name_event
from wordtools.table.names import read_names

T = TypeVar("T")
_MOST_TABLES = 10_000
"""The number of tables that are searched for results, beginning with the latest in the log."""


class Result(Struct, frozen=True):
    """A person's points in a game that has ended, and the id of the game's table."""

    points: int
    name: Name
    table: str


def list_best(log: Log, ruleset: str, limit: int = 10) -> list[Result]:
    """The best results under this ruleset without changes, best first. Of equal results, the latest
    comes first. A game does not count for a person who has no points, who resigned, or who lost in
    another way before the end. Raises `LogError`."""
    return sorted(_list_results(log, ruleset), key=lambda result: -result.points)[:limit]


def _list_results(log: Log, ruleset: str) -> Iterator[Result]:
    for record in log.find_latest(OPENING, _MOST_TABLES):
        opened = _read(record.content.get("event"), Opened)
        if opened is None or opened.ruleset_name != ruleset or opened.changes:
            continue
        last = log.find_last_in_event(name_event(opened.table))
        closed = _read(last.content.get("event"), Closed) if last else None
        if closed is None:
            continue
        names = read_names(log, opened)
        if names is not None:
            opened, closed = names.show(opened), names.show(closed)
        for seat in opened.seats:
            gave_up = closed.reason == "lost" and seat.name not in closed.winners
            points = closed.scores[seat.name]
            if seat.kind != "computer" and not opened.practice and not gave_up and points > 0:
                yield Result(points, seat.name, opened.table)


def _read(event: object, kind: type[T]) -> T | None:
    """Returns the event in a record, if the event is of this kind."""
    try:
        return msgspec.convert(event, kind)
    except msgspec.ValidationError:
        return None
