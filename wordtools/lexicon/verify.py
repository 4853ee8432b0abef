"""Checking that a lexicon holds what its manifest states."""

from __future__ import annotations

import hashlib

from wordtools import limits
from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon


def verify_lexicon(lexicon: Lexicon) -> None:
    """Recounts words, lengths, categories, definitions and editions, and recomputes the digest of
    the words. Raises `LexiconError` for the first difference, and for too many words."""
    manifest = lexicon.manifest
    whole = lexicon.whole
    check_letters(whole)
    sha = hashlib.sha256()
    for piece in whole.lines():
        sha.update(piece)
    stated: list[tuple[str, object, object]] = [
        ("digest of the words", manifest.words_sha256, sha.hexdigest()),
        ("words by length", manifest.words_by_length, whole.words_by_length()),
    ]
    if manifest.definitions:
        defined = sum(1 for _ in whole.definitions())
        stated.append(("words with a definition", manifest.definitions, defined))
    for name, category in manifest.categories.items():
        stated.append((f"words of category {name}", category.words, whole.count(name)))
    for name, edition in manifest.editions.items():
        stated.append((f"words of edition {name}", edition.words, len(lexicon.edition(name))))
    for what, value, found in stated:
        if value != found:
            raise LexiconError(
                f"{lexicon.path}: {what}: the manifest states {value}, but there are {found}"
            )


def check_letters(whole: Lexicon) -> None:
    """Raises `LexiconError` for a lexicon whose words would take more time to write out than its
    automaton explains."""
    letters = sum((length + 1) * words for length, words in whole.words_by_length().items())
    most = limits.SURE_LETTERS + limits.LETTERS_OF_AN_ARC * whole.count_arcs()
    most = min(most, limits.MOST_LETTERS)
    if letters > most:
        raise LexiconError(
            f"{whole.path}: its {whole.manifest.words:,} words have {letters:,} letters, more than "
            f"the {most:,} that wordtools writes out"
        )
