"""Compares lexicons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import groupby

import msgspec

from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import pluralize

SIGNS = {"-": "removed", "+": "added", "~": "recategorised"}


class Change(msgspec.Struct, frozen=True):
    """A word added (+), removed (-) or recategorised (~), with its categories before and after."""

    sign: str
    word: str
    before: list[str] = []
    after: list[str] = []

    def __str__(self) -> str:
        text = f"{self.sign} {self.word}"
        return f"{text}\t{self.categories}" if self.sign == "~" else text

    @property
    def categories(self) -> str:
        """Returns the categories before and after: `old → new`."""
        return f"{' '.join(self.before) or '-'} → {' '.join(self.after) or '-'}"


class Comparison:
    """The changes from one edition to another: removed words, then added words, then recategorised
    words, each group in alphabet order. With `by_length`, all changes are first grouped by length,
    shortest first.
    `words_only` omits recategorised words."""

    def __init__(
        self, old: Lexicon, new: Lexicon, by_length: bool = False, words_only: bool = False
    ) -> None:
        """Raises `LexiconError` for lexicons with different tiles."""
        self.old, self.new, self.by_length = old, new, by_length
        self.signs = "+-" if words_only else "+-~"
        """The signs of the changes to report, beginning with that of added words."""
        self._pairs = old.pair_with(new)
        self._kinds: list[Change | None] = []  # the change of each combination, if any
        names = [dict(enumerate(map(frozenset, edition.manifest.sets))) for edition in (old, new)]
        for left, right, _ in self._pairs.combinations:
            before, after = names[0].get(left), names[1].get(right)
            sign = "+" if before is None else "-" if after is None else "~"
            kind = Change(sign, "", sorted(before or ()), sorted(after or ()))
            same = before == after or sign not in self.signs
            self._kinds.append(None if same else kind)

    def __repr__(self) -> str:
        names = f"{self.old.edition_name} → {self.new.edition_name}"
        return f"<Comparison {names}: {self.summarize()}>"

    @cached_property
    def counts(self) -> dict[str, Counter[int]]:
        """Returns the numbers of words of each length that were removed, added and recategorised,
        indexed by sign."""
        counts: dict[str, Counter[int]] = {sign: Counter() for sign in SIGNS}
        for kind, (_, _, lengths) in zip(self._kinds, self._pairs.combinations, strict=True):
            if kind:
                counts[kind.sign].update(lengths)
        return counts

    def count(self, sign: str, length: int | None = None) -> int:
        """Returns the number of words that were removed (-), added (+) or recategorised (~), for
        one length or for all."""
        counter = self.counts[sign]
        return counter.total() if length is None else counter[length]

    def summarize(self, length: int | None = None) -> str:
        """Returns the number of changes as text: `2 added, 1 removed, 0 recategorised`."""
        return ", ".join(f"{self.count(sign, length):,} {SIGNS[sign]}" for sign in self.signs)

    def __len__(self) -> int:
        return sum(map(self.count, SIGNS))

    def __iter__(self) -> Iterator[Change]:
        for _, _, lines in self._collect(lambda n, kind: (_place(kind), "", f"\t{n}\n")):
            for line in lines.splitlines():
                word, _, combination = line.partition("\t")
                kind = self._kinds[int(combination)]
                assert kind
                yield Change(kind.sign, word, kind.before, kind.after)

    def lines(self) -> Iterator[str]:
        """Yields the changes in large pieces of text, with one `str(change)` per line. With
        `by_length`, a line with counts precedes the changes of each length."""

        def frame(_: int, kind: Change) -> tuple[int, str, str]:
            before, after = str(msgspec.structs.replace(kind, word="\n")).split("\n")
            return _place(kind), before, f"{after}\n"

        for length, pieces in groupby(self._collect(frame), lambda piece: piece[1]):
            if self.by_length:
                yield f"{pluralize(length, 'tile')}: {self.summarize(length)}\n"
            yield from (lines for _, _, lines in pieces)

    def group_words(self) -> Iterator[tuple[str, str, int, str]]:
        """Yields the changed words, grouped by change, as tuples of four: the sign; the categories,
        if the words were recategorised; their length, or 0; and the words, each followed by a
        space."""

        def key(kind: Change) -> tuple[int, str]:
            return _place(kind), kind.categories if kind.sign == "~" else ""

        keys = sorted({key(kind) for kind in self._kinds if kind})
        for group, length, words in self._collect(lambda _, kind: (keys.index(key(kind)), "", " ")):
            place, categories = keys[group]
            yield list(SIGNS)[place], categories, length, words

    def _collect(
        self, frame: Callable[[int, Change], tuple[int, str, str]]
    ) -> list[tuple[int, int, str]]:
        """Yields the changed words, sorted by length and then by group: (group, length or 0,
        words). `frame` takes the number of a combination and its change, in which the word is
        blank. It returns the group of the combination's words, and the text before and after each
        word.
        """
        frames: list[tuple[int, bytes, bytes] | None] = []
        for n, kind in enumerate(self._kinds):
            group, before, after = frame(n, kind) if kind else (0, "", "")
            frames.append((group, before.encode(), after.encode()) if kind else None)
        groups = self._pairs.collect_lines(frames, self.by_length)
        groups.sort(key=lambda item: item[1])
        return [(group, length, lines.decode()) for group, length, lines in groups]


def _place(kind: Change) -> int:
    return list(SIGNS).index(kind.sign)
