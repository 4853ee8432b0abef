"""Reading a recipe's inputs into the kernel's intake.

For each input, `decide_reading` first settles how it is read; then the reader of its format takes
over.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools._kernel import Shape
from wordtools.alphabet import Alphabet
from wordtools.compiler import fetch
from wordtools.compiler.admission import AdmissionRules, Look, RejectReason
from wordtools.compiler.recipe import RawFile, Recipe, RecipeInput
from wordtools.errors import RecipeError, SourceError, SpellingError
from wordtools.formats import text
from wordtools.lexicon.manifest import SourceFile

_REASON_NUMBERS = {reason: number for number, reason in enumerate(RejectReason, 1)}
"""The kernel's numbers of the reasons."""


class Reading(msgspec.Struct, frozen=True):
    """How one input is read. `notes` say what was detected, or is missing."""

    encoding: str
    official: bool
    capitals_matter: bool
    notes: list[str]


def create_intake(recipe: Recipe, report: Callable[[bytes], object]) -> _kernel.Intake:
    """The kernel's intake, which asks the recipe's `AdmissionRules` once for each distinct
    character and shape, and passes the rows of the reject report to `report`."""
    excluded = [word for path in recipe.exclude for word in _read_hand_kept(recipe, path) if word]
    rules = AdmissionRules(recipe.language, recipe.lengths, excluded)

    def number(verdict: RejectReason | None) -> int:
        return _kernel.ADMIT if verdict is None else _REASON_NUMBERS[verdict]

    def decide_by_shape(shape: int) -> int:
        verdict = rules.decide_by_shape(Shape(shape))
        return _kernel.LOOK if isinstance(verdict, Look) else number(verdict)

    return _kernel.Intake(
        rules.alphabet.kernel,
        classify_character=lambda point: rules.classify_character(chr(point)),
        decide_shape=decide_by_shape,
        decide_entry=lambda entry, shape: number(rules.decide_by_entry(entry, Shape(shape))),
        compose=rules.alphabet.compose,
        report=report,
        reasons=["", *(reason.code for reason in _REASON_NUMBERS)],
        watched=sorted(rules.watched),
    )


def count_rejected(intake: _kernel.Intake) -> dict[str, int]:
    """How many entries were rejected so far, by reason code."""
    counts = {reason.code: intake.rejected[number] for reason, number in _REASON_NUMBERS.items()}
    return {code: count for code, count in counts.items() if count}


def read_inputs(
    recipe: Recipe,
    paths: dict[RawFile, Path],
    intake: _kernel.Intake,
    say: Callable[[str], None] = lambda _: None,
) -> tuple[list[str], list[SourceFile]]:
    """Reads all inputs of a recipe, whose files are at `paths`, into the intake. Returns notes on
    what was detected or is missing, and the source files for the manifest. Raises
    `SourceError`, `RecipeError`."""
    notes, sources = [], []
    for item in recipe.inputs:
        say(f"reading {label_input(item)}")
        notes += _read_input(intake, recipe, item, [paths[file] for file in item.files])
        sources += [_describe_source(recipe, item, file, paths[file]) for file in item.files]
    for path, categories in recipe.include.items():
        intake.begin_source(
            path.name, _encode_categories(recipe, categories), *recipe.lengths, True, True
        )
        intake.read_lines("\n".join(_read_hand_kept(recipe, path)).encode(), False, "")
    intake.flush_report()
    return notes, sources


def decide_reading(recipe: Recipe, item: RecipeInput, path: Path) -> Reading:
    """How an input is read: as its recipe says, and where the recipe leaves it open, as the
    content of the list at `path` suggests. Raises `SourceError`."""
    alphabet, label, notes = recipe.language.alphabet, label_input(item), []
    encoding, all_capitals = item.encoding, False
    if item.format == "list":
        if encoding == "detect":
            encoding = text.detect_encoding(path, alphabet)
            if encoding != "utf-8":
                notes.append(f"{label} is read as {encoding}")
        if item.capitals == "detect" or item.official is None:
            all_capitals = text.is_all_capitals(path, encoding, alphabet)
    official = all_capitals if item.official is None else item.official
    if all_capitals:
        also = ", and the list is treated as a game's own" if official else ""
        notes.append(f"{label} is all in capitals, so they do not mark names{also}")
    if recipe.categories and not item.categories:
        notes.append(f"{label} has no category: its words are in no edition that requires one")
    match item.capitals:
        case "matter":
            capitals_matter = True
        case "ignore":
            capitals_matter = False
        case "detect":
            capitals_matter = not all_capitals
        case None:
            capitals_matter = not official
    return Reading(encoding, official, capitals_matter, notes)


def label_input(item: RecipeInput) -> str:
    """The file name by which reports and notes call an input."""
    file = item.dic or item.file
    assert file is not None  # check_recipe made sure
    return _make_printable(Path(file.member or file.path or file.system).name)


def _read_input(
    intake: _kernel.Intake, recipe: Recipe, item: RecipeInput, paths: list[Path]
) -> list[str]:
    """Reads one input into the intake; returns the notes."""
    reading = decide_reading(recipe, item, paths[0])
    intake.begin_source(
        label_input(item),
        _encode_categories(recipe, item.categories),
        *recipe.lengths,
        reading.official,
        reading.capitals_matter,
    )
    match item.format:
        case "hunspell":
            _read_hunspell(intake, item, *paths)
        case "json":
            _read_json(intake, recipe.language.alphabet, *paths)
        case "list":
            _read_list(intake, recipe.language.alphabet, item, reading.encoding, *paths)
    return reading.notes


def _read_hunspell(intake: _kernel.Intake, item: RecipeInput, aff: Path, dic: Path) -> None:
    from wordtools.formats import hunspell

    affixes = hunspell.read_affixes(_read_bytes(aff), str(aff))
    numbers = {reason.code: number for reason, number in _REASON_NUMBERS.items()}
    try:
        expander = affixes.create_expander(item.skip_flags.split())
    except ValueError as error:
        raise RecipeError(f"{dic.name}: skip_flags: {error}") from None
    try:
        intake.read_hunspell(
            expander,
            affixes.decode_dic(_read_bytes(dic), str(dic)),
            [(tag, numbers[code]) for tag, code in item.drop_tags.items()],
            _REASON_NUMBERS[RejectReason.FORBIDDEN],
        )
    except _kernel.DictionaryError as error:
        line, message = error.args
        raise SourceError(dic, line, message) from None


def _read_json(intake: _kernel.Intake, alphabet: Alphabet, path: Path) -> None:
    content = text.decode_text(_read_bytes(path), "utf-8", path)
    try:
        words = msgspec.json.decode(content, type=list[str])
    except msgspec.DecodeError as error:
        raise SourceError(path, None, f"not a JSON array of words: {error}") from None
    # A row of the report is one line: tabs and line ends inside a word become spaces.
    cleaned = ("".join(" " if c in "\t\n\r" else c for c in word) for word in words)
    intake.read_words([alphabet.compose(word) for word in cleaned])


def _read_list(
    intake: _kernel.Intake, alphabet: Alphabet, item: RecipeInput, encoding: str, path: Path
) -> None:
    for piece in text.read_pieces(path, encoding, alphabet):
        intake.read_lines(piece.encode(), item.definitions == "space", item.comments)


def _read_hand_kept(recipe: Recipe, path: Path) -> list[str]:
    """The lines of a hand-kept file without their `#` comments: a word each, or nothing. Raises
    `SourceError`."""
    alphabet = recipe.language.alphabet
    content = text.decode_text(_read_bytes(path), "utf-8", path)
    words = []
    for number, line in enumerate(content.splitlines(), 1):
        word = alphabet.compose(line.partition("#")[0].strip())
        if "[" in word:
            raise SourceError(path, number, "brackets are for looking words up, not for lists")
        try:
            alphabet.spell(word)
        except SpellingError as error:
            raise SourceError(path, number, f"{error}") from None
        words.append(word)
    return words


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None


def _encode_categories(recipe: Recipe, names: list[str]) -> int:
    """Categories as the kernel's bits, in the recipe's order."""
    return sum(1 << place for place, name in enumerate(recipe.categories) if name in names)


def _describe_source(recipe: Recipe, item: RecipeInput, file: RawFile, path: Path) -> SourceFile:
    package = recipe.packages.get(file.package)
    return SourceFile(
        file=file.member or _make_printable(path.name),
        sha256=file.sha256 or fetch.hash_file(path),
        categories=item.categories,
        licence=item.licence,
        package=f"{package.manager}:{file.package}" if package else "",
        version=package.version if package else "",
    )


def _make_printable(name: str) -> str:
    """A file's name as a report can hold it: in one field, in UTF-8."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else "?" for c in shown)
