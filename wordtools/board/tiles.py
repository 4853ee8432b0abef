"""Tiles as people write them on score sheets: capitals are letters, lower case stands for blanks,
`[CH]` is one tile of two letters, `?` a blank on the rack. A letter without case, as in Hebrew, has
a question mark before it when a blank stands for it: `?א`.

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

_PIECES = re.compile(r"\??(?:\[[^\[\]]*\]|[^\[\]])")


def read_tiles(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of letters without spaces. Adjacent letters of one case that a tile shows together
    are that tile. Raises `SpellingError` for what no tile shows."""
    tiles = bytearray()
    for run, is_blank in _split_runs(alphabet.compose(text), alphabet):
        flag = BLANK if is_blank else 0
        tiles += bytes(tile | flag for tile in alphabet.spell(run))
    return bytes(tiles)


def show_tile(tile: int, alphabet: Alphabet) -> str:
    """One tile as it is written: `A`, `a` or `?א` for a blank, `[CH]`, `?`."""
    if not tile & LETTER:
        return "?"
    face = alphabet.tiles[(tile & LETTER) - 1]
    face = face if len(face) == 1 else f"[{face}]"
    if not tile & BLANK:
        return face
    small = face.translate(alphabet.small_letters)
    return small if small != face else f"?{face}"


def write_tiles(tiles: Iterable[int], alphabet: Alphabet) -> str:
    """Tiles as text, the inverse of `read_tiles` and `read_rack`: two tiles that plain text would
    read as one are in brackets (`[L][L]`, where there is a tile LL)."""
    runs = itertools.groupby(tiles, lambda tile: tile & BLANK)  # a blank's letter joins no other
    return "".join(
        alphabet.keep_apart("".join(show_tile(tile, alphabet) for tile in run)) for _, run in runs
    )


def read_rack(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of a rack, in order of their numbers: `?` is a blank; case does not matter, and
    spaces keep letters apart. Raises `SpellingError`."""
    letters = b"".join(map(alphabet.spell, text.replace("?", " ").split()))
    return bytes(text.count("?")) + bytes(sorted(letters))


def _split_runs(text: str, alphabet: Alphabet) -> list[tuple[str, bool]]:
    """Pieces of the same kind, each with whether blanks stand for it. Caseless characters that are
    no tiles go with what precedes them (the dot of l·l)."""
    runs: list[tuple[str, bool]] = []
    pieces = _PIECES.findall(text)
    if "".join(pieces) != text:
        raise SpellingError(text, "", f"{text[:20]!r}: unbalanced bracket")
    for piece in pieces:
        is_caseless = piece.lower() == piece.upper()
        if is_caseless and piece[0] == "?" and len(piece) > 1:
            runs.append((piece[1:], True))
            continue
        is_blank = piece == piece.lower() and not is_caseless
        is_part = is_caseless and piece.strip("[]") not in alphabet.tiles
        if runs and (is_part or runs[-1][1] == is_blank):
            runs[-1] = (runs[-1][0] + piece, runs[-1][1])
        else:
            runs.append((piece, is_blank))
    return runs
