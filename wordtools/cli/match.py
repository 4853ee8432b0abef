"""`wordtools match`: let two players play each other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import GameLexiconOption, Jobs, Json, Quiet, app, print_json, ruleset_option
from wordtools.lexicon.find import open_edition

Player = Annotated[
    str,
    typer.Argument(
        help="static (uses the leaves beside the lexicon); plain (uses no leaves); simulation "
        "(plays on from the best turns; simulation:200 and simulation:0.5s limit it); a level "
        "(beginner, club, expert, champion, or 1 to 10); or the file of a table of leaves.",
    ),
]


@app.command()
def match(
    a: Player,
    b: Player,
    rules: Annotated[str, ruleset_option("The ruleset of the games.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="The folder for games.parquet and games/, ZIP archives of GCG files.",
        ),
    ],
    lexicon: GameLexiconOption = "",
    games: Annotated[
        int,
        typer.Option(min=2, max=1_000_000, help="The number of games; each bag is played twice."),
    ] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=(1 << 40) - 1, help="The random seed.")] = 0,
    jobs: Jobs = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let two players play each other, and report which one is stronger.

    Each bag is played twice, with seats exchanged. Rerun the same command to resume after an
    interruption.
    """
    from tqdm import tqdm

    from wordtools.players.match import play_match
    from wordtools.players.opponents import choose_opponent, lacks_leaves
    from wordtools.rules.loading import load_crossword

    ruleset = load_crossword(rules)
    words = open_edition(ruleset.words.edition, lexicon)
    for name in dict.fromkeys((a, b)):
        if lacks_leaves(choose_opponent(name, ruleset, words)):
            print(
                f"wordtools: {name} has no table of leaves and plays worse; learn one with "
                f"`wordtools leaves {rules}`.",
                file=sys.stderr,
            )
    hides_progress = quiet or not sys.stderr.isatty()
    with tqdm(total=games, unit=" games", disable=hides_progress, leave=False) as bar:
        result = play_match((a, b), rules, words, output, games, seed, jobs, bar.update)
    if json:
        print_json(result)
    elif not quiet:
        print(f"{a} against {b}: {result.games:,} games")
        print(f"wins      {100 * result.wins:.1f} % ± {100 * result.wins_interval:.1f}")
        print(f"spread    {result.spread:+.1f} ± {result.spread_interval:.1f} a game")
        print(f"points    {result.points[0]:.1f} and {result.points[1]:.1f} a game")
        times = result.milliseconds
        print(f"time      {times[0]:.2f} and {times[1]:.2f} ms a turn")
        print(f"first     the first mover won {100 * result.first_wins:.1f} %")
