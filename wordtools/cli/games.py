"""`wordtools games`: judge an archive of recorded games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import (
    IgnoreOption,
    Jobs,
    Json,
    LexiconOption,
    Quiet,
    app,
    print_json,
    ruleset_option,
)
from wordtools.cli.naming import LexiconCommand
from wordtools.errors import WordtoolsError
from wordtools.wording import pluralize, reveal


@app.command(cls=LexiconCommand)
def games(
    archives: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Folders, ZIP archives and games (GCG or JSON)."),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The table of plays to write: FILE.parquet or FILE.csv. FILE.disagreements and "
            "FILE.failures, in the same format, list disagreements and games that cannot be "
            "judged.",
        ),
    ],
    lexicon: LexiconOption,
    rules: Annotated[
        str | None,
        ruleset_option("The ruleset of all games. [default: implied by each game or the lexicon]"),
    ] = None,
    ignore: IgnoreOption = None,
    compare: Annotated[
        Path | None,
        typer.Option(metavar="OLD", help="Print verdicts that differ from an earlier table's."),
    ] = None,
    jobs: Jobs = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Judge an archive of recorded games into a table of plays.

    Rerun the same command to resume after an interruption. Exits with 0 when every game was judged
    in full and no verdict changed, 1 otherwise, 2 when no table was written.
    """
    from tqdm import tqdm

    from wordtools.review import archive
    from wordtools.review.game_columns import GameColumns
    from wordtools.review.recorded_games import list_games

    if compare is not None and (not compare.is_file() or compare.resolve() == output.resolve()):
        raise WordtoolsError(f"{compare} is not a table of plays, which --compare needs")
    columns = GameColumns(lexicon, rules)
    hides_progress = quiet or not sys.stderr.isatty()
    total = None if hides_progress else sum(1 for _ in list_games(archives))
    with tqdm(total=total, unit=" games", disable=hides_progress, leave=False) as bar:
        judged = archive.judge_archive(archives, columns, output, jobs, bar.update, ignore or ())
    if json:
        print_json(judged)
    elif not quiet:
        verdicts = ", ".join(f"{count:,} {name}" for name, count in judged.verdicts.items())
        games, plays = pluralize(judged.games, "game"), pluralize(judged.plays, "play")
        print(f"{games}, {plays}: {verdicts or 'none'}")
        if judged.disagreements:
            number = pluralize(sum(judged.disagreements.values()), "disagreement")
            kinds = ", ".join(f"{count:,} {kind}" for kind, count in judged.disagreements.items())
            print(f"{number} ({kinds}): {archive.name_disagreements(output)}")
        if judged.failures:
            print(f"{judged.failures:,} not judged in full: {archive.name_failures(output)}")
    changes = 0
    for change in archive.compare_verdicts(compare, output) if compare is not None else ():
        changes += 1
        if json:
            print_json(change)
        else:
            game = reveal(change.game)  # newlines, too
            print(
                f"{game} {change.turn}: {change.player}, {change.place} {change.words}, "
                f"{change.before} before, {change.now} now"
            )
    raise typer.Exit(1 if judged.failures or changes else 0)
