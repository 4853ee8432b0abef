"""The same words become the same lexicon file, regardless of how they arrive."""

from __future__ import annotations

import random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import examples
from tests.lexicon.helpers import ENGLISH, Dictionary, dictionaries, lexicon_bytes, opened
from wordtools import _kernel
from wordtools.alphabet import load_alphabet
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon.compile import compile_lexicon, compile_words, unite_lexicons
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.verify import verify_lexicon

english = st.text("abcXYZ", min_size=1, max_size=15)


@given(st.lists(english, min_size=1), st.randoms())
def test_order_and_repeats_do_not_matter(words: list[str], random: random.Random) -> None:
    sorted_once = compile_words(
        "\n".join(sorted({word.upper() for word in words})).encode(), ENGLISH
    )
    lexicon = opened(sorted_once)
    verify_lexicon(lexicon)
    assert list(lexicon) == sorted({word.upper() for word in words})
    shuffled = [*words, *words]
    random.shuffle(shuffled)
    assert compile_words(shuffled, ENGLISH) == sorted_once
    assert compile_words("\r\n".join(shuffled).encode(), ENGLISH) == sorted_once


@given(dictionaries(), st.randoms())
def test_words_that_come_in_order_only_for_a_while(
    dictionary: Dictionary, random: random.Random
) -> None:
    """Some words come in order, and then all words come out of order, so that words already built
    are collected a second time.
    """
    entries = sorted(dictionary.entries, key=lambda entry: entry[0])
    some = entries[: random.randint(0, len(entries))]
    random.shuffle(entries)
    made = lexicon_bytes(dictionary.alphabet, [*some, *entries], dictionary.categories)
    assert made == lexicon_bytes(dictionary.alphabet, dictionary.entries, dictionary.categories)


@given(dictionaries(), st.randoms())
def test_any_alphabet(dictionary: Dictionary, random: random.Random) -> None:
    """Words of any alphabet, including tiles of several letters, can come as lines in order, as
    lines out of order, and as strings.
    """
    words = dictionary.texts(dictionary.words)
    if not words:
        return
    made = compile_words("\n".join(words).encode(), dictionary.alphabet)
    verify_lexicon(opened(made))
    assert list(opened(made)) == words
    random.shuffle(words)
    assert compile_words("\n".join(words).encode(), dictionary.alphabet) == made
    assert compile_words(words, dictionary.alphabet) == made


@settings(max_examples=examples(0.4))
@given(st.integers(0), st.sampled_from(["en", "pl", "es"]), st.integers(0, 5))
def test_lines_that_two_threads_take(seed: int, language: str, odd: int) -> None:
    """There are enough lines for two threads, with or without each kind of line that only one
    thread can read. Strings are always read by one thread.
    """
    alphabet = load_alphabet(language).alphabet
    chance = random.Random(seed)
    letters = chance.sample(alphabet.tiles, chance.randint(1, 5))
    words = ["".join(chance.choices(letters, k=chance.randint(4, 12))) for _ in range(2500)]
    lines = sorted(words, key=lambda word: alphabet.kernel.to_tiles(word) or b"")
    strange = ["", words[0], letters[0].lower() + "\u0301", "Q-Q", "A" * 70, f"[{letters[0]}]A"]
    for _ in range(min(odd, 1)):
        lines.insert(chance.randrange(len(lines)), strange[odd])
    try:
        made: bytes | str = compile_words(list(filter(None, lines)), alphabet)
    except WordtoolsError as error:
        made = str(error).replace("word", "line")
    text = chance.choice(["\n", "\r\n"]).join(lines) + chance.choice(["", "\n"])
    try:
        assert compile_words(text.encode(), alphabet) == made
    except WordtoolsError as error:
        assert str(error).replace("word", "line") == made


@given(st.lists(st.lists(english, min_size=1), min_size=1, max_size=6))
def test_parts_united_are_what_one_go_compiles(parts: list[list[str]]) -> None:
    alphabet = load_alphabet("en").alphabet
    whole = compile_words([word for part in parts for word in part], alphabet, "all")
    compiled = [Lexicon.from_bytes(compile_words(part, alphabet)) for part in parts]
    assert unite_lexicons(compiled, "all") == whole


def test_parts_of_different_alphabets_are_not_united() -> None:
    parts = [compile_lexicon(["cat"], language) for language in ("en", "es")]
    with pytest.raises(LexiconError, match="different alphabets"):
        unite_lexicons(parts)
    with pytest.raises(LexiconError, match="no words"):
        unite_lexicons([])


def test_letters_may_come_with_their_marks_apart() -> None:
    polish = load_alphabet("pl").alphabet
    apart = "z\u0301le\nŹLE\ng\u0301ra\nźdźbło\n"
    with pytest.raises(SpellingError, match="shows ǵ"):
        compile_words(apart.encode(), polish)
    lexicon = opened(compile_words(apart.replace("g\u0301ra\n", "").encode(), polish))
    assert list(lexicon) == ["ŹDŹBŁO", "ŹLE"]


def test_what_is_not_text_is_not_a_word() -> None:
    words: list[Any] = ["CAT", None, "DOG"]
    with pytest.raises(TypeError, match="word 2 is not a str"):
        compile_words(words, ENGLISH)


@pytest.mark.parametrize("words", [b"cat\nd\xc3\xb8g", ["cat", "døg"]])
def test_names_the_letter_that_no_tile_shows(words: bytes | list[str]) -> None:
    with pytest.raises(SpellingError, match=r"^animals: (line|word) 2 \(døg\): no .* tile shows ø"):
        compile_words(words, ENGLISH, "animals")


def test_what_is_not_many_words() -> None:
    with pytest.raises(TypeError, match="not one str"):
        compile_words("CAT\nDOG", ENGLISH)
    lines: Any = bytearray(b"CAT\nDOG")
    with pytest.raises(TypeError, match="must be bytes"):
        compile_words(lines, ENGLISH)
    language: Any = load_alphabet("en")
    with pytest.raises(TypeError, match=r"load_alphabet\('en'\).alphabet"):
        compile_words(["CAT"], language)


def test_a_byte_order_mark_is_no_letter() -> None:
    assert compile_words(b"\xef\xbb\xbfcat\r\n", ENGLISH) == compile_words(["CAT"], ENGLISH)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (b"cat\n\xff\n", "line 2 is not UTF-8"),
        (b"cat\n\xc1\x81\n", "line 2 is not UTF-8"),  # an overlong encoding of A
        (b"cat\n\xe0\x81\x81\n", "line 2 is not UTF-8"),
        (b"\n", "there are no words"),
        (["cat", ""], "1 to 64 tiles"),
        (["cat" * 30], "1 to 64 tiles"),
    ],
)
def test_what_is_not_a_list_of_words(words: bytes | list[str], message: str) -> None:
    with pytest.raises(LexiconError, match=message):
        compile_words(words, ENGLISH)


def test_where_there_can_be_no_more_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    made = compile_words(["CAT", "DOG"], ENGLISH)

    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    assert compile_words(["CAT", "DOG"], ENGLISH) == made


def test_words_that_no_reader_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """This checks the room for large automatons, with all counting as large."""
    made = compile_words(["CAT", "DOG"], ENGLISH)
    monkeypatch.setattr("wordtools.lexicon.compile._SURE_TO_FIT", 0)
    assert compile_words(["CAT", "DOG"], ENGLISH) == made

    class Full:
        @staticmethod
        def from_columns(*_: object) -> None:
            raise ValueError("no room")

    monkeypatch.setattr(_kernel, "Automaton", Full)
    with pytest.raises(LexiconError, match=r"animals: 6 arcs, more than .*; divide the list"):
        compile_words(["CAT", "DOG"], ENGLISH, "animals")
