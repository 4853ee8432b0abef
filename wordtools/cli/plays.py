"""plays: what a rack can play on a board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import Json, LexiconOption, app, print_json

RulesetArgument = Annotated[
    str,
    typer.Argument(
        metavar="RULESET", help="A ruleset: a name, a variant (NAME:VARIANT) or a .toml file."
    ),
]


@app.command()
def plays(
    ruleset: RulesetArgument,
    rack: Annotated[str, typer.Option(metavar="TILES", help="The rack's tiles; ? is a blank.")],
    lexicon: LexiconOption,
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The board: a line a row, . an empty square, blanks in lower case, [CH] a tile "
            "of two letters. Without it, an empty board.",
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, max=4_000_000, metavar="N", help="Only the best N plays.")
    ] = None,
    json: Json = False,
) -> None:
    """Print every play of a rack, best first: its score, the play, the words it makes. For
    directors and study; never at the table.

    Exits with 0 when there is a play, 1 when there is none, 2 when it cannot be told.
    """
    import wordtools
    from wordtools.board import moves, notation, tiles
    from wordtools.board.board import Board
    from wordtools.errors import SourceError, SpellingError, WordtoolsError
    from wordtools.rules.ruleset import Crossword, load

    rules = load(ruleset)
    if not isinstance(rules, Crossword):
        raise WordtoolsError(f"{rules.title} is no crossword game: it has no plays of this kind.")
    try:
        held = tiles.read_rack(rack, rules.letters)
    except SpellingError as error:
        raise WordtoolsError(f"--rack {rack!r}: {error}.") from None
    drawn = Board.empty(rules)
    if board is not None:
        try:
            drawn = Board.read(board.read_text("utf-8"), rules, str(board))
        except UnicodeDecodeError as fault:
            raise SourceError(
                board, None, f"byte {fault.start} is not UTF-8; save the file as UTF-8."
            ) from None
    found = moves.plays(drawn, held, wordtools.open(lexicon), limit)
    for move in found:
        written = notation.write(drawn, move.play)
        if json:
            print_json({"score": move.score, "play": written, "words": move.words})
        else:
            print(f"{move.score}\t{written}\t{' '.join(move.words)}")
    raise typer.Exit(0 if found else 1)
