"""Lists too large for one process: parts that workers compile, and one lexicon of all parts.

A lexicon is a set. Parts may overlap and come in any order: the engine need not sort or exchange
words, only send the parts, which are a small fraction of the words' text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wordtools.alphabet import load_alphabet
from wordtools.columns.columns import read_texts
from wordtools.lexicon.compile import compile_words, unite_lexicons
from wordtools.lexicon.lexicon import Lexicon


def compile_part(words: Any, alphabet: str) -> bytes:
    """A part: the lexicon file of a column's words, without nulls; b"" if there are no words.
    `alphabet`: the name of a built-in one, or a .toml file. Raises `LexiconError`, and
    `SpellingError` for a word that it cannot spell."""
    texts = read_texts(words).drop_null()
    return compile_words(texts, load_alphabet(alphabet).alphabet) if len(texts) else b""


def unite_parts(parts: Iterable[bytes], name: str = "words") -> bytes:
    """The lexicon file of all parts: the same bytes as if all words were compiled at once. Raises
    `LexiconError`."""
    return unite_lexicons([Lexicon.from_bytes(part) for part in parts if part], name)
