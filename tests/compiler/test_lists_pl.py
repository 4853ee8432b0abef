"""The Polish list has nothing that a federation would not sign."""

from __future__ import annotations

import pytest

from tests.compiler.compiling import list_decided
from wordtools.lexicon.find import open_edition
from wordtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.real_data


@pytest.fixture(scope="module")
def polish() -> Lexicon:
    return open_edition("pl")


@pytest.mark.parametrize(
    "word",
    [
        "AB",
        "AC",
        "DI",
        "DU",
        "OF",
        "UN",
        "KBIT",
        "KCAL",
        "MAH",
        "NREM",
        "EKG",
        "EEG",
        "USG",
        "ADM",
        "ITD",
        "ETC",
        "BHP",
        "XIX",
        "III",
        "NR",
        "TZN",
        "PROF",
        "MECUM",
    ],
)
def test_no_word(polish: Lexicon, word: str) -> None:
    assert word not in polish.whole


# KPA is a form of kiep, BZZZ is an interjection that the alphabet lists, and AGFA is a camera.
@pytest.mark.parametrize(
    "word", ["KPA", "BZZZ", "AGFA", "IM", "OT", "AŻEBY", "NIEGRANIE", "NIEPISANIE", "ŻAK", "PRO"]
)
def test_words_stay(polish: Lexicon, word: str) -> None:
    assert word in polish


def test_nothing_listed_is_a_word(polish: Lexicon) -> None:
    listed = list_decided("pl", "out")
    assert len(listed) > 800
    assert polish.whole.isdisjoint(listed)


def test_the_edition_is_what_both_sources_attest(polish: Lexicon) -> None:
    whole = polish.whole
    for word, categories in {
        "CHILLOWAŁEM": {"wpolish"},
        "OLSZÓWECKOŚĆ": {"wpolish", "place"},
        "KONFERENCYNEJ": {"hunspell"},  # a slip that has since been removed
        "WAWELEM": {"hunspell"},  # of Wawel, a name
        "NIEWARSZAWSKU": {"hunspell", "wpolish", "established", "separate"},
        "DŁUUUGA": {"hunspell", "wpolish", "established", "stretched"},
        "DOM": {"hunspell", "wpolish", "established"},
        "ROBIŁOM": {"neuter"},
        "ROBIŁOBYŚ": {"neuter"},
    }.items():
        assert set(whole.categories(word)) == categories
        assert (word in polish) == (word in {"DOM", "ROBIŁOM", "ROBIŁOBYŚ"})
        assert (word in open_edition("pl-hunspell")) == ("hunspell" in categories)
        assert (word in open_edition("pl-large")) == ("wpolish" in categories)
