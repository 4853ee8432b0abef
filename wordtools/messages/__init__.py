"""The messages of stations. Each language has one TOML file, and all files have the same keys.

`checked` in a file is the day on which the messages of this file and of the pages were last
compared with the English ones (docs/station-languages.md). A language whose file lacks this line is
used only if it is named explicitly.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from wordtools.errors import WordtoolsError
from wordtools.wording import suggest

if TYPE_CHECKING:
    from datetime import date

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


class Messages:
    """The messages of one language."""

    def __init__(self, language: str) -> None:
        """Raises `WordtoolsError` for a language that stations do not offer."""
        if language not in LANGUAGES:
            choices = suggest(language, LANGUAGES)
            raise WordtoolsError(f"stations have no messages in {language!r}; {choices}")
        self.language = language
        self.checked, self.texts = _load_file(language)

    def __call__(self, key: str, **values: object) -> str:
        """The message with this key, filled in with the values. Raises `KeyError`."""
        return self.texts[key].format(**values)


def choose_messages(language: str) -> Messages:
    """Returns the messages of a language that was not named explicitly, such as a lexicon's. If
    that language has no checked messages, returns the English ones."""
    if language in LANGUAGES and (messages := Messages(language)).checked:
        return messages
    return Messages("en")


@cache
def _load_file(language: str) -> tuple[date | None, dict[str, str]]:
    import tomllib  # not needed for a challenge on the command line

    content = tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
    return content.pop("checked", None), content
