"""Tiles as people write them on score sheets: capitals are letters, lower case are blanks that
stand for a letter, `[CH]` is one tile of two letters, `?` a blank on the rack.

In bytes a tile is its number in the alphabet; `BLANK` is added to that of the letter for which a
blank stands, and 0 is a blank that stands for nothing yet.
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


def read(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of letters without spaces. Letters of one case that a tile shows together are that
    tile. Raises `SpellingError` for what no tile shows."""
    tiles = bytearray()
    for run, lower in _runs(text):
        flag = BLANK if lower else 0
        tiles += bytes(tile | flag for tile in alphabet.spell(run))
    return bytes(tiles)


def shown(tile: int, alphabet: Alphabet) -> str:
    """One tile as it is written: `A`, `a` for a blank, `[CH]`, `?`."""
    if not tile & LETTER:
        return "?"
    face = alphabet.tiles[(tile & LETTER) - 1]
    face = face if len(face) == 1 else f"[{face}]"
    return face.lower() if tile & BLANK else face


def write(tiles: Iterable[int], alphabet: Alphabet) -> str:
    """Tiles as they are written, `read` and `read_rack` backwards: two tiles that plain text would
    take for one are in brackets (`[L][L]`, where there is a tile LL)."""
    text = ""
    for _, group in itertools.groupby(tiles, lambda tile: (tile & BLANK, tile & LETTER > 0)):
        run = list(group)
        faces = [shown(tile, alphabet) for tile in run]
        plain = "".join(faces)
        if len(run) > 1 and run[0] & LETTER and read(plain, alphabet) != bytes(run):
            plain = "".join(face if face[0] == "[" else f"[{face}]" for face in faces)
        text += plain
    return text


def read_rack(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of a rack, in order of their numbers: `?` is a blank; case does not matter.
    Raises `SpellingError`."""
    letters = text.replace("?", "")
    return bytes(text.count("?")) + bytes(sorted(alphabet.spell(letters) if letters else b""))


def _runs(text: str) -> list[tuple[str, bool]]:
    """Pieces of one case, with whether it is the lower; the caseless goes with what precedes."""
    runs: list[tuple[str, bool]] = []
    for piece in _PIECES.findall(text):
        lower = piece == piece.lower() != piece.upper()
        caseless = piece.lower() == piece.upper()
        if runs and (caseless or runs[-1][1] == lower):
            runs[-1] = (runs[-1][0] + piece, runs[-1][1])
        else:
            runs.append((piece, lower))
    if "".join(run for run, _ in runs) != text:
        raise SpellingError(text, "", f"{text[:20]!r}: a bracket without its other")
    return runs
