"""Calls the kernel in ways in which only faulty code would call it. The kernel must refuse, and
never read memory that does not exist."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.lexicon.helpers import ENGLISH, PATH, automaton, english_bytes
from wordtools import _kernel
from wordtools.lexicon import file

CATS = automaton(english_bytes("cat cats at a"))
HOW: dict[str, Any] = {"shortest": 1, "longest": 15, "official": False, "capitals_matter": True}


def test_tiles_of_no_alphabet() -> None:
    assert CATS.find_rank_of_tiles(b"\x3f") == -1
    assert CATS.find_prefix_range(b"\x03\x3f") == (0, 0)
    for tiles in (b"\x40", b"\xff", b"\x03\x01\x80"):
        with pytest.raises(ValueError, match="there is no such tile"):
            CATS.find_rank_of_tiles(tiles)
        with pytest.raises(ValueError, match="there is no such tile"):
            CATS.find_prefix_range(tiles)


def test_an_automaton_that_was_never_made() -> None:
    assert "CAT" in CATS
    assert "CAT" not in _kernel.Automaton.__new__(_kernel.Automaton)


def make_intake(report: Callable[[bytes], object], max_gathered: int = 1 << 24) -> _kernel.Intake:
    """An intake that admits all words of plain letters."""
    return _kernel.Intake(
        ENGLISH.kernel,
        lambda point: (
            _kernel.Character.LETTER if chr(point).isascii() and point else _kernel.Character.SYMBOL
        ),
        lambda shape: int(shape & _kernel.Shape.UNSPELLED != 0),
        lambda text, shape: 1,
        lambda text: text,
        report,
        ["", "no word"],
        [],
        [],
        max_gathered,
    )


def test_a_zero_ends_no_word() -> None:
    rejected: list[bytes] = []
    intake = make_intake(rejected.append)
    intake.begin_source("x", categories=0, **HOW)
    intake.read_lines(b"cat\nca\0t\n", False, "")
    intake.flush_report()
    assert (intake.admitted, intake.rejected) == (1, [0, 1])


def test_columns_that_may_change_are_refused() -> None:
    """They are read without the GIL."""
    columns = file.unpack(english_bytes("cat"), PATH).columns
    changing: list[Any] = [bytearray(column) for column in columns]
    with pytest.raises(TypeError, match="can change"):
        _kernel.Automaton.from_columns(ENGLISH.kernel, *changing)


def test_more_references_than_arcs() -> None:
    arcs, references, pointers = map(bytes, file.unpack(english_bytes("cat"), PATH).columns)
    length = int.from_bytes(references[:4], "little")
    many = references[:4] + (1 << 23).to_bytes(4, "little") + references[8 : 4 + length]
    with pytest.raises(ValueError, match="more references than arcs"):
        _kernel.Automaton.from_columns(
            ENGLISH.kernel, arcs, many + references[4 + length :], pointers
        )


def test_more_combinations_of_categories_than_can_be_numbered() -> None:
    collector = _kernel.Collector(ENGLISH.kernel, ENGLISH.compose)
    for mask in (1, *range(0, 2 * 65_535, 2)):
        collector.add([], mask)
    for _ in range(2):
        with pytest.raises(_kernel.TooManyError, match="more than 65,536 combinations"):
            collector.add(["CAT"], 1 << 40)
    collector.add(["CAT"], 1)
    draft, _, masks, _ = collector.compile()
    assert (len(draft), masks) == (1, [1])


def test_a_collector_that_failed_is_of_no_more_use() -> None:
    """Once a collector has failed and lost words, it does not continue without them."""
    collector = _kernel.Collector(ENGLISH.kernel, ENGLISH.compose)
    for mask in (1, *range(0, 2 * 65_535, 2)):
        collector.add([], mask)
    collector.add(["CAT"], 1)
    with pytest.raises(_kernel.TooManyError):
        collector.add(["CAT"], 2)  # both
    for use in (lambda: collector.add(["DOG"]), collector.compile):
        with pytest.raises(RuntimeError, match="lost words"):
            use()


@pytest.mark.slow
def test_words_gathered_in_several_runs_are_those_of_one(chance: random.Random) -> None:
    words = ["".join(chance.choices("abcde", k=chance.randrange(2, 25))) for _ in range(50_000)]
    words += chance.sample(words, 20_000)
    chance.shuffle(words)
    compiled = []
    for most in (10_000, 30_000, 1 << 24):
        collector = _kernel.Collector(ENGLISH.kernel, ENGLISH.compose, max_gathered=most)
        for begin in range(0, len(words), 10_000):
            collector.add(words[begin : begin + 10_000], 1 << begin // 20_000)
        draft, sets, masks, repeats = collector.compile()
        lines = b"".join(draft.encode_lines()).decode().lower().split()
        assert lines == sorted(set(words))
        assert repeats == len(words) - len(lines)
        compiled.append((draft.encode_columns(), sets.encode_numbers(), masks))
    assert compiled[0] == compiled[1] == compiled[2]


def test_settling_words_of_several_runs(chance: random.Random) -> None:
    words = ["".join(chance.choices("abcde", k=chance.randrange(2, 9))) for _ in range(40_000)]
    compiled = []
    for most in (10_000, 1 << 24):
        intake = make_intake(lambda rows: None, most)
        for part in range(4):
            intake.begin_source("x", categories=1 << part, **HOW)
            intake.read_lines("\n".join([*words[part::3], ""]).encode(), False, "")
        draft, sets, masks, _ = intake.compile(settle=lambda mask: mask & 3 if mask & 12 else None)
        assert len(draft) == len({*words[2::3], *words[3::3]})
        compiled.append((draft.encode_columns(), sets.encode_numbers(), masks))
    assert compiled[0] == compiled[1]


def test_weights_of_no_alphabet() -> None:
    for many in ([], [1] * 65):
        with pytest.raises(ValueError, match="no alphabet has so many tiles"):
            _kernel.WordWeight.score(many)
        with pytest.raises(ValueError, match="no alphabet has so many tiles"):
            _kernel.WordWeight.probability(many)
    three = _kernel.WordWeight.probability([1, 2, 3])
    for tiles in (b"\x03", b"\x00", b"\x40"):
        with pytest.raises(ValueError, match="there is no such tile"):
            three.weigh(tiles)
    with pytest.raises(ValueError, match="there is no such word"):
        three.weigh(b"\x01" * 65)
    with pytest.raises(ValueError, match="of another alphabet"):
        CATS.search([], None, 1, 64, three)
    with pytest.raises(ValueError, match="there is no such tile"):
        _kernel.InclusionCondition(b"\x00")
    with pytest.raises(ValueError, match="there is no such tile"):
        CATS.find_hooks(b"\x40", None)
    assert CATS.find_hooks(b"\x00\x3f", None) == ((), ())
    assert _kernel.WordWeight.length().weigh(b"\x3f") == 1
