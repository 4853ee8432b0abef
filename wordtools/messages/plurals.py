"""Plural forms of languages, for sentences that count things."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from wordtools.messages.rooms import load_room

if TYPE_CHECKING:
    from collections.abc import Callable


def count_things(room: str, language: str, things: str, number: int, **values: object) -> str:
    """A room's text for a count of things, in the right plural form: "3 tiles" for `tiles` and 3.
    `values` fill the other placeholders.
    """
    sentence = load_room(room, language)[f"{things}_{find_plural(language, number)}"]
    return sentence.format(count=number, **values)


def find_plural(language: str, number: int) -> str:
    """The plural form that a number requires, as named in Unicode's CLDR ("one", "few")."""
    if language == "en":
        return "one" if number == 1 else "other"
    return _load_rule(language)(abs(number))


@cache
def _load_rule(language: str) -> Callable[[int], str]:
    import babel  # not needed in English

    # The messages' Portuguese is European: "0 pontos".
    return babel.Locale.parse("pt_PT" if language == "pt" else language).plural_form
