"""Fixtures shared by the tests of formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from wordtools.compiler.importing import import_lexicon
from wordtools.lexicon.lexicon import Lexicon

SAMPLE = 10_000


@pytest.fixture(scope="session")
def sampled(
    compiled: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Lexicon]:
    """10,000 words of a list that `make` compiles, with their categories."""
    folder = tmp_path_factory.mktemp("sampled")

    @cache
    def sample(name: str) -> Lexicon:
        whole = Lexicon.read(compiled(name)).whole
        step = len(whole) // SAMPLE + 1
        words = [whole.word_at(rank) for rank in range(0, len(whole), step)]
        categorised = {word: whole.categories(word) for word in words}
        start = write_jsonl(categorised, folder / f"{name}.jsonl")
        lexicon = Lexicon.read(import_lexicon(start, folder, alphabet=name).path)
        assert list_words(lexicon) == categorised
        return lexicon

    return sample


def list_words(lexicon: Lexicon, with_categories: bool = True) -> dict[str, frozenset[str]]:
    """The words with their categories, or all without."""
    return {word: lexicon.categories(word) if with_categories else frozenset() for word in lexicon}


def write_jsonl(words: dict[str, frozenset[str]], path: Path) -> Path:
    """Words with their categories, in the format that needs no writer of ours."""
    rows = (
        f'{{"word": "{word}", "categories": {json.dumps(sorted(tags))}}}'
        for word, tags in words.items()
    )
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path
