"""Chooses the language of a command's sentences for players."""

from __future__ import annotations

import os
from importlib.util import find_spec

from wordtools.errors import WordtoolsError
from wordtools.wording import suggest


def read_language(tag: str, room: str) -> str:
    """The language of a tag, such as pt for pt-PT. Raises `WordtoolsError` if the room has no
    sentences in it."""
    from wordtools.messages.rooms import list_languages

    language, spoken = _find_language(tag), list_languages(room)
    if language not in spoken:
        raise WordtoolsError(f"there is no translation into {tag!r}; {suggest(language, spoken)}")
    return language


def guess_language(room: str) -> str:
    """The language of the system's locale. Falls back to English if the room has no sentences in
    that language, or if Babel (which counts things in other languages) is not installed."""
    from wordtools.messages.rooms import list_languages

    if find_spec("babel") is None:
        return "en"
    chosen = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = _find_language(next(filter(None, chosen), ""))
    return language if language in list_languages(room) else "en"


def _find_language(tag: str) -> str:
    """Finds the language in a tag or a locale: `pt` in `pt-PT` or `pt_PT.UTF-8`. Norwegian is
    Bokmål unless the tag says otherwise.
    """
    language = tag.replace("_", "-").partition("-")[0].partition(".")[0].lower()
    return {"no": "nb"}.get(language, language)
