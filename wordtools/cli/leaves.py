"""`wordtools leaves`: learn the values of leaves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import GameLexiconOption, Json, Quiet, RulesetArgument, app, print_json
from wordtools.errors import WordtoolsError
from wordtools.lexicon.find import open_edition

if TYPE_CHECKING:
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.players.training import Lesson
    from wordtools.rules.ruleset import CrosswordRuleset

DEFAULT_GAMES = 20_000


@app.command()
def leaves(
    rules: RulesetArgument,
    lexicon: GameLexiconOption = "",
    games: Annotated[
        int, typer.Option(min=1, max=10_000_000, help="The number of games to play.")
    ] = DEFAULT_GAMES,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 63) - 1, help="The random seed.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The table to write: FILE.klv2, FILE.klv or FILE.csv; FILE.toml describes it. "
            "[default: beside the lexicon, where other commands find it]",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="The number of threads. [default: one for each core]"),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn the value of tiles kept on a rack by letting the program play against itself.

    The same seed and number of games give the same table, whatever the number of threads. Rerun the
    same command to resume after an interruption.
    """
    from wordtools.players.tables import find_leave_table
    from wordtools.rules.loading import load_crossword

    ruleset = load_crossword(rules)
    words = open_edition(ruleset.words.edition, lexicon)
    path = output or find_leave_table(ruleset, words)
    if path is None:
        raise WordtoolsError("this lexicon has no file; name the table with -o FILE")
    lesson = learn_with_progress(ruleset, words, path, games, seed, threads, quiet)
    if json:
        print_json({"file": str(path), **_describe(lesson)})
    elif not quiet:
        for line in _report(lesson):
            print(line)
        print(path)


def learn_with_progress(
    ruleset: CrosswordRuleset,
    words: Lexicon,
    path: Path,
    games: int,
    seed: int,
    threads: int | None,
    quiet: bool,
) -> Lesson:
    """Learns a table of leaves, with a progress bar on a terminal."""
    from tqdm import tqdm

    from wordtools.players.training import learn_leaves

    hides_progress = quiet or not sys.stderr.isatty()
    with tqdm(total=games, unit=" games", disable=hides_progress, leave=False) as bar:
        return learn_leaves(ruleset, words, path, games, seed, threads, bar.update)


def _describe(lesson: Lesson) -> dict[str, object]:
    """Returns a summary of a lesson for JSON."""
    from wordtools.board.tiles import write_tiles
    from wordtools.players.training import rank_leaves

    alphabet = lesson.table.ruleset.alphabet
    return {
        "games": lesson.games,
        "turns": lesson.turns,
        "mean": round(lesson.mean, 2),
        "leaves": [
            {
                "leave": write_tiles(leave, alphabet),
                "value": value,
                "samples": lesson.count_samples(leave),
            }
            for length, many in ((1, 999), (2, 5), (3, 5))
            for leave, value in rank_leaves(lesson.table, length, many)
        ],
    }


def _report(lesson: Lesson) -> list[str]:
    """Returns a summary of a lesson as text: the values of single tiles, and the best and worst
    leaves of two and three tiles."""
    from wordtools.board.tiles import write_tiles
    from wordtools.players.training import rank_leaves

    alphabet = lesson.table.ruleset.alphabet
    lines = [
        f"{lesson.games:,} games; the last generation averaged {lesson.mean:.1f} points over "
        f"{lesson.turns:,} turns",
        "leave        value  samples",
    ]
    for length, many in ((1, 999), (2, 5), (3, 5)):
        for leave, value in rank_leaves(lesson.table, length, many):
            shown = write_tiles(leave, alphabet)
            lines.append(f"{shown:8} {value:9.2f} {lesson.count_samples(leave):8,}")
    return lines
