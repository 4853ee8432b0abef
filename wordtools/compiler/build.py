"""Builds a lexicon from a recipe: fetch → read → admit or reject → compile → write.

Every raw entry is counted once: as a word, as a duplicate or as a line of the report of rejects.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.background import begin_worker
from wordtools.compiler import classes, fetch, report
from wordtools.compiler.admission import RejectReason
from wordtools.compiler.classes import InputRead
from wordtools.compiler.decided import DecidedWords
from wordtools.compiler.definitions import GatheredDefinitions, define_words
from wordtools.compiler.fetch import FetchedFile
from wordtools.compiler.intake import count_rejected, create_intake
from wordtools.compiler.reading import RecipeReader
from wordtools.compiler.recipe import ADDED, RawFile, Recipe
from wordtools.compiler.settle import Settler
from wordtools.compiler.sources import describe_sources, label_input
from wordtools.errors import LexiconError, WordtoolsError
from wordtools.files import write_files
from wordtools.lexicon import file as lexicon_file
from wordtools.lexicon.compile import encode_columns
from wordtools.lexicon.definitions import encode_definitions
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.manifest import FORMAT, Manifest, SourceFile, count_members
from wordtools.version import __version__
from wordtools.wording import join_list, pluralize


class BuildReport(msgspec.Struct, frozen=True):
    """The result of a build: entries read, words accepted, duplicates, and rejects by reason."""

    name: str
    path: str
    digest: str
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
    warnings: list[str] = []
    """Reasons to doubt that the words are right."""


def build_lexicons(
    recipes: Sequence[Recipe], folder: Path, progress: Callable[[str], None] = lambda _: None
) -> list[BuildReport]:
    """Compiles recipes as `build_lexicon` does, but in parallel, with a process for each recipe. If
    a build fails, cancels the builds that have not begun. Raises a `WordtoolsError`."""
    if len(recipes) == 1:
        return [build_lexicon(recipes[0], folder, progress)]
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    for recipe in recipes:  # one by one, because several may need the same package
        fetch.fetch_sources(recipe, progress)
    progress(f"compiling {join_list(recipe.name for recipe in recipes)}")
    jobs = min(len(recipes), os.cpu_count() or 1)
    with ProcessPoolExecutor(jobs, initializer=begin_worker) as pool:
        building = [pool.submit(_build_apart, recipe, folder) for recipe in recipes]
        try:
            return [job.result() for job in building]
        except BrokenProcessPool:
            raise WordtoolsError(
                "the compiling process was killed, perhaps for lack of memory"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _build_apart(recipe: Recipe, folder: Path) -> BuildReport:
    try:
        return build_lexicon(recipe, folder)
    except WordtoolsError as error:  # some subclasses cannot be pickled
        raise WordtoolsError(str(error)) from None


@contextmanager
def _pause_garbage_collection() -> Iterator[None]:
    """Compiling leaves hardly any garbage, but searching for it takes up to a tenth of the time, as
    some dictionaries have a hundred thousand affix rules."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_pause_garbage_collection()
def build_lexicon(
    recipe: Recipe, folder: Path, progress: Callable[[str], None] = lambda _: None
) -> BuildReport:
    """Compiles a recipe into `folder/NAME.lexicon` and `folder/NAME.rejected.tsv.gz`.

    Both files appear completely or not at all. Calls `progress` with each step. Raises a
    `WordtoolsError`.
    """
    files = fetch.fetch_sources(recipe, progress)
    started = time.perf_counter()
    try:
        with report.RejectReport() as rejects:
            decided = DecidedWords(recipe)
            intake = create_intake(recipe, decided, rejects.write)
            gathered = GatheredDefinitions()
            reader = RecipeReader(recipe, files, intake, gathered, progress)
            inputs = reader.read_inputs(decided)
            progress("compiling")
            manifest, columns, sets = _compile(intake, recipe, describe_sources(recipe, files))
            defined, dropped = _rank_definitions(recipe, files, gathered, decided, columns)
            for item in inputs if intake.admitted > manifest.words else ():
                rejects.write_repeats(item.label, item.lines)
    except _kernel.TooManyError as error:
        raise WordtoolsError(f"{recipe.name}: {error}; divide the list") from None
    entries_read, rejected = intake.entries_read, count_rejected(intake)
    duplicates = intake.admitted - manifest.words
    accounted = manifest.words + duplicates + sum(rejected.values())
    if accounted != entries_read:
        raise WordtoolsError(
            f"{recipe.name}: {entries_read:,} entries were read but {accounted:,} accounted for; "
            "this is a bug in wordtools, and nothing was written"
        )
    notes = list(_list_notes(recipe, inputs, decided, dropped))
    options = list(_suggest_options(rejected, entries_read))
    if not manifest.words:
        problem = f"no word was accepted (entries read: {entries_read:,}), so nothing was written"
        raise WordtoolsError("; ".join([f"{recipe.name}: {problem}", *options]))
    notes += options
    progress("writing")
    manifest = msgspec.structs.replace(manifest, definitions=len(defined))
    data = lexicon_file.pack(manifest, columns, sets.encode_numbers(), encode_definitions(defined))
    path = folder / f"{recipe.name}{SUFFIX}"
    rejects_path = folder / f"{recipe.name}{report.SUFFIX}"
    contents = {rejects_path: rejects.data, path: data}
    if recipe.witnesses:
        witnesses = [label_input(item) for item in recipe.witnesses]
        table = classes.format_classes(witnesses, inputs)
        contents[folder / f"{recipe.name}{classes.SUFFIX}"] = table
    write_files(contents)
    return BuildReport(
        name=recipe.name,
        path=str(path),
        digest=lexicon_file.get_digest(data),
        report=str(rejects_path),
        read=entries_read,
        accepted=manifest.words,
        duplicates=duplicates,
        rejected=rejected,
        categories={name: c.words for name, c in manifest.categories.items()},
        editions={name: e.words for name, e in manifest.editions.items()},
        notes=notes,
        bytes=len(data),
        seconds=round(time.perf_counter() - started, 2),
    )


def _list_notes(
    recipe: Recipe, inputs: Sequence[InputRead], decided: DecidedWords, dropped: int
) -> Iterator[str]:
    """Returns remarks on the input. `dropped` is the number of definitions whose entries are not
    words."""
    yield from dict.fromkeys(note for item in inputs for note in item.notes)
    yield from decided.find_idle()
    if dropped:
        yield f"definitions dropped because the entry is not a word: {dropped:,}"
    if too_long := sum(item.too_long for item in inputs):
        yield (
            f"{pluralize(too_long, 'affix expansion')} skipped because every result would exceed "
            f"{recipe.lengths[1]} tiles"
        )


def _rank_definitions(
    recipe: Recipe,
    files: dict[RawFile, list[FetchedFile]],
    gathered: GatheredDefinitions,
    decided: DecidedWords,
    columns: tuple[bytes, bytes, bytes],
) -> tuple[dict[int, str], int]:
    """Returns the definitions of the words in the columns, indexed by rank, and the number of
    defined entries that are not words. Decisions take precedence over sources; sources take
    precedence over inputs that only provide definitions."""
    own = [recorded for recorded in decided.included if recorded.decision.definition]
    if not (gathered or own or recipe.defining):
        return {}, 0
    alphabet = recipe.language.alphabet
    words = _kernel.Automaton.from_columns(alphabet.kernel, *columns)

    def find_rank(entry: str) -> int:
        rank = words.find_rank(entry)
        return rank if rank >= 0 else words.find_rank(alphabet.compose(entry))

    ranked, dropped = gathered.rank(find_rank)
    for item in recipe.defining:
        paths = [file.path for raw in item.files for file in files[raw]]
        ranked = define_words(item, paths, words, alphabet, find_rank) | ranked
    for recorded in own:
        rank = words.find_rank_of_tiles(recorded.tiles)
        if rank >= 0:
            ranked[rank] = recorded.decision.definition
    return ranked, dropped


def _suggest_options(rejected: dict[str, int], read: int) -> Iterator[str]:
    """Returns advice for a build that rejects most entries for the same reason."""
    capitals = "if capitals mean nothing in this list, use --official (official = true in a recipe)"
    remedies = {
        RejectReason.ACRONYM: capitals,
        RejectReason.PROPER_NOUN: capitals,
        RejectReason.SPACE: "if definitions follow the words, use --definitions space "
        '(definitions = "space" in a recipe)',
    }
    for reason in RejectReason:
        if rejected.get(reason.code, 0) * 2 > read:
            remedy = f"; {remedies[reason]}" if reason in remedies else ""
            yield f"most entries were rejected as {reason.code}{remedy}"


def refuse_overwriting(recipe: Recipe, folder: Path) -> None:
    """Raises `WordtoolsError` if the recipe's lexicon would replace one from other sources; for
    example, a list called pt.txt must not overwrite the lexicon of the recipe pt."""
    path = folder / f"{recipe.name}{SUFFIX}"
    if not path.exists():
        return
    with suppress(LexiconError):
        sources = {source.file for source in lexicon_file.read_manifest(path).sources}
        if sources != {label_input(item) for item in recipe.inputs}:
            raise WordtoolsError(
                f"{path} was made from {', '.join(sorted(sources))}; choose another --name, "
                "or delete it first"
            )


def _compile(
    intake: _kernel.Intake, recipe: Recipe, sources: list[SourceFile]
) -> tuple[Manifest, tuple[bytes, bytes, bytes], _kernel.WordCategories]:
    """Returns the manifest, the columns and the category sets of the words read."""
    alphabet = recipe.language.alphabet
    settler = Settler(recipe.settle, recipe.bits, alphabet)
    lasting = (1 << len(recipe.categories)) - 1
    kept = -1 if settler.goes_by_spelling else lasting

    def settle(mask: int) -> int | None:
        """Returns the categories to keep, or None for a word that only witnesses have."""
        return settler.settle_mask(mask) & kept if mask & ADDED else None

    draft, sets, masks, _ = intake.compile(settle=settle if recipe.settles else None)
    columns, words_sha256 = encode_columns(draft, alphabet)
    if settler.goes_by_spelling:
        sets, masks = settler.settle_words(draft, sets, masks, lasting)
    named = [[c for i, c in enumerate(recipe.categories) if mask >> i & 1] for mask in masks]
    sizes = sets.count_words_by_set()
    categories, editions = count_members(named, sizes, recipe.categories, recipe.editions)
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
    return manifest, columns, sets
