"""`wordtools log list`, `export` and `report`: the records as text, as data and as a page to
print."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wordtools.cli.app import Json, LogOption, Quiet, QuietAnswer, print_json
from wordtools.cli.log.shared import group, open_log
from wordtools.cli.progress import show_progress
from wordtools.cli.serve import HeadsOption
from wordtools.errors import WordtoolsError
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from wordtools.log.record import LogRecord


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
    with open_log(url) as log, show_progress("reading the log", quiet=quiet, streams=True):
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
    with open_log(url) as log, show_progress("writing the log", quiet=quiet, streams=True):
        for piece in write(log):  # programs need the exact bytes
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
    """Write a page to print, with the rulings and voids of a round, an event or the whole log.

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
    with open_log(url) as log, show_progress("writing the report", quiet=quiet):
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
