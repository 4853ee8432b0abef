"""The errors that users see: each is one plain sentence for the person who can fix it."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Literal

_MOST_NAMED = 5
"""The maximum number of suggestions for an unknown name."""

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
"""The kinds of faults in a table, or in a request to a table. In this order: an impossible number
of players; impossible names; no computer, or several, in a game against the computer; a seat
without its `starts`; an unknown setting; a seat that is taken, or does not exist; a game that GCG
cannot hold; a game that has not ended; and unreadable records."""


class WordtoolsError(Exception):
    """Base class of all errors that users see. `str()` gives the problem and how to fix it, without
    a full stop."""


class SourceError(WordtoolsError):
    """Raw data cannot be read as declared. The message names the file and, if known, the line. It
    shows hidden characters as code points."""

    def __init__(self, path: str | PathLike[str], line: int | None, message: str) -> None:
        from wordtools.wording import reveal  # imported only for an error

        location = f"{path}:{line}" if line else f"{path}"
        super().__init__(reveal(f"{location}: {message}"))
        self.path, self.line = path, line


class AlphabetError(WordtoolsError):
    """An alphabet is unknown or contradicts itself."""


class SpellingError(WordtoolsError):
    """The alphabet's tiles cannot spell a text; `offending` are the characters at fault."""

    def __init__(self, text: str, offending: str, message: str) -> None:
        super().__init__(message)
        self.text, self.offending = text, offending


class RecipeError(WordtoolsError):
    """An invalid recipe. The message names the file and the key, and may suggest a known key."""


class FetchError(WordtoolsError):
    """A raw source is missing or does not match its pinned digest."""


class LexiconError(WordtoolsError):
    """A lexicon is missing, damaged or too new, or lacks the requested edition."""


class ExportError(WordtoolsError):
    """A file format cannot hold the words. The message says why, and names an alternative."""


class RulesError(WordtoolsError):
    """A ruleset is unknown or unplayable. The message names the file and the key."""


class UnknownRuleset(RulesError):
    """No ruleset has this name. `near` has the rulesets whose names contain all parts of this name
    (`scrabble`, `scrabble-en`); `similar` has those with a similar name."""

    def __init__(self, problem: str, near: Sequence[str], similar: Sequence[str]) -> None:
        self.problem, self.near, self.similar = problem, near, similar
        super().__init__(self.suggest(near))

    def suggest(self, near: Sequence[str]) -> str:
        """Returns the message. The message suggests the first few of the rulesets in `near` or, if
        there are none, of the similar ones."""
        from wordtools.wording import join_list  # imported only for an error

        named = [repr(name) for name in (near or self.similar)[:_MOST_NAMED]]
        question = f"did you mean {join_list(named, 'or')}? " if named else ""
        return f"{self.problem}; {question}`wordtools rules` lists all"


class GameError(WordtoolsError):
    """A game cannot be read, started or continued. `fault` is the kind of fault, if players or the
    makers of tables can commit it.
    """

    def __init__(self, sentence: str, fault: GameFault | None = None) -> None:
        super().__init__(sentence)
        self.fault = fault
