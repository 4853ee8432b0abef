"""Leaves and their values, which can be written as lines of text: `AEINST,33.675`.

A line has a leave and its value in points. `?` is the blank, and a tile of several letters is in
brackets: `[CH]`. Any other character is a tile of its own.
"""

from __future__ import annotations

import math
import re
from array import array
from typing import NamedTuple

from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError

_LINE = re.compile(
    r"((?:[^\s,;\[\]]|\[[^\s,;\[\]]+\])+)\s*[,;\t ]\s*([-+]?[0-9]{1,4}(?:\.[0-9]{0,9})?)"
)
_TILE = re.compile(r"\[[^\]]+\]|.")
_MOST_POINTS = 1000


class Leaves(NamedTuple):
    """Leaves as the kernel takes them (tile numbers plus 1, and a zero after each leave), and their
    values in thousandths of a point."""

    leaves: bytes
    values: array[int]


def round_value(points: float, path: str) -> int:
    """Converts a value to thousandths of a point. Raises `SourceError` if the value is
    impossible."""
    if not math.isfinite(points) or abs(points) > _MOST_POINTS:
        raise SourceError(path, None, f"damaged: a leave cannot be worth {points:g} points")
    return round(points * 1000)


def read_leaves_csv(data: bytes, alphabet: Alphabet, path: str) -> Leaves:
    """Reads lines of leaves. Skips blank lines, `#` comments and a header. Raises `SourceError`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SourceError(path, None, "not text in UTF-8") from None
    kinds = {"?": 1}
    for number, face in enumerate(alphabet.tiles, 1):
        kinds[face if len(face) == 1 else f"[{face}]"] = number + 1
    leaves = bytearray()
    values = array("i")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            if number == 1:
                continue  # a header
            raise SourceError(path, number, "not a leave and its value, as in AEINST,33.675")
        try:
            leaves += bytes([*(kinds[tile] for tile in _TILE.findall(match[1].upper())), 0])
        except KeyError as error:
            shown = f"{error.args[0]!r} is not a {alphabet.name} tile"
            raise SourceError(path, number, shown) from None
        values.append(round_value(float(match[2]), path))
    return Leaves(bytes(leaves), values)


def write_leaves_csv(leaves: Leaves, alphabet: Alphabet) -> bytes:
    """Writes a line for each leave."""
    faces = ["?", *(face if len(face) == 1 else f"[{face}]" for face in alphabet.tiles)]
    shown = leaves.leaves.decode("latin-1").translate({0: "\n"} | dict(enumerate(faces, 1)))
    lines = zip(shown.split("\n"), leaves.values, strict=False)
    return "".join(f"{leave},{value / 1000:.3f}\n" for leave, value in lines).encode()
