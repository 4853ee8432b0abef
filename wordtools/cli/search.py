"""`wordtools search`: find words by the tiles they are made of."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wordtools.cli.app import Define, Json, LexiconOption, app, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordtools.lexicon.lexicon import Lexicon

Kind = Literal["anagram", "subanagram", "pattern", "hooks", "extensions", "prefix"]


@app.command()
def search(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="What to find; see above.")],
    tiles: Annotated[str, typer.Argument(metavar="TILES", help="Tiles, a pattern or a word.")],
    lexicon: LexiconOption,
    length: Annotated[
        str | None, typer.Option(metavar="A..B", help="Only words of this many tiles.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, max=1_000_000_000, help="At most this many words.")
    ] = None,
    front: Annotated[
        bool, typer.Option("--front", help="Only tiles put in front of the word.")
    ] = False,
    back: Annotated[bool, typer.Option("--back", help="Only tiles put after the word.")] = False,
    define: Define = False,
    json: Json = False,
) -> None:
    """Find words by the tiles they are made of. For study, never at a tournament.

    \b
    anagram 'RETINA??'    words that use all these tiles; ? is a blank
    subanagram 'RETINA?'  words that use some of them
    pattern 'C[AO]?*S'    ? is any tile, * any number of tiles, [AO] one of
                          these, [^AO] any other; where CH is one tile, [CH]
                          is that tile, [C|H] either tile, [C][H] C, then H
    hooks CARE            the tiles that make a word in front of it or after
    extensions CARE       longer words that contain CARE; with --front those
                          that end with it, with --back that begin with it
    prefix CARE           words that begin with CARE, itself among them

    Words come in alphabet order. Exits with 0 when there are any, 1 when there are none, 2 when
    that cannot be determined.
    """
    from wordtools.errors import SpellingError, WordtoolsError
    from wordtools.lexicon import find

    if kind == "hooks" and (length or limit):
        raise WordtoolsError("hooks are single tiles; --length and --limit apply to words only")
    if kind == "hooks" and define:
        raise WordtoolsError("hooks are single tiles; --define applies to words only")
    if kind not in ("hooks", "extensions") and (front or back):
        raise WordtoolsError(f"--front and --back apply to hooks and extensions, not to {kind}")
    ends = (front or not back, back or not front)
    opened = find.open_lexicon(lexicon)
    try:
        if kind == "hooks":
            found = _print_hooks(opened, tiles, ends, json)
        else:
            words = islice(_find_words(opened, kind, tiles, length, ends), limit)
            found = _print_words(words, json, opened if define else None)
    except SpellingError as error:
        raise WordtoolsError(f"{tiles!r}: {error}") from None
    raise typer.Exit(0 if found else 1)


def _find_words(
    lexicon: Lexicon, kind: Kind, tiles: str, length: str | None, ends: tuple[bool, bool]
) -> Iterator[str]:
    from wordtools.lexicon.lexicon import parse_lengths
    from wordtools.lexicon.search import LENGTHS

    lengths = parse_lengths(length) if length else LENGTHS
    if kind == "prefix":
        return lexicon.words(prefix=tiles, lengths=lengths)
    if kind == "pattern":
        return lexicon.matching(tiles, lengths=lengths)
    if kind == "extensions":
        return lexicon.extensions(tiles, front=ends[0], back=ends[1], lengths=lengths)
    return lexicon.anagrams(tiles, subs=kind == "subanagram", lengths=lengths)


def _print_words(words: Iterator[str], json: bool, defining: Lexicon | None) -> bool:
    found = False
    if json:
        every = list(words)
        meanings = [defining.definition(word) for word in every] if defining else None
        print_json({"words": every} | ({"definitions": meanings} if defining else {}))
        return bool(every)
    for word in words:
        print(f"{word}\t{defining.definition(word)}".rstrip() if defining else word)
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
