"""`wordtools game`: judge a recorded game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from wordtools.cli.app import (
    GameLexiconOption,
    IgnoreOption,
    Json,
    LeavesOption,
    app,
    print_json,
    ruleset_option,
)
from wordtools.cli.opponents import open_leaves
from wordtools.cli.svg_files import ThemeOption, write_folder
from wordtools.errors import WordtoolsError
from wordtools.lexicon.find import find_name, open_edition, open_lexicon
from wordtools.wording import end_sentence, reveal

if TYPE_CHECKING:
    from wordtools.formats.gcg import GameRecord
    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.review.reviewed_game import ReviewedGame
    from wordtools.rules.ruleset import CrosswordRuleset


@app.command()
def game(
    record: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A game in GCG notation, or the record of a table (`wordtools table --export`).",
        ),
    ],
    lexicon: GameLexiconOption = "",
    rules: Annotated[
        str | None,
        ruleset_option("The ruleset of the game. [default: implied by the game or the lexicon]"),
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
    best: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=99,
            metavar="N",
            help="Also print the N best turns for each recorded rack.",
        ),
    ] = None,
    leaves: LeavesOption = None,
    json: Json = False,
) -> None:
    """Judge a recorded game: every play, score, challenge and leftover rack.

    Exits with 0 when everything agrees, 1 when something disagrees, 2 when part of the game cannot
    be judged.
    """
    from wordtools.formats import gcg
    from wordtools.game.record_rules import LEXICON, find_ruleset_name, is_stand_in
    from wordtools.messages.refusal import CannotJudge
    from wordtools.review.disagreements import check_kinds
    from wordtools.review.review import review_game
    from wordtools.rules.loading import load_crossword

    if leaves and not best:
        raise WordtoolsError("--leaves needs --best")
    ignored = check_kinds(ignore or ())
    if record.endswith(".json"):
        raise typer.Exit(_judge_table(Path(record), rules, lexicon, ignored, json))
    recorded = gcg.read_gcg(record)
    named = open_lexicon(lexicon) if lexicon else None
    name, reason = (rules, "") if rules else find_ruleset_name(recorded, named)
    ruleset = load_crossword(name)
    word_list = recorded.find_pragma(LEXICON) or ""
    words = open_edition(ruleset.words.edition, lexicon or find_name(word_list))
    reasons = [f"using the rules {name}, {reason}; choose others with --rules"] if reason else []
    if is_stand_in(recorded, words):
        reasons.append(
            f"using the words of {words.edition_name} instead of {word_list}, so challenge "
            "verdicts are not compared; choose others with -l"
        )
    for sentence in reasons:
        print(f"wordtools: {end_sentence(sentence)}", file=sys.stderr)
    result = review_game(recorded, ruleset, words, boards=True).leave_out(ignored)
    if svg:
        from wordtools.review.turn_pictures import PATTERN, draw_turns

        pictures = draw_turns(result, ruleset.read_by(words.alphabet), theme)
        write_folder(svg, pictures, PATTERN)
    better = list(_find_best(recorded, result, ruleset, words, leaves, best)) if best else []
    if json:
        fields = {"file": record, "reasons": reasons, **msgspec.to_builtins(result)}
        print_json({**fields, "best": better} if best else fields)
    else:
        _print_review(record, result, better)
    if result.stopped is not None:
        raise gcg.GcgError(record, result.stopped.line, result.stopped.sentence)
    for line in result.lines:
        if line.cannot:
            raise CannotJudge(f"{record}:{line.line}: CANNOT JUDGE: {line.cannot}")
    raise typer.Exit(1 if result.disagreements else 0)


def _print_review(record: str, result: ReviewedGame, better: list[dict[str, Any]]) -> None:
    """Prints a game's turns and disagreements, and the turns that would have been better."""
    for row in result.table():
        print(row)
    for disagreement in result.disagreements:
        print(f"{record}:{disagreement.line}: {disagreement.sentence} [{disagreement.kind}]")
    for turns in better:
        lost = "" if turns["lost"] is None else f", {turns['lost']:.2f} lost"
        print(f"{record}:{turns['line']}: best turns{lost}")
        for turn in turns["turns"]:
            print(f"  {turn['value']:.2f}  {turn['score']}  {turn['turn']}")


def _judge_table(path: Path, rules: str | None, lexicon: str, ignored: set[str], json: bool) -> int:
    """Judges the record of a table; returns the exit code."""
    from wordtools.errors import GameError
    from wordtools.review.table_review import load_played, review_table
    from wordtools.table.record import read_record

    try:
        recorded = read_record(path.read_bytes())
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
    ruleset = load_played(recorded.opened, rules or "")
    words = open_edition(ruleset.words.edition, lexicon or find_name(recorded.opened.edition))
    try:
        result = review_table(recorded, ruleset, words)
    except WordtoolsError as error:
        raise GameError(f"{path}: {error}") from None
    faults = [fault for fault in result.faults if fault.kind not in ignored]
    if json:
        print_json({"file": str(path), **msgspec.to_builtins(result)})
    else:
        print("\n".join(map(reveal, result.table())))
        for fault in faults:
            sentence = reveal(end_sentence(fault.sentence))
            print(f"{path}:{fault.number}: {sentence} [{fault.kind}]")
    for fault in result.cannot:
        print(f"wordtools: CANNOT JUDGE: {reveal(end_sentence(fault.sentence))}", file=sys.stderr)
    return 2 if result.cannot else 1 if faults else 0


def _find_best(
    record: GameRecord,
    review: ReviewedGame,
    ruleset: CrosswordRuleset,
    words: Lexicon,
    leaves: Path | None,
    limit: int,
) -> Iterator[dict[str, Any]]:
    """Returns the best turns for each rack, with fields for JSON."""
    from wordtools.review.best_turns import find_best_of_game

    table = open_leaves(ruleset, words, leaves)
    for turns in find_best_of_game(record, review, ruleset, words, table, limit):
        best = [{"value": t.value, "score": t.score, "turn": t.notation} for t in turns.best]
        lost = None if turns.lost is None else round(turns.lost, 3)
        yield {"line": turns.line, "lost": lost, "turns": best}
