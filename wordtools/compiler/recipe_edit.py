"""Sets keys in a recipe without changing comments, order or layout."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from wordtools.errors import RecipeError
from wordtools.files import write_files


def edit_recipe(path: Path, edit: Callable[[dict[str, Any]], object], remedy: str) -> None:
    """Changes a recipe's tables with `edit`, which calls `set_key`. Raises `RecipeError`, which
    states the `remedy`, for a layout that cannot be edited."""
    import tomlkit

    before = path.read_bytes().decode()
    expected = tomllib.loads(before)
    edit(expected)
    after = ""
    with suppress(Exception):  # tomlkit may raise any error
        document = tomlkit.parse(before)
        edit(document)
        after = tomlkit.dumps(document)
    if not after or tomllib.loads(after) != expected:
        raise RecipeError(f"{path}: {remedy}; wordtools cannot edit a file with this layout")
    write_files({path: after.encode()})


def set_key(table: dict[str, Any], key: str, value: Any) -> None:
    """Sets a key of a table. Puts a new key after the last plain key; tomlkit would put it after
    the comments on the next table and change blank lines.
    """
    if key in table or type(table) is dict:
        table[key] = value
        return
    import tomlkit
    from tomlkit.container import Container
    from tomlkit.items import AoT, InlineTable, Table

    container = table if isinstance(table, Container) else getattr(table, "value", None)
    if not isinstance(container, Container):  # dotted keys, which tomlkit keeps together
        table[key] = value
        return
    body, added = container.body, tomlkit.item(value)
    plain = [n for n, (k, item) in enumerate(body) if k and not isinstance(item, Table | AoT)]
    if plain and isinstance(table, InlineTable):
        added.trivia.indent = " "
    elif plain:
        before = body[plain[-1]][1].trivia
        added.trivia.indent = before.indent
        added.trivia.trail = "\r\n" if before.trail.endswith("\r\n") else "\n"
        before.trail = before.trail or "\n"  # the last line of a file may lack a line ending
    body.insert(plain[-1] + 1 if plain else 0, (tomlkit.key(key), added))
