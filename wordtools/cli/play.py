"""`wordtools play`: judge one play on a board."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from wordtools.cli.app import GameLexiconOption, Json, RulesetArgument, app, print_json
from wordtools.cli.styles import print_styled, style_verdict
from wordtools.cli.svg_files import ThemeOption, check_suffix, write_pictures
from wordtools.errors import WordtoolsError
from wordtools.wording import end_sentence

if TYPE_CHECKING:
    from wordtools.board.board import Board
    from wordtools.board.evaluation import EvaluatedPlay
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.rules.ruleset import CrosswordRuleset, StackingRuleset


@app.command()
def play(
    rules: RulesetArgument,
    words: Annotated[
        list[str],
        typer.Argument(metavar="PLAY...", help="As on a score sheet: 8H CAT, '8D A(D)D 12'."),
    ],
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The board before it, drawn as in docs/games.md; - reads standard input.",
        ),
    ] = None,
    lexicon: GameLexiconOption = "",
    rack: Annotated[
        str | None, typer.Option(metavar="TILES", help="The rack; ? is a blank: 'AEINRT?'.")
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="WORD", help="Judge only this word of the play.")
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE.svg", help="Draw the board after it into this file."),
    ] = None,
    theme: ThemeOption = "light",
    json: Json = False,
) -> None:
    """Judge a play on a board: its words, one verdict, its score, and the board after it.

    Exits with 0 for YES and 1 for NO; 2 means CANNOT JUDGE, with the reason. A move in Lingo
    (lingo 'ac7,re7') exits with 0 when it scores, 1 when it does not.
    """
    from wordtools.board.words import admit_words
    from wordtools.lexicon.find import open_edition
    from wordtools.messages.refusal import CannotJudge
    from wordtools.rules.loading import load_ruleset
    from wordtools.rules.ruleset import StackingRuleset

    if svg:
        check_suffix(svg)
    written = " ".join(words)
    try:
        ruleset = load_ruleset(rules)
        opened = admit_words(ruleset, open_edition(ruleset.words.edition, lexicon))
        drawing = read_drawing(board)
        if isinstance(ruleset, StackingRuleset):
            judged = _judge_lingo(ruleset, opened, drawing, str(board), written, rack)
        else:
            judged = _judge_crossword(
                ruleset.read_by(opened.alphabet),
                opened,
                drawing,
                str(board),
                written,
                rack,
                name or [],
            )
    except WordtoolsError as error:
        if json:
            print_json({"ruling": "CANNOT JUDGE", "reason": end_sentence(str(error))})
        raise CannotJudge(f"CANNOT JUDGE: {error}") from None
    if svg:
        write_pictures({svg: judged.draw(theme)})
    ruling = "YES" if judged.good else "NO"
    if json:
        by = {"lexicon": opened.name, "edition": opened.edition_name, "digest": opened.digest}
        print_json({"ruling": ruling, **judged.answer, **by})
    else:
        for line in judged.lines:
            if line.split() == ["verdict", ruling]:
                print_styled(line.removesuffix(ruling) + style_verdict(judged.good))
            else:
                print(line)
        for line in judged.after:
            print_styled(line)
    raise typer.Exit(0 if judged.good else 1)


class _Judged(NamedTuple):
    """The answer as JSON and as lines, whether it is YES, what draws the board after the play in a
    theme, and that board in lines, if the play stands."""

    answer: dict[str, Any]
    lines: list[str]
    good: bool
    draw: Callable[[str], str]
    after: Iterable[str] = ()


def _judge_crossword(
    game: CrosswordRuleset,
    lexicon: Lexicon,
    drawing: str,
    path: str,
    written: str,
    rack: str | None,
    names: list[str],
) -> _Judged:
    from wordtools.board.evaluation import evaluate_play, read_board
    from wordtools.board.notation import place_notation, read_notation
    from wordtools.board.play import lay_play
    from wordtools.judge.evaluation import select_words
    from wordtools.judge.verdict import is_acceptable, normalize_words

    before = read_board(drawing, game, path)
    found = evaluate_play(lexicon, before, written, rack)
    judged = select_words(found, normalize_words(lexicon, names) if names else [])
    good = is_acceptable(lexicon, judged, most=len(judged))
    lines = _format_play(found, judged, good, lexicon)
    play = place_notation(before, read_notation(found.play, game.alphabet))
    after = lay_play(before, play)

    def draw(theme: str) -> str:
        from wordtools.pictures.crossword import draw_board

        last = [square for square, _ in play.list_laid(before)]
        said = (found.play, f"{found.score:+d} {'YES' if good else 'NO'}", False)
        return draw_board(after, last, None if good else "wrong", [[said]], theme)

    answer = {"judged": judged, "made": found}
    return _Judged(answer, lines, good, draw, ["", *_draw_board(after)] if good else [])


def _draw_board(board: Board) -> list[str]:
    """The lines of a board as its file has them. A person at a terminal sees it as it lies on the
    table where tiles have colours, or words read from right to left: files are written in the
    order of reading."""
    from wordtools.cli.grid import draw_tiles

    turned = board.ruleset.reading == "right-to-left"
    if (turned or board.ruleset.tile_colours) and sys.stdout.isatty():
        return [*draw_tiles(board)]
    return [str(board)]


def _judge_lingo(
    game: StackingRuleset, lexicon: Lexicon, drawing: str, path: str, written: str, pool: str | None
) -> _Judged:
    from wordtools.lingo.scoring import evaluate_move
    from wordtools.messages.refusal import CannotJudge

    game.check_tiles(lexicon.alphabet)
    found = evaluate_move(game, drawing, written, lexicon, pool, path)
    if not found.legal:
        raise CannotJudge(found.sentence, "play")
    lines = [found.sentence, f"# by {_format_lexicon(lexicon)}", "", found.board]

    def draw(theme: str) -> str:
        from wordtools.lingo.board import StackBoard
        from wordtools.pictures.stacks import draw_stacks

        after = StackBoard.read(found.board, game)
        said = (" ".join(word.text for word in found.words), f"{found.points:+d}", False)
        return draw_stacks(after, [[said]], theme)

    return _Judged({"made": found}, lines, bool(found.points), draw)


def read_drawing(path: Path | None) -> str:
    """The text of a board file, or of standard input. Raises `WordtoolsError`."""
    from wordtools.errors import SourceError
    from wordtools.toml_reader import MOST_BYTES

    if path is None:
        return ""
    if str(path) == "-" and sys.stdin is None:
        raise WordtoolsError("standard input is closed")
    try:
        with sys.stdin.buffer if str(path) == "-" else path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise SourceError(path, None, f"more than {MOST_BYTES:,} bytes; too large for a board")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError(path, line, "not UTF-8; save the board as UTF-8") from None


def _format_lexicon(lexicon: Lexicon) -> str:
    """The edition and the lexicon that a play was judged by."""
    return f"{lexicon.edition_name} ({lexicon.name} {lexicon.digest[:12]})"


def _format_play(
    found: EvaluatedPlay, judged: list[str], acceptable: bool, lexicon: Lexicon
) -> list[str]:
    """The answer in lines, for a person."""
    rows = [("play", found.play), ("words", " ".join(found.words))]
    if judged != found.words:
        rows.append(("judged", " ".join(judged)))
    points = " + ".join(map(str, found.points))
    bonus = f" + {found.bonus} bonus" if found.bonus else ""
    parts = f" = {points}{bonus}" if bonus or len(found.points) > 1 else ""
    condition = "" if acceptable else ", if the play stood"
    rows.append(("verdict", "YES" if acceptable else "NO"))
    rows.append(("score", f"{found.score}{parts}{condition}"))
    if found.claimed is not None:
        off = found.difference or 0
        verdict = f"{abs(off)} too {'many' if off > 0 else 'few'}" if off else "correct"
        rows.append(("claimed", f"{found.claimed}, {verdict}"))
    if found.exchange:
        rows.append(("exchange", "the opponents' tiles are exchanged at random"))
    rows.append(("by", _format_lexicon(lexicon)))
    return [f"{label:<9} {text}" for label, text in rows]
