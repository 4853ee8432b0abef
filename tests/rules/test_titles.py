"""The names of games, lists and premium squares in every language."""

from __future__ import annotations

import pytest
from msgspec import structs

from wordtools.messages import LANGUAGES, Messages
from wordtools.rules.layout import MOST_LETTERS, Premium
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.rules.titles import label_premiums, name_edition

BOARDS = ["scrabble-en-us:super", "literki", "scrabblear"]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_premium_squares_have_labels_of_their_own(name: str, language: str) -> None:
    """They fit, differ, and agree on the sign for a letter and for a word."""
    ruleset = load_ruleset(name)
    assert isinstance(ruleset, CrosswordRuleset)
    labels = label_premiums(ruleset, language)
    assert list(labels) == list(ruleset.premiums)
    assert len(set(labels.values())) == len(labels)
    assert all(0 < len(label) <= MOST_LETTERS for label in labels.values())
    texts = {effect: set[str]() for effect in ("letter", "word")}
    for premium, label in zip(ruleset.premiums.values(), labels.values(), strict=True):
        for effect in texts:
            if getattr(premium, effect) in (2, 3):
                texts[effect].add(label)
    shared = {effect: set.intersection(*map(set, signs)) for effect, signs in texts.items()}
    assert shared["letter"] and shared["word"], labels
    assert shared["letter"] != shared["word"], labels


@pytest.mark.parametrize(
    ("name", "language", "expected"),
    [
        ("scrabble-pt-pt", "pt", "LD LT PD PT"),
        ("scrabble-es", "es", "DL TL DP TP"),
        ("scrabble-fr", "fr", "LD LT MD MT"),
        ("scrabble-pl", "pl", "2L 3L 2S 3S"),
        ("scrabble-sv", "sv", "DB TB DO TO"),
        ("scrabble-pt-pt", "en", "DL TL DW TW"),
        ("scrabblear", "es", "DL TL DP TP −3"),
        ("literki", "pl", "2L 3L 2S 3S 4S→ 4S↓ WYM"),
        ("literki", "hu", "2B 3B 2SZ 3SZ ×4→ ×4↓ WYM"),
    ],
)
def test_labels_that_players_know(name: str, language: str, expected: str) -> None:
    assert " ".join(label_premiums(load_ruleset(name), language).values()) == expected


@pytest.mark.parametrize(
    ("premium", "expected"),
    [
        (Premium(letter=5), "×5"),
        (Premium(word=9, along="down"), "×9↓"),
        (Premium(letter=2, word=2), "own"),
        (Premium(letter=2, points=-1), "own"),
    ],
)
def test_effects_that_no_board_has(premium: Premium, expected: str) -> None:
    """A premium without a label in the language is shown as a factor, and a square with two effects
    keeps its name."""
    cat = load_ruleset("scrabble-en-us")
    assert isinstance(cat, CrosswordRuleset)
    ruleset = structs.replace(cat, premiums={"own": premium})
    assert label_premiums(ruleset, "es") == {"own": expected}
    assert label_premiums(load_ruleset("lingo"), "es") == {}


@pytest.mark.parametrize(
    ("language", "edition", "lexicon", "title", "expected"),
    [
        ("en", "pt", "pt", "Portuguese", "Portuguese"),
        ("en", "pt-BR-full", "pt", "Portuguese", "Portuguese (Brazil, all words)"),
        ("pt", "pt-PT", "pt", "Portuguese", "Português (Portugal)"),
        ("pl", "pl-large", "pl", "Polish", "Polski (duża lista)"),
        ("pl", "pl-hunspell", "pl", "Polish", "Polski (hunspell)"),
        ("es", "es-AR", "es", "Spanish", "Español (Argentina)"),
        ("es", "en-US", "en-US", "English", "Inglés"),
        ("de", "club", "club", "our club's list", "our club's list"),
        ("de", "club-2026", "club", "our club's list", "our club's list (2026)"),
        ("de", "other", "club", "our club's list", "our club's list (other)"),
    ],
)
def test_an_edition_is_named_as_people_say_it(
    language: str, edition: str, lexicon: str, title: str, expected: str
) -> None:
    assert name_edition(edition, lexicon, title, Messages(language)) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_editions_of_a_lexicon_have_names_of_their_own(language: str) -> None:
    editions = ["pt", "pt-PT", "pt-BR", "pt-BR-full", "pt-full", "pt-large"]
    say = Messages(language)
    names = [name_edition(edition, "pt", "Portuguese", say) for edition in editions]
    assert len(set(names)) == len(names)
    assert not any("pt" in name for name in names)
