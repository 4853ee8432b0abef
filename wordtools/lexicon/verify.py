"""Checking a lexicon beyond its seal: does it hold what its manifest says?"""

from __future__ import annotations

import hashlib

from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon


def verify_lexicon(lexicon: Lexicon) -> None:
    """Recounts words, lengths, categories and editions and recomputes the digest of the words.
    Raises `LexiconError` at the first that differs."""
    manifest = lexicon.manifest
    whole = lexicon.edition(manifest.name)
    sha = hashlib.sha256()
    for piece in whole.lines():
        sha.update(piece)
    stated: list[tuple[str, object, object]] = [
        ("digest of the words", manifest.words_sha256, sha.hexdigest()),
        ("words by length", manifest.words_by_length, whole.words_by_length()),
    ]
    for name, category in manifest.categories.items():
        stated.append((f"words of category {name}", category.words, whole.count(name)))
    for name, edition in manifest.editions.items():
        stated.append((f"words of edition {name}", edition.words, len(lexicon.edition(name))))
    for what, said, found in stated:
        if said != found:
            raise LexiconError(f"{lexicon.path}: {what}: it says {said} but holds {found}")
