"""Makes the changes that time alone causes at a table: questions close, and clocks run out.

Each event gets the time at which it was due, so it does not matter how often a host asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from wordtools.game import events as game_events
from wordtools.game.state import GameState
from wordtools.messages.refusal import CannotJudge
from wordtools.table import events
from wordtools.table.days import count_seconds, find_deadline, find_patience
from wordtools.table.questions import OpenQuestion, list_questions
from wordtools.table.scribe import Scribe
from wordtools.table.state import Table, count_seconds_left

_Due = tuple[float, Callable[[Scribe], None]]
_JUST_OVER = 0.001
"""The number of seconds past the limit at which a player's time is recorded as up."""


def let_time_pass(scribe: Scribe, now: float) -> None:
    """Writes everything that was due by this time, in order."""
    while any(_do_next(scribe, due) for due in _list_due(scribe.table) if due[0] <= now):
        pass
    scribe.now = now


def find_next_due(table: Table, after: float = 0) -> float | None:
    """The first time later than `after` at which the table, or the set of commands that a seat may
    give, changes by itself. None if there is no such time. Changes that were due earlier but have
    not happened, such as a ruling that the lexicon cannot give, wait for a command."""
    moments = [moment for moment, _ in _list_due(table)]
    deadline = find_deadline(table)
    moments += [] if deadline is None else [deadline]
    return min((moment for moment in moments if moment > after), default=None)


def is_timed(table: Table) -> bool:
    """True while a clock is running, or while a player still has time to answer."""
    return bool(_list_due(table))


def _do_next(scribe: Scribe, due: _Due) -> bool:
    """Makes the change that is due, and returns True. Returns False for a play that cannot be
    judged, which stays in question.
    """
    moment, act = due
    scribe.now = max(moment, scribe.table.at)
    with suppress(CannotJudge):
        act(scribe)
        scribe.follow_up()
        return True
    return False


def _list_due(table: Table) -> list[_Due]:
    """The changes that are due without a command, earliest first."""
    if not isinstance(table.position, GameState) or table.is_over or table.adjourned:
        return []
    due = [*_find_answers(table), *_find_clocks(table, table.position)]
    return sorted(due, key=lambda one: one[0])


def _find_answers(table: Table) -> Iterator[_Due]:
    for question in list_questions(table):
        if question.deadline is not None:
            yield question.deadline, partial(_close, question)


def _close(question: OpenQuestion, scribe: Scribe) -> None:
    """Closes a question by counting silence as the answer."""
    match question.kind:
        case "accept":
            seconds = count_seconds(scribe.table, scribe.table.played_at, scribe.now)
            scribe.write(game_events.Ruled(scribe.rule(question.words), seconds))
        case "vote":
            name = question.waits_for[0]
            scribe.write(
                game_events.Answered(name, accepts=False, seconds=find_patience(scribe.table))
            )
        case "take-back":
            scribe.write(events.AnsweredBack(question.waits_for[0], consents=False))
        case _:
            scribe.stand()


def _find_clocks(table: Table, game: GameState) -> Iterator[_Due]:
    player = table.running
    if player is None:
        return
    left = count_seconds_left(table, player, table.since)
    if left is not None:
        used = game.used.get(player, 0) + max(0, left) + _JUST_OVER
        yield table.since + max(0, left) + _JUST_OVER, partial(_run_out, player, used)
    if game.ruleset.clock.move is not None:
        yield table.turn_since + game.ruleset.clock.move, partial(_time_out, player)


def _run_out(player: str, used: float, scribe: Scribe) -> None:
    scribe.stand()
    scribe.write(game_events.Timed(player, round(used, 3)))


def _time_out(player: str, scribe: Scribe) -> None:
    scribe.stand()
    if scribe.read_clock():
        scribe.write(game_events.Passed(player, timed_out=True))
