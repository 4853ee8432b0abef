"""Chooses entries of a Hunspell dictionary that, judging by their beginning, could make a given
word.

Only a prefix changes the beginning of a stem, and a form has at most one prefix. So tracing a word
need not expand entries with other beginnings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError
from wordtools.formats.hunspell import Affixes


def keep_possible_stems(content: bytes, affixes: Affixes, alphabet: Alphabet, word: str) -> bytes:
    """Returns the content of a .dic in UTF-8, with blank lines in place of entries that no affix
    can turn into the word. Doubtful entries stay."""
    if affixes.full_strip or any(len(written) > 1 for written in alphabet.also):
        return content  # an affix may strip the whole stem; a letter may depend on the next one
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
    """Returns the first letters of the word, and of stems that a prefix may turn into it."""
    letters = _read_letters(word, alphabet)
    yield letters[:1]
    for rule in affixes.rules:
        if rule.prefix and letters.startswith(added := _read_letters(rule.adds, alphabet)):
            stem = _read_letters(rule.strips, alphabet) + letters[len(added) :]
            yield stem[:1]


def _read_letters(text: str, alphabet: Alphabet) -> str:
    """Returns the letters of a text, as capitals without marks. These are letters rather than
    tiles, since a stem may end inside a tile.
    """
    return "".join(_read_letter(character, alphabet) for character in text)


def _read_letter(character: str, alphabet: Alphabet) -> str:
    try:
        character = alphabet.normal(character)
    except SpellingError:
        character = character.upper()
    plain = unicodedata.normalize("NFKD", character)
    return "".join(letter for letter in plain if letter.isalpha())
