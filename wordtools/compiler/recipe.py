"""Recipes declare a lexicon's sources, categories and editions."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wordtools.alphabet import Language
from wordtools.compiler import archives
from wordtools.compiler.affix_choices import AffixChoice
from wordtools.compiler.settle import SettleRule
from wordtools.lexicon.manifest import EditionRule
from wordtools.wording import pluralize

MOST_CATEGORIES = 63
"""The maximum number of categories and marks; one bit of the kernel's masks is `ADDED`."""

MOST_LEVELS = 3
"""The maximum number of affixes in a Hunspell form: a prefix and two suffixes."""

ADDED = 1 << MOST_CATEGORIES
"""The bit in a word's mask that is set if an input other than a witness has the word."""


class Package(msgspec.Struct, frozen=True):
    """A package of a package manager, pinned by the SHA-256 of its archive."""

    manager: Literal["pip", "apt", "npm"]
    version: str
    sha256: str = ""


class RawFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The location of a raw file: a `member` of a `package`, a `path` relative to the recipe's
    folder, or a `system` dictionary (a name in /usr/share/dict). `sha256` pins this file; the
    `sha256` of its package pins all members. A member with wildcards stands for all matching
    files."""

    package: str = ""
    member: str = ""
    path: str = ""
    system: str = ""
    sha256: str = ""

    @property
    def is_pattern(self) -> bool:
        """Whether the member has wildcards, so that it may match several files."""
        return archives.is_pattern(self.member)


class NounTable(msgspec.Struct, frozen=True):
    """A table that separates common nouns from names: a CSV `file` with a header. The column `word`
    has the words, the column `kind` their kinds, separated by commas. `names`: the kinds that are
    not words of a game. `forms`: patterns for the names of the columns with inflected forms; they
    may have `*`, `?` and `[…]`."""

    file: RawFile
    word: str
    kind: str
    names: list[str]
    forms: list[str] = []
    licence: str = ""


class RecipeInput(msgspec.Struct, frozen=True):
    """One input of a recipe: a word list or a dictionary.

    - `format`: "hunspell" (`aff`, and either `dic` or `dics`, which maps categories to .dic files
    that share the .aff); "list" (`file`, with a word on each line); or another format of
    `interchange.table` (`file`), of whose categories only those that the recipe declares are kept.
    A `file` with wildcards may stand for several files.
    - `encoding`: a Python codec or "detect"; an .aff declares its own.
    - `categories`: the tags of the words.
    - `official`: the input is a game's own list, to which rules of thumb do not apply. None means
    True if the list is all in capitals.
    - `capitals`: "matter" (names and acronyms are rejected), "ignore", "detect" (they matter unless
      the whole list is in capitals), or "nouns" (capitalised entries of a list or dictionary are
      nouns or names, as the table `nouns` or an entry in lower case shows). By default, capitals
      matter unless the list is official.
    - `ignored`: characters that are ignored inside an entry.
    - `definitions`: the separator between a word and its definition, "tab" or "space".
    - `comments`: the characters that begin a comment line.
    - `skip_flags`: affix flags not to expand. `rules`: affix rules to skip or tag; the first one
      that matches decides. `affix_levels`: the maximum number of affixes in a form.
    - `drop_tags`: morphological tags ("" means no tag), each with the code of the reason for
    rejecting its entries. `drop_entries`: patterns of stems to reject, which may have `*`, `?` and
    `[…]`, each with the code of a reason.
    - `lines`: the lines of the .dic to read ("2..500"); by default, all are read.
    - `witness`: the input adds no words; words of other inputs get its categories.
    - `defines`: the input adds no words; in builds with definitions, it defines words that have no
      other definition.
    """

    format: str
    file: RawFile | None = None
    aff: RawFile | None = None
    dic: RawFile | None = None
    dics: dict[str, RawFile] = {}
    encoding: str = "detect"
    categories: list[str] = []
    licence: str = ""
    official: bool | None = False
    capitals: Literal["matter", "ignore", "detect", "nouns"] | None = None
    nouns: NounTable | None = None
    ignored: str = ""
    definitions: Literal["tab", "space"] = "tab"
    comments: str = "#%"
    skip_flags: str = ""
    rules: list[AffixChoice] = []
    affix_levels: Annotated[int, Meta(ge=1, le=MOST_LEVELS)] = MOST_LEVELS
    drop_tags: dict[str, str] = {}
    drop_entries: dict[str, str] = {}
    lines: str = ""
    witness: bool = False
    defines: bool = False

    @property
    def affix_choices(self) -> list[AffixChoice]:
        """The choices among affix rules, beginning with those of `skip_flags`."""
        skipped = [AffixChoice(flags=self.skip_flags, skip=True)] if self.skip_flags else []
        return skipped + self.rules

    @property
    def line_range(self) -> tuple[int, int]:
        """The first and the last line that `lines` names; it must not be empty."""
        first, last = map(int, self.lines.split(".."))
        return first, last

    @property
    def files(self) -> list[RawFile]:
        """The raw files to read, in order."""
        table = self.nouns.file if self.nouns else None
        every = (table, self.aff, self.dic, *self.dics.values(), self.file)
        return [file for file in every if file is not None]


class RecipeFile(msgspec.Struct, frozen=True):
    """A recipe as declared in its TOML file. `extends`: the recipe that this one extends."""

    name: str
    title: str
    alphabet: str
    inputs: list[RecipeInput]
    lengths: str = ""
    effective: Annotated[
        datetime.date | None, Meta(description="a date without quotes, as in 2026-01-31")
    ] = None
    packages: dict[str, Package] = {}
    categories: dict[str, str] = {}
    marks: dict[str, str] = {}
    settle: list[SettleRule] = []
    editions: dict[str, EditionRule] = {}
    decisions: list[str] = []
    extends: str = ""


class Recipe(msgspec.Struct, frozen=True, dict=True):
    """A recipe that has been checked, with its language loaded.

    `marks` are temporary categories for the `settle` rules. `decisions` are the decisions files.
    Paths are relative to `folder`.
    """

    name: str
    title: str
    language: Language
    lengths: tuple[int, int]
    chooses_lengths: bool
    inputs: list[RecipeInput]
    packages: dict[str, Package]
    categories: dict[str, str]
    marks: dict[str, str]
    settle: list[SettleRule]
    editions: dict[str, EditionRule]
    effective: datetime.date | None
    decisions: list[Path]
    folder: Path
    raw: Path
    """The folder for fetched raw data, beside this recipe or the recipe that it extends."""
    is_import: bool = False
    """True for a recipe that imports a finished file; all losses are then reported."""

    def __repr__(self) -> str:
        return f"<Recipe {self.name}: {pluralize(len(self.inputs), 'input')}>"

    @cached_property
    def bits(self) -> dict[str, int]:
        """Maps each category, and then each mark, to its bit."""
        return {name: 1 << place for place, name in enumerate([*self.categories, *self.marks])}

    def encode_categories(self, names: Iterable[str], adds: bool = True) -> int:
        """Returns categories and marks as a mask. `adds`: the mask is for words that an input
        adds."""
        added = ADDED if adds and self.settles else 0
        return sum(self.bits[name] for name in names) | added

    @property
    def settles(self) -> bool:
        """Whether the final categories of words may differ from those of their inputs."""
        return bool(self.settle or self.marks or self.witnesses)

    @property
    def defining(self) -> list[RecipeInput]:
        """The inputs that only define words."""
        return [item for item in self.inputs if item.defines]

    @property
    def witnesses(self) -> list[RecipeInput]:
        """The inputs that only attest words."""
        return [item for item in self.inputs if item.witness]
