"""Opening or resuming a table in a terminal, and playing there."""

from __future__ import annotations

import getpass
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from wordtools.cli.language import guess_language
from wordtools.cli.opponents import offer_leaves
from wordtools.cli.tables.records import describe_scores
from wordtools.errors import WordtoolsError
from wordtools.folders import choose_table_key
from wordtools.lexicon.find import open_edition
from wordtools.log.log import Log
from wordtools.messages.table import load_sentences
from wordtools.players.at_table import ComputerSeat
from wordtools.players.hints import find_plays
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.table.best import list_best
from wordtools.table.events import Seat
from wordtools.table.host import TableHost, list_tables, open_record, read_table
from wordtools.table.sealing import read_key
from wordtools.table.settings import check_changes, read_changes
from wordtools.table.table import Command
from wordtools.terminal.playing.app import run_desk
from wordtools.terminal.playing.desk import Desk
from wordtools.wording import write_points

_LONGEST_NAME = 40


def read_seats(text: str, language: str = "en") -> list[Seat]:
    """Returns the seats in the option `--seats`, with names in this language for computers; the
    default is the user against a computer. Raises `WordtoolsError`."""
    words = load_sentences(language)
    seats: list[Seat] = []
    text = text or f"{_name_user() or words['seat_me']}, computer"
    for part in filter(None, map(str.strip, text.split(","))):
        kind, _, level = part.partition(":")
        if kind == "computer":
            number = sum(seat.kind == "computer" for seat in seats) + 1
            name = f"{words['seat_computer']} {number if number > 1 else ''}".strip()
            seats.append(Seat(name, "computer", level or "club"))
        else:
            seats.append(Seat(part, members=tuple(part.split(" & ")) if " & " in part else ()))
    return seats


def _name_user() -> str:
    """Returns the user's name on this machine, or "" if this name is unknown or unsuitable for a
    seat."""
    with suppress(OSError, KeyError, ImportError):
        name = getpass.getuser()
        return name if name.isprintable() and len(name) <= _LONGEST_NAME and "," not in name else ""
    return ""


def open_table(
    records: Log,
    name: str,
    lexicon: str,
    seats: str,
    settings: Sequence[str],
    *,
    language: str = "",
    **options: Any,
) -> TableHost:
    """Opens a table with these options of `TableHost.open`, and seats everyone."""
    changes = read_changes(settings)
    check_changes(changes)
    rules = load_ruleset(name, changes)
    words = open_edition(rules.words.edition, lexicon)
    key = read_key(choose_table_key())
    if getattr(rules, "computer", False):
        _discard_unfinished(records, key, name.partition(":")[0], lexicon)
    sitters = read_seats(seats, language or _choose_language(rules))
    host = TableHost.open(
        *(records, key, rules, words, sitters, time.time()), changes=changes, **options
    )
    for seat in host.table.opened.names:
        host.do(Command(seat, "join", secrets.token_hex(16)), time.time())
    return host


def _discard_unfinished(records: Log, key: bytes, ruleset: str, lexicon: str) -> None:
    """Ends games under this ruleset that were adjourned or interrupted. A player of ScrabbleAR has
    only one game at a time, and a new game replaces the old one."""
    for table in list_tables(records):
        with suppress(WordtoolsError):
            opened = open_record(read_table(records, key, table))
            if opened.ruleset_name.partition(":")[0] == ruleset:
                host = _restore(records, key, table, lexicon)
                if not host.table.is_over:
                    host.do(Command(host.table.people[0], "discard"), time.time())


def resume_table(records: Log, table: str, lexicon: str) -> TableHost:
    """Resumes an interrupted game, and lets everyone who was away return to it."""
    host = _restore(records, read_key(choose_table_key()), table, lexicon)
    for name in list(host.table.away):
        host.do(Command(name, "return"), time.time())
    return host


def _restore(records: Log, key: bytes, table: str, lexicon: str) -> TableHost:
    opened = open_record(read_table(records, key, table))
    return TableHost.resume(records, key, open_edition(opened.edition, lexicon), table, time.time())


def play(host: TableHost, language: str, *, mono: bool) -> None:
    """Plays at the table until its game ends or is adjourned. The screen is in this language; the
    default is that of `_choose_language`."""
    language = language or _choose_language(host.table.ruleset)
    _offer_leaves(host, language)
    computers = {
        seat.name: ComputerSeat(seat.level, host.table.ruleset, host.lexicon).choose_command
        for seat in host.table.opened.seats
        if seat.kind == "computer"
    }

    def find_hints(seat: str) -> list[str]:
        plays = find_plays(host, seat, time.time())
        return [f"{play.notation} {write_points(play.score, '+')}" for play in plays]

    name, own = host.table.opened.ruleset_name, host.table.opened.table

    def is_top() -> bool:
        is_listed = own in [result.table for result in list_best(host.log, name)]
        return is_listed and getattr(host.table.ruleset, "computer", False)

    desk = Desk(
        *(host, computers, time.time(), language),
        is_top=is_top,
        aside=True,
        hints=find_hints,
    )
    run_desk(desk, mono)
    ended = host.table.closed
    if ended is not None:
        print(f"{own}: {describe_scores(ended.scores, language)}")
    else:
        print(desk.words["resume_with"].format(table=own))


def _offer_leaves(host: TableHost, language: str) -> None:
    """Offers to learn leaves if a computer at the table would play better with them."""
    ruleset = host.table.ruleset
    if isinstance(ruleset, CrosswordRuleset) and not ruleset.computer:
        seats = host.table.opened.seats
        levels = [seat.level for seat in seats if seat.kind == "computer"]
        offer_leaves(ruleset, host.lexicon, levels, language)


def _choose_language(ruleset: Ruleset) -> str:
    """Returns the screen's default language: the language of the ruleset for games against the
    ruleset's computer, and that of the system for other games."""
    return ruleset.language if getattr(ruleset, "computer", False) else guess_language("table")
