"""Reading a recipe's inputs into the kernel's intake.

For each input, `decide_reading` first settles how it is read; then the reader of its format takes
over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from wordtools import _kernel
from wordtools._kernel import Shape
from wordtools.alphabet import Alphabet
from wordtools.compiler.admission import REASON_NUMBERS, AdmissionRules, Look, RejectReason
from wordtools.compiler.classes import InputRead, RuleClass
from wordtools.compiler.decided import DecidedWords
from wordtools.compiler.definitions import GatheredDefinitions
from wordtools.compiler.fetch import FetchedFile
from wordtools.compiler.recipe import RawFile, Recipe, RecipeInput
from wordtools.compiler.report import REPEATED
from wordtools.formats import text
from wordtools.formats.lists import read_list, split_lines
from wordtools.lexicon.manifest import SourceFile
from wordtools.wording import join_list

if TYPE_CHECKING:
    from wordtools.formats.words_file import WordLines, WordsFile


class Reading(msgspec.Struct, frozen=True):
    """How one input is read. `encodings`: that of each of its files. `notes` say what was
    detected, or is missing."""

    encodings: list[str]
    official: bool
    capitals_matter: bool
    notes: list[str]


def create_intake(
    recipe: Recipe, decided: DecidedWords, report: Callable[[bytes], object]
) -> _kernel.Intake:
    """The kernel's intake, which asks the recipe's `AdmissionRules` once for each distinct
    character and shape, and passes the rows of the reject report to `report`."""
    rules = AdmissionRules(
        recipe.language,
        recipe.lengths,
        excluded=[word.tiles for word in decided.excluded],
        kept=[word.tiles for word in decided.included],
    )

    def number(verdict: RejectReason | None) -> int:
        return _kernel.ADMIT if verdict is None else REASON_NUMBERS[verdict]

    def decide_by_shape(shape: int) -> int:
        verdict = rules.decide_by_shape(Shape(shape))
        return _kernel.LOOK if isinstance(verdict, Look) else number(verdict)

    def decide_by_entry(entry: str, shape: int) -> int:
        verdict = rules.decide_by_entry(entry, Shape(shape))
        if shape & Shape.WATCHED and verdict in (None, RejectReason.EXCLUDED):
            tiles = rules.alphabet.spell(entry)
            spared = tiles in rules.kept and rules.guess_by_entry(entry, Shape(shape)) is not None
            decided.note(tiles, spared)
        return number(verdict)

    return _kernel.Intake(
        rules.alphabet.kernel,
        classify_character=lambda point: rules.classify_character(chr(point)),
        decide_shape=decide_by_shape,
        decide_entry=decide_by_entry,
        compose=rules.alphabet.compose,
        report=report,
        reasons=["", *(reason.code for reason in REASON_NUMBERS)],
        watched=sorted(rules.watched | decided.watched),
        kept=sorted(rules.kept),
    )


def count_rejected(intake: _kernel.Intake) -> dict[str, int]:
    """How many entries were rejected so far, by reason code."""
    counts = {reason.code: intake.rejected[number] for reason, number in REASON_NUMBERS.items()}
    return {code: count for code, count in counts.items() if count}


def read_inputs(
    recipe: Recipe,
    decided: DecidedWords,
    found: dict[RawFile, list[FetchedFile]],
    intake: _kernel.Intake,
    gathered: GatheredDefinitions,
    say: Callable[[str], None] = lambda _: None,
    with_skipped: bool = False,
    traced: str = "",
) -> list[InputRead]:
    """Reads all inputs of a recipe, whose files are `found`, into the intake: witnesses first, so
    that what they attest can be counted. `with_skipped`: the affix rules that the recipe leaves out
    are applied, too. `traced`: the only word that matters; of dictionaries, what cannot make it is
    passed over. `gathered` gets the definitions. Returns what was read of each. Raises
    `SourceError`, `RecipeError`."""
    done = []
    for item in sorted(recipe.inputs, key=lambda item: not item.witness):
        if item.defines:
            continue
        say(f"reading {label_input(item)}")
        decided.begin_source(item)
        files = [each for file in item.files for each in found[file]]
        definitions = GatheredDefinitions() if item.witness else gathered
        done += _read_input(intake, recipe, item, files, with_skipped, traced, definitions, say)
    decided.begin_source(None)
    for path in dict.fromkeys(each.path for each in decided.included):
        intake.begin_source(path.name, recipe.encode_categories(()), *recipe.lengths, True, False)
        lines = {each.line: each.decision for each in decided.included if each.path == path}
        every = [lines.get(number) for number in range(1, max(lines) + 1)]
        words = "\n".join(each.word if each else "" for each in every)
        masks = [recipe.encode_categories(each.categories if each else ()) for each in every]
        intake.read_lines(words.encode(), False, "", masks)
    intake.flush_report()
    return done


def describe_sources(recipe: Recipe, found: dict[RawFile, list[FetchedFile]]) -> list[SourceFile]:
    """The files of all inputs, as a manifest states them."""
    return [
        _describe_source(recipe, item, file, each)
        for item in recipe.inputs
        for file in item.files
        for each in found[file]
    ]


def decide_reading(recipe: Recipe, item: RecipeInput, paths: list[Path]) -> Reading:
    """How an input is read: as its recipe says, and where the recipe leaves it open, as the
    content of the lists at `paths` suggests. Raises `SourceError`."""
    alphabet, label, notes = recipe.language.alphabet, label_input(item), []
    encodings, all_capitals = [item.encoding] * len(paths), False
    if item.format == "list":
        if item.encoding == "detect":
            encodings = [text.detect_encoding(path, alphabet) for path in paths]
            if legacy := sorted(set(encodings) - {"utf-8"}):
                notes.append(f"{label} is read as {join_list(legacy)}")
        if item.capitals == "detect" or item.official is None:
            all_capitals = all(
                text.is_all_capitals(path, encoding, alphabet)
                for path, encoding in zip(paths, encodings, strict=True)
            )
    official = all_capitals if item.official is None else item.official
    if all_capitals:
        also = ", and the list is treated as a game's own" if official else ""
        notes.append(f"{label} is all in capitals, so they do not mark names{also}")
    untagged = not (item.categories or item.dics or item.witness)
    if recipe.categories and untagged and item.format in ("hunspell", "list", "json"):
        notes.append(f"{label} has no category: its words are in no edition that requires one")
    match item.capitals:
        case "matter" | "nouns":
            capitals_matter = True
        case "ignore":
            capitals_matter = False
        case "detect":
            capitals_matter = not all_capitals
        case None:
            capitals_matter = not official
    return Reading(encodings, official, capitals_matter, notes)


def label_input(item: RecipeInput) -> str:
    """The file name by which reports and notes call an input."""
    file = item.dic or item.file or next(iter(item.dics.values()))
    return _make_printable(Path(file.member or file.path or file.system).name)


def _read_input(
    intake: _kernel.Intake,
    recipe: Recipe,
    item: RecipeInput,
    files: list[FetchedFile],
    with_skipped: bool,
    traced: str,
    gathered: GatheredDefinitions,
    say: Callable[[str], None],
) -> list[InputRead]:
    """What was read of each file that has words."""
    dictionary = None
    if item.format == "hunspell":
        from wordtools.compiler.dictionaries import DictionaryReader

        table = files.pop(0).path if item.nouns else None
        affixes, *files = files
        dictionary = DictionaryReader(recipe, item, affixes.path, table, with_skipped, traced)
    reading = decide_reading(recipe, item, [file.path for file in files])
    witness = recipe.witnesses.index(item) if item.witness else -1
    entries = dictionary.read_entries([file.path for file in files]) if dictionary else None
    before, longest = count_rejected(intake).get(RejectReason.TOO_LONG.code, 0), 0
    done = []
    for file, encoding in zip(files, reading.encodings, strict=True):
        label = _make_printable(Path(file.name).name)
        opened = _open_words(recipe, item, file.path)
        intake.begin_source(
            label,
            recipe.encode_categories(item.categories, adds=not item.witness),
            *recipe.lengths,
            reading.official,
            reading.capitals_matter,
            witness,
            opened is not None and opened.brackets,
            item.ignored,
        )
        classes: list[RuleClass] = []
        too_long = 0
        lines: list[bytes] = []
        if dictionary and entries:
            expanded = dictionary.expand(intake, next(entries), label, say)
            classes, too_long = expanded.classes, expanded.too_long
            reading.notes.extend(expanded.notes)
        elif opened:
            for piece in _read_words(intake, recipe, item, opened):
                gathered.add(piece, reading.capitals_matter)
                if recipe.is_import:
                    lines.append(piece.words)
            reading.notes.extend(_list_losses(recipe, item, opened))
        else:
            for piece in _read_list(intake, recipe.language.alphabet, item, encoding, file.path):
                gathered.add(piece, reading.capitals_matter)
        longest = max(longest, intake.longest)
        if recipe.is_import and intake.first_out_of_order:
            line = intake.first_out_of_order
            reading.notes.append(
                f"{label}: the words are not in alphabet order (the first at line {line:,}); a "
                "lexicon has no other order"
            )
        words, attested = intake.source_counts
        rules = dictionary.rules if dictionary else []
        seen = attested[: len(recipe.witnesses)]
        done.append(InputRead(label, reading.notes, words, seen, rules, classes, lines, too_long))
    longer = count_rejected(intake).get(RejectReason.TOO_LONG.code, 0) - before
    adds = reading.official and not item.witness
    if adds and longest > recipe.lengths[1] and not recipe.chooses_lengths:
        lengths = f"{recipe.lengths[0]}..{longest}"
        reading.notes.append(
            f"{label_input(item)}: {longer:,} longer than {recipe.lengths[1]} tiles; to admit "
            f'them, use --lengths {lengths} (lengths = "{lengths}" in a recipe)'
        )
    return done


def _open_words(recipe: Recipe, item: RecipeInput, path: Path) -> WordsFile | None:
    """A file of which more is kept, or told, than the kernel reads by itself; None for a recipe's
    lists and dictionaries. Raises `SourceError`."""
    alphabet = recipe.language.alphabet
    if item.format == "list" and not recipe.is_import:
        return None
    if item.format == "list":
        return read_list(path, alphabet, item.encoding, item.definitions, item.comments)
    from wordtools.interchange.table import find_format  # which imports a module for each format

    read = find_format(item.format).read
    return read(path, alphabet, item.encoding) if read else None


def _read_words(
    intake: _kernel.Intake, recipe: Recipe, item: RecipeInput, opened: WordsFile
) -> Iterator[WordLines]:
    """Reads a file with the categories that the recipe declares, and yields its lines."""
    masks: list[int] = []
    for piece in opened.read_lines():
        for names in opened.sets[len(masks) :]:
            known = (name for name in names if name in recipe.bits)
            masks.append(recipe.encode_categories({*item.categories, *known}, not item.witness))
        intake.read_lines(piece.words, False, "", list(map(masks.__getitem__, piece.sets)))
        yield piece


def _list_losses(recipe: Recipe, item: RecipeInput, opened: WordsFile) -> list[str]:
    """Notes on what is not kept of a file that was read."""
    notes = list(opened.notes)
    if opened.licence and not item.licence:
        notes.append(f"{label_input(item)} has a licence; state it as licence in the recipe")
    if unknown := {n for names in opened.sets for n in names} - recipe.bits.keys():
        listed = join_list(sorted(unknown)[:5]) + (" and others" if len(unknown) > 5 else "")
        label = label_input(item)
        notes.append(f"{label} also has the categories {listed}, which the recipe does not declare")
    return notes


def report_repeats(read: InputRead, report: Callable[[bytes], object]) -> None:
    """Passes to `report` a row for each line of an imported file that repeats a word."""
    seen: set[bytes] = set()
    before = 0
    for piece in read.lines:
        words = piece.removesuffix(b"\n").split(b"\n")
        distinct = {*words} - {b""}
        if not seen.isdisjoint(distinct) or len(distinct) < len(words) - words.count(b""):
            for line, word in enumerate(words, before + 1):
                entry = word.partition(b"\t")[0].strip().decode()  # as the kernel reads it
                if word in seen and entry:
                    report(f"{REPEATED}\t{entry}\t{read.label}\t{line}\t\n".encode())
                seen.add(word)
        seen |= distinct
        before += len(words)


def _read_list(
    intake: _kernel.Intake, alphabet: Alphabet, item: RecipeInput, encoding: str, path: Path
) -> Iterator[WordLines]:
    """Reads a list, and yields its lines."""
    space_ends_word = item.definitions == "space"
    for piece in text.read_pieces(path, encoding, alphabet):
        intake.read_lines(piece, space_ends_word, item.comments)
        yield split_lines(piece, space_ends_word, item.comments)


def _describe_source(
    recipe: Recipe, item: RecipeInput, raw: RawFile, file: FetchedFile
) -> SourceFile:
    package = recipe.packages.get(raw.package)
    return SourceFile(
        file=_make_printable(file.name),
        sha256=file.sha256,
        categories=item.categories,
        licence=item.nouns.licence if item.nouns and item.nouns.file == raw else item.licence,
        package=f"{package.manager}:{raw.package}" if package else "",
        version=package.version if package else "",
    )


def _make_printable(name: str) -> str:
    """A file's name as a report can hold it: in one field, in UTF-8."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else "?" for c in shown)
