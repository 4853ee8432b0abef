"""Selects the words of a lexicon that a ruleset admits."""

from __future__ import annotations

from wordtools.errors import LexiconError, RulesError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.ruleset import BaseRuleset


def admit_words(ruleset: BaseRuleset, lexicon: Lexicon) -> Lexicon:
    """The lexicon without the categories that the ruleset excludes. If the edition is not the
    ruleset's, returns it unchanged. Raises `RulesError` if the lexicon has no such category."""
    if lexicon.edition_name != ruleset.words.edition:
        return lexicon
    try:
        return lexicon.leaving_out(ruleset.words.excludes)
    except LexiconError as error:
        raise RulesError(
            f"words.excludes: {error}; remove inherited categories with "
            'without = ["words.excludes"]'
        ) from None
