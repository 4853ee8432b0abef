"""Arrow strings are words like any others: they are looked up and compiled like a list of them."""

from __future__ import annotations

import random
import unicodedata
from functools import partial
from typing import Any

import duckdb
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.arrow import Array, Stream, Word
from tests.lexicon.helpers import (
    ENGLISH,
    Dictionary,
    alphabets,
    dictionaries,
    english_bytes,
    opened,
    words_of,
)
from wordtools import _kernel, alphabet
from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon.compile import compile_words, format_sql_order

CATS = opened(english_bytes("cat cats at a thou antidisestablishment"))

layouts = st.fixed_dictionaries(
    {
        "layout": st.sampled_from(["u", "U", "vu"]),
        "columns": st.integers(0, 1),
        "skipped": st.integers(0, 20),
    }
)


@st.composite
def lists(draw: st.DrawFn) -> tuple[Alphabet, list[str]]:
    """An alphabet, and words in any spelling. The alphabet may accept further spellings."""
    language = draw(alphabets())
    first, last = language.tiles[0], language.tiles[-1]
    if first not in last and draw(st.booleans()):
        also = {"\u2019": last, f"\u2018{first}": last}
        language = Alphabet("Also", "en", language.tiles, language.spellings, also)
    drawn = st.one_of(words_of(language).map(language.text), st.just("\u2019"))
    ways = st.sampled_from([str, str.lower, partial(unicodedata.normalize, "NFD")])
    spelled = st.builds(lambda way, word: str(way(word)), ways, drawn)
    return language, draw(st.lists(spelled, min_size=1, max_size=30))


def cut(words: list[Any], places: list[int]) -> list[list[Any]]:
    """The words in arrays, some of them empty."""
    ends = sorted(place % (len(words) + 1) for place in places)
    return [words[a:b] for a, b in zip([0, *ends], [*ends, len(words)], strict=True)]


def outcome(words: Any, language: Alphabet) -> bytes | str:
    """The result of compiling them, or the refusal."""
    try:
        return compile_words(words, language)
    except WordtoolsError as error:
        return str(error)


@given(lists(), st.lists(st.integers(0, 30), max_size=5), layouts)
def test_compiled_as_a_list_is(
    of: tuple[Alphabet, list[str]], places: list[int], layout: dict[str, Any]
) -> None:
    language, words = of
    stream = Stream(*cut(words, places), **layout)
    assert outcome(stream, language) == outcome(words, language)
    array = Array(words, **layout)
    assert outcome(array, language) == outcome(words, language)
    assert stream.alive == array.alive == 0


@given(
    dictionaries(),
    st.lists(st.one_of(st.text(), st.none(), st.binary())),
    st.lists(st.integers(0, 60), max_size=5),
    layouts,
    st.randoms(),
)
def test_looked_up_as_a_list_is(
    dictionary: Dictionary,
    others: list[Word],
    places: list[int],
    layout: dict[str, Any],
    chance: Any,
) -> None:
    words: list[Word] = [*dictionary.texts(dictionary.words), *others]
    chance.shuffle(words)
    asked = [word.decode(errors="replace") if isinstance(word, bytes) else word for word in words]
    for exporter in (Stream(*cut(words, places), **layout), Array(words, **layout)):
        answers = dictionary.lexicon.contains_many(exporter)
        assert answers == dictionary.lexicon.contains_many(asked)
        assert exporter.alive == 0


def test_many_arrays_of_many_words() -> None:
    words = [("cat", "dog", "thou", "a\u0301")[i * i % 5 % 4] for i in range(5000)]
    stream = Stream(*cut(words, list(range(0, 5000, 7))))
    assert CATS.contains_many(stream) == CATS.contains_many(words)
    assert outcome(Stream(words[:2], [], ["at"]), ENGLISH) == outcome(["at", "cat", "dog"], ENGLISH)


@pytest.mark.parametrize("before", [[], [["cat"]], [["cat"], [], ["dog"]]])
@pytest.mark.parametrize("says", [b"no more disk\nat all", None])
def test_a_stream_that_breaks_off(before: list[list[str]], says: bytes | None) -> None:
    stream = Stream(*before).broken(says)
    told = "broke off: no more disk$" if says else "broke off: it does not say why$"
    with pytest.raises(ValueError, match=told):
        CATS.contains_many(stream)
    with pytest.raises(LexiconError, match=told):
        compile_words(stream, ENGLISH)
    assert stream.alive == 0


@pytest.mark.parametrize(
    ("exporter", "told"),
    [
        (Array([], layout="i"), "cast the column"),
        (Stream(layout="z"), "cast the column"),
        (Stream(layout="i", columns=1), "cast the column"),
        (Stream(columns=2), "one column, not 2"),
        (Array(["cat"], released=True), "already been released"),
        (Stream(["cat"], released=True), "already been released"),
    ],
)
def test_what_is_no_words(exporter: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        CATS.contains_many(exporter)
    with pytest.raises(LexiconError, match=told):
        compile_words(exporter, ENGLISH)
    assert exporter.alive == 0


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        (["cat", None], LexiconError, "row 5 is null"),
        (["cat", "dög"], SpellingError, "no English tile shows ö"),
        (["cat", b"\xffat"], SpellingError, "U.FFFD"),
        (["cat", ""], LexiconError, "1 to 64 tiles"),
        (["cat", "A" * 65], LexiconError, "1 to 64 tiles"),
        (["cat", "A" * 300], SpellingError, "longer than any word"),
    ],
)
def test_rows_that_are_no_word(words: list[Word], error: type[Exception], told: str) -> None:
    stream = Stream(["at"], [], ["a", "at"], words, skipped=2)
    with pytest.raises(error, match=told):
        compile_words(stream, ENGLISH)
    assert stream.alive == 0


def test_errors_come_through() -> None:
    class Broken:
        def __arrow_c_array__(self, requested: object = None) -> object:
            raise KeyError("here")

    for use in (CATS.contains_many, lambda words: compile_words(words, ENGLISH)):
        with pytest.raises(KeyError):
            use(Broken())

    def compose(_: str) -> str:
        raise ZeroDivisionError

    stream = Stream(["cat"], ["c\u0301"])
    with pytest.raises(ZeroDivisionError):
        _kernel.Collector(ENGLISH.kernel, compose).add_arrow(stream)
    assert stream.alive == 0


def test_polars() -> None:
    words: list[Any] = ["CAT", None, "dog", "", "thou", "C\u0301", "antidisestablishment"]
    series = polars.Series("word", words)
    for exporter in (series, series.to_frame()):
        assert CATS.contains_many(exporter) == CATS.contains_many(words)
    assert CATS.contains_many(series[2:]) == CATS.contains_many(words[2:])
    assert compile_words(series[[0, 2, 6]], ENGLISH) == compile_words(
        [*["CAT", "dog", "antidisestablishment"]], ENGLISH
    )
    with pytest.raises(LexiconError, match="row 2 is null"):
        compile_words(series, ENGLISH)


@pytest.mark.parametrize("name", ["ca", "cy", "en", "hu", "pl", "uk"])
def test_duckdb_sorts_as_the_alphabet_does(name: str) -> None:
    language = alphabet.load_alphabet(name).alphabet
    chance = random.Random(name)
    numbers = range(1, len(language.tiles) + 1)
    tiles = {bytes(chance.choices(numbers, k=chance.randint(1, 6))) for _ in range(5000)}
    in_order = [text for text in map(language.text, sorted(tiles)) if "[" not in text]
    shuffled = chance.sample(in_order, len(in_order))
    query = f"SELECT unnest($words) AS word ORDER BY {format_sql_order(language, 'word')}"
    with duckdb.connect() as engine:
        words = engine.sql(query, params={"words": shuffled})
        assert [word for (word,) in words.fetchall()] == in_order
        assert compile_words(words, language) == compile_words(in_order, language)


def test_a_query_of_duckdb_that_fails_midway() -> None:
    with duckdb.connect(config={"threads": 1}) as engine:
        words = engine.sql(
            "SELECT if(i < 300000, 'A', error('the disk is full')) FROM range(400000) AS t(i)"
        )
        with pytest.raises(LexiconError, match="the disk is full"):
            compile_words(words, ENGLISH)


def test_a_column_of_nothing_but_nulls() -> None:
    """Polars passes a column without rows in this form."""
    with pytest.raises(LexiconError, match="there are no words"):
        compile_words(polars.Series([]), ENGLISH)
    with pytest.raises(LexiconError, match="row 1 is null"):
        compile_words(polars.Series([None, None]), ENGLISH)
    assert CATS.contains_many(polars.Series([None, None])) == b"\0\0"
