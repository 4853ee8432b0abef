"""Custom alphabets in files, and files that are not alphabets."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from wordtools import alphabet
from wordtools.errors import AlphabetError, SpellingError

OWN = """
name = "Own"
language = "en"
tiles = "A B C CH H Ç É"
folds = "acute cedilla"
ignores = "- \\u0332"
vowels = "A É"
apart = "[c][h]á b[c][h]"

[also]
"©" = "Ç"

[guesses]
vowelless_words = "bcb"
"""


def own(folder: Path, content: str | bytes) -> Path:
    path = folder / "own.toml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_an_alphabet_of_ones_own(tmp_path: Path) -> None:
    language = alphabet.load_alphabet(own(tmp_path, OWN))
    letters = language.alphabet
    assert letters.tiles == ("A", "B", "C", "CH", "H", "Ç", "É")
    assert letters.apart == ("[C][H]A", "B[C][H]")
    assert letters.normal("bách©çḉé") == "BACHÇÇÇÉ"
    assert letters.normal("b-a\u0332c--h") == "BACH"
    assert letters.normal("b[c][h]") == "BCH"
    assert language.vowels == {"A", "É"}
    assert language.guesses.vowelless_words == {"bcb"}
    with pytest.raises(SpellingError) as refused:
        letters.spell("beâ")
    assert refused.value.offending == "eâ"


def test_how_the_file_composes_its_letters_is_all_the_same(tmp_path: Path) -> None:
    composed = alphabet.load_alphabet(own(tmp_path, OWN))
    assert alphabet.load_alphabet(own(tmp_path, unicodedata.normalize("NFD", OWN))) == composed


def test_a_greek_alphabet_has_both_small_sigmas(tmp_path: Path) -> None:
    content = 'name = "Greek"\nlanguage = "el"\ntiles = "Λ Ο Γ Σ"\nfolds = "all"'
    assert alphabet.load_alphabet(own(tmp_path, content)).alphabet.normal("Λόγος") == "ΛΟΓΟΣ"


SIXTY_FOUR = " ".join(chr(0x4E00 + place) for place in range(64))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        pytest.param("folds", "fold", "fold is not a known key; did you mean 'folds'?", id="key"),
        pytest.param("vowelless_words", "vowelles", "did you mean 'vowelless_words'?", id="guess"),
        pytest.param("B C CH", "B B CH", "two tiles show the same letter", id="twice"),
        pytest.param("CH H", "CH CH H", "two tiles show the same letters", id="CH twice"),
        pytest.param(" B ", " b ", "write every tile in capitals", id="small"),
        pytest.param(" CH ", " Ch ", "write every tile in capitals", id="half small"),
        pytest.param("A B C CH H Ç É", "", "1 to 63 tiles", id="none"),
        pytest.param("A B C CH H Ç É", SIXTY_FOUR, "1 to 63 tiles", id="64"),
        pytest.param(" B ", " [ ", "[", id="bracket"),
        pytest.param(" B ", " B] ", "]", id="bracket in a tile"),
        pytest.param("acute ", "acut ", "acut", id="mark"),
        pytest.param("acute ", "all ", "all", id="all and more"),
        pytest.param('"©"', '""', "also", id="also nothing"),
        pytest.param('"Ç"\n', '"©©"\n', "also", id="also itself"),
        pytest.param('"A É"', '"A e"', "vowels: e: write single letters", id="vowel"),
        pytest.param('"A É"', '"A CH"', "vowels: CH: write single letters", id="vowel of two"),
        pytest.param("[h]á", "hâ", "apart: [c]hâ: no Own tile shows", id="apart foreign"),
        pytest.param("[c][h]á", "chá", "apart: CHA is already read this way", id="apart in vain"),
        pytest.param('name = "Own"', "", "name", id="no name"),
        pytest.param('"A B C CH H Ç É"', "7", "tiles", id="no text"),
        pytest.param('"Own"', '"Own', "this is not TOML", id="TOML"),
    ],
)
def test_each_wrong_alphabet(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in OWN
    refuse(own(tmp_path, OWN.replace(before, after, 1)), message)


def test_no_alphabet_file(tmp_path: Path) -> None:
    refuse(tmp_path / "none.toml", "No such file")
    refuse(own(tmp_path, OWN.encode("latin-1")), "not UTF-8")
    (tmp_path / "folder.toml").mkdir()
    refuse(tmp_path / "folder.toml", "cannot be read")


def refuse(path: Path, message: str) -> None:
    with pytest.raises(AlphabetError) as refused:
        alphabet.load_alphabet(path)
    sentence = str(refused.value)
    assert sentence.startswith(f"{path}: ")
    assert message in sentence.removeprefix(f"{path}: ")
    assert not sentence.endswith(".")
    assert "\n" not in sentence


def test_no_shipped_alphabet() -> None:
    with pytest.raises(AlphabetError, match=r"'xx' is neither .*; choose from af, ar, bg"):
        alphabet.load_alphabet("xx")
