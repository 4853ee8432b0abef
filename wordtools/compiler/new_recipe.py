"""A commented recipe to begin with."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

from wordtools.alphabet import load_alphabet
from wordtools.compiler.recipe_files import list_recipes
from wordtools.errors import RecipeError
from wordtools.files import write_files

PLACEHOLDER = "say here who may use the list, and how"
"""The licence in a new recipe, with which no list is released."""

_TEMPLATE = Path(__file__).with_suffix(".toml")


def write_recipe(name: str, alphabet: str, folder: Path) -> Path:
    """Writes a recipe for a list of words, `NAME.txt` beside it, and returns its path. Raises
    `RecipeError` when there is such a recipe or the name cannot be one, `AlphabetError`."""
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", name):
        raise RecipeError(f"{name!r} is not a name: use letters, digits, '-', '_' and '.'")
    load_alphabet(folder / alphabet if alphabet.endswith(".toml") else alphabet)
    if name in list_recipes() or (folder / f"{name}.toml").exists():
        raise RecipeError(f"there is a recipe {name} already; choose another name")
    path = folder / f"{name}.toml"
    template = Template(_TEMPLATE.read_text("utf-8"))
    text = template.substitute(name=name, alphabet=alphabet, licence=PLACEHOLDER)
    write_files({path: text.encode()})
    return path
