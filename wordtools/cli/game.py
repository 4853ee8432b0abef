"""`wordtools game`: judge a recorded game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from wordtools.cli.app import (
    GameLexiconOption,
    IgnoreOption,
    Json,
    app,
    print_json,
    ruleset_option,
)
from wordtools.cli.svg_files import ThemeOption, write_folder
from wordtools.lexicon.find import find_name, open_edition, open_lexicon
from wordtools.wording import end_sentence


@app.command()
def game(
    record: Annotated[str, typer.Argument(metavar="FILE.gcg", help="A game in GCG notation.")],
    lexicon: GameLexiconOption = "",
    rules: Annotated[
        str | None,
        ruleset_option("The ruleset of the game. [default: as the game or the lexicon implies]"),
    ] = None,
    ignore: IgnoreOption = None,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg",
            metavar="FOLDER",
            help="Draw the board after each turn into this folder: turn-01.svg and so on.",
        ),
    ] = None,
    theme: ThemeOption = "light",
    json: Json = False,
) -> None:
    """Judge a recorded game: every play, score, challenge and leftover rack.

    Exits with 0 when everything agrees, 1 when something does not, 2 when the game cannot be judged
    to the end.
    """
    from wordtools.formats import gcg
    from wordtools.game.record_rules import LEXICON, find_ruleset_name, is_stand_in
    from wordtools.messages.refusal import CannotJudge
    from wordtools.review.disagreements import check_kinds
    from wordtools.review.review import review_game
    from wordtools.rules.loading import load_crossword

    ignored = check_kinds(ignore or ())
    recorded = gcg.read_gcg(record)
    named = open_lexicon(lexicon) if lexicon else None
    name, reason = (rules, "") if rules else find_ruleset_name(recorded, named)
    ruleset = load_crossword(name)
    word_list = recorded.find_pragma(LEXICON) or ""
    words = open_edition(ruleset.words.edition, lexicon or find_name(word_list))
    reasons = [f"the rules are {name}, {reason}; choose others with --rules"] if reason else []
    if is_stand_in(recorded, words):
        reasons.append(
            f"the words are those of {words.edition_name}, not of {word_list}, so verdicts on "
            "challenges are not compared; choose others with -l"
        )
    for sentence in reasons:
        print(f"wordtools: {end_sentence(sentence)}", file=sys.stderr)
    result = review_game(recorded, ruleset, words, boards=True).leave_out(ignored)
    if svg:
        from wordtools.review.turn_pictures import PATTERN, draw_turns

        pictures = draw_turns(result, ruleset.read_by(words.alphabet), theme)
        write_folder(svg, pictures, PATTERN)
    if json:
        print_json({"file": record, "reasons": reasons, **msgspec.to_builtins(result)})
    else:
        for row in result.table():
            print(row)
        for disagreement in result.disagreements:
            print(f"{record}:{disagreement.line}: {disagreement.sentence} [{disagreement.kind}]")
    if result.stopped is not None:
        raise gcg.GcgError(record, result.stopped.line, result.stopped.sentence)
    for line in result.lines:
        if line.cannot:
            raise CannotJudge(f"{record}:{line.line}: CANNOT JUDGE: {line.cannot}")
    raise typer.Exit(1 if result.disagreements else 0)
