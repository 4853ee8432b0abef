"""The limits of lexicon files and alphabets, listed in docs/lexicon-file.md. Readers check these
limits first, so that the cost of a malicious file is bounded by its size. Writers never exceed a
limit.
"""

from __future__ import annotations

from wordtools.wording import find_hidden

# Manifests.
MOST_MANIFEST_BYTES = 4 << 20
MOST_MEMBERS = 16
MOST_CATEGORIES = 64
MOST_SETS = 1 << 16
MOST_EDITIONS = 256
MOST_SOURCES = 4096
MOST_INPUTS = 64
"""Maximum number of input files from which a lexicon is made."""
LONGEST_NAME = 100
"""Maximum length of the name of a lexicon, edition, category, alphabet or language, in
characters."""
LONGEST_TEXT = 1000
"""Maximum length of any other text, such as a title, meaning, licence or path, in characters."""

# Alphabets.
LONGEST_TILE = 16
MOST_SPELLINGS = 1000
"""Maximum number of characters that spell one letter."""
MOST_ALSO = 256
LONGEST_ALSO = 16
"""Maximum length of each side of a replacement, in characters."""
MOST_APART = 4096
LONGEST_APART = 64
"""The maximum number of characters in a stretch that is kept apart, including its brackets."""

# Limits on packed data: a base allowance, plus an allowance for each packed byte.
SURE_ARCS, ARCS_IN_A_BYTE = 1 << 18, 4
SURE_REFERENCES, BYTES_OF_A_REFERENCE = 1 << 17, 4
MOST_WORDS_WITH_CATEGORIES = 1 << 26
"""In memory, an edition takes at least one bit for each word."""
SURE_SETS, SETS_IN_A_BYTE = MOST_WORDS_WITH_CATEGORIES, 8
"""Bytes of category sets. One byte per word is always allowed, because millions of words with the
same set take almost no space when packed."""
SURE_DEFINITIONS, DEFINITIONS_IN_A_BYTE = 64 << 20, 32
"""Bytes of definitions."""

# The number of letters and line endings in the words of a lexicon when they are written out. An
# automaton with only a hundred arcs can hold billions.
SURE_LETTERS, LETTERS_OF_AN_ARC, MOST_LETTERS = 1 << 28, 4096, 1 << 33
"""A base allowance, more for each arc, and a maximum. Hungarian needs less than 700 million."""

# Limits for an automaton in another program's file. The limits on arcs are the same as for a
# lexicon.
SURE_WORDS, WORDS_IN_A_BYTE = 1 << 24, 16
SURE_KEYS, KEYS_IN_A_BYTE = 1 << 16, 8
"""The number of words, in formats whose words must be examined one by one."""


def check_number(things: str, number: int, maximum: int) -> None:
    """Raises `ValueError` if there are more things than the maximum."""
    if number > maximum:
        raise ValueError(f"there are {number:,} {things}, more than {maximum:,}")


def check_text(label: str, text: str, maximum: int = LONGEST_TEXT) -> None:
    """Raises `ValueError` if a text is too long or has hidden characters (see `wording.reveal`)."""
    if len(text) > maximum:
        raise ValueError(f"{label} has {len(text):,} characters, more than {maximum:,}")
    if hidden := find_hidden(text):
        raise ValueError(f"{label} has the character U+{ord(hidden):04X}, which cannot be shown")


def check_name(label: str, name: str) -> None:
    """Like `check_text`, but the text is a name and must not be empty."""
    check_text(label, name, LONGEST_NAME)
    if not name:
        raise ValueError(f"{label} is empty")
