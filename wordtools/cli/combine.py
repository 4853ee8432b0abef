"""`wordtools diff`, `merge`, `tag` and `expurgate`: compare lexicons, and make new ones."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from wordtools.cli.app import (
    Define,
    Json,
    LexiconArgument,
    Quiet,
    QuietAnswer,
    app,
    print_json,
    print_json_lines,
)
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.progress import show_progress
from wordtools.errors import WordtoolsError
from wordtools.lexicon.find import SUFFIX, open_lexicon
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from wordtools.compiler.combine import WordList
    from wordtools.lexicon.diff import Change

_MAX_MISSING = 20
"""The maximum number of missing words to list."""

ListArgument = Annotated[
    Path,
    typer.Argument(metavar="LIST", help="A list with one word per line; comments begin with #."),
]
Output = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="The lexicon to write; the file name becomes its name.",
    ),
]
Title = Annotated[str, typer.Option(help="The title of the new lexicon.")]


@app.command(cls=LexiconCommand)
def diff(
    old: LexiconArgument,
    new: LexiconArgument,
    by_length: Annotated[
        bool, typer.Option("--by-length", help="Shortest words first, with counts by length.")
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print a changelog in Markdown.")
    ] = False,
    title: Annotated[str, typer.Option(help="The heading of the changelog.")] = "",
    words: Annotated[
        bool, typer.Option("--words", help="Compare words only, not categories.")
    ] = False,
    define: Define = False,
    json: Json = False,
    quiet: QuietAnswer = False,
) -> None:
    """Print words added (+), removed (-) and recategorised (~) from one lexicon to another.

    Exits with 0 when the lexicons are equal, 1 when they differ. The number of changes goes to
    standard error.
    """
    from wordtools.lexicon.changelog import format_changelog
    from wordtools.lexicon.diff import Comparison

    if json and markdown:
        raise WordtoolsError("choose --json or --markdown")
    if title and not markdown:
        raise WordtoolsError("--title needs --markdown")
    if define and (by_length or markdown):
        raise WordtoolsError("--define works with neither --by-length nor --markdown")
    changes = Comparison(open_lexicon(old), open_lexicon(new), by_length or markdown, words)

    def look_up(change: Change) -> str:
        return (changes.old if change.sign == "-" else changes.new).definition(change.word)

    def add_definition(change: Change) -> dict[str, Any]:
        return {**msgspec.to_builtins(change), "definition": look_up(change)}

    with show_progress(f"comparing {old} and {new}", quiet=quiet, streams=True):
        if markdown:
            for line in format_changelog(changes, title):
                print(line)
        elif json:
            print_json_lines(map(add_definition, changes) if define else changes)
        elif define:
            for change in changes:
                print(f"{change}\t{look_up(change)}".rstrip())
        else:
            for piece in changes.lines():  # words and categories contain no hidden characters
                sys.stdout.buffer.write(piece.encode())
    if not quiet:
        print(changes.summarize(), file=sys.stderr)
    raise typer.Exit(1 if len(changes) else 0)


@app.command(cls=LexiconCommand)
def merge(
    operation: Annotated[
        Literal["union", "intersection", "difference", "symmetric-difference"],
        typer.Argument(metavar="OPERATION", help="The operation, listed above."),
    ],
    left: LexiconArgument,
    right: LexiconArgument,
    output: Output,
    title: Title = "",
    categories: Annotated[
        Literal["both", "left", "right"],
        typer.Option(help="The lexicon that determines the categories of words in both."),
    ] = "both",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Combine two lexicons that have the same tiles into one.

    \b
    union                 words in either lexicon
    intersection          words in both
    difference            words only in the first
    symmetric-difference  words in only one of them

    The result has the categories and editions of both. Where they conflict, the first lexicon wins;
    with --categories right, the second wins. It records both files with their digests; as long as
    these files exist, `wordtools why` traces words back to them.
    """
    from wordtools.compiler.combine import merge_lexicons

    name = _read_name(output)
    one, two = open_lexicon(left), open_lexicon(right)
    with show_progress(f"making {name}", quiet=quiet):
        merged = merge_lexicons(one, two, operation, name=name, title=title, categories=categories)
    _finish(merged, output, None, json, quiet)


@app.command(cls=LexiconCommand)
def tag(
    lexicon: LexiconArgument,
    words: ListArgument,
    category: Annotated[str, typer.Option(help="The category to add.")],
    output: Output,
    meaning: Annotated[str, typer.Option(help="The meaning of the category, if it is new.")] = "",
    title: Title = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Add a category to the words of a list.

    Other words are unchanged. Words missing from the lexicon are reported and skipped.
    """
    from wordtools.compiler.combine import find_words, tag_words

    opened = open_lexicon(lexicon)
    name = _read_name(output)
    with show_progress(f"making {name}", quiet=quiet):
        listed = find_words(opened, words)
        tagged = tag_words(opened, listed, category, name=name, title=title, meaning=meaning)
    _finish(tagged, output, listed, json, quiet)


@app.command(cls=LexiconCommand)
def expurgate(
    lexicon: LexiconArgument,
    words: ListArgument,
    why: Annotated[str, typer.Option(help="The reason, which `wordtools why` shows.")],
    output: Output,
    title: Title = "",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Remove the words of a list from a lexicon, for a reason.

    Words missing from the lexicon are reported and skipped.
    """
    from wordtools.compiler.combine import expurgate_words, find_words

    opened = open_lexicon(lexicon)
    name = _read_name(output)
    with show_progress(f"making {name}", quiet=quiet):
        listed = find_words(opened, words)
        remaining = expurgate_words(opened, listed, why, name=name, title=title)
    _finish(remaining, output, listed, json, quiet)


def _read_name(output: Path) -> str:
    """Returns a lexicon's name, taken from its file name. Raises `WordtoolsError`."""
    if output.suffix != SUFFIX:
        raise WordtoolsError(f"{output} is not the name of a lexicon; add {SUFFIX}")
    return output.stem


def _finish(
    lexicon: Lexicon, output: Path, listed: WordList | None, json: bool, quiet: bool
) -> None:
    """Writes a lexicon, and reports its path and the listed words that are not in it."""
    from wordtools.compiler.combine import save_combined

    save_combined(lexicon, output)
    source, missing = (listed.origin, listed.others) if listed else ("", [])
    if json:
        print_json(
            {
                "path": str(output),
                "words": lexicon.manifest.words,
                "digest": lexicon.digest,
                "derivation": lexicon.manifest.derivation,
                "not_found": [{"line": line, "entry": entry} for line, entry in missing],
            }
        )
    elif not quiet:
        words = pluralize(lexicon.manifest.words, "word")
        print(f"{output}: {words}, digest {lexicon.digest}")
        for line, entry in islice(missing, _MAX_MISSING):
            print(f"  note: {source}:{line}: {entry} is not in the lexicon")
        if (more := len(missing) - _MAX_MISSING) > 0:
            print(f"  note: {pluralize(more, 'more word')} not in the lexicon")
