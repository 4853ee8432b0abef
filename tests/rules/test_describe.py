"""Rulesets in sentences, in all languages of messages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

from wordtools.compiler.recipe_files import list_recipes
from wordtools.messages import LANGUAGES, Messages
from wordtools.messages.plurals import find_plural
from wordtools.messages.rooms import load_room
from wordtools.rules.describe import describe_sections, describe_topics
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.rules.titles import name_language, name_lexicon, name_ruleset, name_variants


def load_all() -> Iterator[Ruleset]:
    for name in list_rulesets():
        ruleset = load_ruleset(name)
        yield ruleset
        for variant in ruleset.variants:
            yield load_ruleset(f"{name}:{variant}")


def list_phrases(ruleset: Ruleset) -> list[str]:
    words = ruleset.words
    first = [ruleset.first] if isinstance(ruleset, CrosswordRuleset) and ruleset.first else []
    return [*ruleset.variants.values(), *first, *words.admitted, *words.refused, *words.excludes]


def test_every_phrase_of_a_ruleset_is_translated() -> None:
    """The English sentences are their keys; all languages have the same keys."""
    phrases = {phrase for ruleset in load_all() for phrase in list_phrases(ruleset)}
    assert len(phrases) > 40
    texts = load_room("rules", "en")
    assert {phrase: texts.get(phrase) for phrase in phrases} == {text: text for text in phrases}


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_described_in_every_language(language: str) -> None:
    """No sentence is left in English, and none has a placeholder or a double space."""
    for ruleset in load_all():
        english, sections = describe_sections(ruleset), describe_sections(ruleset, language)
        assert list(sections) == list(english)
        for topic, sentences in sections.items():
            assert len(sentences) == len(english[topic])
            for sentence in sentences:
                assert re.fullmatch(r"\S([^{}]*\S)?\.", sentence), sentence
                assert "  " not in sentence
                assert language == "en" or sentence not in english[topic], sentence
        headings = [heading for heading, _ in describe_topics(ruleset, language)]
        assert len(set(headings)) == len(sections)


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_name_the_language(language: str) -> None:
    titles = [name_ruleset(load_ruleset(name), language) for name in list_rulesets()]
    assert len(set(titles)) == len(titles)
    for name, title in zip(list_rulesets(), titles, strict=True):
        ruleset = load_ruleset(name)
        if name in ("lingo", "literki", "scrabblear"):
            assert title == ruleset.title
        elif language != "en":
            assert name_language(ruleset.language, language) in title
            assert title != ruleset.title
        assert list(name_variants(ruleset, language)) == list(ruleset.variants)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("literki:move-clock,game-clock", "Literki, 2 Minuten je Zug, 20 Minuten je Spieler"),
        ("scrabble-en-us:super", "Scrabble: Englisch (Nordamerika), Super Scrabble"),
        ("lingo:hex,no-twos", "Lingo, sechseckige Steine, keine Wörter aus zwei Buchstaben"),
        ("scrabble-he", "Scrabble: Hebräisch"),
    ],
)
def test_a_title_with_variants(name: str, title: str) -> None:
    assert name_ruleset(load_ruleset(name), "de") == title


@pytest.mark.parametrize(
    ("language", "title", "named"),
    [
        ("pt", "Arabic", "Árabe"),
        ("pt", "Polish", "Polaco"),
        ("pt", "Afrikaans", "Africanês"),
        ("pl", "Scottish Gaelic", "Szkocki gaelicki"),
        ("es", "Basque", "Euskera"),
        ("de", "Norwegian (Nynorsk)", "Norwegisch (Nynorsk)"),
        ("pl", "Latin with V for U", "Łaciński z V zamiast U"),
        ("es", "Our club's words", "Our club's words"),
        ("en", "Basque", "Basque"),
    ],
)
def test_a_lexicon_that_is_named_by_its_language(language: str, title: str, named: str) -> None:
    assert name_lexicon(title, Messages(language)) == named


@pytest.mark.parametrize("language", ["el", "ru", "uk"])
def test_no_recipe_keeps_its_english_title(language: str) -> None:
    """In languages with other letters, no title has two Latin letters in a row."""
    for path in list_recipes().values():
        title = tomllib.loads(path.read_text("utf-8"))["title"]
        assert not re.search("[A-Za-z]{2}", name_lexicon(title, Messages(language))), title


def test_english_titles_are_those_of_the_rulesets() -> None:
    for name in list_rulesets():
        ruleset = load_ruleset(name)
        assert name_ruleset(ruleset) == ruleset.title
        assert name_variants(ruleset) == ruleset.variants


@pytest.mark.parametrize(
    ("language", "number", "form"),
    [
        ("en", 1, "one"),
        ("en", 0, "other"),
        ("pl", 22, "few"),
        ("pl", 5, "many"),
        ("pt", 0, "other"),  # as in Portugal
        ("fr", 0, "one"),
        ("hu", 5, "other"),
        ("ru", -1, "one"),
    ],
)
def test_plural_forms(language: str, number: int, form: str) -> None:
    assert find_plural(language, number) == form


def test_another_ruleset_keeps_its_own_words() -> None:
    """Sentences of a file that is not built in are not translated."""
    assert "Allowed: my own words." in _describe_words_of("my own words", "en")
    assert "my own words" in _describe_words_of("my own words", "pl")


def _describe_words_of(phrase: str, language: str) -> str:
    ruleset = load_ruleset("lingo", {"words": {"admitted": [phrase]}})
    return " ".join(describe_sections(ruleset, language)["words"])
