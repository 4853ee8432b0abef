"""`wordtools challenge` and `check`: whether words are valid."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordtools.cli.app import Define, Json, LexiconOption, app, print_json, read_words
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.styles import print_styled, style_verdict
from wordtools.errors import WordtoolsError
from wordtools.wording import end_sentence

if TYPE_CHECKING:
    from wordtools.compiler.decisions import DecisionMade
    from wordtools.lexicon.lexicon import Lexicon

Words = Annotated[
    list[str], typer.Argument(metavar="WORD...", help="The words; - reads standard input.")
]


@app.command(cls=LexiconCommand)
def challenge(words: Words, lexicon: LexiconOption, json: Json = False) -> None:
    """Rule on a challenged play: one YES or NO for all its words together.

    Exits with 0 for YES and 1 for NO; 2 means CANNOT JUDGE, with the reason.
    """
    from wordtools.judge.verdict import is_acceptable, normalize_words
    from wordtools.lexicon import find
    from wordtools.messages.refusal import CannotJudge

    try:
        opened = find.open_lexicon(lexicon)
        named = list(read_words(words))
        acceptable = is_acceptable(opened, named)
    except (WordtoolsError, OSError) as error:
        if json:
            print_json({"ruling": "CANNOT JUDGE", "reason": end_sentence(str(error))})
        raise CannotJudge(f"CANNOT JUDGE: {error}") from None
    if json:
        print_json(
            {
                "ruling": "YES" if acceptable else "NO",
                "words": normalize_words(opened, named),
                "lexicon": opened.name,
                "edition": opened.edition_name,
                "digest": opened.digest,
            }
        )
    else:
        print_styled(style_verdict(acceptable))
    raise typer.Exit(0 if acceptable else 1)


@app.command(cls=LexiconCommand)
def check(
    words: Words,
    lexicon: LexiconOption,
    json: Json = False,
    invalid: Annotated[
        bool, typer.Option("--invalid", help="Print only the words that are not valid; fast.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="With --invalid: the number of threads. [default: all cores]"
        ),
    ] = None,
    define: Define = False,
) -> None:
    """Print whether each word is valid. For study, never at a tournament.

    If a decision on a word was reversed, or the lexicon has not been built since, all decisions on
    it are listed.

    Exits with 0 when all are valid, 1 when some are not, 2 when that cannot be determined.
    """
    from wordtools.compiler.decided import find_debated
    from wordtools.lexicon import find

    if jobs and not invalid:
        raise WordtoolsError("--jobs can only be used with --invalid")
    opened = find.open_lexicon(lexicon)
    decisions = {} if invalid else find_debated(opened)
    every, some = True, False
    verdicts = _find_invalid(opened, words, jobs) if invalid else _check_each(opened, words)
    if "-" in words:
        verdicts = _show_progress(verdicts)
    for word, valid in verdicts:
        every, some = every and valid, True
        if invalid and valid:
            continue
        meaning = opened.definition(word) if define and valid else ""
        if json:
            defined = {"definition": meaning} if define else {}
            explained = {"word": word, "valid": valid, **_explain(opened, word, valid)}
            print_json({**explained, **_list_decisions(opened, word, decisions), **defined})
        elif invalid:
            print(word)
        else:
            verdict = "valid" if valid else "not valid"
            told = _explain(opened, word, valid)
            shown = " ".join([told["spelling"], *told["categories"]]) if valid else told["note"]
            made = _list_decisions(opened, word, decisions).get("decisions", [])
            shown = "; ".join(filter(None, [shown, *made]))
            print(f"{word}\t{verdict}\t{shown}\t{meaning}".rstrip())
    if not some:
        raise WordtoolsError("no words were given")
    raise typer.Exit(0 if every else 1)


def _show_progress(verdicts: Iterable[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    from wordtools.cli.progress import show_progress  # which a ruling need not load

    with show_progress("checking words", streams=True):
        yield from verdicts


def _check_each(lexicon: Lexicon, words: Iterable[str]) -> Iterator[tuple[str, bool]]:
    return ((word, word in lexicon) for word in read_words(words))


def _find_invalid(
    lexicon: Lexicon, words: Iterable[str], jobs: int | None
) -> Iterator[tuple[str, bool]]:
    """The words that are not valid, and an occasional valid one to show that there are some."""
    from wordtools.cli.bulk import find_invalid_words

    for argument in words:
        if argument != "-" or sys.stdin is None:
            yield from _check_each(lexicon, [argument])
            continue
        for word in find_invalid_words(lexicon, sys.stdin.buffer, jobs or os.cpu_count() or 1):
            yield ("", True) if word is None else (word, False)


def _explain(lexicon: Lexicon, word: str, valid: bool) -> dict[str, Any]:
    """A valid word as the lexicon writes it, and its categories; for any other word a note why it
    cannot be in the lexicon, empty if it could be."""
    if valid:
        return {
            "spelling": lexicon.alphabet.normal(word),
            "categories": sorted(lexicon.categories(word)),
        }
    return {"note": _find_obstacle(lexicon, word)}


def _list_decisions(
    lexicon: Lexicon, word: str, debated: Mapping[str, Sequence[DecisionMade]]
) -> dict[str, list[str]]:
    """The decisions on a word, the latest first, if one was reversed or is not built yet."""
    from wordtools.compiler.decided import is_built
    from wordtools.errors import SpellingError

    with suppress(SpellingError):
        normal = lexicon.alphabet.normal(word) if debated else ""
        if made := debated.get(normal):
            told = [f"{each.label} {each.decision}" for each in made]
            if not is_built(lexicon, normal, made[0]):
                told[0] += f"; takes effect when {lexicon.name} is built again"
            return {"decisions": told}
    return {}


def _find_obstacle(lexicon: Lexicon, word: str) -> str:
    from wordtools.errors import SpellingError

    try:
        tiles = len(lexicon.alphabet.spell(word))
    except SpellingError as error:
        is_file = "." in word and Path(word).is_file()
        return f"{error}; to check the words in a file, write - < {word}" if is_file else str(error)
    shortest, longest = lexicon.manifest.lengths
    if shortest <= tiles <= longest:
        return ""
    return f"words here have {shortest} to {longest} tiles"
