"""Counts a lexicon's words by length, tile and category."""

from __future__ import annotations

from msgspec import Struct

from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import pluralize


class TileStatistics(Struct, frozen=True):
    """The numbers of words that contain a tile, begin with it and end with it, and the number of
    its occurrences in all words."""

    words: int
    first: int
    last: int
    occurrences: int


class Statistics(Struct, frozen=True):
    """The numbers of words in an edition for each length from the shortest to the longest, each
    tile (as text) and each category."""

    edition: str
    words: int
    by_length: dict[int, int]
    by_tile: dict[str, TileStatistics]
    by_category: dict[str, int]

    def __repr__(self) -> str:
        return f"<Statistics {self.edition}: {pluralize(self.words, 'word')}>"


def count_words(lexicon: Lexicon) -> Statistics:
    """Returns the statistics of a lexicon's edition."""
    lengths = lexicon.words_by_length()
    every = range(min(lengths, default=1), max(lengths, default=0) + 1)
    return Statistics(
        edition=lexicon.edition_name,
        words=len(lexicon),
        by_length={length: lengths.get(length, 0) for length in every},
        by_tile={
            tile: TileStatistics(*counts)
            for tile, counts in zip(lexicon.alphabet.tiles, lexicon.count_tiles(), strict=True)
        },
        by_category={name: lexicon.count(name) for name in lexicon.manifest.categories},
    )
