"""Reads recipes from TOML files (`sources/*.toml`), and makes recipes for plain lists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import replace

from wordtools import toml_reader
from wordtools.compiler.recipe import RawFile, Recipe, RecipeFile, RecipeInput
from wordtools.compiler.recipe_check import check_recipe
from wordtools.errors import AlphabetError, RecipeError
from wordtools.folders import SOURCES, find_raw, list_recipe_folders
from wordtools.wording import join_list, suggest

_OTHER_KEY = re.compile(rb"""(?m)^(?:\xef\xbb\xbf)?[ \t"'\[]*(?:tiles|game)\b""")
"""Matches a key or table that recipes do not have, and perhaps other text."""


def list_recipes() -> dict[str, Path]:
    """Maps the names of all recipes to their files: first those in `sources/`, and then those in
    wordtools."""
    every = [path for folder in list_recipe_folders() for path in find_in_folder(folder)]
    return {path.stem: path for path in reversed(every)}


def find_in_folder(folder: Path) -> list[Path]:
    """Returns the recipes in a folder, sorted by name. Skips alphabets and rulesets."""
    return [path for path in sorted(folder.glob("*.toml")) if not _find_other_kind(path)]


def _find_other_kind(path: Path) -> str:
    """Returns the kind of a file that is not a recipe: "an alphabet", "a ruleset", or "" if the
    kind is unknown."""
    try:
        with path.open("rb") as file:
            content = file.read(toml_reader.MOST_BYTES)
        if not _OTHER_KEY.search(content):  # faster than parsing all recipes
            return ""
        tables = toml_reader.read_tables(path, RecipeError)
    except OSError:
        return ""  # the error is reported when the file is read as a recipe
    except RecipeError:  # recipes have no such key
        return "an alphabet" if re.search(rb"(?m)^[ \t]*tiles[ \t]*=", content) else ""
    if "game" in tables or isinstance(tables.get("tiles"), dict):
        return "a ruleset"
    return "an alphabet" if "tiles" in tables else ""


def find_recipe(name: str) -> Path:
    """Returns the file of a recipe, which may be given by its name or by its path. Raises
    `RecipeError`."""
    if name.endswith(".toml"):
        return Path(name)
    recipes = list_recipes()
    if name not in recipes:
        hint = suggest(name, sorted(recipes))
        raise RecipeError(f"there is no recipe {SOURCES}/{name}.toml; {hint}")
    return recipes[name]


def read_recipe(path: Path, pinned: bool = True, define: bool = False) -> Recipe:
    """Returns the recipe in a TOML file. `pinned`: require a SHA-256 for each package. `define`:
    keep the inputs that only define words. Raises `RecipeError` or `AlphabetError`."""
    if kind := _find_other_kind(path):
        raise RecipeError(f"{path}: this is {kind}, not a recipe")
    chain = _list_chain(path)
    (place, tables), *extending = reversed(chain)
    declared = toml_reader.convert_tables(place, tables, RecipeFile, RecipeError)
    inherited = 0
    for own_place, own_tables in extending:
        inherited = len(declared.inputs)
        declared = _extend(_anchor(declared, place.parent), own_place, own_tables)
        place = own_place
    try:
        raw = find_raw(chain[-1][0].parent)
        recipe = check_recipe(declared, path.parent, raw, inherited, pinned)
    except (RecipeError, AlphabetError) as error:
        raise type(error)(f"{path}: {error}") from None
    if define:
        return recipe
    return replace(recipe, inputs=[item for item in recipe.inputs if not item.defines])


def _list_chain(path: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Returns the path and tables of a recipe, then those of the recipe that it extends, and so on.
    Raises `RecipeError`."""
    chain: list[tuple[Path, dict[str, Any]]] = []
    while True:
        chain.append((path, toml_reader.read_tables(path, RecipeError)))
        name = chain[-1][1].get("extends")
        if not (isinstance(name, str) and name):
            return chain
        path = _find_extended(path, name)
        if any(path.samefile(other) for other, _ in chain):
            raise RecipeError(f"{chain[-1][0]}: circular extends: {name} extends this recipe")


def _find_extended(path: Path, name: str) -> Path:
    """Returns the file of the recipe that `path` extends: `name` is a path, or the name of a recipe
    beside `path` or in `sources/`. Raises `RecipeError`."""
    if name.endswith(".toml"):
        places = [path.parent / name]
    else:
        places = [folder / f"{name}.toml" for folder in (path.parent, *list_recipe_folders())]
    existing = [place for place in places if place.is_file()]
    if not existing:
        folders = {place.parent for place in places}
        names = {recipe.stem for folder in folders for recipe in find_in_folder(folder)}
        names.discard(path.stem)
        location = "" if name.endswith(".toml") else f" beside this one or in {SOURCES}/"
        hint = f"; {suggest(name.removesuffix('.toml'), sorted(names))}" if names else ""
        raise RecipeError(f"{path}: extends: there is no recipe {name!r}{location}{hint}")
    return next((place for place in existing if not place.samefile(path)), existing[0])


def _extend(extended: RecipeFile, path: Path, tables: dict[str, Any]) -> RecipeFile:
    """Merges the declaration in `tables` into the declaration that it extends. Joins tables and
    lists, and replaces other values. Raises `RecipeError`.
    """
    inherited = {"title": extended.title, "alphabet": extended.alphabet, "inputs": []}
    own = toml_reader.convert_tables(path, inherited | tables, RecipeFile, RecipeError)

    def merge(field: str) -> Any:
        base, added = getattr(extended, field), getattr(own, field)
        if isinstance(added, dict):
            return base | added
        if isinstance(added, list):
            return base + added
        return added if field in tables else base

    merged = RecipeFile(**{field: merge(field) for field in RecipeFile.__struct_fields__})
    # The edition named after the extended lexicon belongs to that lexicon alone.
    kept = {n: e for n, e in merged.editions.items() if n != extended.name or n in own.editions}
    return replace(merged, editions=kept)


def _anchor(declared: RecipeFile, folder: Path) -> RecipeFile:
    """Makes the paths in the declaration absolute, so that a recipe in another folder can extend
    it."""
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
                nouns=item.nouns and replace(item.nouns, file=anchor(item.nouns.file)),
            )
            for item in declared.inputs
        ],
        decisions=[str(folder / name) for name in declared.decisions],
    )


def recipe_for_lists(
    paths: list[Path],
    *,
    name: str = "",
    alphabet: str = "",
    category: str = "",
    encoding: str = "detect",
    lengths: str = "",
    definitions: Literal["tab", "space"] = "tab",
    official: bool | None = None,
) -> Recipe:
    """Returns the recipe for a lexicon from plain lists and tables (.csv, .tsv). By default, tables
    are `official`, and so are lists that are all in capitals. Raises `RecipeError` or
    `AlphabetError`."""
    for path in paths:
        if not alphabet:
            raise RecipeError(
                f"{path}: choose the alphabet of the list, such as --alphabet en; if none fits, "
                "`wordtools new-recipe NAME --list LIST` proposes one"
            )
        if not path.is_file():
            problem = "this is a folder" if path.is_dir() else "there is no such list"
            raise RecipeError(f"{path}: {problem}")
    name = name or paths[0].name.removesuffix(".gz").rpartition(".")[0] or paths[0].name
    items = []
    for path in paths:
        is_table = path.name.lower().removesuffix(".gz").endswith((".csv", ".tsv"))
        own = True if official is None and is_table else official
        items.append(
            RecipeInput(
                format="csv" if is_table else "list",
                file=RawFile(path=str(path)),
                encoding=encoding,
                categories=[category] if category else [],
                official=own,
                capitals=None if own or is_table else "detect",
                definitions=definitions,
            )
        )
    listed = join_list(dict.fromkeys(path.name for path in paths))
    declared = RecipeFile(
        name=name,
        title=name,
        alphabet=str(Path(alphabet).resolve()) if alphabet.endswith(".toml") else alphabet,
        inputs=items,
        lengths=lengths,
        categories={category: f"listed in {listed}"} if category else {},
    )
    return check_recipe(declared, Path())
