"""`wordtools table`: play a game in this terminal."""

from __future__ import annotations

import getpass
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordtools.cli.app import GameLexiconOption, app, complete_ruleset
from wordtools.cli.language import guess_language, read_language
from wordtools.cli.serve import report_upgrade
from wordtools.errors import WordtoolsError
from wordtools.folders import choose_log, choose_table_key
from wordtools.wording import join_list, pluralize, reveal, write_points

if TYPE_CHECKING:
    from wordtools.log.log import Log
    from wordtools.rules.ruleset import Ruleset
    from wordtools.table.events import Seat
    from wordtools.table.host import TableHost

_LONGEST_NAME = 40


@app.command()
def table(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="[RULESET]",
            help="A ruleset (scrabble-pt-pt, literki, lingo:hex) or a .toml file.",
            autocompletion=complete_ruleset,
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            help="The seats, separated by commas: names of people, computer, or computer:LEVEL "
            "(beginner, club, expert, champion, or 1 to 10). "
            "[default: your user name, computer:club]",
            show_default=False,
        ),
    ] = "",
    lexicon: GameLexiconOption = "",
    resume: Annotated[str, typer.Option(metavar="TABLE", help="Resume an interrupted game.")] = "",
    list_all: Annotated[bool, typer.Option("--list", help="List the tables in the log.")] = False,
    starts: Annotated[
        str,
        typer.Option(
            metavar="N,N",
            help="How often each seat has begun a game of the event. The seat that has begun "
            "least often begins. [default: the ruleset's draw]",
            show_default=False,
        ),
    ] = "",
    seconds: Annotated[
        str,
        typer.Option(
            metavar="N,N",
            help="How often each seat has gone second. Of the seats that have begun least often, "
            "the one that has gone second most often begins.",
            show_default=False,
        ),
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Change a setting of the ruleset (repeatable): clock.game=1500, "
            "challenge.rule=double, exchange.most=none, tiles.A=9,1; in Lingo pool=6 and place=3.",
            show_default=False,
        ),
    ] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Play for practice, with hints allowed.")
    ] = False,
    slower: Annotated[
        int,
        typer.Option(
            min=1, max=10, help="Multiply the time for answering questions by this number."
        ),
    ] = 1,
    hours: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=720,
            help="Play a correspondence game: this many hours for each turn, and no clocks.",
        ),
    ] = None,
    holidays: Annotated[
        str,
        typer.Option(
            metavar="DAY..DAY",
            help="The first and last of the days on which nobody has to move, as in "
            "2026-12-24..2026-12-26 (UTC). Needs --hours.",
            show_default=False,
        ),
    ] = "",
    export: Annotated[
        str, typer.Option(metavar="TABLE", help="Write the record of a game that has ended.")
    ] = "",
    best: Annotated[
        str, typer.Option(metavar="RULESET", help="List the ten best results of people.")
    ] = "",
    export_player: Annotated[
        str,
        typer.Option(metavar="NAME", help="Write all games of a person, without others' names."),
    ] = "",
    erase: Annotated[
        str, typer.Option(metavar="NAME", help="Erase a person's name from all games in the log.")
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file for --export: .json for everything, .gcg for other programs; for "
            "--export-player: .json. [default: TABLE.json, player.json]",
            show_default=False,
        ),
    ] = None,
    mono: Annotated[bool, typer.Option("--mono", help="Draw without colours.")] = False,
    lang: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="The screen's language, such as pt. "
            "[default: the system's, or en; in ScrabbleAR es]",
            show_default=False,
        ),
    ] = "",
    log: Annotated[
        str,
        typer.Option(
            metavar="LOG",
            envvar="WORDTOOLS_LOG",
            help="The log of tables: a file, or postgresql://USER@HOST/DATABASE. "
            "[default: rulings.db, here or in your own folder]",
            show_default=False,
            callback=lambda log: log or str(choose_log()),
        ),
    ] = "",
) -> None:
    """Play a game in this terminal, against people beside you or the computer.

    Every event is in the log before anyone sees it, with racks and the bag encrypted until the end.
    Resume a game after any interruption with --resume.
    """
    from wordtools.log.log import Log

    tasks = (ruleset, resume, list_all, export, best, export_player, erase)
    if sum(map(bool, tasks)) != 1:
        raise WordtoolsError(
            "name a ruleset, or use --resume, --list, --export, --best, --export-player or --erase"
        )
    if output and not (export or export_player):
        raise WordtoolsError("--output needs --export or --export-player")
    language = read_language(lang, "table") if lang else ""
    records = Log(log)
    report_upgrade(records)
    try:
        if list_all:
            _print_list(records)
            return
        if export:
            _export(records, export, output or Path(f"{export}.json"))
            return
        if export_player:
            _export_player(records, export_player, output or Path("player.json"))
            return
        if erase:
            _erase(records, erase)
            return
        if best:
            _print_best(records, best)
            return
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise WordtoolsError("a table needs a terminal: redirect neither input nor errors")
        if resume:
            host = _resume(records, resume, lexicon)
        else:
            host = _open(
                *(records, ruleset, lexicon, seats, settings or []),
                starts=_read_counts("--starts", starts),
                seconds=_read_counts("--seconds", seconds),
                practice=practice,
                slower=slower,
                hours=hours,
                holidays=_read_holidays(holidays),
                language=language,
            )
        language = language or _choose_language(host.table.ruleset)
        _offer_leaves(host, language)
        _play(host, mono or "NO_COLOR" in os.environ, language)
    finally:
        records.close()


def _export(records: Log, table: str, path: Path) -> None:
    """Writes the record of a table. Raises `WordtoolsError` or `OSError`."""
    from wordtools.files import write_files
    from wordtools.table.host import load_opened, read_table
    from wordtools.table.record import list_left_out, read_record, write_gcg, write_record

    data = write_record(read_table(records, None, table))
    if path.suffix == ".gcg":
        record = read_record(data)
        data = write_gcg(record, load_opened(record.opened))
        if left_out := list_left_out(record):
            print(f"wordtools: GCG leaves out {join_list(left_out)}.", file=sys.stderr)
    elif path.suffix != ".json":
        raise WordtoolsError(f"{path}: name a file that ends with .json or .gcg")
    write_files({path: data})


def _export_player(records: Log, name: str, path: Path) -> None:
    """Writes all games of a person in the log. Raises `WordtoolsError` or `OSError`."""
    from wordtools.files import write_files
    from wordtools.table.host import export_player
    from wordtools.table.sealing import read_key

    data = export_player(records, read_key(choose_table_key()), name)
    write_files({path: data})


def _erase(records: Log, name: str) -> None:
    from wordtools.table.names import erase_name

    count = erase_name(records, name)
    if not count:
        raise WordtoolsError(f"the log has no table named {name!r}")
    print(f"Erased from {pluralize(count, 'table')}.")


def _print_best(records: Log, ruleset: str) -> None:
    from wordtools.rules.loading import load_ruleset
    from wordtools.table.best import list_best

    results = list_best(records, ruleset)
    if not results:
        load_ruleset(ruleset)  # refuses a name that there is not
        print(f"wordtools: nobody has a result in {ruleset} yet.", file=sys.stderr)
    for place, result in enumerate(results, 1):
        points = write_points(result.points)
        print(f"{place:>2}  {points:>5}  {reveal(result.name)}  {result.table}")


def _read_counts(option: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(count) for count in text.split(",")) if text else ()
    except ValueError:
        raise WordtoolsError(f"{option} {text}: write a number for each seat, as in 2,3") from None


def _read_holidays(text: str) -> tuple[str, str] | None:
    first, _, last = text.partition("..")
    return (first, last or first) if text else None


def _name_user() -> str:
    """The user's name on this machine, or "" if no name there is suitable for a seat."""
    with suppress(OSError, KeyError, ImportError):
        name = getpass.getuser()
        return name if name.isprintable() and len(name) <= _LONGEST_NAME and "," not in name else ""
    return ""


def read_seats(text: str, language: str = "en") -> list[Seat]:
    """The seats in the option `--seats`, with names in this language for computers; by default, the
    user against a computer. Raises `WordtoolsError`."""
    from wordtools.messages.table import load_sentences
    from wordtools.table.events import Seat

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


def _open(
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
    import secrets

    from wordtools.lexicon.find import open_edition
    from wordtools.rules.loading import load_ruleset
    from wordtools.table.host import TableHost
    from wordtools.table.sealing import read_key
    from wordtools.table.settings import check_changes, read_changes
    from wordtools.table.table import Command

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
    from wordtools.lexicon.find import open_edition
    from wordtools.table.host import TableHost, list_tables, open_record, read_table
    from wordtools.table.table import Command

    for table in list_tables(records):
        with suppress(WordtoolsError):
            opened = open_record(read_table(records, key, table))
            if opened.ruleset_name.partition(":")[0] == ruleset:
                words = open_edition(opened.edition, lexicon)
                host = TableHost.resume(records, key, words, table, time.time())
                if not host.table.is_over:
                    host.do(Command(host.table.people[0], "discard"), time.time())


def _resume(records: Log, table: str, lexicon: str) -> TableHost:
    from wordtools.lexicon.find import open_edition
    from wordtools.table.host import TableHost, open_record, read_table
    from wordtools.table.sealing import read_key
    from wordtools.table.table import Command

    key = read_key(choose_table_key())
    opened = open_record(read_table(records, key, table))
    words = open_edition(opened.edition, lexicon)
    host = TableHost.resume(records, key, words, table, time.time())
    for name in list(host.table.away):
        host.do(Command(name, "return"), time.time())
    return host


def _play(host: TableHost, mono: bool, language: str) -> None:
    from wordtools.players.at_table import ComputerSeat
    from wordtools.players.hints import find_plays
    from wordtools.table.best import list_best
    from wordtools.terminal.playing.app import run_desk
    from wordtools.terminal.playing.desk import Desk

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
        closed = host.table.closed
        if closed is None or not getattr(host.table.ruleset, "computer", False):
            return False
        has_won = any(winner not in computers for winner in closed.winners)
        return has_won and own in [result.table for result in list_best(host.log, name)]

    desk = Desk(
        *(host, computers, time.time(), language),
        is_top=is_top,
        aside=True,
        hints=find_hints,
    )
    run_desk(desk, mono)
    ended = host.table.closed
    if ended is not None:
        print(f"{own}: {_describe_scores(ended.scores, language)}")
    else:
        print(desk.words["resume_with"].format(table=own))


def _offer_leaves(host: TableHost, language: str) -> None:
    """Offers to learn leaves if a computer at the table would play better with them."""
    from wordtools.cli.opponents import offer_leaves
    from wordtools.rules.ruleset import CrosswordRuleset

    ruleset = host.table.ruleset
    if isinstance(ruleset, CrosswordRuleset) and not ruleset.computer:
        seats = host.table.opened.seats
        levels = [seat.level for seat in seats if seat.kind == "computer"]
        offer_leaves(ruleset, host.lexicon, levels, language)


def _choose_language(ruleset: Ruleset) -> str:
    """The screen's default language. For games against the ruleset's computer, this is the language
    of the ruleset; for other games, the language of the system."""
    return ruleset.language if getattr(ruleset, "computer", False) else guess_language("table")


def _describe_scores(scores: dict[str, int], language: str = "en") -> str:
    from wordtools.rules.sentences import Sentences

    parts = [f"{name} {write_points(points)}" for name, points in scores.items()]
    return reveal(Sentences(language).join(parts))


def _print_list(records: Log) -> None:
    from wordtools.table.host import list_tables, load_opened, open_record, read_table
    from wordtools.table.sealing import read_key
    from wordtools.table.state import Table
    from wordtools.table.table import evolve_all
    from wordtools.table.view import find_phase

    key, names = read_key(choose_table_key()), list_tables(records)
    if not names:
        print("wordtools: there are no tables in this log.", file=sys.stderr)
    for name in names:
        try:
            happened = read_table(records, key, name)
            opened = open_record(happened)
            state = evolve_all(Table.open(happened[0], load_opened(opened)), happened[1:])
        except WordtoolsError as error:
            print(f"{name}  {reveal(str(error))}")
            continue
        scores = state.closed.scores if state.closed else state.scores
        facts = _describe_scores(scores) if scores else reveal(join_list(opened.names))
        turns = pluralize(len(state.sheet), "turn")
        print(f"{name}  {opened.ruleset_name}  {find_phase(state)}  {turns}  {facts}")
