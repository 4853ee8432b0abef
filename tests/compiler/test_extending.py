"""Recipes that add to another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from wordtools.compiler import build, recipe_files
from wordtools.errors import RecipeError
from wordtools.lexicon.lexicon import Lexicon

BASE = """\
name = "base"
title = "Base"
alphabet = "pt"
lengths = "2..9"
decisions = ["base.tsv"]
[categories]
one = "1"
[editions]
first = { include = ["one"] }
[packages.pack]
manager = "npm"
version = "1"
sha256 = "PIN"
[[inputs]]
format = "list"
file = { path = "one.txt" }
categories = ["one"]
""".replace("PIN", "0" * 64)
CLUB = """\
name = "club"
extends = "base"
lengths = "2..6"
decisions = ["club.tsv"]
[categories]
two = "2"
[editions]
second = { include = ["two"] }
[[inputs]]
format = "list"
file = { path = "one.txt" }
categories = ["two"]
"""
COLUMNS = "word\tverdict\tcategories\tsince\n"
FILES = {
    "sources/one.txt": "casa\ngato\nmau\ncavalo",
    "sources/base.tsv": f"{COLUMNS}lua\tin\tone\t2024\nmau\tout\ncavalo\tout\t\t2024\n",
    "my/one.txt": "xix\nrolo\nlixo\ncasa",
    "my/club.tsv": f"{COLUMNS}sol\tin\ttwo\nlixo\tout\nxix\tin\ncavalo\tin\t\t2023\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, content in {"sources/base.toml": BASE, "my/club.toml": CLUB, **FILES}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    return tmp_path


def test_a_recipe_adds_to_another(folder: Path) -> None:
    report = build.build_lexicon(recipe_files.read_recipe(Path("my/club.toml")), folder / "out")
    lexicon = Lexicon.read(report.path)
    assert list(lexicon) == ["CASA", "CAVALO", "GATO", "LUA", "ROLO", "SOL", "XIX"]
    assert lexicon.categories("CASA") == {"one", "two"}
    assert list(lexicon.edition("first")) == ["CASA", "CAVALO", "GATO", "LUA"]
    assert list(lexicon.edition("second")) == ["CASA", "ROLO", "SOL", "XIX"]
    manifest = lexicon.manifest
    assert (manifest.name, manifest.title, manifest.lengths) == ("club", "Base", (2, 6))
    assert [source.file for source in manifest.sources] == ["one.txt", "one.txt"]


def test_raw_data_stay_beside_the_recipe_that_is_extended(folder: Path) -> None:
    assert recipe_files.read_recipe(folder / "my/club.toml").raw == Path("sources/raw")


def test_files_stay_beside_the_recipe_that_names_them(folder: Path) -> None:
    dictionary = """\
[[inputs]]
format = "hunspell"
aff = { path = "base.aff" }
capitals = "nouns"
nouns = { file = { path = "nouns.csv" }, word = "w", kind = "k", names = ["name"] }
dics = { one = { path = "base.dic" } }
"""
    (folder / "sources" / "base.toml").write_text(f"{BASE}{dictionary}", "utf-8")
    found = recipe_files.read_recipe(folder / "my" / "club.toml").inputs[1]
    assert [file.path for file in found.files] == [
        str(folder / "sources" / name) for name in ("nouns.csv", "base.aff", "base.dic")
    ]


def test_a_recipe_of_the_same_name_in_another_folder(folder: Path) -> None:
    (folder / "my" / "base.toml").write_text('name = "base"\nextends = "base"\ntitle = "Mine"\n')
    found = recipe_files.read_recipe(folder / "my" / "base.toml")
    assert (found.title, len(found.inputs)) == ("Mine", 1)


def test_a_chain_of_recipes(folder: Path) -> None:
    (folder / "my" / "kids.toml").write_text('name = "kids"\nextends = "club.toml"\n')
    found = recipe_files.read_recipe(folder / "my" / "kids.toml")
    assert list(found.editions) == ["kids", "first", "second"]
    assert len(found.inputs) == 2
    assert found.lengths == (2, 6)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("my/club.toml", CLUB.replace('"base"', '"bsae"'),
         "club.toml: extends: there is no recipe 'bsae' beside this one or in sources/; did "
         "you mean 'base'?"),
        ("my/club.toml", CLUB.replace('"base"', '"../none.toml"'),
         "club.toml: extends: there is no recipe '../none.toml'"),
        ("my/club.toml", CLUB.replace('"base"', "7"), "club.toml: extends: expected text"),
        ("sources/base.toml", 'extends = "../my/club.toml"\n' + BASE,
         "base.toml: circular extends: ../my/club.toml extends this recipe"),
        ("sources/base.toml", 'extends = "base"\n' + BASE,
         "base.toml: circular extends: base extends this recipe"),
        ("my/club.toml", CLUB.replace('["two"]\n', '["tow"]\n', 2),
         "club.toml: inputs[1]: there is no category 'tow'"),
        ("my/club.toml", CLUB.replace("format", "fromat"), "club.toml: inputs[1].fromat is not"),
        ("sources/base.toml", BASE.replace('["one"]\n', '["noe"]\n'),
         "club.toml: inputs[1] of base: there is no category 'noe'"),
        ("sources/base.toml", BASE.replace('"Base"', "7"), "base.toml: title: expected text"),
        ("my/club.toml", CLUB.replace('name = "club"\n', ""), "club.toml: name is missing"),
    ],
)  # fmt: skip
def test_every_way_to_extend_wrongly(folder: Path, name: str, content: str, told: str) -> None:
    (folder / name).write_text(content, "utf-8")
    with pytest.raises(RecipeError) as caught:
        recipe_files.read_recipe(Path("my/club.toml"))
    assert told in str(caught.value)


def test_the_edition_named_after_the_base_stays_with_the_base(folder: Path) -> None:
    base = folder / "sources" / "base.toml"
    base.write_text(BASE.replace("[editions]", '[editions]\nbase = { include = ["one"] }'), "utf-8")
    assert list(recipe_files.read_recipe(base).editions) == ["base", "first"]
    assert list(recipe_files.read_recipe(folder / "my" / "club.toml").editions) == [
        "club", "first", "second",
    ]  # fmt: skip
