"""Looking up many words at once gives the same answers as looking them up one by one, from any
source.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.helpers import Dictionary, dictionaries, english_bytes, lexicon_bytes, opened
from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule

CATS = opened(english_bytes("cat/old cats at a thou/old", now=EditionRule(exclude=["old"])))
STRANGE = [
    "",
    "A" * 64,
    "A" * 65,
    "A" * 300,
    "[C]AT",
    "cat ",
    "CAT\0",
    "\0",
    "Ä",
    "ａt",
    "🂡",
    "C\u0301",
]


def one_by_one(lexicon: Lexicon, words: Iterable[object]) -> bytearray:
    return bytearray(word in lexicon for word in words)


@given(dictionaries(), st.lists(st.text()), st.randoms())
def test_any_words_from_any_source(
    dictionary: Dictionary, others: list[str], chance: random.Random
) -> None:
    texts = dictionary.texts(dictionary.words)
    words = [*texts, *(unicodedata.normalize("NFD", text) for text in texts), *others, *STRANGE]
    chance.shuffle(words)
    for name in ("test", *dictionary.editions):
        lexicon = dictionary.lexicon.edition(name)
        expected = one_by_one(lexicon, words)
        assert sum(expected) >= len(dictionary.of(name))
        for source in (words, tuple(words), iter(words)):
            assert lexicon.contains_many(source) == expected
        plain = [word for word in words if "\n" not in word]
        lines = "".join(f"{word}\n" for word in plain).encode()
        assert lexicon.contains_lines(lines) == one_by_one(lexicon, plain)
        assert lexicon.contains_many(lines) == one_by_one(lexicon, plain)


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 1023, 1024, 1025, 5000])
def test_any_number_of_words(count: int) -> None:
    words = [("cat", "dog", "thou", "[A]", "a\u0301")[i * i % 5] for i in range(count)]
    for lexicon in (CATS, CATS.edition("now")):
        expected = one_by_one(lexicon, words)
        assert lexicon.contains_many(words) == expected
        assert lexicon.contains_lines("\n".join(words).encode()) == expected


def test_what_is_no_word_is_none() -> None:
    assert CATS.contains_many([None, "cat", b"cat", 3, ["cat"]]) == b"\0\1\0\0\0"
    assert CATS.contains_many([]) == CATS.contains_many(b"") == b""
    wrong: list[Any] = ["cat", 3, None, bytearray(b"cat")]
    for each in wrong:
        with pytest.raises(TypeError):
            CATS.contains_many(each)
        with pytest.raises(TypeError):
            CATS.contains_lines(each)


def test_a_list_that_changes_meanwhile() -> None:
    """`compose` is Python code, and may do anything, such as shortening the list."""
    words = ["Ä", *["cat"] * 5000]

    class Cutting(Alphabet, frozen=True):
        def compose(self, text: str) -> str:
            words.clear()
            return text

    letters = {letter: letter for letter in "ACT"}
    alphabet = Cutting("Cutting", "en", tuple("ACT"), letters)
    entries = [(b"\2\1\3", frozenset[str]())]
    plain = opened(lexicon_bytes(Alphabet("C", "en", tuple("ACT"), letters), entries))
    cutting = _kernel.WordSet(plain._automaton, None, alphabet.compose)
    assert cutting.contains_many(words) == b"\0"


def test_numpy_arrays_of_strings() -> None:
    words = ["CAT", "dog", "thou", "", "C\u0301", "A" * 65, "🂡"]
    expected = one_by_one(CATS, words)
    array = numpy.array(words)
    assert CATS.contains_many(array) == expected
    assert CATS.contains_many(array[::-2]) == expected[::-2]
    assert CATS.contains_many(array.astype(array.dtype.newbyteorder("S"))) == expected
    assert CATS.contains_many(array.astype(object)) == expected
    astray = numpy.frombuffer(b"\0" + array.tobytes(), array.dtype, offset=1)
    assert CATS.contains_many(astray) == expected
    assert list(numpy.frombuffer(CATS.contains_many(array), bool)) == [*map(bool, expected)]
    assert CATS.contains_many(numpy.array(words, numpy.dtypes.StringDType())) == expected


def test_errors_come_through() -> None:
    def broken() -> Iterable[str]:
        yield "cat"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        CATS.contains_many(broken())
