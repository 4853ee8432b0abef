"""Quackle's superleaves. A leave is written as letter numbers (1 is the blank, 5 the first letter
of the alphabet); its value is stored as the number of 256ths of a point above -128.
"""

from __future__ import annotations

from array import array

from wordtools.errors import SourceError
from wordtools.formats.leaves import Leaves, round_value

_BLANK, _FIRST_LETTER = 1, 5
_LONGEST = 15


def read_superleaves(data: bytes, kinds: int, path: str) -> Leaves:
    """Reads the leaves in a file of superleaves, for a game with this many kinds of tiles,
    including the blank. Raises `SourceError`."""
    kind_of = {_BLANK: 1} | {_FIRST_LETTER + kind: kind + 2 for kind in range(kinds - 1)}
    leaves = bytearray()
    values = array("i")
    at = 0
    while at < len(data):
        end = at + 1 + data[at]
        if end + 2 > len(data):
            raise SourceError(path, None, "cut off: its last leave has no value")
        if not 0 < data[at] <= _LONGEST:
            raise SourceError(path, None, f"not superleaves: a leave has {data[at]} tiles")
        try:
            leaves += bytes([*(kind_of[letter] for letter in data[at + 1 : end]), 0])
        except KeyError as error:
            message = f"made with another alphabet: it has a letter {error.args[0]}"
            raise SourceError(path, None, message) from None
        value = data[end] / 256 + data[end + 1] - 128
        values.append(round_value(value, path))
        at = end + 2
    return Leaves(bytes(leaves), values)
