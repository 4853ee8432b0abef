"""What became of a raw entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from wordtools.compiler import fetch, recipe, report
from wordtools.compiler.reading import create_intake, read_inputs
from wordtools.compiler.report import EntryOrigin, RejectedEntry, find_rejected
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon


class EntryHistory(msgspec.Struct, frozen=True):
    """What became of an entry. `word` is the word that it spells, or "" when the tiles cannot spell
    it; `categories` are those of the word, or None when it is not in the lexicon; `edition` is the
    edition asked about when that lacks the word, else ""."""

    entry: str
    word: str
    categories: list[str] | None
    rejected: list[RejectedEntry]
    edition: str = ""

    origins: list[EntryOrigin] = []
    """The entries that became the word, if the raw sources are available."""

    @property
    def accepted(self) -> bool:
        """True when the entry, as it is written, became a word."""
        return self.categories is not None and not self.rejected

    def describe(self) -> Iterator[str]:
        """The same in plain sentences, a line each."""
        yield from map(str, self.rejected)
        if self.accepted:
            yield f"accepted  as {self.word} ({' '.join(self.categories or []) or 'no category'})"
        elif self.categories is not None:
            yield f"{self.word} is still a word, thanks to another entry"
        elif not self.rejected:
            shown = (
                self.entry if self.entry.strip() and self.entry.isprintable() else repr(self.entry)
            )
            yield f"{shown} was never read: no source of this lexicon has it"
        if self.edition:
            yield f"It is not in the edition {self.edition}."
        yield from (f"          {origin.entry} ({origin})" for origin in self.origins)


def explain_entry(lexicon: Lexicon, entry: str, recipes: Path = Path("sources")) -> EntryHistory:
    """What became of an entry, by the lexicon and the reject report beside it. The entries that
    became the same word are found by reading the raw sources once more, if `recipes` has the recipe
    of the lexicon's name and its sources are those that the lexicon was made from. Raises
    `LexiconError` when the report is missing or damaged."""
    entry = lexicon.alphabet.compose(entry)
    try:
        word = lexicon.alphabet.normal(entry)
    except SpellingError:
        word = ""
    path = Path(lexicon.path.removesuffix(SUFFIX) + report.SUFFIX)
    rejected = list(find_rejected(path, entry))
    whole = lexicon.edition(lexicon.name)
    if word not in whole:
        return EntryHistory(entry, word, None, rejected)
    return EntryHistory(
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
        return  # the recipe has changed, or its sources have not been fetched
    if sources != lexicon.manifest.sources:
        return
    for row in b"".join(rows).decode().removesuffix("\n").split("\n") if rows else []:
        _, entry, source, line, produced_by = row.split("\t")
        yield EntryOrigin(entry, source, int(line), produced_by)
