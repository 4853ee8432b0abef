"""Hand-kept files: words that a recipe includes, excludes or keeps, and which lines do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from wordtools.alphabet import Alphabet
from wordtools.compiler.recipe import Recipe, RecipeInput
from wordtools.errors import SourceError, SpellingError
from wordtools.formats import text

MOST_NOTES = 20
"""How many lines that do nothing are named."""


class ListedWord(NamedTuple):
    """A word on a line of a hand-kept file."""

    path: Path
    line: int
    text: str
    tiles: bytes


class HandKeptLists:
    """The hand-kept words of a recipe. While its sources are read, `note` takes down which of the
    words they bring, so that `find_idle_lines` can name the lines that change nothing."""

    def __init__(self, recipe: Recipe) -> None:
        """Raises `SourceError` for a file that cannot be read or a line that is not a word."""
        alphabet = recipe.language.alphabet
        self.included = {path: list(read_words(path, alphabet)) for path in recipe.include}
        self.excluded = [word for path in recipe.exclude for word in read_words(path, alphabet)]
        self.kept = [word for path in recipe.keep for word in read_words(path, alphabet)]
        self._categories = recipe.include
        self._settles = recipe.settles  # then a word's categories are not known from its sources
        self._brought: dict[bytes, set[str]] = {}
        self._source: list[str] | None = []

    @property
    def watched(self) -> set[bytes]:
        """The words to `note`, as tiles."""
        included = (word for words in self.included.values() for word in words)
        return {word.tiles for word in (*self.excluded, *self.kept, *included)}

    def begin_source(self, item: RecipeInput | None) -> None:
        """What is noted from now on comes from this input; None: from the hand-kept files."""
        self._source = None if item is None or item.witness else item.categories

    def note(self, tiles: bytes) -> None:
        """Takes down that the source brings a word."""
        if self._source is not None:  # witnesses bring nothing
            self._brought.setdefault(tiles, set()).update(self._source)

    def find_idle_lines(self) -> Iterator[str]:
        """A note for each line that changes nothing: one that excludes or keeps what no source
        brings, and one that includes what is in without it."""
        idle = self._find_idle_lines()
        yield from islice(idle, MOST_NOTES)
        if more := sum(1 for _ in idle):
            yield f"{more:,} more lines of hand-kept files do nothing either"

    def _find_idle_lines(self) -> Iterator[str]:
        included = {word.tiles for words in self.included.values() for word in words}
        excluded = {word.tiles for word in self.excluded}
        for word in (*self.excluded, *self.kept):
            if word.tiles not in self._brought and word.tiles not in included:
                yield f"{word.path.name}:{word.line}: no source has {word.text}"
        for path, words in self.included.items() if not self._settles else ():
            for word in words:
                brought = self._brought.get(word.tiles)
                if word.tiles in excluded:
                    yield f"{path.name}:{word.line}: {word.text} is also excluded"
                elif brought is not None and brought.issuperset(self._categories[path]):
                    yield f"{path.name}:{word.line}: {word.text} is in without this line"


def read_words(path: Path, alphabet: Alphabet) -> Iterator[ListedWord]:
    """The words of a hand-kept file: one on a line, and comments after `#`. Raises
    `SourceError`."""
    content = text.decode_text(text.read_bytes(path), "utf-8", path)
    for number, line in enumerate(content.splitlines(), 1):
        word = alphabet.compose(line.partition("#")[0].strip())
        if "[" in word:
            raise SourceError(path, number, "brackets are for looking words up, not for lists")
        try:
            tiles = alphabet.spell(word)
        except SpellingError as error:
            raise SourceError(path, number, f"{error}") from None
        if word:
            yield ListedWord(path, number, word, tiles)
