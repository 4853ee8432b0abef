"""The folders for data, which are in the folder of a list's makers or in the user's own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Run
from wordtools import folders
from wordtools.compiler.fetch import locate_files
from wordtools.compiler.recipe_files import list_recipes, read_recipe
from wordtools.lexicon.lexicon import Lexicon

OWN = Path(folders.__file__).parents[1] / "sources"


@pytest.fixture
def user(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user who has nothing yet."""
    folder = tmp_path_factory.mktemp("user")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    for name in ("WORDTOOLS_LEXICONS", "WORDTOOLS_LOG", "WORDTOOLS_RAW"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def here(user: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_empty_folder(here: Path, user: Path) -> None:
    assert folders.choose_lexicon_folder(OWN) == user / "data" / "wordtools" / "lexicons"
    assert folders.choose_log() == user / "data" / "wordtools" / "rulings.db"
    assert list_recipes()["pt"] == OWN / "pt.toml"


@pytest.mark.parametrize("name", ["sources", "build"])
def test_a_folder_of_list_makers(here: Path, name: str) -> None:
    (here / name).mkdir()
    assert folders.choose_lexicon_folder(OWN) == Path("build")
    assert folders.choose_log() == Path("rulings.db")


def test_what_is_named_by_its_path_is_compiled_here(here: Path) -> None:
    assert folders.choose_lexicon_folder(here) == Path("build")


def test_variables_come_first(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDTOOLS_LEXICONS", f"{tmp_path / 'lists'}:{tmp_path / 'more'}")
    monkeypatch.setenv("WORDTOOLS_RAW", str(tmp_path / "raw"))
    assert folders.choose_lexicon_folder(OWN) == tmp_path / "lists"
    assert folders.find_raw(OWN) == tmp_path / "raw"


def test_raw_sources_of_the_package_are_the_user_s(
    user: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "_PACKAGE", tmp_path / "site-packages" / "wordtools")
    recipes = tmp_path / "site-packages" / "wordtools" / "sources"
    assert folders.find_raw(recipes) == user / "cache" / "wordtools" / "raw"
    assert folders.find_raw(OWN) == OWN / "raw"


def test_a_recipe_here_hides_the_one_that_comes_along(here: Path) -> None:
    (here / "sources").mkdir()
    (here / "sources" / "pt.toml").write_text((OWN / "en.toml").read_text("utf-8"), "utf-8")
    assert list_recipes()["pt"] == Path("sources/pt.toml")
    assert list_recipes()["es"] == OWN / "es.toml"


@pytest.mark.real_data
def test_a_lexicon_is_built_and_found_from_anywhere(here: Path, user: Path, run: Run) -> None:
    """The command runs in an empty folder, with the raw data that a checkout has fetched."""
    made = run("build", "en")
    assert made.returncode == 0, made.stderr
    assert not list(here.iterdir())
    lexicon = Lexicon.read(user / "data" / "wordtools" / "lexicons" / "en.lexicon")
    assert "turtle" in lexicon
    assert run("challenge", "-l", "en", "turtle").stdout == "YES\n"


def test_no_recipes(here: Path, run: Run) -> None:
    refused = run("build")
    assert refused.returncode == 2
    assert "`wordtools recipes` lists them" in refused.stderr


def test_one_of_many_recipes_must_be_named(here: Path, run: Run) -> None:
    (here / "sources").mkdir()
    for name in ("farm", "zoo"):
        assert run("new-recipe", name).returncode == 0
    for command in ("build", "fetch"):
        refused = run(command)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "there are 2 recipes in sources/" in refused.stderr
        assert "sources/*.toml for all of them" in refused.stderr


def test_the_recipes_are_listed(here: Path, run: Run) -> None:
    listed = run("recipes").stdout.splitlines()
    assert [line.split()[0] for line in listed] == sorted(list_recipes())
    assert any("pt-PT" in line for line in listed)
    told = json.loads(run("recipes", "--json").stdout)
    assert {each["name"]: Path(each["path"]) for each in told} == list_recipes()


def test_a_new_recipe_is_ready_to_be_built(here: Path, run: Run) -> None:
    made = run("new-recipe", "farm")
    assert made.returncode == 0, made.stderr
    (here / "sources" / "farm.txt").write_text("cow\ngoat\n", "utf-8")
    assert run("build", "farm").returncode == 0
    assert run("challenge", "-l", "farm", "goat").stdout == "YES\n"
    again = run("new-recipe", "farm")
    assert (again.returncode, "already" in again.stderr) == (2, True)


@pytest.mark.parametrize("arguments", [["../farm"], [""], ["a b"], ["x", "--alphabet", "xx"]])
def test_a_new_recipe_is_refused(here: Path, run: Run, arguments: list[str]) -> None:
    refused = run("new-recipe", *arguments)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert not list(here.iterdir())


@pytest.mark.slow
def test_pip_is_found_where_the_environment_has_none(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Environments of uv and pipx use the pip that Python keeps for new environments."""
    monkeypatch.setattr("wordtools.compiler.fetch.find_spec", lambda name: name != "pip")
    monkeypatch.setenv("PATH", "")
    from wordtools.compiler import fetch

    told = subprocess.run([*fetch._find_pip(), "--version"], capture_output=True, text=True)
    assert told.stdout.startswith("pip ")


def test_without_any_pip(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordtools.compiler.fetch.find_spec", lambda name: False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("WORDTOOLS_RAW", str(here / "raw"))
    monkeypatch.setattr(folders, "_PACKAGE", OWN.parent)
    recipe = read_recipe(OWN / "es.toml")
    with pytest.raises(Exception, match="pip is not installed"):
        locate_files(recipe, recipe.inputs[0].files, lambda _: None)


def test_who_has_no_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(user: int) -> None:
        raise KeyError(user)

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "WORDTOOLS_RAW"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", fail)
    for find in (
        folders.find_user_lexicons,
        lambda: folders.find_raw(folders._PACKAGE / "sources"),
    ):
        with pytest.raises(OSError, match="HOME"):
            find()


ALPHABET = 'name = "Own"\nlanguage = "en"\ntiles = "A B C"\n'
RULESET = 'extends = "scrabble-en-us"\ntitle = "Own"\n[tiles]\nA = [9, 1]\n'
RECIPE = """name = "own"
title = "Own"
alphabet = "own-alphabet.toml"
decisions = ["own.decisions.tsv"]
[[inputs]]
format = "list"
file = { path = "own.txt" }
official = true
"""


@pytest.fixture
def beside(here: Path) -> Path:
    """A folder whose only recipe has its alphabet and a ruleset beside it."""
    sources = here / "sources"
    sources.mkdir()
    (sources / "own.toml").write_text(RECIPE)
    (sources / "own-alphabet.toml").write_text(ALPHABET)
    (sources / "club.toml").write_text(RULESET)
    (sources / "own.txt").write_text("ABC\nCAB\n")
    return sources


def test_only_recipes_are_recipes(beside: Path, run: Run) -> None:
    assert {"own-alphabet", "club"}.isdisjoint(list_recipes())
    listed = run("recipes")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "own      Own (own)" in listed.stdout
    for command in (["decide", "in", "BAC", "--why", "heard"], ["build", "--quiet"]):
        done = run(*command)
        assert (done.returncode, done.stderr) == (0, "")
    assert "\nBAC\tin\t" in (beside / "own.decisions.tsv").read_text("utf-8")


@pytest.mark.parametrize(("name", "kind"), [("own-alphabet", "an alphabet"), ("club", "a ruleset")])
def test_what_is_no_recipe_is_called_what_it_is(
    beside: Path, run: Run, name: str, kind: str
) -> None:
    done = run("build", f"sources/{name}.toml")
    assert done.stderr == f"wordtools: sources/{name}.toml: this is {kind}, not a recipe.\n"


def test_a_damaged_recipe_is_still_one(beside: Path, run: Run) -> None:
    (beside / "own.toml").write_text("name =")
    assert "sources/own.toml: this is not TOML" in run("build").stderr
