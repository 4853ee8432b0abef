"""Checks the words of a lexicon against its manifest."""

from __future__ import annotations

import hashlib

from wordtools import limits
from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon


def verify_lexicon(lexicon: Lexicon) -> None:
    """Counts words, lengths, categories, definitions and editions, and computes the words' digest.
    Raises `LexiconError` at the first difference from the manifest, or if there are too many
    words."""
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
    for label, expected, actual in stated:
        if expected != actual:
            raise LexiconError(
                f"{lexicon.path}: {label}: the manifest states {expected}, but there are {actual}"
            )


def check_letters(whole: Lexicon) -> None:
    """Raises `LexiconError` if writing out the words would take too long."""
    letters = sum((length + 1) * words for length, words in whole.words_by_length().items())
    maximum = limits.SURE_LETTERS + limits.LETTERS_OF_AN_ARC * whole.automaton.count_arcs()
    maximum = min(maximum, limits.MOST_LETTERS)
    if letters > maximum:
        raise LexiconError(
            f"{whole.path}: its {whole.manifest.words:,} words have {letters:,} letters, more than "
            f"the {maximum:,} that wordtools writes out"
        )
