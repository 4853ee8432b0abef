"""Writes a commented recipe as a starting point."""

from __future__ import annotations

import os
import re
from itertools import islice
from pathlib import Path
from string import Template

from wordtools.alphabet import load_alphabet
from wordtools.compiler.decisions import EMPTY, name_decisions
from wordtools.compiler.propose import decode_list, propose_alphabet
from wordtools.compiler.recipe_check import NAME
from wordtools.compiler.recipe_files import list_recipes
from wordtools.compiler.sources import label_file
from wordtools.errors import AlphabetError, RecipeError
from wordtools.files import write_files
from wordtools.formats.text import LEGACY

PLACEHOLDER = "say here who may use the list, and how"
"""The licence in a new recipe. A list with this licence cannot be released."""

_TEMPLATE = Path(__file__).with_suffix(".toml")


def write_recipe(
    name: str,
    alphabet: str,
    folder: Path,
    words: Path | None = None,
    encoding: str = "detect",
) -> list[Path]:
    """Writes a recipe for a list of words and a file for the recipe's decisions. By default, the
    list is `NAME.txt` beside the recipe. Without an `alphabet`, proposes one for the letters of
    `words`, or uses "en" if there are no words yet. `encoding`: a Python codec, or "detect"; the
    recipe states the encoding if the proposal had to guess it. Returns the paths of the files,
    starting with the recipe. Raises `RecipeError` if the recipe exists or the name is invalid,
    `AlphabetError` if the alphabet is invalid, and `SourceError` if the list cannot be read."""
    import tomlkit

    if not re.fullmatch(NAME, name):
        raise RecipeError(f"{name!r} is not a name: use letters, digits, '-', '_' and '.'")
    path = folder / f"{name}.toml"
    if name in list_recipes() or path.exists():
        raise RecipeError(f"the recipe {name} already exists; choose another name")
    files: dict[Path, bytes] = {}
    sample: list[str] = []
    if alphabet or words is None:
        alphabet = _find_alphabet(alphabet or "en", folder)
        load_alphabet(folder / alphabet if alphabet.endswith(".toml") else alphabet)
    else:
        alphabet = f"{name}-alphabet.toml"
        if (folder / alphabet).exists():
            raise RecipeError(
                f"{folder / alphabet} already exists; use it with --alphabet, or delete it"
            )
        content, codec = decode_list(words, encoding)
        files[folder / alphabet] = propose_alphabet(name, words, content).encode()
        if encoding == "detect" and codec in LEGACY:
            encoding = codec
            marked = (w for w in content.split() if w.isalpha() and not w.isascii())
            sample = [*islice(dict.fromkeys(marked), 3)]
    listed = _find_from(folder, words) if words else f"{name}.txt"
    text = Template(_TEMPLATE.read_text("utf-8")).substitute(name=name)
    document = tomlkit.parse(text)
    document["alphabet"] = alphabet
    document["categories"]["common"] = f"listed in {label_file(listed)}"
    document["inputs"][0]["file"]["path"] = listed
    document["inputs"][0]["licence"] = PLACEHOLDER
    document["inputs"][0]["encoding"] = encoding
    if sample:
        document["inputs"][0].item("encoding").comment(f"detected, as in {', '.join(sample)}")
    decisions = folder / name_decisions(path)
    if not decisions.exists():
        files[decisions] = EMPTY.encode()
    write_files(files | {path: tomlkit.dumps(document).encode()})
    return [path, *files]


def _find_alphabet(alphabet: str, folder: Path) -> str:
    """Returns the name of an alphabet for a recipe in the folder. The path of a file may be
    relative to the current folder or to the recipe's.
    """
    if not alphabet.endswith(".toml"):
        return alphabet
    for path in (Path(alphabet), folder / alphabet):
        if path.is_file():
            return _find_from(folder, path)
    raise AlphabetError(f"{alphabet}: there is no such alphabet file")


def _find_from(folder: Path, path: Path) -> str:
    return os.path.relpath(path.resolve(), folder.resolve())
