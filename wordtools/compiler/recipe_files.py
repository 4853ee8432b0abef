"""Recipes from TOML files (`sources/*.toml`), which may extend others, and from plain lists."""

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


def list_recipes() -> dict[str, Path]:
    """The recipes that are found by name, each with its file: those of `sources/`, then those that
    come with wordtools."""
    every = [path for folder in list_recipe_folders() for path in find_in_folder(folder)]
    return {path.stem: path for path in reversed(every)}


def find_in_folder(folder: Path) -> list[Path]:
    """The recipes in a folder, in name order. Alphabets and rulesets may lie beside them."""
    return [path for path in sorted(folder.glob("*.toml")) if not _find_other_kind(path)]


def _find_other_kind(path: Path) -> str:
    """What a file is that is no recipe, by its content: "an alphabet", "a ruleset"; else ""."""
    try:
        with path.open("rb") as file:
            content = file.read(toml_reader.MOST_BYTES)
        if not re.search(rb"\b(tiles|game)\b", content):  # spares most the parsing
            return ""
        tables = toml_reader.read_tables(path, RecipeError)
    except OSError:
        return ""  # reading it as a recipe says why
    except RecipeError:  # a recipe has no such key
        return "an alphabet" if re.search(rb"(?m)^[ \t]*tiles[ \t]*=", content) else ""
    if "game" in tables or isinstance(tables.get("tiles"), dict):
        return "a ruleset"
    return "an alphabet" if "tiles" in tables else ""


def find_recipe(name: str) -> Path:
    """The file of a recipe, by name or by path. Raises `RecipeError`."""
    if name.endswith(".toml"):
        return Path(name)
    known = list_recipes()
    if name not in known:
        hint = suggest(name, sorted(known))
        raise RecipeError(f"there is no recipe {SOURCES}/{name}.toml; {hint}")
    return known[name]


def read_recipe(path: Path, pinned: bool = True, define: bool = False) -> Recipe:
    """The recipe in a TOML file. `pinned`: whether packages must have a SHA-256. `define`: with the
    inputs that only say what words mean. Raises `RecipeError`, `AlphabetError`."""
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
        places = [folder / f"{name}.toml" for folder in (path.parent, *list_recipe_folders())]
    there = [place for place in places if place.is_file()]
    if not there:
        near = {place.parent for place in places}
        known = {each.stem for folder in near for each in find_in_folder(folder)} - {path.stem}
        where = "" if name.endswith(".toml") else f" beside this one or in {SOURCES}/"
        hint = f"; {suggest(name.removesuffix('.toml'), sorted(known))}" if known else ""
        raise RecipeError(f"{path}: extends: there is no recipe {name!r}{where}{hint}")
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
    """The recipe of one lexicon, of plain lists and tables (.csv, .tsv). With `official` None, a
    list is official if it is all in capitals, a table always. Raises `RecipeError`,
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
