"""Which raw entries become words, and for what reason the others do not.

The rules are here, once: `Rules.character` says what one character is, `Rules.shape_verdict` what
becomes of an entry by its *shape* (the facts gathered over its characters), and `Rules.look`
decides where a shape is not enough. `Rules.judge` puts them together for one entry and is the
readable reference; the kernel's Intake asks the same functions once for each distinct character
and shape and applies the answers to whole buffers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import Enum

from wordtools._kernel import MAX_TEXT, Character, Shape
from wordtools.alphabet import Language


class RejectReason(Enum):
    """Why an entry is no word of the lexicon: (code, what it means)."""

    FORBIDDEN = "forbidden", "the source lists it as no word by itself"
    SPACE = "space", "several words: a space inside"
    AFFIX = "affix", "a prefix or suffix: a hyphen at an end, or the source says so"
    HYPHEN = "hyphen", "a hyphen inside; its parts are never joined"
    APOSTROPHE = "apostrophe", "an apostrophe of any kind"
    DOTTED = "abbreviation-dotted", "an abbreviation with a dot"
    UNIT = "abbreviation-unit", "a unit of measure with a capital or a sign in it (kB, cm², µL)"
    SYMBOL = "symbol", "a digit, sign or invisible character"
    ACRONYM = "acronym", "capitals only"
    PROPER_NOUN = "proper-noun", "a capital at its start only"
    MIXED_CASE = "mixed-case", "capitals inside"
    MARK = "mark", "a letter with a mark that does not fold in this alphabet"
    FOREIGN_LETTER = "foreign-letter", "a letter that is on no tile of this alphabet"
    TOO_SHORT = "too-short", "fewer tiles than the recipe allows"
    TOO_LONG = "too-long", "more tiles than the recipe allows"
    EXCLUDED = "excluded", "excluded by hand"
    UNDOTTED = "abbreviation-undotted", "an abbreviation or unit written without a dot"
    NUMERAL = "roman-numeral", "a Roman numeral"
    NO_VOWEL = "no-vowel", "no vowel, and not known as a word without one"

    def __init__(self, code: str, meaning: str) -> None:
        self.code, self.meaning = code, meaning


GUESSED = (RejectReason.UNDOTTED, RejectReason.NUMERAL, RejectReason.NO_VOWEL)
"""Reasons that are rules of thumb: a game's own list (`official`) is not put to them."""


LETTERS = Character.LETTER | Character.FOREIGN | Character.MARK
HYPHENS = frozenset("-\u2010\u2011\u2012\u2013\u2212")
APOSTROPHES = frozenset("'`\u00b4\u02bc\u2018\u2019\u201b\u2032\uff07")
MICRO = frozenset("\u00b5\u03bc")

# SI units and what stands beside them in dictionaries, with a prefix, an exponent, a plural s.
_UNIT = re.compile(
    rf"(da|[yzafpnmcdhkKMGTPEZY{''.join(MICRO)}]?i?)"
    r"(m|g|s|A|K|mol|cd|Hz|N|Pa|J|W|Wh|C|V|VA|F|Ω|S|Wb|T|H|lm|lx|Bq|Gy|Sv|kat|l|L|B|b|bps|Bps"
    r"|bit|eV|cal|t|bar|dB|dBm)[²³]?s?"
)
_NUMERAL = re.compile(
    r"(?=.)m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE | re.ASCII
)


class Look:
    """The verdict "the shape is not enough: look at the entry"."""


LOOK = Look()
Verdict = RejectReason | Look | None
"""Rejected for a reason, not to be told from the shape, or (None) admitted."""


class Rules:
    """The rules of one build: a language, how long words are, and what is excluded by hand."""

    def __init__(
        self, language: Language, lengths: tuple[int, int] = (2, 15), excluded: Iterable[str] = ()
    ) -> None:
        """`lengths` in tiles, both included. `excluded`: words in any spelling; raises
        `SpellingError` for one that the tiles cannot spell."""
        self.language = language
        self.alphabet = language.alphabet
        self.shortest, self.longest = lengths
        self.excluded = frozenset(map(self.alphabet.spell, excluded))
        abbreviations = map(self.alphabet.kernel.to_tiles, language.guesses.abbreviations)
        self.watched = self.excluded | {tiles for tiles in abbreviations if tiles is not None}
        """Tiles of words that must be looked at."""
        self._letters = {c: key for key, cs in self.alphabet.spellings.items() for c in cs}

    def judge(
        self, entry: str, *, official: bool = False, capitals_matter: bool = True
    ) -> RejectReason | None:
        """Why an entry is rejected, or None when it is admitted.

        `official`: it stands in a game's own list, so rules of thumb are left out.
        `capitals_matter`: False in a list that is written in capitals throughout.
        """
        entry = self.alphabet.compose(entry)
        shape = self.shape(entry, official=official, capitals_matter=capitals_matter)
        verdict = self.shape_verdict(shape)
        return self.look(entry, shape) if isinstance(verdict, Look) else verdict

    def character(self, character: str) -> Character:
        """What a character is; a letter is one that the alphabet's tiles spell."""
        kind = self._kind(character)
        if kind & LETTERS and character != character.lower():
            kind |= Character.CAPITAL
        if character in "ivxlcdmIVXLCDM":
            kind |= Character.NUMERAL
        return kind

    def _kind(self, character: str) -> Character:
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

    def shape(self, entry: str, *, official: bool, capitals_matter: bool) -> Shape:
        """The facts of one entry, as the kernel gathers them."""
        kinds = [self.character(c) for c in entry]
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
        return shape if shape & Shape.UNSPELLED else shape | self._measure(entry)

    def _measure(self, entry: str) -> Shape:
        if len(entry) > MAX_TEXT:
            return Shape.LONG
        tiles = self.alphabet.kernel.to_tiles(entry)
        if tiles is None:
            return Shape.FOREIGN
        if len(tiles) > self.longest:
            return Shape.LONG
        if len(tiles) < self.shortest:
            return Shape.SHORT
        return Shape.WATCHED if tiles in self.watched else Shape(0)

    def shape_verdict(self, shape: Shape) -> Verdict:
        """What becomes of entries of this shape. The first reason that holds is the one given."""
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
            return LOOK  # a unit or just a symbol
        if capital and shape & Shape.NUMERAL and guessing and not shape & Shape.LOWER:
            return RejectReason.NUMERAL
        if capital and not shape & Shape.LOWER:
            return RejectReason.ACRONYM
        if capital == Shape.FIRST_CAPITAL:
            return RejectReason.PROPER_NOUN
        if capital:
            return LOOK  # a unit or mixed case
        if shape & Shape.MARK:
            return RejectReason.MARK
        if shape & Shape.FOREIGN:
            return RejectReason.FOREIGN_LETTER
        if shape & Shape.SHORT:
            return RejectReason.TOO_SHORT
        if shape & Shape.LONG:
            return RejectReason.TOO_LONG
        if shape & Shape.WATCHED or (guessing and shape & (Shape.NUMERAL | Shape.NO_VOWEL)):
            return LOOK  # on a list, or a rule of thumb with exceptions
        return None

    def look(self, entry: str, shape: Shape) -> RejectReason | None:
        """The verdict on an entry whose shape leaves it open."""
        if shape & (Shape.SYMBOL | Shape.FIRST_CAPITAL | Shape.LATER_CAPITAL):
            if _UNIT.fullmatch(entry):
                return RejectReason.UNIT
            return RejectReason.SYMBOL if shape & Shape.SYMBOL else RejectReason.MIXED_CASE
        if shape & Shape.WATCHED and self.alphabet.spell(entry) in self.excluded:
            return RejectReason.EXCLUDED
        if shape & Shape.OFFICIAL:
            return None
        guesses, word = self.language.guesses, entry.lower()
        if word in guesses.abbreviations:
            return RejectReason.UNDOTTED
        if shape & Shape.NUMERAL and word not in guesses.numeral_words:
            return RejectReason.NUMERAL
        if shape & Shape.NO_VOWEL and word not in guesses.vowelless_words:
            return RejectReason.NO_VOWEL
        return None
