"""The files of a recipe's inputs: what reports call them, what a manifest states of them, and how
those with more than words are opened."""

from __future__ import annotations

from pathlib import Path

from wordtools.alphabet import Alphabet
from wordtools.compiler.fetch import FetchedFile
from wordtools.compiler.recipe import RawFile, Recipe, RecipeInput
from wordtools.formats.lists import read_list
from wordtools.formats.words_file import WordsFile
from wordtools.lexicon.manifest import SourceFile


def label_input(item: RecipeInput) -> str:
    """The file name by which reports and notes call an input."""
    file = item.dic or item.file or next(iter(item.dics.values()))
    return label_file(file.member or file.path or file.system)


def label_file(name: str) -> str:
    """The name by which reports and notes call a file."""
    return _make_printable(Path(name).name)


def describe_sources(recipe: Recipe, found: dict[RawFile, list[FetchedFile]]) -> list[SourceFile]:
    """The files of all inputs, as a manifest states them."""
    return [
        _describe_source(recipe, item, file, each)
        for item in recipe.inputs
        for file in item.files
        for each in found[file]
    ]


def open_words(item: RecipeInput, path: Path, alphabet: Alphabet, encoding: str) -> WordsFile:
    """A file of an input in any format but those of dictionaries. Raises `SourceError`."""
    if item.format == "list":
        return read_list(path, alphabet, encoding, item.definitions, item.comments)
    from wordtools.interchange.table import find_format  # which imports a module for each format

    read = find_format(item.format).read
    assert read  # the check of the recipe leaves out those without
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
    """A file's name as a report can hold it: in one field, in UTF-8."""
    shown = name.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else "?" for c in shown)
