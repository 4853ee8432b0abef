"""Investigates the fate of a raw entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from wordtools.alphabet import Alphabet
from wordtools.compiler import fetch, recipe, recipe_files, report
from wordtools.compiler.decided import DecidedWords
from wordtools.compiler.decisions import DecisionMade, list_made
from wordtools.compiler.definitions import GatheredDefinitions
from wordtools.compiler.entry_history import EntryHistory, InputHistory
from wordtools.compiler.intake import create_intake
from wordtools.compiler.reading import RecipeReader
from wordtools.compiler.recipe import MOST_LEVELS
from wordtools.compiler.report import EntryOrigin, find_rejected
from wordtools.compiler.sources import describe_sources
from wordtools.errors import SourceError, SpellingError, WordtoolsError
from wordtools.folders import SOURCES
from wordtools.formats import text
from wordtools.interchange.recognise import recognise_format
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import InputFile


def explain_entry(
    lexicon: Lexicon,
    entry: str,
    recipes: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> EntryHistory:
    """Returns the fate of an entry, according to the lexicon and the report of rejects beside it.
    To find entries that became the same word, rereads the raw sources. These are the sources of the
    recipe with the lexicon's name, or the lexicon's only source file. `recipes`: the folders to
    search for the recipe; by default, those in which recipes are found by name. If the raw sources
    have changed since the build, `unsearched` in the result says so. If the lexicon was made from
    others, also looks in those. Calls `progress` before each step that may take a second or more.
    Raises `LexiconError` for a missing or damaged report."""
    composed = lexicon.alphabet.compose(entry)
    try:
        word = lexicon.alphabet.normal(composed)
    except SpellingError:
        word = ""
    if derivation := lexicon.manifest.derivation:
        explain = partial(explain_entry, entry=entry, recipes=recipes, progress=progress)
        return replace(
            _describe_word(lexicon, entry, word),
            edition_rule=lexicon.manifest.editions[lexicon.edition_name],
            derivation=derivation,
            inputs=[_follow_input(lexicon, item, word, explain) for item in derivation.inputs],
        )
    path = Path(lexicon.path.removesuffix(SUFFIX) + report.SUFFIX)
    progress(f"reading {path.name}")
    rejected = list(find_rejected(path, composed))
    recipe_path = (recipes or SOURCES) / f"{lexicon.name}.toml"
    if recipes is None:
        recipe_path = recipe_files.list_recipes().get(lexicon.name, recipe_path)
    if not word and not rejected and recipe_path.is_file():
        with suppress(WordtoolsError):
            word = _spell_joined(recipe_path, lexicon.alphabet, composed)
    is_word = word in lexicon.whole
    decisions: list[DecisionMade] = []
    if word and recipe_path.is_file():
        with suppress(WordtoolsError):  # `_find_sources` reports a broken recipe
            decisions = _find_decisions(recipe_path, lexicon.alphabet.spell(word))
    origins: list[EntryOrigin] = []
    unsearched = ""
    if word and (is_word or not rejected):
        try:
            origins = _find_sources(lexicon, word, recipe_path, path, progress)
        except WordtoolsError as error:
            unsearched = str(error)
    history = replace(
        _describe_word(lexicon, entry, word),
        rejected=rejected,
        unsearched=unsearched,
        decisions=decisions,
    )
    if is_word:
        return replace(history, origins=origins)
    alike = [] if rejected or origins else list(find_rejected(path, composed, any_case=True))
    too_long = _describe_excess(lexicon, word)
    return replace(history, alike=alike, skipped=origins, too_long=too_long)


def _describe_word(lexicon: Lexicon, entry: str, word: str) -> EntryHistory:
    """Returns the part of an entry's history that the lexicon itself contains."""
    if word not in lexicon.whole:
        return EntryHistory(entry, word, None, [])
    return EntryHistory(
        entry,
        word,
        sorted(lexicon.whole.categories(word)),
        [],
        "" if word in lexicon else lexicon.edition_name,
        lexicon.manifest.editions[lexicon.edition_name],
    )


def _find_sources(
    lexicon: Lexicon,
    word: str,
    recipe_path: Path,
    rejects: Path,
    progress: Callable[[str], None],
) -> list[EntryOrigin]:
    """Finds the entries that became a word, using the recipe or, if there is none, the lexicon's
    only source. Omits entries that are in the report `rejects`. For text that is not a word, finds
    the entries whose forms the recipe skips. Raises `WordtoolsError` for changed or missing
    sources."""
    if recipe_path.is_file():
        return list(_find_origins(lexicon, word, recipe_path, progress))
    if len(lexicon.manifest.sources) != 1:
        raise WordtoolsError(f"there is no recipe {recipe_path}")
    if word not in lexicon.whole:
        return []
    origins = _find_in_files(lexicon, word)
    return [origin for origin in origins if not any(find_rejected(rejects, origin.entry))]


def _spell_joined(path: Path, alphabet: Alphabet, entry: str) -> str:
    """Returns the word that an entry spells without the characters that the recipe ignores. Raises
    `WordtoolsError`."""
    ignored = {c for item in recipe_files.read_recipe(path).inputs for c in item.ignored}
    return alphabet.normal("".join(c for c in entry if c not in ignored))


def _describe_excess(lexicon: Lexicon, word: str) -> str:
    """For a word that is too long, returns a sentence that states its number of tiles and the
    maximum; for other words, returns ""."""
    tiles, maximum = len(lexicon.alphabet.spell(word)) if word else 0, lexicon.manifest.lengths[1]
    return f"it has {tiles} tiles, and words have at most {maximum}" if tiles > maximum else ""


def _find_decisions(path: Path, tiles: bytes) -> list[DecisionMade]:
    """Returns a recipe's decisions on a word, latest first. Raises `WordtoolsError`."""
    every = DecidedWords(recipe_files.read_recipe(path)).every
    return list_made(recorded for recorded in every if recorded.tiles == tiles)


def _follow_input(
    lexicon: Lexicon, item: InputFile, word: str, explain: Callable[[Lexicon], EntryHistory]
) -> InputHistory:
    """Returns the fate of an entry in a lexicon's source file; `explain` handles source files that
    are lexicons."""
    beside = Path(lexicon.path).parent
    try:
        for path in _list_places(item.file, beside) if item.file else ():
            if item.edition:
                source = Lexicon.read(path)
                if source.digest == item.digest:
                    return InputHistory(str(item), explain(source.edition(item.edition)))
            elif fetch.hash_file(path) == item.digest:
                lines = list(_find_lines(path, word, lexicon.alphabet))
                return InputHistory(str(item), lines=lines)
    except WordtoolsError as error:
        return InputHistory(str(item), unsearched=str(error))
    problem = f"no file with the digest {item.digest} was found"
    return InputHistory(str(item), unsearched=problem)


def _list_places(file: str, beside: Path) -> list[Path]:
    """Yields the places where a lexicon's source file exists: its old path, the lexicon's folder,
    and the folder above that.
    """
    places = (Path(file), beside / file, beside / Path(file).name, beside.parent / file)
    return [path for path in dict.fromkeys(places) if path.is_file()]


def _find_lines(path: Path, word: str, alphabet: Alphabet) -> Iterator[EntryOrigin]:
    """Finds the lines of a list that have the word; `#` begins a comment."""
    encoding = text.detect_encoding(path, alphabet)
    data = b"".join(text.read_pieces(path, encoding, alphabet))
    for number, line in enumerate(data.decode().split("\n"), 1):
        with suppress(SpellingError):
            if alphabet.normal(line.partition("#")[0].strip()) == word != "":
                yield EntryOrigin(line.strip(), str(path), number)


def _find_origins(
    lexicon: Lexicon, word: str, path: Path, progress: Callable[[str], None]
) -> Iterator[EntryOrigin]:
    """Finds the entries that became a word, using the recipe at `path`. For text that is not a
    word, finds the entries that would have become this word if the recipe had not skipped their
    forms. Raises `WordtoolsError` for a changed or missing recipe or source."""
    is_word = word in lexicon.whole
    followed = recipe_files.read_recipe(path, define=True)
    places = {file.package or file.path for item in followed.defining for file in item.files}
    sources = {s.package.partition(":")[2] or s.file for s in lexicon.manifest.sources}
    if places.isdisjoint(sources):  # it was built without definitions
        followed = recipe_files.read_recipe(path)
    files = fetch.fetch_sources(followed, progress=None)
    if describe_sources(followed, files) != lexicon.manifest.sources:
        raise WordtoolsError("they have changed since the lexicon was compiled")
    # One input at a time, because several inputs may read the same file by different rules.
    adding = (item for item in followed.inputs if not (item.witness or item.defines))
    parts = [followed.witnesses, *([item] for item in adding)]
    seen: dict[str, EntryOrigin] = {}
    for inputs in parts:
        trace = partial(_trace, replace(followed, inputs=inputs), files, word, progress)
        try:
            traced = list(trace(with_skipped=not is_word, unlimited=not is_word))
        except SourceError:  # its affixes combine without end
            if is_word:
                raise
            traced = list(trace(with_skipped=True, unlimited=False))
        for origin, is_skipped in traced:
            if not (is_word or is_skipped or origin.witness):
                raise WordtoolsError(f"{path} has changed since the lexicon was compiled")
            seen.setdefault(f"{origin.entry} {origin}", origin)
    yield from seen.values()


def _trace(
    followed: recipe.Recipe,
    files: dict[recipe.RawFile, list[fetch.FetchedFile]],
    word: str,
    progress: Callable[[str], None],
    with_skipped: bool,
    unlimited: bool,
) -> Iterator[tuple[EntryOrigin, bool]]:
    """Yields the entries of a recipe that become or attest a word, each with a flag that is
    true if the recipe skips the form. `with_skipped`: also apply skipped rules. `unlimited`:
    combine affixes as freely as the dictionary allows. Raises `WordtoolsError`."""
    tiles = followed.language.alphabet.spell(word)
    shortest, longest = followed.lengths
    levels = min((item.affix_levels for item in followed.inputs), default=MOST_LEVELS)
    followed = replace(followed, lengths=(shortest, len(tiles)))  # skip longer forms
    may_end = any(choice.last for item in followed.inputs for choice in item.rules)
    if unlimited:
        inputs = [
            replace(
                item,
                affix_levels=MOST_LEVELS,
                rules=[replace(choice, last=False) for choice in item.rules],
            )
            for item in followed.inputs
        ]
        followed = replace(followed, inputs=inputs)
    rows: list[bytes] = []
    decided = DecidedWords(followed)
    intake = create_intake(followed, decided, rows.append)
    intake.trace(tiles)
    gathered = GatheredDefinitions()
    reader = RecipeReader(followed, files, intake, gathered, progress, with_skipped, traced=word)
    rules = {item.label: item.rules for item in reader.read_inputs(decided)}
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
    """Without a recipe, yields the lines of a lexicon's source file that spell a word. Looks for
    the file in the current folder, beside the lexicon, and in the folder above."""
    alphabet, beside = lexicon.alphabet, Path(lexicon.path).parent
    [source] = lexicon.manifest.sources
    for path in _list_places(source.file, beside):
        if fetch.hash_file(path) != source.sha256:
            continue
        try:
            read = recognise_format(path).read
        except SourceError:
            return  # the user had to name its format
        if read is None:
            return
        lines_before, tiles = 0, alphabet.spell(word)
        for piece in read(path, alphabet, "detect").read_lines():
            lines = piece.words.decode().removesuffix("\n").split("\n")
            for number, line in enumerate(lines, lines_before + 1):
                entry = line.strip()
                if tiles in map(alphabet.kernel.to_tiles, (entry, entry.partition(" ")[0])):
                    yield EntryOrigin(entry, source.file, number)
            lines_before += len(lines)
        return
