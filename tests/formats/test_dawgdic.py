from __future__ import annotations

import random
import struct
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dawg
import dawg_python
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.automata import (
    CATS,
    ENGLISH,
    LARGE,
    POLISH,
    SPANISH,
    compile_lines,
    compile_tiles,
    compile_words,
    list_words,
    word_sets,
)
from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import ExportError, SourceError
from wordtools.formats import dawgdic

READERS = (dawg, dawg_python)
"""DAWG2 and DAWG-Python."""


def opened(module: Any, kind: str, data: bytes, folder: Path) -> Any:
    """A file as a reader opens it."""
    path = folder / "words.dawg"
    path.write_bytes(data)
    return getattr(module, kind)().load(str(path))


def misspell(words: Sequence[str], count: int, rng: random.Random) -> list[str]:
    """Near misses: a letter changed, dropped or added, or a zero byte, a mark, or half a letter."""
    made = []
    letters = "".join(ENGLISH.tiles) + "\0\x01ĄŁé"
    for word in rng.choices(words, k=count):
        at = rng.randrange(len(word) + 1)
        letter = rng.choice(letters)
        rest = word[at:] if rng.random() < 0.5 else word[at + 1 :]
        made.append(word[:at] + rng.choice((letter, letter, "")) + rest)
    return made


def test_units_by_hand() -> None:
    """A, whose value is 5: the root leads to base 64, where A's unit is (64 ^ 65 = 1), and A to its
    value's."""
    units = [0] * 256
    units[0] = 0x40 << 10
    units[0x40 ^ ord("A")] = ord("A") | 1 << 8 | (0x01 ^ 0x20) << 10
    units[0x20] = 1 << 31 | 5
    data = struct.pack("<I256I", 256, *units)
    draft, values = dawgdic.read_dawgdic(data, ENGLISH, "f")
    assert list_words(draft) == ["A"]
    assert values == array("I", [5])
    assert dawgdic.looks_like_dawgdic(data)


def test_the_three_kinds_of_files(tmp_path: Path) -> None:
    draft = compile_words(CATS)
    words = sorted(CATS)
    plain = dawgdic.write_dawgdic(draft, ENGLISH)
    completion = dawgdic.write_dawgdic(draft, ENGLISH, completion=True)
    numbers = array("I", [5, 0, (1 << 31) - 1, 2, 2, 1, 0])
    valued = dawgdic.write_dawgdic(draft, ENGLISH, completion=True, values=numbers)
    for module in READERS:
        assert all(word in opened(module, "DAWG", plain, tmp_path) for word in words)
        assert opened(module, "CompletionDAWG", completion, tmp_path).keys() == words
        assert opened(module, "CompletionDAWG", completion, tmp_path).keys("CAT") == ["CAT", "CATS"]
        of_values = opened(module, "IntCompletionDAWG", valued, tmp_path)
        assert of_values.items() == list(zip(words, numbers, strict=True))
    assert dawgdic.read_dawgdic(plain, ENGLISH, "f")[1] is None
    assert dawgdic.read_dawgdic(valued, ENGLISH, "f")[1] == numbers


def test_what_other_programs_write_is_read(tmp_path: Path) -> None:
    keys = ["car", "care", "CAT", "żaba", "łoś"]
    path = tmp_path / "other.dawg"
    for made in (dawg.DAWG(keys), dawg.CompletionDAWG(keys)):
        made.save(str(path))
        draft, values = dawgdic.read_dawgdic(path.read_bytes(), POLISH, "f")
        assert list_words(draft) == ["CAR", "CARE", "CAT", "ŁOŚ", "ŻABA"]
        assert values is None
    dawg.IntCompletionDAWG({key: place for place, key in enumerate(keys)}).save(str(path))
    _, values = dawgdic.read_dawgdic(path.read_bytes(), POLISH, "f")
    assert values == array("I", [0, 1, 2, 4, 3])


@pytest.mark.parametrize("alphabet", [ENGLISH, SPANISH, POLISH, LARGE], ids=lambda one: one.name)
def test_any_words_go_there_and_back(alphabet: Alphabet, tmp_path: Path) -> None:
    @given(word_sets(alphabet), st.integers(0, 1 << 32), st.booleans())
    def goes_there_and_back(words: set[bytes], seed: int, guide: bool) -> None:
        rng = random.Random(seed)
        draft = compile_tiles(words, alphabet)
        texts = list_words(draft)
        few = array("I", (rng.choice((0, 1, 7, 1 << 30)) for _ in words))
        data = dawgdic.write_dawgdic(draft, alphabet, completion=guide, values=few)
        assert dawgdic.looks_like_dawgdic(data)
        read, values = dawgdic.read_dawgdic(data, alphabet, "f")
        assert list_words(read) == texts
        assert (values or array("I", [0] * len(texts))) == few
        near = misspell(texts, 100, rng) if texts else ["A"]
        for module in READERS:
            found = opened(module, "IntDAWG", data, tmp_path)
            assert {word: found[word] for word in texts} == dict(zip(texts, few, strict=True))
            assert [word for word in near if word in found] == [w for w in near if w in set(texts)]
            if guide:
                assert opened(module, "CompletionDAWG", data, tmp_path).keys() == sorted(texts)

    goes_there_and_back()


@given(word_sets(ENGLISH, longest=12))
def test_a_guide_is_the_same_whoever_makes_it(words: set[bytes]) -> None:
    draft = compile_tiles(words)
    plain = dawgdic.write_dawgdic(draft, ENGLISH)
    whole = dawgdic.write_dawgdic(draft, ENGLISH, completion=True)
    assert _kernel.complete_dawgdic(plain[4:]) == (whole, len(words), False)


def damaged(place: int, unit: int, count: int = 256) -> bytes:
    """The file of A, with another unit in a place."""
    units = [0] * count
    units[0] = 0x40 << 10
    units[1] = ord("A") | 1 << 8 | 0x21 << 10
    units[0x20] = 1 << 31
    units[place] = unit
    return struct.pack(f"<I{count}I", count, *units)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "cut off, or not a dawgdic file: its counts are wrong"),
        (damaged(2, 0)[:-1], "cut off, or not a dawgdic file: its counts are wrong"),
        (damaged(2, 0) + b"guide", "cut off, or not a dawgdic file: its counts are wrong"),
        (damaged(2, 0, 255), "cut off, or not a dawgdic file: its counts are wrong"),
        (damaged(0, 0x100 << 10), "damaged: node 0 leads beyond the end of the file"),
        (damaged(1, 0x41 | 0x101 << 10), "damaged: node 1 leads beyond the end of the file"),
        (damaged(1, 0x41 | 1 << 10), "damaged: node 1 leads to the beginning of the file"),
        (damaged(1, 0x41 | 0x41 << 10), "damaged: node 64 can be reached from itself"),
        (damaged(0x20, 0), "damaged: node 1 has no value where a key ends"),
        (
            damaged(1, 0x41 | 0x21 << 10),
            "damaged: node 64 begins a list in which a path ends without a word",
        ),
        (damaged(0, 0x20 << 10 | 1 << 8), "damaged: node 0 ends an empty key"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, message: str) -> None:
    with pytest.raises(SourceError) as refused:
        dawgdic.read_dawgdic(data, ENGLISH, "f")
    assert str(refused.value) == f"f: {message}"


def save(made: Any, folder: Path) -> bytes:
    made.save(str(folder / "made.dawg"))
    return (folder / "made.dawg").read_bytes()


def test_keys_that_are_no_words_are_refused(tmp_path: Path) -> None:
    for keys, message in (
        (["CAT", "CAT5"], "f: 'CAT5': no English tile shows 5"),
        (["C" * 65], "f: 'C{20}': longer than a word, which has at most 64"),
        ([b"CA\xff"], "f: it has keys that are not UTF-8"),
    ):
        with pytest.raises(SourceError, match=message):
            dawgdic.read_dawgdic(save(dawg.DAWG(keys), tmp_path), ENGLISH, "f")
    twice = save(dawg.IntDAWG({"cat": 1, "CAT": 2}), tmp_path)
    with pytest.raises(SourceError, match="1 of its keys repeat a word, whose value is"):
        dawgdic.read_dawgdic(twice, ENGLISH, "f")
    assert list_words(
        dawgdic.read_dawgdic(save(dawg.DAWG(["cat", "CAT"]), tmp_path), ENGLISH, "f")[0]
    ) == ["CAT"]


def test_what_cannot_be_held_is_refused() -> None:
    with pytest.raises(ExportError, match="a dawgdic file can hold values from 0 to 2,147,483,647"):
        dawgdic.write_dawgdic(compile_words(["A"]), ENGLISH, values=array("I", [1 << 31]))


@pytest.mark.slow
def test_more_keys_than_a_file_can_mean_are_refused() -> None:
    words = [bytes([a, b, c]) for a in range(1, 27) for b in range(1, 27) for c in range(1, 27)]
    draft = compile_tiles(words)
    data = bytearray(dawgdic.write_dawgdic(draft, ENGLISH))
    assert len(list_words(dawgdic.read_dawgdic(bytes(data), ENGLISH, "f")[0])) == 26**3
    four = compile_tiles([bytes([t, *word]) for t in range(1, 27) for word in words])
    with pytest.raises(SourceError, match="it claims to hold 456,976 keys, more than a file"):
        dawgdic.read_dawgdic(dawgdic.write_dawgdic(four, ENGLISH), ENGLISH, "f")


@pytest.mark.slow
def test_a_list_of_real_size_is_that_of_its_readers(
    english_lines: bytes, chance: random.Random, tmp_path: Path
) -> None:
    draft = compile_lines(english_lines)
    words = english_lines.decode().split()
    numbers = array("I", (place * 7 % 1000 for place in range(len(words))))
    near = misspell(words, 100_000, chance)
    misses = sorted(set(near) - set(words))
    assert len(misses) > 50_000
    for kind, data in {
        "DAWG": dawgdic.write_dawgdic(draft, ENGLISH),
        "CompletionDAWG": dawgdic.write_dawgdic(draft, ENGLISH, completion=True),
        "IntCompletionDAWG": dawgdic.write_dawgdic(draft, ENGLISH, completion=True, values=numbers),
    }.items():
        for module in READERS:
            found = opened(module, kind, data, tmp_path)
            # DAWG-Python is slow, so it gets only some.
            some = slice(chance.randrange(100), None, 100) if module is dawg_python else slice(None)
            assert all(word in found for word in words[some])
            assert not any(word in found for word in misses[some])
            if kind.startswith("Int"):
                assert [found[word] for word in words[some]] == list(numbers[some])
        if kind == "CompletionDAWG":
            assert opened(dawg, kind, data, tmp_path).keys() == words
            read, _ = dawgdic.read_dawgdic(data, ENGLISH, "f")
            assert b"".join(read.encode_lines()) == english_lines
