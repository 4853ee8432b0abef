"""A lexicon is the set of its words, in alphabet order, for any words and any alphabet."""

from __future__ import annotations

import itertools
import random
import unicodedata
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.lexicon.helpers import (
    ENGLISH,
    Dictionary,
    automaton,
    dictionaries,
    english_bytes,
    lexicon_bytes,
    opened,
    words_of,
)
from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError
from wordtools.lexicon.manifest import EditionRule
from wordtools.lexicon.verify import verify_lexicon

any_edition = st.sampled_from(["test", "one", "two"])


def seen(dictionary: Dictionary, edition: str) -> tuple[list[bytes], list[str]]:
    """The words that an edition must have: tiles and texts in alphabet order."""
    words = dictionary.of(edition)
    return words, dictionary.texts(words)


@given(dictionaries(), any_edition)
def test_iterates_its_words_in_alphabet_order(dictionary: Dictionary, name: str) -> None:
    if name in dictionary.lexicon.manifest.editions:
        lexicon = dictionary.lexicon.edition(name)
        _, texts = seen(dictionary, name)
        assert list(lexicon) == texts
        assert len(lexicon) == len(texts)
        assert b"".join(lexicon.lines()).decode() == "".join(f"{text}\n" for text in texts)
    else:
        with pytest.raises(LexiconError, match=rf"no edition '{name}'; choose from test"):
            dictionary.lexicon.edition(name)


@given(dictionaries(), st.data())
def test_contains_its_words_and_no_near_miss(dictionary: Dictionary, data: st.DataObject) -> None:
    alphabet = dictionary.alphabet
    tile = st.integers(1, len(alphabet.tiles)).map(lambda one: bytes([one]))
    near = set(data.draw(st.lists(words_of(alphabet), max_size=5)))
    for word in dictionary.words:
        cut = data.draw(st.integers(0, len(word)))
        near |= {
            word[:cut],
            word[cut:],
            word[::-1],
            word[:cut] + data.draw(tile) + word[cut:],
            word[:cut] + data.draw(tile) + word[cut + 1 :],
        }
    near.discard(b"")
    for name in ("test", *dictionary.editions):
        lexicon = dictionary.lexicon.edition(name)
        words = set(dictionary.of(name))
        asked = sorted(words | near)
        for tiles in asked:
            text = alphabet.text(tiles)
            small = "".join(map(str.lower, text))  # text.lower() would end a word in ς
            for spelled in (text, small, unicodedata.normalize("NFD", text)):
                assert (spelled in lexicon) == (tiles in words), spelled
        lines = "".join(f"{text}\n" for text in dictionary.texts(asked)).encode()
        answers = bytearray(tiles in words for tiles in asked)
        assert lexicon.contains_lines(lines) == answers
        assert lexicon.contains_lines(lines[:-1]) == answers  # the last newline may be missing


@given(dictionaries())
def test_rank_and_word_at_are_inverse(dictionary: Dictionary) -> None:
    for name in ("test", *dictionary.editions):
        lexicon = dictionary.lexicon.edition(name)
        words, texts = seen(dictionary, name)
        assert [lexicon.rank(text) for text in texts] == list(range(len(texts)))
        assert [lexicon.word_at(rank) for rank in range(len(texts))] == texts
        for rank in (-1, len(texts)):
            with pytest.raises(IndexError, match="has no word number"):
                lexicon.word_at(rank)
        for absent in dictionary.texts(dictionary.words.keys() - set(words)):
            with pytest.raises(KeyError):
                lexicon.rank(absent)


@given(dictionaries(), st.data())
def test_words_by_prefix_length_and_category(dictionary: Dictionary, data: st.DataObject) -> None:
    alphabet, words = dictionary.alphabet, dictionary.words
    prefixes = [word[:cut] for word in words for cut in range(4)]
    prefix = data.draw(st.sampled_from([b"", *prefixes]) | words_of(alphabet))
    category = data.draw(st.sampled_from([None, *dictionary.categories]))
    lengths = data.draw(st.tuples(st.integers(1, 64), st.integers(1, 64)))
    for name in ("test", *dictionary.editions):
        lexicon = dictionary.lexicon.edition(name)
        expected = dictionary.texts(
            tiles
            for tiles in dictionary.of(name)
            if tiles.startswith(prefix)
            and lengths[0] <= len(tiles) <= lengths[1]
            and (category is None or category in words[tiles])
        )
        text = alphabet.text(prefix)
        found = lexicon.words(prefix=text, category=category, lengths=lengths)
        lines = lexicon.lines(prefix=text, category=category, lengths=lengths)
        assert list(found) == expected
        assert b"".join(lines).decode() == "".join(f"{word}\n" for word in expected)


@given(dictionaries())
def test_categories_and_counts(dictionary: Dictionary) -> None:
    for name in ("test", *dictionary.editions):
        lexicon = dictionary.lexicon.edition(name)
        words, texts = seen(dictionary, name)
        for tiles, text in zip(words, texts, strict=True):
            assert lexicon.categories(text) == dictionary.words[tiles]
        for category in dictionary.categories:
            carried = sum(category in dictionary.words[tiles] for tiles in words)
            assert lexicon.count(category) == carried
        assert lexicon.words_by_length() == Counter(map(len, words))
        with pytest.raises(LexiconError, match="no category 'none such'; choose from "):
            lexicon.count("none such")
    verify_lexicon(dictionary.lexicon)


@given(dictionaries(), st.data())
def test_set_algebra(dictionary: Dictionary, data: st.DataObject) -> None:
    editions = st.sampled_from(["test", *dictionary.editions]).map(dictionary.lexicon.edition)
    one, two = data.draw(editions), data.draw(editions)
    for a, b in ((one, two), (one, frozenset(two)), (frozenset(one), two)):
        x, y = frozenset(a), frozenset(b)
        assert a & b == x & y
        assert a | b == x | y
        assert a - b == x - y
        assert a ^ b == x ^ y
        assert (a <= b, a < b, a >= b, a > b) == (x <= y, x < y, x >= y, x > y)
        assert (a == b, a != b) == (x == y, x != y)
    assert one.isdisjoint(two) == frozenset(one).isdisjoint(two)


@given(dictionaries())
def test_equal_lexicons_have_equal_hashes(dictionary: Dictionary) -> None:
    for edition in dictionary.editions:
        if dictionary.lexicon == dictionary.lexicon.edition(edition):
            assert hash(dictionary.lexicon) == hash(dictionary.lexicon.edition(edition))


@given(dictionaries(), st.data())
def test_the_same_words_give_the_same_bytes(dictionary: Dictionary, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(dictionary.entries * 2))
    again = Dictionary(
        dictionary.alphabet, shuffled, dictionary.categories, dictionary.editions
    ).bytes
    assert again == dictionary.bytes


def right_languages(words: list[bytes]) -> set[frozenset[bytes]]:
    """For each beginning of a word, all continuations; each set once."""
    onward: dict[bytes, set[bytes]] = {}
    for word in words:
        for cut in range(len(word)):
            onward.setdefault(word[:cut], set()).add(word[cut:])
    return {frozenset(ends) for ends in onward.values()}


def check_minimal(data: bytes, words: list[bytes]) -> None:
    """A minimal automaton has one state for each right language, and an arc for each
    continuation."""
    languages = right_languages(words)
    built = automaton(data)
    assert len({state for state, *_ in built.list_arcs()}) == len(languages)
    assert built.count_arcs() == sum(len({end[0] for end in language}) for language in languages)


@pytest.mark.slow
@given(dictionaries())
def test_the_automaton_is_minimal(dictionary: Dictionary) -> None:
    check_minimal(dictionary.bytes, list(dictionary.words))


@pytest.mark.slow
def test_many_words() -> None:
    """More states than the builder's initial table, and more words than one piece of lines."""
    chance = random.Random(1)
    words = {bytes(chance.choices(range(1, 27), k=chance.randint(1, 12))) for _ in range(5000)}
    words |= {bytes(each) for each in itertools.product(range(1, 27), repeat=3)}
    words |= {b"\7" + bytes(each) for each in itertools.product(range(1, 27), repeat=3)}
    words |= {b"\1\2" + bytes(each) for each in itertools.product(range(1, 27), repeat=3)}
    words |= {b"\1\2\3" + bytes(each) for each in itertools.product(range(1, 27), repeat=3)}
    data = lexicon_bytes(ENGLISH, [(word, frozenset()) for word in words])
    lexicon, texts = opened(data), [ENGLISH.text(word) for word in sorted(words)]
    check_minimal(data, list(words))
    assert len(texts) > 1 << 16
    assert len(list(lexicon.lines())) == 2
    assert b"".join(lexicon.lines()).decode().split() == texts
    assert list(lexicon) == texts
    assert [lexicon.rank(text) for text in texts] == list(range(len(texts)))
    assert lexicon.contains_lines("\n".join(texts).encode()).count(1) == len(texts)


def test_more_category_sets_than_a_byte_numbers() -> None:
    names = [f"c{place}" for place in range(64)]
    entries = [
        (
            bytes([1 + number // 20, 1 + number % 20]),
            frozenset(name for place, name in enumerate(names[55:]) if number >> place & 1),
        )
        for number in range(400)
    ]
    rule = EditionRule(include=["c63"], exclude=["c55"])
    dictionary = Dictionary(ENGLISH, entries, names, {"one": rule})
    lexicon, edition = dictionary.lexicon, dictionary.lexicon.edition("one")
    assert len(lexicon.manifest.sets) == 400
    assert [lexicon.categories(text) for text in lexicon] == list(dictionary.words.values())
    chosen = dictionary.texts(dictionary.of("one"))
    assert list(edition) == chosen
    assert [edition.rank(text) for text in chosen] == list(range(len(chosen)))
    assert [edition.word_at(rank) for rank in range(len(chosen))] == chosen
    assert 64 < len(edition) == lexicon.manifest.editions["one"].words
    verify_lexicon(lexicon)


def test_an_empty_lexicon() -> None:
    lexicon = opened(english_bytes(""))
    assert (len(lexicon), list(lexicon), "A" in lexicon, "" in lexicon) == (0, [], False, False)
    assert (list(lexicon.lines()), lexicon.words_by_length()) == ([], {})
    assert not lexicon


@pytest.mark.parametrize(
    "word", ["", "A" * 65, "A" * 300, "Ä", "A B", "\0", "\ud800", "🂡", "ＣＡＴ"]
)
def test_what_cannot_be_a_word_is_none(word: str) -> None:
    lexicon = opened(english_bytes("cat a aa"))
    assert word not in lexicon
    with pytest.raises(KeyError):
        lexicon.rank(word)
    with pytest.raises(KeyError):
        lexicon.categories(word)


@pytest.mark.parametrize("value", [None, 3, b"CAT", ("C", "A", "T")])
def test_what_is_no_text_is_no_word(value: object) -> None:
    assert value not in opened(english_bytes("cat"))


@pytest.mark.parametrize(
    "written", ["EL·LE", "él·le", unicodedata.normalize("NFD", "él·le"), "el-le", "EL-LE"]
)
def test_every_way_to_write_a_word_finds_it(written: str) -> None:
    """`also` and decomposed text work everywhere a word is accepted."""
    spellings = {"L": "Ll", "·": "·", "E": "Eeé"}
    also = {"L-L": "L·L", "l-l": "l·l"}
    catalan = Alphabet("C", "ca", ("E", "L", "L·L"), spellings, also)
    lexicon = opened(lexicon_bytes(catalan, [(catalan.spell("el·le"), frozenset())]))
    assert catalan.spell(written) == b"\1\3\1"
    assert lexicon.rank(written) == 0
    assert lexicon.categories(written) == frozenset()
    assert list(lexicon.words(prefix=written)) == ["EL·LE"]
    assert written in lexicon
    assert lexicon.contains_lines(written.encode()) == b"\1"


@example(b"cat\r\ndogs\r\ndog\r\n\r\na\r")
@given(st.binary() | st.text().map(str.encode))
def test_contains_lines_answers_once_a_line(data: bytes) -> None:
    answers = opened(english_bytes("cat dog a")).contains_lines(data)
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    words = [line.rstrip(b"\r").upper() for line in lines]
    assert answers == bytearray(word in (b"CAT", b"DOG", b"A") for word in words)
