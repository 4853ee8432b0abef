"""`wordtools plays`: list every play that a rack allows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wordtools.cli.app import (
    GameLexiconOption,
    Json,
    LeavesOption,
    RulesetArgument,
    app,
    print_json,
)
from wordtools.cli.opponents import open_leaves
from wordtools.cli.play import read_drawing
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lexicon.find import open_edition

if TYPE_CHECKING:
    from wordtools.board.board import Board
    from wordtools.lexicon.lexicon import Lexicon


@app.command()
def plays(
    rules: RulesetArgument,
    rack: Annotated[str, typer.Option(metavar="TILES", help="The rack; ? is a blank: 'AEINRT?'.")],
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The board, drawn as in docs/games.md; - is standard input. [default: empty]",
        ),
    ] = None,
    lexicon: GameLexiconOption = "",
    limit: Annotated[
        int | None,
        typer.Option(min=1, max=4_000_000, metavar="N", help="Print only the best N plays."),
    ] = None,
    by: Annotated[
        Literal["score", "value"],
        typer.Option(
            help="Rank by score, or by value (score plus the value of the leave); value also ranks "
            "exchanges."
        ),
    ] = "score",
    leaves: LeavesOption = None,
    json: Json = False,
) -> None:
    """Print every play that a rack allows on a board, best first.

    Each line has a play's score, notation and words. With --by value, the list also has exchanges
    and a pass, and each line begins with the value; only the best 20 are printed unless --limit is
    set.

    This is for directors and for study; never use it during a game. Exits with 0 when there is a
    play, 1 when there is none, 2 when the rack or board cannot be used.
    """
    from wordtools.board import generator, notation
    from wordtools.board.evaluation import read_board, read_rack
    from wordtools.rules.loading import load_crossword

    ruleset = load_crossword(rules)
    words = open_edition(ruleset.words.edition, lexicon)
    board_before = read_board(read_drawing(board), ruleset.read_by(words.alphabet), str(board))
    try:
        tiles = read_rack(rack, board_before)
    except SpellingError as error:
        raise WordtoolsError(f"--rack {rack!r}: {error}") from None
    if by == "value":
        _print_by_value(board_before, tiles, words, leaves, limit or 20, json)
        return
    if leaves:
        raise WordtoolsError("--leaves needs --by value")
    plays = generator.find_distinct_plays(board_before, tiles, words, limit)
    for play in plays:
        text = notation.write_play(board_before, play.play)
        if json:
            print_json({"score": play.score, "play": text, "words": play.words})
        else:
            print(f"{play.score}\t{text}\t{' '.join(play.words)}")
    if not plays:
        print("wordtools: there is no legal play.", file=sys.stderr)
    raise typer.Exit(0 if plays else 1)


def _print_by_value(
    board: Board, rack: bytes, words: Lexicon, leaves: Path | None, limit: int, json: bool
) -> None:
    """Prints a rack's best turns by value."""
    from wordtools.players.static import find_best_turns

    table = open_leaves(board.ruleset, words, leaves)
    for turn in find_best_turns(board, rack, words, table, limit=limit):
        if json:
            print_json(
                {
                    "value": turn.value,
                    "score": turn.score,
                    "turn": turn.notation,
                    "words": turn.words,
                }
            )
        else:
            words_made = " ".join(turn.words)
            print(f"{turn.value:.2f}\t{turn.score}\t{turn.notation}\t{words_made}".rstrip("\t"))
