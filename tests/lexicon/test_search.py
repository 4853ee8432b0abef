"""Every search finds the same words as examining all words, in alphabet order."""

from __future__ import annotations

import random
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.helpers import (
    Dictionary,
    dictionaries,
    english_bytes,
    lexicon_bytes,
    opened,
    words_of,
)
from wordtools import alphabet
from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.lexicon.search import Hooks

SPANISH, CATALAN = alphabet.load_alphabet("es").alphabet, alphabet.load_alphabet("ca").alphabet

lengths_of_words = st.one_of(st.just((1, 64)), st.tuples(st.integers(0, 6), st.integers(0, 64)))


def near(dictionary: Dictionary) -> st.SearchStrategy[bytes]:
    """Tiles that are a word of the dictionary, or any."""
    some = words_of(dictionary.alphabet)
    return st.one_of(st.sampled_from(list(dictionary.words)), some) if dictionary.words else some


def lay(word: bytes, rack: Counter[int], blanks: int) -> bool:
    """Whether the rack can form the word."""
    return (Counter(word) - rack).total() <= blanks


@st.composite
def racks(draw: st.DrawFn, dictionary: Dictionary) -> tuple[bytes, str]:
    """The tiles of a rack, 0 for a blank, and their text."""
    tiles = draw(st.permutations(draw(near(dictionary)) + draw(near(dictionary))[:3]))
    kept = tiles[: draw(st.integers(0, len(tiles)))]
    blanks = draw(st.integers(0, 3))
    letters = dictionary.alphabet.text(bytes(kept))
    places = sorted(draw(st.integers(0, len(letters))) for _ in range(blanks))
    written = "?".join(
        letters[a:b] for a, b in zip([0, *places], [*places, len(letters)], strict=True)
    )
    return bytes(blanks) + bytes(kept), written


@given(dictionaries(), st.data(), lengths_of_words)
def test_anagrams(dictionary: Dictionary, data: st.DataObject, lengths: tuple[int, int]) -> None:
    rack, written = data.draw(racks(dictionary))
    small = "".join(map(str.lower, written))  # one by one: Σ at an end would be ς
    held, blanks = Counter(rack.replace(b"\0", b"")), rack.count(0)
    for name in ("test", *dictionary.editions):
        lexicon = dictionary.lexicon.edition(name)
        some = [
            word
            for word in dictionary.of(name)
            if lay(word, held, blanks) and lengths[0] <= len(word) <= lengths[1]
        ]
        whole = [word for word in some if len(word) == len(rack)]
        found = lexicon.anagrams(written, subs=True, lengths=lengths)
        assert list(found) == dictionary.texts(some)
        assert list(lexicon.anagrams(small, lengths=lengths)) == dictionary.texts(whole)


@given(dictionaries(), st.data(), lengths_of_words, st.booleans(), st.booleans())
def test_extensions(
    dictionary: Dictionary,
    data: st.DataObject,
    lengths: tuple[int, int],
    front: bool,
    back: bool,
) -> None:
    word = data.draw(near(dictionary))
    cut = data.draw(st.slices(len(word)))
    word = word[cut] if cut.step in (None, 1) else word
    for name in ("test", *dictionary.editions):
        expected = [
            longer
            for longer in dictionary.of(name)
            if len(longer) > len(word) and lengths[0] <= len(longer) <= lengths[1]
            if (front and longer.endswith(word))
            or (back and longer.startswith(word))
            or (front and back and word in longer)
        ]
        found = dictionary.lexicon.edition(name).extensions(
            dictionary.alphabet.text(word), front=front, back=back, lengths=lengths
        )
        assert list(found) == dictionary.texts(expected)


@given(dictionaries(), st.data())
def test_hooks(dictionary: Dictionary, data: st.DataObject) -> None:
    word = data.draw(near(dictionary))
    word = data.draw(st.sampled_from([word, word[1:], word[:-1]]))
    faces = [(bytes([number]), face) for number, face in enumerate(dictionary.alphabet.tiles, 1)]
    for name in ("test", *dictionary.editions):
        words = set(dictionary.of(name))
        assert dictionary.lexicon.edition(name).hooks(dictionary.alphabet.text(word)) == Hooks(
            front=tuple(face for tile, face in faces if tile + word in words),
            back=tuple(face for tile, face in faces if word + tile in words),
        )


def of(letters: Alphabet, *words: str) -> Lexicon:
    return opened(lexicon_bytes(letters, [(letters.spell(word), frozenset()) for word in words]))


def test_tiles_of_several_letters_on_racks_and_hooks() -> None:
    spanish = of(SPANISH, "chal", "[c][h]al", "al", "hal", "lacha", "hala")
    assert list(spanish.anagrams("lach")) == ["CHAL"]
    assert list(spanish.anagrams("la[h][c]")) == ["[C][H]AL"]
    assert list(spanish.anagrams("al?")) == ["CHAL", "HAL"]
    assert spanish.hooks("al") == (("CH", "H"), ())
    assert spanish.hooks("hal") == (("C",), ("A",))


def test_what_no_rack_or_word_is() -> None:
    lexicon = opened(english_bytes("cat"))
    searches: list[Callable[[str], object]] = [
        lexicon.anagrams, lexicon.extensions, lexicon.hooks
    ]  # fmt: skip
    for search in searches:
        for text, message in (("C*T", r"shows \*"), ("[C", "cannot be spelled"), ("Ñ", "shows Ñ")):
            with pytest.raises(SpellingError, match=message):
                search(text)
    with pytest.raises(SpellingError, match="is longer than any word"):
        lexicon.extensions("A" * 65)
    assert lexicon.hooks("A" * 64) == ((), ())
    assert list(lexicon.anagrams("?" * 65)) == []
    assert list(lexicon.anagrams("?" * 1000 + "A" * 100, subs=True)) == ["CAT"]


def test_nothing_is_found_by_nothing() -> None:
    lexicon = opened(english_bytes("a cat"))
    assert list(lexicon.matching("")) == []
    assert list(lexicon.anagrams("", subs=True)) == []
    assert list(lexicon.matching("*", lengths=(0, 0))) == []
    assert lexicon.hooks("") == (("A",), ("A",))
    for empty in (opened(english_bytes("")), opened(english_bytes("cat", one=EditionRule(
        include=["none"]))).edition("one")):  # fmt: skip
        assert not [*empty.matching("*"), *empty.anagrams("???"), *chain(*empty.hooks("CA"))]


def test_words_of_64_tiles() -> None:
    long = "AB" * 32
    lexicon = opened(english_bytes(f"{long} {long[:-1]}"))
    assert list(lexicon.matching("*" + "?*" * 64)) == [long]
    assert list(lexicon.matching("?" * 63 + "[B]")) == [long]
    assert list(lexicon.matching(long + "*")) == [long]
    assert list(lexicon.matching("*" + long[:-1] + "*")) == [long[:-1], long]
    assert list(lexicon.anagrams("A" * 32 + "B" * 31 + "?")) == [long]
    assert list(lexicon.extensions(long[:-1])) == [long]
    assert lexicon.hooks(long[:-1]) == ((), ("B",))


def test_limits() -> None:
    lexicon = opened(english_bytes("cat act at ta cats scat"))
    assert list(lexicon.anagrams("cats", subs=True, limit=2)) == ["ACT", "AT"]
    assert list(lexicon.matching("*", limit=3)) == ["ACT", "AT", "CAT"]
    assert list(lexicon.extensions("at", limit=1)) == ["CAT"]
    assert list(lexicon.extensions("at", limit=0)) == []


def test_a_search_outlives_its_lexicon() -> None:
    found = opened(english_bytes("cat dog/x", one=EditionRule(include=["x"]))).edition("one")
    words = found.matching("*")
    del found
    assert list(words) == ["DOG"]


def test_threads_search_at_once() -> None:
    chance = random.Random(1)
    words = {"".join(chance.choices("ABCD", k=chance.randint(1, 9))) for _ in range(4000)}
    lexicon = opened(english_bytes(" ".join(words)))
    expected, found = sorted(word for word in words if "A" in word), []
    threads = [
        threading.Thread(target=lambda: found.append(list(lexicon.matching("*A*"))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


@pytest.mark.parametrize("edition", ["en", "en-GB"])
def test_real_english(compiled: Callable[[str], Path], edition: str) -> None:
    lexicon = Lexicon.read(compiled("en"), edition)
    words = list(lexicon)
    retina = Counter("RETINA")
    assert list(lexicon.anagrams("RETINA??")) == [
        word for word in words if len(word) == 8 and (retina - Counter(word)).total() == 0
    ]
    assert list(lexicon.anagrams("QUIXOT?", subs=True)) == [
        word for word in words if (Counter(word) - Counter("QUIXOT")).total() <= 1
    ]
    for pattern, regex in {
        "*ING": ".*ING",
        "[^AEIOU]?[QXZ]*[ST]": "[^AEIOU].[QXZ].*[ST]",
        "*A*A*A*A*": ".*A.*A.*A.*A.*",
        "???": "...",
    }.items():
        fits = re.compile(regex).fullmatch
        assert list(lexicon.matching(pattern)) == [word for word in words if fits(word)]
    assert list(lexicon.extensions("CAT")) == [w for w in words if "CAT" in w and w != "CAT"]
    assert lexicon.hooks("ARE")[0] == tuple(w[0] for w in words if w[1:] == "ARE")


def test_real_spanish(compiled: Callable[[str], Path]) -> None:
    lexicon = Lexicon.read(compiled("es"))
    short = (3, 7)
    spelled = {word: SPANISH.spell(word) for word in lexicon.words(lengths=short)}
    ch, ll, a, o = (SPANISH.spell(f"[{tile}]")[0] for tile in ("CH", "LL", "A", "O"))
    assert list(lexicon.matching("?[CH|LL]?")) == [
        word for word, tiles in spelled.items() if len(tiles) == 3 and tiles[1] in (ch, ll)
    ]
    assert list(lexicon.matching("*[CH][^O|A]", lengths=short)) == [
        word for word, tiles in spelled.items() if tiles[-2] == ch and tiles[-1] not in (a, o)
    ]
    rack = Counter(SPANISH.spell("CHARLARO"))
    assert list(lexicon.anagrams("CHAR?LARO", subs=True, lengths=short)) == [
        word for word, tiles in spelled.items() if lay(tiles, rack, 1)
    ]


def test_the_first_words_come_at_once(compiled: Callable[[str], Path]) -> None:
    """Finding all words this often would take an hour."""
    lexicon = Lexicon.read(compiled("pl"))
    for _ in range(1000):
        everything: list[Iterator[str]] = [
            lexicon.matching("*"), lexicon.anagrams("?" * 15, subs=True), lexicon.extensions("A")
        ]  # fmt: skip
        for words in everything:
            assert len(list(islice(words, 3))) == 3
