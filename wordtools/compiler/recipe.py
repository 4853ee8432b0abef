"""Recipes: what a lexicon is made of, declared in TOML (`sources/*.toml`)."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from wordtools import alphabet, toml_reader
from wordtools.alphabet import Language
from wordtools.compiler.admission import RejectReason
from wordtools.errors import RecipeError, WordtoolsError
from wordtools.lexicon.lexicon import parse_lengths
from wordtools.lexicon.manifest import EditionRule
from wordtools.wording import suggest

DROPPABLE = (RejectReason.PROPER_NOUN, RejectReason.ACRONYM, RejectReason.AFFIX, RejectReason.UNDOTTED, RejectReason.NUMERAL,
             RejectReason.FORBIDDEN, RejectReason.EXCLUDED)  # fmt: skip
"""The reasons that a source's own tags can give."""


class Package(msgspec.Struct, frozen=True):
    """A package of a package manager, pinned: the archive it brings has this SHA-256."""

    manager: Literal["pip", "apt", "npm"]
    version: str
    sha256: str


class File(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where one raw file is: a `member` of a `package`, a `path` (from the recipe's folder), or
    a `system` dictionary (a name in /usr/share/dict). `sha256` pins it; a member must have it."""

    package: str = ""
    member: str = ""
    path: str = ""
    system: str = ""
    sha256: str = ""


class Input(msgspec.Struct, frozen=True):
    """One source of words.

    `format`: "hunspell" (`aff` and `dic`), "list" (`file`, a word a line) or "json" (`file`, an
    array of words). `encoding`: a Python codec or "detect"; a hunspell pair says its own.
    `categories`: what its words are tagged with. `official`: a game's own list, spared the rules
    of thumb (None: when it is in capitals throughout). `capitals`: "matter" (names and acronyms
    are dropped), "ignore" (as official lists do), or "detect" (they matter unless the whole list
    is in capitals).
    `definitions`: "tab" or "space", what may end the word on a line. `comments`: the characters
    that begin a comment line. `skip_flags`: affix flags not to expand. `drop_tags`: tags of the
    source's morphology, each with the reason code its entries are rejected for.
    """

    format: Literal["hunspell", "list", "json"]
    file: File | None = None
    aff: File | None = None
    dic: File | None = None
    encoding: str = "detect"
    categories: list[str] = []
    licence: str = ""
    official: bool | None = False
    capitals: Literal["matter", "ignore", "detect"] | None = None
    definitions: Literal["tab", "space"] = "tab"
    comments: str = "#%"
    skip_flags: str = ""
    drop_tags: dict[str, str] = {}

    @property
    def files(self) -> list[File]:
        """The raw files it is read from."""
        return [file for file in (self.aff, self.dic, self.file) if file is not None]


class RecipeFile(msgspec.Struct, frozen=True):
    """A recipe as its TOML file says it."""

    name: str
    title: str
    alphabet: str
    inputs: list[Input]
    lengths: str = "2..15"
    effective: datetime.date | None = None
    packages: dict[str, Package] = {}
    categories: dict[str, str] = {}
    editions: dict[str, EditionRule] = {}
    include: dict[str, list[str]] = {}
    exclude: list[str] = []


class Recipe(msgspec.Struct, frozen=True):
    """A recipe that has been checked, with its language loaded.

    `include` (with the categories of its words) and `exclude` are the hand-kept files; `folder`
    is where relative paths start and below which raw data is kept.
    """

    name: str
    title: str
    language: Language
    lengths: tuple[int, int]
    inputs: list[Input]
    packages: dict[str, Package]
    categories: dict[str, str]
    editions: dict[str, EditionRule]
    effective: datetime.date | None
    include: dict[Path, list[str]]
    exclude: list[Path]
    folder: Path

    @property
    def raw(self) -> Path:
        """The folder of fetched raw data."""
        return self.folder / "raw"


def read_recipe(path: Path) -> Recipe:
    """The recipe in a TOML file. Raises `RecipeError`, `AlphabetError`."""
    found = toml_reader.read_toml(path, RecipeFile, RecipeError)
    try:
        return check_recipe(found, path.parent)
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from None


def check_recipe(found: RecipeFile, folder: Path) -> Recipe:
    """The recipe that was declared, or `RecipeError` for what contradicts itself."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", found.name):
        raise RecipeError(
            f"name: {found.name!r} names files; use letters, digits, - and _ (--name)"
        )
    if not found.inputs:
        raise RecipeError("inputs: a lexicon needs at least one")
    if len(found.categories) > 64:
        raise RecipeError("categories: a lexicon has at most 64")
    for name, package in found.packages.items():
        _check_package(name, package)
    for place, item in enumerate(found.inputs, 1):
        _check_input(f"inputs[{place}]", item, found)
    for name, edition in found.editions.items():
        if name == found.name:
            raise RecipeError(
                f"editions.{name}: the edition of the lexicon's own name is all of it; "
                "choose another name"
            )
        for category in edition.include + edition.exclude:
            _check_known(f"editions.{name}", "category", category, found.categories)
    for name, categories in found.include.items():
        _check_categories(f"include.{name}", categories, found)
    own = found.alphabet.endswith(".toml")
    return Recipe(
        name=found.name,
        title=found.title,
        language=alphabet.load_alphabet(folder / found.alphabet if own else found.alphabet),
        lengths=_parse_lengths(found.lengths),
        inputs=found.inputs,
        packages=found.packages,
        categories=found.categories,
        editions={found.name: EditionRule(), **found.editions},
        effective=found.effective,
        include={folder / name: categories for name, categories in found.include.items()},
        exclude=[folder / name for name in found.exclude],
        folder=folder,
    )


def _parse_lengths(text: str) -> tuple[int, int]:
    try:
        return parse_lengths(text)
    except WordtoolsError as error:
        raise RecipeError(f"lengths: {error}") from None


def _check_package(name: str, package: Package) -> None:
    """A name, version and digest that can be asked for and can name a folder."""
    if not re.fullmatch(r"(@[a-z0-9._-]+/)?[A-Za-z0-9][A-Za-z0-9._+-]*", name):
        raise RecipeError(f"packages.{name}: this names no package")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.:~+_-]*", package.version):
        raise RecipeError(f"packages.{name}.version: {package.version!r} is no version")
    _check_digest(f"packages.{name}.sha256", package.sha256)


def _check_digest(where: str, digest: str) -> None:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", digest):
        raise RecipeError(f"{where}: a SHA-256 is 64 hexadecimal digits")


def _check_input(where: str, item: Input, found: RecipeFile) -> None:
    wanted = {"aff", "dic"} if item.format == "hunspell" else {"file"}
    given = {name for name in ("aff", "dic", "file") if getattr(item, name) is not None}
    if given != wanted:
        raise RecipeError(f"{where}: format {item.format!r} needs {' and '.join(sorted(wanted))}")
    for file in item.files:
        if sum(map(bool, (file.package, file.path, file.system))) != 1:
            raise RecipeError(f"{where}: a file has one of package, path and system")
        if file.package:
            _check_known(where, "package", file.package, found.packages)
            if not (file.member and file.sha256):
                raise RecipeError(f"{where}: a file of a package needs member and sha256")
        if file.sha256:
            _check_digest(f"{where}: sha256", file.sha256)
    _check_categories(where, item.categories, found)
    codes = [reason.code for reason in DROPPABLE]
    for tag, code in item.drop_tags.items():
        _check_known(f"{where}.drop_tags.{tag}", "reason", code, codes)


def _check_categories(where: str, names: list[str], found: RecipeFile) -> None:
    for place, category in enumerate(names):
        if category in names[:place]:
            raise RecipeError(f"{where}: categories: {category} is named twice")
        _check_known(where, "category", category, found.categories)


def _check_known(where: str, kind: str, name: str, known: Iterable[str]) -> None:
    known = list(known)
    if name in known:
        return
    hint = suggest(name, known, cutoff=0.5)
    raise RecipeError(f"{where}: there is no {kind} {name!r}; {hint}")


def recipe_for_list(
    path: Path,
    *,
    name: str = "",
    alphabet: str = "",
    category: str = "",
    encoding: str = "detect",
    lengths: str = "2..15",
    definitions: Literal["tab", "space"] = "tab",
    official: bool | None = None,
) -> Recipe:
    """The recipe of one plain list. `official` None: it is when it is in capitals throughout.
    Raises `RecipeError`, `AlphabetError`."""
    if not alphabet:
        raise RecipeError(f"{path}: which alphabet is it written in? Say --alphabet en (or pt, …)")
    if not path.is_file():
        wrong = "this is a folder" if path.is_dir() else "there is no such list"
        raise RecipeError(f"{path}: {wrong}")
    item = Input(
        format="list",
        file=File(path=path.name),
        encoding=encoding,
        categories=[category] if category else [],
        official=official,
        capitals=None if official else "detect",
        definitions=definitions,
    )
    found = RecipeFile(
        name=name or path.stem,
        title=name or path.stem,
        alphabet=str(Path(alphabet).resolve()) if alphabet.endswith(".toml") else alphabet,
        inputs=[item],
        lengths=lengths,
        categories={category: f"listed in {path.name}"} if category else {},
    )
    return check_recipe(found, path.parent)
