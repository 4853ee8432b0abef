"""Tiles as people write them on score sheets: capitals are letters, lower case stands for blanks,
`[CH]` is one tile of two letters, `?` a blank on the rack.

In bytes a tile is its number in the alphabet. A blank that stands for a letter is that letter's
number plus `BLANK`; 0 is a blank that stands for nothing yet.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError

BLANK = 64
LETTER = BLANK - 1

_PIECES = re.compile(r"\[[^\[\]]*\]|[^\[\]]")


def read_tiles(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of letters without spaces. Adjacent letters of one case that a tile shows together
    are that tile. Raises `SpellingError` for what no tile shows."""
    tiles = bytearray()
    for run, lower in _split_runs(text):
        flag = BLANK if lower else 0
        tiles += bytes(tile | flag for tile in alphabet.spell(run))
    return bytes(tiles)


def show_tile(tile: int, alphabet: Alphabet) -> str:
    """One tile as it is written: `A`, `a` for a blank, `[CH]`, `?`."""
    if not tile & LETTER:
        return "?"
    face = alphabet.tiles[(tile & LETTER) - 1]
    face = face if len(face) == 1 else f"[{face}]"
    return face.lower() if tile & BLANK else face


def write_tiles(tiles: Iterable[int], alphabet: Alphabet) -> str:
    """Tiles as text, the inverse of `read_tiles` and `read_rack`: two tiles that plain text would
    read as one are in brackets (`[L][L]`, where there is a tile LL)."""
    longer = sorted((face for face in alphabet.tiles if len(face) > 1), key=len, reverse=True)
    joined = re.compile("|".join([r"\[[^\]]*\]", *map(re.escape, longer)]), re.IGNORECASE)

    def apart(found: re.Match[str]) -> str:
        return found[0] if found[0][0] == "[" else "".join(f"[{letter}]" for letter in found[0])

    runs = itertools.groupby(tiles, lambda tile: tile & BLANK)  # a blank's letter joins no other
    return "".join(
        joined.sub(apart, "".join(show_tile(tile, alphabet) for tile in run)) for _, run in runs
    )


def read_rack(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of a rack, in order of their numbers: `?` is a blank; case does not matter, and
    spaces keep letters apart. Raises `SpellingError`."""
    letters = b"".join(map(alphabet.spell, text.replace("?", " ").split()))
    return bytes(text.count("?")) + bytes(sorted(letters))


def _split_runs(text: str) -> list[tuple[str, bool]]:
    """Pieces of one case, each with whether it is lower case; caseless characters go with what
    precedes them."""
    runs: list[tuple[str, bool]] = []
    for piece in _PIECES.findall(text):
        lower = piece == piece.lower() != piece.upper()
        caseless = piece.lower() == piece.upper()
        if runs and (caseless or runs[-1][1] == lower):
            runs[-1] = (runs[-1][0] + piece, runs[-1][1])
        else:
            runs.append((piece, lower))
    if "".join(run for run, _ in runs) != text:
        raise SpellingError(text, "", f"{text[:20]!r}: unbalanced bracket")
    return runs
