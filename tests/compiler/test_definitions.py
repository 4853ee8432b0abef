"""Definitions travel from sources and decisions to a lexicon, and to everything that is made from
it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiler.compiling import EDITIONS, HEAD, LIST, Compile
from tests.conftest import Run, examples
from wordtools.alphabet import load_alphabet
from wordtools.compiler.combine import (
    Operation,
    Side,
    expurgate_words,
    merge_lexicons,
    tag_words,
)
from wordtools.compiler.definitions import GatheredDefinitions
from wordtools.compiler.importing import import_lexicon
from wordtools.formats.words_file import WordLines
from wordtools.interchange.exporting import encode_lexicon, export_lexicon
from wordtools.interchange.table import FORMATS, find_format
from wordtools.lexicon.lexicon import Lexicon

TABLE = "word\tverdict\tsince\tdefinition\n"


def test_definitions_of_lists(compile: Compile) -> None:
    """A word gets the definitions of all entries that spell it; entries that are not words define
    nothing.
    """
    words = ["casa\ta  house", "bênção\tgrace", "BENÇAO\tnone", "gato", "Lisboa\ta city"]
    words += ["lisboa\ta moth", "cor-de-rosa\tpink", "bençao\tboon", "bençao\tgrace"]
    lexicon, report = compile(HEAD + LIST, list=words)
    assert dict(lexicon.definitions()) == {
        "BENÇAO": "grace / boon", "CASA": "a house", "LISBOA": "a moth",
    }  # fmt: skip
    assert report.notes == ["definitions dropped because the entry is not a word: 1"]


def test_definitions_of_decisions_come_first(compile: Compile) -> None:
    rows = ["casa\tin\t2020\ta home", "gato\tin\t\ta cat", "sol\tout", "lua\tin\t2019\ta moon"]
    rows += ["lua\tin\t2021", "mau\tin\t\tbad", "mau\tout\t2022"]
    table = TABLE + "\n".join(rows)
    text = HEAD + 'decisions = ["d.txt"]\n' + LIST
    lexicon, report = compile(text, list="casa\ta house\nsol\ta star\n", d=table)
    assert dict(lexicon.definitions()) == {"CASA": "a home", "GATO": "a cat"}
    assert report.notes == ["definitions dropped because the entry is not a word: 1"]


def test_witnesses_define_nothing(compile: Compile) -> None:
    witness = '[[inputs]]\nformat = "list"\nfile = { path = "w.txt" }\nwitness = true\n'
    lexicon, _ = compile(HEAD + LIST + witness, list="casa", w="casa\ta house")
    assert lexicon.manifest.definitions == 0


def test_a_build_without_definitions_says_nothing_of_them(compile: Compile) -> None:
    lexicon, _ = compile(HEAD + LIST, list="casa\ngato\t\nsol\t \n")
    assert b"definitions" not in lexicon.to_bytes()


@pytest.fixture
def lexicon(compile: Compile) -> Lexicon:
    words = {"one": "casa\ta house\nsol\ta star", "two": "gato\ta cat\nsol\tlight", "rude": "mau"}
    return compile(EDITIONS, **words)[0]


ALL = {"CASA": "a house", "GATO": "a cat", "SOL": "a star / light"}


def test_what_is_made_of_a_lexicon_keeps_them(lexicon: Lexicon) -> None:
    tagged = tag_words(lexicon, ["casa", "mau"], "good", name="x")
    left = expurgate_words(lexicon, ["gato"], "why", name="x")
    assert dict(tagged.definitions()) == ALL
    assert dict(left.definitions()) == {"CASA": "a house", "SOL": "a star / light"}


@pytest.mark.parametrize(
    ("operation", "categories", "expected"),
    [
        ("union", "both", {**ALL, "LUA": "a moon", "MAU": "bad"}),
        ("union", "left", {**ALL, "LUA": "a moon", "MAU": "bad"}),
        ("union", "right", {**ALL, "LUA": "a moon", "MAU": "bad", "SOL": "the sun"}),
        ("intersection", "both", {"SOL": ALL["SOL"], "MAU": "bad"}),
        ("intersection", "right", {"SOL": "the sun", "MAU": "bad"}),
        ("difference", "both", {"CASA": "a house", "GATO": "a cat"}),
        ("symmetric-difference", "both", {"CASA": "a house", "GATO": "a cat", "LUA": "a moon"}),
    ],
)
def test_of_two_definitions_one_side_wins(
    lexicon: Lexicon,
    tmp_path: Path,
    operation: Operation,
    categories: Side,
    expected: dict[str, str],
) -> None:
    (tmp_path / "b.txt").write_text("lua\ta moon\nmau\tbad\nsol\tthe sun\n")
    other = Lexicon.read(import_lexicon(tmp_path / "b.txt", tmp_path, alphabet="pt").path)
    merged = merge_lexicons(lexicon, other, operation, name="x", categories=categories)
    assert dict(merged.definitions()) == expected


HOLD = [each.name for each in FORMATS if each.write and "definitions" in each.keeps]


def test_the_formats_that_keep_definitions() -> None:
    assert HOLD == ["parquet", "scrabble3d", "jsonl", "csv", "list"]


@pytest.mark.parametrize("name", HOLD)
def test_exports_keep_them(lexicon: Lexicon, tmp_path: Path, name: str) -> None:
    """This holds with or without categories, for a lexicon and for its editions."""
    options = {"definitions": True} if name == "list" else {}
    for edition in (lexicon, lexicon.edition("second")):
        suffix = find_format(name).suffixes[0]
        report = export_lexicon(edition, tmp_path / f"out{suffix}", name, **options)
        assert not [note for note in report.notes if "definitions" in note]
        found = import_lexicon(tmp_path / f"out{suffix}", tmp_path / "in", alphabet="pt")
        assert dict(Lexicon.read(found.path).definitions()) == dict(edition.definitions())


def test_what_does_not_keep_them_says_so(lexicon: Lexicon, tmp_path: Path) -> None:
    for name in ("kwg", "hunspell", "list", "json"):
        report = export_lexicon(lexicon, tmp_path / "out.x", name)
        assert "the definitions were left out" in report.notes
    plain = encode_lexicon(lexicon, find_format("list"))
    assert plain == {"": b"CASA\nGATO\nMAU\nSOL\n"}
    both = encode_lexicon(lexicon, find_format("list"), categories=True, definitions=True)
    assert both[""].decode().splitlines()[:2] == ["word\tcategories\tdefinition",
                                                  "CASA\tone\ta house"]  # fmt: skip
    tagged = encode_lexicon(lexicon, find_format("list"), categories=True)
    assert tagged[""].decode().splitlines()[:2] == ["word\tcategories", "CASA\tone"]


def test_a_lexicon_that_is_imported_keeps_them(lexicon: Lexicon, tmp_path: Path) -> None:
    again = Lexicon.read(import_lexicon(lexicon.path, tmp_path / "in").path)
    assert dict(again.definitions()) == ALL


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20).map(
    lambda text: " ".join(text.split())
)


@pytest.mark.slow
@settings(max_examples=examples(0.1))
@given(texts=st.lists(st.one_of(TEXTS, st.sampled_from(["=", ";", ";1", "a;2", '"', "#", "1;0;"]))))
def test_any_definition_comes_back(
    texts: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The definition contains every character that has a meaning in some format."""
    folder = tmp_path_factory.mktemp("any")
    alphabet = load_alphabet("pt").alphabet
    rows = [(f"A{'AB' * number}", text) for number, text in enumerate(texts[:6], 1)]
    lines = "".join(json.dumps({"word": w, "definition": t}) + "\n" for w, t in [("BA", ""), *rows])
    (folder / "in.jsonl").write_text(lines)
    original = Lexicon.read(import_lexicon(folder / "in.jsonl", folder, alphabet="pt").path)
    composed = {word: " ".join(alphabet.compose(text).split()) for word, text in rows}
    expected = {word: text for word, text in composed.items() if text}
    assert {w: alphabet.compose(t) for w, t in original.definitions()} == expected
    for name in HOLD[1:]:
        options = {"definitions": True} if name == "list" else {}
        export_lexicon(original, folder / "out", name, **options)
        given: dict[str, Any] = {"definitions": "tab"} if name == "list" else {}
        found = import_lexicon(folder / "out", folder / name, alphabet="pt", format=name, **given)
        brought = dict(Lexicon.read(found.path).definitions())
        assert {w: alphabet.compose(t) for w, t in brought.items()} == expected, name


def test_gathering_knows_capitals() -> None:
    gathered = GatheredDefinitions()
    lines = WordLines(b"Rio\nrio\n\n", (), [b"a city", b"a  river\n", b"nothing"])
    gathered.add(lines, capitals_matter=True)
    assert gathered.rank(lambda entry: 7) == ({7: "a river"}, 0)
    gathered.add(WordLines(b"RIO\nMAR\n", (), ["a river", "a sea"]), capitals_matter=False)
    ranks = {"rio": 1, "RIO": 1, "MAR": 0}
    assert gathered.rank(ranks.__getitem__) == ({0: "a sea", 1: "a river"}, 0)
    assert gathered.rank(lambda entry: -1) == ({}, 3)


@pytest.mark.slow
def test_many_definitions_of_one_word_take_no_longer_than_those_of_many() -> None:
    """The entries have one spelling, or as many as there are definitions. In quadratic time, this
    would take an hour.
    """
    number = 200_000
    texts = [f"d{n}" for n in range(number)]
    for words in ("AB\n" * number, "".join(f"{n}\n" for n in range(number))):
        gathered = GatheredDefinitions()
        gathered.add(WordLines(words.encode(), (), texts), capitals_matter=False)
        ranked, _ = gathered.rank(lambda entry: 0)
        assert ranked == {0: " / ".join(texts)}


def test_study_shows_them(lexicon: Lexicon, run: Run) -> None:
    path = lexicon.path
    assert run("check", "-l", path, "sol", "mau", "xx", "--define").stdout == (
        "sol\tvalid\tSOL one two\ta star / light\nmau\tvalid\tMAU rude\nxx\tnot valid\n"
    )
    [line] = run("check", "-l", path, "sol", "--define", "--json").stdout.splitlines()
    assert json.loads(line)["definition"] == "a star / light"
    assert "star" not in run("check", "-l", path, "sol").stdout
    assert (
        run("words", f"{path}:first", "--define").stdout == "CASA\ta house\nSOL\ta star / light\n"
    )
    assert run("words", path, "--define", "--prefix", "mau").stdout == "MAU\n"
    found = run("search", "-l", path, "pattern", "?A*", "--define").stdout
    assert found == "CASA\ta house\nGATO\ta cat\nMAU\n"
    found = run("search", "-l", path, "prefix", "s", "--define", "--json").stdout
    assert json.loads(found) == {"words": ["SOL"], "definitions": ["a star / light"]}
    assert run("search", "-l", path, "hooks", "so", "--define").returncode == 2
    second = f"{path}:second"
    changes = run("diff", f"{path}:first", second, "--define")
    assert changes.stdout == "- CASA\ta house\n+ GATO\ta cat\n"
    [row, _] = run("diff", f"{path}:first", second, "--define", "--json").stdout.splitlines()
    assert json.loads(row) == {"sign": "-", "word": "CASA", "before": ["one"], "after": [],
                               "definition": "a house"}  # fmt: skip
    assert run("diff", path, second, "--define", "--markdown").returncode == 2
    assert "definitions   3\n" in run("info", path).stdout
