"""What no list may hold, checked over every word of every lexicon that `make` compiles."""

from __future__ import annotations

import re

import pytest

from tests.compiler.compiling import list_decided
from wordtools.alphabet import Language, load_alphabet
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.real_data

ROMAN = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
         (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]  # fmt: skip


def write_roman(number: int) -> str:
    text = ""
    for value, digits in ROMAN:
        while number >= value:
            text, number = text + digits, number - value
    return text


@pytest.fixture(params=["en", "es", "pl", "pt"])
def list_(request: pytest.FixtureRequest) -> tuple[Lexicon, Language, set[str]]:
    name = request.param
    return (
        open_lexicon(name),
        load_alphabet(name),
        {word.lower() for word in list_decided(name, "in")},
    )


List = tuple[Lexicon, Language, set[str]]


def test_no_numeral(list_: List) -> None:
    lexicon, language, chosen = list_
    listed = set(language.guesses.numeral_words) | chosen
    found = [text for n in range(1, 4000) if (text := write_roman(n)) in lexicon]
    assert [text for text in found if len(text) > 1 and text.lower() not in listed] == []
    assert "XIV" not in lexicon


def test_no_abbreviation(list_: List) -> None:
    lexicon, language, chosen = list_
    abbreviations = [word for word in language.guesses.abbreviations if word not in chosen]
    assert len(abbreviations) > 5
    assert [word for word in abbreviations if word in lexicon] == []


def test_every_word_has_a_vowel_or_is_listed(list_: List) -> None:
    """Words without one are abbreviations, units and acronyms, unless somebody listed them."""
    lexicon, language, chosen = list_
    vowels = "".join(sorted(language.vowels))
    text = b"".join(lexicon.lines()).decode()
    found = re.findall(rf"(?m)^[^{vowels}\n]+$", text)
    listed = set(language.guesses.vowelless_words) | chosen
    game = {word for word in found if "game" in lexicon.categories(word)}  # a game's own list
    assert [word for word in found if word.lower() not in listed and word not in game] == []


def test_no_mojibake(list_: List) -> None:
    """Every word is made of tiles, and none of the letters that wrong decoding leaves behind."""
    lexicon, language, _ = list_
    tiles = "".join(sorted({*"".join(language.alphabet.tiles), "[", "]"}))
    text = b"".join(lexicon.lines()).decode()
    assert re.findall(rf"(?m)^.*[^{re.escape(tiles)}\n].*$", text)[:5] == []
