"""Functions on columns give the same results as a lexicon gives for each word."""

from __future__ import annotations

import pickle
import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordtools
from tests.lexicon.helpers import english_bytes, opened
from wordtools.columns import columns
from wordtools.columns.columns import TYPES, WordColumns
from wordtools.errors import LexiconError, SpellingError, WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.rules.loading import load_ruleset

SPANISH = wordtools.compile(["chachachá", "pingüino", "niño", "año", "llave", "perro"], "es")
RULESET = load_ruleset("scrabble-es")
WORDS = WordColumns(SPANISH, RULESET)
ODD = [None, "", "chachachá", "nin\u0303o", "c" * 64, "a" * 65, "[CH]A", "[C][H]A", "łódź", "🂡"]


def draw_texts(chance: random.Random) -> list[str | None]:
    """Words, odd texts, and any texts of the alphabet's letters and others."""
    letters = "abcçhlñnrÁü[]"
    drawn = ("".join(chance.choices(letters, k=chance.randrange(9))) for _ in range(12))
    texts = [*drawn, *chance.sample(ODD, 4), *chance.choices(list(SPANISH), k=4)]
    chance.shuffle(texts)
    return texts[: chance.randrange(len(texts))]


def spell(text: str | None) -> list[str] | None:
    try:
        tiles = SPANISH.alphabet.spell(text) if text else b""
    except SpellingError:
        return None
    return [SPANISH.alphabet.tiles[tile - 1] for tile in tiles] or None


def expect(function: str, text: str | None) -> Any:
    """The function's result for a text."""
    if function == "is_word":
        return None if text is None else text in SPANISH
    tiles = spell(text)
    if function == "tiles" or tiles is None:
        return tiles if function in ("tiles", "alphagram", "score") else None
    order = SPANISH.alphabet.tiles.index
    if function == "alphagram":
        shown = [f"[{tile}]" if len(tile) > 1 else tile for tile in sorted(tiles, key=order)]
        return "".join(shown)
    if function == "score":
        return sum(RULESET.tiles[tile][1] for tile in tiles)
    if text not in SPANISH:
        return None
    assert text is not None
    return SPANISH.rank(text) if function == "rank" else sorted(SPANISH.categories(text))


@given(st.integers(0))
def test_each_function_says_what_the_lexicon_says(seed: int) -> None:
    texts = draw_texts(random.Random(seed))
    for function in TYPES:
        computed = WORDS.compute(function, pa.array(texts, pa.string()))
        assert computed.type == TYPES[function]
        assert computed.to_pylist() == [expect(function, text) for text in texts], function


@pytest.mark.parametrize("type", [pa.string(), pa.large_string(), pa.string_view()])
def test_any_layout_of_texts(type: pa.DataType) -> None:
    texts = ["niño", None, "x" * 40, "llave", "perro"]
    whole = pa.array(texts, type)
    pieces = pa.chunked_array([whole[:2], whole[2:2], whole[2:]])
    for column in (whole, whole[1:], pieces):
        told = texts[1:] if len(column) < len(texts) else texts
        assert WORDS.is_word(column).to_pylist() == [expect("is_word", text) for text in told]
        assert WORDS.tiles(column).to_pylist() == [expect("tiles", text) for text in told]


@given(st.integers(0), st.sampled_from([pa.string(), pa.large_string(), pa.string_view()]))
def test_texts_that_are_listed_once(seed: int, type: pa.DataType) -> None:
    """Dictionaries, with nulls among the values or the rows, and runs, whole, sliced, in chunks."""
    chance = random.Random(seed)
    values = pa.array(["niño", None, "x" * 40, "perro", "xyz"], type)[chance.randrange(3) :]
    places = pa.array(chance.choices([None, *range(len(values))], k=chance.randrange(1, 9)), "int8")
    ends = pa.array(sorted(chance.sample(range(1, 20), len(values))), "int32")
    coded = pa.DictionaryArray.from_arrays(places, values)
    runs = pa.RunEndEncodedArray.from_arrays(ends, values)
    listed = [None if place is None else values[place] for place in places.to_pylist()]
    for column, texts in ((coded, listed), (runs, list(runs))):
        told = [expect("is_word", text and text.as_py()) for text in texts]
        assert WORDS.is_word(column).to_pylist() == told
        begin = chance.randrange(len(column))
        assert WORDS.is_word(column[begin:]).to_pylist() == told[begin:]
        pieces = pa.chunked_array([column[begin:], column[:0], column[:begin]])
        assert WORDS.is_word(pieces).to_pylist() == told[begin:] + told[:begin]
    assert WORDS.tiles(pa.chunked_array([], coded.type)).to_pylist() == []


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1, None, 3]),
        pa.array([b"ni\xc3\xb1o", None, b"\xff"]),
        pa.array([1.5, float("nan"), 0.0]),
        pa.nulls(3),
        [1, None, b"x"],
        [pd.NA, float("nan"), pd.NaT],
        pa.array([1, None, 3]).dictionary_encode(),
    ],
)
def test_what_is_not_text_is_not_a_word(column: Any) -> None:
    values = column if isinstance(column, list) else column.to_pylist()
    nulls = [value is None or value is pd.NA or value != value for value in values]
    assert WORDS.is_word(column).to_pylist() == [None if null else False for null in nulls]
    for function in TYPES.keys() - {"is_word"}:
        assert WORDS.compute(function, column).to_pylist() == [None] * 3


def test_texts_that_no_column_should_have() -> None:
    buffers = [None, *map(pa.py_buffer, (struct.pack("3i", 0, 2, 6), b"\xff\xfeperr"))]
    invalid = pa.Array.from_buffers(pa.string(), 2, buffers)  # not UTF-8
    odd = ["\ud800", "perro\ud800", "n" * 1_000_000, "\0", "perro"]
    for function in TYPES:
        assert not WORDS.compute(function, invalid)[0].as_py()
        assert not any(WORDS.compute(function, odd).to_pylist()[:4])
    assert WORDS.is_word(odd).to_pylist() == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("type", "layout"),
    [
        (pa.string(), struct.pack("3i", 0, -5, 5)),
        (pa.large_string(), struct.pack("3q", 0, -5, 5)),
        (pa.string_view(), struct.pack("i4sii", 100, b"perr", 3, 0) * 2),
    ],
    ids=["string", "large_string", "string_view"],
)
def test_texts_that_lie_outside_of_their_bytes(type: pa.DataType, layout: bytes) -> None:
    """A file of Arrow data may claim this, and the kernel would then read outside the buffer."""
    buffers = [None, pa.py_buffer(layout), *([pa.py_buffer(b"perro")] * (type != pa.string_view()))]
    texts = pa.Array.from_buffers(type, 2, buffers)
    coded = pa.DictionaryArray.from_arrays(pa.array([1, 0], "int32"), texts, safe=False)
    for column in (texts, texts[1:], pa.chunked_array([["perro"], texts], type), coded):
        for function in TYPES:
            with pytest.raises(WordtoolsError, match=r"^the column is damaged: "):
                WORDS.compute(function, column)


def test_an_edition_is_numbered_by_itself() -> None:
    data = english_bytes("cat/old cats at a thou/old zoo", now=EditionRule(exclude=["old"]))
    for lexicon in (opened(data), opened(data).edition("now")):
        words = WordColumns(lexicon)
        every = [*lexicon.whole, "dog"]
        found = [word if word in lexicon else None for word in every]
        assert words.rank(every).to_pylist() == [word and lexicon.rank(word) for word in found]
        assert words.categories(every).to_pylist() == [
            word and sorted(lexicon.categories(word)) for word in found
        ]


def test_a_process_opens_the_file_once(tmp_path: Path) -> None:
    path = tmp_path / "cats.lexicon"
    path.write_bytes(english_bytes("cat cats"))
    sent = pickle.dumps(WordColumns(path, "scrabble-en-world"))
    assert len(sent) < 10_000
    first = pickle.loads(sent)
    path.unlink()
    assert pickle.loads(sent) is first
    assert first.score(["cat"]).to_pylist() == [5]


def test_a_file_that_is_another_one_by_now_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dogs.lexicon"
    path.write_bytes(english_bytes("dog dogs"))
    sent = pickle.dumps(WordColumns(path))
    path.write_bytes(english_bytes("dog dogs doge"))
    with pytest.raises(LexiconError, match="not the lexicon that was pickled"):
        pickle.loads(sent)


def test_wrong_questions_are_told() -> None:
    with pytest.raises(WordtoolsError, match="'isword'; did you mean 'is_word'"):
        WORDS.compute("isword", ["perro"])
    with pytest.raises(WordtoolsError, match="need a ruleset"):
        WordColumns(SPANISH).score(["perro"])
    with pytest.raises(WordtoolsError, match="tiles"):
        WordColumns(SPANISH, "scrabble-pl")


def test_more_tiles_than_arrow_counts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "_MOST_TILES", 9)
    assert WORDS.tiles(["perro", "niño"]).to_pylist()[1] == list("NIÑO")
    with pytest.raises(WordtoolsError, match="split it"):
        WORDS.tiles(["perro", "niño", "año"])


def test_a_table_gets_more_columns() -> None:
    table = pa.table({"id": [1, 2], "word": ["perro", "gato"]})
    extended = WORDS.extend(table, ["is_word", "score"])
    assert extended.to_pylist() == [
        {"id": 1, "word": "perro", "is_word": True, "score": expect("score", "perro")},
        {"id": 2, "word": "gato", "is_word": False, "score": expect("score", "gato")},
    ]


@pytest.mark.slow
@pytest.mark.real_data
def test_a_million_words_and_near_misses(compiled: Callable[[str], Path]) -> None:
    words = WordColumns(Lexicon.read(compiled("pt"), "pt-PT"))
    drawn = random.Random(17).choices(list(words.lexicon), k=100_000)
    misses = [word[:-1] + "X" for word in drawn]
    asked = [*drawn, *misses, *(word.lower() for word in drawn)]
    assert words.is_word(pa.array(asked)).to_pylist() == [word in words.lexicon for word in asked]
