"""The titles of rulesets and their variants, in the languages of messages."""

from __future__ import annotations

from wordtools.rules.ruleset import Ruleset
from wordtools.rules.sentences import Sentences


def name_ruleset(ruleset: Ruleset, language: str = "en") -> str:
    """The title of a ruleset. A built-in one of Scrabble is translated with the name of its
    language; those of Lingo, Literki and ScrabbleAR are the same everywhere."""
    name = ruleset.name.partition(":")[0]
    say = Sentences(language)
    key = f"title_{name.replace('-', '_')}"
    if language == "en" or not ruleset.title.startswith("Scrabble in "):
        return ruleset.title
    key = key if key in say else "title_scrabble"
    return say(key, language=name_language(ruleset.language, language))


def name_variants(ruleset: Ruleset, language: str = "en") -> dict[str, str]:
    """The titles of a ruleset's variants."""
    say = Sentences(language)
    return {name: say.translate(title) for name, title in ruleset.variants.items()}


def name_language(code: str, language: str) -> str:
    """The name of a language in another one."""
    import babel  # not needed in English

    return str(babel.Locale.parse(language).languages.get(code, code))
