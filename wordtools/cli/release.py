"""`wordtools release`: make a folder to publish."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import Json, LexiconArgument, Quiet, app, complete_lexicon, print_json
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.progress import show_progress
from wordtools.lexicon.find import SUFFIX, open_lexicon
from wordtools.wording import pluralize


@app.command(cls=LexiconCommand)
def release(
    name: LexiconArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder to create.")
    ],
    previous: Annotated[
        str,
        typer.Option(
            metavar="LEXICON",
            help="The previous release (a lexicon or its folder), for the list of changes.",
            autocompletion=complete_lexicon,
        ),
    ] = "",
    exports: Annotated[
        list[str] | None,
        typer.Option(
            "--export",
            metavar="FORMAT",
            help="Also export in this format (docs/formats.md); may be repeated.",
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a folder to publish: the lexicon, its rejects, its licences, changes and digests.

    The same inputs give the same bytes. The folder is written completely or not at all.
    """
    from wordtools.compiler.release import release_lexicon

    last = open_lexicon(_find_released(previous)) if previous else None
    lexicon = open_lexicon(name)
    with show_progress(f"making {output.name}", quiet=quiet):
        report = release_lexicon(lexicon, output, previous=last, exports=exports or [])
    if json:
        print_json(report)
    elif not quiet:
        for file, size in report.files.items():
            print(f"{output / file}: {pluralize(size, 'byte')}")
        print(f"  digest: {report.digest}")
        if report.changes:
            print(f"  changes: {report.changes}")


def _find_released(previous: str) -> str:
    """Returns the only lexicon in a folder; returns any other path unchanged."""
    files = list(Path(previous).glob(f"*{SUFFIX}")) if Path(previous).is_dir() else []
    return str(files[0]) if len(files) == 1 else previous
