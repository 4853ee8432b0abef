"""The formats of word files: one table for importing, exporting, recognising and documenting them.

A new format is a module of `formats/` and a row here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wordtools._kernel import DraftAutomaton
from wordtools.alphabet import Alphabet
from wordtools.errors import WordtoolsError
from wordtools.formats import csv_table, json_array, jsonl, lists, parquet, scrabble3d, text
from wordtools.formats.words_file import WordLines, WordsFile
from wordtools.interchange import lexicon_file
from wordtools.wording import suggest

Reader = Callable[[Path, Alphabet, str], WordsFile]
"""From a path, an alphabet and an encoding (or "detect") to a file's words."""

Writer = Callable[..., dict[str, bytes]]
"""From `WordsToWrite` and options to files, by suffix; "" is the file that was named."""


@dataclass(frozen=True)
class WordFormat:
    """A format of word files. `looks_like` is given the beginning of a text file, or all of a
    binary one; `keeps`, `loses` and `limits` are for the documentation."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    looks_like: Callable[[bytes], bool] | None = None
    read: Reader | None = None
    write: Writer | None = None
    options: tuple[str, ...] = ()
    """What `write` takes: encoding, categories."""
    binary: bool = False
    brackets: bool = False
    """It keeps tiles apart that read together would be another one."""
    keeps: str = ""
    loses: str = ""
    limits: str = "none"

    @property
    def is_readable(self) -> bool:
        """True when it can be imported. The compiler itself reads Hunspell's dictionaries, for
        their affix rules."""
        return self.read is not None or self.name == "hunspell"


def read_automaton(read: Callable[[bytes, Alphabet, str], DraftAutomaton]) -> Reader:
    """The reader of an automaton's file."""

    def read_file(path: Path, alphabet: Alphabet, encoding: str) -> WordsFile:
        draft = read(text.read_bytes(path), alphabet, str(path))
        return WordsFile(lambda: map(WordLines, draft.encode_lines()), brackets=True)

    return read_file


def write_automaton(write: Callable[[DraftAutomaton, Alphabet], bytes]) -> Writer:
    """The writer of an automaton's file."""
    return lambda words: {"": write(words.compile(), words.alphabet)}


_ORDER = "order, repeats"
_ALL_TABLES = "words, categories; a definition is read"

FORMATS: tuple[WordFormat, ...] = (
    WordFormat(
        "lexicon", "our own", (".lexicon",), None, lexicon_file.read_lexicon, binary=True,
        brackets=True, keeps="words, categories, editions, alphabet", loses="nothing",
        limits="[lexicon-file.md](lexicon-file.md#limits)",
    ),
    WordFormat(
        "parquet", "Parquet (Arrow), by DuckDB", (".parquet",), parquet.looks_like_parquet,
        parquet.read_parquet, parquet.write_parquet, binary=True, brackets=True,
        keeps=_ALL_TABLES, loses="definitions, other columns, " + _ORDER,
        limits="1 GB of memory",
    ),
    WordFormat(
        "scrabble3d", "Scrabble3D, also zipped or with a Key", (".dic", ".dic.zip"),
        scrabble3d.looks_like_scrabble3d, scrabble3d.read_scrabble3d, scrabble3d.write_scrabble3d,
        keeps="words, categories, digraphs, licence, comment; its letter set is an alphabet",
        loses="meanings, author, version, release, tile values, " + _ORDER,
        limits="one label a word: several categories are joined in it by ` + `; at most "
        f"{scrabble3d.MOST_DIGRAPHS} tiles of several letters are written",
    ),
    WordFormat(
        "jsonl", "JSON lines", (".jsonl", ".ndjson"), jsonl.looks_like_jsonl, jsonl.read_jsonl,
        jsonl.write_jsonl, brackets=True, keeps=_ALL_TABLES,
        loses="definitions, other fields, " + _ORDER,
    ),
    WordFormat(
        "json", "an array of words", (".json",), json_array.looks_like_json, json_array.read_json,
        json_array.write_json, keeps="words", loses=_ORDER,
    ),
    WordFormat(
        "csv", "a table: commas, semicolons or tabs", (".csv", ".tsv"), csv_table.looks_like_csv,
        csv_table.read_csv, csv_table.write_csv, options=("encoding",), brackets=True,
        keeps=_ALL_TABLES, loses="definitions, other columns, " + _ORDER,
        limits="131,072 characters a field",
    ),
    WordFormat(
        "hunspell", "a pair, .aff and .dic", (".aff", ".dic"), None, None, lists.write_hunspell,
        keeps="words: all forms when read, in lower case when written",
        loses="affix rules, categories, marks that fold",
    ),
    WordFormat(
        "list", "a plain list, in any encoding", (".txt",), None, lists.read_list,
        lists.write_list, options=("encoding", "categories"),
        keeps="words; categories with `--categories`", loses="definitions, comments, " + _ORDER,
    ),
)  # fmt: skip
"""In the order in which a file is tried to be recognised."""

MOST_BYTES = 1 << 30
"""The largest binary file that is read."""


def find_format(name: str) -> WordFormat:
    """The format of a name. Raises `WordtoolsError`."""
    for each in FORMATS:
        if each.name == name:
            return each
    raise WordtoolsError(
        f"there is no format {name!r}; {suggest(name, [each.name for each in FORMATS])}"
    )


def find_format_by_suffix(path: Path) -> WordFormat | None:
    """The only format whose files have such a name, if there is one that can be written."""
    name = path.name.lower()
    fitting = [each for each in FORMATS if each.write and name.endswith(each.suffixes)]
    return fitting[0] if len(fitting) == 1 else None
