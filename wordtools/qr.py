"""Draws QR codes as SVG."""

from __future__ import annotations

from functools import lru_cache

import segno


@lru_cache(16)  # a page requests the same code every two seconds
def draw_qr_code(text: str) -> str:
    """Draws a QR code as an SVG element, which can be printed at any size."""
    svg: str = segno.make_qr(text, error="m").svg_inline(omitsize=True, light="#fff")
    return svg
