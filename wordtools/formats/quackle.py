"""Quackle's .dawg files, version 1: automatons with a playability for each word, and marks on the
words of a smaller dictionary.

A file begins with a hash: the exclusive or of the MD5s of all words. The kernel reads and writes
the nodes (`_kernel/formats/node_file.hpp`, `quackle_writer.hpp`).
"""

from __future__ import annotations

import hashlib
from array import array
from typing import NamedTuple

from wordtools import _kernel, limits
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError, SpellingError
from wordtools.formats.nodes import read_nodes
from wordtools.wording import pluralize

_VERSION = b"\x01"
_HASH = slice(1, 17)
_WORDS = slice(17, 20)
_LETTERS = 20
"""The offset at which the number of letters is stored; the letters follow."""
_FIRST_LETTER = 5
"""The number of the alphabet's first letter in hashed words."""
MOST_WORDS = (1 << 24) - 1
MOST_PLAYABILITY = (1 << 24) - 1


class QuackleMarks(NamedTuple):
    """The marks of each word, in alphabet order."""

    smaller: bytes
    """1 for words of the smaller dictionary, 0 for others."""
    playability: array[int]
    """How likely a word is to be played, from 1 to `MOST_PLAYABILITY`."""


def looks_like_quackle(data: bytes) -> bool:
    """True if these bytes begin like a version 1 .dawg file with letters in UTF-8."""
    return data[:1] == _VERSION and _read_letters(data) is not None


def read_quackle(
    data: bytes, alphabet: Alphabet, path: str
) -> tuple[_kernel.DraftAutomaton, QuackleMarks]:
    """Reads the words in a .dawg, and their marks. Raises `SourceError`."""
    header = _read_letters(data) if data[:1] == _VERSION else None
    if header is None:
        raise SourceError(path, None, "not a version 1 Quackle .dawg file")
    letters, begin = header
    if (len(data) - begin) % 7 or len(data) == begin:
        raise SourceError(path, None, "cut off: it does not end with a whole node")
    tiles = {letter: _find_tile(text, alphabet, path) for letter, text in enumerate(letters)}
    if len(set(tiles.values())) < len(tiles):
        raise SourceError(path, None, "two of its letters are the same tile of this alphabet")
    nodes = data[begin:]
    root = int.from_bytes(nodes[:3], "big")
    maximum = limits.SURE_KEYS + limits.KEYS_IN_A_BYTE * len(data)
    form = _kernel.NodeForm.QUACKLE
    draft, values = read_nodes(nodes, form, root, tiles, alphabet, path, maximum)
    stated = int.from_bytes(data[_WORDS], "big")
    if stated != len(draft):
        raise SourceError(
            path, None, f"damaged: it has {pluralize(len(draft), 'word')}, not {stated:,}"
        )
    numbers = {tile: _FIRST_LETTER + letter for letter, tile in tiles.items()}
    number_of = bytes(numbers.get(tile, 0) for tile in range(1, len(alphabet.tiles) + 1))
    if _hash_words(draft, number_of) != data[_HASH]:
        raise SourceError(path, None, "damaged: its words do not match its hash")
    both = array("I", values)
    smaller = bytes(value >> 24 for value in both)
    return draft, QuackleMarks(smaller, array("I", (value & MOST_PLAYABILITY for value in both)))


def write_quackle(draft: _kernel.DraftAutomaton, alphabet: Alphabet) -> bytes:
    """Writes a .dawg of words, all with playability 1 and none in a smaller dictionary. Raises
    `ExportError` if there are too many words."""
    if len(draft) > MOST_WORDS:
        raise ExportError(
            f"a Quackle .dawg can hold {MOST_WORDS:,} words, not {len(draft):,}; "
            "divide the list, or write a KBWG"
        )
    try:
        nodes = _kernel.encode_quackle(draft, None)
    except _kernel.TooManyError:
        raise ExportError(
            "a Quackle .dawg can hold 16,777,216 nodes, and these words need more; "
            "divide the list, or write a KBWG"
        ) from None
    tiles = range(_FIRST_LETTER, _FIRST_LETTER + len(alphabet.tiles))
    head = _VERSION + _hash_words(draft, bytes(tiles)) + len(draft).to_bytes(3, "big")
    letters = b"".join(tile.encode() + b" " for tile in alphabet.tiles)
    return head + bytes([len(alphabet.tiles)]) + letters + nodes


def _read_letters(data: bytes) -> tuple[list[str], int] | None:
    """The letters at the beginning, and the offset of the nodes; None if there are no letters."""
    if len(data) <= _LETTERS:
        return None
    letters = []
    at = _LETTERS + 1
    for _ in range(data[_LETTERS]):
        end = data.find(b" ", at, at + 65)
        if end <= at:
            return None
        try:
            letters.append(data[at:end].decode())
        except UnicodeDecodeError:
            return None
        at = end + 1
    return (letters, at) if 0 < len(letters) <= _kernel.MAX_TILES else None


def _find_tile(letter: str, alphabet: Alphabet, path: str) -> int:
    """The tile of a letter. Raises `SourceError`."""
    try:
        (tile,) = alphabet.spell(letter)
    except (SpellingError, ValueError):
        message = f"{letter!r}, a letter of its alphabet, is not a {alphabet.name} tile"
        raise SourceError(path, None, message) from None
    return tile


def _hash_words(draft: _kernel.DraftAutomaton, letters: bytes) -> bytes:
    """The exclusive or of the MD5s of all words. `letters` holds the number that stands for each
    tile."""
    combined = 0
    for words in draft.encode_letters(letters):
        for word in words.split(b"\0")[:-1]:
            digest = hashlib.md5(word, usedforsecurity=False).digest()
            combined ^= int.from_bytes(digest, "big")
    return combined.to_bytes(16, "big")
