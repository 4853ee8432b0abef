"""`wordtools log`: the director's view of the rulings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from wordtools.cli.app import Json, app, print_json
from wordtools.cli.serve import LOG, LogOption
from wordtools.wording import end_sentence

group = typer.Typer(
    help="The director's view of the rulings: list, verify, export, void.", no_args_is_help=True
)
app.add_typer(group, name="log")


@group.command(name="list")
def list_(
    log: LogOption = LOG,
    after: Annotated[int, typer.Option(min=0, help="Only records after this number.")] = 0,
    limit: Annotated[int | None, typer.Option(min=1, help="At most this many records.")] = None,
    json: Json = False,
) -> None:
    """Print the records, oldest first: rulings with their words, and voids.

    Exits with 0 when there are some, 1 when there are none.
    """
    from wordtools.judge import export
    from wordtools.judge.log import Log

    found = False
    for record, is_void in export.mark_void(Log(log, make=False), after=after, limit=limit):
        found = True
        if json:
            row = {"number": record.number, "kind": record.kind, "time": record.time}
            print_json({**row, "id": record.id, "void": is_void, "content": record.content})
            continue
        start = f"{record.number:>6}  {record.time}  {record.id}"
        content = record.content
        if record.kind == "ruling":
            asked = content["challenge"]
            where = [asked.get(key, "") for key in ("event", "round", "table", "play", "station")]
            answer = "YES" if content["acceptable"] else "NO"
            note = "  (void)" if is_void else ""
            words = " ".join(content["words"])
            place = " / ".join(filter(None, where))
            print(f"{start}  {answer:<3}  {words}  {place}".rstrip() + note)
        else:
            print(f"{start}  {content['why']}")
    raise typer.Exit(0 if found else 1)


@group.command()
def verify(
    log: LogOption = LOG,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="HASH", help="A head noted down earlier, which must still be in the log."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check that no record was edited, removed, inserted or moved; print the head's hash.

    Exits with 0 when the log is intact, 1 when it is not, 2 when it cannot be read.
    """
    from wordtools.judge.log import Log

    checked = Log(log, make=False).verify(head=head)
    if json:
        print_json(checked)
    else:
        for fault in checked.faults:
            print(fault)
        if not checked.faults:
            print(f"intact: {checked.records:,} records, head {checked.head}")
    raise typer.Exit(1 if checked.faults else 0)


@group.command()
def export(
    format: Annotated[
        Literal["csv", "json"],
        typer.Option(
            "--format", help="csv for a spreadsheet; json with all that the hashes cover."
        ),
    ],
    log: LogOption = LOG,
) -> None:
    """Print the whole log as CSV or JSON."""
    from wordtools.judge import export as exporting
    from wordtools.judge.log import Log

    _, write = exporting.FORMATS[format]
    for piece in write(Log(log, make=False)):
        sys.stdout.write(piece)


@group.command()
def void(
    ruling: Annotated[str, typer.Argument(metavar="ID", help="The ruling's id.")],
    why: Annotated[str, typer.Option(help="Why it is void.")],
    password_file: Annotated[
        Path | None,
        typer.Option(help="A file with the director's password. [default: ask]"),
    ] = None,
    log: LogOption = LOG,
    json: Json = False,
) -> None:
    """Void a ruling, so that the play can be judged again. Both records stay.

    Needs the director's password, the one that the service was started with. Exits with 1 when
    there is no such ruling or it is already void.
    """
    from wordtools.errors import WordtoolsError
    from wordtools.judge.judge import void_ruling
    from wordtools.judge.log import Log, LogError
    from wordtools.judge.ruling import CannotJudge
    from wordtools.judge.service import access

    opened = Log(log, make=False)
    password = access.read_password(opened)
    if password is None:
        raise WordtoolsError(f"{opened.url} has no director's password: it was never served")
    if not password.check(_read_password(password_file)):
        raise WordtoolsError("that is not the director's password")
    try:
        record = void_ruling(opened, ruling, why)
    except LogError:
        raise
    except CannotJudge as error:
        if error.code not in ("no_ruling", "void_already"):
            raise
        print(f"wordtools: {end_sentence(str(error))}", file=sys.stderr)
        raise typer.Exit(1) from None
    if json:
        print_json({"number": record.number, "id": record.id, "hash": record.hash})
    else:
        print(f"ruling {ruling} is void (record {record.number})")


def _read_password(file: Path | None) -> str:
    from wordtools.errors import WordtoolsError

    try:
        if file is None:
            from getpass import getpass

            return getpass("Director's password: ")
        return file.read_text("utf-8").removesuffix("\n").removesuffix("\r")
    except (OSError, EOFError, UnicodeDecodeError):
        raise WordtoolsError("the director's password is required") from None
