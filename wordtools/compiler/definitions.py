"""Gathers definitions by entry while a recipe's sources are read, and assigns them to words once
all words are known."""

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

SEPARATOR = " / "
"""Separates several definitions of one word."""

Key = TypeVar("Key")
Texts = str | dict[str, None]
"""One definition, or several different ones in order."""


class GatheredDefinitions:
    """The definitions of entries, in reading order."""

    def __init__(self) -> None:
        self._entries: dict[str, Texts] = {}

    def __bool__(self) -> bool:
        return bool(self._entries)

    def add(self, lines: WordLines, capitals_matter: bool) -> None:
        """Adds the definitions on these lines. `capitals_matter`: entries with capitals are
        ignored."""
        if not lines.definitions:
            return
        entries = map(str.strip, lines.words.decode().split("\n"))
        for entry, text in zip(entries, lines.list_definitions(), strict=False):
            line = " ".join(text.split())
            if line and entry and not (capitals_matter and entry != entry.lower()):
                _add(self._entries, entry, line)

    def rank(self, find_rank: Callable[[str], int]) -> tuple[dict[int, str], int]:
        """Returns the definitions, indexed by rank, and the number of defined entries that are not
        words (`find_rank` is -1 for these). A word gets the definitions of all entries that spell
        it."""
        ranked: dict[int, Texts] = {}
        dropped = 0
        for entry, texts in self._entries.items():
            rank = find_rank(entry)
            if rank < 0:
                dropped += 1
            else:
                _add(ranked, rank, _join(texts))
        return {rank: _join(texts) for rank, texts in ranked.items()}, dropped


def define_words(
    item: RecipeInput,
    paths: list[Path],
    words: Automaton,
    alphabet: Alphabet,
    find_rank: Callable[[str], int],
) -> dict[int, str]:
    """Returns the definitions of words, indexed by rank, from an input that only defines words.
    Raises `SourceError`.
    """
    if item.format == "wordnet":
        wordnet = WordNet(paths)
        every = words.iterate_words(0, len(words), None)
        small = (word.translate(alphabet.small_letters) for word in every)
        definitions = enumerate(map(wordnet.define, small))
        return {rank: text for rank, text in definitions if text}
    gathered = GatheredDefinitions()
    for path in paths:
        for lines in open_words(item, path, alphabet, item.encoding).read_lines():
            gathered.add(lines, capitals_matter=not item.official)
    return gathered.rank(find_rank)[0]


def _add(gathered: dict[Key, Texts], key: Key, text: str) -> None:
    """Adds a definition; definitions of the same word are joined at the end, because every line may
    define it."""
    texts = gathered.setdefault(key, text)
    if texts == text:
        return
    if isinstance(texts, str):
        texts = gathered[key] = dict.fromkeys(texts.split(SEPARATOR))
    texts.update(dict.fromkeys(text.split(SEPARATOR)))


def _join(texts: Texts) -> str:
    return texts if isinstance(texts, str) else SEPARATOR.join(texts)
