"""`wordtools judge`: the tournament terminal."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import (
    InsecurePassword,
    LexiconOption,
    LogOption,
    SignedByOption,
    app,
    complete_lexicon,
)
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.serve import report, report_upgrade, warn_of_experimental
from wordtools.errors import WordtoolsError
from wordtools.lexicon.find import locate_lexicon


@app.command(cls=LexiconCommand)
def judge(
    lexicon: LexiconOption,
    log: LogOption = "",
    event: Annotated[str, typer.Option(help="The event's name.")] = "",
    round: Annotated[str, typer.Option(help="The round.")] = "",
    table: Annotated[str, typer.Option(help="The table.")] = "",
    station: Annotated[
        str, typer.Option(help="This station's name. [default: the computer's]")
    ] = "",
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Time limits and sizes (TOML).")
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            metavar="CODE", help="The screens' language, such as pt. [default: the lexicon's]"
        ),
    ] = "",
    password_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file with the director's password. [default: ask]"),
    ] = None,
    insecure: InsecurePassword = False,
    signed_by: SignedByOption = None,
) -> None:
    """Turn this terminal into a tournament's judging station.

    The director first sets a password, which is needed to leave the station (Ctrl-D).
    """
    from wordtools.judge import acts
    from wordtools.judge import settings as station_settings
    from wordtools.judge.judge import Judge
    from wordtools.judge.location import Location
    from wordtools.judge.password import DirectorPassword
    from wordtools.judge.station import Station
    from wordtools.log.log import Log
    from wordtools.messages import Messages
    from wordtools.signing.trust import open_signed, read_trust
    from wordtools.terminal.judging import run

    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise WordtoolsError(
            "a judging station needs a terminal: redirect neither input nor errors"
        )
    if lang:
        Messages(lang)
    limits = station_settings.read(settings)
    records = Log(log)
    report_upgrade(records)
    if (risk := records.find_risk()) is not None:
        report(risk)
    trust = read_trust(signed_by) if signed_by else None

    def open_judge(name: str) -> Judge:
        opened = open_signed(*locate_lexicon(name), trust)
        return Judge(opened, records, most_words=limits.most_words)

    judge = open_judge(lexicon)
    warn_of_experimental([(Path(judge.lexicon.path), judge.lexicon.edition_name)])
    locked = Station(
        judge,
        check_password=lambda typed: password.check(typed),
        list_lexicons=lambda: list(dict.fromkeys([lexicon, *complete_lexicon("")])),
        open_judge=open_judge,
        settings=limits,
        location=Location(event or limits.event, round or limits.round, table or limits.table),
        language=lang or None,
        name=station or platform.node(),
    )
    if password_file is None:
        password = DirectorPassword.from_prompt(language=locked.messages.language)
    else:
        password = DirectorPassword.from_file(password_file, insecure=insecure)
    facts = acts.LexiconFacts.of(locked.judge.lexicon)
    opening = acts.open_station(locked.name, facts, locked.location, acts.list_settings(limits))
    records.append(opening)
    run(locked)
    records.close()
