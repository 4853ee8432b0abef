"""A pattern finds what the regular expression of the same meaning finds among all words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.lexicon.helpers import Dictionary, dictionaries, english_bytes, opened
from tests.lexicon.test_search import CATALAN, SPANISH, lengths_of_words, near, of
from wordtools.alphabet import Alphabet
from wordtools.errors import SpellingError
from wordtools.lexicon.lexicon import Lexicon


def shown(tiles: list[int], letters: Alphabet) -> str:
    """A set of tiles in brackets, with all tiles separated, or joined where possible."""
    faces = [letters.tiles[tile - 1] for tile in tiles]
    joined = "".join(faces)
    return joined if letters.kernel.to_tiles(joined) == bytes(tiles) else "|".join(faces)


@st.composite
def patterns(draw: st.DrawFn, dictionary: Dictionary) -> tuple[str, re.Pattern[bytes]]:
    """A pattern similar to a word, and its meaning in tiles."""
    letters = dictionary.alphabet
    any_tile = st.integers(1, len(letters.tiles))
    written, regex, plain = [], [], b""

    def flush() -> None:
        nonlocal plain
        written.append(letters.text(plain))
        regex.append(re.escape(plain))
        plain = b""

    for tile in draw(near(dictionary)):
        kind = draw(st.sampled_from(["tile", "tile", "tile", "?", "*", "set", "none of", "gone"]))
        if kind == "tile":
            plain += bytes([tile])
            continue
        if kind == "gone":  # the text before it and after it is written together
            continue
        flush()
        if kind == "?":
            written.append("?")
            regex.append(b".")
        elif kind == "*":
            written.append("*" * draw(st.integers(1, 2)))
            regex.append(b".*")
            if draw(st.booleans()):
                plain = bytes([tile])
        else:
            few = st.lists(any_tile, max_size=3)
            tiles = [*draw(few), tile] if kind == "set" else draw(few) or [tile]
            sign = "" if kind == "set" else "^"
            written.append(f"[{sign}{shown(tiles, letters)}]")
            inside = b"".join(re.escape(bytes([each])) for each in tiles)
            regex.append(b"[" + sign.encode() + inside + b"]")
    flush()
    return "".join(written), re.compile(b"".join(regex), re.DOTALL)


@given(dictionaries(), st.data(), lengths_of_words)
def test_patterns(dictionary: Dictionary, data: st.DataObject, lengths: tuple[int, int]) -> None:
    written, regex = data.draw(patterns(dictionary))
    for name in ("test", *dictionary.editions):
        expected = [
            word
            for word in dictionary.of(name)
            if regex.fullmatch(word) and lengths[0] <= len(word) <= lengths[1]
        ]
        found = dictionary.lexicon.edition(name).matching(written, lengths=lengths)
        assert list(found) == dictionary.texts(expected), written


KEPT_APART = Alphabet("Apart", "en", ("C", "CH", "H"), {"C": "C", "H": "H"}, apart=("[C][H]",))


@given(dictionaries())
@example(Dictionary(KEPT_APART, [(b"\x02", frozenset())], [], {}))
def test_every_word_is_a_pattern_that_it_alone_fits(dictionary: Dictionary) -> None:
    for text in dictionary.lexicon:
        assert list(dictionary.lexicon.matching(text)) == [text]


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("[CH]*", ["CHAL", "CHICO"]),
        ("[ch]*", ["CHAL", "CHICO"]),
        ("CH*", ["CHAL", "CHICO"]),
        ("[C][H]*", ["[C][H]AL"]),
        ("[C]*", ["CAL", "COCHE", "[C][H]AL"]),
        ("C*", ["CAL", "COCHE", "[C][H]AL"]),
        ("[C|H]*", ["CAL", "COCHE", "[C][H]AL", "HAL"]),
        ("[HC]*", ["CAL", "COCHE", "[C][H]AL", "HAL"]),
        ("[CHC]*", ["CAL", "COCHE", "CHAL", "CHICO", "[C][H]AL"]),
        ("[^CH]AL", ["CAL", "HAL"]),
        ("[^C|H]AL", ["CHAL"]),
        ("[^CH|C]AL", ["HAL"]),
        ("?AL", ["CAL", "CHAL", "HAL"]),
        ("??AL", ["[C][H]AL"]),
        ("*CH*", ["COCHE", "CHAL", "CHICO"]),
        ("*H*", ["[C][H]AL", "HAL"]),
    ],
)
def test_tiles_of_several_letters_in_patterns(pattern: str, words: list[str]) -> None:
    spanish = of(SPANISH, "chal", "[c][h]al", "cal", "hal", "chico", "coche")
    assert sorted(spanish.matching(pattern)) == sorted(words)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("CE[L·L]A", ["CEL·LA"]),
        ("CE[ŀl]A", ["CEL·LA"]),
        ("CE[L][L]A", ["CELLA"]),
        ("CE[L·L|L]*", ["CEL·LA", "CELLA"]),
        ("?[QU]*", ["AQUÍ"]),
        ("*[QU|NY]*", ["ANY", "AQUÍ"]),
        ("*[^QU|NY]*", ["AQUÍ", "ANY", "CELLA", "CEL·LA"]),
        ("*[^QU|NY|A]", ["AQUÍ"]),
    ],
)
def test_catalan_patterns(pattern: str, words: list[str]) -> None:
    catalan = of(CATALAN, "cel·la", "cella", "aquí", "any")
    expected = {CATALAN.normal(word) for word in words}
    assert set(catalan.matching(pattern)) == expected


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("C[AT", r"^every \[ needs a \], and brackets cannot be nested$"),
        ("CA]T", r"^every \[ needs a \]"),
        ("[[A]]", r"^every \[ needs a \]"),
        ("[" * 100_000, r"^every \[ needs a \]"),
        ("[]", r"^\[\] has no tile in it$"),
        ("[^]", r"^\[\^\] has no tile in it$"),
        ("[|]", r"^\[\|\] has no tile in it$"),
        ("[A*]", r"^no English tile shows \*$"),
        ("C^T", r"^no English tile shows \^$"),
        ("A|B", r"^no English tile shows \|$"),
        ("ÑU", "^no English tile shows Ñ"),
        ("C T", r"^no English tile shows U\+0020 space$"),
        ("?" * 65, r"^\?{20}… is longer than any word$"),
        ("A" * 65, r"^A{20}… is longer than any word$"),
        ("?*" * 1_000_000, "… is longer than any word$"),
        ("A" * 1_000_000, "… is longer than any word$"),
        ("[" + "A" * 1_000_000 + "]", "… is longer than any word$"),
    ],
)
def test_bad_patterns(pattern: str, said: str) -> None:
    with pytest.raises(SpellingError, match=said):
        opened(english_bytes("cat")).matching(pattern)


@pytest.mark.parametrize(
    "pattern", ["*A*A*A*A*A*A*A*A*", "*?" * 60 + "*A", "*[^A]" * 40, "*" * 100_000 + "ŹŹŹ"]
)
def test_no_pattern_takes_long(compiled: Callable[[str], Path], pattern: str) -> None:
    """A search by trial and error would take hours."""
    lexicon = Lexicon.read(compiled("pl"))
    assert sum(1 for _ in lexicon.matching(pattern)) < 10
