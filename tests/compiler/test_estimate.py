"""Estimates a build: its download, its time, and the files that already exist."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from wordtools.compiler import estimate
from wordtools.compiler.recipe import Recipe
from wordtools.compiler.recipe_files import list_recipes, read_recipe


@pytest.fixture(autouse=True)
def raw(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)  # away from this checkout's raw sources
    monkeypatch.setenv("WORDTOOLS_RAW", str(tmp_path))
    return tmp_path


def read(name: str) -> Recipe:
    return read_recipe(list_recipes()[name])


def test_every_included_recipe_has_been_measured() -> None:
    for name in list_recipes():
        expected = estimate.estimate_build(read(name))
        assert expected.words and expected.words > 1000
        assert expected.seconds and expected.seconds > 0
        assert expected.download and expected.download > 100_000


def test_what_has_been_fetched_is_not_downloaded_again(raw: Path) -> None:
    recipe = read("it")
    before = estimate.estimate_build(recipe).download
    assert before is not None
    for name in recipe.packages:
        size = estimate.read_measurements().packages[estimate.name_archive(recipe, name)]
        archive = raw / estimate.name_archive(recipe, name) / "archive"
        archive.parent.mkdir(parents=True)
        archive.touch()
        before -= size
        assert estimate.estimate_build(recipe).download == before
    assert before == 0


def test_a_member_that_was_kept_stands_for_its_archive(raw: Path) -> None:
    recipe = read("en")
    names = {
        file.package: estimate.name_archive(recipe, file.package)
        for item in recipe.inputs
        for file in item.files
        if file.package
    }
    kept = set()
    for item in recipe.inputs:
        for file in item.files:
            if file.package and file.sha256:
                folder = raw / names[file.package] / "files" / file.sha256[:16]
                folder.mkdir(parents=True, exist_ok=True)
                (folder / Path(file.member).name).touch()
                kept.add(file.package)
    missing = names.keys() - kept  # the package of definitions is not needed
    sizes = estimate.read_measurements().packages
    expected = sum(sizes[names[name]] for name in missing)
    assert kept
    assert estimate.estimate_build(recipe).download == expected


def test_a_recipe_of_ones_own_is_not_known(raw: Path) -> None:
    package = msgspec.structs.replace(read("it").packages["witalian"], version="9")
    recipe = msgspec.structs.replace(read("it"), name="mine", packages={"witalian": package})
    expected = estimate.estimate_build(recipe)
    assert (expected.words, expected.seconds, expected.download) == (None, None, None)


def test_package_managers_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/none")
    assert estimate.estimate_build(read("it")).managers == ["apt", "npm"]
    assert estimate.estimate_build(read("hu")).managers == []  # pip alone
