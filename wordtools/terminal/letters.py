"""Large letters for a terminal, drawn with half blocks (two pixels a character).

`letters.txt` is the font: capitals of five by seven pixels and, under their code points, Hebrew
letters (an editor might turn them round) and the marks that stand above or below letters. A marked
letter is drawn as its letter with all its marks, the first of them nearest to it. A tile in
brackets, as in `PE[RR]O`, is drawn with a line below its letters. Letters that cannot be drawn are
for the caller to show as plain text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import NamedTuple

from wordtools.wording import reads_leftward, split_letters

_HEIGHT = 7
_MARK = 2  # rows of a mark
_BELOW = "\u0323\u0324\u0326\u0327\u0328\u032d\u0331"
_ALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВГЕІКМНОПРСТФХʼ", "ABEZHIKMNOPTYXABΓEIKMHOΠPCTΦX'")
"""Letters that look like those of another script."""
_SMALL_FORMS = "ςı"
"""Small letters that are drawn as their capital, though that has another small letter, too. What
else has such a capital (ſ, ϐ) is another letter to players."""
_WORD_GAP = 4
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

Glyph = tuple[str, ...]  # rows of "#" and "."
Rows = list[str]  # the same of what is drawn


class _Pieces(NamedTuple):
    """A letter of the font, and the marks above and below it, the nearest first."""

    base: str
    above: str
    below: str


def draw(words: Sequence[str], scale: int, width: int) -> list[str] | None:
    """Words as lines of text no wider than `width`, every pixel `scale` wide and high, as many
    words to a line as fit; None when a word is too wide or has a character that the font lacks.
    Hebrew goes from right to left: pixels stay as they are on every terminal."""
    spelled = [split_letters(unicodedata.normalize("NFC", word)) for word in words]
    pieces = [_split(c) for letters in spelled for each in letters for c in _remove_frame(each)]
    known = [each for each in pieces if each is not None]
    if len(known) < len(pieces):
        return None
    above = max((len(each.above) for each in known), default=0)
    below = max((len(each.below) for each in known), default=0)
    framed = any(map(_is_framed, chain(*spelled)))
    drawings = [_draw_word(letters, above, below, framed=framed) for letters in spelled]
    wide = [len(rows[0]) for rows in drawings]
    if max(wide, default=0) * scale > width:
        return None
    lines: list[str] = []
    leftward = any(map(reads_leftward, words))
    for drawn in _fill_lines(drawings, width // scale):
        if lines:
            lines.append("")
        if leftward:
            drawn.reverse()
        rows = [("." * _WORD_GAP).join(parts) for parts in zip(*drawn, strict=True)]
        lines += _pair_rows(rows, scale)
    return lines


def _fill_lines(drawings: list[Rows], width: int) -> Iterator[list[Rows]]:
    """Words, each as rows of pixels, on lines no wider than `width` pixels."""
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
    """A word's rows of pixels, with room for so many marks above and below each letter, and for
    lines below tiles if any are `framed`."""
    drawn = []
    for each in letters:
        characters = _remove_frame(each)
        rows = _join([_draw_letter(_split(c), above, below) for c in characters])
        pixel = "#" if _is_framed(each) else "."
        drawn.append([*rows, *["." * len(rows[0]), pixel * len(rows[0])] * framed])
    if any(map(reads_leftward, letters)):
        drawn.reverse()
    return _join(drawn)


def _join(parts: list[Rows]) -> Rows:
    """Drawings beside each other, a pixel apart."""
    return [".".join(rows) for rows in zip(*parts, strict=True)]


def _is_framed(letters: str) -> bool:
    return len(letters) > 2 and letters[0] == "[" and letters[-1] == "]"


def _remove_frame(letters: str) -> str:
    return letters[1:-1] if _is_framed(letters) else letters


def _draw_letter(pieces: _Pieces | None, above: int, below: int) -> Rows:
    """A letter's rows of pixels, each mark and the letter in the middle of the widest."""
    assert pieces is not None  # `draw` made sure
    font = _load_font()
    upper = [row for mark in reversed(pieces.above) for row in font[mark]]
    lower = [row for mark in pieces.below for row in font[mark]]
    rows = [*upper, *font[pieces.base], *lower]
    width = max(map(len, rows))
    blank = "." * width
    return [
        *[blank] * (_MARK * above - len(upper)),
        *(_centre(row, width) for row in rows),
        *[blank] * (_MARK * below - len(lower)),
    ]


def _centre(row: str, width: int) -> str:
    left = (width - len(row)) // 2
    return "." * left + row + "." * (width - len(row) - left)


def _pair_rows(rows: list[str], scale: int) -> Iterator[str]:
    """Rows of pixels as lines of text, two rows a line."""
    scaled = [
        [pixel == "#" for pixel in row for _ in range(scale)] for row in rows for _ in range(scale)
    ]
    empty = [False] * len(scaled[0])
    for upper, lower in zip_longest(scaled[::2], scaled[1::2], fillvalue=empty):
        yield "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))


@cache
def _split(character: str) -> _Pieces | None:
    """What draws a character, or None."""
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
