"""Compiles lists that are too large for one process: workers compile parts, which are merged at the
end.

Parts may overlap and arrive in any order. The engine need not sort or exchange words. It transfers
only the parts, which are much smaller than the text of the words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wordtools.alphabet import load_alphabet
from wordtools.columns.columns import read_texts
from wordtools.lexicon.compile import compile_words, unite_lexicons
from wordtools.lexicon.lexicon import Lexicon


def compile_part(words: Any, alphabet: str) -> bytes:
    """Returns a part: the bytes of a lexicon file with a column's words, or b"" if the column has
    only nulls. `alphabet` is the name of a built-in alphabet or a .toml file. Raises
    `SpellingError` if the alphabet cannot spell a word, and `LexiconError` if there are too many
    words."""
    texts = read_texts(words).drop_null()
    return compile_words(texts, load_alphabet(alphabet).alphabet) if len(texts) else b""


def unite_parts(parts: Iterable[bytes], name: str = "words") -> bytes:
    """The bytes of a lexicon file with the words of all parts. Raises `LexiconError`."""
    return unite_lexicons([Lexicon.from_bytes(part) for part in parts if part], name)
