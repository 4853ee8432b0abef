"""The errors that users see, each one plain sentence for the person who can fix it."""

from __future__ import annotations

from os import PathLike


class WordtoolsError(Exception):
    """Base of all errors that users see; `str()` says what is wrong and how to fix it, without a
    final full stop."""


class SourceError(WordtoolsError):
    """Raw data that cannot be read as declared: names the file and, if known, the line. Hidden
    characters in either are written as their codes."""

    def __init__(self, path: str | PathLike[str], line: int | None, message: str) -> None:
        from wordtools.wording import reveal  # only when something went wrong

        where = f"{path}:{line}" if line else f"{path}"
        super().__init__(reveal(f"{where}: {message}"))
        self.path, self.line = path, line


class AlphabetError(WordtoolsError):
    """An alphabet that is unknown or contradicts itself."""


class SpellingError(WordtoolsError):
    """Text that the alphabet's tiles cannot spell; `offending` has the characters at fault."""

    def __init__(self, text: str, offending: str, message: str) -> None:
        super().__init__(message)
        self.text, self.offending = text, offending


class RecipeError(WordtoolsError):
    """A recipe that contradicts itself: names the file and the key, and suggests a known one."""


class FetchError(WordtoolsError):
    """A raw source that is missing or does not match its pinned digest."""


class LexiconError(WordtoolsError):
    """A lexicon that is missing, damaged, too new, or lacks the edition asked for."""


class ExportError(WordtoolsError):
    """Words that a file format cannot hold: says why, and what to do instead."""


class RulesError(WordtoolsError):
    """A ruleset that is unknown or cannot be played: names the file and the key."""


class GameError(WordtoolsError):
    """A game that cannot be read, begun or continued."""
