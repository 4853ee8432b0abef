"""`wordtools search`: find words by their tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer

from wordtools.cli.app import (
    Define,
    Json,
    LexiconOption,
    QuietAnswer,
    app,
    print_json,
    ruleset_option,
)
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.progress import show_progress
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.lexicon import Lexicon, parse_lengths
from wordtools.lexicon.search import LENGTHS, Kind, StudyWord
from wordtools.wording import join_list, suggest

if TYPE_CHECKING:
    from wordtools.rules.ruleset import Ruleset


@app.command(cls=LexiconCommand)
def search(
    name: LexiconOption,
    constraints: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KIND TILES]...", help="Search types with their tiles; see above."),
    ] = None,
    length: Annotated[
        str | None, typer.Option(metavar="A..B", help="Only words of this many tiles: 7, 5-8.")
    ] = None,
    category: Annotated[str | None, typer.Option(help="Only words in this category.")] = None,
    starts: Annotated[
        str | None, typer.Option(metavar="TILES", help="Only words that start with these tiles.")
    ] = None,
    order: Annotated[
        Literal["alphabet", "length", "probability", "score"],
        typer.Option(
            metavar="ORDER",
            help="Sort alphabetically, or by descending length, probability or score.",
        ),
    ] = "alphabet",
    rules: Annotated[
        str,
        ruleset_option(
            "Ruleset for tile values and counts: scrabble-pt-pt or a .toml file. [default: the "
            "lexicon's]"
        ),
    ] = "",
    limit: Annotated[
        int | None, typer.Option(min=1, max=1_000_000_000, help="At most this many words.")
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Print each word between its front and back hooks.")
    ] = False,
    front: Annotated[bool, typer.Option("--front", help="Only tiles added at the front.")] = False,
    back: Annotated[bool, typer.Option("--back", help="Only tiles added at the end.")] = False,
    define: Define = False,
    json: Json = False,
    quiet: QuietAnswer = False,
) -> None:
    """Find words by their tiles. This is for study; never use it at a tournament.

    Words must meet all constraints, as in subanagram 'RETINAS??' including Q suffix E

    \b
    anagram 'RETINA??'    words that use all these tiles; ? is a blank
    subanagram 'RETINA?'  words that use some of these tiles
    pattern 'C[AO]?*S'    ? is any tile, * any number of tiles, [AO] A or O,
                          [^AO] any tile but these; where CH is one tile,
                          [CH] is that tile, [C|H] C or H, [C][H] C, then H
    prefix CARE           words that begin with CARE, including CARE
    suffix CARE           words that end with CARE, including CARE
    containing 'C?RE'     words that have these tiles in a row; ? is any tile
    including CARE        words that have these tiles in any order
    extensions CARE       longer words that contain CARE; with --front only
                          at the end, with --back only at the beginning
    hooks CARE            the tiles that make a word when added before or after

    --table prints each word between its front and back hooks. A - on the left means that removing
    the first tile leaves a word; a - on the right means the same for the last tile. With --order
    score or probability, the table also has that value. The probability is that of drawing
    the word's tiles from a full bag, including the blanks.

    Exits with 0 when there are any words, 1 when there are none, 2 when the search is invalid.
    """
    ends = (front or not back, back or not front)
    searches = _read_constraints(constraints or [], ends)
    kinds = [kind for kind, _ in searches]
    if (front or back) and not any("extensions" in kind or kind == "hooks" for kind in kinds):
        others = join_list(kinds or ["all words"])
        raise WordtoolsError(f"--front and --back apply to hooks and extensions, not to {others}")
    if rules and order not in ("probability", "score"):
        raise WordtoolsError("--rules needs --order probability or --order score")
    lexicon = open_lexicon(name)
    try:
        if "hooks" in kinds:
            options = (length, category, starts, limit, table, define, order != "alphabet")
            if len(searches) > 1 or any(options):
                raise WordtoolsError(
                    "hooks works only with --front, --back and --json; to see the hooks of all "
                    "results, use --table instead"
                )
            any_words = _print_hooks(lexicon, searches[0][1], ends, json)
        else:
            if starts is not None:
                searches.append(("prefix", starts))
            query: dict[str, Any] = {
                "category": category,
                "lengths": parse_lengths(length) if length else LENGTHS,
                "order": order,
                "ruleset": _choose_ruleset(lexicon, order, rules),
                "limit": limit,
            }
            if table and define:
                raise WordtoolsError("choose --define or --table")
            with show_progress(f"searching {lexicon.name}", quiet=quiet, streams=True):
                if table:
                    any_words = _print_table(lexicon.study(*searches, **query), order, json)
                else:
                    words = lexicon.search(*searches, **query)
                    any_words = _print_words(words, json, lexicon if define else None)
    except SpellingError as error:
        raise WordtoolsError(f"{error.text!r}: {error}") from None
    raise typer.Exit(0 if any_words else 1)


def _read_constraints(arguments: list[str], ends: tuple[bool, bool]) -> list[tuple[Any, str]]:
    """Returns the constraints in arguments that alternate between search types and tiles."""
    choices = [*get_args(Kind), "hooks"]
    for kind in arguments[::2]:
        if kind not in choices:
            raise WordtoolsError(f"{kind!r} is not a search type; {suggest(kind, choices)}")
    if len(arguments) % 2:
        raise WordtoolsError(f"{arguments[-1]} needs tiles, as in {arguments[-1]} CARE")
    constraints = list(zip(arguments[::2], arguments[1::2], strict=True))
    if all(ends):
        return constraints
    extensions = "front-extensions" if ends[0] else "back-extensions"
    return [(extensions if kind == "extensions" else kind, tiles) for kind, tiles in constraints]


def _choose_ruleset(lexicon: Lexicon, order: str, rules: str) -> Ruleset | None:
    """Returns the ruleset that an order needs; by default, this is the ruleset of the lexicon."""
    if order not in ("probability", "score"):
        return None
    from wordtools.rules.loading import choose_ruleset, load_ruleset

    if not rules:
        rules, _ = choose_ruleset("", [lexicon.edition_name], lexicon.manifest.language)
    return load_ruleset(rules)


def _print_words(words: Iterator[str], json: bool, defining: Lexicon | None) -> bool:
    """Prints words, with definitions from `defining` if set. Returns whether there are any
    words."""
    if json:
        listed = list(words)
        definitions = [defining.definition(word) for word in listed] if defining else None
        print_json({"words": listed} | ({"definitions": definitions} if defining else {}))
        return bool(listed)
    if defining:
        words = (f"{word}\t{defining.definition(word)}".rstrip() for word in words)
    any_words = False
    while lines := "\n".join(islice(words, 4096)):
        print(lines)
        any_words = True
    return any_words


def _print_table(words: Iterator[StudyWord], order: str, json: bool) -> bool:
    """Prints each word between its hooks, with the score or probability by which the words are
    sorted; returns whether there are any words.
    """
    listed = list(words)
    weighed = order in ("probability", "score")
    if json:
        print_json({"words": [_describe_word(word, order if weighed else "") for word in listed]})
        return bool(listed)
    rows = [
        (
            _join_tiles(entry.front),
            f"{'-' if entry.inner_front else ' '}{entry.word}{'-' if entry.inner_back else ' '}",
            _join_tiles(entry.back),
            f"{entry.weight:.6g}" if weighed else "",
        )
        for entry in listed
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for front, word, back, weight in rows:
        line = f"{front:>{widths[0]}} {word:<{widths[1]}} {back:<{widths[2]}}  {weight}"
        print(line.rstrip())
    return bool(listed)


def _join_tiles(tiles: tuple[str, ...]) -> str:
    """Writes tiles as text, separated by spaces if any tile has several letters."""
    return ("" if all(len(tile) == 1 for tile in tiles) else " ").join(tiles)


def _describe_word(word: StudyWord, order: str) -> dict[str, object]:
    """Returns a word's fields for JSON; the field for the weight is named after the order."""
    fields = word._asdict()
    weight = fields.pop("weight")
    return fields | ({order: int(weight) if order == "score" else weight} if order else {})


def _print_hooks(lexicon: Lexicon, word: str, ends: tuple[bool, bool], json: bool) -> bool:
    hooks = lexicon.hooks(word)
    tiles_by_end = {
        end: tiles for end, tiles, on in zip(hooks._fields, hooks, ends, strict=True) if on
    }
    if json:
        print_json(tiles_by_end)
    else:
        for end, tiles in tiles_by_end.items():
            print(f"{end:<6} {' '.join(tiles)}".rstrip())
    return any(tiles_by_end.values())
