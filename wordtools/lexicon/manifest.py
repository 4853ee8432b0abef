"""The manifest of a lexicon file, `manifest.json`."""

from __future__ import annotations

from typing import Annotated

import msgspec

from wordtools.alphabet import Alphabet

FORMAT = 2
"""The lexicon format that this wordtools writes and reads."""


class SourceFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A raw file that words came from."""

    file: str
    sha256: str
    categories: list[str] = []
    licence: str = ""
    package: str = ""
    version: str = ""


class Category(msgspec.Struct, frozen=True):
    """A label of words: what it means, and how many words have it."""

    meaning: str
    words: int


class EditionRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """The words of an edition: those with an included category (all words, if none is named) and
    without any excluded one."""

    include: list[str] = []
    exclude: list[str] = []

    def admits(self, categories: frozenset[str]) -> bool:
        """True when a word with these categories belongs to the edition."""
        included = not self.include or not categories.isdisjoint(self.include)
        return included and categories.isdisjoint(self.exclude)


class Edition(EditionRule, frozen=True, omit_defaults=True):
    """An edition of a lexicon, and how many words it has."""

    words: int = 0


class Manifest(msgspec.Struct, frozen=True):
    """The manifest. `sets` are the combinations of categories that occur, in the order of their
    numbers in the column of sets; `words_sha256` is the digest of the words in alphabet order, each
    followed by a newline, in UTF-8, and is the same for two lexicons of the same words."""

    format: int
    name: str
    title: str
    language: str
    alphabet: Alphabet
    words: Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]
    words_sha256: str
    lengths: tuple[int, int]
    words_by_length: dict[int, int]
    categories: dict[str, Category]
    sets: list[list[str]]
    editions: dict[str, Edition]
    effective: str | None
    sources: list[SourceFile]
    tool: str
