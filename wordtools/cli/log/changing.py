"""`wordtools log void` and `copy`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import InsecurePassword, Json, LogOption, Quiet, print_json
from wordtools.cli.log.shared import EventOption, RulingArgument, find_id, group, open_log, refuse
from wordtools.cli.progress import show_progress
from wordtools.cli.serve import report_upgrade
from wordtools.errors import WordtoolsError
from wordtools.secrets_input import read_hidden, read_secret_file
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from wordtools.log.log import Log
    from wordtools.log.record import LogRecord


@group.command()
def void(
    ruling: RulingArgument,
    why: Annotated[str, typer.Option(help="The reason for voiding it.")],
    event: EventOption = None,
    password_file: Annotated[
        Path | None,
        typer.Option(help="A file with the director's password. [default: ask]"),
    ] = None,
    insecure: InsecurePassword = False,
    url: LogOption = "",
    json: Json = False,
) -> None:
    """Void a ruling so that the play can be judged again. Both records stay.

    Requires the service's director password. Exits with 1 when the ruling does not exist or is
    already void.
    """
    from wordtools.judge.judge import void_ruling
    from wordtools.log.log import LogError
    from wordtools.messages.refusal import CannotJudge
    from wordtools.service import access

    with open_log(url, writes=True) as log:
        report_upgrade(log)
        password = access.read_password(log)
        if password is None:
            raise WordtoolsError(
                f"{log.url} has no director's password, because no service has used it"
            )
        if not password.check(_read_password(password_file, insecure=insecure)):
            raise WordtoolsError("wrong director's password")
        try:
            id = find_id(log, ruling, event)
            record = void_ruling(log, id, why)
            label = _label(log.find(id))
        except LogError:
            raise
        except CannotJudge as error:
            if error.code not in ("no_ruling", "void_already"):
                raise
            refuse(CannotJudge.because(error.code, ruling=ruling), event)
    if json:
        print_json({"number": record.number, "id": record.id, "hash": record.hash})
    else:
        print(f"ruling {label} is void (record {record.number})")


@group.command()
def copy(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to create.")],
    url: LogOption = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Copy a log to an SQLite file, even while it is in use, and check the copy.

    Exits with 0 when the copy is intact, 1 when the log is not, 2 when it cannot be copied.
    """
    if file.exists():
        raise WordtoolsError(f"{file} already exists; choose another name")
    with show_progress("copying the log", quiet=quiet) as progress:
        with open_log(url) as log:
            _save(url, log, file)
        progress("checking the copy")
        with open_log(str(file.resolve())) as copied:
            checked = copied.verify()
    if json:
        print_json(checked)
    else:
        for fault in checked.faults:
            print(fault)
        if not quiet:
            print(f"copied to {file}: {pluralize(checked.records, 'record')}, head {checked.head}")
    raise typer.Exit(1 if checked.faults else 0)


def _save(url: str, log: Log, file: Path) -> None:
    """Copies a log to a new SQLite file. Raises `WordtoolsError` without leaving a file."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from wordtools.log import database, transfer

    try:
        transfer.save_log(url, file)
    except (SQLAlchemyError, sqlite3.Error, ValueError, OSError) as error:
        file.unlink(missing_ok=True)
        reason = database.describe_database_error(error)
        raise WordtoolsError(f"the log {log.url} cannot be copied: {reason}") from None


def _label(record: LogRecord | None) -> str:
    """Returns a ruling's numbers in the event and in the log: `3 (#9)`."""
    from wordtools.judge.ruling import label_ruling

    assert record is not None  # voided moments ago
    return label_ruling(record.content.get("event_number", 0), record.number)


def _read_password(file: Path | None, *, insecure: bool) -> str:
    if file is not None:
        return read_secret_file(file, insecure=insecure)
    try:
        return read_hidden("Director's password: ")
    except EOFError:
        raise WordtoolsError("the director's password is required") from None
