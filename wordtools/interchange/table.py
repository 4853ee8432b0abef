"""The table of formats from which word files are imported, exported, recognised and documented.

A new format needs a module in `formats/` and a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wordtools.alphabet import Alphabet
from wordtools.errors import WordtoolsError
from wordtools.formats import (
    csv_table,
    dawgdic,
    json_array,
    jsonl,
    kwg,
    lists,
    parquet,
    quackle,
    scrabble3d,
    zyzzyva,
)
from wordtools.formats.words_file import WordsFile
from wordtools.interchange import lexicon_file
from wordtools.interchange.automata import (
    open_automaton,
    read_automaton,
    read_dawgdic,
    read_dwg,
    read_quackle,
    write_automaton,
    write_dwg,
    write_values,
)
from wordtools.wording import suggest

Reader = Callable[[Path, Alphabet, str], WordsFile]
"""Takes a path, an alphabet and an encoding (or "detect"). Returns the words of the file."""

Writer = Callable[..., dict[str, bytes]]
"""Takes `WordsToWrite` and options. Returns files by suffix; "" stands for the requested path."""


@dataclass(frozen=True)
class WordFormat:
    """A format of word files. `looks_like` receives the beginning of a text file, or the whole of a
    binary file. `keeps`, `loses` and `limits` are for the documentation."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    looks_like: Callable[[bytes], bool] | None = None
    read: Reader | None = None
    write: Writer | None = None
    options: tuple[str, ...] = ()
    """The options of `write`: encoding, categories, definitions."""
    binary: bool = False
    brackets: bool = False
    """True if the format can distinguish [C][H] from [CH]."""
    keeps: str = ""
    loses: str = ""
    limits: str = "none"

    @property
    def is_readable(self) -> bool:
        """True if the format can be imported. Hunspell's dictionaries are read by the compiler
        itself."""
        return self.read is not None or self.name == "hunspell"


_ORDER = "order, repeats"
_ALL_TABLES = "words, categories, definitions"
_KWG_NODES = "4,194,304 nodes; the file names no alphabet: give the original one with `--alphabet`"
_KBWG_NODES = _KWG_NODES.replace("4,194,304", "16,777,216")
_NO_MORE = "categories, definitions"
_AS_KWG = "as `kwg`"
_UNITS = "268,435,456 units"

FORMATS: tuple[WordFormat, ...] = (
    WordFormat(
        "lexicon", "our own", (".lexicon",), None, lexicon_file.read_lexicon, binary=True,
        brackets=True, keeps="words, categories, definitions, editions, alphabet", loses="nothing",
        limits="[lexicon-file.md](lexicon-file.md#limits)",
    ),
    WordFormat(
        "parquet", "Parquet (Arrow), by DuckDB", (".parquet",), parquet.looks_like_parquet,
        parquet.read_parquet, parquet.write_parquet, binary=True, brackets=True,
        keeps=_ALL_TABLES, loses="other columns, " + _ORDER,
        limits="1 GB of memory; rows in proportion to the file's size, see below",
    ),
    WordFormat(
        "quackle", "Quackle's .dawg, version 1", (".dawg",), quackle.looks_like_quackle,
        open_automaton(read_quackle), write_automaton(quackle.write_quackle), binary=True,
        brackets=True,
        keeps="words (the file's hash is checked)", limits="16,777,215 words, 16,777,216 nodes",
        loses="playability (1 is written), the smaller dictionary, categories, definitions",
    ),
    WordFormat(
        "dwg", "Zyzzyva's .dwg, with its checksum in NAME-Checksums.txt", (".dwg",),
        zyzzyva.looks_like_dwg, open_automaton(read_dwg), write_dwg, binary=True, brackets=True,
        keeps="words (a checksum file beside it is checked)", loses=_NO_MORE,
        limits="one Latin-1 letter per tile; 2,097,151 edges",
    ),
    WordFormat(
        "kwg", "KWG (wolges, macondo, Woogles), with GADDAG", (".kwg",), kwg.looks_like_kwg,
        read_automaton(kwg.read_kwg), write_automaton(kwg.write_kwg), binary=True, brackets=True,
        keeps="words", loses=_NO_MORE, limits=_KWG_NODES,
    ),
    WordFormat(
        "kwg-dawg", "a KWG without GADDAG", (), write=write_automaton(
            partial(kwg.write_kwg, gaddag=False)
        ), binary=True, brackets=True, keeps="words", loses=_NO_MORE, limits=_AS_KWG,
    ),
    WordFormat(
        "kwg-legacy", "a KWG with GADDAG in the older layout", (), write=write_automaton(
            partial(kwg.write_kwg, legacy=True)
        ), binary=True, brackets=True, keeps="words", loses=_NO_MORE, limits=_AS_KWG,
    ),
    WordFormat(
        "kbwg", "KBWG, with GADDAG", (".kbwg",), kwg.looks_like_kbwg,
        read_automaton(kwg.read_kbwg), write_automaton(kwg.write_kbwg), binary=True,
        brackets=True, keeps="words", loses=_NO_MORE, limits=_KBWG_NODES,
    ),
    WordFormat(
        "kad", "KAD; needs `--format`, because it looks like a KWG", (".kad",), None,
        read_automaton(kwg.read_kad), write_automaton(kwg.write_kad), binary=True, brackets=True,
        keeps="alphagrams: each word's tiles in alphabet order", loses=f"the words, {_NO_MORE}",
        limits=_AS_KWG,
    ),
    WordFormat(
        "dawgdic", "dawgdic (DAWG, DAWG2, DAWG-Python)", (".dawg",), dawgdic.looks_like_dawgdic,
        open_automaton(read_dawgdic), write_automaton(dawgdic.write_dawgdic), binary=True,
        brackets=True, keeps="words", loses="values, categories, definitions", limits=_UNITS,
    ),
    WordFormat(
        "dawgdic-completion", "dawgdic with completion (`CompletionDAWG`)", (),
        write=write_automaton(partial(dawgdic.write_dawgdic, completion=True)), binary=True,
        brackets=True, keeps="words", loses=_NO_MORE, limits=_UNITS,
    ),
    WordFormat(
        "dawgdic-categories", "dawgdic with a number for a word's categories "
        "(`IntCompletionDAWG`)", (), write=write_values, binary=True, brackets=True,
        keeps="words; categories as numbers", loses="the categories' names, definitions",
        limits=f"{_UNITS}; 31 categories",
    ),
    WordFormat(
        "scrabble3d", "Scrabble3D, also zipped or with a Key", (".dic", ".dic.zip"),
        scrabble3d.looks_like_scrabble3d, scrabble3d.read_scrabble3d, scrabble3d.write_scrabble3d,
        keeps="words, categories, meanings (definitions), digraphs, licence, comment; its "
        "letter set becomes the alphabet",
        loses="author, version, release, tile values, " + _ORDER,
        limits="one label per word, in which ` + ` joins several categories; writes at most "
        f"{scrabble3d.MOST_DIGRAPHS} tiles of several letters",
    ),
    WordFormat(
        "jsonl", "JSON lines", (".jsonl", ".ndjson"), jsonl.looks_like_jsonl, jsonl.read_jsonl,
        jsonl.write_jsonl, brackets=True, keeps=_ALL_TABLES,
        loses="other fields, " + _ORDER,
    ),
    WordFormat(
        "json", "an array of words", (".json",), json_array.looks_like_json, json_array.read_json,
        json_array.write_json, keeps="words", loses="categories, definitions, " + _ORDER,
    ),
    WordFormat(
        "csv", "a table: commas, semicolons or tabs", (".csv", ".tsv"), csv_table.looks_like_csv,
        csv_table.read_csv, csv_table.write_csv, options=("encoding",), brackets=True,
        keeps=_ALL_TABLES, loses="other columns, " + _ORDER,
        limits="131,072 characters per field",
    ),
    WordFormat(
        "hunspell", "a pair, .aff and .dic", (".aff", ".dic"), None, None, lists.write_hunspell,
        keeps="words: all forms when read, in lower case when written",
        loses="affix rules, categories, definitions, marks that fold",
    ),
    WordFormat(
        "list", "a plain list, in any encoding", (".txt",), None, lists.read_list,
        lists.write_list, options=("encoding", "categories", "definitions"),
        keeps="words; categories with `--categories`, definitions with `--definitions`",
        loses="comments, " + _ORDER,
    ),
)  # fmt: skip
"""All formats, in the order in which recognition tries them."""


def find_format(name: str) -> WordFormat:
    """The format with this name. Raises `WordtoolsError`."""
    formats = {format_.name: format_ for format_ in FORMATS}
    if name not in formats:
        raise WordtoolsError(f"there is no format {name!r}; {suggest(name, formats)}")
    return formats[name]


def list_formats_by_suffix(path: Path) -> list[WordFormat]:
    """The formats that use the suffix of this path."""
    return [format_ for format_ in FORMATS if path.name.lower().endswith(format_.suffixes)]


def find_format_by_suffix(path: Path) -> WordFormat | None:
    """The format in which to write to this path; None if its suffix is ambiguous or unknown."""
    writable = [format_ for format_ in list_formats_by_suffix(path) if format_.write]
    return writable[0] if len(writable) == 1 else None
