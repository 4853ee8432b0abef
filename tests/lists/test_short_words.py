"""Somebody has read the words of two tiles, and those of three that only one source attests."""

from __future__ import annotations

import pytest

from tests.lists import lists
from wordtools.lexicon.lexicon import Lexicon


@pytest.mark.real_data
@pytest.mark.parametrize("name", lists.COMPILED)
def test_a_decision_admits_each_short_word(name: str) -> None:
    lexicon = Lexicon.read(lists.ROOT / "build" / f"{name}.lexicon")
    assert not lists.find_unread(lexicon)
