"""game: judge a recorded game."""

from __future__ import annotations

from typing import Annotated

import typer

from wordtools.cli.app import GameLexiconOption, Json, app, print_json


@app.command()
def game(
    record: Annotated[str, typer.Argument(metavar="FILE.gcg", help="A game in GCG notation.")],
    lexicon: GameLexiconOption = "",
    rules: Annotated[
        str | None,
        typer.Option(metavar="RULESET", help="The ruleset it was played by, such as scrabble-pl."),
    ] = None,
    json: Json = False,
) -> None:
    """Judge a recorded game: every play, score, challenge and rack left over.

    Exits with 0 when all agree, 1 when something does not, 2 when it cannot be judged to its end.
    """
    import msgspec

    import wordtools
    from wordtools.board import gcg
    from wordtools.judge.games import judged
    from wordtools.judge.played_by import crossword, lexicon_for, ruleset_for
    from wordtools.judge.ruling import CannotJudge

    read = gcg.read(record)
    named = wordtools.open(lexicon) if lexicon else None
    played = crossword(rules or ruleset_for(read, named))
    result = judged(read, played, lexicon_for(played, lexicon))
    if json:
        print_json({"file": record, **msgspec.to_builtins(result)})
    else:
        for line in result.table():
            print(line)
        for each in result.disagreements:
            print(f"{record}:{each.line}: {each.sentence}")
    if result.stopped is not None:
        raise gcg.GcgError(record, result.stopped.line, result.stopped.sentence)
    cannot = next((line for line in result.lines if line.cannot), None)
    if cannot is not None:
        raise CannotJudge(f"{record}:{cannot.line}: CANNOT JUDGE: {cannot.cannot}")
    raise typer.Exit(1 if result.disagreements else 0)
