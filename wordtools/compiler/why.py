"""What became of a raw entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from wordtools.compiler import fetch, recipe, recipe_files, report
from wordtools.compiler.hand_kept import HandKeptLists
from wordtools.compiler.reading import create_intake, describe_sources, read_inputs
from wordtools.compiler.report import EntryOrigin, RejectedEntry, find_rejected
from wordtools.errors import SpellingError, WordtoolsError
from wordtools.formats import text
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule


class EntryHistory(msgspec.Struct, frozen=True):
    """What became of an entry. `word` is the word that it spells, or "" when the tiles cannot spell
    it; `categories` are those of the word, or None when it is not in the lexicon; `edition` is the
    edition asked about when that lacks the word, else "", and `edition_rule` its rule."""

    entry: str
    word: str
    categories: list[str] | None
    rejected: list[RejectedEntry]
    edition: str = ""
    edition_rule: EditionRule = EditionRule()

    origins: list[EntryOrigin] = []
    """The entries that became the word, and the lists that attest it, if the raw sources are
    available."""
    skipped: list[EntryOrigin] = []
    """The entries that would have become it if the recipe left out no affix rule."""
    unsearched: str = ""
    """Why the raw sources could not be searched for them, if they could not."""

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
        elif self.skipped and all(origin.witness for origin in self.skipped):
            yield f"{self.word} is not a word: only lists that attest words have it"
        elif self.skipped:
            yield f"left out  {self.word}: only affix rules that the recipe leaves out make it"
        elif not self.rejected:
            shown = (
                self.entry if self.entry.strip() and self.entry.isprintable() else repr(self.entry)
            )
            if self.unsearched:
                yield f"{shown} is neither in the lexicon nor in the report of rejects"
            else:
                yield f"{shown} was never read: no source of this lexicon has it"
        if self.edition:
            yield f"The edition {self.edition} lacks it: it has {self.edition_rule.describe()}."
        yield from (
            f"{'attested' if origin.witness else '':<9} {origin.entry} ({origin})"
            for origin in [*self.origins, *self.skipped]
        )
        if self.unsearched:
            yield f"The sources could not be searched: {self.unsearched}."


def explain_entry(lexicon: Lexicon, entry: str, recipes: Path = Path("sources")) -> EntryHistory:
    """What became of an entry, by the lexicon and the reject report beside it. The entries that
    became the same word are found by reading the raw sources once more: those of the recipe of the
    lexicon's name in `recipes`, or the plain list that the lexicon was made from; `unsearched` says
    if these are no longer what the lexicon was made from. Raises `LexiconError` when the report is
    missing or damaged."""
    entry = lexicon.alphabet.compose(entry)
    try:
        word = lexicon.alphabet.normal(entry)
    except SpellingError:
        word = ""
    path = Path(lexicon.path.removesuffix(SUFFIX) + report.SUFFIX)
    rejected = list(find_rejected(path, entry))
    known = word in lexicon.whole
    origins: list[EntryOrigin] = []
    unsearched = ""
    if word and (known or not rejected):
        followed = recipes / f"{lexicon.name}.toml"
        try:
            if followed.is_file():
                origins = list(_find_origins(lexicon, word, followed, known))
            elif not _is_plain_list(lexicon):
                raise WordtoolsError(f"there is no recipe {followed}")
            elif known:
                found = list(_find_in_lists(lexicon, word))
                origins = [origin for origin in found if not any(find_rejected(path, origin.entry))]
        except WordtoolsError as error:
            unsearched = str(error)
    if not known:
        return EntryHistory(entry, word, None, rejected, skipped=origins, unsearched=unsearched)
    return EntryHistory(
        entry,
        word,
        sorted(lexicon.whole.categories(word)),
        rejected,
        "" if word in lexicon else lexicon.edition_name,
        lexicon.manifest.editions[lexicon.edition_name],
        origins,
        unsearched=unsearched,
    )


def _find_origins(lexicon: Lexicon, word: str, path: Path, known: bool) -> Iterator[EntryOrigin]:
    """The entries that made a word; for one that is not `known`, those that would be if the
    recipe left out no affix rule. Raises `WordtoolsError` if the recipe or its sources have changed
    or are not there."""
    followed = recipe_files.read_recipe(path)
    found = fetch.fetch_sources(followed, say=None)
    if describe_sources(followed, found) != lexicon.manifest.sources:
        raise WordtoolsError("they have changed since the lexicon was compiled")
    tiles = lexicon.alphabet.spell(word)
    # One input at a time: several may read one file by different rules.
    parts = [followed.witnesses, *([item] for item in followed.inputs if not item.witness)]
    seen: dict[str, EntryOrigin] = {}
    for inputs in parts:
        part = msgspec.structs.replace(followed, inputs=inputs)
        for origin, is_left_out in _trace(part, found, tiles, with_skipped=not known):
            if not (known or is_left_out or origin.witness):
                raise WordtoolsError(f"{path} has changed since the lexicon was compiled")
            seen.setdefault(f"{origin.entry} {origin}", origin)
    yield from seen.values()


def _trace(
    followed: recipe.Recipe,
    found: dict[recipe.RawFile, list[fetch.FetchedFile]],
    tiles: bytes,
    with_skipped: bool,
) -> Iterator[tuple[EntryOrigin, bool]]:
    """The entries of a recipe that make one word, and those that attest it, each with whether the
    recipe leaves out one of its rules."""
    rows: list[bytes] = []
    lists = HandKeptLists(followed)
    intake = create_intake(followed, lists, rows.append)
    intake.trace(tiles)
    read = read_inputs(followed, lists, found, intake, with_skipped=with_skipped)
    rules = {each.label: each.rules for each in read}
    for row in b"".join(rows).decode().splitlines():
        fate, entry, source, line, produced_by, *numbers = row.split("\t")
        applied = [rules[source][int(number)] for part in numbers for number in part.split()]
        origin = EntryOrigin(
            entry, source, int(line), produced_by, list(map(str, applied)), fate == "attested"
        )
        yield origin, any(rule.skipped for rule in applied)


def _is_plain_list(lexicon: Lexicon) -> bool:
    """True for a lexicon that was made of one list, without a recipe."""
    sources = lexicon.manifest.sources
    return len(sources) == 1 and not sources[0].file.endswith((".dic", ".aff", ".json"))


def _find_in_lists(lexicon: Lexicon, word: str) -> Iterator[EntryOrigin]:
    """The lines of plain lists that spell a word. A list is looked for where it usually is: in the
    current folder, beside the lexicon, and in the folder above."""
    alphabet, beside = lexicon.alphabet, Path(lexicon.path).parent
    for source in lexicon.manifest.sources:
        for path in (Path(source.file), beside / source.file, beside.parent / source.file):
            if not path.is_file() or fetch.hash_file(path) != source.sha256:
                continue
            lines, tiles = 0, alphabet.spell(word)
            encoding = text.detect_encoding(path, alphabet)
            for piece in text.read_pieces(path, encoding, alphabet):
                for line in piece.decode().split("\n"):
                    lines += 1
                    entry = line.split("\t")[0].strip()
                    if tiles in map(alphabet.kernel.to_tiles, (entry, entry.partition(" ")[0])):
                        yield EntryOrigin(entry, source.file, lines)
                lines -= 1  # a piece ends where a line does, after its newline
            break
