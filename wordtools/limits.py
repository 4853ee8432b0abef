"""The limits of lexicon files and alphabets: bounds come before work, so that no file, however it
was made, costs more than its size explains. Readers refuse what exceeds them, and nothing that
exceeds them is written. docs/lexicon-file.md states them."""

from __future__ import annotations

from wordtools.wording import find_hidden

# Of a manifest.
MOST_MANIFEST_BYTES = 4 << 20
MOST_MEMBERS = 16
MOST_CATEGORIES = 64
MOST_SETS = 1 << 16
MOST_EDITIONS = 256
MOST_SOURCES = 4096
MOST_INPUTS = 64
"""The files that an operation takes to make a lexicon of."""
LONGEST_NAME = 100
"""The characters of a name: of a lexicon, edition, category, alphabet or language."""
LONGEST_TEXT = 1000
"""The characters of any other text: a title, a meaning, a licence, a file's path."""

# Of an alphabet.
LONGEST_TILE = 16
MOST_SPELLINGS = 1000
"""The characters that spell one letter."""
MOST_ALSO = 256
LONGEST_ALSO = 16
"""The characters on either side of a replacement."""
MOST_APART = 4096
LONGEST_APART = 64
"""The characters of a stretch that is kept apart, brackets included."""

# Of what is packed: so much in any case, and so much more for each byte that it is packed in.
SURE_ARCS, ARCS_IN_A_BYTE = 1 << 18, 4
SURE_REFERENCES, BYTES_OF_A_REFERENCE = 1 << 17, 4
MOST_WORDS_WITH_CATEGORIES = 1 << 26
"""An edition of them takes a bit a word and more."""
SURE_SETS, SETS_IN_A_BYTE = MOST_WORDS_WITH_CATEGORIES, 8
"""Bytes of category sets. A byte for each of the words is sure, since millions that have the same
set are packed in almost nothing."""
SURE_DEFINITIONS, DEFINITIONS_IN_A_BYTE = 64 << 20, 32
"""Bytes of definitions."""

# Of the words of a lexicon, where all are written out: their letters and line ends. An automaton of
# a hundred arcs may have billions.
SURE_LETTERS, LETTERS_OF_AN_ARC, MOST_LETTERS = 1 << 28, 4096, 1 << 33
"""So many in any case, so many more for each arc, and no more. Hungarian has fewer than 700
million."""

# Of an automaton in another program's file, likewise; its arcs are limited as those of a lexicon.
SURE_WORDS, WORDS_IN_A_BYTE = 1 << 24, 16
SURE_KEYS, KEYS_IN_A_BYTE = 1 << 16, 8
"""Of words that must be looked at one by one."""


def check_number(things: str, number: int, most: int) -> None:
    """Raises `ValueError` when there are more things than a limit."""
    if number > most:
        raise ValueError(f"there are {number:,} {things}, more than {most:,}")


def check_text(what: str, text: str, most: int = LONGEST_TEXT) -> None:
    """Raises `ValueError` for text that is too long, or that a screen would obey or hide rather
    than show (see `wording.reveal`)."""
    if len(text) > most:
        raise ValueError(f"{what} has {len(text):,} characters, more than {most:,}")
    if hidden := find_hidden(text):
        raise ValueError(f"{what} has the character U+{ord(hidden):04X}, which cannot be shown")


def check_name(what: str, name: str) -> None:
    """The same for a name, which must not be empty either."""
    check_text(what, name, LONGEST_NAME)
    if not name:
        raise ValueError(f"{what} is empty")
