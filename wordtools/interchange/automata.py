"""Other programs' automatons as files of words: the readers and writers in the rows of the
table."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

from wordtools._kernel import DraftAutomaton
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError
from wordtools.formats import dawgdic, quackle, text, zyzzyva
from wordtools.formats.words_file import WordLines, WordsFile, WordsToWrite

CHECKSUM = "-Checksums.txt"
"""The name of a .dwg with this at its end names its checksum file, beside it. The first line is the
checksum; a second would be that of Zyzzyva's other file, with the words backwards."""

MOST_BYTES = 1 << 30
"""The largest binary file that is read."""

MOST_VALUES = 31
"""The categories that the bits of a dawgdic value stand for."""


def read_automaton(
    read: Callable[[bytes, Alphabet, str], DraftAutomaton],
) -> Callable[[Path, Alphabet, str], WordsFile]:
    """The reader of an automaton's file."""
    return lambda path, alphabet, encoding: _open(
        path, lambda data, _: read(data, alphabet, str(path))
    )


def write_automaton(
    write: Callable[[DraftAutomaton, Alphabet], bytes],
) -> Callable[[WordsToWrite], dict[str, bytes]]:
    """The writer of an automaton's file."""
    return lambda words: {"": write(words.compile(), words.alphabet)}


def read_quackle(path: Path, alphabet: Alphabet, encoding: str) -> WordsFile:
    """The words of a Quackle .dawg; notes name its marks, which are not kept."""

    def read(data: bytes, notes: list[str]) -> DraftAutomaton:
        draft, marks = quackle.read_quackle(data, alphabet, str(path))
        if any(marks.smaller):
            notes.append(
                f"{path.name}: {sum(marks.smaller):,} of its words are marked as those of a "
                "smaller dictionary; the mark is not kept"
            )
        if any(one != 1 for one in marks.playability):
            notes.append(f"{path.name}: the playability of its words is not kept")
        return draft

    return _open(path, read)


def read_dawgdic(path: Path, alphabet: Alphabet, encoding: str) -> WordsFile:
    """The words of a dawgdic file; a note says if they have values, which are not kept."""

    def read(data: bytes, notes: list[str]) -> DraftAutomaton:
        draft, values = dawgdic.read_dawgdic(data, alphabet, str(path))
        if values is not None:
            notes.append(f"{path.name}: the values of its words are not kept")
        return draft

    return _open(path, read)


def read_dwg(path: Path, alphabet: Alphabet, encoding: str) -> WordsFile:
    """The words of a .dwg; if its checksum file is beside it, the checksum must agree."""

    def read(data: bytes, notes: list[str]) -> DraftAutomaton:
        beside = path.with_name(path.stem + CHECKSUM)
        checksum = text.read_bytes(beside) if beside.is_file() else None
        return zyzzyva.read_dwg(data, alphabet, str(path), checksum)

    return _open(path, read)


def write_dwg(words: WordsToWrite) -> dict[str, bytes]:
    """A .dwg and its checksum file."""
    data = zyzzyva.write_dwg(words.compile(), words.alphabet)
    return {"": data, CHECKSUM: zyzzyva.write_checksum(data)}


def write_values(words: WordsToWrite) -> dict[str, bytes]:
    """A dawgdic file with a guide, whose values have a bit for each category: 1 for the first of
    the lexicon, 2 for the second, 4 for the third. Raises `ExportError` for too many."""
    names = list(words.categories)
    if len(names) > MOST_VALUES:
        raise ExportError(
            f"a dawgdic file has room for {MOST_VALUES} categories, not {len(names)}; "
            "export an edition without values, or write csv, jsonl or parquet"
        )
    masks = [sum(1 << names.index(name) for name in each) for each in words.sets]
    sets = (number for piece in words.read_lines() for number in piece.sets)
    values = array("I", map(masks.__getitem__, sets))
    data = dawgdic.write_dawgdic(words.compile(), words.alphabet, completion=True, values=values)
    return {"": data}


def read_all(path: Path) -> bytes:
    """A whole binary file. Raises `SourceError` for one that is too large for a file of words."""
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise SourceError(path, None, f"more than {MOST_BYTES:,} bytes; no word file is so large")
    return text.read_bytes(path)


def _open(path: Path, read: Callable[[bytes, list[str]], DraftAutomaton]) -> WordsFile:
    """A file that is read when its words are requested; `read` may add notes."""

    def read_lines() -> Iterator[WordLines]:
        notes: list[str] = []
        draft = read(read_all(path), notes)
        opened.notes[:] = notes
        return map(WordLines, draft.encode_lines())

    opened = WordsFile(read_lines, brackets=True, path=str(path))
    return opened
