"""`wordtools log`: the director's view of the rulings."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from wordtools.cli.app import Json, Quiet, QuietAnswer, app, print_json
from wordtools.cli.progress import show_progress
from wordtools.cli.serve import HeadsOption, InsecureOption, LogOption, report_upgrade
from wordtools.cli.sign import InsecurePassword, PasswordFile, read_secret_key
from wordtools.errors import WordtoolsError
from wordtools.secrets_input import read_hidden, read_secret_file
from wordtools.wording import end_sentence, pluralize, reveal

if TYPE_CHECKING:
    from wordtools.log.log import Log
    from wordtools.log.record import LogRecord
    from wordtools.messages.refusal import CannotJudge

group = typer.Typer(
    help="The rulings: list, verify, sign, receipt, export, report, void, copy.",
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


@group.command(name="list")
def list_(
    url: LogOption = "",
    after: Annotated[int, typer.Option(min=0, help="Only records after this number.")] = 0,
    limit: Annotated[int | None, typer.Option(min=1, help="At most this many records.")] = None,
    json: Json = False,
    quiet: QuietAnswer = False,
) -> None:
    """Print the records, oldest first: rulings with their words, and the director's acts.

    Exits with 0 when there are any, 1 when there are none.
    """
    from wordtools.judge import acts, export
    from wordtools.messages import Messages

    any_records, messages = False, Messages("en")
    with _open(url) as log, show_progress("reading the log", quiet=quiet, streams=True):
        for record, is_void in export.mark_void(log, after=after, limit=limit):
            any_records = True
            if json:
                facts = {"number": record.number, "kind": record.kind, "time": record.time}
                act = acts.describe(record, messages)
                state = {"id": record.id, "void": is_void, "act": act, "content": record.content}
                print_json(facts | state)
            else:
                print(_format_record(record, is_void))
    raise typer.Exit(0 if any_records else 1)


@group.command()
def verify(
    url: LogOption = "",
    head: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="An earlier head that the log must contain."),
    ] = None,
    heads: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file of signed heads that the log must contain."),
    ] = None,
    signed_by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="The key of the signed heads: a public key's file or line, or a .toml file of "
            "trusted keys; may be repeated.",
        ),
    ] = None,
    json: Json = False,
    quiet: QuietAnswer = False,
) -> None:
    """Check that no record was edited, removed, inserted or moved; print the head's hash.

    With --heads and --signed-by, also detects a truncated or entirely forged log. Warns if the log
    was copied while in use, because the newest records may be missing. Exits with 0 when the log is
    intact, 1 when it is not, 2 when it cannot be read.
    """
    if head is not None and not re.fullmatch("[0-9a-f]{64}", head):
        raise WordtoolsError(f"--head {head} is not a head, which has 64 hexadecimal digits")
    if bool(heads) != bool(signed_by):
        raise WordtoolsError("give both --heads and --signed-by")
    signed = _read_heads(heads, signed_by or [])
    warnings = list(_find_warnings(url))
    with _open(url) as log, show_progress("checking the log", quiet=quiet):
        checked = log.verify(head=head, signed=signed)
    for warning in warnings:
        print(f"wordtools: {warning}", file=sys.stderr)
    if json:
        import msgspec

        print_json({**msgspec.structs.asdict(checked), "warnings": warnings})
    else:
        for fault in checked.faults:
            print(fault)
        if not checked.faults:
            print(f"Log intact: {pluralize(checked.records, 'record')}, head {checked.head}")
        if checked.noted is not None:
            noted = f"hash of record {checked.noted}" if checked.noted else "head of an empty log"
            print(f"The earlier head is in the log: {noted}")
        if signed and not checked.faults:
            last = max(number for number, _ in signed)
            print(f"{pluralize(len(signed), 'signed head')} in the log, the last of record {last}")
    raise typer.Exit(1 if checked.faults else 0)


@group.command()
def sign_head(
    key: Annotated[Path, typer.Option("--key", "-k", metavar="FILE", help="The secret key.")],
    heads: HeadsOption = None,
    password_file: PasswordFile = None,
    insecure: InsecurePassword = False,
    url: LogOption = "",
    json: Json = False,
) -> None:
    """Sign the log's head, add it to the file of signed heads, and print it.

    Keep a copy of the file where nobody with access to the log can change it.
    """
    from wordtools.signing import heads as signing

    path = signing.choose_file(heads, url)
    with _open(url) as log:
        head = signing.sign_head(log, read_secret_key(key, password_file, insecure), path)
    if json:
        facts = {"number": head.number, "hash": head.hash, "time": head.time}
        print_json({**facts, "text": head.text, "file": str(path)})
    else:
        print(head.text, end="")


@group.command()
def receipt(
    ruling: RulingArgument,
    key: Annotated[
        Path, typer.Option("--key", "-k", metavar="FILE", help="The event's secret key.")
    ],
    event: EventOption = None,
    page: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="A published page, to which the QR code links."),
    ] = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the QR code to a new SVG file.")
    ] = None,
    password_file: PasswordFile = None,
    insecure: InsecurePassword = False,
    url: LogOption = "",
    json: Json = False,
) -> None:
    """Print the receipt of a ruling: a code that proves it to whoever has the event's public key.

    `wordtools receipt` checks it. Exits with 1 when there is no such ruling.
    """
    from wordtools.files import write_files
    from wordtools.judge.receipts import make_receipt
    from wordtools.messages.refusal import CannotJudge
    from wordtools.signing.receipts import make_link

    if svg is not None and svg.exists():
        raise WordtoolsError(f"{svg} already exists; name a new file")
    with _open(url) as log:
        record = log.find(_find_id(log, ruling, event))
    if record is None or record.kind != "ruling":
        _refuse(CannotJudge.because("no_ruling", ruling=ruling), event)
    made = make_receipt(record, read_secret_key(key, password_file, insecure))
    text = make_link(page, made.code)
    if svg is not None:
        from wordtools.qr import draw_qr_code

        write_files({svg: draw_qr_code(text).encode()})
    if json:
        print_json({"number": record.number, "id": record.id, "code": made.code, "qr": text})
    else:
        print(text if page else made.code)


@group.command()
def timestamp(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The .tsq file to create.")],
    url: LogOption = "",
    json: Json = False,
) -> None:
    """Write a request to time-stamp the log's head (RFC 3161).

    Send the request to an authority; its answer proves that the head existed by then. Check it with
    `openssl ts -verify -digest HASH`, where HASH is the head.
    """
    from wordtools.files import write_files
    from wordtools.signing.timestamp import make_request

    if file.exists():
        raise WordtoolsError(f"{file} already exists; choose another name")
    with _open(url) as log:
        number, hash = log.read_head()
    write_files({file: make_request(bytes.fromhex(hash))})
    if json:
        print_json({"number": number, "hash": hash, "file": str(file)})
    else:
        print(f"{file}: a request for the head of record {number}, {hash}")


@group.command()
def export(
    format: Annotated[
        Literal["csv", "json"],
        typer.Option("--format", help="csv for spreadsheets, or json with all hashed data."),
    ],
    url: LogOption = "",
    quiet: QuietAnswer = False,
) -> None:
    """Print the whole log as CSV or JSON."""
    from wordtools.judge import export as exporting

    _, write = exporting.FORMATS[format]
    with _open(url) as log, show_progress("writing the log", quiet=quiet, streams=True):
        for piece in write(log):  # exact bytes for programs
            sys.stdout.buffer.write(piece.encode("utf-8", "backslashreplace"))


@group.command()
def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The HTML file to create.")],
    event: Annotated[str | None, typer.Option(help="Only rulings of this event.")] = None,
    round: Annotated[str | None, typer.Option(help="Only rulings of this round.")] = None,
    lang: Annotated[
        str,
        typer.Option(metavar="CODE", help="The report's language, such as pt, or en-GB."),
    ] = "en",
    heads: HeadsOption = None,
    url: LogOption = "",
    quiet: Quiet = False,
) -> None:
    """Write the rulings and voids of a round, an event or the whole log as a page to print.

    The page is one self-contained HTML file; any browser prints it or saves it as PDF. "" stands
    for no event or no round. Exits with 1 when the log is damaged, or when there are no such
    rulings to report.
    """
    from wordtools.files import write_files
    from wordtools.judge.report import collect
    from wordtools.service.judging.report_page import render
    from wordtools.signing.heads import find_heads

    if file.exists():
        raise WordtoolsError(f"{file} already exists; choose another name")
    with _open(url) as log, show_progress("writing the report", quiet=quiet):
        content = collect(log, event=event, round=round, heads=find_heads(heads, url))
        language = lang.partition("-")[0]
        page = render(content, log.url, event=event, round=round, language=language, locale=lang)
    if not content.rulings:
        print("wordtools: no rulings match.", file=sys.stderr)
        raise typer.Exit(1)
    write_files({file: page.encode()})
    for fault in content.checked.faults:
        print(fault)
    if not quiet:
        print(f"written to {file}: {pluralize(len(content.rulings), 'ruling')}")
    raise typer.Exit(1 if content.checked.faults else 0)


@group.command()
def void(
    ruling: RulingArgument,
    why: Annotated[str, typer.Option(help="The reason for voiding it.")],
    event: EventOption = None,
    password_file: Annotated[
        Path | None,
        typer.Option(help="A file with the director's password. [default: ask]"),
    ] = None,
    insecure: InsecureOption = False,
    url: LogOption = "",
    json: Json = False,
) -> None:
    """Void a ruling, so that the play can be judged again. Both records stay.

    Requires the service's director password. Exits with 1 when the ruling does not exist or is
    already void.
    """
    from wordtools.judge.judge import void_ruling
    from wordtools.log.log import LogError
    from wordtools.messages.refusal import CannotJudge
    from wordtools.service import access

    with _open(url, writes=True) as log:
        report_upgrade(log)
        password = access.read_password(log)
        if password is None:
            raise WordtoolsError(
                f"{log.url} has no director's password, because no service has used it"
            )
        if not password.check(_read_password(password_file, insecure=insecure)):
            raise WordtoolsError("wrong director's password")
        try:
            id = _find_id(log, ruling, event)
            record = void_ruling(log, id, why)
            label = _label(log.find(id))
        except LogError:
            raise
        except CannotJudge as error:
            if error.code not in ("no_ruling", "void_already"):
                raise
            _refuse(CannotJudge.because(error.code, ruling=ruling), event)
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
        with _open(url) as log:
            _save(url, log, file)
        progress("checking the copy")
        with _open(str(file.resolve())) as copied:
            checked = copied.verify()
    if json:
        print_json(checked)
    else:
        for fault in checked.faults:
            print(fault)
        if not quiet:
            print(f"copied to {file}: {pluralize(checked.records, 'record')}, head {checked.head}")
    raise typer.Exit(1 if checked.faults else 0)


@contextmanager
def _open(url: str, *, writes: bool = False) -> Iterator[Log]:
    """An existing log; closing it removes SQLite's temporary files. An older format is upgraded
    only if the command `writes` to the log."""
    from wordtools.log.log import Log

    log = Log(url, make=False)
    if writes:
        log.close()
        log = Log(url)
    try:
        yield log
    finally:
        log.close()


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


def _read_heads(path: Path | None, signed_by: list[str]) -> list[tuple[int, str]]:
    """The numbers and hashes of heads signed by trusted keys. Raises `SignatureError`."""
    from wordtools.signing import heads
    from wordtools.signing.trust import read_trust

    if path is None:
        return []
    signed = heads.read_heads(path)
    heads.check_heads(signed, read_trust(signed_by))
    return [(head.number, head.hash) for head in signed]


def _find_warnings(url: str) -> Iterator[str]:
    """Warnings about a log before it is opened."""
    from sqlalchemy.exc import SQLAlchemyError

    from wordtools.log import database

    with suppress(SQLAlchemyError, OSError):  # opening the log reports its faults
        if database.was_left_open(url):
            yield (
                f"{database.hide_password(url)} was copied while in use, or its service was "
                "killed; the newest records may be missing. To copy a log in use, run: "
                "wordtools log copy FILE"
            )


def _find_id(log: Log, ruling: str, event: str | None) -> str:
    """The id of a ruling, given its id or its number in an event or in the log."""
    digits = ruling.removeprefix("#")
    if not (digits.isascii() and digits.isdecimal()) or log.find(ruling) is not None:
        return ruling
    number = int(digits[:18])
    if event is None or ruling.startswith("#"):
        record = log.find_number(number)
    else:
        record = log.find_in_event(event, number)
    return record.id if record is not None and record.kind == "ruling" else ruling


def _refuse(error: CannotJudge, event: str | None) -> NoReturn:
    """Reports an error with the named ruling, and ends the command with exit code 1."""
    sentence = str(error)
    if error.code == "no_ruling":
        sentence += f" in {event}" if event else "; a ruling's number in its event needs --event"
    print(f"wordtools: {end_sentence(reveal(sentence))}", file=sys.stderr)
    raise typer.Exit(1) from None


def _label(record: LogRecord | None) -> str:
    """A ruling's numbers in the event and in the log: `3 (#9)`."""
    from wordtools.judge.ruling import label_ruling

    assert record is not None  # voided moments ago
    return label_ruling(record.content.get("event_number", 0), record.number)


def _format_record(record: LogRecord, is_void: bool) -> str:
    """A record as one line."""
    from wordtools.judge import acts
    from wordtools.messages import Messages

    start = f"{record.number:>6}  {record.time}  {record.id}"
    content = record.content
    if act := acts.describe(record, Messages("en")):
        return f"{start}  {act}"
    challenge = {**content["challenge"], "number": content.get("event_number")}
    labels = {"event": "", "number": "ruling ", "round": "round ", "table": "table "}
    labels |= {"play": "play ", "station": ""}
    parts = (f"{label}{challenge[key]}" for key, label in labels.items() if challenge.get(key))
    place = " / ".join(parts)
    answer = "YES" if content["acceptable"] else "NO"
    note = "  (void)" if is_void else ""
    words = " ".join(content["words"])
    return f"{start}  {answer:<3}  {words}  {place}".rstrip() + note


def _read_password(file: Path | None, *, insecure: bool) -> str:
    if file is not None:
        return read_secret_file(file, insecure=insecure)
    try:
        return read_hidden("Director's password: ")
    except EOFError:
        raise WordtoolsError("the director's password is required") from None
