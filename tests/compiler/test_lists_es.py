"""Over whole verb tables, the Spanish list has nothing that a federation would refuse to sign."""

from __future__ import annotations

import pytest

from tests.compiler.compiling import list_decided
from wordtools.lexicon.find import open_edition
from wordtools.lexicon.lexicon import Lexicon

pytestmark = pytest.mark.real_data

PRONOUNS = ["ME", "TE", "SE", "NOS", "OS", "LO", "LA", "LE", "LOS", "LAS", "LES"]
PAIRS = [a + b for a in PRONOUNS[:5] for b in ("LO", "LA", "LOS", "LAS")]

# Words that only look like an infinitive or gerund with a pronoun: nouns, adjectives, verb forms.
LOOKALIKES = {
    "ALAGARTE", "AMAROS", "AMARTELA", "AMARTELAS", "AMARTELO", "ANDOLA", "ANDOLAS", "ARDEROS",
    "ARLA", "ARLAS", "ARLE", "ARLES", "ARLO", "ARME", "AROS", "ARTE", "ASAROS", "BANDOLA",
    "BANDOLAS", "BARBAROS", "BAROS", "BARREROS", "BUSCARLA", "BUSCARLAS", "CABEROS",
    "CAMBAROS", "CANTAROS", "CARLA", "CARLAS", "CAROS", "CARTELA", "CARTELAS", "ESPADARTE",
    "GUACHAROS", "LAZAROS", "MAROS", "MARTE", "MARTELO", "MARTELOS", "MOLEROS", "PAPAROS",
    "PARLA", "PARLAS", "PARLE", "PARLES", "PARLO", "PAROS", "PARTE", "PICAROS", "PLACARTE",
    "PLACEROS", "REVERTE", "SOLEROS", "SOLERTE", "TAPAROS", "TEJEROS", "TENDEROS", "TRASVERTE",
    "VELARTE", "VERME", "VEROS", "VERSE", "VERTE",
}  # fmt: skip


@pytest.fixture(scope="module")
def spanish() -> Lexicon:
    return open_edition("es")


@pytest.fixture(scope="module")
def words(spanish: Lexicon) -> set[str]:
    return set(spanish)


def form_gerund(infinitive: str) -> str:
    return infinitive[:-2] + ("ANDO" if infinitive.endswith("AR") else "IENDO")


def test_no_infinitive_or_gerund_has_its_pronouns(spanish: Lexicon, words: set[str]) -> None:
    verbs = {w for w in words if w.endswith(("AR", "ER", "IR")) and form_gerund(w) in words}
    assert len(verbs) > 9000
    pronominal = {*list_decided("es", "in")}
    bases = verbs | {form_gerund(verb) for verb in verbs}
    found = {base + end for base in bases for end in PRONOUNS + PAIRS} & words
    headwords = {word for word in found if spanish.categories(word) == {"debian"}}
    assert len(headwords) < 40
    assert found - pronominal - headwords == LOOKALIKES


@pytest.mark.parametrize(
    "word",
    [
        "GASTARNOSLA",
        "ALCANZARLO",
        "DISCULPENSE",
        "ENYESANDOSE",
        "ADMIRANDONOS",
        "GASTENOSLA",
        "REINSTALARNOS",
        "DAMELO",
        "HAZLO",
        "DIGASELO",
        "VAMONOS",
        "IRSE",
        "HABIENDOLO",
        "DANDOLAS",
        "OIDLE",
        "ALZAOS",
        "ANDATE",
    ],
)
def test_enclitic_forms_are_no_words(words: set[str], word: str) -> None:
    assert word not in words


@pytest.mark.parametrize(
    "word",
    [
        "TRINADA",
        "RECOMBINANDO",
        "ADVENIDOS",
        "ABRASE",
        "DELE",
        "OLEOS",
        "VETE",
        "CANTAIS",
        "CANTAD",
        "CANTAS",
        "TENES",
        "PREVE",
        "PREVES",
        "PEDI",
        "SENTI",
        "ARREPENTIRSE",
        "QUEJARSE",
        "CONTRARREPLICA",
    ],
)
def test_words_stay(words: set[str], word: str) -> None:
    assert word in words


def test_abbreviations_and_listed_enclitics_are_no_words(words: set[str]) -> None:
    listed = list_decided("es", "out")
    assert len(listed) > 900
    assert words.isdisjoint(listed)
    assert (
        not {
            "ADV",
            "AV",
            "AVDA",
            "CTA",
            "GRAL",
            "IZQ",
            "LIC",
            "OP",
            "QU",
            "TEL",
            "KM",
            "HTTP",
            "XIX",
        }
        & words
    )


def test_each_country_has_its_own_forms_of_the_second_person(spanish: Lexicon) -> None:
    def find_countries(word: str) -> frozenset[str]:
        return frozenset(spanish.categories(word)) - {"debian"}

    every = find_countries("CANTAR")
    assert len(every) == 21
    assert find_countries("CANTAIS") == {"spain", "argentina", "united-states"}
    assert find_countries("TEMEIS") == {"spain", "argentina", "united-states"}
    without_vos = {"spain", "mexico", "colombia", "peru", "venezuela"}
    assert find_countries("TEMES") == every  # tú temes, vos temés
    assert find_countries("QUERES") == every - without_vos
    assert find_countries("PREVES") == every


def test_editions_differ(words: set[str]) -> None:
    spain, mexico = set(open_edition("es-ES")), set(open_edition("es-MX"))
    assert spain < words
    assert mexico < words
    assert len(mexico - spain) > 5000
    assert len(spain - mexico) > 50000
