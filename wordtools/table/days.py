"""Keeps time in correspondence games, and in games that a player has left.

Each turn has a number of hours. The table's holidays and the player's own days off do not count.
Days are counted in UTC, so clock changes have no effect. When a deadline passes, nothing happens by
itself: the opponents may then claim the game, adjourn it, or discard it.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from wordtools.errors import GameError
from wordtools.game.state import IllegalEvent
from wordtools.lingo.game import LingoGame
from wordtools.table.state import Table

MOST_DAYS_OFF = 14
"""The maximum number of days that a player may take off in a game."""
MOST_HOLIDAYS = 62
PATIENCE = 60
"""The number of seconds for which a play waits if the rules set no limit. A play may wait for
votes, for consent to be taken back or, once its player has gone out, for a challenge."""
_ABSENCE = 24.0
"""The number of hours after which a player is considered to have left, in games that set no hours
for each turn."""
_HOUR, _DAY = 3600, 86_400

Interval = tuple[float, float]


def read_days(first: str, last: str, most: int) -> Interval:
    """The times at which days off (`2026-12-24`, in UTC) begin and end. Raises `IllegalEvent` if
    the text is not in this form, or if there are more days than allowed.
    """
    try:
        days = [datetime.date.fromisoformat(day) for day in (first, last)]
    except ValueError:
        sentence = "Write the first and the last day off, as in 2026-12-24 2026-12-26"
        raise IllegalEvent("days off", sentence) from None
    count = (days[1] - days[0]).days + 1
    if count < 1:
        raise IllegalEvent("days off", "The last day off comes before the first")
    if count > most:
        sentence = f"{count} days off are too many; at most {most} are left"
        raise IllegalEvent("days off", sentence)
    begin = datetime.datetime.combine(days[0], datetime.time(), datetime.UTC).timestamp()
    return begin, begin + count * _DAY


def count_days_left(table: Table, player: str) -> int:
    """The days that a player may still take off."""
    taken = sum(end - begin for begin, end in _list_rests(table, player))
    return MOST_DAYS_OFF - round(taken / _DAY)


def find_patience(table: Table) -> float:
    """The number of seconds for which a play waits for answers if the rules set no limit."""
    hours = table.opened.hours
    return PATIENCE * table.opened.slower if hours is None else hours * _HOUR


def end_window(table: Table, since: float, seconds: float) -> float:
    """The time at which a window of this length ends, not counting holidays."""
    return _count_on(since, seconds, _list_holidays(table))


def count_seconds(table: Table, since: float, until: float) -> float:
    """How much of the time between two moments counts towards windows (in seconds, rounded to
    milliseconds)."""
    off = sum(
        max(0.0, min(end, until) - max(begin, since))
        for begin, end in _unite(_list_holidays(table))
    )
    return round(until - since - off, 3)


def find_player_awaited(table: Table) -> str | None:
    """The player whose turn it is; None while a play is in question, and before and after the
    game."""
    if isinstance(table.position, LingoGame):
        return None if table.adjourned or table.is_over else table.position.mover
    return table.running


def find_deadline(table: Table) -> float | None:
    """The time by which a person must move; None if no person's move is awaited."""
    player = find_player_awaited(table)
    seat = table.find_seat(player) if player else None
    if player is None or seat is None or seat.kind == "computer":
        return None
    hours = table.opened.hours or _ABSENCE
    off = [*_list_holidays(table), *_list_rests(table, player)]
    return _count_on(table.turn_since, hours * _HOUR, off)


def find_absent(table: Table, now: float) -> str | None:
    """The player who has exceeded the time for a turn, or None."""
    deadline = find_deadline(table)
    return find_player_awaited(table) if deadline is not None and now >= deadline else None


def check_days(table: Table) -> None:
    """Raises `WordtoolsError` for holidays that a table cannot have."""
    opened = table.opened
    if opened.holidays is not None:
        if opened.hours is None:
            raise GameError("holidays need hours for each turn", "setting")
        read_days(*opened.holidays, MOST_HOLIDAYS)


def _list_holidays(table: Table) -> list[Interval]:
    days = table.opened.holidays
    return [] if days is None else [read_days(*days, MOST_HOLIDAYS)]


def _list_rests(table: Table, player: str) -> list[Interval]:
    return [read_days(*days, MOST_DAYS_OFF) for days in table.rests.get(player, ())]


def _unite(intervals: Iterable[Interval]) -> list[Interval]:
    """The intervals in order, with overlapping intervals merged."""
    united: list[Interval] = []
    for begin, end in sorted(intervals):
        if united and begin <= united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        else:
            united.append((begin, end))
    return united


def _count_on(since: float, seconds: float, off: Iterable[Interval]) -> float:
    """The time at which this many seconds have passed, not counting days off."""
    moment = since
    for begin, end in _unite(off):
        if end <= moment:
            continue
        if begin > moment:
            if moment + seconds <= begin:
                break
            seconds -= begin - moment
        moment = end
    return moment + seconds
