"""Uses ICU to find the characters that spell each letter."""

from __future__ import annotations

import unicodedata

import msgspec

_POSITIONS = ("<initial>", "<medial>", "<final>", "<isolated>")
"""Unicode's tags for the positional shapes of letters, such as Arabic letters."""


class LetterFolding(msgspec.Struct, frozen=True):
    """Folds characters to letters. `letters` are the letters on tiles; `folds` are the combining
    characters that are ignored (None: all)."""

    letters: frozenset[str]
    folds: frozenset[str] | None
    language: str

    def fold_character(self, character: str) -> str | None:
        """The letter that a character spells, or None.

        First, ICU capitalises the character according to the rules of the language. Then its marks
        are added to the base letter one by one: a mark that makes a letter of the alphabet is kept,
        and a mark in `folds` is dropped. Ligatures, letters with strokes, and letters of other
        scripts or widths never fold. The positional shapes of a letter spell that letter.
        """
        if unicodedata.decomposition(character).startswith(_POSITIONS):
            character = unicodedata.normalize("NFKC", character)
        capital = self.capitalise(character)
        if capital in self.letters:
            return capital
        base, *marks = list(unicodedata.normalize("NFD", capital))
        for mark in marks:
            joined = unicodedata.normalize("NFC", base + mark)
            if joined in self.letters:
                base = joined
            elif not unicodedata.combining(mark) or not (self.folds is None or mark in self.folds):
                return None
        return base if marks and base in self.letters else None

    def capitalise(self, character: str) -> str:
        """The character in upper case, according to ICU's rules for the language. May be several
        characters (ß → SS)."""
        return self._convert(character, "toUpper")

    def lower(self, text: str) -> str:
        """The text in lower case, according to ICU's rules for the language."""
        return self._convert(text, "toLower")

    def _convert(self, text: str, method: str) -> str:
        import icu

        return str(getattr(icu.UnicodeString(text), method)(icu.Locale(self.language)))

    def add_cases(self, also: dict[str, str]) -> dict[str, str]:
        """The replacements of `also` in every case (C’H, c’h, C’h)."""
        cased = dict(also)
        for written, meant in also.items():
            for method in ("toUpper", "toLower", "toTitle"):
                if (text := self._convert(written, method)) not in self._convert(meant, method):
                    cased.setdefault(text, self._convert(meant, method))
            title = self._convert(written, "toTitle")
            if len(title) == 1 and title != self.lower(written):  # ǅ is one tile in capitals, not
                cased[title] = self.capitalise(meant)  # a tile and a blank
        return cased

    def list_spellings(self) -> dict[str, str]:
        """Lists all single characters that spell each letter, in code point order."""
        import icu

        small = {self.lower(letter) for letter in self.letters}
        # A letter may have several small forms (σ, ς). Apart from these, only characters that
        # decompose can fold to a letter or be a shape of one.
        own = map(str, icu.LocaleData(self.language).getExemplarSet(0, 0))
        decomposing = map(str, icu.UnicodeSet(_DECOMPOSING))
        spelled = dict.fromkeys(sorted(self.letters), "")
        for character in sorted({*self.letters, *small, *own, *decomposing}):
            letter = self.fold_character(character) if len(character) == 1 else None
            if letter is not None:
                spelled[letter] += character
        return spelled


_DECOMPOSING = (
    "[[[:L:] & [:NFD_QC=No:] - [:Hangul:]] [:dt=initial:] [:dt=medial:] [:dt=final:] [:dt=iso:]]"
)
"""All letters that decompose into other characters, as an ICU set."""
