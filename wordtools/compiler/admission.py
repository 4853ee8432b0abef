"""The rules by which raw entries become words or are rejected.

In `AdmissionRules`, `classify_character` classifies a character. `decide_by_shape` accepts or
rejects an entry by its *shape*, which is a summary of its characters; if the shape is not enough,
`decide_by_entry` decides. The kernel's Intake calls these functions once for each distinct
character and shape, and then applies the answers to whole buffers. `tests/compiler/reference.py`
applies the functions to a single entry; read it first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import Enum

from wordtools._kernel import Character, Shape
from wordtools.alphabet import Language


class RejectReason(Enum):
    """The code and meaning of a reason why an entry is not a word of the lexicon."""

    FORBIDDEN = "forbidden", "not a word by itself, according to the source"
    SPACE = "space", "more than one word, with a space between them"
    AFFIX = "affix", "a prefix or suffix: a hyphen at an end, or marked as one by the source"
    HYPHEN = "hyphen", "a hyphen inside; the parts are never joined"
    APOSTROPHE = "apostrophe", "an apostrophe of any kind"
    DOTTED = "abbreviation-dotted", "an abbreviation with a dot"
    UNIT = "abbreviation-unit", "a unit of measure that contains a capital or a sign (kB, cm², µL)"
    SYMBOL = "symbol", "a digit, sign or invisible character"
    ACRONYM = "acronym", "capitals only"
    PROPER_NOUN = "proper-noun", "only its first letter is a capital"
    MIXED_CASE = "mixed-case", "capitals inside"
    MARK = "mark", "a letter with a mark that does not fold in this alphabet"
    FOREIGN_LETTER = "foreign-letter", "a letter that no tile of this alphabet has"
    TOO_SHORT = "too-short", "fewer tiles than the recipe allows"
    TOO_LONG = "too-long", "more tiles than the recipe allows"
    EXCLUDED = "excluded", "removed by a decision"
    UNDOTTED = "abbreviation-undotted", "an abbreviation or unit written without a dot"
    NUMERAL = "roman-numeral", "a Roman numeral"
    NO_VOWEL = "no-vowel", "no vowel, and not listed as a word without one"

    def __init__(self, code: str, meaning: str) -> None:
        self.code, self.meaning = code, meaning


REASON_NUMBERS = {reason: number for number, reason in enumerate(RejectReason, 1)}
"""The kernel's numbers for the reasons."""

GUESSED = (RejectReason.UNDOTTED, RejectReason.NUMERAL, RejectReason.NO_VOWEL)
"""Rules of thumb, which do not apply to a game's own list (`official`)."""

# Decisions on single entries are made by the thousand, and numbers are far faster than flags.
_WATCHED, _OFFICIAL = int(Shape.WATCHED), int(Shape.OFFICIAL)
_NUMERAL, _NO_VOWEL = int(Shape.NUMERAL), int(Shape.NO_VOWEL)
_SYMBOL, _CAPITAL = int(Shape.SYMBOL), int(Shape.FIRST_CAPITAL | Shape.LATER_CAPITAL)

LETTERS = Character.LETTER | Character.FOREIGN | Character.MARK
HYPHENS = frozenset("-\u2010\u2011\u2012\u2013\u2212")
APOSTROPHES = frozenset("'`\u00b4\u02bc\u2018\u2019\u201b\u2032\uff07")
MICRO = frozenset("\u00b5\u03bc")

# SI units and other units found in dictionaries, with an optional prefix, exponent and plural s.
_UNIT = (
    rf"(da|[yzafpnmcdhkKMGTPEZY{''.join(MICRO)}]?i?)"
    r"(m|g|s|A|K|mol|cd|Hz|N|Pa|J|W|Wh|C|V|VA|F|Ω|S|Wb|T|H|lm|lx|Bq|Gy|Sv|kat|l|L|B|b|bps|Bps"
    r"|bit|eV|cal|t|bar|dB|dBm)[²³]?s?"
)


class NeedsInspection:
    """The verdict on a shape if its entries must be inspected one by one."""


INSPECT = NeedsInspection()
Verdict = RejectReason | NeedsInspection | None
"""The reason for rejection, None for admission, or `INSPECT` if the shape is not enough."""


class AdmissionRules:
    """The rules of one build: its language, and the words that decisions exclude or keep."""

    def __init__(
        self, language: Language, excluded: Iterable[bytes] = (), kept: Iterable[bytes] = ()
    ) -> None:
        """`excluded`: words to reject, in tiles. `kept`: words to exempt from rules of thumb, in
        tiles."""
        self.language = language
        self.alphabet = language.alphabet
        self.excluded, self.kept = frozenset(excluded), frozenset(kept)
        abbreviations = map(self.alphabet.kernel.to_tiles, language.guesses.abbreviations)
        self.watched = (
            self.excluded | self.kept | {tiles for tiles in abbreviations if tiles is not None}
        )
        """The tiles of words that `decide_by_entry` must inspect."""
        self._begins_also = {written[0] for written in self.alphabet.also}
        self._letters = {c: key for key, cs in self.alphabet.spellings.items() for c in cs}

    def classify_character(self, character: str) -> Character:
        """Returns the classes of a character. A `LETTER` spells the letter of a tile."""
        kind = self._classify_uncased(character)
        if kind & LETTERS and character != character.lower():
            kind |= Character.CAPITAL
        if character in "ivxlcdmIVXLCDM":
            kind |= Character.NUMERAL
        if character in self._begins_also:
            kind |= Character.ALSO
        return kind

    def _classify_uncased(self, character: str) -> Character:
        letter = self._letters.get(character)
        if letter is not None:
            vowels = self.language.vowels
            return Character.LETTER | (Character.VOWEL if letter in vowels or not vowels else 0)
        if character in HYPHENS:
            return Character.HYPHEN
        if character in APOSTROPHES:
            return Character.APOSTROPHE
        if character in ".\u2026":
            return Character.DOT
        if character.isspace():
            return Character.SPACE
        category = unicodedata.category(character)
        if category.startswith("M"):
            return Character.MARK
        superscript = category == "Lo" and unicodedata.decomposition(character)  # ª, º
        if category not in {"Lu", "Ll", "Lt", "Lo"} or superscript or character in MICRO:
            return Character.SYMBOL
        base = unicodedata.normalize("NFD", character)[0]
        if base != character and base in self._letters:
            return Character.MARK
        return Character.FOREIGN

    def decide_by_shape(self, shape: Shape) -> Verdict:
        """Returns the verdict on all entries with this shape: the first reason that applies."""
        capital = shape & (Shape.FIRST_CAPITAL | Shape.LATER_CAPITAL)
        guessing = not shape & Shape.OFFICIAL
        if shape & Shape.SPACE:
            return RejectReason.SPACE
        if shape & Shape.EDGE_HYPHEN:
            return RejectReason.AFFIX
        if shape & Shape.HYPHEN:
            return RejectReason.HYPHEN
        if shape & Shape.APOSTROPHE:
            return RejectReason.APOSTROPHE
        if shape & Shape.DOT:
            return RejectReason.DOTTED
        if shape & Shape.SYMBOL:
            return INSPECT  # a unit, or only a symbol
        if capital and shape & Shape.NUMERAL and guessing and not shape & Shape.LOWER:
            return RejectReason.NUMERAL
        if capital and not shape & Shape.LOWER:
            return RejectReason.ACRONYM
        if capital == Shape.FIRST_CAPITAL:
            return RejectReason.PROPER_NOUN
        if capital:
            return INSPECT  # a unit or mixed case
        if shape & Shape.MARK:
            return RejectReason.MARK
        if shape & Shape.FOREIGN:
            return RejectReason.FOREIGN_LETTER
        if shape & Shape.SHORT:
            return RejectReason.TOO_SHORT
        if shape & Shape.LONG:
            return RejectReason.TOO_LONG
        if shape & Shape.WATCHED or (guessing and shape & (Shape.NUMERAL | Shape.NO_VOWEL)):
            return INSPECT  # it may be a listed word, or an exception to a rule of thumb
        return None

    def decide_by_entry(self, entry: str, shape: int) -> RejectReason | None:
        """Returns the verdict on an entry whose shape is not enough to decide."""
        if shape & (_SYMBOL | _CAPITAL):
            if re.fullmatch(_UNIT, entry):
                return RejectReason.UNIT
            return RejectReason.SYMBOL if shape & _SYMBOL else RejectReason.MIXED_CASE
        tiles = self.alphabet.spell(entry) if shape & _WATCHED else b""
        if tiles in self.excluded:
            return RejectReason.EXCLUDED
        return None if tiles in self.kept else self.guess_by_entry(entry, shape)

    def guess_by_entry(self, entry: str, shape: int) -> RejectReason | None:
        """Returns the verdict of the rules of thumb on an entry that passes all other rules."""
        if shape & _OFFICIAL:
            return None
        guesses, word = self.language.guesses, entry.lower()
        if word in guesses.abbreviations:
            return RejectReason.UNDOTTED
        if shape & _NUMERAL and word not in guesses.numeral_words:
            return RejectReason.NUMERAL
        if shape & _NO_VOWEL and word not in guesses.vowelless_words:
            return RejectReason.NO_VOWEL
        return None
