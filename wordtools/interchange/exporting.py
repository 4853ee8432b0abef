"""Exports a lexicon in other programs' formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from wordtools import _kernel
from wordtools.errors import WordtoolsError
from wordtools.files import write_files
from wordtools.formats import text
from wordtools.formats.words_file import WordLines, WordsToWrite
from wordtools.interchange.table import (
    FORMATS,
    WordFormat,
    find_format,
    find_format_by_suffix,
    list_formats_by_suffix,
)
from wordtools.lexicon.find import SUFFIX
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import Manifest
from wordtools.wording import join_list, pluralize


class ExportReport(msgspec.Struct, frozen=True):
    """A finished export: its format; the number of words; the sizes of the files in bytes, by path;
    and notes on what was lost.
    """

    format: str
    words: int
    files: dict[str, int]
    notes: list[str]


def export_lexicon(
    lexicon: Lexicon, path: str | Path, format: str = "", **options: Any
) -> ExportReport:
    """Writes the words of an edition to `path`, in one of the formats in `interchange.table`. By
    default, the suffix of `path` determines the format. Some formats have the options `encoding`,
    `categories` and `definitions`. Writes either all files or none. Raises a `WordtoolsError` that
    names the words or data that the format cannot hold."""
    path = Path(path)
    format_ = find_format(format) if format else find_format_by_suffix(path)
    if format_ is None:
        names = [f.name for f in list_formats_by_suffix(path) or FORMATS if f.write]
        raise WordtoolsError(f"{path}: choose a --format: {join_list(names, 'or')}")
    files = encode_lexicon(lexicon, format_, **options)
    contents = {
        path.with_name(path.stem + suffix) if suffix else path: data
        for suffix, data in files.items()
    }
    if any(file.suffix == SUFFIX for file in contents):
        raise WordtoolsError(f"{path}: {SUFFIX} is the suffix of lexicons; choose another")
    write_files(contents)
    return ExportReport(
        format_.name,
        len(lexicon),
        {str(file): len(data) for file, data in contents.items()},
        _list_losses(lexicon.manifest, format_, options),
    )


def encode_lexicon(lexicon: Lexicon, format_: WordFormat, **options: Any) -> dict[str, bytes]:
    """The files of an edition in a format, by suffix; "" stands for the requested path itself.
    Raises `WordtoolsError`."""
    if format_.write is None:
        writable = join_list((f.name for f in FORMATS if f.write), "or")
        raise WordtoolsError(f"{format_.name} is not a format to export to; choose {writable}")
    options = {name: value for name, value in options.items() if value}
    for name in options.keys() - set(format_.options):
        able = [f.name for f in FORMATS if name in f.options]
        raise WordtoolsError(
            f"--{name} does not work with the format {format_.name}, only with {join_list(able)}"
        )
    words = describe_words(lexicon, None if format_.brackets else format_.name)
    encoding = options.get("encoding", "utf-8")
    try:
        return format_.write(words, **options)
    except UnicodeEncodeError as error:
        raise WordtoolsError(_explain_missing(lexicon, encoding, error)) from None
    except LookupError:
        raise WordtoolsError(f"there is no encoding {encoding!r}") from None
    except ValueError as error:
        raise WordtoolsError(f"{lexicon.edition_name}: {format_.name}: {error}") from None


def describe_words(lexicon: Lexicon, plain: str | None = None) -> WordsToWrite:
    """The words of an edition, in the form that writers take. `plain` is the name of a format that
    cannot distinguish [C][H] from [CH]; words that need brackets then raise `WordtoolsError`."""
    manifest = lexicon.manifest
    return WordsToWrite(
        name=lexicon.edition_name,
        title=manifest.title,
        alphabet=lexicon.alphabet,
        count=len(lexicon),
        categories={name: category.meaning for name, category in manifest.categories.items()},
        sets=[tuple(names) for names in manifest.sets],
        order=_order_sets(manifest, lexicon.count_words_by_set()),
        read_lines=partial(_read_lines, lexicon, plain),
        compile=partial(_compile, lexicon),
        defined=bool(manifest.definitions),
        licence=" / ".join(dict.fromkeys(s.licence for s in manifest.sources if s.licence)),
        effective=manifest.effective or "",
        comment=f"{manifest.title}, {lexicon.edition_name}, {pluralize(len(lexicon), 'word')}, "
        f"{lexicon.digest}",
    )


def _order_sets(manifest: Manifest, used: Iterable[int]) -> list[int]:
    """The category sets in use. The first set is that of ordinary words. It is the empty set or, if
    all words have categories, the set that most editions admit.
    """

    def count_editions(number: int) -> int:
        names = frozenset(manifest.sets[number])
        return sum(edition.admits(names) for edition in manifest.editions.values())

    order = sorted(used)
    first = max(order, key=lambda n: (not manifest.sets[n], count_editions(n)), default=0)
    return [first, *(number for number in order if number != first)]


def _read_lines(lexicon: Lexicon, plain: str | None) -> Iterator[WordLines]:
    for words, sets, definitions in lexicon.described_lines():
        if plain and b"[" in words:
            at = words.rfind(b"\n", 0, words.index(b"[")) + 1
            word = words[at:].partition(b"\n")[0].decode()
            raise WordtoolsError(
                f"{word}: the format {plain} cannot keep these tiles apart; csv, jsonl and parquet "
                "write it with its brackets"
            )
        yield WordLines(words, sets, definitions)


def _compile(lexicon: Lexicon) -> _kernel.DraftAutomaton:
    alphabet = lexicon.alphabet
    collector = _kernel.Collector(alphabet.kernel, alphabet.compose)
    for words in lexicon.lines():
        collector.add_lines(words, threads=1)  # the automaton is built directly from sorted words
    return collector.compile(1)[0]


def _list_losses(manifest: Manifest, format_: WordFormat, options: dict[str, Any]) -> list[str]:
    """Notes that list the parts of this lexicon that the format cannot hold."""

    def holds(part: str) -> bool:
        return part in format_.keeps and (part not in format_.options or bool(options.get(part)))

    losses = []
    if manifest.categories and not holds("categories"):
        names, several = join_list(manifest.categories), len(manifest.categories) > 1
        part = f"categories {names} were" if several else f"category {names} was"
        losses.append(f"the {part} left out")
    if manifest.definitions and not holds("definitions"):
        losses.append("the definitions were left out")
    return losses


def _explain_missing(lexicon: Lexicon, encoding: str, error: UnicodeEncodeError) -> str:
    """A message about letters that an encoding cannot represent. It names the encodings that can
    represent all letters."""
    letters = "".join(lexicon.alphabet.tiles)

    def fits(name: str) -> bool:
        return letters.encode(name, "ignore").decode(name) == letters

    able = ["utf-8", *filter(fits, text.LEGACY)]
    missing = ", ".join(dict.fromkeys(error.object[error.start : error.end]))
    return f"{encoding} has no {missing}; choose --encoding {join_list(able, 'or')}"
