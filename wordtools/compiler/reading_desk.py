"""The reading desk draws words from a lexicon, records readers' verdicts, and compares two readers.
A reader's verdicts form a file of decisions, which a recipe can name."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import get_args

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.compiler.decisions import EMPTY, Decision, Verdict, format_row, read_decisions
from wordtools.files import write_files
from wordtools.lexicon.lexicon import Lexicon

NEIGHBOURS = 3


def draw_sample(
    lexicon: Lexicon, size: int, category: str | None = None, seed: int = 0
) -> list[str]:
    """Draws distinct words at random, and returns them in random order. The same words and `seed`
    give the same sample, so that several people can read it. Raises `LexiconError` for an unknown
    category."""
    count = lexicon.count(category) if category else len(lexicon)
    chance = random.Random(f"{lexicon.manifest.words_sha256} {category or ''} {seed}")
    places = sorted(chance.sample(range(count), min(size, count)))
    words = lexicon.words(category=category)
    sample = [
        next(islice(words, place - before - 1, None))
        for before, place in zip([-1, *places], places, strict=False)
    ]
    chance.shuffle(sample)
    return sample


def list_neighbours(lexicon: Lexicon, word: str) -> tuple[list[str], list[str]]:
    """Returns the words just before and just after a word in the edition."""
    rank = lexicon.rank(word)
    first, end = max(0, rank - NEIGHBOURS), min(len(lexicon), rank + NEIGHBOURS + 1)
    words = [lexicon.word_at(rank) for rank in range(first, end)]
    return words[: rank - first], words[rank - first + 1 :]


class Readings:
    """One reader's verdicts, in a file that is saved after each verdict."""

    def __init__(self, path: Path, alphabet: Alphabet) -> None:
        """Raises `SourceError` for a file that cannot be read."""
        self.path = path
        recorded = read_decisions(path, alphabet) if path.exists() else []
        self.decisions = {placed.decision.word: placed.decision for placed in recorded}
        """By word, in reading order."""

    def record(self, decision: Decision) -> None:
        """Adds a verdict, which replaces any other on the same word. Raises `OSError`."""
        self.decisions.pop(decision.word, None)
        self.decisions[decision.word] = decision
        self._write()

    def take_back(self) -> str:
        """Removes the last verdict, and returns its word, or "" if there are no verdicts. Raises
        `OSError`."""
        if not self.decisions:
            return ""
        word, _ = self.decisions.popitem()
        self._write()
        return word

    def _write(self) -> None:
        rows = [format_row(decision) for decision in self.decisions.values()]
        write_files({self.path: "".join([EMPTY, *(f"{row}\n" for row in rows)]).encode()})


class ClassSummary(msgspec.Struct, frozen=True):
    """The verdicts on the words read in one category. `share`: the share of decided words that the
    reader accepted, or None. `interval`: the 95 % confidence interval of this share (Wilson's)."""

    category: str
    words: int
    read: int
    verdicts: dict[Verdict, int]
    share: float | None
    interval: tuple[float, float]
    readers: list[str]


def summarise(lexicon: Lexicon, readings: Sequence[Decision]) -> Iterator[ClassSummary]:
    """Returns a summary of all verdicts on the edition's words, under the category "". A summary
    for each of the words' categories follows, in the manifest's order.
    """
    by_word = {
        reading.word: lexicon.categories(reading.word)
        for reading in readings
        if reading.word in lexicon
    }
    for category in ("", *lexicon.manifest.categories):
        read = [
            reading for reading in readings if reading.word in by_word
            and (not category or category in by_word[reading.word])
        ]  # fmt: skip
        if read or not category:
            words = lexicon.count(category) if category else len(lexicon)
            yield _summarise_class(category, words, read)


def format_summary(
    lexicon: Lexicon, readings: Sequence[Decision], classes: Sequence[ClassSummary]
) -> Iterator[str]:
    """Yields the lines of a Markdown table of categories, and a sentence about words that the
    edition no longer has. The column "at least" is the share if every unsure word is wrong."""
    yield "| class | words | read | in | out | unsure | share in | 95 % | at least | readers |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|"
    for summary in classes:
        counts = " | ".join(str(summary.verdicts.get(verdict, 0)) for verdict in get_args(Verdict))
        share = "" if summary.share is None else f"{summary.share:.3f}"
        low, high = summary.interval
        lowest_share = f"{summary.verdicts.get('in', 0) / summary.read:.3f}" if summary.read else ""
        name = f"`{summary.category}`" if summary.category else f"all of `{lexicon.edition_name}`"
        yield (
            f"| {name} | {summary.words:,} | {summary.read} | {counts} | {share} | "
            f"{low:.3f}–{high:.3f} | {lowest_share} | {', '.join(summary.readers)} |"
        )
    gone = [reading.verdict for reading in readings if reading.word not in lexicon]
    if gone:
        yield ""
        yield (
            f"Words that `{lexicon.edition_name}` has lost since they were read: {len(gone)}, of "
            f"which {gone.count('out')} were judged not to be words."
        )


def _summarise_class(category: str, words: int, read: Sequence[Decision]) -> ClassSummary:
    verdicts = Counter(reading.verdict for reading in read)
    decided = verdicts["in"] + verdicts["out"]
    return ClassSummary(
        category,
        words,
        len(read),
        dict(verdicts),
        verdicts["in"] / decided if decided else None,
        estimate_share(verdicts["in"], decided),
        sorted({reading.authority for reading in read if reading.authority}),
    )


def estimate_share(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (E. B. Wilson, 1927); it is (0, 1) if there are no
    trials."""
    if not trials:
        return 0.0, 1.0
    z = 1.959964
    share, squared = hits / trials, z * z / trials
    centre = (share + squared / 2) / (1 + squared)
    reach = z / (1 + squared) * math.sqrt(share * (1 - share) / trials + squared / trials / 4)
    return max(0.0, centre - reach), min(1.0, centre + reach)


class Agreement(msgspec.Struct, frozen=True):
    """The agreement of two readers on the words that both read. `kappa` (Cohen, 1960) discounts
    agreement by chance; it is None if even full agreement could be chance."""

    both: int
    same: int
    kappa: float | None
    differences: dict[str, tuple[Verdict, Verdict]]
    """The two verdicts on each word on which the readers differ."""


def compare_readings(first: Mapping[str, Decision], second: Mapping[str, Decision]) -> Agreement:
    """Compares the verdicts of two readers, by word."""
    pairs = {word: (first[word].verdict, second[word].verdict) for word in first if word in second}
    both, same = len(pairs), sum(one == other for one, other in pairs.values())
    ours, theirs = (
        Counter(one for one, _ in pairs.values()),
        Counter(two for _, two in pairs.values()),
    )
    by_chance = sum(ours[verdict] * theirs[verdict] for verdict in ours) / both**2 if both else 1.0
    kappa = (same / both - by_chance) / (1 - by_chance) if by_chance < 1 else None
    differences = {word: pair for word, pair in pairs.items() if pair[0] != pair[1]}
    return Agreement(both, same, kappa, differences)
