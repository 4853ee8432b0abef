"""What became of a raw entry."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from wordtools.compiler import fetch, recipe
from wordtools.compiler.admission import RejectReason
from wordtools.compiler.build import REPORT_HEADER, REPORT_SUFFIX, create_intake, read_inputs
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon

MEANINGS = {reason.code: reason.meaning for reason in RejectReason}


class EntryOrigin(msgspec.Struct, frozen=True):
    """An entry as it was read: it stood at `line` of `source`, or was a form of the entry
    `produced_by` that stood there."""

    entry: str
    source: str
    line: int
    produced_by: str = ""

    def __str__(self) -> str:
        form = f", a form of {self.produced_by}" if self.produced_by else ""
        return f"{self.source}:{self.line}{form}"


class Rejected(msgspec.Struct, frozen=True):
    """An entry of the reject report, with its reason code."""

    reason: str
    origin: EntryOrigin

    def __str__(self) -> str:
        return f"rejected  {self.reason}: {MEANINGS[self.reason]} ({self.origin})"


class Story(msgspec.Struct, frozen=True):
    """What became of an entry. `word` is the word it spells, "" when it spells none;
    `categories` are None when that is no word of the lexicon; `edition` is the one asked about, ""
    when it has the word."""

    entry: str
    word: str
    categories: list[str] | None
    rejected: list[Rejected]
    edition: str = ""

    origins: list[EntryOrigin] = []
    """The entries that became the word, where the raw sources are at hand."""

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
            yield f"{self.word} is a word all the same, from another entry"
        elif not self.rejected:
            shown = (
                self.entry if self.entry.strip() and self.entry.isprintable() else repr(self.entry)
            )
            yield f"{shown} was never read: no source of this lexicon has it"
        if self.edition:
            yield f"It is not in the edition {self.edition}."
        yield from (f"          {origin.entry} ({origin})" for origin in self.origins)


def explain_entry(lexicon: Lexicon, entry: str, recipes: Path = Path("sources")) -> Story:
    """The story of an entry, from the lexicon and the reject report beside it; the entries that
    became its word are looked up by reading the raw sources once more, where the recipe of the
    lexicon's name in `recipes` and its sources are what the lexicon was made from. Raises
    `LexiconError` when the report is missing or damaged."""
    entry = lexicon.alphabet.compose(entry)
    try:
        word = lexicon.alphabet.normal(entry)
    except SpellingError:
        word = ""
    report = Path(lexicon.path.removesuffix(SUFFIX) + REPORT_SUFFIX)
    rejected = list(_find_rejected(report, entry))
    whole = lexicon.edition(lexicon.name)
    if word not in whole:
        return Story(entry, word, None, rejected)
    return Story(
        entry,
        word,
        sorted(whole.categories(word)),
        rejected,
        "" if word in lexicon else lexicon.edition_name,
        list(_find_origins(lexicon, word, recipes / f"{lexicon.name}.toml")),
    )


def _find_origins(lexicon: Lexicon, word: str, path: Path) -> Iterator[EntryOrigin]:
    if not path.is_file():
        return
    rows: list[bytes] = []
    try:
        followed = recipe.read_recipe(path)
        intake = create_intake(followed, rows.append)
        intake.trace(lexicon.alphabet.spell(word))
        _, sources = read_inputs(followed, fetch.fetch_sources(followed, say=None), intake)
    except WordtoolsError:
        return  # the recipe has changed, or its sources are not here
    if sources != lexicon.manifest.sources:
        return
    for row in b"".join(rows).decode().removesuffix("\n").split("\n") if rows else []:
        _, entry, source, line, produced_by = row.split("\t")
        yield EntryOrigin(entry, source, int(line), produced_by)


def _find_rejected(report: Path, entry: str) -> Iterator[Rejected]:
    wanted = b"\t" + entry.encode("utf-8", "surrogateescape") + b"\t"
    try:
        with gzip.open(report) as rows:
            if rows.readline() != REPORT_HEADER.encode():
                raise ValueError("it does not begin as one")
            for row in rows:
                if wanted in row:
                    reason, found, source, line, produced_by = row.decode().rstrip("\n").split("\t")
                    if found == entry:
                        yield Rejected(reason, EntryOrigin(found, source, int(line), produced_by))
    except FileNotFoundError:
        raise LexiconError(f"{report}: the reject report is not beside the lexicon") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LexiconError(f"{report}: the reject report is damaged ({error})") from None
