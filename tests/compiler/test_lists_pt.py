"""Checks that a federation would make on the Portuguese lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wordtools.errors import SpellingError
from wordtools.formats import hunspell
from wordtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.real_data

Compiled = Callable[[str], Path]
RawFile = Callable[[str], Path]

VERBS = "acdefghi"
"""The flags of VERO that conjugate verbs."""

TRUE_STUBS = {"ANTEVE", "CRE", "DA", "DESCRE", "DESVE", "ESTA", "LE", "PREVE", "RELE", "REVE",
              "SOBRESTA", "TRESLE", "VE"}  # fmt: skip
"""Forms of irregular verbs that look like the stubs of regular ones."""


@pytest.fixture(scope="module")
def lexicon(compiled: Compiled) -> Lexicon:
    return Lexicon.read(compiled("pt"))


@pytest.fixture(scope="module")
def words(lexicon: Lexicon) -> dict[str, set[str]]:
    """The words of each edition."""
    return {name: set(lexicon.edition(name)) for name in lexicon.manifest.editions}


class Vero:
    """The entries and verb rules of the Brazilian dictionary, read without the compiler."""

    def __init__(self, aff: Path, dic: Path, lexicon: Lexicon) -> None:
        affixes = hunspell.read_affixes(aff.read_bytes(), str(aff))
        self.rules = [
            (affixes.flag_format.write_flag(rule.flag), rule)
            for rule in affixes.rules
            if not rule.prefix
        ]
        self.lexicon = lexicon
        self.prefixes = {"", *(rule.adds.upper() for rule in affixes.rules if rule.prefix)}
        content = affixes.decode_dic(dic.read_bytes(), str(dic)).decode()
        lines = [line.strip().partition("/") for line in content.split("\n")[1:]]
        self.entries = [(stem, flags) for stem, _, flags in lines if stem.islower()]
        self.stems = {self.fold(stem) for stem, _ in self.entries}
        self.verbs = {
            flag: [stem for stem, flags in self.entries if flag in flags] for flag in VERBS
        }

    def fold(self, form: str) -> str:
        """The word that a form spells; "" if the tiles cannot spell it, or it is too long."""
        try:
            word = self.lexicon.alphabet.normal(form)
        except SpellingError:
            return ""
        return word if len(word) <= 15 else ""

    def conjugate(self, strips: str, adds: str) -> Iterator[tuple[str, str]]:
        """Verbs with the forms made by rules whose text matches two regular expressions."""
        for flag, rule in self.rules:
            if flag not in VERBS:
                continue
            if not re.fullmatch(strips, rule.strips) or not re.fullmatch(adds, rule.adds):
                continue
            applies = re.compile(f"(?:{rule.condition or '.'})$")
            for stem in self.verbs[flag]:
                if stem.endswith(rule.strips) and applies.search(stem):
                    yield stem, stem[: len(stem) - len(rule.strips)] + rule.adds


@pytest.fixture(scope="module")
def vero(raw_file: RawFile, lexicon: Lexicon) -> Vero:
    return Vero(raw_file("pt_BR.aff"), raw_file("pt_BR.dic"), lexicon)


def is_reached(word: str, vero: Vero, european: set[str]) -> bool:
    """True for a word that is an entry, that is in the European dictionary, or that is the first or
    third person of another verb. Also true for such a word with a prefix."""
    for rest in (word.removeprefix(prefix) for prefix in vero.prefixes):
        others = {rest} | {rest[:-1] + ending for ending in ("AR", "ER", "IR")}
        if rest in european or not others.isdisjoint(vero.stems):
            return True
    return False


def test_no_stub_in_mo(words: dict[str, set[str]], vero: Vero) -> None:
    """Demolimo-nos is written, but demolimo is not. For each full form in -mos, the form in -mo is
    not a word unless another rule or entry makes it."""
    stubs = set()
    for stem, full in vero.conjugate(".*", ".*mos"):
        word = vero.fold(full)
        if not word or full.endswith("íssimos"):
            continue
        assert word in words["pt-BR-full"], (stem, full)
        stubs.add(word[:-1])
    assert len(stubs) > 100_000
    left = stubs & words["pt-BR-full"]
    assert not {word for word in left if not is_reached(word, vero, words["pt-PT"])}


@pytest.mark.parametrize(
    ("strips", "adds", "ending"), [("ar", "á", "ear"), ("er", "ê", "er"), ("or", "ô", "or")]
)
def test_no_stub_in_a_vowel(
    words: dict[str, set[str]], vero: Vero, strips: str, adds: str, ending: str
) -> None:
    """AMA (amá-lo) and COME (comê-lo) are forms of their verbs; ALARDEA and COMPO are not."""
    found = {
        vero.fold(form) for stem, form in vero.conjugate(strips, adds) if stem.endswith(ending)
    }
    stubs = found - TRUE_STUBS - {""}
    left = stubs & words["pt-BR-full"]
    assert not {word for word in left if not is_reached(word, vero, words["pt-PT"])}
    assert len(stubs - left) > {"ear": 400, "er": 0, "or": 5}[ending]


def test_true_forms_stay(words: dict[str, set[str]], vero: Vero) -> None:
    assert words["pt-BR"] >= TRUE_STUBS
    for stem, form in vero.conjugate("", "[áã]o?"):
        if vero.fold(form):
            assert vero.fold(form) in words["pt-BR-full"], (stem, form)  # amará, amarão
    for stem, form in vero.conjugate("[ei]r", "í"):
        if vero.fold(form):
            assert vero.fold(form) in words["pt-BR-full"], (stem, form)  # moí, caí, construí


YES = "REELEGIAM PRESTADOR CASINHA AMAMOS IDEIA VOO DURMO BLOG BUNDA TCHAU UE"
NO = """ALUNIZADINHO NECTARIZADINHAS DECOTADORONAS ABACINAMO CIRCUNRODARMO LEIAUTAMO DEMOLIMO
HIDROCERUSITINHOS SUPERCAO VIIIA VIIIAS VIIA BOIIIZINHOS ABR FEV JAN JUL JUN NOV ATM DPI AD VON"""
COMMON = """VICE MINI SUPER ULTRA PRE SUB EX PROF PROFS XI GAIO PELOURINHO PAULISTA FREIXOS PAUIS
INTERNET EUCARISTIA FELDSPATO"""


def test_words_that_were_decided(words: dict[str, set[str]]) -> None:
    assert not set(YES.split()) - words["pt-BR"]
    assert not set(NO.split()) & words["pt"]
    assert not set(COMMON.split()) - words["pt-PT"]


def test_nobody_attests_what_is_left_out(lexicon: Lexicon) -> None:
    whole = lexicon.whole
    for word, wanted in {
        "ALUNIZADINHO": {"degree"},
        "DECOTADORONAS": {"degree"},
        "ABACINADORAMENTE": {"derived"},
        "AUTOIMUNIZAS": {"vero", "prefixed"},
        "PRESTADOR": {"brazilian", "european"},
        "CASINHA": {"brazilian", "european"},
    }.items():
        assert word not in whole or whole.categories(word) == wanted, word
    for word in whole:
        found = whole.categories(word)
        assert found, word
        assert not found & {"degree", "derived"} or "brazilian" not in found, word


def test_no_misspelt_superlative(words: dict[str, set[str]]) -> None:
    assert not {word for word in words["pt-BR-full"] if "IDISSM" in word or "IIZINH" in word}


NUMERAL = re.compile("^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$", re.M)


def test_zero_tolerance(words: dict[str, set[str]]) -> None:
    """There are no numerals except words, and nothing that resembles one: no letter occurs three
    times in a row, and every word has a vowel or is a sound."""
    everything = "\n".join(words["pt-BR-full"] | words["pt"])
    assert set(NUMERAL.findall(everything)) <= {
        "DI",
        "LI",
        "MI",
        "MIX",
        "VI",
        "XI",
    }
    assert not re.search(r"(.)\1\1", everything)
    sounds = {"BRR", "BRRR", "GRR", "HM", "HMM", "PST", "PSST", "SHH"}
    assert set(re.findall("^[^AEIOU\n]+$", everything, re.M)) <= sounds


def test_no_acronym_without_an_entry(
    words: dict[str, set[str]], vero: Vero, raw_file: RawFile
) -> None:
    """Capitalised words in the dictionaries are words of pt only if a lower-case entry makes them.
    Such words are euá, fão, osce, ué, abc, and fifa (the feminine of fife)."""
    shown = {"EUA", "FAO", "OSCE", "UE", "ABC"}
    assert shown <= vero.stems & words["pt-BR-full"]
    assert ("fife", "D") in {(stem, "D") for stem, flags in vero.entries if "D" in flags}
    assert not (shown | {"FIFA"}) & words["pt-PT"]
    for acronym in ("FMI", "IBGE", "INSS", "ONU", "NATO", "ADN", "CNPQ"):
        assert acronym not in words["pt"] or acronym in vero.stems | words["pt-PT"], acronym
