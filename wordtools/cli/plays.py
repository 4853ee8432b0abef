"""plays: what a rack can play on a board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import GameLexiconOption, Json, app, print_json
from wordtools.cli.play import drawing_of
from wordtools.cli.rules import complete_ruleset


@app.command()
def plays(
    rules: Annotated[
        str,
        typer.Argument(
            metavar="RULESET",
            help="A name (scrabble-pt-pt) or a .toml file.",
            autocompletion=complete_ruleset,
        ),
    ],
    rack: Annotated[str, typer.Option(metavar="TILES", help="The rack, ? a blank: 'AEINRT?'.")],
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The board, drawn as docs/games.md tells; - reads it. Without one it is empty.",
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
    directors and study; never at the table.

    Exits with 0 when there is a play, 1 when there is none, 2 when it cannot be told.
    """
    from wordtools.board import moves, notation
    from wordtools.errors import SpellingError, WordtoolsError
    from wordtools.judge.play import board_of, rack_of
    from wordtools.judge.played_by import lexicon_for
    from wordtools.rules import ruleset

    game = ruleset.load(rules)
    if isinstance(game, ruleset.Stacking):
        raise WordtoolsError(f"{game.name} is not played with words on a board.")
    before = board_of(drawing_of(board), game, str(board))
    try:
        held = rack_of(rack, before)
    except SpellingError as error:
        raise WordtoolsError(f"--rack {rack!r}: {error}.") from None
    opened = lexicon_for(game, lexicon)
    found = moves.plays(before, held, opened, limit)
    for move in found:
        written = notation.write(before, move.play)
        if json:
            print_json({"score": move.score, "play": written, "words": move.words})
        else:
            print(f"{move.score}\t{written}\t{' '.join(move.words)}")
    raise typer.Exit(0 if found else 1)
