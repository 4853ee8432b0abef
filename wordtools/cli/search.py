"""search: words by what they are made of."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wordtools.cli.app import Json, LexiconOption, app, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordtools.lexicon.lexicon import Lexicon

Kind = Literal["anagram", "subanagram", "pattern", "hooks", "extensions", "prefix"]


@app.command()
def search(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="What to look for, as above.")],
    asked: Annotated[str, typer.Argument(metavar="TILES", help="Tiles, a pattern or a word.")],
    lexicon: LexiconOption,
    length: Annotated[
        str | None, typer.Option(metavar="A..B", help="Only words of so many tiles.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, max=1_000_000_000, help="At most so many words.")
    ] = None,
    front: Annotated[bool, typer.Option("--front", help="Only what is put before a word.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Only what is put behind a word.")] = False,
    json: Json = False,
) -> None:
    """Find words by what they are made of. For study; never at a tournament.

    \b
    anagram 'RETINA??'    words laid with all these tiles; ? is a blank
    subanagram 'RETINA?'  words laid with some of them
    pattern 'C[AO]?*S'    ? is any tile, * any tiles or none, [AO] one of
                          these, [^AO] any other; where CH is one tile, [CH]
                          is that tile, [C|H] one of two, [C][H] both in turn
    hooks CARE            the tiles that make a word before it, and behind it
    extensions CARE       longer words with CARE in them; with --front those
                          that end so, with --back those that begin so
    prefix CARE           words that begin with CARE, which may be one

    Words come in alphabet order. Exits with 0 when there are some, 1 when there are none, 2 when
    it cannot be told.
    """
    from wordtools.errors import SpellingError, WordtoolsError
    from wordtools.lexicon import find

    if kind == "hooks" and (length or limit):
        raise WordtoolsError("hooks are single tiles; --length and --limit are for words")
    if kind not in ("hooks", "extensions") and (front or back):
        raise WordtoolsError(f"--front and --back are for hooks and extensions, not for {kind}")
    ends = (front or not back, back or not front)
    opened = find.open_lexicon(lexicon)
    try:
        if kind == "hooks":
            found = _print_hooks(opened, asked, ends, json)
        else:
            found = _print_words(islice(_words(opened, kind, asked, length, ends), limit), json)
    except SpellingError as error:
        raise WordtoolsError(f"{asked!r}: {error}") from None
    raise typer.Exit(0 if found else 1)


def _words(
    lexicon: Lexicon, kind: Kind, asked: str, length: str | None, ends: tuple[bool, bool]
) -> Iterator[str]:
    from wordtools.lexicon.lexicon import parse_lengths
    from wordtools.lexicon.search import LENGTHS

    lengths = parse_lengths(length) if length else LENGTHS
    if kind == "prefix":
        return lexicon.words(prefix=asked, lengths=lengths)
    if kind == "pattern":
        return lexicon.matching(asked, lengths=lengths)
    if kind == "extensions":
        return lexicon.extensions(asked, front=ends[0], back=ends[1], lengths=lengths)
    return lexicon.anagrams(asked, subs=kind == "subanagram", lengths=lengths)


def _print_words(words: Iterator[str], json: bool) -> bool:
    found = False
    if json:
        every = list(words)
        print_json({"words": every})
        return bool(every)
    for word in words:
        print(word)
        found = True
    return found


def _print_hooks(lexicon: Lexicon, word: str, ends: tuple[bool, bool], json: bool) -> bool:
    hooks = lexicon.hooks(word)
    wanted = {end: tiles for end, tiles, on in zip(hooks._fields, hooks, ends, strict=True) if on}
    if json:
        print_json(wanted)
    else:
        for end, tiles in wanted.items():
            print(f"{end:<6} {' '.join(tiles)}".rstrip())
    return any(wanted.values())
