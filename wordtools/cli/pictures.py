"""`wordtools stats` and `graph`: draw a lexicon's statistics and a small automaton."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordtools.cli.app import Json, LexiconArgument, app, lexicon_option, print_json, read_words
from wordtools.cli.naming import LexiconCommand
from wordtools.cli.styles import choose_width
from wordtools.cli.svg_files import check_suffix, write_pictures
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lexicon.find import open_lexicon
from wordtools.wording import pluralize

if TYPE_CHECKING:
    from wordtools.lexicon.statistics import Statistics

_EIGHTHS = " ▏▎▍▌▋▊▉"


@app.command(cls=LexiconCommand)
def stats(
    lexicon: LexiconArgument,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Also write a picture.")
    ] = None,
    json: Json = False,
) -> None:
    """Count the words of a lexicon by length, letter and category.

    For each letter, counts its occurrences and the words that contain, begin with or end with it.
    """
    from wordtools.lexicon.charts import draw_statistics
    from wordtools.lexicon.statistics import count_words

    statistics = count_words(open_lexicon(lexicon))
    if plot:
        check_suffix(plot)
        write_pictures({plot: draw_statistics(statistics)})
    if json:
        print_json(statistics)
        return
    for line in _draw_statistics(statistics):
        print(line.rstrip())


def _draw_statistics(statistics: Statistics) -> Iterator[str]:
    """Yields the lines of the tables, with bars."""
    width = choose_width()
    yield f"{statistics.edition}: {pluralize(statistics.words, 'word')}"
    yield ""
    lengths = {str(length): (words,) for length, words in statistics.by_length.items()}
    yield from _draw_table(("length", "words"), lengths, width)
    yield ""
    tiles = {
        tile: (counts.occurrences, counts.first, counts.last, counts.words)
        for tile, counts in statistics.by_tile.items()
    }
    yield from _draw_table(("letter", "tiles", "first", "last", "words"), tiles, width)
    if statistics.by_category:
        yield ""
        categories = {name: (words,) for name, words in statistics.by_category.items()}
        yield from _draw_table(("category", "words"), categories, width)


def _draw_table(
    heads: tuple[str, ...], rows: Mapping[str, tuple[int, ...]], width: int
) -> Iterator[str]:
    """Yields the lines of a table, in which a bar shows the last number of each row."""
    cells = [heads, *((name, *(f"{n:,}" for n in numbers)) for name, numbers in rows.items())]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = max(8, width - sum(widths) - 2 * len(widths))
    maximum = max((numbers[-1] for numbers in rows.values()), default=0) or 1
    bars = ["", *(_draw_bar(room * numbers[-1] / maximum) for numbers in rows.values())]
    for (name, *numbers), bar in zip(cells, bars, strict=True):
        right = "".join(f"  {n:>{wide}}" for n, wide in zip(numbers, widths[1:], strict=True))
        yield f"{name:<{widths[0]}}{right}  {bar}"


def _draw_bar(wide: float) -> str:
    """Returns a bar that is `wide` characters long, rounded to an eighth of a character; a nonzero
    value is always visible."""
    eighths = max(round(wide * 8), wide > 0)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


@app.command()
def graph(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.svg", help="The picture to write.")
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]...", help="The words; - reads standard input."),
    ] = None,
    alphabet: Annotated[
        str, typer.Option(help="The alphabet of the words, such as en or pt, or a .toml file.")
    ] = "",
    lexicon: Annotated[
        str,
        lexicon_option("Draw only words of this lexicon; if no WORDS are given, draw all of them."),
    ] = "",
) -> None:
    """Draw the minimal automaton of a few words.

    Words that begin alike share their first arcs; words that end alike share their last. With
    --lexicon, words that the lexicon lacks are left out.
    """
    from wordtools.lexicon.graph import draw_graph

    check_suffix(output)
    if bool(alphabet) == bool(lexicon):
        raise WordtoolsError("choose either --alphabet (such as en) or --lexicon")
    named = list(read_words(words or []))
    try:
        if lexicon:
            opened = open_lexicon(lexicon)
            drawn = [word for word in named if word in opened] if words else opened
            if not drawn:
                raise WordtoolsError(f"{lexicon} has none of these words")
            drawing = draw_graph(drawn, opened.alphabet)
        else:
            drawing = draw_graph(named, alphabet)
    except SpellingError as error:
        raise WordtoolsError(str(error)) from None
    write_pictures({output: drawing})
