"""Recipes: what a lexicon is made from, in TOML (`sources/*.toml`)."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from wordtools import alphabet, limits, toml_reader
from wordtools.alphabet import Language
from wordtools.compiler import archives
from wordtools.compiler.admission import RejectReason
from wordtools.compiler.affix_choices import AffixChoice
from wordtools.compiler.settle import SettleRule, create_settler
from wordtools.errors import RecipeError, WordtoolsError
from wordtools.lexicon.lexicon import parse_lengths
from wordtools.lexicon.manifest import EditionRule
from wordtools.wording import reveal, suggest

DROPPABLE = (
    RejectReason.PROPER_NOUN,
    RejectReason.ACRONYM,
    RejectReason.AFFIX,
    RejectReason.UNDOTTED,
    RejectReason.NUMERAL,
    RejectReason.FORBIDDEN,
    RejectReason.EXCLUDED,
)
"""The reasons that `drop_tags` can give."""


DEFAULT_LENGTHS = "2..15"
MOST_CATEGORIES = 63
MOST_WITNESSES = 32

ADDED = 1 << MOST_CATEGORIES
"""The bit of a word's categories that says that an input added it, not only a witness."""

SOURCES = Path("sources")
"""Where the recipe that another one extends is looked for, if it is not beside it."""


class Package(msgspec.Struct, frozen=True):
    """A package of a package manager, pinned by the SHA-256 of its archive."""

    manager: Literal["pip", "apt", "npm"]
    version: str
    sha256: str = ""


class RawFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where one raw file is: a `member` of a `package`, a `path` (from the recipe's folder), or
    a `system` dictionary (a name in /usr/share/dict). `sha256` pins it; that of the package pins
    all members. A member with wildcards is every file that matches."""

    package: str = ""
    member: str = ""
    path: str = ""
    system: str = ""
    sha256: str = ""

    @property
    def is_pattern(self) -> bool:
        """True for a member with wildcards, which may be several files."""
        return archives.is_pattern(self.member)


class RecipeInput(msgspec.Struct, frozen=True):
    """One input of a recipe: a word list or a dictionary.

    `format`: "hunspell" (`aff` and `dic`; or `dics`, by category, which share the .aff), "list"
    (`file`, a word a line) or "json" (`file`, an array of words); a `file` with wildcards is
    several files, read one after another. `encoding`: a Python codec or "detect"; a hunspell pair
    declares its own. `categories`: the tags of its words. `official`: a game's own list, to which
    the rules of thumb do not apply (None: if it is all in capitals). `capitals`: "matter" (names
    and acronyms are rejected), "ignore", or "detect" (they matter unless the whole list is in
    capitals); by default they matter unless the list is official. `definitions`: "tab" or "space",
    what separates a word from its definition. `comments`: the characters that begin a comment line.
    `skip_flags`: affix flags not to expand. `rules`: which affix rules to leave out, or to tag; the
    first that fits decides. `drop_tags`: morphological tags, each with the code of the reason for
    which its entries are rejected. `witness`: the input adds no word; words that others bring get
    its categories.
    """

    format: Literal["hunspell", "list", "json"]
    file: RawFile | None = None
    aff: RawFile | None = None
    dic: RawFile | None = None
    dics: dict[str, RawFile] = {}
    encoding: str = "detect"
    categories: list[str] = []
    licence: str = ""
    official: bool | None = False
    capitals: Literal["matter", "ignore", "detect"] | None = None
    definitions: Literal["tab", "space"] = "tab"
    comments: str = "#%"
    skip_flags: str = ""
    rules: list[AffixChoice] = []
    drop_tags: dict[str, str] = {}
    witness: bool = False

    @property
    def affix_choices(self) -> list[AffixChoice]:
        """What to do with affix rules, `skip_flags` first."""
        skipped = [AffixChoice(flags=self.skip_flags, skip=True)] if self.skip_flags else []
        return skipped + self.rules

    @property
    def files(self) -> list[RawFile]:
        """The raw files to read, in order."""
        every = (self.aff, self.dic, *self.dics.values(), self.file)
        return [file for file in every if file is not None]


class RecipeFile(msgspec.Struct, frozen=True):
    """A recipe as declared in its TOML file. `extends`: the recipe that it adds to."""

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
    include: dict[str, list[str]] = {}
    exclude: list[str] = []
    keep: list[str] = []
    extends: str = ""


class Recipe(msgspec.Struct, frozen=True):
    """A recipe that has been checked, with its language loaded.

    `marks` are categories that words have only until they are settled. `include` (with the
    categories of its words), `exclude` and `keep` are the hand-kept files. `folder` is what paths
    are relative to, and holds the raw data.
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
    include: dict[Path, list[str]]
    exclude: list[Path]
    keep: list[Path]
    folder: Path
    raw: Path
    """The folder of fetched raw data: beside the recipe, or beside the one that it extends."""

    @property
    def bits(self) -> dict[str, int]:
        """The mask of each category, then of each mark."""
        return {name: 1 << place for place, name in enumerate([*self.categories, *self.marks])}

    def encode_categories(self, names: Iterable[str], adds: bool = True) -> int:
        """Categories and marks as a mask; `adds`: of words that an input adds to the lexicon."""
        added = ADDED if adds and self.settles else 0
        return sum(self.bits[name] for name in names) | added

    @property
    def settles(self) -> bool:
        """True when words do not simply keep the categories that they came with."""
        return bool(self.settle or self.marks or self.witnesses)

    @property
    def witnesses(self) -> list[RecipeInput]:
        """The inputs that add no word."""
        return [item for item in self.inputs if item.witness]


def read_recipe(path: Path, pinned: bool = True) -> Recipe:
    """The recipe in a TOML file. `pinned`: whether packages must have a SHA-256. Raises
    `RecipeError`, `AlphabetError`."""
    chain = _list_chain(path)
    (place, tables), *extending = reversed(chain)
    declared = toml_reader.convert_tables(place, tables, RecipeFile, RecipeError)
    inherited = 0
    for own_place, own_tables in extending:
        inherited = len(declared.inputs)
        declared = _extend(_anchor(declared, place.parent), own_place, own_tables)
        place = own_place
    try:
        return check_recipe(declared, path.parent, chain[-1][0].parent / "raw", inherited, pinned)
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from None


def _list_chain(path: Path) -> list[tuple[Path, dict[str, Any]]]:
    """A recipe's path and tables, then those of the recipe that it extends, and so on. Raises
    `RecipeError`."""
    chain: list[tuple[Path, dict[str, Any]]] = []
    while True:
        chain.append((path, toml_reader.read_tables(path, RecipeError)))
        name = chain[-1][1].get("extends")
        if not (isinstance(name, str) and name):
            return chain
        path = _find_extended(path, name)
        if any(path.samefile(other) for other, _ in chain):
            raise RecipeError(f"{chain[-1][0]}: extends: {name} extends this recipe in turn")


def _find_extended(path: Path, name: str) -> Path:
    """Where the recipe that `path` extends is: beside it or in `sources/`, or the file that `name`
    is the path of."""
    if name.endswith(".toml"):
        places = [path.parent / name]
    else:
        places = [folder / f"{name}.toml" for folder in (path.parent, SOURCES)]
    there = [place for place in places if place.is_file()]
    if not there:
        known = {each.stem for place in places for each in place.parent.glob("*.toml")}
        hint = suggest(name.removesuffix(".toml"), sorted(known - {path.stem}))
        raise RecipeError(f"{path}: extends: there is no recipe {name!r}; {hint}")
    return next((place for place in there if not place.samefile(path)), there[0])


def _extend(extended: RecipeFile, path: Path, tables: dict[str, Any]) -> RecipeFile:
    """The declaration of a recipe, in tables, added to the one that it extends: tables and lists
    have the entries of both, anything else is replaced. Raises `RecipeError`."""
    inherited = {"title": extended.title, "alphabet": extended.alphabet, "inputs": []}
    own = toml_reader.convert_tables(path, inherited | tables, RecipeFile, RecipeError)

    def merge(field: str) -> Any:
        before, after = getattr(extended, field), getattr(own, field)
        if isinstance(after, dict):
            return before | after
        if isinstance(after, list):
            return before + after
        return after if field in tables else before

    merged = RecipeFile(**{field: merge(field) for field in RecipeFile.__struct_fields__})
    # The edition named after the extended lexicon is that lexicon's own.
    kept = {n: e for n, e in merged.editions.items() if n != extended.name or n in own.editions}
    return replace(merged, editions=kept)


def _anchor(declared: RecipeFile, folder: Path) -> RecipeFile:
    """The declaration with absolute paths, so that a recipe in another folder can extend it."""
    folder = folder.absolute()

    def anchor(file: RawFile | None) -> RawFile | None:
        path = str(folder / file.path) if file and file.path else ""
        return replace(file, path=path) if file and path else file

    own_alphabet = declared.alphabet.endswith(".toml")
    return replace(
        declared,
        alphabet=str(folder / declared.alphabet) if own_alphabet else declared.alphabet,
        inputs=[
            replace(
                item,
                file=anchor(item.file),
                aff=anchor(item.aff),
                dic=anchor(item.dic),
                dics={name: anchor(file) for name, file in item.dics.items()},
            )
            for item in declared.inputs
        ],
        include={str(folder / name): value for name, value in declared.include.items()},
        exclude=[str(folder / name) for name in declared.exclude],
        keep=[str(folder / name) for name in declared.keep],
    )


def check_recipe(
    declared: RecipeFile,
    folder: Path,
    raw: Path | None = None,
    inherited: int = 0,
    pinned: bool = True,
) -> Recipe:
    """The recipe with its language loaded. `raw`: the folder of raw data, by default that in
    `folder`. `inherited`: how many inputs, the first ones, are those of the recipe that it extends.
    `pinned`: whether packages must have a SHA-256.
    Raises `RecipeError` when the declaration contradicts itself, `AlphabetError`."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", declared.name):
        raise RecipeError(
            f"name: {declared.name!r} cannot name files; use letters, digits, - and _ (--name)"
        )
    if not declared.inputs:
        raise RecipeError("inputs: a lexicon needs at least one input")
    if len(declared.categories) + len(declared.marks) > MOST_CATEGORIES:
        raise RecipeError(f"categories: at most {MOST_CATEGORIES}, marks included, can be declared")
    try:
        _check_limits(declared)
    except ValueError as error:
        raise RecipeError(str(error)) from None
    for name in declared.marks:
        if name in declared.categories:
            raise RecipeError(f"marks.{name}: this is a category already")
    if all(item.witness for item in declared.inputs):
        raise RecipeError("inputs: a lexicon needs an input that is not a witness")
    if sum(item.witness for item in declared.inputs) > MOST_WITNESSES:
        raise RecipeError(f"inputs: at most {MOST_WITNESSES} can be witnesses")
    for name, package in declared.packages.items():
        _check_package(name, package, pinned)
    for place, item in enumerate(declared.inputs, 1 - inherited):
        own = place > 0
        where = f"inputs[{place}]" if own else f"inputs[{place + inherited}] of {declared.extends}"
        _check_input(where, item, declared)
    for name, edition in declared.editions.items():
        for category in edition.include + edition.exclude:
            _check_known(f"editions.{name}", "category", category, declared.categories)
    for name, categories in declared.include.items():
        _check_categories(f"include.{name}", categories, declared)
    own_alphabet = declared.alphabet.endswith(".toml")
    recipe = Recipe(
        name=declared.name,
        title=declared.title,
        language=alphabet.load_alphabet(
            folder / declared.alphabet if own_alphabet else declared.alphabet
        ),
        lengths=_parse_lengths(declared.lengths or DEFAULT_LENGTHS),
        chooses_lengths=bool(declared.lengths),
        inputs=declared.inputs,
        packages=declared.packages,
        categories=declared.categories,
        marks=declared.marks,
        settle=declared.settle,
        editions={declared.name: EditionRule(), **declared.editions},
        effective=declared.effective,
        include={folder / name: categories for name, categories in declared.include.items()},
        exclude=[folder / name for name in declared.exclude],
        keep=[folder / name for name in declared.keep],
        folder=folder,
        raw=raw or folder / "raw",
    )
    for place, rule in enumerate(recipe.settle, 1):
        if not rule.add and not rule.remove:
            raise RecipeError(f"settle[{place}]: it changes nothing without add or remove")
    create_settler(recipe.settle, recipe.bits)  # raises for a rule that cannot be read
    return recipe


def _check_limits(declared: RecipeFile) -> None:
    """Raises `ValueError` for what a lexicon cannot hold (see `limits`)."""
    limits.check_name("name", declared.name)
    limits.check_text("title", declared.title)
    limits.check_number("editions", len(declared.editions) + 1, limits.MOST_EDITIONS)
    for name, meaning in declared.categories.items():
        limits.check_name(f"categories.{reveal(name)}: the name", name)
        limits.check_text(f"categories.{name}: the meaning", meaning)
    for name in declared.editions:
        limits.check_name(f"editions.{reveal(name)}: the name", name)
    for place, item in enumerate(declared.inputs, 1):
        limits.check_text(f"inputs[{place}].licence", item.licence)


def _parse_lengths(text: str) -> tuple[int, int]:
    try:
        return parse_lengths(text)
    except WordtoolsError as error:
        raise RecipeError(f"lengths: {error}") from None


def _check_package(name: str, package: Package, pinned: bool) -> None:
    """The name, version and digest go to the package manager and into the name of a folder."""
    if not re.fullmatch(r"(@[a-z0-9._-]+/)?[A-Za-z0-9][A-Za-z0-9._+-]*", name):
        raise RecipeError(f"packages.{name}: {name!r} is not the name of a package")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.:~+_-]*", package.version):
        raise RecipeError(f"packages.{name}.version: {package.version!r} is not a version")
    if package.sha256:
        _check_digest(f"packages.{name}.sha256", package.sha256)
    elif pinned:
        raise RecipeError(f"packages.{name}: sha256 is missing; run `wordtools pin` on this recipe")


def _check_digest(where: str, digest: str) -> None:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", digest):
        raise RecipeError(f"{where}: a SHA-256 is 64 hexadecimal digits")


def _check_input(where: str, item: RecipeInput, declared: RecipeFile) -> None:
    wanted = {"aff", "dic"} if item.format == "hunspell" else {"file"}
    given = {name for name in ("aff", "dic", "file") if getattr(item, name) is not None}
    if item.dics:
        given.add("both dic and dics" if "dic" in given else "dic")
    if given != wanted:
        raise RecipeError(f"{where}: format {item.format!r} needs {' and '.join(sorted(wanted))}")
    for file in item.files:
        if sum(map(bool, (file.package, file.path, file.system))) != 1:
            raise RecipeError(f"{where}: a file needs exactly one of package, path and system")
        if file.package:
            _check_known(where, "package", file.package, declared.packages)
            if not file.member:
                raise RecipeError(f"{where}: a file of a package needs member")
        if file.is_pattern and item.format == "hunspell":
            raise RecipeError(f"{where}: {file.member}: aff and dic are one file each")
        if file.is_pattern and file.sha256:
            raise RecipeError(
                f"{where}: {file.member} may be several files, which the package's sha256 pins; "
                "leave out its own"
            )
        if file.sha256:
            _check_digest(f"{where}: sha256", file.sha256)
    _check_categories(where, [*item.categories, *item.dics], declared)
    for place, choice in enumerate(item.rules, 1):
        if item.format != "hunspell":
            raise RecipeError(f"{where}.rules: only a hunspell dictionary has affix rules")
        for key in ("flags", "strips", "adds"):
            if getattr(choice, key) is not None and not getattr(choice, key).strip():
                raise RecipeError(f"{where}.rules[{place}].{key}: nothing is given; leave it out")
        if choice.skip and choice.tag:
            raise RecipeError(f"{where}.rules[{place}]: a rule is skipped or tagged, not both")
        _check_categories(f"{where}.rules[{place}]", choice.tag, declared)
    codes = [reason.code for reason in DROPPABLE]
    for tag, code in item.drop_tags.items():
        _check_known(f"{where}.drop_tags.{tag}", "reason", code, codes)


def _check_categories(where: str, names: list[str], declared: RecipeFile) -> None:
    for place, category in enumerate(names):
        if category in names[:place]:
            raise RecipeError(f"{where}: categories: {category} is listed twice")
        _check_known(where, "category", category, [*declared.categories, *declared.marks])


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
    lengths: str = "",
    definitions: Literal["tab", "space"] = "tab",
    official: bool | None = None,
) -> Recipe:
    """The recipe of one plain list; with `official` None, the list is official if it is all in
    capitals. Raises `RecipeError`, `AlphabetError`."""
    if not alphabet:
        raise RecipeError(f"{path}: choose the alphabet of the list, such as --alphabet en")
    if not path.is_file():
        problem = "this is a folder" if path.is_dir() else "there is no such list"
        raise RecipeError(f"{path}: {problem}")
    item = RecipeInput(
        format="list",
        file=RawFile(path=path.name),
        encoding=encoding,
        categories=[category] if category else [],
        official=official,
        capitals=None if official else "detect",
        definitions=definitions,
    )
    declared = RecipeFile(
        name=name or path.stem,
        title=name or path.stem,
        alphabet=str(Path(alphabet).resolve()) if alphabet.endswith(".toml") else alphabet,
        inputs=[item],
        lengths=lengths,
        categories={category: f"listed in {path.name}"} if category else {},
    )
    return check_recipe(declared, path.parent)
