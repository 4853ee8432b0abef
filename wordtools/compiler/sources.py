"""The files of a recipe's inputs, with labels for reports, descriptions for manifests, and
readers."""

from __future__ import annotations

from pathlib import Path

from wordtools.alphabet import Alphabet
from wordtools.compiler.fetch import FetchedFile
from wordtools.compiler.recipe import RawFile, Recipe, RecipeInput
from wordtools.formats.lists import read_list
from wordtools.formats.words_file import WordsFile
from wordtools.lexicon.manifest import SourceFile


def label_input(item: RecipeInput) -> str:
    """Returns the label of an input in reports and notes, which is a file name."""
    file = item.dic or item.file or next(iter(item.dics.values()))
    return label_file(file.member or file.path or file.system)


def label_file(name: str) -> str:
    """Returns the label of a file in reports and notes."""
    return _make_printable(Path(name).name)


def describe_sources(recipe: Recipe, files: dict[RawFile, list[FetchedFile]]) -> list[SourceFile]:
    """Yields descriptions of the files of all inputs, for a manifest."""
    return [
        _describe_source(recipe, item, raw, file)
        for item in recipe.inputs
        for raw in item.files
        for file in files[raw]
    ]


def open_words(item: RecipeInput, path: Path, alphabet: Alphabet, encoding: str) -> WordsFile:
    """Opens a file of an input in any format except Hunspell's. Raises `SourceError`."""
    if item.format == "list":
        return read_list(path, alphabet, encoding, item.definitions, item.comments)
    from wordtools.interchange.table import find_format  # imports the modules of all formats

    read = find_format(item.format).read
    assert read  # `check_recipe` requires a readable format
    return read(path, alphabet, encoding)


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
    """Returns a file's name without characters that would break a report's fields or UTF-8."""
    text = name.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else "?" for c in text)
