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
from wordtools.compiler.affix_choices import ChosenRule, choose_rules
from wordtools.compiler.recipe import MOST_CATEGORIES, RawFile, Recipe, RecipeInput
from wordtools.errors import RecipeError, SourceError, SpellingError
from wordtools.formats import hunspell, text
from wordtools.lexicon.manifest import SourceFile

ADDED = 1 << MOST_CATEGORIES
"""The bit of a word's categories that says that an input added it, not only a witness."""

_REASON_NUMBERS = {reason: number for number, reason in enumerate(RejectReason, 1)}
"""The kernel's numbers of the reasons."""


class Reading(msgspec.Struct, frozen=True):
    """How one input is read. `notes` say what was detected, or is missing."""

    encoding: str
    official: bool
    capitals_matter: bool
    notes: list[str]


class RuleClass(msgspec.Struct, frozen=True):
    """The forms of a dictionary that one affix rule has a part in (None: stems alone): how many,
    how many with no other rule, and how many each witness attests."""

    chosen: ChosenRule | None
    forms: int
    alone: int
    attested: list[int]


class InputRead(msgspec.Struct, frozen=True):
    """What was read of one input. `words` were admitted, `attested` of them by each witness."""

    label: str
    notes: list[str]
    words: int
    attested: list[int]
    rules: list[ChosenRule] = []
    classes: list[RuleClass] = []


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
    with_skipped: bool = False,
) -> list[InputRead]:
    """Reads all inputs of a recipe, whose files are at `paths`, into the intake: witnesses first,
    so that what they attest can be counted. `with_skipped`: the affix rules that the recipe leaves
    out are applied, too. Returns what was read of each. Raises `SourceError`, `RecipeError`."""
    done = []
    for item in sorted(recipe.inputs, key=lambda item: not item.witness):
        say(f"reading {label_input(item)}")
        files = [paths[file] for file in item.files]
        done.append(_read_input(intake, recipe, item, files, with_skipped))
    for path, categories in recipe.include.items():
        intake.begin_source(
            path.name, _encode_added(recipe, categories), *recipe.lengths, True, True
        )
        intake.read_lines("\n".join(_read_hand_kept(recipe, path)).encode(), False, "")
    intake.flush_report()
    return done


def describe_sources(recipe: Recipe, paths: dict[RawFile, Path]) -> list[SourceFile]:
    """The files of all inputs, as a manifest states them."""
    return [
        _describe_source(recipe, item, file, paths[file])
        for item in recipe.inputs
        for file in item.files
    ]


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
    if recipe.categories and not item.categories and not item.witness:
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
    intake: _kernel.Intake,
    recipe: Recipe,
    item: RecipeInput,
    paths: list[Path],
    with_skipped: bool,
) -> InputRead:
    reading = decide_reading(recipe, item, paths[0])
    intake.begin_source(
        label_input(item),
        (encode_categories if item.witness else _encode_added)(recipe, item.categories),
        *recipe.lengths,
        reading.official,
        reading.capitals_matter,
        recipe.witnesses.index(item) if item.witness else -1,
    )
    rules: list[ChosenRule] = []
    classes: list[RuleClass] = []
    match item.format:
        case "hunspell":
            rules, classes = _read_hunspell(intake, recipe, item, paths, with_skipped)
        case "json":
            _read_json(intake, recipe.language.alphabet, *paths)
        case "list":
            _read_list(intake, recipe.language.alphabet, item, reading.encoding, *paths)
    words, attested = intake.source_counts
    return InputRead(
        label_input(item), reading.notes, words, attested[: len(recipe.witnesses)], rules, classes
    )


def _read_hunspell(
    intake: _kernel.Intake,
    recipe: Recipe,
    item: RecipeInput,
    paths: list[Path],
    with_skipped: bool,
) -> tuple[list[ChosenRule], list[RuleClass]]:
    """Reads a dictionary; returns the rules that were applied, and the forms of each."""
    aff, dic = paths
    affixes = hunspell.read_affixes(_read_bytes(aff), str(aff))
    numbers = {reason.code: number for reason, number in _REASON_NUMBERS.items()}
    try:
        chosen = choose_rules(affixes.rules, item.affix_choices, affixes.flag_format)
    except RecipeError as error:
        raise RecipeError(f"{label_input(item)}: {error}") from None
    rules = [each for each in chosen if with_skipped or not each.skipped]
    masks = {
        tags: _encode_added(recipe, list(tags)) if tags else 0
        for tags in {tuple(each.tags) for each in rules}
    }
    try:
        counts = intake.read_hunspell(
            affixes.create_expander((each.rule, masks[tuple(each.tags)]) for each in rules),
            affixes.decode_dic(_read_bytes(dic), str(dic)),
            [(tag, numbers[code]) for tag, code in item.drop_tags.items()],
            _REASON_NUMBERS[RejectReason.FORBIDDEN],
        )
    except _kernel.DictionaryError as error:
        line, message = error.args
        raise SourceError(dic, line, message) from None
    witnesses = len(recipe.witnesses)
    return rules, [
        RuleClass(
            rules[number] if number < len(rules) else None, forms, alone, attested[:witnesses]
        )
        for number, forms, alone, attested in counts
    ]


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


def encode_categories(recipe: Recipe, names: list[str]) -> int:
    """Categories and marks as the kernel's bits."""
    return sum(bit for name, bit in recipe.bits.items() if name in names)


def _encode_added(recipe: Recipe, names: list[str]) -> int:
    """The same for words that are added to the lexicon."""
    return encode_categories(recipe, names) | (ADDED if recipe.settles else 0)


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
