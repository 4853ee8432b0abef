"""A key set in a recipe is there when the recipe is reread, and nothing else has changed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT
from wordtools.compiler.recipe_edit import edit_recipe, set_key

DIGEST = "5" * 64
SET = re.compile(rf'(?:\r?\n)?[ \t]*sha256 = "{DIGEST}"(?=\r?\n)|, sha256 = "{DIGEST}"')
REST = st.sampled_from(["", "  # why", "# ='[", "\t"])
BETWEEN = st.lists(st.sampled_from(["", "# [x]", "  # ż = 'ź'", "\t"]), max_size=3)
NAMES = st.lists(st.sampled_from(["a", "b", '"c d"', "'@x/y'", "sha256-of"]), unique=True)
VALUES = st.sampled_from(["1", '"x"', "'y'", "[ 1,\n  2, # two\n]", "{ }", "{a=1}", "1979-05-27"])
ENDS = st.sampled_from(["\n", "\r\n"])


@st.composite
def tables(draw: st.DrawFn, header: str) -> str:
    """The lines of a table: keys and comments, with or without a SHA-256 to replace."""
    indent = draw(st.sampled_from(["", "  "]))
    lines = [header + draw(REST)]
    for name in draw(NAMES):
        space = draw(st.sampled_from([" = ", "="]))
        lines += [*draw(BETWEEN), f"{indent}{name}{space}{draw(VALUES)}{draw(REST)}"]
    if len(lines) == 1:
        lines.append("only = 1")
    return "\n".join([*lines, *draw(BETWEEN), ""])


@st.composite
def recipes(draw: st.DrawFn) -> str:
    """A recipe with tables in all layouts, without a SHA-256 in those of `LAYOUTS`."""
    parts = [
        draw(tables("# what it is")),
        draw(tables("[packages.p]")),
        draw(tables("[[inputs]]")) + f"file = {{ {draw(NAMES.map(_inline))} }}{draw(REST)}\n",
        draw(tables("[[inputs]]")),
        draw(tables("[inputs.file]")),
    ]
    return "".join(parts).replace("\n", draw(ENDS))


def _inline(names: list[str]) -> str:
    return ", ".join(f"{name} = 1" for name in [*names, "z"])


def _set_all(document: dict[str, Any]) -> None:
    for table in (document["packages"]["p"], *(each["file"] for each in document["inputs"])):
        set_key(table, "sha256", DIGEST)
    set_key(document, "sha256", DIGEST)


@given(text=recipes())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_new_keys_are_all_that_changes(tmp_path: Path, text: str) -> None:
    path = tmp_path / "xx.toml"
    path.write_bytes(text.encode())
    edit_recipe(path, _set_all, "edit it yourself")
    after = path.read_bytes().decode()
    expected = tomllib.loads(text)
    _set_all(expected)
    assert tomllib.loads(after) == expected
    assert len(SET.findall(after)) == 4
    assert SET.sub("", after) == text
    changed = after.replace(DIGEST, "6" * 64)
    path.write_bytes(changed.encode())
    edit_recipe(path, _set_all, "edit it yourself")
    assert path.read_bytes().decode() == after


@pytest.mark.parametrize("recipe", sorted((ROOT / "sources").glob("*.toml")), ids=lambda p: p.stem)
def test_our_own_recipes_get_back_what_is_taken_out(tmp_path: Path, recipe: Path) -> None:
    whole = recipe.read_bytes().decode()
    path = tmp_path / recipe.name
    path.write_bytes(
        re.sub(r'\n?^sha256 = "\w+"$|, sha256 = "\w+"', "", whole, flags=re.M).encode()
    )
    tables = tomllib.loads(whole)

    def put_back(document: dict[str, Any]) -> None:
        pairs = [(tables, document)]
        while pairs:
            there, here = pairs.pop()
            if isinstance(there, list):
                pairs += zip(there, here, strict=True)
            elif isinstance(there, dict):
                pairs += [(value, here[key]) for key, value in there.items() if key != "sha256"]
                if "sha256" in there:
                    set_key(here, "sha256", there["sha256"])

    edit_recipe(path, put_back, "edit it yourself")
    assert path.read_bytes().decode() == whole


def test_a_file_whose_last_line_has_no_end(tmp_path: Path) -> None:
    path = tmp_path / "xx.toml"
    path.write_text("[packages.p]\nversion = '1'  # first")
    edit_recipe(path, lambda tables: set_key(tables["packages"]["p"], "sha256", "x"), "")
    assert path.read_text() == "[packages.p]\nversion = '1'  # first\nsha256 = \"x\"\n"
