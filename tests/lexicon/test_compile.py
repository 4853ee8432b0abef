"""Words in, a lexicon file out: the same lexicon whichever way the words come."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.helpers import ENGLISH, opened
from wordtools.errors import LexiconError, SpellingError
from wordtools.lexicon.compile import compile
from wordtools.lexicon.verify import verify

english = st.text("abcXYZ", min_size=1, max_size=15)


@given(st.lists(english, min_size=1), st.randoms())
def test_order_and_repeats_do_not_matter(words: list[str], random: random.Random) -> None:
    sorted_once = compile("\n".join(sorted({word.upper() for word in words})).encode(), ENGLISH)
    lexicon = opened(sorted_once)
    verify(lexicon)
    assert list(lexicon) == sorted({word.upper() for word in words})
    shuffled = [*words, *words]
    random.shuffle(shuffled)
    assert compile(shuffled, ENGLISH) == sorted_once
    assert compile("\r\n".join(shuffled).encode(), ENGLISH) == sorted_once


@pytest.mark.parametrize("words", [b"cat\nd\xc3\xb8g", ["cat", "døg"]])
def test_names_the_letter_that_no_tile_shows(words: bytes | list[str]) -> None:
    with pytest.raises(SpellingError, match="no English tile shows ø"):
        compile(words, ENGLISH)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (b"cat\n\xff\n", "line 2 is not UTF-8"),
        (b"\n", "there are no words"),
        (["cat", ""], "1 to 64 tiles"),
        (["cat" * 30], "1 to 64 tiles"),
    ],
)
def test_tells_what_is_no_list_of_words(words: bytes | list[str], told: str) -> None:
    with pytest.raises(LexiconError, match=told):
        compile(words, ENGLISH)
