"""Checks that a recipe is complete and consistent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from wordtools import alphabet, limits
from wordtools.compiler import settle
from wordtools.compiler.admission import RejectReason
from wordtools.compiler.affix_choices import AffixChoice
from wordtools.compiler.recipe import (
    MOST_CATEGORIES,
    MOST_LEVELS,
    Package,
    Recipe,
    RecipeFile,
    RecipeInput,
)
from wordtools.compiler.settle import Settler
from wordtools.errors import RecipeError, WordtoolsError
from wordtools.lexicon.lexicon import parse_lengths
from wordtools.lexicon.manifest import EditionRule
from wordtools.wording import reveal, suggest

DEFAULT_LENGTHS = "2..15"
MOST_WITNESSES = 32

NAME = "[A-Za-z0-9][A-Za-z0-9._-]*"
"""The pattern for names of recipes, which also name files."""

DROPPABLE = (
    RejectReason.PROPER_NOUN,
    RejectReason.ACRONYM,
    RejectReason.AFFIX,
    RejectReason.UNDOTTED,
    RejectReason.NUMERAL,
    RejectReason.FORBIDDEN,
    RejectReason.EXCLUDED,
)
"""The reasons allowed in `drop_tags` and `drop_entries`."""


def check_recipe(
    declared: RecipeFile,
    folder: Path,
    raw: Path | None = None,
    inherited: int = 0,
    pinned: bool = True,
    language: alphabet.Language | None = None,
) -> Recipe:
    """Returns the recipe with its language loaded. `raw`: the folder for raw data; the default is
    `raw` in `folder`. `inherited`: the number of inputs at the beginning that come from the
    extended recipe. `pinned`: require a SHA-256 for each package. `language`: the language to use
    instead of the declared alphabet. Raises `RecipeError` for an invalid declaration, and
    `AlphabetError` for an invalid alphabet."""
    if not re.fullmatch(NAME, declared.name):
        raise RecipeError(
            f"name: {declared.name!r} cannot name files; use letters, digits, - and _ (--name)"
        )
    if not declared.inputs:
        raise RecipeError("inputs: a lexicon needs at least one input")
    _check_declared_names(declared)
    for name, package in declared.packages.items():
        _check_package(name, package, pinned)
    _check_inputs(declared, inherited)
    for name, edition in declared.editions.items():
        for category in edition.include + edition.exclude:
            _check_known(f"editions.{name}", "category", category, declared.categories)
    own_alphabet, path = declared.alphabet.endswith(".toml"), folder / declared.alphabet
    recipe = Recipe(
        name=declared.name,
        title=declared.title,
        language=language or alphabet.load_alphabet(path if own_alphabet else declared.alphabet),
        lengths=_parse_lengths(declared.lengths or DEFAULT_LENGTHS),
        chooses_lengths=bool(declared.lengths),
        inputs=declared.inputs,
        packages=declared.packages,
        categories=declared.categories,
        marks=declared.marks,
        settle=declared.settle,
        editions={declared.name: EditionRule(), **declared.editions},
        effective=declared.effective,
        decisions=[folder / name for name in declared.decisions],
        folder=folder,
        raw=raw or folder / "raw",
    )
    for place, rule in enumerate(recipe.settle, 1):
        if not rule.add and not rule.remove:
            raise RecipeError(f"settle[{place}]: add or remove is missing")
    _check_ignored(recipe)
    Settler(recipe.settle, recipe.bits, recipe.language.alphabet)  # raises if a rule is unreadable
    return recipe


def _check_declared_names(declared: RecipeFile) -> None:
    """Raises `RecipeError` for categories, marks, names or texts that no lexicon can hold."""
    if len(declared.categories) + len(declared.marks) > MOST_CATEGORIES:
        raise RecipeError(f"categories: declare at most {MOST_CATEGORIES}, including marks")
    try:
        _check_limits(declared)
    except ValueError as error:
        raise RecipeError(str(error)) from None
    for name in [*declared.categories, *declared.marks]:
        if not re.fullmatch(settle.NAME, name):
            raise RecipeError(
                f"categories: {name!r} cannot be used in a condition; use letters, digits, ., _ "
                "and -"
            )
    for name in declared.marks:
        if name in declared.categories:
            raise RecipeError(f"marks.{name}: a category has this name; choose another")


def _check_inputs(declared: RecipeFile, inherited: int) -> None:
    if all(item.witness or item.defines for item in declared.inputs):
        raise RecipeError("inputs: none of them adds words; add one without witness and defines")
    if sum(item.witness for item in declared.inputs) > MOST_WITNESSES:
        raise RecipeError(f"inputs: at most {MOST_WITNESSES} can be witnesses")
    for place, item in enumerate(declared.inputs, 1 - inherited):
        own = place > 0
        where = f"inputs[{place}]" if own else f"inputs[{place + inherited}] of {declared.extends}"
        _check_input(where, item, declared)


def _check_ignored(recipe: Recipe) -> None:
    letters = recipe.language.alphabet
    written = {c for cs in (*letters.spellings.values(), *letters.also) for c in cs}
    for place, item in enumerate(recipe.inputs, 1):
        for character in item.ignored:
            if character in written or character.isspace():
                kind = "a space" if character.isspace() else "a letter of the alphabet"
                raise RecipeError(
                    f"inputs[{place}].ignored: remove {reveal(character)!r}, which is {kind}"
                )


def _check_limits(declared: RecipeFile) -> None:
    """Raises `ValueError` for a name, text or number that exceeds the `limits` of lexicons."""
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
    """Raises `RecipeError` for an invalid name, version or digest; these are passed to the package
    manager and become the name of a folder.
    """
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
    if item.format not in ("list", "hunspell"):
        from wordtools.interchange.table import FORMATS  # imports a module for each format

        readable = [format_.name for format_ in FORMATS if format_.is_readable]
        readable += ["wordnet"] if item.defines else []
        _check_known(f"{where}.format", "format", item.format, readable)
    _check_files(where, item, declared)
    if item.defines and (item.witness or item.categories):
        raise RecipeError(f"{where}.defines: leave out witness and categories")
    if item.defines and item.format == "hunspell":
        raise RecipeError(f"{where}.defines: a hunspell dictionary has no definitions")
    if item.capitals == "nouns" and (item.defines or item.format not in ("list", "hunspell")):
        raise RecipeError(
            f'{where}.capitals: "nouns" works only with format = "hunspell" or "list", and not in '
            "an input that only defines words"
        )
    _check_categories(where, [*item.categories, *item.dics], declared)
    if item.format != "hunspell":
        _check_no_dictionary(where, item)
    if item.lines and not re.fullmatch(r"[1-9][0-9]{0,8}\.\.[1-9][0-9]{0,8}", item.lines):
        raise RecipeError(f"{where}.lines: write the first and the last line, as in 2..500")
    if item.lines and item.line_range[0] > item.line_range[1]:
        raise RecipeError(f"{where}.lines: write {item.lines} with the smaller number first")
    if item.nouns and item.capitals != "nouns":
        raise RecipeError(f'{where}.nouns: a table of nouns needs capitals = "nouns"')
    for place, choice in enumerate(item.rules, 1):
        _check_choice(f"{where}.rules[{place}]", choice, declared)
    codes = [reason.code for reason in DROPPABLE]
    for key in ("drop_tags", "drop_entries"):
        for dropped, code in getattr(item, key).items():
            _check_known(f"{where}.{key}.{dropped}", "reason", code, codes)


def _check_files(where: str, item: RecipeInput, declared: RecipeFile) -> None:
    wanted = {"aff", "dic"} if item.format == "hunspell" else {"file"}
    keys = {name for name in ("aff", "dic", "file") if getattr(item, name) is not None}
    if item.dics:
        keys.add("both dic and dics" if "dic" in keys else "dic")
    if keys != wanted:
        raise RecipeError(f"{where}: format {item.format!r} needs {' and '.join(sorted(wanted))}")
    for file in item.files:
        if sum(map(bool, (file.package, file.path, file.system))) != 1:
            raise RecipeError(f"{where}: name the file with one of package, path and system")
        if file.package:
            _check_known(where, "package", file.package, declared.packages)
            if not file.member:
                raise RecipeError(f"{where}: a file of a package needs the key member")
        if file.is_pattern and item.format == "hunspell":
            raise RecipeError(f"{where}: {file.member}: aff and dic cannot have wildcards")
        if file.is_pattern and file.sha256:
            raise RecipeError(
                f"{where}: {file.member} may match several files; leave out its sha256, since the "
                "package's sha256 pins them"
            )
        if file.sha256:
            _check_digest(f"{where}: sha256", file.sha256)
    for category, dic in item.dics.items():
        if list(item.dics.values()).count(dic) > 1:
            raise RecipeError(f"{where}.dics.{category}: name a different file for each category")


def _check_no_dictionary(where: str, item: RecipeInput) -> None:
    """Raises `RecipeError` if an input of another format has a key for Hunspell dictionaries."""
    present: dict[str, object] = {
        "rules": item.rules,
        "skip_flags": item.skip_flags,
        "affix_levels": item.affix_levels < MOST_LEVELS,
        "drop_tags": item.drop_tags,
        "drop_entries": item.drop_entries,
        "lines": item.lines,
    }
    for key in filter(present.get, present):
        raise RecipeError(f'{where}.{key} works only with format = "hunspell"')


def _check_choice(where: str, choice: AffixChoice, declared: RecipeFile) -> None:
    for key in ("flags", "strips", "adds", "morphology"):
        if getattr(choice, key) is not None and not getattr(choice, key).strip():
            raise RecipeError(f"{where}.{key}: this is empty; leave it out")
    if choice.skip and choice.tag:
        raise RecipeError(f"{where}: use either skip or tag")
    if choice.skip and choice.last:
        raise RecipeError(f"{where}: use either skip or last")
    _check_categories(f"{where}.tag", choice.tag, declared)


def _check_categories(where: str, names: list[str], declared: RecipeFile) -> None:
    for place, category in enumerate(names):
        if category in names[:place]:
            raise RecipeError(f"{where}: categories: {category} is listed twice")
        _check_known(where, "category", category, [*declared.categories, *declared.marks])


def _check_known(where: str, kind: str, name: str, names: Iterable[str]) -> None:
    names = list(names)
    if name in names:
        return
    hint = suggest(name, names, cutoff=0.5)
    raise RecipeError(f"{where}: there is no {kind} {name!r}; {hint}")
