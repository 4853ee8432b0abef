"""QR codes, for pages and for terminals."""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

import segno

_QUIET = 2  # modules around a code; its own white line on a terminal surrounds it, too


@lru_cache(16)  # a page requests the same code every two seconds
def draw_qr_code(text: str) -> str:
    """A QR code, as an SVG element that can be printed at any size."""
    svg: str = segno.make_qr(text, error="m").svg_inline(omitsize=True, light="#fff")
    return svg


def draw_qr_rows(text: str) -> list[str]:
    """A QR code as rows of characters, black on white. Each character is two squares high."""
    code = segno.make_qr(text, error="l", boost_error=False)
    squares = list(code.matrix_iter(border=_QUIET))
    return [
        "".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip_longest(row, below, fillvalue=0))
        for row, below in zip_longest(squares[::2], squares[1::2], fillvalue=())
    ]
