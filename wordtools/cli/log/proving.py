"""`wordtools log verify`, `sign-head`, `receipt`, `timestamp`: proofs that the log is whole."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import (
    InsecurePassword,
    Json,
    KeyPasswordFile,
    LogOption,
    QuietAnswer,
    print_json,
)
from wordtools.cli.log.shared import EventOption, RulingArgument, find_id, group, open_log, refuse
from wordtools.cli.progress import show_progress
from wordtools.cli.serve import HeadsOption
from wordtools.cli.sign import read_secret_key
from wordtools.errors import WordtoolsError
from wordtools.wording import pluralize


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
        raise WordtoolsError(f"--head {head} is not a head; a head has 64 hexadecimal digits")
    if bool(heads) != bool(signed_by):
        raise WordtoolsError("give both --heads and --signed-by")
    signed = _read_heads(heads, signed_by or [])
    warnings = list(_find_warnings(url))
    with open_log(url) as log, show_progress("checking the log", quiet=quiet):
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
            print(
                f"{pluralize(len(signed), 'signed head')} in the log, the latest at record {last}"
            )
    raise typer.Exit(1 if checked.faults else 0)


@group.command()
def sign_head(
    key: Annotated[Path, typer.Option("--key", "-k", metavar="FILE", help="The secret key.")],
    heads: HeadsOption = None,
    password_file: KeyPasswordFile = None,
    insecure: InsecurePassword = False,
    url: LogOption = "",
    json: Json = False,
) -> None:
    """Sign the log's head, add the signed head to a file, and print it.

    Keep a copy of the file where nobody with access to the log can change it.
    """
    from wordtools.signing import heads as signing

    path = signing.choose_file(heads, url)
    with open_log(url) as log:
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
        typer.Option(metavar="ADDRESS", help="The published page to which the QR code links."),
    ] = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the QR code to a new SVG file.")
    ] = None,
    password_file: KeyPasswordFile = None,
    insecure: InsecurePassword = False,
    url: LogOption = "",
    json: Json = False,
) -> None:
    """Print the receipt of a ruling: a code that proves it to anyone who has the event's public
    key.

    `wordtools receipt` checks it. Exits with 1 when there is no such ruling.
    """
    from wordtools.files import write_files
    from wordtools.judge.receipts import make_receipt
    from wordtools.messages.refusal import CannotJudge
    from wordtools.signing.receipts import make_link

    if svg is not None and svg.exists():
        raise WordtoolsError(f"{svg} already exists; name a new file")
    with open_log(url) as log:
        record = log.find(find_id(log, ruling, event))
    if record is None or record.kind != "ruling":
        refuse(CannotJudge.because("no_ruling", ruling=ruling), event)
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

    Send the request to a time-stamping authority, whose answer proves that the head existed by
    then. Check it with `openssl ts -verify -digest HASH`, where HASH is the head.
    """
    from wordtools.files import write_files
    from wordtools.signing.timestamp import make_request

    if file.exists():
        raise WordtoolsError(f"{file} already exists; choose another name")
    with open_log(url) as log:
        number, hash = log.read_head()
    write_files({file: make_request(bytes.fromhex(hash))})
    if json:
        print_json({"number": number, "hash": hash, "file": str(file)})
    else:
        print(f"{file}: a request for the head of record {number}, {hash}")


def _read_heads(path: Path | None, signed_by: list[str]) -> list[tuple[int, str]]:
    """Returns the numbers and hashes of the heads that trusted keys have signed. Raises
    `SignatureError`."""
    from wordtools.signing import heads
    from wordtools.signing.trust import read_trust

    if path is None:
        return []
    signed = heads.read_heads(path)
    heads.check_heads(signed, read_trust(signed_by))
    return [(head.number, head.hash) for head in signed]


def _find_warnings(url: str) -> Iterator[str]:
    """Yields warnings about a log that has not been opened yet."""
    from sqlalchemy.exc import SQLAlchemyError

    from wordtools.log import database

    with suppress(SQLAlchemyError, OSError):  # faults are reported when the log is opened
        if database.was_left_open(url):
            yield (
                f"{database.hide_password(url)} was copied while in use, or its service was "
                "killed; the newest records may be missing. To copy a log in use, run: "
                "wordtools log copy FILE"
            )
