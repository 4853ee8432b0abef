"""`wordtools challenge` and `check`: judging words."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordtools.cli.app import Define, Json, LexiconOption, QuietAnswer, app, print_json, read_words
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.styles import print_styled, style_verdict
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import end_sentence

if TYPE_CHECKING:
    from wordtools.compiler.decisions import DecisionMade

Words = Annotated[
    list[str], typer.Argument(metavar="WORD...", help="The words; - reads standard input.")
]


@app.command(cls=LexiconCommand)
def challenge(words: Words, name: LexiconOption, json: Json = False) -> None:
    """Rule on a challenged play: one YES or NO for all its words together.

    Exits with 0 for YES and 1 for NO; 2 means CANNOT JUDGE, with the reason.
    """
    from wordtools.judge.verdict import is_acceptable, normalize_words
    from wordtools.messages.refusal import CannotJudge

    try:
        lexicon = open_lexicon(name)
        words = list(read_words(words))
        acceptable = is_acceptable(lexicon, words)
    except (WordtoolsError, OSError) as error:
        if json:
            print_json({"ruling": "CANNOT JUDGE", "reason": end_sentence(str(error))})
        raise CannotJudge(f"CANNOT JUDGE: {error}") from None
    if json:
        print_json(
            {
                "ruling": "YES" if acceptable else "NO",
                "words": normalize_words(lexicon, words),
                "lexicon": lexicon.name,
                "edition": lexicon.edition_name,
                "digest": lexicon.digest,
            }
        )
    else:
        print_styled(style_verdict(acceptable))
    raise typer.Exit(0 if acceptable else 1)


@app.command(cls=LexiconCommand)
def check(
    words: Words,
    name: LexiconOption,
    json: Json = False,
    invalid: Annotated[
        bool, typer.Option("--invalid", help="Print only invalid words. Fast.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="With --invalid: the number of threads. [default: all cores]"
        ),
    ] = None,
    define: Define = False,
    quiet: QuietAnswer = False,
) -> None:
    """Print whether each word is valid. This is for study; never use it at a tournament.

    Lists all decisions on a word if one of them was reversed or is not built yet.

    Exits with 0 when all are valid, 1 when some are not, 2 when the words cannot be checked.
    """
    from wordtools.compiler.decided import find_debated

    if jobs and not invalid:
        raise WordtoolsError("--jobs needs --invalid")
    lexicon = open_lexicon(name)
    debated = {} if invalid else find_debated(lexicon)
    all_valid, any_words = True, False
    verdicts = _find_invalid(lexicon, words, jobs) if invalid else _check_each(lexicon, words)
    if "-" in words:
        verdicts = _show_progress(verdicts, quiet)
    for word, valid in verdicts:
        all_valid, any_words = all_valid and valid, True
        if invalid and valid:
            continue
        definition = lexicon.definition(word) if define and valid else ""
        if invalid and not json:
            print(word)
            continue
        facts = _explain(lexicon, word, valid) | _list_decisions(lexicon, word, debated)
        if json:
            defined = {"definition": definition} if define else {}
            print_json({"word": word, "valid": valid, **facts, **defined})
        else:
            verdict = "valid" if valid else "not valid"
            note = " ".join([facts["spelling"], *facts["categories"]]) if valid else facts["note"]
            notes = "; ".join(filter(None, [note, *facts.get("decisions", [])]))
            print(f"{word}\t{verdict}\t{notes}\t{definition}".rstrip())
    if not any_words:
        raise WordtoolsError("there are no words to check; name some, or use - with input")
    raise typer.Exit(0 if all_valid else 1)


def _show_progress(verdicts: Iterable[tuple[str, bool]], quiet: bool) -> Iterator[tuple[str, bool]]:
    from wordtools.cli.progress import show_progress  # not needed for a ruling

    with show_progress("checking words", quiet=quiet, streams=True):
        yield from verdicts


def _check_each(lexicon: Lexicon, words: Iterable[str]) -> Iterator[tuple[str, bool]]:
    return ((word, word in lexicon) for word in read_words(words))


def _find_invalid(
    lexicon: Lexicon, words: Iterable[str], jobs: int | None
) -> Iterator[tuple[str, bool]]:
    """Yields the invalid words. For each piece of input, also yields one valid word, which proves
    that the piece has words.
    """
    from wordtools.cli.bulk import find_invalid_words

    for argument in words:
        if argument != "-" or sys.stdin is None:
            yield from _check_each(lexicon, [argument])
            continue
        for word in find_invalid_words(lexicon, sys.stdin.buffer, jobs or os.cpu_count() or 1):
            yield ("", True) if word is None else (word, False)


def _explain(lexicon: Lexicon, word: str, valid: bool) -> dict[str, Any]:
    """Returns the spelling of a valid word in the lexicon and its categories. For an invalid word,
    returns the reason why no lexicon could hold it, or "".
    """
    if valid:
        return {
            "spelling": lexicon.alphabet.normal(word),
            "categories": sorted(lexicon.categories(word)),
        }
    return {"note": _find_obstacle(lexicon, word)}


def _list_decisions(
    lexicon: Lexicon, word: str, debated: Mapping[str, Sequence[DecisionMade]]
) -> dict[str, list[str]]:
    """Returns all decisions on a word, latest first, if one of them was reversed or has no effect
    until the next build."""
    from wordtools.compiler.decided import is_built

    with suppress(SpellingError):
        normal = lexicon.alphabet.normal(word) if debated else ""
        if decisions := debated.get(normal):
            lines = [f"{entry.label} {entry.decision}" for entry in decisions]
            if not is_built(lexicon, normal, decisions[0]):
                lines[0] += f"; takes effect when {lexicon.name} is next built"
            return {"decisions": lines}
    return {}


def _find_obstacle(lexicon: Lexicon, word: str) -> str:
    try:
        tiles = len(lexicon.alphabet.spell(word))
    except SpellingError as error:
        is_file = "." in word and Path(word).is_file()
        return f"{error}; to check the words in a file, use - < {word}" if is_file else str(error)
    shortest, longest = lexicon.manifest.lengths
    if shortest <= tiles <= longest:
        return ""
    return f"words here have {shortest} to {longest} tiles"
