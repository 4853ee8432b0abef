"""Draws large letters on a terminal with half blocks (two pixels per character).

The font, `letters.txt`, has capitals of five by seven pixels. The marks above or below letters are
listed by code point, and so are Hebrew letters, which an editor might reorder. Marks are stacked
outwards from their letter. A tile in brackets, as in `PE[RR]O`, is underlined. Callers use plain
text for letters that cannot be drawn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import NamedTuple

from wordtools.wording import reads_leftward, split_letters

_MARK = 2  # number of rows in a mark
_BELOW = "\u0323\u0324\u0326\u0327\u0328\u032d\u0331"
_ALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВГЕІКМНОПРСТФХʼ", "ABEZHIKMNOPTYXABΓEIKMHOΠPCTΦX'")
"""Letters that are drawn like letters of another script."""
_SMALL_FORMS = "ςı"
"""Second small forms of letters, which are drawn like the capital. Other such forms (ſ, ϐ) are
separate letters for players.
"""
_WORD_GAP = 4
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

Glyph = tuple[str, ...]  # a letter of the font, in rows of "#" and "."
Rows = list[str]  # a drawing, in the same rows


class _Pieces(NamedTuple):
    """A letter of the font, and the marks above and below it; the nearest mark comes first."""

    base: str
    above: str
    below: str


def draw(words: Sequence[str], scale: int, width: int) -> list[str] | None:
    """Draws words in lines of text no wider than `width`, with square pixels of size `scale`.
    Returns None if a word is too wide, or has a character that is not in the font. Hebrew runs from
    right to left on every terminal."""
    spelled = [split_letters(unicodedata.normalize("NFC", word)) for word in words]
    pieces = [_split(c) for letters in spelled for tile in letters for c in _remove_frame(tile)]
    drawable = [piece for piece in pieces if piece is not None]
    if len(drawable) < len(pieces):
        return None
    above = max((len(piece.above) for piece in drawable), default=0)
    below = max((len(piece.below) for piece in drawable), default=0)
    framed = any(map(_is_framed, chain(*spelled)))
    drawings = [_draw_word(letters, above, below, framed=framed) for letters in spelled]
    wide = [len(rows[0]) for rows in drawings]
    if max(wide, default=0) * scale > width:
        return None
    lines: list[str] = []
    leftward = any(map(reads_leftward, words))
    for line in _fill_lines(drawings, width // scale):
        if lines:
            lines.append("")
        if leftward:
            line.reverse()
        rows = [("." * _WORD_GAP).join(parts) for parts in zip(*line, strict=True)]
        lines += _pair_rows(rows, scale)
    return lines


def _fill_lines(drawings: list[Rows], width: int) -> Iterator[list[Rows]]:
    """Arranges words, each given as rows of pixels, on lines no wider than `width` pixels."""
    line: list[Rows] = []
    used = 0
    for rows in drawings:
        if line and used + _WORD_GAP + len(rows[0]) > width:
            yield line
            line, used = [], 0
        used += len(rows[0]) + (_WORD_GAP if line else 0)
        line.append(rows)
    if line:
        yield line


def _draw_word(letters: list[str], above: int, below: int, *, framed: bool) -> Rows:
    """The rows of pixels of a word. Leaves room for this many marks above and below letters and, if
    any tiles are `framed`, for lines under tiles.
    """
    tiles = []
    for tile in letters:
        characters = _remove_frame(tile)
        rows = _join([_draw_letter(_split(c), above, below) for c in characters])
        pixel = "#" if _is_framed(tile) else "."
        tiles.append([*rows, *["." * len(rows[0]), pixel * len(rows[0])] * framed])
    if any(map(reads_leftward, letters)):
        tiles.reverse()
    return _join(tiles)


def _join(parts: list[Rows]) -> Rows:
    """Places drawings side by side, a pixel apart."""
    return [".".join(rows) for rows in zip(*parts, strict=True)]


def _is_framed(letters: str) -> bool:
    return len(letters) > 2 and letters[0] == "[" and letters[-1] == "]"


def _remove_frame(letters: str) -> str:
    return letters[1:-1] if _is_framed(letters) else letters


def _draw_letter(pieces: _Pieces | None, above: int, below: int) -> Rows:
    """The rows of pixels of a letter and its marks, all centred."""
    assert pieces is not None  # `draw` has checked this
    font = _load_font()
    upper = [row for mark in reversed(pieces.above) for row in font[mark]]
    lower = [row for mark in pieces.below for row in font[mark]]
    rows = [*upper, *font[pieces.base], *lower]
    width = max(map(len, rows))
    blank = "." * width
    return [
        *[blank] * (_MARK * above - len(upper)),
        *(("." * ((width - len(row)) // 2) + row).ljust(width, ".") for row in rows),
        *[blank] * (_MARK * below - len(lower)),
    ]


def _pair_rows(rows: list[str], scale: int) -> Iterator[str]:
    """Turns rows of pixels into lines of text, two rows per line."""
    scaled = [
        [pixel == "#" for pixel in row for _ in range(scale)] for row in rows for _ in range(scale)
    ]
    empty = [False] * len(scaled[0])
    for upper, lower in zip_longest(scaled[::2], scaled[1::2], fillvalue=empty):
        yield "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))


@cache
def _split(character: str) -> _Pieces | None:
    """The letter of the font and the marks with which to draw a character; None if it cannot be
    drawn."""
    font, capital = _load_font(), character.upper()
    small = unicodedata.normalize("NFC", capital.lower())
    if character not in (capital, small, *_SMALL_FORMS):
        return None
    base, *marks = list(capital if capital in font else unicodedata.normalize("NFD", capital))
    base = base.translate(_ALIKE)
    if base not in font or unicodedata.combining(base):
        return None
    if not all(unicodedata.combining(mark) and mark in font for mark in marks):
        return None
    below = "".join(mark for mark in marks if mark in _BELOW)
    return _Pieces(base, "".join(mark for mark in marks if mark not in _BELOW), below)


@cache
def _load_font() -> dict[str, Glyph]:
    glyphs: dict[str, Glyph] = {}
    for block in Path(__file__).with_name("letters.txt").read_text("utf-8").strip().split("\n\n"):
        names, *rows = (line.split() for line in block.splitlines())
        for name, *glyph in zip(names, *rows, strict=True):
            glyphs[name if len(name) == 1 else chr(int(name, 16))] = tuple(glyph)
    return glyphs
