"""The manifest of a lexicon file, `manifest.json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import astuple

from wordtools import _kernel, limits
from wordtools.alphabet import Alphabet
from wordtools.stored import StoredFormat
from wordtools.wording import join_list, pluralize

FORMAT = 2
"""The lexicon format that this wordtools writes and reads."""
READABLE = StoredFormat(FORMAT, oldest=FORMAT, mend="build it again")

Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]


class SourceFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A raw file that provided words."""

    file: str
    sha256: str
    categories: list[str] = []
    licence: str = ""
    package: str = ""
    version: str = ""


class Category(msgspec.Struct, frozen=True):
    """A label for words, with its meaning and the number of words that have it."""

    meaning: str
    words: Count


Maturity = Literal["", "stable", "draft", "experimental"]
MATURITIES: dict[Maturity, str] = {
    "stable": "a list to judge by",
    "draft": "a list to start from, which lacks words or has wrong ones",
    "experimental": "not a list to judge by: many of its words would not be accepted",
}
"""The degree to which its makers trust an edition."""


class EditionRule(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Selects the words of an edition: all words or, if any categories are included, those with an
    included category. Words with an excluded category are left out.
    """

    include: list[str] = []
    exclude: list[str] = []
    maturity: Maturity = ""

    def admits(self, categories: frozenset[str]) -> bool:
        """Returns whether a word with these categories belongs to the edition."""
        included = not self.include or not categories.isdisjoint(self.include)
        return included and categories.isdisjoint(self.exclude)

    def describe(self) -> str:
        """Returns a description of these words: `words with a or b, none with c`."""
        included = f"words with {join_list(self.include, 'or')}" if self.include else "all words"
        if not self.exclude:
            return included
        excluded = join_list(self.exclude, "or")
        return f"{included}, none with {excluded}" if self.include else f"all but {excluded}"


class Edition(EditionRule, frozen=True, omit_defaults=True):
    """An edition of a lexicon, and its number of words."""

    words: Count = 0


class InputFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """An input of an operation: a lexicon, with its digest and the name of the edition, or a list
    of words, with its SHA-256. `file` is the path that the user stated, or "" for a lexicon without
    a file."""

    file: str
    digest: str
    edition: str = ""

    def __str__(self) -> str:
        name = self.file or f"a lexicon without a file ({self.digest[:12]})"
        return f"{name}:{self.edition}" if self.edition else name


class Derivation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The operation that made a lexicon from others. It is the "union", "intersection",
    "difference" or "symmetric-difference" of two lexicons, in which `categories` names the side
    that determined the categories ("both", "left", "right"); "tag", which gave the `category` to
    the words of a list; or "expurgate", which removed the words of a list for a `reason`. Later
    versions may add other operations."""

    operation: str
    inputs: Annotated[list[InputFile], msgspec.Meta(min_length=1)]
    categories: str = ""
    category: str = ""
    reason: str = ""

    def __str__(self) -> str:
        first, last = str(self.inputs[0]), str(self.inputs[-1])
        if self.operation == "tag":
            return f"{first}, with the category {self.category} for the words of {last}"
        if self.operation == "expurgate":
            return f"{first}, without the words of {last}: {self.reason}"
        categories = f", with the categories of {self.categories}" if self.categories else ""
        return f"the {self.operation} of {join_list(map(str, self.inputs))}{categories}"


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The manifest. `sets`: the combinations of categories, in the order of their numbers in the
    column of sets. `words_sha256`: the digest of the words (in UTF-8 and in alphabet order, with a
    newline after each), which is the same for all lexicons with these words."""

    format: int
    name: str
    title: str
    language: str
    alphabet: Alphabet
    words: Count
    words_sha256: str
    lengths: tuple[Count, Count]
    words_by_length: dict[Count, Count]
    categories: dict[str, Category]
    sets: list[list[str]]
    editions: dict[str, Edition]
    effective: str | None
    sources: list[SourceFile]
    tool: str
    definitions: Count = 0
    """The number of words with a definition."""
    derivation: Derivation | None = None
    """The operation that made the lexicon from others; None if it was compiled from sources."""

    def __repr__(self) -> str:
        return f"<Manifest {self.name}: {pluralize(self.words, 'word')}>"


def count_members(
    sets: Iterable[Iterable[str]],
    sizes: Iterable[int],
    meanings: Mapping[str, str],
    rules: Mapping[str, EditionRule],
) -> tuple[dict[str, Category], dict[str, Edition]]:
    """Returns the categories with these meanings and the editions with these rules, each with its
    number of words. Both are indexed by name. `sets`: combinations of categories. `sizes`: the
    number of words with each combination."""
    counted = [(frozenset(names), words) for names, words in zip(sets, sizes, strict=True)]
    categories = {
        name: Category(meaning, sum(words for names, words in counted if name in names))
        for name, meaning in meanings.items()
    }
    editions = {
        name: Edition(
            rule.include,
            rule.exclude,
            rule.maturity,
            sum(words for names, words in counted if rule.admits(names)),
        )
        for name, rule in rules.items()
    }
    return categories, editions


def check_limits(manifest: Manifest) -> None:
    """Raises `ValueError` if there are too many entries or a text is too long."""
    check = limits.check_number
    check("categories", len(manifest.categories), limits.MOST_CATEGORIES)
    check("combinations of categories", len(manifest.sets), limits.MOST_SETS)
    check("editions", len(manifest.editions), limits.MOST_EDITIONS)
    check("sources", len(manifest.sources), limits.MOST_SOURCES)
    if manifest.definitions > manifest.words:
        raise ValueError("there are more definitions than words")
    check("lengths", len(manifest.words_by_length), _kernel.MAX_WORD)
    rules = manifest.editions.values()
    for names in (
        *manifest.sets,
        *(names for rule in rules for names in (rule.include, rule.exclude)),
        *(source.categories for source in manifest.sources),
    ):
        check("categories in a list of them", len(names), limits.MOST_CATEGORIES)
    if manifest.categories or any(rule.include or rule.exclude for rule in rules):
        check("words with categories", manifest.words, limits.MOST_WORDS_WITH_CATEGORIES)
    _check_texts(manifest)


def _check_texts(manifest: Manifest) -> None:
    limits.check_name("the name", manifest.name)
    limits.check_text("the language", manifest.language, limits.LONGEST_NAME)
    for name, category in manifest.categories.items():
        limits.check_name("the name of a category", name)
        limits.check_text(f"the meaning of category {name}", category.meaning)
    for name in manifest.editions:
        limits.check_name("the name of an edition", name)
    for source in manifest.sources:
        for text in (source.file, source.sha256, source.licence, source.package, source.version):
            limits.check_text("the description of a source", text)
        for name in source.categories:
            limits.check_name("the category of a source", name)
    if derivation := manifest.derivation:
        limits.check_number("inputs of an operation", len(derivation.inputs), limits.MOST_INPUTS)
        texts = [derivation.operation, derivation.categories, derivation.category]
        texts += [derivation.reason, *(text for i in derivation.inputs for text in astuple(i))]
        for text in texts:
            limits.check_text("the description of an operation", text)
    limits.check_text("the title", manifest.title)
    limits.check_text("the digest", manifest.words_sha256)
    limits.check_text("the date", manifest.effective or "")
    limits.check_text("the tool", manifest.tool)
