"""The sentences that describe rulesets, in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wordtools.messages.plurals import count_things
from wordtools.messages.rooms import load_room

_ROOM = "rules"
_SOUNDS_AS_I = re.compile("h?[ií](?![ae])", re.IGNORECASE)
"""The beginning of a word before which Spanish writes “e” instead of “y”."""


class Sentences:
    """The sentences in a language, by key. Calling this object fills in values."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts = load_room(_ROOM, language)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, **values: object) -> str:
        """The sentence with this key. Raises `KeyError`."""
        return self._texts[key].format(**values)

    def count(self, key: str, number: int, **values: object) -> str:
        """The sentence with this key about a number of things, in the right plural form."""
        return count_things(_ROOM, self.language, key, number, **values)

    def translate(self, phrase: str) -> str:
        """Translates a phrase of a built-in ruleset into this language; returns any other phrase
        unchanged.
        """
        return self._texts.get(phrase, phrase)

    def join(self, texts: Iterable[str], how: str = "join_and") -> str:
        """Joins several texts into one phrase: `a, b and c`."""
        *others, last = texts
        if others and (self.language, how) == ("es", "join_and") and _SOUNDS_AS_I.match(last):
            return f"{', '.join(others)} e {last}"
        return self(how, first=", ".join(others), last=last) if others else last

    def format_duration(self, seconds: int) -> str:
        """`50 minutes`, `1 minute 30 seconds`."""
        minutes, rest = divmod(seconds, 60)
        parts = [self.count("minutes", minutes)] * bool(minutes)
        return " ".join(parts + [self.count("seconds", rest)] * bool(rest))
