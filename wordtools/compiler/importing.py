"""One finished file of another program to a lexicon: a recipe that is made, not written.

Such a file is a game's own list: no rule of thumb rejects its words. What a lexicon cannot hold
(hyphens, words that are too long, repeats) goes into the reject report, and notes say what else is
not kept.
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
    """Compiles a file of words into a lexicon and a report of rejects. `into` is a folder, or the
    path of the lexicon; the options are those of `recipe_for_file`. Raises a `WordtoolsError`."""
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
        looks = load_alphabet(likely).alphabet.name
        message = f"{error}; its words look {looks}; use --alphabet {likely}"
        raise SourceError(path, None, message.removeprefix(f"{path}: ")) from None
    if RejectReason.MARK.code in report.rejected and not options.get("alphabet"):
        report.notes.append(
            f"{path.name}: no marks fold with the letters of its header; they may in the alphabet "
            "of its language, which --alphabet names"
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
    """The recipe that imports a file with all its categories. Its format is recognised by its
    content, unless it is named; a lexicon and a Scrabble3D dictionary bring their alphabet along.
    `definitions`: what ends a word of a list, by default what the list suggests. Raises a
    `WordtoolsError`."""
    check_file(path)
    chosen = find_format(format) if format else recognise_format(path)
    if not chosen.is_readable:
        raise RecipeError(f"{chosen.name} is not a format to import from")
    if chosen.name == "hunspell" and not is_hunspell_pair(path):
        raise RecipeError(f"{path}: Hunspell needs two files side by side, .aff and .dic")
    language = load_alphabet(alphabet) if alphabet else _find_own_alphabet(path, chosen)
    opened = chosen.read(path, language.alphabet, encoding) if chosen.read else None
    if opened and opened.rows_name_categories:
        for _ in opened.read_lines():
            pass
    named = name or _strip_suffix(path.name)
    licence = _make_text(opened.licence) if opened else ""
    item = RecipeInput(chosen.name, encoding=encoding, official=True, licence=licence)
    if chosen.name == "hunspell":
        aff, dic = (RawFile(path=path.with_suffix(end).name) for end in (".aff", ".dic"))
        item = replace(item, aff=aff, dic=dic, capitals="matter")
    else:
        item = replace(item, file=RawFile(path=path.name))
    if chosen.name == "list":
        ends = definitions or detect_definitions(path, language.alphabet, encoding)
        item = replace(item, definitions=ends)
    declared = RecipeFile(
        name=named,
        title=_make_text(opened.title) if opened and opened.title else named,
        alphabet=alphabet,
        inputs=[item],
        lengths=lengths,
        categories={n: _make_text(m) for n, m in opened.categories.items()} if opened else {},
        editions=_list_editions(path, named) if chosen.name == "lexicon" else {},
    )
    recipe = check_recipe(declared, path.parent, language=language)
    return replace(recipe, is_import=True)


def _find_own_alphabet(path: Path, chosen: WordFormat) -> Language:
    """The alphabet that a file brings along. Raises `RecipeError` when it brings none."""
    if chosen.name == "lexicon":
        alphabet = read_manifest(path).alphabet
        letters = frozenset(alphabet.spellings)
        folding = LetterFolding(letters, frozenset(), alphabet.language)
        return Language(alphabet, folding, frozenset(), Guesses())
    if chosen.name == "scrabble3d" and (tiles := read_dic_header(path).list_tiles()):
        return make_language(_strip_suffix(path.name), tiles)
    if likely := guess_alphabet(path, chosen.name):
        looks = load_alphabet(likely).alphabet.name
        raise RecipeError(
            f"{path}: choose the alphabet of its words, perhaps --alphabet {likely}; its words "
            f"look {looks}"
        )
    raise RecipeError(f"{path}: choose the alphabet of its words, such as --alphabet en")


def _list_editions(path: Path, name: str) -> dict[str, EditionRule]:
    """The editions of a lexicon that is imported by this name."""
    manifest = read_manifest(path)
    return {
        name if each == manifest.name else each: EditionRule(edition.include, edition.exclude)
        for each, edition in manifest.editions.items()
    }


def _strip_suffix(name: str) -> str:
    """A file's name without what tells its format."""
    ends = sorted({end for each in FORMATS for end in (*each.suffixes, ".zip")}, key=len)
    for end in reversed(ends):
        name = name.removesuffix(end)
    return name


def _make_text(text: str) -> str:
    """A text of the file as a lexicon can hold it."""
    return reveal(" ".join(text.split()))[:LONGEST_TEXT]
