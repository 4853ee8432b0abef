"""The words of an edition by rank, which is found by counting bits."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordtools import _kernel
from wordtools.lexicon.manifest import EditionRule


@given(
    st.sampled_from([0, 1, 8, 63, 64, 65, 128, 300]),
    st.sampled_from([1, 2, 3, 5, 64, 256, 257, 1000]),
    st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    st.randoms(),
)
def test_the_ranks_whose_set_is_admitted(
    words: int, sets: int, share: float, chance: random.Random
) -> None:
    numbers = [chance.randrange(sets) for _ in range(words)]
    admitted = [chance.random() < share for _ in range(sets)]
    width = 0 if sets == 1 else 1 if sets <= 256 else 2
    column = b"".join(number.to_bytes(width, "little") for number in numbers if width)
    selection = _kernel.Selection(_kernel.WordCategories(column, words, sets), bytes(admitted))
    selected = [rank for rank, number in enumerate(numbers) if admitted[number]]
    assert [rank for rank in range(words) if rank in selection] == selected
    assert [selection.get_rank(place) for place in range(len(selection))] == selected
    assert [selection.count_before(rank) for rank in selected] == list(range(len(selected)))


@pytest.mark.parametrize(
    ("include", "exclude", "said"),
    [
        ([], [], "all words"),
        (["a", "b"], [], "words with a or b"),
        ([], ["c"], "all but c"),
        (["a"], ["c", "d"], "words with a, none with c or d"),
    ],
)
def test_a_rule_in_words(include: list[str], exclude: list[str], said: str) -> None:
    assert EditionRule(include, exclude).describe() == said
