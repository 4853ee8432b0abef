"""The definitions that the sources of a recipe give: gathered by entry while they are read, and
given to words once these are known."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from wordtools._kernel import Automaton
from wordtools.alphabet import Alphabet
from wordtools.compiler.recipe import RecipeInput
from wordtools.compiler.sources import open_words
from wordtools.formats.wordnet import WordNet
from wordtools.formats.words_file import WordLines

BETWEEN = " / "
"""Between several definitions of one word."""

Key = TypeVar("Key")
Told = str | dict[str, None]
"""The only definition, or each of several once."""


class GatheredDefinitions:
    """The definitions of entries, in the order in which they were read."""

    def __init__(self) -> None:
        self._entries: dict[str, Told] = {}

    def __bool__(self) -> bool:
        return bool(self._entries)

    def add(self, lines: WordLines, capitals_matter: bool) -> None:
        """Takes the definitions in some lines. `capitals_matter`: an entry with capitals is a name
        or an acronym, no word."""
        if not lines.definitions:
            return
        entries = map(str.strip, lines.words.decode().split("\n"))
        for entry, text in zip(entries, lines.list_definitions(), strict=False):
            line = " ".join(text.split())
            if line and entry and not (capitals_matter and entry != entry.lower()):
                _add(self._entries, entry, line)

    def rank(self, find_rank: Callable[[str], int]) -> tuple[dict[int, str], int]:
        """The definitions by rank, and how many entries with a definition are no words: `find_rank`
        returns -1 for these. A word that several entries spell has the definitions of all."""
        ranked: dict[int, Told] = {}
        others = 0
        for entry, told in self._entries.items():
            rank = find_rank(entry)
            if rank < 0:
                others += 1
            else:
                _add(ranked, rank, _join(told))
        return {rank: _join(told) for rank, told in ranked.items()}, others


def define_words(
    item: RecipeInput,
    paths: list[Path],
    words: Automaton,
    alphabet: Alphabet,
    find_rank: Callable[[str], int],
) -> dict[int, str]:
    """What an input that only defines says of words, by rank. Raises `SourceError`."""
    if item.format == "wordnet":
        wordnet = WordNet(paths)
        every = words.iterate_words(0, len(words), None)
        small = (word.translate(alphabet.small_letters) for word in every)
        told = ((rank, wordnet.define(word)) for rank, word in enumerate(small))
        return {rank: text for rank, text in told if text}
    gathered = GatheredDefinitions()
    for path in paths:
        for lines in open_words(item, path, alphabet, item.encoding).read_lines():
            gathered.add(lines, capitals_matter=not item.official)
    return gathered.rank(find_rank)[0]


def _add(gathered: dict[Key, Told], key: Key, text: str) -> None:
    """Adds a text to what is told of a key. Several are joined in the end, not one by one: a word
    may have as many as a file has lines."""
    there = gathered.setdefault(key, text)
    if there == text:
        return
    if isinstance(there, str):
        there = gathered[key] = dict.fromkeys(there.split(BETWEEN))
    there.update(dict.fromkeys(text.split(BETWEEN)))


def _join(told: Told) -> str:
    return told if isinstance(told, str) else BETWEEN.join(told)
