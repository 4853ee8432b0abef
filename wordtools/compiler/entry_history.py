"""What became of a raw entry, as a value and in sentences; `why` finds it out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec

from wordtools.compiler.decisions import DecisionMade
from wordtools.compiler.report import EntryOrigin, RejectedEntry
from wordtools.lexicon.manifest import Derivation, EditionRule


class InputHistory(msgspec.Struct, frozen=True):
    """What became of an entry in a file that an operation made the lexicon of: in another lexicon
    (`history`), or in a list (`lines`); `unsearched` says why that could not be found out."""

    label: str
    history: EntryHistory | None = None
    lines: list[EntryOrigin] = []
    unsearched: str = ""

    def describe(self) -> Iterator[str]:
        """The same in plain sentences, a line each."""
        if self.unsearched:
            yield f"in {self.label}: could not be searched: {self.unsearched}"
        elif self.history is None:
            for line in self.lines:
                yield f"in {line.source}:{line.line}: {line.entry}"
            if not self.lines:
                yield f"in {self.label}: not listed"
        else:
            yield f"in {self.label}:"
            yield from (f"  {line}" for line in self.history.describe())


class EntryHistory(msgspec.Struct, frozen=True):
    """What became of an entry. `word` is the word that it spells, or "" when the tiles cannot spell
    it; `categories` are those of the word, or None when it is not in the lexicon; `edition` is the
    edition asked about when that lacks the word, else "", and `edition_rule` its rule."""

    entry: str
    word: str
    categories: list[str] | None
    rejected: list[RejectedEntry]
    """Its rows in the report of rejects."""
    edition: str = ""
    edition_rule: EditionRule = EditionRule()

    origins: list[EntryOrigin] = []
    """The entries that became the word, and the lists that attest it, if the raw sources are
    available."""
    skipped: list[EntryOrigin] = []
    """The entries that would have become it if the recipe left out no forms."""
    alike: list[RejectedEntry] = []
    """Where there is nothing of it, the rows of entries that differ from it in capitals only."""
    too_long: str = ""
    """How many tiles the word has, and how many it may have, if these are fewer."""
    unsearched: str = ""
    """Why the raw sources could not be searched for them, if they could not."""
    decisions: list[DecisionMade] = []
    """What was decided on the word, the latest first."""
    derivation: Derivation | None = None
    """How the lexicon was made, if of others."""
    inputs: list[InputHistory] = []
    """What became of the entry in each of those."""

    @property
    def accepted(self) -> bool:
        """True when the entry, as it is written, became a word, be it in one source only."""
        refused = {each.origin.entry for each in self.rejected}
        return self.categories is not None and (
            not refused or any(not each.witness and each.entry in refused for each in self.origins)
        )

    def describe(self) -> Iterator[str]:
        """The same in plain sentences, a line each."""
        if not self.accepted:
            yield from map(str, self.rejected)
        for entry, rows in groupby(self.alike, lambda each: each.origin.entry):
            yield f"A source has {entry}:"
            yield from map(str, rows)
        if self.accepted:
            yield f"accepted  as {self.word} ({' '.join(self.categories or []) or 'no category'})"
        elif self.categories is not None:
            yield f"{self.word} is still a word, thanks to another entry"
        elif self.skipped and all(origin.witness for origin in self.skipped):
            yield f"{self.word} is not a word: only lists that attest words have it"
        elif self.skipped and self.too_long:
            yield f"left out  {self.word}: {self.too_long}"
        elif self.skipped:
            yield f"left out  {self.word}: only affixes that the recipe leaves out make it"
        elif self.derivation:
            yield f"{self.word or self.entry} is not a word here"
        elif not (self.rejected or self.alike):
            shown = (
                self.entry if self.entry.strip() and self.entry.isprintable() else repr(self.entry)
            )
            if self.unsearched:
                yield f"{shown} is neither in the lexicon nor in the report of rejects"
            elif self.decisions and any(each.reversed for each in self.decisions):
                yield f"{shown} is in no source: it was a word by a decision that was reversed"
            else:
                yield f"{shown} was never read: no source of this lexicon has it"
        if self.edition:
            yield f"The edition {self.edition} lacks it: it has {self.edition_rule.describe()}."
        yield from (
            f"{'attested' if origin.witness else '':<9} {origin.entry} ({origin})"
            for origin in [*self.origins, *self.skipped]
        )
        if self.accepted:
            yield from map(str, self.rejected)
        yield from map(str, self.decisions)
        if self.decisions and (self.decisions[0].decision.verdict == "in") != (
            self.categories is not None
        ):
            yield "The lexicon was built before this decision, or the word cannot be in it."
        if self.unsearched:
            yield f"The sources could not be searched: {self.unsearched}."
        if self.derivation:
            yield f"made of   {self.derivation}"
        for each in self.inputs:
            yield from each.describe()
