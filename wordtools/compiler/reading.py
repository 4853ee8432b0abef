"""Reads a recipe's inputs into the kernel's intake. Each kind of input has its own reader: lists,
dictionaries, and files that contain more than words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.compiler.admission import REASON_NUMBERS, RejectReason
from wordtools.compiler.classes import InputRead
from wordtools.compiler.decided import DecidedWords
from wordtools.compiler.definitions import GatheredDefinitions
from wordtools.compiler.fetch import FetchedFile
from wordtools.compiler.nouns import SortedEntries, read_kinds, sort_capitals
from wordtools.compiler.recipe import RawFile, Recipe, RecipeInput
from wordtools.compiler.sources import label_file, label_input, open_words
from wordtools.formats import text
from wordtools.formats.lists import split_lines
from wordtools.formats.words_file import WordLines, WordsFile
from wordtools.wording import join_list

_TOO_LONG = REASON_NUMBERS[RejectReason.TOO_LONG]


class ListedFile(Struct, frozen=True):
    """A file of an input, with the encoding of a list."""

    name: str
    file: FetchedFile
    encoding: str


class Reading(Struct, frozen=True):
    """The settings for reading one input. `notes` report detected and missing settings."""

    item: RecipeInput
    files: list[ListedFile]
    official: bool
    capitals_matter: bool
    notes: list[str]


@dataclass(frozen=True)
class RecipeReader:
    """Reads the inputs of a recipe into an intake; `files` holds their raw data. `gathered`
    receives the definitions. `with_skipped`: also apply the affix rules that the recipe skips.
    `traced`: the only word of interest; entries of dictionaries that cannot make it are ignored."""

    recipe: Recipe
    files: dict[RawFile, list[FetchedFile]]
    intake: _kernel.Intake
    gathered: GatheredDefinitions
    progress: Callable[[str], None] = lambda _: None
    with_skipped: bool = False
    traced: str = ""

    def read_inputs(self, decided: DecidedWords) -> list[InputRead]:
        """Reads all inputs, and then the words that decisions add. Witnesses come first, so that
        the words they attest can be counted. Returns a result for each file. Raises `SourceError`
        or `RecipeError`."""
        done: list[InputRead] = []
        for item in sorted(self.recipe.inputs, key=lambda item: not item.witness):
            if not item.defines:
                self.progress(f"reading {label_input(item)}")
                decided.begin_source(item)
                done += self._read_input(item)
        decided.begin_source(None)
        self._read_decided(decided)
        self.intake.flush_report()
        return done

    def _read_input(self, item: RecipeInput) -> list[InputRead]:
        files = [file for raw in item.files for file in self.files[raw]]
        table = item.nouns
        kinds = read_kinds(table, files.pop(0).path, self._alphabet) if table else {}
        if item.format == "hunspell":
            affixes = files.pop(0)
            reading = decide_reading(self.recipe, item, files)
            read = self._read_dictionaries(reading, affixes, kinds)
        else:
            reading = decide_reading(self.recipe, item, files)
            is_plain = item.format == "list" and not self.recipe.is_import
            read = self._read_lists(reading, kinds) if is_plain else self._read_words_files(reading)
        rejected_before, longest = self.intake.rejected[_TOO_LONG], 0
        done: list[InputRead] = []
        for result in read:
            done.append(result)
            longest = max(longest, self.intake.longest)
        done[0].notes[:0] = reading.notes
        maximum = self.recipe.lengths[1]
        if (
            reading.official
            and not item.witness
            and longest > maximum
            and not self.recipe.chooses_lengths
        ):
            longer = self.intake.rejected[_TOO_LONG] - rejected_before
            lengths = f"{self.recipe.lengths[0]}..{longest}"
            done[-1].notes.append(
                f"{label_input(item)}: {longer:,} longer than {maximum} tiles; to admit them, use "
                f'--lengths {lengths} (lengths = "{lengths}" in a recipe)'
            )
        return done

    def _read_lists(self, reading: Reading, kinds: dict[bytes, bool]) -> Iterator[InputRead]:
        """Reads plain lists. `kinds`: the words of a table of nouns."""
        comments, space_ends_word = reading.item.comments, reading.item.definitions == "space"
        has_nouns = reading.item.capitals == "nouns"
        for listed in reading.files:
            self._begin_source(reading, listed)
            pieces = text.read_pieces(listed.file.path, listed.encoding, self._alphabet)
            capitals = SortedEntries(b"", "")
            for piece in [b"".join(pieces)] if has_nouns else pieces:  # nouns need all entries
                lines = split_lines(piece, space_ends_word, comments)
                if has_nouns:
                    entries = [entry.strip() for entry in lines.words.decode().split("\n")]
                    capitals = sort_capitals(entries, kinds, listed.name, self._alphabet)
                    lines = lines._replace(words=capitals.lower_nouns(entries))
                self.intake.read_lines(piece, space_ends_word, comments, (), capitals.fates)
                self._gather(reading, lines)
            yield self._end_source(listed, [capitals.note] if capitals.note else None)

    def _read_words_files(self, reading: Reading) -> Iterator[InputRead]:
        for listed in reading.files:
            file = open_words(reading.item, listed.file.path, self._alphabet, listed.encoding)
            self._begin_source(reading, listed, brackets=file.brackets)
            lines = []
            for piece in self._read_words(reading.item, file):
                self._gather(reading, piece)
                if self.recipe.is_import:
                    lines.append(piece.words)
            read = self._end_source(listed, _note_losses(self.recipe, reading.item, file))
            yield replace(read, lines=lines)

    def _read_dictionaries(
        self, reading: Reading, affixes: FetchedFile, kinds: dict[bytes, bool]
    ) -> Iterator[InputRead]:
        """Reads .dic files that share an .aff. `kinds`: the words of a table of nouns."""
        from wordtools.compiler.dictionaries import DictionaryReader

        dictionary = DictionaryReader(
            self.recipe,
            reading.item,
            affixes.path,
            kinds,
            self.with_skipped,
            self.traced,
        )
        every = dictionary.read_entries([listed.file.path for listed in reading.files])
        for listed, entries in zip(reading.files, every, strict=True):
            self._begin_source(reading, listed)
            expanded = dictionary.expand(self.intake, entries, listed.name, self.progress)
            yield replace(
                self._end_source(listed, expanded.notes),
                rules=dictionary.rules,
                classes=expanded.classes,
                too_long=expanded.too_long,
            )

    def _read_words(self, item: RecipeInput, file: WordsFile) -> Iterator[WordLines]:
        """Reads a file, of whose categories only those that the recipe declares are kept; yields
        its lines."""
        bits, encode = self.recipe.bits, self.recipe.encode_categories
        masks: list[int] = []
        for piece in file.read_lines():
            for names in file.sets[len(masks) :]:
                masks.append(encode({*item.categories, *names} & bits.keys(), not item.witness))
            self.intake.read_lines(piece.words, False, "", list(map(masks.__getitem__, piece.sets)))
            yield piece

    def _read_decided(self, decided: DecidedWords) -> None:
        """Reads the words that decisions add, with their line numbers in the decisions files."""
        encode = self.recipe.encode_categories
        shortest, longest = self.recipe.lengths
        for path in dict.fromkeys(recorded.path for recorded in decided.included):
            self.intake.begin_source(
                path.name,
                categories=encode(()),
                shortest=shortest,
                longest=longest,
                official=True,
                capitals_matter=False,
            )
            lines = {r.line: r.decision for r in decided.included if r.path == path}
            every = [lines.get(number) for number in range(1, max(lines) + 1)]
            words = "\n".join(decision.word if decision else "" for decision in every)
            masks = [encode(decision.categories if decision else ()) for decision in every]
            self.intake.read_lines(words.encode(), False, "", masks)

    def _gather(self, reading: Reading, lines: WordLines) -> None:
        if not reading.item.witness:
            self.gathered.add(lines, reading.capitals_matter)

    def _begin_source(self, reading: Reading, listed: ListedFile, brackets: bool = False) -> None:
        item, (shortest, longest) = reading.item, self.recipe.lengths
        self.intake.begin_source(
            listed.name,
            categories=self.recipe.encode_categories(item.categories, adds=not item.witness),
            shortest=shortest,
            longest=longest,
            official=reading.official,
            capitals_matter=reading.capitals_matter,
            witness=self.recipe.witnesses.index(item) if item.witness else -1,
            brackets=brackets,
            ignored=item.ignored,
        )

    def _end_source(self, listed: ListedFile, notes: list[str] | None = None) -> InputRead:
        """Returns the intake's counts for a file."""
        notes = notes or []
        line = self.intake.first_out_of_order
        if self.recipe.is_import and line:
            notes.append(
                f"{listed.name}: the words are not in the alphabet's order (first at line "
                f"{line:,}); the lexicon sorts them"
            )
        words, attested = self.intake.source_counts
        return InputRead(listed.name, notes, words, attested[: len(self.recipe.witnesses)])

    @property
    def _alphabet(self) -> Alphabet:
        return self.recipe.language.alphabet


def decide_reading(recipe: Recipe, item: RecipeInput, files: list[FetchedFile]) -> Reading:
    """Returns the settings for reading an input. Settings that the recipe does not state are
    detected from the lists in `files`. Raises `SourceError`.
    """
    alphabet, label, notes = recipe.language.alphabet, label_input(item), []
    is_list = item.format == "list"
    detects = is_list and item.encoding == "detect"
    listed = [
        ListedFile(
            label_file(file.name),
            file,
            text.detect_encoding(file.path, alphabet) if detects else item.encoding,
        )
        for file in files
    ]
    if detects and (legacy := sorted({item.encoding for item in listed} - {"utf-8"})):
        notes.append(f"{label} was read as {join_list(legacy)}")
    all_capitals = (
        is_list
        and (item.capitals == "detect" or item.official is None)
        and all(text.is_all_capitals(e.file.path, e.encoding, alphabet) for e in listed)
    )
    official = all_capitals if item.official is None else item.official
    if all_capitals:
        also = ", and the list is treated as a game's official list" if official else ""
        notes.append(f"{label} is all in capitals, so capitals do not mark names{also}")
    untagged = not (item.categories or item.dics or item.witness)
    if recipe.categories and untagged and item.format in ("hunspell", "list", "json"):
        notes.append(f"{label} has no category: its words are in no edition that requires one")
    ignores_capitals = {"ignore": True, "detect": all_capitals, None: official}
    return Reading(item, listed, official, not ignores_capitals.get(item.capitals, False), notes)


def _note_losses(recipe: Recipe, item: RecipeInput, file: WordsFile) -> list[str]:
    """Yields notes on the parts of a file that the lexicon will lack."""
    notes, label = list(file.notes), label_input(item)
    if file.licence and not item.licence:
        notes.append(f"{label} states a licence; copy it into the recipe as licence")
    if unknown := {n for names in file.sets for n in names} - recipe.bits.keys():
        names = join_list(sorted(unknown)[:5]) + (" and others" if len(unknown) > 5 else "")
        notes.append(f"{label} also has the categories {names}, which the recipe does not declare")
    return notes
