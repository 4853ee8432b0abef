"""Chooses the language of a command's sentences for players, and the rulesets to suggest."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.util import find_spec

from wordtools.errors import WordtoolsError
from wordtools.wording import suggest


def read_language(tag: str, room: str) -> str:
    """Returns the language of a tag, such as pt for pt-PT. Raises `WordtoolsError` if the room has
    no sentences in that language."""
    from wordtools.messages.rooms import list_languages

    language, spoken = _find_language(tag), list_languages(room)
    if language not in spoken:
        raise WordtoolsError(f"there is no translation into {tag!r}; {suggest(language, spoken)}")
    return language


def rank_rulesets(names: Iterable[str]) -> list[str]:
    """Rulesets in the order in which people here are likely to mean them: first those for the
    country of the system's locale, then those in its language, then those whose edition is
    installed."""
    from wordtools.cli.app import complete_lexicon
    from wordtools.rules.loading import load_ruleset

    place = _read_locale().partition(".")[0].replace("_", "-").lower()
    language, editions = _find_language(place), complete_lexicon("")

    def rank(name: str) -> tuple[bool, bool, bool]:
        ruleset = load_ruleset(name)
        is_for_place = bool(place) and name.endswith(f"-{place}")
        return (
            not is_for_place,
            ruleset.language != language,
            ruleset.words.edition not in editions,
        )

    return sorted(names, key=rank)


def _read_locale() -> str:
    """The locale of the system's messages, such as pt_BR.UTF-8; "" if there is none."""
    chosen = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, chosen), "")


def guess_language(room: str) -> str:
    """The language of the system's locale. Falls back to English if the room has no sentences in
    that language, or if Babel, which forms plurals in other languages, is not installed."""
    from wordtools.messages.rooms import list_languages

    if find_spec("babel") is None:
        return "en"
    language = _find_language(_read_locale())
    return language if language in list_languages(room) else "en"


def _find_language(tag: str) -> str:
    """Returns the language of a tag or locale: `pt` for `pt-PT` or `pt_PT.UTF-8`. Norwegian is
    Bokmål unless the tag says otherwise.
    """
    language = tag.replace("_", "-").partition("-")[0].partition(".")[0].lower()
    return {"no": "nb"}.get(language, language)
