"""`wordtools plays`: every play of a rack on a board."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import GameLexiconOption, Json, RulesetArgument, app, print_json
from wordtools.cli.play import read_drawing


@app.command()
def plays(
    rules: RulesetArgument,
    rack: Annotated[str, typer.Option(metavar="TILES", help="The rack; ? is a blank: 'AEINRT?'.")],
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The board, drawn as in docs/games.md; - reads standard input. [default: empty]",
        ),
    ] = None,
    lexicon: GameLexiconOption = "",
    limit: Annotated[
        int | None,
        typer.Option(min=1, max=4_000_000, metavar="N", help="Only the best N plays."),
    ] = None,
    json: Json = False,
) -> None:
    """Print every play of a rack, best first: its score, the play, the words it makes. For
    directors and study, never at the table.

    Exits with 0 when there is a play, 1 when there is none, 2 when that cannot be determined.
    """
    from wordtools.board import generator, notation
    from wordtools.board.evaluation import read_board, read_rack
    from wordtools.errors import SpellingError, WordtoolsError
    from wordtools.lexicon.find import open_edition
    from wordtools.rules.loading import load_crossword

    ruleset = load_crossword(rules)
    opened = open_edition(ruleset.words.edition, lexicon)
    ruleset = ruleset.read_by(opened.alphabet)
    before = read_board(read_drawing(board), ruleset, str(board))
    try:
        held = read_rack(rack, before)
    except SpellingError as error:
        raise WordtoolsError(f"--rack {rack!r}: {error}") from None
    found = generator.find_distinct_plays(before, held, opened, limit)
    for move in found:
        written = notation.write_play(before, move.play)
        if json:
            print_json({"score": move.score, "play": written, "words": move.words})
        else:
            print(f"{move.score}\t{written}\t{' '.join(move.words)}")
    if not found:
        print("wordtools: there is no play.", file=sys.stderr)
    raise typer.Exit(0 if found else 1)
