"""Reads and writes other programs' automatons as word files."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

from wordtools._kernel import DraftAutomaton
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError
from wordtools.formats import dawgdic, quackle, text, zyzzyva
from wordtools.formats.words_file import WordLines, WordsFile, WordsToWrite
from wordtools.wording import pluralize

CHECKSUM = "-Checksums.txt"
"""The suffix of the checksum file for a .dwg. The first line of the file is the checksum of the
.dwg; a second line, if present, is that of Zyzzyva's file of reversed words."""

MOST_BYTES = 1 << 30
"""The maximum size of a binary file."""

MOST_VALUES = 31
"""The maximum number of categories that a dawgdic value can hold, with one bit for each."""


def open_automaton(
    read: Callable[[bytes, Alphabet, Path, list[str]], DraftAutomaton],
) -> Callable[[Path, Alphabet, str], WordsFile]:
    """Makes a reader of word files from the function `read`, which is called when words are needed,
    and may add notes."""

    def open_words(path: Path, alphabet: Alphabet, encoding: str) -> WordsFile:
        def read_lines() -> Iterator[WordLines]:
            file.notes.clear()
            draft = read(read_all(path), alphabet, path, file.notes)
            return map(WordLines, draft.encode_lines())

        file = WordsFile(read_lines, brackets=True, path=str(path))
        return file

    return open_words


def read_automaton(
    read: Callable[[bytes, Alphabet, str], DraftAutomaton],
) -> Callable[[Path, Alphabet, str], WordsFile]:
    """Makes a reader of word files from a function that reads automatons; it adds no notes."""
    return open_automaton(lambda data, alphabet, path, _: read(data, alphabet, str(path)))


def write_automaton(
    write: Callable[[DraftAutomaton, Alphabet], bytes],
) -> Callable[[WordsToWrite], dict[str, bytes]]:
    """Returns a function that writes words as an automaton."""
    return lambda words: {"": write(words.compile(), words.alphabet)}


def read_quackle(data: bytes, alphabet: Alphabet, path: Path, notes: list[str]) -> DraftAutomaton:
    """Reads the words in a Quackle .dawg. Notes report that its marks are lost."""
    draft, marks = quackle.read_quackle(data, alphabet, str(path))
    if any(marks.smaller):
        count = pluralize(sum(marks.smaller), "word")
        notes.append(f"{path.name}: the marks of a smaller dictionary, on {count}, were dropped")
    if any(playability != 1 for playability in marks.playability):
        notes.append(f"{path.name}: the playability of its words was dropped")
    return draft


def read_dawgdic(data: bytes, alphabet: Alphabet, path: Path, notes: list[str]) -> DraftAutomaton:
    """Reads the words in a dawgdic file. A note reports that its values are lost."""
    draft, values = dawgdic.read_dawgdic(data, alphabet, str(path))
    if values is not None:
        notes.append(f"{path.name}: the values of its words were dropped")
    return draft


def read_dwg(data: bytes, alphabet: Alphabet, path: Path, notes: list[str]) -> DraftAutomaton:
    """Reads the words in a .dwg, which must match the checksum file beside it, if there is one."""
    beside = path.with_name(path.stem + CHECKSUM)
    checksum = text.read_bytes(beside) if beside.is_file() else None
    return zyzzyva.read_dwg(data, alphabet, str(path), checksum)


def write_dwg(words: WordsToWrite) -> dict[str, bytes]:
    """Writes a .dwg and its checksum file."""
    data = zyzzyva.write_dwg(words.compile(), words.alphabet)
    return {"": data, CHECKSUM: zyzzyva.write_checksum(data)}


def write_values(words: WordsToWrite) -> dict[str, bytes]:
    """Writes a dawgdic file with a guide. Its values have a bit for each category of the lexicon: 1
    for the first, 2 for the second, 4 for the third. Raises `ExportError` if there are too many
    categories."""
    names = list(words.categories)
    if len(names) > MOST_VALUES:
        raise ExportError(
            f"a dawgdic file has room for {MOST_VALUES} categories, not {len(names)}; "
            "export an edition without values, or write csv, jsonl or parquet"
        )
    masks = [sum(1 << names.index(name) for name in set_) for set_ in words.sets]
    sets = (number for piece in words.read_lines() for number in piece.sets)
    values = array("I", map(masks.__getitem__, sets))
    data = dawgdic.write_dawgdic(words.compile(), words.alphabet, completion=True, values=values)
    return {"": data}


def read_all(path: Path) -> bytes:
    """Reads a whole binary file. Raises `SourceError` if the file is too large for a list of
    words."""
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise SourceError(
            path, None, f"more than {MOST_BYTES:,} bytes; too large for a list of words"
        )
    return text.read_bytes(path)
