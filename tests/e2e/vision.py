"""Colours as seen by people without one of the three kinds of cones."""

from __future__ import annotations

import re
from itertools import starmap

DEFICIENCIES = {
    "": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices for linear RGB at severity 1.0, from Machado, Oliveira and Fernandes: A Physiologically-
based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15 (2009), which are also used by
browsers. "" stands for full vision."""
_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)

Matrix = tuple[tuple[float, float, float], ...]
Seen = tuple[float, ...]


def see(colour: str, deficiency: str) -> Seen:
    """The linear RGB that somebody sees for a computed colour, `rgb(1, 2, 3)`."""
    numbers = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    assert numbers, colour
    linear = [_linearize(int(number) / 255) for number in numbers.groups()]
    return tuple(min(1.0, max(0.0, part)) for part in _apply(DEFICIENCIES[deficiency], linear))


def measure_distance(one: Seen, other: Seen) -> float:
    """The distance in CIE L*a*b* (ΔE*ab); 2.3 is just noticeable side by side."""
    pairs = zip(_find_lab(one), _find_lab(other), strict=True)
    return float(sum((left - right) ** 2 for left, right in pairs) ** 0.5)


def measure_contrast(one: Seen, other: Seen) -> float:
    """The contrast ratio of WCAG, from 1 to 21."""
    low, high = sorted(_apply(_XYZ, colour)[1] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _linearize(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _apply(matrix: Matrix, colour: Seen | list[float]) -> Seen:
    return tuple(sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)


def _find_lab(colour: Seen) -> Seen:
    def bend(part: float, white: float) -> float:
        share = part / white
        return float(share ** (1 / 3)) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116

    x, y, z = starmap(bend, zip(_apply(_XYZ, colour), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
