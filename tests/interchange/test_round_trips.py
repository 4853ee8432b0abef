"""Lexicons to files and back: the same words and categories."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiler.compiling import rejects
from tests.conftest import examples
from tests.interchange.conftest import list_words, write_jsonl
from tests.interchange.test_automata import AUTOMATA
from wordtools.alphabet import load_alphabet
from wordtools.compiler.importing import import_lexicon
from wordtools.interchange.exporting import export_lexicon
from wordtools.interchange.table import FORMATS
from wordtools.lexicon.compile import compile_words
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.verify import verify_lexicon

WRITTEN = [each.name for each in FORMATS if each.write and each.name not in AUTOMATA]
TAGGING = {each.name for each in FORMATS if each.write and each.keeps.startswith("words, cat")}


def bring_back(lexicon: Lexicon, name: str, folder: Path, alphabet: str) -> Lexicon:
    """Exports a lexicon and reimports it. A file needs a format's name only if it looks like other
    formats."""
    suffix = {"hunspell": ".dic"}.get(name, f".{name}")
    export_lexicon(lexicon, folder / f"out{suffix}", name)
    report = import_lexicon(
        folder / f"out{suffix}", folder / name, alphabet=alphabet, lengths="1..64"
    )
    assert (report.accepted, report.duplicates) == (len(lexicon), 0)
    assert report.rejected == {}
    found = Lexicon.read(report.path)
    verify_lexicon(found)
    return found


@pytest.mark.slow
@pytest.mark.real_data
@pytest.mark.parametrize("alphabet", ["en", "es", "pl", "pt"])
def test_a_sample_of_each_lexicon(
    alphabet: str, sampled: Callable[[str], Lexicon], tmp_path: Path
) -> None:
    """It is exported in every format that can be written, except automatons, which have separate
    tests.
    """
    lexicon = sampled(alphabet)
    for name in WRITTEN:
        found = bring_back(lexicon, name, tmp_path, alphabet)
        assert list_words(found, name in TAGGING) == list_words(lexicon, name in TAGGING), name
        if name in TAGGING:
            assert found.manifest.categories.keys() == lexicon.manifest.categories.keys()


@pytest.mark.slow
@pytest.mark.real_data
def test_a_lexicon_itself_is_a_source(compiled: Callable[[str], Path], tmp_path: Path) -> None:
    """Spanish has the most combinations of categories."""
    original = Lexicon.read(compiled("es"))
    found = Lexicon.read(import_lexicon(original.path, tmp_path).path)
    assert found.manifest.words_sha256 == original.manifest.words_sha256
    assert found.manifest.categories == original.manifest.categories
    assert found.manifest.editions == original.manifest.editions
    assert found.manifest.sets == original.manifest.sets


TILES = load_alphabet("es").alphabet.tiles
WORDS = st.dictionaries(
    st.lists(st.sampled_from(TILES), min_size=1, max_size=8).map("".join),
    st.frozensets(st.sampled_from(["Verb", "rude", "Noun-2", "ñ.old"]), max_size=3),
    min_size=1,
    max_size=30,
)


@settings(max_examples=examples(0.5))
@given(WORDS, st.sampled_from(sorted(TAGGING - {"parquet"})))
def test_any_words_and_categories(words: dict[str, frozenset[str]], name: str) -> None:
    """The words may have any tiles, including digraphs, and any of their categories."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        start = write_jsonl(words, folder / "start.jsonl")
        report = import_lexicon(start, folder, alphabet="es", lengths="1..64")
        lexicon = Lexicon.read(report.path)
        assert list_words(bring_back(lexicon, name, folder, "es")) == list_words(lexicon)


@settings(max_examples=examples(0.2))
@given(
    st.sets(st.lists(st.sampled_from(TILES), min_size=1, max_size=8).map(tuple), min_size=1),
    st.sampled_from(["csv", "jsonl", "parquet"]),
)
def test_tiles_stay_apart_in_tables(words: set[tuple[str, ...]], name: str) -> None:
    """Adjacent C and H are written in brackets, and read accordingly."""
    alphabet = load_alphabet("es").alphabet
    texts = ["".join(f"[{tile}]" for tile in word) for word in words]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "x.lexicon").write_bytes(compile_words(texts, alphabet, "x"))
        lexicon = Lexicon.read(folder / "x.lexicon")
        assert set(bring_back(lexicon, name, folder, "es")) == set(lexicon)


LINES = st.lists(
    st.sampled_from(
        ["CASA", "PERRO", "CHICA", "casa", "A-B", "AB C", "SMØR", "D'OR", "X", "", "LARGUÍSIMOS"]
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=examples(0.5))
@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_nothing_of_a_file_is_lost(lines: list[str], end: str) -> None:
    """Every line is counted as a word, a repeat or a reject, with its line number."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "old.dic"
        path.write_text(end.join(["[Header]", "Key=", "[Words]", *lines, "REY"]) + end, "utf-8")
        report = import_lexicon(path, made, alphabet="es", lengths="2..10")
        kept = {"CASA", "PERRO", "CHICA"}
        rows = rejects(report)
        for number, line in enumerate(lines, 4):
            told = {row[1] for row in rows if row[3] == number}
            is_word = line.upper() in kept and line not in lines[: number - 4]
            assert told == (set() if is_word or not line else {line})
        assert set(Lexicon.read(report.path)) == {w.upper() for w in lines if w.upper() in kept} | {
            "REY"
        }


@settings(max_examples=examples(0.5))
@given(st.dictionaries(st.text("ABCDE1", min_size=2, max_size=8), st.integers(0, 2), min_size=1))
def test_import_and_export_of_a_foreign_file(numbers: dict[str, int]) -> None:
    """A Scrabble3D dictionary is exported with the content with which it was imported."""
    lines = [f"{word};{n}" if n else word for word, n in numbers.items()]
    names = ["[Categories]", "1=Verb forms", "2=Noun"]
    about = ["[Header]", "StandardCategory=Plain", "Letters=ABCDE1", "[Replace]", "1=CH", *names]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "a.dic").write_text("\n".join([*about, "[Words]", *lines]), "utf-8")
        report = import_lexicon(folder / "a.dic", folder, alphabet="es")
        out = folder / "b.dic"
        export_lexicon(Lexicon.read(report.path), out, "scrabble3d")
        again = import_lexicon(out, folder, alphabet="es")
        first, second = (list_words(Lexicon.read(each.path)) for each in (report, again))
        assert first == second
        kinds = {0: "Plain", 1: "Verb-forms", 2: "Noun"}
        plain = {word.replace("1", "CH"): kinds[n] for word, n in numbers.items()}
        if not any("CH" in word for word in numbers):  # read as the tile, as anywhere
            assert {word: {*tags} for word, tags in first.items()} == {
                word: {kind} for word, kind in plain.items()
            }
