"""Forms of a dictionary that are never made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.compiling import HEAD, HUNSPELL, Compile
from wordtools.alphabet import make_language
from wordtools.compiler.build import build_lexicon
from wordtools.compiler.dictionaries import WHOLE_TILE, weigh_characters
from wordtools.compiler.recipe_files import read_recipe
from wordtools.compiler.why import explain_entry
from wordtools.errors import SourceError

CHAIN = """SET UTF-8
SFX A Y 2
SFX A 0 abcd/B .
SFX A 0 lo/B .
SFX B Y 1
SFX B abcd o d
"""


def test_only_forms_that_can_be_short_enough_are_made(compile: Compile, tmp_path: Path) -> None:
    dic = "3\ncasa/A\nabacatexe/A\nabacatexexe\n"
    lexicon, report = compile(f'{HEAD}lengths = "2..10"\n{HUNSPELL}', a=CHAIN, b=dic)
    assert set(lexicon) == {"CASA", "CASAABCD", "CASALO", "CASAO", "ABACATEXE", "ABACATEXEO"}
    assert report.rejected == {"too-long": 1}  # an entry; its forms are never made
    assert report.notes == ["2 affix expansions skipped because every result would exceed 10 tiles"]
    described = list(explain_entry(lexicon, "abacatexelo", tmp_path).describe())
    assert described[0] == "left out  ABACATEXELO: it has 11 tiles, and words have at most 10"


def test_affix_levels_limit_a_dictionary(compile: Compile, tmp_path: Path) -> None:
    lexicon, report = compile(f"{HEAD}{HUNSPELL}affix_levels = 1\n", a=CHAIN, b="1\ncasa/A\n")
    assert set(lexicon) == {"CASA", "CASAABCD", "CASALO"}
    assert report.notes == ["b.txt: forms with more than one affix were skipped"]
    described = list(explain_entry(lexicon, "casao", tmp_path).describe())
    assert described[0] == "left out  CASAO: only affix rules that the recipe skips form it"


def test_no_suffix_follows_one_that_is_the_last(compile: Compile, tmp_path: Path) -> None:
    rules = 'rules = [{ adds = "lo", last = true }]\n'
    lexicon, _ = compile(f"{HEAD}{HUNSPELL}{rules}", a=CHAIN, b="1\ncasa/A\n")
    assert set(lexicon) == {"CASA", "CASAABCD", "CASAO", "CASALO"}
    rules = 'rules = [{ flags = "A", last = true }]\n'
    lexicon, _ = compile(f"{HEAD}{HUNSPELL}{rules}", a=CHAIN, b="1\ncasa/A\n")
    described = list(explain_entry(lexicon, "casao", tmp_path).describe())
    assert described[0] == "left out  CASAO: only affix rules that the recipe skips form it"


@pytest.mark.slow
def test_where_affixes_have_no_end_the_limits_of_the_recipe_hold(
    compile: Compile, tmp_path: Path
) -> None:
    """In two groups of thousands of rules, each could follow each."""
    first = "".join(f"SFX A 0 {number}/B .\n" for number in range(5000))
    second = "SFX B 0 x [qw]\n" * 8000
    aff = f"SET UTF-8\nSFX A Y 5000\n{first}SFX B Y 8000\n{second}PFX P Y 1\nPFX P 0 re .\n"
    rules = 'rules = [{ kind = "prefix", skip = true }, { kind = "suffix", last = true }]\n'
    with pytest.raises(SourceError, match="affix_levels"):
        compile(f"{HEAD}{HUNSPELL}", a=aff, b="1\ncasa/AP\n")
    lexicon, _ = compile(f"{HEAD}{HUNSPELL}{rules}", a=aff, b="1\ncasa/AP\n")
    assert set(lexicon) == {"CASA"}
    described = list(explain_entry(lexicon, "recasa", tmp_path).describe())
    assert described[0] == "left out  RECASA: only affix rules that the recipe skips form it"


def test_only_the_chosen_lines_of_a_dictionary_are_read(compile: Compile, tmp_path: Path) -> None:
    dic = "4\ncasa/A\nala/A\nela\nola\n"
    lexicon, report = compile(f'{HEAD}{HUNSPELL}lines = "3..4"\n', a=CHAIN, b=dic)
    assert set(lexicon) == {"ALA", "ALAABCD", "ALALO", "ALAO", "ELA"}
    assert report.read == 5
    described = list(explain_entry(lexicon, "ela", tmp_path).describe())
    assert described[1].strip() == "ela (b.txt:4)"


@pytest.mark.parametrize("tiles", ["", "CH LL RR", "CS DZS GY LY NY SZ TY ZS", "QU NY L·L"])
def test_no_word_is_shorter_than_its_characters_weigh(tiles: str) -> None:
    letters = "ABCDEGLNQRSTUYZ·"
    language = make_language("x", [*letters, *tiles.split()])
    weights = weigh_characters(language.alphabet)
    for tile in language.alphabet.tiles:
        assert sum(weights[letter] for letter in tile) <= WHOLE_TILE
    assert sum(weights[letter] for letter in letters) >= WHOLE_TILE * 9


def test_progress_tells_entries_and_forms(compile: Compile, tmp_path: Path) -> None:
    endings = [a + b + c for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefghijklmnop"]
    aff = "\n".join(["SET UTF-8", f"SFX A Y {len(endings)}", *(f"SFX A 0 {e} ." for e in endings)])
    compile(f"{HEAD}{HUNSPELL}", a=aff, b="1100\n" + "casa/A\n" * 1100)
    said: list[str] = []
    build_lexicon(read_recipe(tmp_path / "xx.toml"), tmp_path / "out", said.append)
    assert said == [
        "reading b.txt",
        "reading b.txt: line 1,026 of 1,101, 1,049,600 forms",
        "compiling",
        "writing",
    ]
