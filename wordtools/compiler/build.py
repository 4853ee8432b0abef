"""From a recipe to a lexicon: fetch → read → tag → normalise → admit or reject → compile.

Every raw entry is counted once: it becomes a word, repeats one, or is written to the reject report.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from wordtools import _kernel
from wordtools.compiler import fetch
from wordtools.compiler.admission import Look, RejectReason, Rules
from wordtools.compiler.recipe import File, Input, Recipe
from wordtools.errors import (
    LexiconError,
    RecipeError,
    SourceError,
    SpellingError,
    WordtoolsError,
)
from wordtools.files import write_files
from wordtools.formats import text
from wordtools.lexicon import file as lexicon_file
from wordtools.lexicon.compile import encode_columns
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.manifest import FORMAT, Category, Edition, Manifest, Source
from wordtools.version import __version__

REPORT_SUFFIX = ".rejected.tsv.gz"
REPORT_HEADER = "reason\tentry\tsource\tline\tfrom\n"

REASONS = list(RejectReason)
"""A reason's number in the kernel is its place here, from 1."""


class BuildReport(msgspec.Struct, frozen=True):
    """What a build did: entries read, words accepted, repeats, and rejects by reason code."""

    name: str
    path: str
    report: str
    read: int
    accepted: int
    duplicates: int
    rejected: dict[str, int]
    categories: dict[str, int]
    editions: dict[str, int]
    notes: list[str]
    bytes: int
    seconds: float


def build_lexicon(
    recipe: Recipe, folder: Path, say: Callable[[str], None] = lambda _: None
) -> BuildReport:
    """Compiles a recipe into `folder/NAME.lexicon` and `folder/NAME.rejected.tsv.gz`.

    Both files appear whole or not at all. `say` is told each step. Raises a `WordtoolsError`.
    """
    paths = fetch.fetch_sources(recipe, say)
    began = time.perf_counter()
    try:
        with RejectReport() as rejects:
            intake = create_intake(recipe, rejects.write)
            notes, sources = read_inputs(recipe, paths, intake, say)
        say("compiling")
        manifest, columns, sets, duplicates = _compile(intake, recipe, sources)
    except _kernel.TooManyError as error:
        raise WordtoolsError(f"{recipe.name}: {error}; divide the list") from None
    rejected = {r.code: n for r, n in zip(REASONS, intake.rejected[1:], strict=True) if n}
    accounted = manifest.words + duplicates + sum(rejected.values())
    if accounted != intake.entries_read:
        raise WordtoolsError(
            f"{recipe.name}: {intake.entries_read:,} entries were read but {accounted:,} accounted for; "
            "this is a fault of wordtools, nothing was written"
        )
    if not manifest.words:
        raise WordtoolsError(
            f"{recipe.name}: no word was accepted of {intake.entries_read:,} entries; nothing was written."
            + "".join(
                f" {note.capitalize()}" for note in _suggest_options(rejected, intake.entries_read)
            )
        )
    notes += _suggest_options(rejected, intake.entries_read)
    say("writing")
    data = lexicon_file.pack(manifest, columns, sets.encode_numbers())
    path, report = folder / f"{recipe.name}{SUFFIX}", folder / f"{recipe.name}{REPORT_SUFFIX}"
    write_files({report: rejects.data, path: data})
    return BuildReport(
        name=recipe.name,
        path=str(path),
        report=str(report),
        read=intake.entries_read,
        accepted=manifest.words,
        duplicates=duplicates,
        rejected=rejected,
        categories={name: c.words for name, c in manifest.categories.items()},
        editions={name: e.words for name, e in manifest.editions.items()},
        notes=notes,
        bytes=len(data),
        seconds=round(time.perf_counter() - began, 2),
    )


def _suggest_options(rejected: dict[str, int], read: int) -> Iterator[str]:
    """What may be meant when most entries are rejected for one reason."""
    capitals = "if capitals mean nothing in this list, say --official (official = true in a recipe)"
    mends = {
        RejectReason.ACRONYM: capitals,
        RejectReason.PROPER_NOUN: capitals,
        RejectReason.SPACE: "if definitions follow the words, say --definitions space "
        '(definitions = "space" in a recipe)',
    }
    for reason, count in ((r, rejected.get(r.code, 0)) for r in RejectReason):
        if count * 2 > read:
            mend = f"; {mends[reason]}" if reason in mends else ""
            yield f"most entries were rejected as {reason.code}{mend}"


def refuse_foreign(recipe: Recipe, folder: Path) -> None:
    """Raises `WordtoolsError` when the recipe's lexicon would replace one of other sources: a list
    called pt.txt must not take the place of a pt that a recipe made."""
    path = folder / f"{recipe.name}{SUFFIX}"
    if not path.exists():
        return
    with suppress(LexiconError):
        there = {source.file for source in lexicon_file.read_manifest(path).sources}
        if there != {_input_label(item) for item in recipe.inputs}:
            raise WordtoolsError(
                f"{path} was made of {', '.join(sorted(there))}; choose another --name, "
                "or delete it first"
            )


class RejectReport:
    """The reject report, packed while entries are still read: `with` it, then take `data`."""

    def __init__(self) -> None:
        self._packer = ThreadPoolExecutor(1)
        self._pending: list[Future[Any]] = []
        self.data = b""

    def __enter__(self) -> RejectReport:
        import io

        self._buffer = io.BytesIO()
        self._gzip = gzip.GzipFile("", "wb", compresslevel=4, fileobj=self._buffer, mtime=0)
        self.write(REPORT_HEADER.encode())
        return self

    def write(self, rows: bytes) -> None:
        """Takes whole rows, in order."""
        self._pending.append(self._packer.submit(self._gzip.write, rows))

    def __exit__(self, *_: object) -> None:
        self._packer.submit(self._gzip.close)
        self._packer.shutdown()
        for done in self._pending:
            done.result()
        self.data = self._buffer.getvalue()


def create_intake(recipe: Recipe, report: Callable[[bytes], object]) -> _kernel.Intake:
    """The kernel's intake, which asks the recipe's `Rules` once for each distinct character and
    shape, and gives `report` the rows of the reject report."""
    excluded = [word for path in recipe.exclude for word in _read_hand_kept(recipe, path) if word]
    rules = Rules(recipe.language, recipe.lengths, excluded)

    def number(verdict: RejectReason | None) -> int:
        return _kernel.ADMIT if verdict is None else REASONS.index(verdict) + 1

    def decide_shape(shape: int) -> int:
        verdict = rules.shape_verdict(_kernel.Shape(shape))
        return _kernel.LOOK if isinstance(verdict, Look) else number(verdict)

    return _kernel.Intake(
        rules.alphabet.kernel,
        classify_character=lambda point: rules.character(chr(point)),
        decide_shape=decide_shape,
        decide_entry=lambda entry, shape: number(rules.look(entry, _kernel.Shape(shape))),
        compose=rules.alphabet.compose,
        report=report,
        reasons=["", *(reason.code for reason in REASONS)],
        watched=sorted(rules.watched),
    )


def read_inputs(
    recipe: Recipe,
    paths: dict[File, Path],
    intake: _kernel.Intake,
    say: Callable[[str], None] = lambda _: None,
) -> tuple[list[str], list[Source]]:
    """Feeds all inputs of a recipe, whose files are at `paths`, to the intake; returns notes on
    what the readers decided by themselves, and the sources."""
    notes, sources = [], []
    for item in recipe.inputs:
        say(f"reading {_input_label(item)}")
        notes += _read_input(intake, recipe, item, [paths[file] for file in item.files])
        sources += [_describe_source(recipe, item, file, paths[file]) for file in item.files]
    for path, categories in recipe.include.items():
        intake.begin_source(
            path.name, _category_mask(recipe, categories), *recipe.lengths, True, True
        )
        intake.read_lines("\n".join(_read_hand_kept(recipe, path)).encode(), False, "")
    intake.flush_report()
    return notes, sources


def _read_input(
    intake: _kernel.Intake, recipe: Recipe, item: Input, paths: list[Path]
) -> list[str]:
    """Feeds one input to the intake; returns what the reader decided by itself."""
    alphabet, notes = recipe.language.alphabet, []
    official, encoding = item.official, item.encoding
    matter = item.capitals != "ignore" and not (official and item.capitals is None)
    if item.format == "list" and encoding == "detect":
        encoding = text.detect_encoding(paths[0], alphabet)
        if encoding != "utf-8":
            notes.append(f"{_input_label(item)} is read as {encoding}")
    if item.format == "list" and (item.capitals == "detect" or official is None):
        throughout = text.is_all_capitals(paths[0], encoding, alphabet)
        matter = matter and not (item.capitals == "detect" and throughout)
        official = throughout if official is None else official
        if throughout:
            taken = ", and its words are taken as a game's own list" if official else ""
            notes.append(
                f"{_input_label(item)} is in capitals throughout: they are not taken for names{taken}"
            )
    if recipe.categories and not item.categories:
        notes.append(
            f"{_input_label(item)} has no category: its words are in no edition that asks for one"
        )
    intake.begin_source(
        _input_label(item),
        _category_mask(recipe, item.categories),
        *recipe.lengths,
        bool(official),
        matter,
    )
    if item.format == "hunspell":
        _read_hunspell(intake, item, *paths)
    elif item.format == "json":
        # A row of the report is one line: a word with a tab or line end has a space for it.
        words = [
            "".join(" " if c in "\t\n\r" else c for c in w) for w in _read_json_words(paths[0])
        ]
        intake.read_words([alphabet.compose(word) for word in words])
    else:
        for piece in text.read_pieces(paths[0], encoding, alphabet):
            intake.read_lines(piece.encode(), item.definitions == "space", item.comments)
    return notes


def _category_mask(recipe: Recipe, names: list[str]) -> int:
    """Categories as the kernel's bits, in the recipe's order."""
    return sum(1 << place for place, name in enumerate(recipe.categories) if name in names)


def _read_hunspell(intake: _kernel.Intake, item: Input, aff: Path, dic: Path) -> None:
    from wordtools.formats import hunspell

    affixes = hunspell.read_affixes(_read_bytes(aff), str(aff))
    codes = {reason.code: number for number, reason in enumerate(REASONS, 1)}
    try:
        expander = affixes.kernel(item.skip_flags.split())
    except ValueError as error:
        raise RecipeError(f"{dic.name}: skip_flags: {error}") from None
    try:
        intake.read_hunspell(
            expander,
            affixes.decode(_read_bytes(dic), str(dic)),
            [(tag, codes[code]) for tag, code in item.drop_tags.items()],
            codes[RejectReason.FORBIDDEN.code],
        )
    except _kernel.DictionaryError as error:
        line, message = error.args
        raise SourceError(dic, line, message) from None


def _read_json_words(path: Path) -> list[str]:
    try:
        return msgspec.json.decode(
            text.decode_text(_read_bytes(path), "utf-8", path), type=list[str]
        )
    except msgspec.DecodeError as error:
        raise SourceError(path, None, f"this is no JSON array of words: {error}") from None


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(path, None, f"cannot be read: {error.strerror}") from None


def _read_hand_kept(recipe: Recipe, path: Path) -> list[str]:
    """The lines of a hand-kept file without their `#` comments: a word each, or nothing. Raises
    `SourceError`."""
    alphabet = recipe.language.alphabet
    lines = []
    for number, line in enumerate(
        text.decode_text(_read_bytes(path), "utf-8", path).splitlines(), 1
    ):
        word = alphabet.compose(line.partition("#")[0].strip())
        if "[" in word:
            raise SourceError(path, number, "brackets are for looking words up, not for lists")
        try:
            alphabet.spell(word)
        except SpellingError as error:
            raise SourceError(path, number, f"{error}") from None
        lines.append(word)
    return lines


def _compile(
    intake: _kernel.Intake, recipe: Recipe, sources: list[Source]
) -> tuple[Manifest, tuple[bytes, bytes, bytes], _kernel.WordCategories, int]:
    """The manifest and content of the words taken in, and how many repeated another."""
    draft, sets, masks, duplicates = intake.compile()
    columns, words_sha256 = encode_columns(draft, recipe.language.alphabet)
    named = [[c for i, c in enumerate(recipe.categories) if mask >> i & 1] for mask in masks]
    sizes = sets.count_words_by_set()

    def count(belongs: Callable[[frozenset[str]], bool]) -> int:
        each = zip(sizes, named, strict=True)
        return sum(size for size, names in each if belongs(frozenset(names)))

    categories = {
        name: Category(meaning, count(frozenset({name}).issubset))
        for name, meaning in recipe.categories.items()
    }
    editions = {
        name: Edition(rule.include, rule.exclude, count(rule.admits))
        for name, rule in recipe.editions.items()
    }
    manifest = Manifest(
        format=FORMAT,
        name=recipe.name,
        title=recipe.title,
        language=recipe.language.alphabet.language,
        alphabet=recipe.language.alphabet,
        words=len(draft),
        words_sha256=words_sha256,
        lengths=recipe.lengths,
        words_by_length={n: words for n, words in enumerate(draft.words_by_length) if words},
        categories=categories,
        sets=named,
        editions=editions,
        effective=recipe.effective.isoformat() if recipe.effective else None,
        sources=sources,
        tool=f"wordtools {__version__}",
    )
    return manifest, columns, sets, duplicates


def _describe_source(recipe: Recipe, item: Input, file: File, path: Path) -> Source:
    package = recipe.packages.get(file.package)
    return Source(
        file=file.member or _make_printable(path.name),
        sha256=file.sha256 or fetch.hash_file(path),
        categories=item.categories,
        licence=item.licence,
        package=f"{package.manager}:{file.package}" if package else "",
        version=package.version if package else "",
    )


def _input_label(item: Input) -> str:
    file = item.dic or item.file
    assert file is not None  # recipe.check saw to it
    return _make_printable(Path(file.member or file.path or file.system).name)


def _make_printable(name: str) -> str:
    """A file's name as a report can hold it: in one field, in UTF-8."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else "?" for c in shown)
