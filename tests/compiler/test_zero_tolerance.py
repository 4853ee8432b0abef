"""Entries that no list may contain. The tests check every word of every lexicon that `make`
compiles, and of those lexicons that `make languages` has compiled here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import icu
import pytest

from tests.compiler.compiling import list_decided
from tests.conftest import ROOT
from wordtools.alphabet import Language
from wordtools.compiler import recipe_files
from wordtools.lexicon.find import open_lexicon
from wordtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.real_data

MEASURED = {path.name.partition(".")[0] for path in ROOT.glob("build/*.measured.json")}
READ = tomllib.loads(Path(__file__).with_name("read_words.toml").read_text("utf-8"))
"""The words of each list that somebody has read one by one."""

ROMAN = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
         (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]  # fmt: skip

PREFIXES = ["", "n", "p", "m", "c", "d", "da", "h", "k", "M", "G", "T"]
UNITS = ["m", "g", "s", "A", "mol", "cd", "Hz", "Pa", "J", "W", "Wh", "V", "VA", "F", "Wb", "T",
         "lm", "lx", "Bq", "Gy", "Sv", "kat", "l", "B", "bit", "eV", "cal", "bar", "dB",
         "bps"]  # fmt: skip


def write_roman(number: int) -> str:
    text = ""
    for value, digits in ROMAN:
        while number >= value:
            text, number = text + digits, number - value
    return text


def list_codes() -> set[str]:
    """ISO's codes of three letters for countries and currencies, and the symbols of units."""
    places = [icu.Locale("", code) for code in icu.Locale.getISOCountries()]
    codes = {place.getISO3Country() for place in places}
    codes |= {icu.NumberFormat.createCurrencyInstance(place).getCurrency() for place in places}
    return codes | {(prefix + unit).upper() for prefix in PREFIXES for unit in UNITS}


class List(NamedTuple):
    name: str
    lexicon: Lexicon
    language: Language
    chosen: set[str]
    """The words added by decision, in lower case."""
    text: str
    """All words, a line each."""

    def find(self, pattern: str) -> list[str]:
        """The words that a pattern fits."""
        return re.findall(rf"(?m)^{pattern}$", self.text)


@pytest.fixture(scope="module", params=sorted({"en", "es", "pl", "pt"} | MEASURED))
def list_(request: pytest.FixtureRequest) -> List:
    name = request.param
    lexicon = open_lexicon(name)
    language = recipe_files.read_recipe(ROOT / "sources" / f"{name}.toml").language
    chosen = {word.lower() for word in list_decided(name, "in")}
    return List(name, lexicon, language, chosen, b"".join(lexicon.lines()).decode())


def test_no_numeral(list_: List) -> None:
    listed = set(list_.language.guesses.numeral_words) | list_.chosen
    found = [text for n in range(1, 4000) if (text := write_roman(n)) in list_.lexicon]
    assert [text for text in found if len(text) > 1 and text.lower() not in listed] == []
    assert "XIV" not in list_.lexicon


def test_no_abbreviation(list_: List) -> None:
    abbreviations = {*list_.language.guesses.abbreviations, "etc"}
    found = [each for each in abbreviations if each in list_.lexicon]
    assert {list_.language.alphabet.normal(each).lower() for each in found} <= list_.chosen


def test_every_word_has_a_vowel_or_is_listed(list_: List) -> None:
    """Words without a vowel are abbreviations, units and acronyms, unless a person has listed
    them."""
    vowels = "".join(sorted(list_.language.vowels))
    found = list_.find(rf"[^{vowels}\n]+") if vowels else []
    listed = set(list_.language.guesses.vowelless_words) | list_.chosen
    lexicon = list_.lexicon
    game = {word for word in found if "game" in lexicon.categories(word)}  # a game's own list
    assert [word for word in found if word.lower() not in listed and word not in game] == []


def test_no_mojibake(list_: List) -> None:
    """Every word consists of tiles, and has no letters left behind by wrong decoding."""
    tiles = "".join(sorted({*"".join(list_.language.alphabet.tiles), "[", "]"}))
    assert list_.find(rf".*[^{re.escape(tiles)}\n].*")[:5] == []


def test_somebody_read_every_word_of_one_or_two_tiles(list_: List) -> None:
    """They would include abbreviations, symbols and codes of languages and countries."""
    tile = "|".join(sorted(map(re.escape, list_.language.alphabet.tiles), key=len, reverse=True))
    found = list_.find(rf"\[?(?:{tile})\]?(?:\[?(?:{tile})\]?)?")
    if read := READ.get(list_.name):
        assert set(found) ^ set(read["short"].split()) == set()


def test_somebody_read_every_word_that_is_spelled_like_a_code(list_: List) -> None:
    found = {code for code in list_codes() if len(code) > 2 and code in list_.lexicon}
    if read := READ.get(list_.name):
        assert found ^ set(read["codes"].split()) == set()
