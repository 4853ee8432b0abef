"""Checks that an alphabet gives every text only one reading, that is, one row of tiles.

`Alphabet.spell` joins letters and marks (NFC), applies `also`, and reads the tiles. For speed, it
skips the first two steps if a text can be read directly. Both ways give the same tiles if these
conditions hold, which `check_readings` checks:

- no character spells two letters, and no bracket spells a letter;
- NFC never combines or reorders characters that spell letters, nor turns one letter into another;
- each text that `also` replaces has a character that spells nothing, so that the text cannot be
  read without the replacement.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from wordtools.wording import find_hidden

_SIGNS = frozenset("0123456789[](){}?*.,;:/#+-=<>|%&@!")
"""Characters that have a meaning in plays, racks, patterns and files."""
_HANGUL_JOINING = range(0x1161, 0x11C3)
"""Vowels and final consonants of Hangul. They are letters, but NFC combines them like marks."""


def check_readings(
    tiles: Iterable[str], spellings: Mapping[str, str], also: Mapping[str, str]
) -> None:
    """Raises `ValueError` if a text has two readings in the alphabet (the message quotes both), or
    if a tile has no reading. `tiles`, `spellings` and `also` are as in `Alphabet`."""
    _check_faces(tiles, spellings)
    letters: dict[str, str] = {}
    for letter, characters in spellings.items():
        for character in characters:
            other = letters.setdefault(character, letter)
            if other != letter:
                raise ValueError(f"{character} is read as {other} and as {letter}")
    for letter in dict.fromkeys("".join(tiles)):
        if letters.get(letter) != letter:
            raise ValueError(f"no character spells the letter {letter} of a tile")
    _check_composition(letters)
    _check_also(letters, also)


def _check_faces(tiles: Iterable[str], spellings: Mapping[str, str]) -> None:
    """Refuses characters that have another meaning in plays, racks or boards."""
    for letter in "".join(tiles):
        if letter.islower():
            raise ValueError(f"the tile {letter} must be written in capitals")
        if letter.isspace() or letter in _SIGNS:
            raise ValueError(f"a tile cannot show {letter!r}, which has another meaning in plays")
    written = "".join(spellings.values())
    spaces = filter(str.isspace, written)
    for wrong in filter(None, (*spaces, *_SIGNS.intersection(written), find_hidden(written))):
        raise ValueError(f"U+{ord(wrong):04X} cannot spell a letter")


def _check_composition(letters: Mapping[str, str]) -> None:
    for character, letter in letters.items():
        composed = unicodedata.normalize("NFC", character)
        if composed != character and letters.get(composed) != letter:
            raise ValueError(
                f"U+{ord(character):04X} is read as {letter}, but in its composed form as "
                f"{letters.get(composed, 'no tile')}"
            )
    joining = [c for c in letters if _may_join(c)]
    for second in joining:
        for first in letters:
            pair = unicodedata.normalize("NFC", first) + second
            composed = unicodedata.normalize("NFC", pair)
            if composed != pair:
                raise ValueError(
                    f"the text U+{ord(first):04X} U+{ord(second):04X} is read as "
                    f"[{letters[first]}][{letters[second]}] and, composed, as {composed}"
                )


def _may_join(character: str) -> bool:
    """True if NFC may combine the character with the one before it, or swap the two."""
    return unicodedata.category(character)[0] == "M" or ord(character) in _HANGUL_JOINING


def _check_also(letters: Mapping[str, str], also: Mapping[str, str]) -> None:
    for written, meant in also.items():
        if not written:
            raise ValueError("also: the text to replace is empty")
        if any(c.isspace() or c in "[]" for c in written):
            raise ValueError(f"also: {written!r}: spaces and brackets cannot be replaced")
        if written.isascii() and written.isdigit():  # JavaScript sorts such keys first
            raise ValueError(f"also: {written!r}: a number alone cannot be replaced")
        if wrong := [c for c in meant if c not in letters]:
            raise ValueError(f"also: {written!r} = {meant!r}: no tile shows {wrong[0]}")
        if all(c in letters for c in written):
            reading = "".join(f"[{letters[c]}]" for c in written)
            raise ValueError(
                f"also: {written!r} has two readings, {reading} and {meant or 'nothing'}; "
                "leave out this line, or the tiles"
            )
