"""The English list for which files in other formats are published."""

from __future__ import annotations

import re

import pytest

from tests import marks
from tests.conftest import ROOT
from wordtools.compiler import fetch, recipe_files


@pytest.fixture(scope="session")
def english_lines() -> bytes:
    """The list EN of the benchmark, one word per line in alphabet order."""
    marks.need("real_data")
    recipe = recipe_files.read_recipe(ROOT / "bench" / "lists.toml")
    files = [file for item in recipe.inputs[:2] for file in item.files]
    found = fetch.locate_files(recipe, files, progress=lambda _: None)
    words = {
        word.upper()
        for (file,) in found.values()
        for word in re.findall("^[A-Za-z]{2,15}$", file.path.read_text("utf-8"), re.MULTILINE)
    }
    return "".join(f"{word}\n" for word in sorted(words)).encode()
