"""`wordtools import` and `export`: read and write the files of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from wordtools.cli.app import Json, LexiconArgument, Quiet, app, print_json, warn
from wordtools.cli.build import format_table
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.progress import show_progress
from wordtools.lexicon.find import open_lexicon
from wordtools.wording import pluralize


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of words.")],
    format: Annotated[
        str, typer.Option(metavar="FORMAT", help="Its format. [default: detected]")
    ] = "",
    alphabet: Annotated[
        str,
        typer.Option(help="An alphabet, such as en or pt, or a .toml file. [default: the file's]"),
    ] = "",
    into: Annotated[
        Path, typer.Option("--into", "-o", help="The folder or path of the new lexicon.")
    ] = Path("build"),
    name: Annotated[str, typer.Option(help="The lexicon's name. [default: the file name]")] = "",
    encoding: Annotated[
        str,
        typer.Option(
            help="A text file's encoding (the name of a Python codec). [default: detected]",
            show_default=False,
        ),
    ] = "detect",
    lengths: Annotated[
        str, typer.Option(metavar="A..B", help="Only words of this many tiles. [default: 2..15]")
    ] = "",
    definitions: Annotated[
        Literal["tab", "space"] | None,
        typer.Option(
            help="The separator between word and definition in a plain list. [default: detected]"
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compile a file of another program into a lexicon, with its categories.

    A note, or a report of rejects beside the lexicon, lists anything that is left out. Formats:
    lexicon, parquet, quackle, dwg, kwg, kbwg, kad, dawgdic, scrabble3d, jsonl, json, csv, hunspell,
    list. docs/formats.md describes them.
    """
    from wordtools.compiler.importing import import_lexicon

    with show_progress(f"reading {file.name}", quiet=quiet) as progress:
        report = import_lexicon(
            file,
            into,
            progress=progress,
            format=format,
            name=name,
            alphabet=alphabet,
            encoding=encoding,
            lengths=lengths,
            definitions=definitions,
        )
    for warning in report.warnings:
        warn(warning)
    if json:
        print_json(report)
    elif not quiet:
        for line in format_table([report]):
            print(line)
        omitted = [f"{count:,} {reason}" for reason, count in report.rejected.items()]
        omitted += [f"{report.duplicates:,} repeated"] if report.duplicates else []
        if omitted:
            total = f"{report.read - report.accepted:,} of {report.read:,}"
            print(f"  entries left out: {total} ({', '.join(omitted)}); {report.report} lists them")


@app.command(cls=LexiconCommand)
def export(
    lexicon: LexiconArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")
    ],
    format: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="Its format. [default: implied by the suffix]"),
    ] = "",
    encoding: Annotated[
        str,
        typer.Option(
            help="The encoding of a list or table (the name of a Python codec). [default: utf-8]"
        ),
    ] = "",
    categories: Annotated[
        bool, typer.Option("--categories", help="Also write the categories of a list's words.")
    ] = False,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Also write the definitions of a list's words.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a lexicon, or one of its editions, in another program's format.

    If the format cannot hold the words, nothing is written. Formats: parquet, quackle, dwg, kwg,
    kwg-dawg, kwg-legacy, kbwg, kad, dawgdic, dawgdic-completion, dawgdic-categories, scrabble3d,
    jsonl, json, csv, hunspell, list. docs/formats.md describes them.
    """
    from wordtools.interchange.exporting import export_lexicon

    options = {"encoding": encoding, "categories": categories, "definitions": definitions}
    with show_progress(f"writing {output.name}", quiet=quiet):
        report = export_lexicon(open_lexicon(lexicon), output, format, **options)
    if json:
        print_json(report)
    elif not quiet:
        words = pluralize(report.words, "word")
        for path, size in report.files.items():
            print(f"{path}: {words}, {report.format}, {pluralize(size, 'byte')}")
        for note in report.notes:
            print(f"  note: {note}")
