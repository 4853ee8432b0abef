"""Several constraints, in every order, find the same words as examining all words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.lexicon.helpers import ENGLISH, Dictionary, dictionaries, english_bytes, opened
from tests.lexicon.test_patterns import patterns
from tests.lexicon.test_search import lay, lengths_of_words, near, of, racks
from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError, RulesError, SpellingError, WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.search import Kind, StudyWord
from wordtools.rules.loading import load_ruleset

Meets = Callable[[bytes], bool]


@dataclass(frozen=True)
class Bag:
    """The tiles of a made-up game."""

    counts: list[int]
    values: list[int]

    def check_tiles(self, alphabet: Alphabet) -> None:
        assert len(self.counts) == len(alphabet.tiles) + 1


@st.composite
def rows(draw: st.DrawFn, dictionary: Dictionary) -> tuple[str, bytes]:
    """Some tiles in a row, with blanks: their text, and a regular expression for them."""
    word = draw(near(dictionary))
    begin = draw(st.integers(0, len(word)))
    some = word[begin : begin + draw(st.integers(0, 4))]
    blank = draw(st.lists(st.booleans(), min_size=len(some), max_size=len(some)))
    parts = [b""]
    for tile, is_blank in zip(some, blank, strict=True):
        parts = [*parts, b""] if is_blank else [*parts[:-1], parts[-1] + bytes([tile])]
    written = "?".join(dictionary.alphabet.text(part) for part in parts)
    return written, b".".join(map(re.escape, parts))


ROWS = {
    "prefix": b"%b.*",
    "suffix": b".*%b",
    "containing": b".*%b.*",
    "extensions": b".+%b.*|.*%b.+",
    "front-extensions": b".+%b",
    "back-extensions": b"%b.+",
}


@st.composite
def constraints(draw: st.DrawFn, dictionary: Dictionary) -> tuple[Any, str, Meets]:
    """A constraint and its meaning."""
    kind = draw(st.sampled_from(get_args(Kind)))
    if kind == "pattern":
        written, regex = draw(patterns(dictionary))
        return kind, written, lambda word: bool(regex.fullmatch(word))
    if kind in ROWS:
        written, row = draw(rows(dictionary))
        means = re.compile(ROWS[kind].replace(b"%b", row), re.DOTALL)
        return kind, written, lambda word: bool(means.fullmatch(word))
    tiles, written = draw(racks(dictionary))
    held, blanks = Counter(tiles.replace(b"\0", b"")), tiles.count(0)
    if kind == "including":
        return kind, written, lambda word: held <= Counter(word) and len(word) >= len(tiles)
    whole = kind == "anagram"
    return (
        kind,
        written,
        lambda word: lay(word, held, blanks) and (len(word) == len(tiles) or not whole),
    )


@given(dictionaries(), st.data(), lengths_of_words)
def test_constraints_together(
    dictionary: Dictionary, data: st.DataObject, lengths: tuple[int, int]
) -> None:
    asked = data.draw(st.lists(constraints(dictionary), max_size=3))
    category = data.draw(st.sampled_from([None, *dictionary.categories]))
    for name in ("test", *dictionary.editions):
        expected = [
            word
            for word in dictionary.of(name)
            if lengths[0] <= len(word) <= lengths[1]
            and (category is None or category in dictionary.words[word])
            and all(meets(word) for _, _, meets in asked)
        ]
        found = dictionary.lexicon.edition(name).search(
            *((kind, written) for kind, written, _ in asked), lengths=lengths, category=category
        )
        assert list(found) == dictionary.texts(expected), asked


def draw_by_hand(word: bytes, counts: list[int]) -> Fraction:
    """The share of all draws of this many tiles that can form the word."""
    bag = [tile for tile, count in enumerate(counts) for _ in range(count)]
    draws = list(combinations(bag, len(word)))
    fit = sum(lay(word, Counter(draw) - Counter({0: len(draw)}), draw.count(0)) for draw in draws)
    return Fraction(fit, len(draws) or 1)


@settings(max_examples=examples(0.5))
@given(dictionaries(), st.data())
def test_orders(dictionary: Dictionary, data: st.DataObject) -> None:
    tiles = len(dictionary.alphabet.tiles)
    used = sorted({tile for word in dictionary.words for tile in word})[:8]
    counts = [0] * (tiles + 1)
    for tile in data.draw(st.lists(st.sampled_from([0, *used]), max_size=9)):
        counts[tile] += 1
    values = data.draw(st.lists(st.integers(-9, 9), min_size=tiles + 1, max_size=tiles + 1))
    bag, limit = Bag(counts, values), data.draw(st.integers(0, 9))
    keys: dict[Any, Callable[[bytes], Fraction]] = {
        "length": lambda word: Fraction(len(word)),
        "score": lambda word: Fraction(sum(values[tile] for tile in word)),
        "probability": lambda word: draw_by_hand(word, counts),
    }
    for name in ("test", *dictionary.editions):
        lexicon = dictionary.lexicon.edition(name)
        for order, key in keys.items():
            ordered = sorted(dictionary.of(name), key=lambda word: -key(word))
            found = list(lexicon.study(order=order, ruleset=bag))
            texts, weights = dictionary.texts(ordered), [float(key(word)) for word in ordered]
            assert [each.word for each in found] == texts
            assert [each.weight for each in found] == pytest.approx(weights)
            first = lexicon.search(order=order, ruleset=bag, limit=limit)
            assert list(first) == dictionary.texts(ordered[:limit])
    for word in list(dictionary.words)[:3]:
        text = dictionary.alphabet.text(word)
        lexicon = dictionary.lexicon
        assert lexicon.score(text, bag) == keys["score"](word)
        assert lexicon.probability(text, bag) == pytest.approx(float(keys["probability"](word)))


@settings(max_examples=examples(0.5))
@given(dictionaries())
def test_words_with_their_hooks(dictionary: Dictionary) -> None:
    for name in ("test", *dictionary.editions):
        lexicon, words = dictionary.lexicon.edition(name), dictionary.of(name)
        assert list(lexicon.study()) == [
            StudyWord(
                dictionary.alphabet.text(word),
                *lexicon.hooks(dictionary.alphabet.text(word)),
                word[1:] in words,
                word[:-1] in words,
                0,
            )
            for word in words
        ]


def test_real_portuguese(compiled: Callable[[str], Path]) -> None:
    lexicon = Lexicon.read(compiled("pt"), "pt-PT")
    ruleset = load_ruleset("scrabble-pt-pt")
    words = {word: lexicon.alphabet.spell(word) for word in lexicon.words(lengths=(5, 8))}
    rack = Counter("AÇORES")
    assert list(
        lexicon.search(
            ("subanagram", "AÇORES??"), ("including", "Ç?O"), ("suffix", "?S"), lengths=(5, 8)
        )
    ) == [
        word
        for word in words
        if (Counter(word) - rack).total() <= 2 and "Ç" in word and "O" in word and word[-1] == "S"
    ]
    values, short = ruleset.values, {word: t for word, t in words.items() if len(t) == 5}
    dearest = sorted(short, key=lambda word: -sum(values[tile] for tile in short[word]))
    found = lexicon.search(lengths=(5, 5), order="score", ruleset=ruleset)
    assert list(found) == dearest
    likeliest = lexicon.search(lengths=(7, 7), order="probability", ruleset=ruleset)
    chances = [lexicon.probability(word, ruleset) for word in likeliest]
    assert chances == sorted(chances, reverse=True)
    brazilian = [w for w in words if "brazilian" in lexicon.categories(w) and "QU" in w]
    assert brazilian == list(
        lexicon.search(("containing", "QU"), category="brazilian", lengths=(5, 8))
    )


def test_the_probability_of_a_rack_of_english_tiles() -> None:
    """Counted by hand: 100 tiles, 2 of them blanks, 12 E and 1 Z."""
    lexicon, ruleset = opened(english_bytes("ze")), load_ruleset("scrabble-en-world")
    draws = 100 * 99 // 2
    fit = 12 * 1 + 12 * 2 + 1 * 2 + 1  # both tiles, a blank for Z, a blank for E, both blanks
    assert lexicon.probability("ZE", ruleset) == fit / draws
    assert lexicon.probability("ZZZZ", ruleset) == 0  # there are at most three
    assert lexicon.probability("E" * 64, ruleset) == 0
    assert lexicon.score("quiz", ruleset) == 22


def test_tiles_of_several_letters(compiled: Callable[[str], Path]) -> None:
    spanish = Lexicon.read(compiled("es"))
    assert [each.front for each in spanish.study(("anagram", "alla"))] == [
        spanish.hooks("alla").front
    ]
    assert "CH" in spanish.hooks("alla").front


def test_what_cannot_be_asked() -> None:
    lexicon = opened(english_bytes("cat"))
    unknown: Any = "anagrams"
    kind: Any
    for kind, tiles, said in (
        (unknown, "CAT", "there is no constraint 'anagrams'; did you mean 'anagram'"),
        ("prefix", "C*", r"no English tile shows \*"),
        ("including", "C4", "no English tile shows 4"),
        ("suffix", "?" * 65, "is longer than any word"),
        ("containing", "A" * 65, "is longer than any word"),
    ):
        with pytest.raises(WordtoolsError, match=said):
            lexicon.search(("prefix", "C"), (kind, tiles))
    with pytest.raises(SpellingError, match="shows 4") as caught:
        lexicon.search(("including", "C?4"))
    assert caught.value.text == "C?4"
    with pytest.raises(LexiconError, match="has no category 'x'"):
        lexicon.search(category="x")
    with pytest.raises(WordtoolsError, match="ordering by score needs a ruleset"):
        lexicon.search(order="score")
    with pytest.raises(WordtoolsError, match="there is no order 'anagrams'"):
        lexicon.search(order=unknown)
    with pytest.raises(RulesError, match="is played with Polish tiles"):
        lexicon.search(order="score", ruleset=load_ruleset("scrabble-pl"))
    with pytest.raises(SpellingError, match="is longer than any word"):
        lexicon.probability("A" * 65, load_ruleset("scrabble-en-world"))


def test_constraints_that_no_word_can_meet() -> None:
    lexicon = of(ENGLISH, "cat", "act", "cats")
    assert list(lexicon.search(("anagram", "cat"), ("anagram", "cats"))) == []
    assert list(lexicon.search(("anagram", "tac"), ("prefix", "a"))) == ["ACT"]
    assert list(lexicon.search(("including", "?" * 65))) == []
    assert list(lexicon.search(("including", "cc"))) == []
    assert list(lexicon.search(("including", ""))) == ["ACT", "CAT", "CATS"]
