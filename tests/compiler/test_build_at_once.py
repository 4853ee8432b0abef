"""Several recipes are built at once, each in a separate process."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.compiler.compiling import HEAD, LIST
from wordtools.compiler import build, recipe_files
from wordtools.compiler.recipe import Recipe
from wordtools.errors import WordtoolsError


@pytest.fixture
def recipes(tmp_path: Path) -> list[Recipe]:
    (tmp_path / "list.txt").write_text("casa\ngato\nLisboa\n", "utf-8")
    for name in ("xx", "yy", "zz"):
        (tmp_path / f"{name}.toml").write_text(HEAD.replace("xx", name) + LIST, "utf-8")
    return [recipe_files.read_recipe(tmp_path / f"{name}.toml") for name in ("xx", "yy", "zz")]


def test_the_same_as_one_after_another(recipes: list[Recipe], tmp_path: Path) -> None:
    at_once = build.build_lexicons(recipes, tmp_path / "at-once")
    alone = [build.build_lexicon(recipe, tmp_path / "alone") for recipe in recipes]
    assert [report.name for report in at_once] == ["xx", "yy", "zz"]
    assert [report.digest for report in at_once] == [report.digest for report in alone]
    files = {path.name: path.read_bytes() for path in (tmp_path / "at-once").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "alone").iterdir()}


def test_what_fails_is_told_as_if_it_were_alone(recipes: list[Recipe], tmp_path: Path) -> None:
    (tmp_path / "bad.aff").write_text("SFX A Y 1\nSFX A 0 s [\n", "utf-8")
    (tmp_path / "bad.dic").write_text("1\ncasa/A\n", "utf-8")
    (tmp_path / "bad.toml").write_text(
        HEAD + '[[inputs]]\nformat = "hunspell"\naff.path = "bad.aff"\ndic.path = "bad.dic"\n',
        "utf-8",
    )
    bad = recipe_files.read_recipe(tmp_path / "bad.toml")
    with pytest.raises(WordtoolsError) as alone:
        build.build_lexicon(bad, tmp_path / "out")
    with pytest.raises(WordtoolsError) as at_once:
        build.build_lexicons([*recipes, bad], tmp_path / "out")
    assert str(at_once.value) == str(alone.value)
    assert str(alone.value).endswith("bad.aff:2: the condition [ lacks a ]")


def kill_this_process(_recipe: Recipe, _folder: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed(
    recipes: list[Recipe], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "_build_apart", kill_this_process)
    with pytest.raises(WordtoolsError, match="was killed"):
        build.build_lexicons(recipes, tmp_path / "out")
