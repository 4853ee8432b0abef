"""Finding out what became of a raw entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from wordtools.alphabet import Alphabet
from wordtools.compiler import fetch, recipe, recipe_files, report
from wordtools.compiler.decided import DecidedWords
from wordtools.compiler.decisions import DecisionMade, list_made
from wordtools.compiler.definitions import GatheredDefinitions
from wordtools.compiler.entry_history import EntryHistory, InputHistory
from wordtools.compiler.intake import create_intake
from wordtools.compiler.reading import RecipeReader
from wordtools.compiler.recipe import MOST_LEVELS
from wordtools.compiler.report import EntryOrigin, RejectedEntry, find_rejected
from wordtools.compiler.sources import describe_sources
from wordtools.errors import SourceError, SpellingError, WordtoolsError
from wordtools.folders import SOURCES
from wordtools.formats import text
from wordtools.interchange.recognise import recognise_format
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import Derivation, InputFile


def explain_entry(
    lexicon: Lexicon,
    entry: str,
    recipes: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> EntryHistory:
    """What became of an entry, by the lexicon and the reject report beside it. The entries that
    became the same word are found by reading the raw sources once more: those of the recipe of the
    lexicon's name (in the folder `recipes`, or where recipes are found by name), or the only file
    that the lexicon was made from; `unsearched` says if these are no longer what the lexicon was
    made from. A lexicon made of others is followed into those. `progress` is called before each
    step that may take a second. Raises `LexiconError` when the report is missing or damaged."""
    composed = lexicon.alphabet.compose(entry)
    try:
        word = lexicon.alphabet.normal(composed)
    except SpellingError:
        word = ""
    if lexicon.manifest.derivation:
        return _follow_derivation(
            lexicon, entry, word, recipes, progress, lexicon.manifest.derivation
        )
    path = Path(lexicon.path.removesuffix(SUFFIX) + report.SUFFIX)
    progress(f"reading {path.name}")
    rejected = list(find_rejected(path, composed))
    followed = (recipes or SOURCES) / f"{lexicon.name}.toml"
    if recipes is None:
        followed = recipe_files.list_recipes().get(lexicon.name, followed)
    if not word and not rejected and followed.is_file():
        with suppress(WordtoolsError):
            word = _spell_joined(followed, lexicon.alphabet, composed)
    known = word in lexicon.whole
    decisions: list[DecisionMade] = []
    if word:
        with suppress(WordtoolsError):  # a broken recipe is told of when sources are looked for
            decisions = _find_decisions(followed, lexicon.alphabet, word)
    origins: list[EntryOrigin] = []
    unsearched = ""
    if word and (known or not rejected):
        try:
            origins = _find_sources(lexicon, word, followed, path, known, progress)
        except WordtoolsError as error:
            unsearched = str(error)
    alike: list[RejectedEntry] = []
    if not (known or rejected or origins):
        alike = list(find_rejected(path, composed, any_case=True))
    if not known:
        return EntryHistory(
            entry,
            word,
            None,
            rejected,
            alike=alike,
            skipped=origins,
            too_long=_describe_excess(lexicon, word),
            unsearched=unsearched,
            decisions=decisions,
        )
    return EntryHistory(
        entry,
        word,
        sorted(lexicon.whole.categories(word)),
        rejected,
        "" if word in lexicon else lexicon.edition_name,
        lexicon.manifest.editions[lexicon.edition_name],
        origins,
        unsearched=unsearched,
        decisions=decisions,
    )


def _find_sources(
    lexicon: Lexicon,
    word: str,
    followed: Path,
    rejects: Path,
    known: bool,
    progress: Callable[[str], None],
) -> list[EntryOrigin]:
    """The entries that made a word, by the recipe at `followed` or, without one, in the only file
    that the lexicon was made from, but for those in the report of `rejects`. For a word that is not
    `known`, those that the recipe leaves out. Raises `WordtoolsError` if the sources have changed
    or are not there."""
    if followed.is_file():
        return list(_find_origins(lexicon, word, followed, known, progress))
    if len(lexicon.manifest.sources) != 1:
        raise WordtoolsError(f"there is no recipe {followed}")
    if not known:
        return []
    found = _find_in_files(lexicon, word)
    return [origin for origin in found if not any(find_rejected(rejects, origin.entry))]


def _spell_joined(path: Path, alphabet: Alphabet, entry: str) -> str:
    """The word that an entry is without the characters that the recipe at `path` ignores. Raises
    `WordtoolsError`."""
    ignored = {c for item in recipe_files.read_recipe(path).inputs for c in item.ignored}
    return alphabet.normal("".join(c for c in entry if c not in ignored))


def _describe_excess(lexicon: Lexicon, word: str) -> str:
    """How many tiles a word has, and how many it may have, if these are fewer; else ""."""
    tiles, most = len(lexicon.alphabet.spell(word)) if word else 0, lexicon.manifest.lengths[1]
    return f"it has {tiles} tiles, and words have at most {most}" if tiles > most else ""


def _find_decisions(path: Path, alphabet: Alphabet, word: str) -> list[DecisionMade]:
    """The decisions on a word in the recipe at `path`, if there is one, the latest first. Raises
    `WordtoolsError`."""
    if not path.is_file():
        return []
    tiles = alphabet.spell(word)
    every = DecidedWords(recipe_files.read_recipe(path)).every
    return list_made(each for each in every if each.tiles == tiles)


def _follow_derivation(
    lexicon: Lexicon,
    entry: str,
    word: str,
    recipes: Path | None,
    progress: Callable[[str], None],
    made: Derivation,
) -> EntryHistory:
    """What became of an entry in each of the files that a lexicon was made of."""
    known = word in lexicon.whole
    parts = []
    for each in made.inputs:
        try:
            part = _follow_input(lexicon, entry, word, recipes, progress, each)
        except WordtoolsError as error:
            part = InputHistory(str(each), unsearched=str(error))
        parts.append(part)
    return EntryHistory(
        entry,
        word,
        sorted(lexicon.whole.categories(word)) if known else None,
        [],
        "" if word in lexicon or not known else lexicon.edition_name,
        lexicon.manifest.editions[lexicon.edition_name],
        derivation=made,
        inputs=parts,
    )


def _follow_input(
    lexicon: Lexicon,
    entry: str,
    word: str,
    recipes: Path | None,
    progress: Callable[[str], None],
    each: InputFile,
) -> InputHistory:
    """What became of an entry in a file that a lexicon was made of. Raises `WordtoolsError` if that
    is no longer there."""
    beside = Path(lexicon.path).parent
    for path in _list_places(each.file, beside) if each.file else ():
        if each.edition:
            opened = Lexicon.read(path)
            if opened.digest == each.digest:
                found = explain_entry(opened.edition(each.edition), entry, recipes, progress)
                return InputHistory(str(each), found)
        elif fetch.hash_file(path) == each.digest:
            return InputHistory(str(each), lines=list(_find_lines(path, word, lexicon.alphabet)))
    raise WordtoolsError(f"there is no such file with the digest {each.digest} any more")


def _list_places(file: str, beside: Path) -> list[Path]:
    """Where a file is that a lexicon was made of: where it was, beside the lexicon, or in the
    folder above."""
    places = (Path(file), beside / file, beside / Path(file).name, beside.parent / file)
    return [path for path in dict.fromkeys(places) if path.is_file()]


def _find_lines(path: Path, word: str, alphabet: Alphabet) -> Iterator[EntryOrigin]:
    """The lines of a list of words, with comments after `#`, that are the word."""
    encoding = text.detect_encoding(path, alphabet)
    data = b"".join(text.read_pieces(path, encoding, alphabet))
    for number, line in enumerate(data.decode().split("\n"), 1):
        with suppress(SpellingError):
            if alphabet.normal(line.partition("#")[0].strip()) == word != "":
                yield EntryOrigin(line.strip(), str(path), number)


def _find_origins(
    lexicon: Lexicon, word: str, path: Path, known: bool, progress: Callable[[str], None]
) -> Iterator[EntryOrigin]:
    """The entries that made a word; for one that is not `known`, those that would be if the
    recipe left out no forms. Raises `WordtoolsError` if the recipe or its sources have changed
    or are not there."""
    followed = recipe_files.read_recipe(path, define=True)
    places = {file.package or file.path for item in followed.defining for file in item.files}
    sources = {each.package.partition(":")[2] or each.file for each in lexicon.manifest.sources}
    if places.isdisjoint(sources):  # it was built without definitions
        followed = recipe_files.read_recipe(path)
    found = fetch.fetch_sources(followed, progress=None)
    if describe_sources(followed, found) != lexicon.manifest.sources:
        raise WordtoolsError("they have changed since the lexicon was compiled")
    # One input at a time: several may read one file by different rules.
    adding = (item for item in followed.inputs if not (item.witness or item.defines))
    parts = [followed.witnesses, *([item] for item in adding)]
    seen: dict[str, EntryOrigin] = {}
    for inputs in parts:
        part = msgspec.structs.replace(followed, inputs=inputs)
        try:
            traced = list(
                _trace(part, found, word, progress, with_skipped=not known, unlimited=not known)
            )
        except SourceError:  # its affixes combine without end
            if known:
                raise
            traced = list(_trace(part, found, word, progress, with_skipped=True, unlimited=False))
        for origin, is_left_out in traced:
            if not (known or is_left_out or origin.witness):
                raise WordtoolsError(f"{path} has changed since the lexicon was compiled")
            seen.setdefault(f"{origin.entry} {origin}", origin)
    yield from seen.values()


def _trace(
    followed: recipe.Recipe,
    found: dict[recipe.RawFile, list[fetch.FetchedFile]],
    word: str,
    progress: Callable[[str], None],
    with_skipped: bool,
    unlimited: bool,
) -> Iterator[tuple[EntryOrigin, bool]]:
    """The entries of a recipe that make one word, and those that attest it, each with whether the
    recipe leaves the form out. `with_skipped`: the rules that it leaves out are applied, too.
    `unlimited`: affixes follow one another as the dictionary allows. Raises `WordtoolsError`."""
    tiles = followed.language.alphabet.spell(word)
    shortest, longest = followed.lengths
    levels = min((item.affix_levels for item in followed.inputs), default=MOST_LEVELS)
    followed = msgspec.structs.replace(followed, lengths=(shortest, len(tiles)))  # no longer forms
    may_end = any(choice.last for item in followed.inputs for choice in item.rules)
    if unlimited:
        inputs = [
            msgspec.structs.replace(
                item,
                affix_levels=MOST_LEVELS,
                rules=[msgspec.structs.replace(choice, last=False) for choice in item.rules],
            )
            for item in followed.inputs
        ]
        followed = msgspec.structs.replace(followed, inputs=inputs)
    rows: list[bytes] = []
    decided = DecidedWords(followed)
    intake = create_intake(followed, decided, rows.append)
    intake.trace(tiles)
    gathered = GatheredDefinitions()
    reader = RecipeReader(followed, found, intake, gathered, progress, with_skipped, traced=word)
    read = reader.read_inputs(decided)
    rules = {each.label: each.rules for each in read}
    for row in b"".join(rows).decode().splitlines():
        fate, entry, source, line, produced_by, *numbers = row.split("\t")
        applied = [rules[source][int(number)] for part in numbers for number in part.split()]
        origin = EntryOrigin(
            entry, source, int(line), produced_by, list(map(str, applied)), fate == "attested"
        )
        suffixes = sum(not rule.rule.prefix for rule in applied)
        skipped = any(rule.skipped for rule in applied) or (may_end and suffixes > 1)
        yield origin, skipped or len(tiles) > longest or len(applied) > levels


def _find_in_files(lexicon: Lexicon, word: str) -> Iterator[EntryOrigin]:
    """The lines that spell a word, in the file that a lexicon was made from without a recipe. It is
    looked for where it usually is: in the current folder, beside the lexicon, and in the folder
    above."""
    alphabet, beside = lexicon.alphabet, Path(lexicon.path).parent
    [source] = lexicon.manifest.sources
    for path in _list_places(source.file, beside):
        if fetch.hash_file(path) != source.sha256:
            continue
        try:
            read = recognise_format(path).read
        except SourceError:
            return  # its format had to be named
        if read is None:
            return
        before, tiles = 0, alphabet.spell(word)
        for piece in read(path, alphabet, "detect").read_lines():
            lines = piece.words.decode().removesuffix("\n").split("\n")
            for number, line in enumerate(lines, before + 1):
                entry = line.strip()
                if tiles in map(alphabet.kernel.to_tiles, (entry, entry.partition(" ")[0])):
                    yield EntryOrigin(entry, source.file, number)
            before += len(lines)
        return
