"""The errors that users see, each in one plain sentence for the person who can fix it."""

from __future__ import annotations

from os import PathLike
from typing import Literal

GameFault = Literal[
    "players",
    "names",
    "one computer",
    "starts",
    "setting",
    "seat taken",
    "no seat",
    "gcg",
    "not ended",
    "records",
]
"""The fault of a table or of a request to it: an impossible number of players or names, a game
played against the computer, a seat without its `starts`, an unknown setting; a seat that is taken,
or that nobody has; a game that GCG cannot hold, or that has not ended; records that cannot be
read."""


class WordtoolsError(Exception):
    """Base of all errors that users see. `str()` gives the problem and its fix, without a full
    stop."""


class SourceError(WordtoolsError):
    """Raw data that cannot be read as declared. The message names the file and, if known, the line,
    with hidden characters as their codes."""

    def __init__(self, path: str | PathLike[str], line: int | None, message: str) -> None:
        from wordtools.wording import reveal  # imported only for an error

        location = f"{path}:{line}" if line else f"{path}"
        super().__init__(reveal(f"{location}: {message}"))
        self.path, self.line = path, line


class AlphabetError(WordtoolsError):
    """An alphabet that is unknown or contradictory."""


class SpellingError(WordtoolsError):
    """Text that the alphabet's tiles cannot spell; `offending` are the characters at fault."""

    def __init__(self, text: str, offending: str, message: str) -> None:
        super().__init__(message)
        self.text, self.offending = text, offending


class RecipeError(WordtoolsError):
    """An invalid recipe. The message names the file and the key, and may suggest a known key."""


class FetchError(WordtoolsError):
    """A raw source that is missing or does not match its pinned digest."""


class LexiconError(WordtoolsError):
    """A lexicon that is missing, damaged, too new, or without the requested edition."""


class ExportError(WordtoolsError):
    """Words that a file format cannot hold. The message gives the reason and an alternative."""


class RulesError(WordtoolsError):
    """A ruleset that is unknown or unplayable. The message names the file and the key."""


class GameError(WordtoolsError):
    """A game that cannot be read, started or continued. `fault` is the kind of fault, if players or
    those who make tables can commit it."""

    def __init__(self, sentence: str, fault: GameFault | None = None) -> None:
        super().__init__(sentence)
        self.fault = fault
