"""What stations say, in the languages they speak: one TOML file each, with the same keys in all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from wordtools.errors import WordtoolsError
from wordtools.wording import suggest

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


class Messages:
    """The messages of one language."""

    def __init__(self, language: str) -> None:
        """Raises `WordtoolsError` for a language that stations do not speak."""
        if language not in LANGUAGES:
            choices = suggest(language, LANGUAGES)
            raise WordtoolsError(f"stations do not speak {language!r}; {choices}")
        self.language = language
        self.texts = _load_texts(language)

    def __call__(self, key: str, **values: object) -> str:
        """The message of this key, with its values. Raises `KeyError`."""
        return self.texts[key].format(**values)

    def name_lexicon(self, title: str) -> str:
        """A lexicon's title in this language if it is no more than the English name of one, such as
        "Spanish"; any other title as it is."""
        return self.texts.get(f"title_{title}", title)


def choose_messages(language: str) -> Messages:
    """The messages of a language, or the English ones when stations do not speak it."""
    return Messages(language if language in LANGUAGES else "en")


@cache
def _load_texts(language: str) -> dict[str, str]:
    import tomllib  # which a challenge on the command line does not need

    return tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
