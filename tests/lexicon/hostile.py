"""What is asked of a lexicon file that may be damaged or hostile: it is refused with a sentence, or
it is a lexicon and works like any other."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.lexicon.helpers import (
    PATH,
    english_bytes,
    opened,
)
from wordtools.errors import LexiconError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.lexicon.verify import verify_lexicon

SMALL = english_bytes(
    "cat/old cats/old bat bats/new tab tabs/new at ta stab thou/old",
    now=EditionRule(exclude=["old"]),
)


def refusal(data: bytes) -> str:
    """What opening these bytes says."""
    with pytest.raises(LexiconError) as refused:
        opened(data)
    sentence = str(refused.value)
    assert sentence.startswith(f"{PATH}: ")
    assert not sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{PATH}: ")


def exercise(lexicon: Lexicon) -> None:
    """Everything a lexicon does, each against the others."""
    manifest, alphabet = lexicon.manifest, lexicon.alphabet
    assert set(manifest.editions) >= {lexicon.name}
    assert lexicon.words_by_length() or not len(lexicon.edition(lexicon.name))
    try:
        verify_lexicon(lexicon)
    except LexiconError as error:
        assert "the manifest states" in str(error)
    for name in manifest.editions:
        edition = lexicon.edition(name)
        words = list(islice(edition, 300))
        assert len(words) == min(300, len(edition))
        assert [edition.word_at(rank) for rank in range(len(words))] == words
        assert [edition.rank(word) for word in words] == list(range(len(words)))
        tiles = [alphabet.spell(word) for word in words]
        assert tiles == sorted(set(tiles))
        assert all(word in edition for word in words)
        assert edition.contains_lines("\n".join(words).encode()).count(1) == len(words)
        assert all(edition.categories(word) <= set(manifest.categories) for word in words)
        assert len(edition) > 300 or b"".join(edition.lines()).decode().split() == words
        for word in words[:9]:
            assert word in edition.words(prefix=word)
        for category in manifest.categories:
            carried = edition.count(category)
            assert len(list(islice(edition.words(category=category), 300))) == min(300, carried)
        if len(edition) < 300:
            assert edition <= lexicon.edition(lexicon.name)
            assert edition & edition == set(words)
        repr(edition)
        hash(edition)


def refused_or_works(data: bytes) -> None:
    try:
        lexicon = opened(data)
    except LexiconError as error:
        assert str(error).startswith(f"{PATH}: ")
    else:
        exercise(lexicon)
