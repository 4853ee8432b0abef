"""`wordtools list`, `info`, `verify`, `words` and `why`: listing lexicons, and showing the contents
of one."""

from __future__ import annotations

import sys
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer

from wordtools.cli.app import Define, Json, LexiconArgument, Quiet, app, print_json
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.progress import show_progress
from wordtools.wording import pluralize


@app.command("list")
def list_all(json: Json = False) -> None:
    """List the lexicons and editions that can be named, with word counts and folders.

    If two lexicons have the same name, the first one is used.
    """
    from wordtools.errors import LexiconError
    from wordtools.lexicon import find
    from wordtools.lexicon.file import read_manifest

    found: list[dict[str, object]] = []
    rows: list[tuple[str, str, str]] = []
    for path in find.list_lexicons():
        try:
            manifest = read_manifest(path)
        except LexiconError as error:
            found.append({"name": path.stem, "path": str(path), "error": str(error)})
            rows.append((path.stem, "-", str(error)))
            continue
        editions = {name: edition.words for name, edition in manifest.editions.items()}
        found.append(
            {"name": path.stem, "path": str(path), "words": manifest.words, "editions": editions}
        )
        rows.append((path.stem, f"{manifest.words:,}", str(path)))
        rows += [(f"  {name}", f"{words:,}", "") for name, words in editions.items()]
    if json:
        print_json(found)
        return
    if not rows:
        raise LexiconError("there is no lexicon yet; `wordtools build pt` makes one")
    width = max([12, *(len(name) for name, _, _ in rows)])
    for name, words, where in rows:
        print(f"{name:<{width}} {words:>10}  {where}".rstrip())


@app.command(cls=LexiconCommand)
def info(lexicon: LexiconArgument, json: Json = False) -> None:
    """Describe a lexicon: counts, editions, categories, sources, digest."""
    import msgspec

    from wordtools.lexicon import find

    opened = find.open_lexicon(lexicon)
    manifest = opened.manifest
    if json:
        print_json({"path": opened.path, "digest": opened.digest, **msgspec.to_builtins(manifest)})
        return
    rows = [
        ("lexicon", f"{manifest.name} ({manifest.title})"),
        ("file", f"{opened.path} ({Path(opened.path).stat().st_size:,} bytes)"),
        ("digest", opened.digest),
        ("words", f"{manifest.words:,} of {manifest.lengths[0]} to {manifest.lengths[1]} tiles"),
        *zip_longest(["by length"], _list_lengths(manifest.words_by_length), fillvalue=""),
        ("alphabet", f"{manifest.alphabet.name}: {' '.join(manifest.alphabet.tiles)}"),
        ("definitions", f"{manifest.definitions:,}"),
        ("effective", manifest.effective or "-"),
    ]
    asked_first = sorted(manifest.editions, key=lambda name: name != opened.edition_name)
    for name in asked_first:
        edition = manifest.editions[name]
        rows.append(
            ("edition", f"{name}: {pluralize(edition.words, 'word')} ({edition.describe()})")
        )
    rows += [
        ("category", f"{n}: {pluralize(c.words, 'word')}, {c.meaning}")
        for n, c in manifest.categories.items()
    ]
    if manifest.derivation:
        rows.append(("made of", str(manifest.derivation)))
        rows += [("", f"digest {each.digest}") for each in manifest.derivation.inputs]
    for source in manifest.sources:
        origin = f"{source.package} {source.version} " if source.package else ""
        rows.append(("source", f"{origin}{source.file}"))
        rows.append(("", f"sha256 {source.sha256}"))
        rows.append(("", f"licence {source.licence or 'not stated'}"))
    rows += [("words sha256", manifest.words_sha256), ("made by", manifest.tool)]
    for label, text in rows:
        print(f"{label:<13} {text}")


def _list_lengths(words: dict[int, int]) -> list[str]:
    """The number of words of each length, in lines: `2: 101, 3: 1,002`."""
    import textwrap

    counts = ", ".join(f"{length}:_{count:,}" for length, count in sorted(words.items()))
    return [line.replace("_", " ") for line in textwrap.wrap(counts, 72)]


@app.command(cls=LexiconCommand)
def verify(lexicon: LexiconArgument, json: Json = False, quiet: Quiet = False) -> None:
    """Check all of a lexicon: its seal, every word, every count that it states."""
    from wordtools.lexicon import find
    from wordtools.lexicon.verify import verify_lexicon

    opened = find.open_lexicon(lexicon)
    with show_progress(f"checking {opened.name}", quiet=quiet):
        verify_lexicon(opened)
    if json:
        print_json({"path": opened.path, "digest": opened.digest, "words": opened.manifest.words})
    elif not quiet:
        words = pluralize(opened.manifest.words, "word")
        print(f"{opened.path}: intact, {words}, digest {opened.digest}")


@app.command(cls=LexiconCommand)
def words(
    lexicon: LexiconArgument,
    category: Annotated[str | None, typer.Option(help="Only words of this category.")] = None,
    length: Annotated[
        str, typer.Option(metavar="A..B", help="Only words of this many tiles.")
    ] = "1..64",
    prefix: Annotated[str, typer.Option(help="Only words that begin with these tiles.")] = "",
    define: Define = False,
) -> None:
    """Print the words, one per line, in alphabet order."""
    from wordtools.errors import SpellingError, WordtoolsError
    from wordtools.lexicon import find
    from wordtools.lexicon.lexicon import parse_lengths

    opened = find.open_lexicon(lexicon)
    lengths = parse_lengths(length)
    try:
        if define:
            for word in opened.words(prefix=prefix, category=category, lengths=lengths):
                print(f"{word}\t{opened.definition(word)}".rstrip())
            return
        pieces = opened.lines(prefix=prefix, category=category, lengths=lengths)
        for piece in pieces:
            sys.stdout.buffer.write(piece)
    except SpellingError as error:
        raise WordtoolsError(f"--prefix {prefix!r}: {error}") from None


@app.command(cls=LexiconCommand)
def why(
    lexicon: LexiconArgument,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="The entry, as in the raw source.")],
    json: Json = False,
) -> None:
    """Explain why a raw entry was accepted, and as which word, or why it was rejected.

    Names the source and line. Exits with 0 when it was accepted, 1 when it was rejected or never
    read.
    """
    from wordtools.compiler.why import explain_entry
    from wordtools.lexicon import find

    with show_progress() as progress:
        history = explain_entry(find.open_lexicon(lexicon), entry, progress=progress)
    if json:
        print_json(history)
    else:
        for line in history.describe():
            print(line)
    raise typer.Exit(0 if history.accepted else 1)
