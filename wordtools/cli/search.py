"""`wordtools search`: find words by their tiles."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer

from wordtools.cli.app import Define, Json, LexiconOption, app, complete_ruleset, print_json
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.progress import show_progress
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.wording import join_list, suggest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordtools.lexicon.lexicon import Lexicon
    from wordtools.lexicon.search import StudyWord
    from wordtools.rules.ruleset import Ruleset


@app.command(cls=LexiconCommand)
def search(
    lexicon: LexiconOption,
    constraints: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KIND TILES]...", help="Search types with their tiles; see above."),
    ] = None,
    length: Annotated[
        str | None, typer.Option(metavar="A..B", help="Only words of this many tiles: 7, 5-8.")
    ] = None,
    category: Annotated[str | None, typer.Option(help="Only words of this category.")] = None,
    starts: Annotated[
        str | None, typer.Option(metavar="TILES", help="Only words that begin with these tiles.")
    ] = None,
    order: Annotated[
        Literal["alphabet", "length", "probability", "score"],
        typer.Option(
            metavar="ORDER", help="alphabet, or the greatest length, probability or score first."
        ),
    ] = "alphabet",
    rules: Annotated[
        str,
        typer.Option(
            metavar="RULESET",
            help="Ruleset for tile values and counts: scrabble-pt-pt or a .toml file. "
            "[default: by the lexicon]",
            autocompletion=complete_ruleset,
        ),
    ] = "",
    limit: Annotated[
        int | None, typer.Option(min=1, max=1_000_000_000, help="At most this many words.")
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Print each word between its hooks.")
    ] = False,
    front: Annotated[
        bool, typer.Option("--front", help="Only tiles put in front of the word.")
    ] = False,
    back: Annotated[bool, typer.Option("--back", help="Only tiles put after the word.")] = False,
    define: Define = False,
    json: Json = False,
) -> None:
    """Find words by their tiles. For study, never at a tournament.

    Words must meet all constraints given: subanagram 'RETINAS??' including Q suffix E

    \b
    anagram 'RETINA??'    words that use all these tiles; ? is a blank
    subanagram 'RETINA?'  words that use some of them
    pattern 'C[AO]?*S'    ? is any tile, * any number of tiles, [AO] one of
                          these, [^AO] any other; where CH is one tile, [CH]
                          is that tile, [C|H] either tile, [C][H] C, then H
    prefix CARE           words that begin with CARE, including itself
    suffix CARE           words that end with it
    containing 'C?RE'     words that have these tiles in a row; ? is any tile
    including CARE        words that have these tiles in any order
    extensions CARE       longer words that contain CARE; with --front those
                          that end with it, with --back that begin with it
    hooks CARE            the tiles that make a word when added before or after

    --table prints the hooks of every word on both sides of it. A - on the left means that a word
    remains without its first tile, one on the right without its last. With --order the table also
    has the score, or the probability that as many tiles, drawn from the full bag, make the word,
    blanks included.

    Exits with 0 when there are any words, 1 when there are none, 2 when that cannot be determined.
    """
    from wordtools.lexicon import find
    from wordtools.lexicon.lexicon import parse_lengths
    from wordtools.lexicon.search import LENGTHS

    ends = (front or not back, back or not front)
    asked = _read_constraints(constraints or [], ends)
    kinds = [kind for kind, _ in asked]
    if (front or back) and not any("extensions" in kind or kind == "hooks" for kind in kinds):
        others = join_list(kinds or ["all words"])
        raise WordtoolsError(f"--front and --back apply to hooks and extensions, not to {others}")
    if rules and order not in ("probability", "score"):
        raise WordtoolsError(
            "--rules sets the tiles of --order probability and --order score; add one of these"
        )
    opened = find.open_lexicon(lexicon)
    try:
        if "hooks" in kinds:
            options = (length, category, starts, limit, table, define, order != "alphabet")
            if len(asked) > 1 or any(options):
                raise WordtoolsError(
                    "hooks works only with --front, --back and --json; --table prints the hooks "
                    "of all words found"
                )
            found = _print_hooks(opened, asked[0][1], ends, json)
        else:
            if starts is not None:
                asked.append(("prefix", starts))
            query: dict[str, Any] = {
                "category": category,
                "lengths": parse_lengths(length) if length else LENGTHS,
                "order": order,
                "ruleset": _choose_ruleset(opened, order, rules),
                "limit": limit,
            }
            if table and define:
                raise WordtoolsError(
                    "choose --define or --table: words with definitions or with hooks"
                )
            with show_progress(f"searching {opened.name}", streams=True):
                if table:
                    found = _print_table(opened.study(*asked, **query), order, json)
                else:
                    words = opened.search(*asked, **query)
                    found = _print_words(words, json, opened if define else None)
    except SpellingError as error:
        raise WordtoolsError(f"{error.text!r}: {error}") from None
    raise typer.Exit(0 if found else 1)


def _read_constraints(arguments: list[str], ends: tuple[bool, bool]) -> list[tuple[Any, str]]:
    """The constraints in arguments, which alternate between kinds and tiles."""
    from wordtools.lexicon.search import Kind

    choices = [*get_args(Kind), "hooks"]
    for kind in arguments[::2]:
        if kind not in choices:
            raise WordtoolsError(f"{kind!r} is not a search type; {suggest(kind, choices)}")
    if len(arguments) % 2:
        raise WordtoolsError(f"{arguments[-1]} needs tiles after it, such as {arguments[-1]} CARE")
    asked = list(zip(arguments[::2], arguments[1::2], strict=True))
    if all(ends):
        return asked
    one = "front-extensions" if ends[0] else "back-extensions"
    return [(one if kind == "extensions" else kind, tiles) for kind, tiles in asked]


def _choose_ruleset(lexicon: Lexicon, order: str, rules: str) -> Ruleset | None:
    """The ruleset that an order needs, by default the one for the lexicon."""
    if order not in ("probability", "score"):
        return None
    from wordtools.rules.loading import choose_ruleset, load_ruleset

    if not rules:
        rules, _ = choose_ruleset("", [lexicon.edition_name], lexicon.manifest.language)
    return load_ruleset(rules)


def _print_words(words: Iterator[str], json: bool, defining: Lexicon | None) -> bool:
    found = False
    if json:
        every = list(words)
        meanings = [defining.definition(word) for word in every] if defining else None
        print_json({"words": every} | ({"definitions": meanings} if defining else {}))
        return bool(every)
    lines = (
        (f"{word}\t{defining.definition(word)}".rstrip() for word in words) if defining else words
    )
    while printed := "\n".join(islice(lines, 4096)):
        print(printed)
        found = True
    return found


def _print_table(words: Iterator[StudyWord], order: str, json: bool) -> bool:
    """Prints each word between its hooks, with the value that orders it."""
    every = list(words)
    weighed = order in ("probability", "score")
    if json:
        print_json({"words": [_describe_word(word, order if weighed else "") for word in every]})
        return bool(every)
    rows = [
        (
            _join_tiles(each.front),
            f"{'-' if each.inner_front else ' '}{each.word}{'-' if each.inner_back else ' '}",
            _join_tiles(each.back),
            f"{each.weight:.6g}" if weighed else "",
        )
        for each in every
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for front, word, back, weight in rows:
        line = f"{front:>{widths[0]}} {word:<{widths[1]}} {back:<{widths[2]}}  {weight}"
        print(line.rstrip())
    return bool(every)


def _join_tiles(tiles: tuple[str, ...]) -> str:
    """Tiles in one text, with spaces where some have several letters."""
    return ("" if all(len(tile) == 1 for tile in tiles) else " ").join(tiles)


def _describe_word(word: StudyWord, order: str) -> dict[str, object]:
    """The fields of a word in JSON; its weight is named after the order."""
    told = word._asdict()
    weight = told.pop("weight")
    return told | ({order: int(weight) if order == "score" else weight} if order else {})


def _print_hooks(lexicon: Lexicon, word: str, ends: tuple[bool, bool], json: bool) -> bool:
    hooks = lexicon.hooks(word)
    wanted = {end: tiles for end, tiles, on in zip(hooks._fields, hooks, ends, strict=True) if on}
    if json:
        print_json(wanted)
    else:
        for end, tiles in wanted.items():
            print(f"{end:<6} {' '.join(tiles)}".rstrip())
    return any(wanted.values())
