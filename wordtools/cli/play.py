"""play: one play on a board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import Json, app, complete_lexicon, print_json

if TYPE_CHECKING:
    from wordtools.judge.ruling import Made


@app.command()
def play(
    rules: Annotated[
        str, typer.Argument(metavar="RULESET", help="A name (scrabble-pt-pt) or a .toml file.")
    ],
    written: Annotated[
        str, typer.Argument(metavar="PLAY", help="As on a score sheet: '8D A(D)D 12'.")
    ],
    board: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The board before it; - reads it.")
    ] = None,
    lexicon: Annotated[
        str,
        typer.Option(
            "--lexicon",
            "-l",
            metavar="LEXICON",
            envvar="WORDTOOLS_LEXICON",
            help="A lexicon: a path, a name or an edition; else the ruleset's.",
            autocompletion=complete_lexicon,
        ),
    ] = "",
    rack: Annotated[
        str | None, typer.Option(metavar="TILES", help="The rack, ? a blank: 'AEINRT?'.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="WORD", help="Judge only this word of the play.")
    ] = None,
    json: Json = False,
) -> None:
    """Judge a play on a board: its words, one verdict, its score.

    Exits with 0 for YES and 1 for NO; 2 means CANNOT JUDGE, with the reason.
    """
    import wordtools
    from wordtools.judge.play import board_of, made, named
    from wordtools.judge.ruling import CannotJudge, is_acceptable, words_as_judged
    from wordtools.rules import ruleset

    try:
        game = ruleset.load(rules)
        if not isinstance(game, ruleset.Crossword):
            raise wordtools.WordtoolsError(f"{rules} is not played with words on a board.")
        opened = wordtools.open(lexicon or game.words.edition)
        before = board_of(_drawing(board), game, str(board))
        found = made(opened, before, written, rack)
        judged = named(found, words_as_judged(opened, name) if name else [])
        acceptable = is_acceptable(opened, judged, most=len(judged))
    except (wordtools.WordtoolsError, OSError) as error:
        if json:
            print_json({"ruling": "CANNOT JUDGE", "reason": str(error)})
        raise CannotJudge(f"CANNOT JUDGE: {error}") from None
    if json:
        ruling = "YES" if acceptable else "NO"
        print_json({"ruling": ruling, "judged": judged, "made": found, "digest": opened.digest})
    else:
        print("\n".join(_lines(found, judged, acceptable)))
    raise typer.Exit(0 if acceptable else 1)


def _drawing(path: Path | None) -> str:
    """The text of a board file, or of standard input. Raises `WordtoolsError`."""
    import sys

    from wordtools.errors import SourceError, WordtoolsError

    if path is None:
        return ""
    if str(path) == "-" and sys.stdin is None:
        raise WordtoolsError("there is no standard input to read.")
    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(path, line, "not UTF-8; save the board as UTF-8.") from None


def _lines(found: Made, judged: list[str], acceptable: bool) -> list[str]:
    """What a person reads."""
    rows = [("play", found.play), ("words", " ".join(found.words))]
    if judged != found.words:
        rows.append(("judged", " ".join(judged)))
    sum_of = " + ".join(map(str, found.points))
    bonus = f" + {found.bonus} bonus" if found.bonus else ""
    parts = f" = {sum_of}{bonus}" if bonus or len(found.points) > 1 else ""
    rows += [("verdict", "YES" if acceptable else "NO"), ("score", f"{found.score}{parts}")]
    if found.claimed is not None:
        off = found.difference or 0
        told = f"{abs(off)} too {'many' if off > 0 else 'few'}" if off else "right"
        rows.append(("claimed", f"{found.claimed}, {told}"))
    if found.exchange:
        rows.append(("exchange", "the opponents' tiles are exchanged at random"))
    return [f"{label:<9} {text}" for label, text in rows]
