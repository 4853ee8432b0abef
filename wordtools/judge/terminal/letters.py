"""Large letters for a terminal, drawn with half blocks (two pixels a character).

`letters.txt` is the font: capitals of five by seven pixels and, under their code points, Hebrew
letters (an editor might turn them round) and the marks that stand above or below letters; a marked
letter is drawn as its letter with its marks. Letters that cannot be drawn are for the caller to
show as plain text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path

from wordtools.wording import reads_leftward

_HEIGHT = 7
_MARK = 2  # rows of a mark
_BELOW = "\u0327\u0328"
_ALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВГЕІКМНОПРСТФХÐʼ", "ABEZHIKMNOPTYXABΓEIKMHOΠPCTΦXĐ'")
"""Letters that look like others of the font."""
_WORD_GAP = 4
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

Glyph = tuple[str, ...]  # rows of "#" and "."


def draw(words: Sequence[str], scale: int, width: int) -> list[str] | None:
    """Words as lines of text no wider than `width`, every pixel `scale` wide and high, as many
    words to a line as fit; None when a word is too wide or has a character that the font lacks.
    Hebrew goes from right to left: pixels stay as they are on every terminal."""
    words = [unicodedata.normalize("NFC", word) for word in words]
    above = below = False
    wide: list[int] = []
    for word in words:
        glyphs = [_split(character) for character in word]
        if None in glyphs:
            return None
        marks = "".join(glyph[1] for glyph in glyphs if glyph is not None)
        above = above or any(mark not in _BELOW for mark in marks)
        below = below or any(mark in _BELOW for mark in marks)
        wide.append(len(_draw_word(word, False, False)[0]))
    if max(wide, default=0) * scale > width:
        return None
    lines: list[str] = []
    for line in _fill_lines(list(zip(words, wide, strict=True)), width // scale):
        if lines:
            lines.append("")
        drawn = [_draw_word(word, above, below) for word in line]
        if any(map(reads_leftward, line)):
            drawn.reverse()
        rows = [("." * _WORD_GAP).join(parts) for parts in zip(*drawn, strict=True)]
        lines += _pair_rows(rows, scale)
    return lines


def _fill_lines(words: list[tuple[str, int]], width: int) -> Iterator[list[str]]:
    """Words (each with its pixels' width) on lines no wider than `width` pixels."""
    line: list[str] = []
    used = 0
    for word, wide in words:
        if line and used + _WORD_GAP + wide > width:
            yield line
            line, used = [], 0
        used += wide + (_WORD_GAP if line else 0)
        line.append(word)
    if line:
        yield line


def _draw_word(word: str, above: bool, below: bool) -> list[str]:
    """A word's rows of pixels, with room for marks above and below when there are any."""
    rows = [""] * (_MARK * above + _HEIGHT + _MARK * below)
    for character in reversed(word) if reads_leftward(word) else word:
        pieces = _split(character)
        assert pieces is not None
        base, marks = pieces
        letter = _load_font()[base]
        blank = ("." * len(letter[0]),) * _MARK
        top = bottom = blank
        for mark in marks:
            if mark in _BELOW:
                bottom = _load_font()[mark]
            else:
                top = _load_font()[mark]
        glyph = (*(top if above else ()), *letter, *(bottom if below else ()))
        gap = "." if rows[0] else ""
        rows = [row + gap + pixels for row, pixels in zip(rows, glyph, strict=True)]
    return rows


def _pair_rows(rows: list[str], scale: int) -> Iterator[str]:
    """Rows of pixels as lines of text, two rows a line."""
    scaled = [
        [pixel == "#" for pixel in row for _ in range(scale)] for row in rows for _ in range(scale)
    ]
    empty = [False] * len(scaled[0])
    for upper, lower in zip_longest(scaled[::2], scaled[1::2], fillvalue=empty):
        yield "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))


@cache
def _split(character: str) -> tuple[str, str] | None:
    """The glyph and the marks that draw a character, or None."""
    font, capital = _load_font(), character.upper()
    base, *marks = list(capital if capital in font else unicodedata.normalize("NFD", capital))
    base = base.translate(_ALIKE)
    drawn = base in font and not unicodedata.combining(base)
    known = all(unicodedata.combining(mark) and mark in font for mark in marks)
    return (base, "".join(marks)) if drawn and known else None


@cache
def _load_font() -> dict[str, Glyph]:
    glyphs: dict[str, Glyph] = {}
    for block in Path(__file__).with_name("letters.txt").read_text("utf-8").strip().split("\n\n"):
        names, *rows = (line.split() for line in block.splitlines())
        for name, *glyph in zip(names, *rows, strict=True):
            glyphs[name if len(name) == 1 else chr(int(name, 16))] = tuple(glyph)
    return glyphs
