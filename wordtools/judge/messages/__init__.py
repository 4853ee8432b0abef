"""What stations say, in the languages they speak: one TOML file each, the same keys in all."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from wordtools.errors import WordtoolsError

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


class Messages:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        """Raises `WordtoolsError` for a language that stations do not speak."""
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise WordtoolsError(f"Stations do not speak {language!r}; they speak {known}.")
        self.language = language
        self.texts = _texts(language)

    def __call__(self, key: str, **values: object) -> str:
        """The sentence of this key, with its values. Raises `KeyError`."""
        return self.texts[key].format(**values)


def for_language(wanted: str) -> Messages:
    """The messages of a lexicon's language, English when stations do not speak it."""
    return Messages(wanted if wanted in LANGUAGES else "en")


@cache
def _texts(language: str) -> dict[str, str]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
