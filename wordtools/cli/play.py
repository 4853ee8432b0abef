"""`wordtools play`: judge one play on a board."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from wordtools.cli.app import (
    GameLexiconOption,
    Json,
    RulesetArgument,
    app,
    open_standard_input,
    print_json,
)
from wordtools.cli.styles import print_styled, style_verdict
from wordtools.cli.svg_files import ThemeOption, check_suffix, write_pictures
from wordtools.errors import SourceError, WordtoolsError
from wordtools.lexicon.find import open_edition
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import end_sentence

if TYPE_CHECKING:
    from wordtools.board.board import Board
    from wordtools.board.evaluation import EvaluatedPlay
    from wordtools.rules.ruleset import CrosswordRuleset, StackingRuleset


@app.command()
def play(
    rules: RulesetArgument,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAY...",
            help="The play, as written on a score sheet: 8H CAT or '8D A(D)D 12'.",
        ),
    ],
    board: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The board before the play, drawn as in docs/games.md; - reads standard input.",
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
        typer.Option(
            "--svg", metavar="FILE.svg", help="Draw the board after the play into this file."
        ),
    ] = None,
    theme: ThemeOption = "light",
    json: Json = False,
) -> None:
    """Judge a play on a board: its words, one verdict, its score, and the board after it.

    Exits with 0 for YES and 1 for NO; 2 means CANNOT JUDGE, with the reason. A move in Lingo
    (lingo 'ac7,re7') exits with 0 when it scores, 1 when it does not.
    """
    from wordtools.board.words import admit_words
    from wordtools.messages.refusal import CannotJudge
    from wordtools.rules.loading import load_ruleset
    from wordtools.rules.ruleset import StackingRuleset

    if svg:
        check_suffix(svg)
    notation = " ".join(words)
    try:
        ruleset = load_ruleset(rules)
        admitted = admit_words(ruleset, open_edition(ruleset.words.edition, lexicon))
        drawing = read_drawing(board)
        if isinstance(ruleset, StackingRuleset):
            answer = _judge_lingo(ruleset, admitted, drawing, str(board), notation, rack)
        else:
            crossword = ruleset.read_by(admitted.alphabet)
            answer = _judge_crossword(
                crossword, admitted, drawing, str(board), notation, rack, name or []
            )
    except WordtoolsError as error:
        if json:
            print_json({"ruling": "CANNOT JUDGE", "reason": end_sentence(str(error))})
        raise CannotJudge(f"CANNOT JUDGE: {error}") from None
    if svg:
        write_pictures({svg: answer.draw(theme)})
    if json:
        by = {"lexicon": admitted.name, "edition": admitted.edition_name, "digest": admitted.digest}
        print_json({"ruling": "YES" if answer.stands else "NO", **answer.facts, **by})
    else:
        for label, text in answer.rows:
            if label == "verdict":
                print_styled(f"{label:<9} {style_verdict(answer.stands)}")
            else:
                print(f"{label:<9} {text}" if label else text)
        for line in answer.drawing:
            print_styled(line)
    raise typer.Exit(0 if answer.stands else 1)


class _Answer(NamedTuple):
    """A judged play, with its fields for JSON and its labelled rows for people; a function that
    draws the board in a theme; and the board as text, if the play stands."""

    stands: bool
    facts: dict[str, Any]
    rows: list[tuple[str, str]]
    draw: Callable[[str], str]
    drawing: Sequence[str] = ()


def _judge_crossword(
    game: CrosswordRuleset,
    lexicon: Lexicon,
    drawing: str,
    path: str,
    notation: str,
    rack: str | None,
    names: list[str],
) -> _Answer:
    from wordtools.board.evaluation import evaluate_play, read_board
    from wordtools.board.notation import place_notation, read_notation
    from wordtools.board.play import lay_play
    from wordtools.judge.evaluation import select_words
    from wordtools.judge.verdict import is_acceptable, normalize_words

    board_before = read_board(drawing, game, path)
    play = evaluate_play(lexicon, board_before, notation, rack)
    judged = select_words(play, normalize_words(lexicon, names) if names else [])
    stands = is_acceptable(lexicon, judged, most=len(judged))
    facts = {"judged": judged, "made": play}
    rows = _list_rows(play, judged, stands, lexicon)
    placed = place_notation(board_before, read_notation(play.notation, game.alphabet))
    board = lay_play(board_before, placed)

    def draw(theme: str) -> str:
        from wordtools.pictures.crossword import draw_board

        last = [square for square, _ in placed.list_laid(board_before)]
        caption = (play.notation, f"{play.score:+d} {'YES' if stands else 'NO'}", False)
        return draw_board(board, last, None if stands else "wrong", [[caption]], theme)

    return _Answer(stands, facts, rows, draw, ["", *_draw_board(board)] if stands else [])


def _draw_board(board: Board) -> list[str]:
    """Returns the lines of a board in the format of board files. On a terminal, boards with colours
    or right-to-left words are drawn as players see them."""
    from wordtools.cli.grid import draw_tiles

    is_leftward = board.ruleset.reading == "right-to-left"
    if (is_leftward or board.ruleset.tile_colours) and sys.stdout.isatty():
        return [*draw_tiles(board)]
    return [str(board)]


def _judge_lingo(
    game: StackingRuleset,
    lexicon: Lexicon,
    drawing: str,
    path: str,
    notation: str,
    pool: str | None,
) -> _Answer:
    from wordtools.lingo.scoring import evaluate_move
    from wordtools.messages.refusal import CannotJudge

    game.check_tiles(lexicon.alphabet)
    move = evaluate_move(game, drawing, notation, lexicon, pool, path)
    if not move.legal:
        raise CannotJudge(move.sentence, "play")
    lines = [move.sentence, f"# by {_format_lexicon(lexicon)}", "", move.board]

    def draw(theme: str) -> str:
        from wordtools.lingo.board import StackBoard
        from wordtools.pictures.stacks import draw_stacks

        board = StackBoard.read(move.board, game)
        caption = (" ".join(word.text for word in move.words), f"{move.points:+d}", False)
        return draw_stacks(board, [[caption]], theme)

    return _Answer(bool(move.points), {"made": move}, [("", line) for line in lines], draw)


def read_drawing(path: Path | None) -> str:
    """Reads a board from a file or standard input. Raises `WordtoolsError`."""
    from wordtools.toml_reader import MOST_BYTES

    if path is None:
        return ""
    try:
        with open_standard_input() if str(path) == "-" else path.open("rb") as file:
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
    """Returns the edition and lexicon that judged a play, as text."""
    return f"{lexicon.edition_name} ({lexicon.name} {lexicon.digest[:12]})"


def _list_rows(
    play: EvaluatedPlay, judged: list[str], stands: bool, lexicon: Lexicon
) -> list[tuple[str, str]]:
    rows = [("play", play.notation), ("words", " ".join(play.words))]
    if judged != play.words:
        rows.append(("judged", " ".join(judged)))
    points = " + ".join(map(str, play.points))
    bonus = f" + {play.bonus} bonus" if play.bonus else ""
    parts = f" = {points}{bonus}" if bonus or len(play.points) > 1 else ""
    condition = "" if stands else ", if the play stood"
    rows.append(("verdict", "YES" if stands else "NO"))
    rows.append(("score", f"{play.score}{parts}{condition}"))
    if play.claimed is not None:
        excess = play.difference or 0
        verdict = f"{abs(excess)} too {'many' if excess > 0 else 'few'}" if excess else "correct"
        rows.append(("claimed", f"{play.claimed}, {verdict}"))
    if play.exchange:
        rows.append(("exchange", "the opponents' tiles are exchanged at random"))
    rows.append(("by", _format_lexicon(lexicon)))
    return rows
