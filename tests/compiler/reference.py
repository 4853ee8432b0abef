"""Admits or rejects one entry, in Python. Tests compare the kernel's Intake with this reference.
The kernel gathers a shape for every entry of a buffer, and asks `AdmissionRules` once for each
distinct shape."""

from __future__ import annotations

import re

from wordtools._kernel import MAX_TEXT, Character, Shape
from wordtools.compiler.admission import LETTERS, AdmissionRules, NeedsInspection, RejectReason

SHORTEST, LONGEST = 2, 15
"""The lengths of words, in tiles."""
_NUMERAL = re.compile(
    r"(?=.)m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE | re.ASCII
)


def check_entry(
    rules: AdmissionRules, entry: str, *, official: bool = False, capitals_matter: bool = True
) -> RejectReason | None:
    """The reason why an entry is rejected, or None when it is admitted.

    `official`: the entry is from a game's own list, so rules of thumb do not apply.
    `capitals_matter`: False for a list that is all in capitals.
    """
    entry = rules.alphabet.compose(entry)
    shape = find_shape(rules, entry, official, capitals_matter)
    verdict = rules.decide_by_shape(shape)
    return rules.decide_by_entry(entry, shape) if isinstance(verdict, NeedsInspection) else verdict


def find_shape(rules: AdmissionRules, entry: str, official: bool, capitals_matter: bool) -> Shape:
    """The summary of an entry's characters on which the rules decide."""
    kinds = [rules.classify_character(c) for c in entry]
    every = Character(0)
    shape = Shape(0)
    for place, kind in enumerate(kinds):
        every |= kind
        if kind & Character.CAPITAL:
            shape |= Shape.LATER_CAPITAL if place else Shape.FIRST_CAPITAL
        elif kind & LETTERS:
            shape |= Shape.LOWER
    if not capitals_matter:
        shape = Shape.LOWER
    if official:
        shape |= Shape.OFFICIAL
    for name in ("HYPHEN", "APOSTROPHE", "DOT", "SPACE", "SYMBOL", "FOREIGN", "MARK"):
        if every & Character[name]:
            shape |= Shape[name]
    if kinds and (kinds[0] | kinds[-1]) & Character.HYPHEN:
        shape |= Shape.EDGE_HYPHEN
    if not every & Character.VOWEL:
        shape |= Shape.NO_VOWEL
    if _NUMERAL.fullmatch(entry):
        shape |= Shape.NUMERAL
    return shape if shape & Shape.UNSPELLED else shape | _measure_tiles(rules, entry)


def _measure_tiles(rules: AdmissionRules, entry: str) -> Shape:
    if len(entry) > MAX_TEXT:
        return Shape.LONG
    tiles = rules.alphabet.kernel.to_tiles(entry)
    if tiles is None:
        return Shape.FOREIGN
    if len(tiles) > LONGEST:
        return Shape.LONG
    if len(tiles) < SHORTEST:
        return Shape.SHORT
    return Shape.WATCHED if tiles in rules.watched else Shape(0)
