"""Inputs that add no words but define them, for builds that keep definitions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.compiler.compiling import HEAD, LIST
from tests.conftest import ROOT, Run
from wordtools.compiler.build import build_lexicon
from wordtools.compiler.recipe_files import read_recipe
from wordtools.compiler.why import explain_entry
from wordtools.errors import RecipeError, SourceError
from wordtools.formats.wordnet import WordNet
from wordtools.lexicon.lexicon import Lexicon

INDEX = {
    "noun": "cat n 2 1 @ 2 1 00000010 00000040  \ngoose n 1 0 1 0 00000020  \n"
    "china n 2 0 2 0 00000030 00000050  \nhot_dog n 1 0 1 0 00000060  \n",
    "verb": "cat v 1 0 1 0 00000010  \nrun v 1 0 1 0 00000020  \n",
    "adj": "big a 1 0 1 0 00000010  \n",
    "adv": "",
}
DATA = {
    "noun": '00000010 05 n 02 cat 0 true_cat 0 000 | a feline; not a dog; "cats purr"  \n'
    "00000020 05 n 01 goose 0 000 | a bird  \n00000030 15 n 01 China 0 000 | a country  \n"
    "00000040 18 n 01 cat 1 000 | a man  \n00000050 06 n 01 china 0 000 | porcelain  \n",
    "verb": "00000010 35 v 01 cat 0 000 01 + 08 00 | beat  \n"
    '00000020 38 v 01 run 0 000 01 + 02 00 | move fast; "run!"  \n',
    "adj": "00000010 00 a 01 big(a) 0 000 | large  \n",
    "adv": "",
}
EXCEPTIONS = {"noun.exc": "geese goose\n", "verb.exc": "ran run\nrunning run\n"}
LICENCE = "  1 A licence, of which nothing is a sense.\n"


def write_wordnet(folder: Path) -> list[Path]:
    """The files of a small WordNet, and one that does not belong to it."""
    files = {f"index.{kind}": LICENCE + text for kind, text in INDEX.items()}
    files |= {f"data.{kind}": LICENCE + text for kind, text in DATA.items()}
    for name, text in (files | EXCEPTIONS | {"cntlist.rev": "?"}).items():
        (folder / name).write_text(text)
    return sorted(folder.iterdir())


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("cat", "noun: a feline; not a dog; a man / verb: beat"),
        ("cats", "form of CAT, noun: a feline; not a dog; a man / verb: beat"),
        ("catted", ""),
        ("cating", "form of CAT, verb: beat"),
        ("geese", "form of GOOSE, noun: a bird"),
        ("geeses", ""),
        ("ran", "form of RUN, verb: move fast"),
        ("running", "form of RUN, verb: move fast"),
        ("china", "noun: porcelain"),  # not the country
        ("bigest", "form of BIG, adjective: large"),
        ("hot_dog", ""),
        ("", ""),
        ("s", ""),
    ],
)
def test_wordnet(tmp_path: Path, word: str, meaning: str) -> None:
    assert WordNet(write_wordnet(tmp_path)).define(word) == meaning


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("data.noun", "00000010 05 n zz cat 0 | x\n", r"data\.noun:1: not a sense of a WordNet"),
        ("data.noun", "cat\n", r"data\.noun:1: not a sense of a WordNet"),
        ("index.verb", "run v\n", r"index\.verb:1: not a line of a WordNet index"),
        ("index.verb", None, r"its file index\.verb is missing"),
    ],
)
def test_a_damaged_wordnet_is_refused(
    tmp_path: Path, name: str, text: str | None, said: str
) -> None:
    paths = write_wordnet(tmp_path)
    if text is None:
        paths.remove(tmp_path / name)
    else:
        (tmp_path / name).write_text(text)
    with pytest.raises(SourceError, match=said):
        WordNet(paths)


DEFINING = (
    '[[inputs]]\nformat = "list"\nfile = { path = "meanings.txt" }\ndefines = true\n'
    'licence = "CC0-1.0"\n'
)


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    (tmp_path / "list.txt").write_text("casa\ta home\ngato\nsol\n")
    (tmp_path / "meanings.txt").write_text("casa\ta house\nsol\ta star\nlua\ta moon\nGato\tno\n")
    (tmp_path / "xx.toml").write_text(HEAD + LIST + DEFINING)
    return tmp_path / "xx.toml"


def build(recipe: Path, define: bool = True) -> Lexicon:
    report = build_lexicon(read_recipe(recipe, define=define), recipe.parent / "out")
    assert report.notes == []
    return Lexicon.read(report.path)


def test_they_fill_gaps_when_they_are_asked_for(recipe: Path) -> None:
    """They add no words, but are among the sources with their licences."""
    bare = build(recipe, define=False)
    assert dict(bare.definitions()) == {"CASA": "a home"}
    defined = build(recipe)
    assert dict(defined.definitions()) == {"CASA": "a home", "SOL": "a star"}
    assert list(defined) == list(bare) == ["CASA", "GATO", "SOL"]
    assert [each.file for each in bare.manifest.sources] == ["list.txt"]
    assert [(e.file, e.licence) for e in defined.manifest.sources] == [
        ("list.txt", ""), ("meanings.txt", "CC0-1.0"),
    ]  # fmt: skip
    assert bare.manifest.words_sha256 == defined.manifest.words_sha256


@pytest.mark.parametrize("define", [True, False])
def test_the_sources_of_words_are_found_with_them_and_without(recipe: Path, define: bool) -> None:
    history = explain_entry(build(recipe, define), "sol", recipe.parent)
    assert [str(each) for each in history.origins] == ["list.txt:3"]
    assert not history.unsearched


def test_a_recipe_that_extends_another_has_its_dictionary(recipe: Path) -> None:
    (recipe.parent / "more.txt").write_text("lua\n")
    more = recipe.with_name("more.toml")
    own = '[[inputs]]\nformat = "list"\nfile = { path = "more.txt" }\n'
    more.write_text('extends = "xx.toml"\nname = "more"\n' + own)
    assert dict(build(more).definitions()) == {
        "CASA": "a home", "LUA": "a moon", "SOL": "a star",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("witness = true", "leave out witness and categories"),
        ('categories = ["x"]', "leave out witness and categories"),
    ],
)
def test_they_do_nothing_else(recipe: Path, line: str, said: str) -> None:
    recipe.write_text(HEAD + '[categories]\nx = "x"\n' + LIST + DEFINING + line + "\n")
    with pytest.raises(RecipeError, match=said):
        read_recipe(recipe)
    recipe.write_text(HEAD + DEFINING)
    with pytest.raises(RecipeError, match="none of them adds words; add one without"):
        read_recipe(recipe)
    recipe.write_text(HEAD + LIST + DEFINING.replace('"list"', '"wordnet"', 1))
    assert read_recipe(recipe, define=True).defining
    recipe.write_text(HEAD + LIST.replace('"list"', '"wordnet"'))
    with pytest.raises(RecipeError, match="no format 'wordnet'"):
        read_recipe(recipe)


def test_the_command_keeps_them_on_request(recipe: Path, run: Run) -> None:
    assert run("build", recipe, "--quiet").returncode == 0
    assert run("check", "build/xx.lexicon", "sol", "--define").stdout == "sol\tvalid\tSOL\n"
    assert run("build", recipe, "--define", "--quiet").returncode == 0
    assert run("check", "build/xx.lexicon", "sol", "--define").stdout == "sol\tvalid\tSOL\ta star\n"
    assert run("challenge", "build/xx.lexicon", "sol").stdout == "YES\n"
    assert "2 raw files in place" in run("fetch", recipe, "--define").stdout
    recipe.write_text(HEAD + LIST)
    for command in "build", "fetch":
        done = run(command, recipe, "--define")
        assert (done.returncode, done.stdout) == (2, "")
        assert "xx has no input with defines = true" in done.stderr
    assert "leave out --define" in run("build", "list.txt", "--define").stderr


@pytest.mark.real_data
@pytest.mark.slow
def test_english_has_meanings_on_request(run: Run, tmp_path: Path) -> None:
    """WordNet defines three words in five of en-US, including their forms."""
    done = run("build", ROOT / "sources" / "en.toml", "--define", "--json", "--into", "out")
    assert done.returncode == 0, done.stderr
    (report,) = json.loads(done.stdout)
    whole = Lexicon.read(tmp_path / report["path"])
    bare = Lexicon.read(ROOT / "build" / "en.lexicon")
    assert whole.manifest.words_sha256 == bare.manifest.words_sha256
    assert not bare.manifest.definitions
    american = whole.edition("en-US")
    assert sum(1 for _ in american.definitions()) > 0.59 * len(american)
    assert american.definition("geese").startswith("form of GOOSE, noun: web-footed long-necked")
    assert american.definition("china").startswith("noun: high quality porcelain")
    assert american.definition("quixotry") == ""
    sources = [each for each in whole.manifest.sources if each.package == "apt:wordnet-base"]
    assert len(sources) == 12
    assert {each.licence.partition(",")[0] for each in sources} == {
        "WordNet 3.0 licence (MIT-like)"
    }


@pytest.mark.slow
def test_a_sense_of_twenty_thousand_words(tmp_path: Path) -> None:
    """This takes no longer than the same number of senses would."""
    paths = write_wordnet(tmp_path)
    words = [f"w{number}" for number in range(20_000)]
    (tmp_path / "index.noun").write_text(
        "".join(f"{word} n 1 0 1 0 00000010  \n" for word in words)
    )
    listed = " ".join(f"{word} 0" for word in words)
    (tmp_path / "data.noun").write_text(f"00000010 05 n {len(words):x} {listed} 000 | a word  \n")
    wordnet = WordNet(paths)
    assert {wordnet.define(word) for word in words} == {"noun: a word"}
