"""Imports a finished file of another program as a lexicon, by means of a generated recipe.

Such a file is a game's official list, so rules of thumb do not apply to its words. Entries that a
lexicon cannot hold (hyphenated words, words that are too long, repeats) go into the report of
rejects; the notes name all other losses.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import replace

from wordtools.alphabet import Guesses, Language, load_alphabet, make_language
from wordtools.compiler.admission import RejectReason
from wordtools.compiler.build import BuildReport, build_lexicon, refuse_overwriting
from wordtools.compiler.recipe import RawFile, Recipe, RecipeFile, RecipeInput
from wordtools.compiler.recipe_check import check_recipe
from wordtools.errors import RecipeError, SourceError
from wordtools.folders import BUILD
from wordtools.folding import LetterFolding
from wordtools.formats.lists import detect_definitions
from wordtools.formats.scrabble3d import read_dic_header
from wordtools.interchange.letters import count_shares, doubt_alphabet, guess_alphabet
from wordtools.interchange.recognise import check_file, is_hunspell_pair, recognise_format
from wordtools.interchange.table import FORMATS, WordFormat, find_format
from wordtools.lexicon.file import read_manifest
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.limits import LONGEST_TEXT
from wordtools.wording import reveal


def import_lexicon(
    path: str | Path,
    into: str | Path = BUILD,
    *,
    progress: Callable[[str], None] = lambda _: None,
    **options: Any,
) -> BuildReport:
    """Compiles a file of words into a lexicon and a report of rejects. `into` is a folder or the
    lexicon's path. `recipe_for_file` describes the other options. Raises a `WordtoolsError`."""
    path, into = Path(path), Path(into)
    if into.suffix == SUFFIX:
        options["name"], into = options.get("name") or into.stem, into.parent
    recipe = recipe_for_file(path, **options)
    refuse_overwriting(recipe, into)
    named, file_format = str(options.get("alphabet", "")), recipe.inputs[0].format
    try:
        report = build_lexicon(recipe, into, progress)
    except SourceError as error:
        likely = guess_alphabet(path, file_format)
        if likely in ("", named):
            raise
        language = load_alphabet(likely).alphabet.name
        message = f"{error}; its words look {language}; use --alphabet {likely}"
        raise SourceError(path, None, message.removeprefix(f"{path}: ")) from None
    if RejectReason.MARK.code in report.rejected and not options.get("alphabet"):
        report.notes.append(
            f"{path.name}: entries with marks were rejected, since its header does not state which "
            "marks fold; name the alphabet of its language with --alphabet"
        )
    if named:
        lexicon = Lexicon.read(report.path)
        shares = count_shares(lexicon.count_tiles())
        doubt = doubt_alphabet(shares, len(lexicon), recipe.language, named, file_format)
        report.warnings.extend([f"{path.name}: {doubt}"] if doubt else [])
    return report


def recipe_for_file(
    path: Path,
    *,
    format: str = "",
    name: str = "",
    alphabet: str = "",
    encoding: str = "detect",
    lengths: str = "",
    definitions: Literal["tab", "space"] | None = None,
) -> Recipe:
    """Returns the recipe that imports a file with all its categories. By default, recognises the
    `format`; lexicons and Scrabble3D dictionaries have their own `alphabet`. `definitions`: the
    character that follows a list's words; by default, it is detected. Raises a `WordtoolsError`."""
    check_file(path)
    format_ = find_format(format) if format else recognise_format(path)
    if not format_.is_readable:
        raise RecipeError(f"{format_.name} is not a format to import from")
    if format_.name == "hunspell" and not is_hunspell_pair(path):
        raise RecipeError(f"{path}: Hunspell needs two files side by side, .aff and .dic")
    language = load_alphabet(alphabet) if alphabet else _find_own_alphabet(path, format_)
    file = format_.read(path, language.alphabet, encoding) if format_.read else None
    if file and file.rows_name_categories:
        for _ in file.read_lines():
            pass
    name = name or _strip_suffix(path.name)
    licence = _make_text(file.licence) if file else ""
    item = RecipeInput(format_.name, encoding=encoding, official=True, licence=licence)
    if format_.name == "hunspell":
        aff, dic = (RawFile(path=path.with_suffix(end).name) for end in (".aff", ".dic"))
        item = replace(item, aff=aff, dic=dic, capitals="matter")
    else:
        item = replace(item, file=RawFile(path=path.name))
    if format_.name == "list":
        ends = definitions or detect_definitions(path, language.alphabet, encoding)
        item = replace(item, definitions=ends)
    declared = RecipeFile(
        name=name,
        title=_make_text(file.title) if file and file.title else name,
        alphabet=alphabet,
        inputs=[item],
        lengths=lengths,
        categories={n: _make_text(m) for n, m in file.categories.items()} if file else {},
        editions=_list_editions(path, name) if format_.name == "lexicon" else {},
    )
    recipe = check_recipe(declared, path.parent, language=language)
    return replace(recipe, is_import=True)


def _find_own_alphabet(path: Path, format_: WordFormat) -> Language:
    """Returns the alphabet that a file states. Raises `RecipeError` if it states none."""
    if format_.name == "lexicon":
        alphabet = read_manifest(path).alphabet
        letters = frozenset(alphabet.spellings)
        folding = LetterFolding(letters, frozenset(), alphabet.language)
        return Language(alphabet, folding, frozenset(), Guesses())
    if format_.name == "scrabble3d" and (tiles := read_dic_header(path).list_tiles()):
        return make_language(_strip_suffix(path.name), tiles)
    if likely := guess_alphabet(path, format_.name):
        language = load_alphabet(likely).alphabet.name
        raise RecipeError(
            f"{path}: choose the alphabet of its words, perhaps --alphabet {likely}; its words "
            f"look {language}"
        )
    raise RecipeError(f"{path}: choose the alphabet of its words, such as --alphabet en")


def _list_editions(path: Path, name: str) -> dict[str, EditionRule]:
    """Returns the editions of a lexicon that is imported under this name."""
    manifest = read_manifest(path)
    return {
        name if old == manifest.name else old: EditionRule(
            edition.include, edition.exclude, edition.maturity
        )
        for old, edition in manifest.editions.items()
    }


def _strip_suffix(name: str) -> str:
    """Returns a file's name without the suffix of a format, or of a ZIP file."""
    suffixes = {suffix for format_ in FORMATS for suffix in (*format_.suffixes, ".zip")}
    for suffix in sorted(suffixes, key=len, reverse=True):
        name = name.removesuffix(suffix)
    return name


def _make_text(text: str) -> str:
    """Shortens a text, and removes characters that a lexicon refuses."""
    return reveal(" ".join(text.split()))[:LONGEST_TEXT]
