"""Which entries of a Hunspell dictionary could make a given word, told by how they begin.

Tracing one word need not expand the others: an affix changes how a stem begins only if it is a
prefix, and a form has at most one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError
from wordtools.formats.hunspell import Affixes


def keep_possible_stems(content: bytes, affixes: Affixes, alphabet: Alphabet, word: str) -> bytes:
    """The content of a .dic (in UTF-8) with blank lines for entries that no affix can turn into the
    word. In doubt, an entry stays."""
    if affixes.full_strip or any(len(written) > 1 for written in alphabet.also):
        return content  # a form may have nothing of its stem; a letter depends on the next one
    beginnings = set(_list_beginnings(affixes, alphabet, word))
    if "" in beginnings:
        return content
    head, *lines = content.decode().split("\n")
    kept = {
        first
        for first in {line[:1] for line in lines}
        if _read_letters(first, alphabet)[:1] in {"", *beginnings}
    }
    return "\n".join([head, *(line if line[:1] in kept else "" for line in lines)]).encode()


def _list_beginnings(affixes: Affixes, alphabet: Alphabet, word: str) -> Iterator[str]:
    """The first letter of the word, and of what it was before each prefix that it may have."""
    letters = _read_letters(word, alphabet)
    yield letters[:1]
    for rule in affixes.rules:
        if rule.prefix and letters.startswith(added := _read_letters(rule.adds, alphabet)):
            before = _read_letters(rule.strips, alphabet) + letters[len(added) :]
            yield before[:1]


def _read_letters(text: str, alphabet: Alphabet) -> str:
    """The letters of a text in capitals without marks, one by one as the tiles show them: a stem
    may end within a tile."""
    return "".join(_read_letter(character, alphabet) for character in text)


def _read_letter(character: str, alphabet: Alphabet) -> str:
    try:
        character = alphabet.normal(character)
    except SpellingError:
        character = character.upper()
    plain = unicodedata.normalize("NFKD", character)
    return "".join(letter for letter in plain if letter.isalpha())
