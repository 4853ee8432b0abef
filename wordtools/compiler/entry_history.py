"""The fate of a raw entry, as data and in sentences. `why` investigates it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec

from wordtools.compiler.decisions import DecisionMade
from wordtools.compiler.report import EntryOrigin, RejectedEntry
from wordtools.lexicon.manifest import Derivation, EditionRule


class InputHistory(msgspec.Struct, frozen=True):
    """The fate of an entry in one input of an operation on lexicons. The input is another lexicon
    (`history`) or a list (`lines`). `unsearched`: the reason why the input could not be searched.
    """

    label: str
    history: EntryHistory | None = None
    lines: list[EntryOrigin] = []
    unsearched: str = ""

    def describe(self) -> Iterator[str]:
        """Yields the same facts as sentences, one per line."""
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
    """The fate of an entry. `word`: the word that the entry spells, or "". `categories`: the word's
    categories, or None if the lexicon lacks it. `edition`: the requested edition if it lacks the
    word, otherwise "". `edition_rule`: the rule of the requested edition."""

    entry: str
    word: str
    categories: list[str] | None
    rejected: list[RejectedEntry]
    """The entry's rows in the reject report."""
    edition: str = ""
    edition_rule: EditionRule = EditionRule()

    origins: list[EntryOrigin] = []
    """The entries that became the word, and the lines of witnesses that attest it, if the sources
    are available."""
    skipped: list[EntryOrigin] = []
    """The entries that would have become the word if the recipe did not skip their forms."""
    alike: list[RejectedEntry] = []
    """Rows of entries that differ from it only in capitals, if there is no other trace."""
    too_long: str = ""
    """The number of the word's tiles and the maximum, if the word is too long."""
    unsearched: str = ""
    """The reason why the raw sources could not be searched, if they could not."""
    decisions: list[DecisionMade] = []
    """The decisions on the word, latest first."""
    derivation: Derivation | None = None
    """The operation that made the lexicon from others, if any."""
    inputs: list[InputHistory] = []
    """The entry's fate in each input of that operation."""

    @property
    def accepted(self) -> bool:
        """Whether the entry, in this spelling, became a word in some source."""
        refused = {row.origin.entry for row in self.rejected}
        return self.categories is not None and (
            not refused or any(not o.witness and o.entry in refused for o in self.origins)
        )

    def describe(self) -> Iterator[str]:
        """Yields the same facts as sentences, one per line."""
        if not self.accepted:
            yield from map(str, self.rejected)
        for entry, rows in groupby(self.alike, lambda row: row.origin.entry):
            yield f"A source has {entry}:"
            yield from map(str, rows)
        yield from self._describe_verdict()
        if self.edition:
            yield (
                f"The edition {self.edition} lacks {self.word}: the edition has "
                f"{self.edition_rule.describe()}."
            )
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
            yield "The lexicon was built before this decision, or it cannot hold the word."
        if self.unsearched:
            yield f"The sources could not be searched: {self.unsearched}."
        if self.derivation:
            yield f"made of   {self.derivation}"
        for input_ in self.inputs:
            yield from input_.describe()

    def _describe_verdict(self) -> Iterator[str]:
        """Yields sentences that say whether the entry became a word and, if it did not, why."""
        if self.accepted:
            yield f"accepted  as {self.word} ({' '.join(self.categories or []) or 'no category'})"
        elif self.categories is not None:
            yield f"{self.word} is still a word, thanks to another entry"
        elif self.skipped and all(origin.witness for origin in self.skipped):
            yield f"{self.word} is not a word: only witnesses have it, and witnesses add no words"
        elif self.skipped and self.too_long:
            yield f"left out  {self.word}: {self.too_long}"
        elif self.skipped:
            yield f"left out  {self.word}: only affix rules that the recipe skips form it"
        elif self.derivation:
            yield f"{self.word or self.entry} is not a word in this lexicon"
        elif not (self.rejected or self.alike):
            yield self._describe_absence()

    def _describe_absence(self) -> str:
        """Returns a sentence that says why there is no trace of the entry."""
        is_plain = self.entry.strip() and self.entry.isprintable()
        label = self.entry if is_plain else repr(self.entry)
        if self.unsearched:
            return f"{label} is neither in the lexicon nor in the report of rejects"
        if any(decision.reversed for decision in self.decisions):
            return f"{label} is in no source: the decision that added it was reversed"
        return f"{label} was never read: no source of this lexicon has it"
