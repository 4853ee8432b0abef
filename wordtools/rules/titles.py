"""The titles of rulesets and their variants, of premium squares and of lexicons, in every language
for which there are messages."""

from __future__ import annotations

import re
from functools import cache

from wordtools.messages import Messages
from wordtools.messages.rooms import load_room
from wordtools.rules.layout import MOST_LETTERS, Premium
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.rules.sentences import Sentences

_LOCALES = {"pt": "pt_PT"}
"""The locales for languages of messages, if they are not the usual ones."""


def name_ruleset(ruleset: Ruleset, language: str = "en") -> str:
    """The title of a ruleset with its variants. The title of a built-in ruleset of Scrabble is
    translated, including the name of its language. The titles of Lingo, Literki and ScrabbleAR are
    the same in all languages.
    """
    if language == "en":
        return ruleset.title
    say = Sentences(language)
    name, _, chosen = ruleset.name.partition(":")
    variants = [ruleset.variants[variant] for variant in chosen.split(",") if variant]
    title = ruleset.title.removesuffix("".join(f", {variant}" for variant in variants))
    if title.startswith("Scrabble in "):
        key = f"title_{name.replace('-', '_')}"
        key = key if key in say else "title_scrabble"
        title = say(key, language=name_language(ruleset.language, language))
    return ", ".join([title, *map(say.translate, variants)])


def name_variants(ruleset: Ruleset, language: str = "en") -> dict[str, str]:
    """The titles of a ruleset's variants."""
    say = Sentences(language)
    return {name: say.translate(title) for name, title in ruleset.variants.items()}


def label_premiums(ruleset: Ruleset, language: str = "en") -> dict[str, str]:
    """Maps the names of a ruleset's premium squares to their labels, which have at most three
    characters. Squares that multiply letters or words have the labels that players use in the
    language (`TW`, in Spanish `TP`); all others are labelled with their names."""
    if not isinstance(ruleset, CrosswordRuleset):
        return {}
    return {name: _label(name, kind, language) for name, kind in ruleset.premiums.items()}


def _label(name: str, premium: Premium, language: str) -> str:
    effect = "letter" if premium.letter > 1 else "word"
    factor = premium.letter * premium.word
    if premium.points or premium.exchange or factor != max(premium.letter, premium.word):
        return name.replace("-", "−")
    arrow = {"across": "→", "down": "↓", None: ""}[premium.along]
    labels = dict(enumerate(load_room("table", language)[f"labels_{effect}"].split(), 2))
    label = labels.get(factor, "") + arrow
    return label if factor in labels and len(label) <= MOST_LETTERS else f"×{factor}{arrow}"


def name_language(code: str, language: str) -> str:
    """The name of a language in another language."""
    import babel  # not needed in English

    return str(babel.Locale.parse(_LOCALES.get(language, language)).languages.get(code, code))


def name_lexicon(title: str, messages: Messages) -> str:
    """The title of a lexicon. If the title is just the English name of a language, such as
    "Spanish", it is translated into the language of the messages."""
    if translated := messages.texts.get(f"title_{title}"):
        return translated
    code = None if messages.language == "en" else _list_english_names().get(_strip(title))
    if code is None:
        return title
    named = name_language(code, messages.language)
    return named[0].upper() + named[1:]


def name_edition(edition: str, lexicon: str, title: str, messages: Messages) -> str:
    """The name of an edition in the language of the messages: `pt-BR-full` is "Portuguese (Brazil,
    all words)". `lexicon` and `title` are the name and title of its lexicon."""
    named = name_lexicon(title, messages)
    parts = edition.removeprefix(lexicon).strip("-")
    if not parts:
        return named
    is_part = edition.startswith(f"{lexicon}-")
    shown = [_name_part(part, messages.language) for part in parts.split("-")]
    return f"{named} ({', '.join(shown) if is_part else edition})"


def _name_part(part: str, language: str) -> str:
    """Translates a part of an edition's name if it is the code of a country or a known word;
    returns anything else unchanged.
    """
    import babel

    if re.fullmatch("[A-Z]{2}", part):
        return str(babel.Locale.parse(_LOCALES.get(language, language)).territories.get(part, part))
    return load_room("table", language).get(f"edition_{part}", part)


@cache
def _list_english_names() -> dict[str, str]:
    try:
        import babel
    except ModuleNotFoundError:  # pages are also published without it
        return {}
    return {_strip(str(name)): code for code, name in babel.Locale("en").languages.items()}


def _strip(name: str) -> str:
    """Removes brackets from a name: our "Norwegian (Nynorsk)" is "Norwegian Nynorsk" in Unicode's
    data."""
    return name.translate(dict.fromkeys(map(ord, "()")))
