"""The group of commands on logs, and functions that they share: opening a log and finding a
ruling."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from wordtools.cli.app import CommandGroup, app
from wordtools.wording import end_sentence, reveal

if TYPE_CHECKING:
    from wordtools.log.log import Log
    from wordtools.messages.refusal import CannotJudge

group = typer.Typer(
    cls=CommandGroup,
    help="The rulings: list, export, report, verify, sign, receipt, void, copy.",
    no_args_is_help=True,
)
app.add_typer(group, name="log")

RulingArgument = Annotated[
    str,
    typer.Argument(
        metavar="RULING",
        help="The ruling's id, or its number in the log, shown after #.",
    ),
]
EventOption = Annotated[
    str | None,
    typer.Option(help='The event in which RULING is numbered; "" for none.'),
]


@contextmanager
def open_log(url: str, *, writes: bool = False) -> Iterator[Log]:
    """Opens an existing log; closing it removes SQLite's temporary files. An older format is
    upgraded only if the command `writes` to the log."""
    from wordtools.log.log import Log

    log = Log(url, make=False)
    if writes:
        log.close()
        log = Log(url)
    try:
        yield log
    finally:
        log.close()


def find_id(log: Log, ruling: str, event: str | None) -> str:
    """Returns the id of the ruling that the user named by this id, or by its number in an event or
    in the log."""
    digits = ruling.removeprefix("#")
    if not (digits.isascii() and digits.isdecimal()) or log.find(ruling) is not None:
        return ruling
    number = int(digits[:18])
    if event is None or ruling.startswith("#"):
        record = log.find_number(number)
    else:
        record = log.find_in_event(event, number)
    return record.id if record is not None and record.kind == "ruling" else ruling


def refuse(error: CannotJudge, event: str | None) -> NoReturn:
    """Reports an error about the named ruling, and ends the command with exit code 1."""
    sentence = str(error)
    if error.code == "no_ruling":
        sentence += (
            f" in {event}" if event else "; to give its number in an event, also give --event"
        )
    print(f"wordtools: {end_sentence(reveal(sentence))}", file=sys.stderr)
    raise typer.Exit(1) from None
