"""An edition states how far it can be trusted, and commands that judge by it repeat this."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.compiler.compiling import EDITIONS, compile_in
from tests.conftest import Run
from wordtools.cli.serve import warn_of_experimental
from wordtools.compiler import recipe_files
from wordtools.compiler.combine import expurgate_words
from wordtools.errors import RecipeError
from wordtools.lexicon.lexicon import Lexicon

RECIPE = EDITIONS.replace('["one"] }', '["one"], maturity = "stable" }').replace(
    '["two"] }', '["two"], maturity = "experimental" }'
)


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    built, _ = compile_in(tmp_path, RECIPE, one=["casa"], two=["bola"], rude=["gato"])
    return built


def test_info_shows_the_maturity(lexicon: Lexicon, run: Run) -> None:
    shown = run("info", lexicon.path).stdout
    assert "first: 1 word (words with one)\n              stable: a list to judge by\n" in shown
    assert shown.count("a list to judge by") == 2  # experimental: *not* a list to judge by
    editions = json.loads(run("info", lexicon.path, "--json").stdout)["editions"]
    assert {name: each.get("maturity") for name, each in editions.items()} == {
        "xx": None, "first": "stable", "second": "experimental", "clean": None,
    }  # fmt: skip


def test_an_experimental_edition_is_reported(
    lexicon: Lexicon, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(lexicon.path)
    warn_of_experimental([(path, "first"), (path, "xx")])
    assert capsys.readouterr().err == ""
    warn_of_experimental([(path, "first"), (path, "second")])
    assert capsys.readouterr().err.startswith(
        "wordtools: second: experimental, with many unacceptable words"
    )


def test_a_lexicon_made_from_it_keeps_the_maturity(lexicon: Lexicon) -> None:
    clean = expurgate_words(lexicon, ["casa"], "a vote", name="club")
    assert clean.manifest.editions["second"].maturity == "experimental"


def test_an_unknown_maturity_is_refused(tmp_path: Path) -> None:
    (tmp_path / "xx.toml").write_text(RECIPE.replace('"stable"', '"fine"'), "utf-8")
    with pytest.raises(RecipeError, match="maturity"):
        recipe_files.read_recipe(tmp_path / "xx.toml")
