"""`wordtools table`: play a game in this terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import GameLexiconOption, LogOption, app, complete_ruleset
from wordtools.cli.language import read_language
from wordtools.cli.serve import report_upgrade
from wordtools.errors import WordtoolsError
from wordtools.wording import join_list


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
            help="How many games of the event each seat has begun. The seat that has begun "
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
            help="The first and last day of a break in which nobody has to move, as in "
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
        typer.Option(metavar="NAME", help="Write all games of a person without others' names."),
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
            help="The file for --export (.json for everything, .gcg for other programs) or "
            "--export-player (.json). [default: TABLE.json, player.json]",
            show_default=False,
        ),
    ] = None,
    mono: Annotated[bool, typer.Option("--mono", help="Draw without colours.")] = False,
    lang: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="The screen's language, such as pt. "
            "[default: the system's, or en; for ScrabbleAR, es]",
            show_default=False,
        ),
    ] = "",
    log: LogOption = "",
) -> None:
    """Play a game in this terminal, against people beside you or the computer.

    Every event is written to the log before anyone sees it; racks and the bag are encrypted until
    the end. Use --resume to resume a game after any interruption.
    """
    from wordtools.cli.tables import records
    from wordtools.log.log import Log

    tasks = {
        "a ruleset": ruleset,
        "--resume": resume,
        "--list": list_all,
        "--export": export,
        "--best": best,
        "--export-player": export_player,
        "--erase": erase,
    }
    chosen = [name for name, value in tasks.items() if value]
    if not chosen:
        raise WordtoolsError(
            "name a ruleset, or use --resume, --list, --export, --best, --export-player or --erase"
        )
    if len(chosen) > 1:
        raise WordtoolsError(f"{join_list(chosen)} cannot be used together; pass only one of them")
    if output and not (export or export_player):
        raise WordtoolsError("--output needs --export or --export-player")
    language = read_language(lang, "table") if lang else ""
    opened = Log(log)
    report_upgrade(opened)
    try:
        if list_all:
            records.print_list(opened)
        elif export:
            records.export(opened, export, output or Path(f"{export}.json"))
        elif export_player:
            records.export_games(opened, export_player, output or Path("player.json"))
        elif erase:
            records.erase(opened, erase)
        elif best:
            records.print_best(opened, best)
        elif not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise WordtoolsError("a table needs a terminal: redirect neither input nor errors")
        else:
            from wordtools.cli.tables import playing

            if resume:
                host = playing.resume_table(opened, resume, lexicon)
            else:
                host = playing.open_table(
                    *(opened, ruleset, lexicon, seats, settings or []),
                    starts=_read_counts("--starts", starts),
                    seconds=_read_counts("--seconds", seconds),
                    practice=practice,
                    slower=slower,
                    hours=hours,
                    holidays=_read_holidays(holidays),
                    language=language,
                )
            playing.play(host, language, mono=mono or "NO_COLOR" in os.environ)
    finally:
        opened.close()


def _read_counts(option: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(count) for count in text.split(",")) if text else ()
    except ValueError:
        raise WordtoolsError(f"{option} {text}: write a number for each seat, as in 2,3") from None


def _read_holidays(text: str) -> tuple[str, str] | None:
    first, _, last = text.partition("..")
    return (first, last or first) if text else None
