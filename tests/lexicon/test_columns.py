"""Columns that no writer would write, but that are correctly sealed. Each file is refused, or its
columns happen to fit."""

from __future__ import annotations

import random
import struct
import tracemalloc
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon import coding
from tests.lexicon.coding import ENDS, FRESH, FRESH_FINAL, POINTS, POINTS_FINAL, Arc
from tests.lexicon.helpers import (
    ENGLISH,
    PATH,
    Dictionary,
    dictionaries,
    english_bytes,
    opened,
    remade,
    rezipped,
)
from tests.lexicon.hostile import SMALL, exercise, refusal, refused_or_works
from wordtools import _kernel
from wordtools.lexicon import file

NAMES = ("arcs", "references", "pointers", "sets")


def columns(data: bytes = SMALL) -> dict[str, bytes]:
    parts = file.unpack(data, PATH)
    return dict(zip(NAMES, map(bytes, (*parts.columns, parts.sets)), strict=True))


def with_columns(data: bytes, changed: dict[str, bytes]) -> bytes:
    """The file with columns replaced, and with their word count if they form an automaton."""
    every = {**columns(data), **changed}
    facts = msgspec.to_builtins(file.unpack(data, PATH).manifest)
    with suppress(ValueError):
        facts["words"] = len(
            _kernel.Automaton.from_columns(
                ENGLISH.kernel, every["arcs"], every["references"], every["pointers"]
            )
        )
    return remade(data, manifest=msgspec.json.encode(facts), **changed)


@pytest.mark.slow
def test_any_bit_of_a_column_may_be_changed(chance: random.Random, longer: float) -> None:
    """Every byte is changed in three ways, chosen at random, or in all ten with `--longer 4`."""
    for name, column in columns().items():
        for place in range(len(column)):
            values = [0, 255, *(column[place] ^ 1 << bit for bit in range(8))]
            for value in chance.sample(values, min(len(values), round(3 * longer))):
                changed = column[:place] + bytes([value]) + column[place + 1 :]
                refused_or_works(with_columns(SMALL, {name: changed}))


@given(st.binary(), st.binary(), st.binary(), st.binary())
def test_any_columns(arcs: bytes, references: bytes, pointers: bytes, sets: bytes) -> None:
    made = {"arcs": arcs, "references": references, "pointers": pointers, "sets": sets}
    refused_or_works(with_columns(SMALL, made))


@given(dictionaries())
def test_ranks_counted_at_once_are_those_counted_later(dictionary: Dictionary) -> None:
    parts = file.unpack(dictionary.bytes, PATH)
    make = _kernel.Automaton.from_columns
    later = make(parts.manifest.alphabet.kernel, *parts.columns)
    at_once = make(parts.manifest.alphabet.kernel, *parts.columns, ranked=True)
    ranks = range(len(later))
    words = [later.get_word(rank) for rank in ranks]
    assert words == sorted(words)
    assert [at_once.get_word(rank) for rank in ranks] == words
    assert [at_once.find_rank_of_tiles(word) for word in words] == list(ranks)


@given(dictionaries(), st.data())
def test_changed_columns(dictionary: Dictionary, data: st.DataObject) -> None:
    every = columns(dictionary.bytes)
    name = data.draw(st.sampled_from(NAMES))
    column = bytearray(every[name])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(column)))
        column[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=12))
    refused_or_works(remade(dictionary.bytes, **{name: bytes(column)}))


A, B = 1, 2


def coded(arcs: list[Arc], references: list[tuple[int, int, int]]) -> dict[str, bytes]:
    """The columns that the writer would write for these, whether or not they form an automaton."""
    return dict(zip(NAMES, coding.columns(arcs, references), strict=False))


@pytest.mark.parametrize(
    ("arcs", "references"),
    [
        pytest.param([Arc(27, ENDS, last=True)], [], id="a tile of no letter"),
        pytest.param([Arc(0, ENDS, last=True)], [], id="tile 0"),
        pytest.param([Arc(A, POINTS, last=True)], [], id="a pointer without references"),
        pytest.param([Arc(A, POINTS, last=True)], [(1, 0, A)], id="a pointer to its own state"),
        pytest.param(
            [Arc(B, POINTS), Arc(A, ENDS, last=True), Arc(A, FRESH, last=True)],
            [(2, 0, A)],
            id="a pointer ahead",
        ),
        pytest.param([Arc(A, ENDS, last=True)], [(9, 0, A)], id="a reference to no state"),
        pytest.param([Arc(A, FRESH, last=True)], [], id="more targets than states"),
        pytest.param([Arc(A, ENDS)], [], id="a state without its last arc"),
        pytest.param([Arc(A, ENDS), Arc(B, ENDS, last=True)], [], id="arcs out of order"),
        pytest.param([Arc(A, ENDS), Arc(A, ENDS, last=True)], [], id="an arc twice"),
        pytest.param([Arc(A, ENDS, last=True)] * 2, [], id="two roots"),
        pytest.param([Arc(A, ENDS, last=True)] * 5000, [], id="more roots than can wait"),
        pytest.param(
            [Arc(A, ENDS, last=True), *[Arc(A, FRESH, last=True)] * 64],
            [],
            id="a word of 65 tiles",
        ),
    ],
)
def test_columns_that_are_no_automaton(
    arcs: list[Arc], references: list[tuple[int, int, int]]
) -> None:
    made = coded(arcs, references)
    with pytest.raises(ValueError, match=r"\w"):
        _kernel.Automaton.from_columns(ENGLISH.kernel, *made.values())
    assert refusal(remade(SMALL, **made)).startswith("sealed, but ")


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        pytest.param(b"", "category sets differ", id="none"),
        pytest.param(bytes(9), "category sets differ", id="one short"),
        pytest.param(bytes(20), "category sets differ", id="two bytes each"),
        pytest.param(b"\7" * 10, "category set", id="a set that is not there"),
    ],
)
def test_sets_that_are_not_the_words(sets: bytes, said: str) -> None:
    assert said in refusal(remade(SMALL, sets=sets))


def test_sets_count_even_where_no_edition_asks() -> None:
    """A lexicon without categories has only one set, and no numbers."""
    plain = english_bytes("cat dog")
    exercise(opened(plain))
    assert columns(plain)["sets"] == b""
    assert "category sets differ" in refusal(remade(plain, sets=b"\0\1"))


def test_the_longest_words() -> None:
    arcs = [Arc(A, ENDS, last=True), *[Arc(A, FRESH_FINAL, last=True)] * 63]
    longest = opened(with_columns(SMALL, {**coded(arcs, []), "sets": bytes(64)}))
    exercise(longest)
    assert list(longest) == ["A" * length for length in range(1, 65)]


def test_more_words_than_can_be_counted() -> None:
    """With two arcs per state, all to the next one, the number of words doubles with every
    state."""

    def doubling(states: int) -> dict[str, bytes]:
        arcs = [Arc(B, ENDS), Arc(A, ENDS, last=True)]
        for place in range(states - 1):
            arcs += [Arc(B, FRESH_FINAL), Arc(A, POINTS_FINAL, last=True, place=place)]
        return coded(arcs, [(state, 0, A) for state in range(1, states)])

    most = _kernel.Automaton.from_columns(ENGLISH.kernel, *doubling(31).values())
    assert len(most) == (1 << 32) - 2
    assert most.find_rank("B" * 31) == len(most) - 1
    assert most.get_word(len(most) - 1) == b"\2" * 31
    assert most.count_words_by_length() == [0, *(1 << length for length in range(1, 32)), *[0] * 33]
    assert "the numbers of words differ" in refusal(remade(SMALL, **doubling(31)))
    for states in (32, 64):
        assert refusal(remade(SMALL, **doubling(states))).startswith("sealed, but ")


def test_the_kernel_writes_what_the_page_says() -> None:
    """BATS, CATS and CAT: the states after BA and CA are one, and so are those that follow."""
    columns = file.unpack(english_bytes("at cat"), PATH).columns
    arcs = [
        Arc(20, ENDS, last=True),  # 1: T
        Arc(1, FRESH, last=True),  # 2: AT
        Arc(3, FRESH),  # 3: CAT …
        Arc(1, POINTS, last=True),  # … and AT, by way of state 1
    ]
    assert columns == coding.columns(arcs, [(1, 0, 1)])
    assert len(_kernel.Automaton.from_columns(ENGLISH.kernel, *columns)) == 2


@pytest.mark.slow
def test_large_automatons() -> None:
    """Two threads read them: a failure in one ends both, and reaches the caller."""

    def tree(height: int) -> list[Arc]:
        """The states of all words of this many letters, and A."""
        if height == 0:
            return [Arc(A, ENDS, last=True)]
        return tree(height - 1) * 26 + [Arc(t, FRESH, last=t == A) for t in range(26, 0, -1)]

    made = _kernel.Automaton.from_columns(ENGLISH.kernel, *coded(tree(3), []).values())
    assert made.count_words_by_length()[:6] == [0, 0, 0, 0, 26**3, 0]
    assert made.get_word(26**3 - 2) == bytes([26, 26, 25, 1])
    unordered = [Arc(A, ENDS), Arc(B, ENDS, last=True)]
    for arcs in (tree(3) + unordered, [*unordered, *tree(3)], tree(0) * 5000 + tree(3)):
        with pytest.raises(ValueError, match=r"\w"):
            _kernel.Automaton.from_columns(ENGLISH.kernel, *coded(arcs, []).values())


def test_a_count_of_arcs_beyond_reason_costs_nothing() -> None:
    """A context of one symbol takes no bits, so a few bytes can continue for millions of arcs."""
    arcs, references, pointers = coding.columns([Arc(A, ENDS, last=True)] * 8, [])
    for count in (1 << 24, (1 << 32) - 1):
        claimed = arcs[:4] + struct.pack("<I", count) + arcs[8:]
        with pytest.raises(ValueError, match=r"\w"):
            _kernel.Automaton.from_columns(ENGLISH.kernel, claimed, references, pointers)


@pytest.mark.slow
def test_many_words_may_have_the_same_categories() -> None:
    """The sets of these words take almost no space."""
    parts = file.unpack(SMALL, PATH)
    words = 20 << 20
    manifest = msgspec.structs.replace(parts.manifest, words=words, sets=[[], ["old"]])
    arcs, references, pointers = map(bytes, parts.columns)
    data = file.pack(manifest, (arcs, references, pointers), bytes(words))
    assert len(file.unpack(data, PATH).sets) == words


def test_sets_that_claim_gigabytes_cost_none() -> None:
    """A frame's header may claim any size, and an honest one may unpack to gigabytes."""
    block = struct.pack("<I", 1 << 1 | (1 << 17) << 3)[:3] + b"\0"  # 128 kB of zeros
    last = struct.pack("<I", 1 | 1 << 1 | (1 << 17) << 3)[:3] + b"\0"
    for size, blocks in ((1 << 32, b""), (1 << 30, block * ((1 << 13) - 1) + last)):
        frame = b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", size) + blocks
        bomb = rezipped(SMALL, {"sets.zst": frame})
        tracemalloc.start()
        try:
            refusal(bomb)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 1 << 28
