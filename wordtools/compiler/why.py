"""What became of a raw entry."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from wordtools.compiler.admission import Reason
from wordtools.compiler.build import REPORT_SUFFIX
from wordtools.errors import LexiconError, SpellingError
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon

MEANINGS = {reason.code: reason.meaning for reason in Reason}


class Rejected(msgspec.Struct, frozen=True):
    """A row of the reject report: `entry` stood at `line` of `source`, or was a form of the
    entry `produced_by` that stood there."""

    reason: str
    entry: str
    source: str
    line: int
    produced_by: str = ""

    def __str__(self) -> str:
        form = f", a form of {self.produced_by}" if self.produced_by else ""
        return f"rejected  {self.reason}: {MEANINGS[self.reason]} ({self.source}:{self.line}{form})"


class Story(msgspec.Struct, frozen=True):
    """What became of an entry. `word` is the word it spells, "" when it spells none;
    `categories` are None when that is no word of the lexicon."""

    entry: str
    word: str
    categories: list[str] | None
    rejected: list[Rejected]

    @property
    def accepted(self) -> bool:
        """True when the entry, as it is written, became a word."""
        return self.categories is not None and not self.rejected

    def lines(self) -> Iterator[str]:
        """The story in plain sentences."""
        yield from map(str, self.rejected)
        if self.accepted:
            yield f"accepted  as {self.word} ({' '.join(self.categories or []) or 'no category'})"
        elif self.categories is not None:
            yield f"{self.word} is a word all the same, from another entry."
        elif not self.rejected:
            yield f"{self.entry} was never read: no source of this lexicon has it."


def explain(lexicon: Lexicon, entry: str) -> Story:
    """The story of an entry, from the lexicon and the reject report beside it. Raises
    `LexiconError` when the report is missing or damaged."""
    entry = lexicon.alphabet.compose(entry)
    try:
        word = lexicon.alphabet.normal(entry)
    except SpellingError:
        word = ""
    categories = sorted(lexicon.categories(word)) if word in lexicon else None
    report = Path(lexicon.path.removesuffix(SUFFIX) + REPORT_SUFFIX)
    return Story(entry, word, categories, list(_rows(report, entry)))


def _rows(report: Path, entry: str) -> Iterator[Rejected]:
    wanted = b"\t" + entry.encode("utf-8", "surrogateescape") + b"\t"
    try:
        with gzip.open(report) as rows:
            for row in rows:
                if wanted in row:
                    reason, found, source, line, produced_by = row.decode().rstrip("\n").split("\t")
                    if found == entry:
                        yield Rejected(reason, found, source, int(line), produced_by)
    except FileNotFoundError:
        raise LexiconError(f"{report}: the reject report is not beside the lexicon.") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LexiconError(f"{report}: the reject report is damaged ({error}).") from None
