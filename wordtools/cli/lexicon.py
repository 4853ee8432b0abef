"""`wordtools list`, `info`, `verify`, `words` and `why`: inspect lexicons."""

from __future__ import annotations

import sys
import textwrap
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from wordtools.cli.app import (
    Define,
    Json,
    LexiconArgument,
    Quiet,
    QuietAnswer,
    SignedByOption,
    app,
    print_json,
)
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.progress import show_progress
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.find import list_lexicons, open_lexicon
from wordtools.lexicon.lexicon import parse_lengths
from wordtools.lexicon.manifest import MATURITIES
from wordtools.wording import pluralize


@app.command("list")
def list_all(json: Json = False) -> None:
    """List the lexicons and editions that can be named, with word counts and folders.

    If two lexicons share a name, the first is used.
    """
    lexicons: list[dict[str, object]] = []
    rows: list[tuple[str, str, str]] = []
    for path in list_lexicons():
        try:
            manifest = read_manifest(path)
        except LexiconError as error:
            lexicons.append({"name": path.stem, "path": str(path), "error": str(error)})
            rows.append((path.stem, "-", str(error)))
            continue
        editions = {name: edition.words for name, edition in manifest.editions.items()}
        lexicons.append(
            {"name": path.stem, "path": str(path), "words": manifest.words, "editions": editions}
        )
        rows.append((path.stem, f"{manifest.words:,}", str(path)))
        rows += [(f"  {name}", f"{words:,}", "") for name, words in editions.items()]
    if json:
        print_json(lexicons)
        return
    if not rows:
        raise LexiconError("there are no lexicons; make one, for example with `wordtools build pt`")
    width = max([12, *(len(name) for name, _, _ in rows)])
    for name, words, note in rows:
        print(f"{name:<{width}} {words:>10}  {note}".rstrip())


@app.command(cls=LexiconCommand)
def info(name: LexiconArgument, json: Json = False) -> None:
    """Describe a lexicon: counts, editions, categories, sources, digest."""
    lexicon = open_lexicon(name)
    manifest = lexicon.manifest
    if json:
        content = msgspec.to_builtins(manifest)
        print_json({"path": lexicon.path, "digest": lexicon.digest, **content})
        return
    rows = [
        ("lexicon", f"{manifest.name} ({manifest.title})"),
        ("file", f"{lexicon.path} ({Path(lexicon.path).stat().st_size:,} bytes)"),
        ("digest", lexicon.digest),
        ("words", f"{manifest.words:,} of {manifest.lengths[0]} to {manifest.lengths[1]} tiles"),
        *zip_longest(["by length"], _list_lengths(manifest.words_by_length), fillvalue=""),
        ("alphabet", f"{manifest.alphabet.name}: {' '.join(manifest.alphabet.tiles)}"),
        ("definitions", f"{manifest.definitions:,}"),
        ("effective", manifest.effective or "-"),
    ]
    named_first = sorted(
        manifest.editions.items(), key=lambda item: item[0] != lexicon.edition_name
    )
    for n, edition in named_first:
        words = pluralize(edition.words, "word")
        rows.append(("edition", f"{n}: {words} ({edition.describe()})"))
        if edition.maturity:
            rows.append(("", f"{edition.maturity}: {MATURITIES[edition.maturity]}"))
    rows += [
        ("category", f"{n}: {pluralize(c.words, 'word')}, {c.meaning}")
        for n, c in manifest.categories.items()
    ]
    if manifest.derivation:
        rows.append(("made of", str(manifest.derivation)))
        rows += [("", f"digest {input_.digest}") for input_ in manifest.derivation.inputs]
    for source in manifest.sources:
        origin = f"{source.package} {source.version} " if source.package else ""
        rows += [
            ("source", f"{origin}{source.file}"),
            ("", f"sha256 {source.sha256}"),
            ("", f"licence {source.licence or 'not stated'}"),
        ]
    rows += [("words sha256", manifest.words_sha256), ("made by", manifest.tool)]
    for label, text in rows:
        print(f"{label:<13} {text}")


def _list_lengths(words: dict[int, int]) -> list[str]:
    """Returns the number of words of each length, as lines like `2: 101, 3: 1,002`."""
    counts = ", ".join(f"{length}:_{count:,}" for length, count in sorted(words.items()))
    return [line.replace("_", " ") for line in textwrap.wrap(counts, 72)]


@app.command(cls=LexiconCommand)
def verify(
    name: LexiconArgument,
    signed_by: SignedByOption = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check a lexicon completely: its seal, words, counts and signatures."""
    from wordtools.lexicon.verify import verify_lexicon
    from wordtools.signing.trust import check_lexicon, read_trust

    lexicon = open_lexicon(name)
    words = lexicon.manifest.words
    with show_progress(f"checking {lexicon.name}", quiet=quiet):
        verify_lexicon(lexicon)
        signers = check_lexicon(lexicon, read_trust(signed_by)) if signed_by else []
    if json:
        facts = {"path": lexicon.path, "digest": lexicon.digest, "words": words}
        print_json({**facts, "signers": signers})
    elif not quiet:
        print(f"{lexicon.path}: intact, {pluralize(words, 'word')}, digest {lexicon.digest}")
        for signer in signers:
            print(f"  signed by {signer}")


@app.command(cls=LexiconCommand)
def words(
    name: LexiconArgument,
    category: Annotated[str | None, typer.Option(help="Only words of this category.")] = None,
    length: Annotated[
        str, typer.Option(metavar="A..B", help="Only words of this many tiles.")
    ] = "1..64",
    prefix: Annotated[str, typer.Option(help="Only words that begin with these tiles.")] = "",
    define: Define = False,
) -> None:
    """Print the words, one per line, in alphabet order."""
    lexicon = open_lexicon(name)
    lengths = parse_lengths(length)
    try:
        if define:
            for word in lexicon.words(prefix=prefix, category=category, lengths=lengths):
                print(f"{word}\t{lexicon.definition(word)}".rstrip())
            return
        for piece in lexicon.lines(prefix=prefix, category=category, lengths=lengths):
            sys.stdout.buffer.write(piece)
    except SpellingError as error:
        raise WordtoolsError(f"--prefix {prefix!r}: {error}") from None


@app.command(cls=LexiconCommand)
def why(
    name: LexiconArgument,
    entry: Annotated[
        str, typer.Argument(metavar="ENTRY", help="The entry as the raw source spells it.")
    ],
    json: Json = False,
    quiet: QuietAnswer = False,
) -> None:
    """Explain why a raw entry was accepted or rejected, with its source and line.

    Exits with 0 when the entry was accepted, 1 when it was rejected or never read.
    """
    from wordtools.compiler.why import explain_entry

    with show_progress(quiet=quiet) as progress:
        history = explain_entry(open_lexicon(name), entry, progress=progress)
    if json:
        print_json(history)
    else:
        for line in history.describe():
            print(line)
    raise typer.Exit(0 if history.accepted else 1)
