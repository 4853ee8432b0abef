"""What changed from one lexicon to another."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon


class Change(msgspec.Struct, frozen=True):
    """A word added (+), removed (-) or recategorised (~), with its categories before and after."""

    sign: str
    word: str
    before: list[str] = []
    after: list[str] = []

    def __str__(self) -> str:
        if self.sign != "~":
            return f"{self.sign} {self.word}"
        return f"~ {self.word}\t{' '.join(self.before) or '-'} → {' '.join(self.after) or '-'}"


def compare_lexicons(old: Lexicon, new: Lexicon) -> Iterator[Change]:
    """The removed words, then the added and the recategorised ones, each in alphabet order. Raises
    `LexiconError` for lexicons with different tiles."""
    if old.alphabet.tiles != new.alphabet.tiles:
        raise LexiconError(
            f"{old.name} and {new.name} have different tiles "
            f"({old.alphabet.name} and {new.alphabet.name}); they cannot be compared"
        )
    for word in _find_missing(old, new):
        yield Change("-", word, before=sorted(old.categories(word)))
    for word in _find_missing(new, old):
        yield Change("+", word, after=sorted(new.categories(word)))
    if not old.manifest.categories and not new.manifest.categories:
        return
    for word in old:
        if word in new:
            before, after = old.categories(word), new.categories(word)
            if before != after:
                yield Change("~", word, sorted(before), sorted(after))


def _find_missing(from_: Lexicon, in_: Lexicon) -> Iterator[str]:
    """The words of one lexicon that another does not have."""
    for piece in from_.lines():
        found = in_.contains_lines(piece)
        if 0 in found:
            for word, there in zip(piece.decode().split("\n"), found, strict=False):
                if not there:
                    yield word
