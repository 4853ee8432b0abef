"""The kernel, called as only a mistake would: it refuses, and never reads what is not there."""

from __future__ import annotations

import pytest

from tests.lexicon.helpers import automaton, english_bytes
from wordtools import _kernel

CATS = automaton(english_bytes("cat cats at a"))


def test_tiles_of_no_alphabet() -> None:
    assert CATS.rank_of_tiles(b"\x3f") == -1
    assert CATS.prefix(b"\x03\x3f") == (0, 0)
    for tiles in (b"\x40", b"\xff", b"\x03\x01\x80"):
        with pytest.raises(ValueError, match="a tile that is not there"):
            CATS.rank_of_tiles(tiles)
        with pytest.raises(ValueError, match="a tile that is not there"):
            CATS.prefix(tiles)


def test_an_automaton_that_was_never_made() -> None:
    assert "CAT" in CATS
    assert "CAT" not in _kernel.Automaton.__new__(_kernel.Automaton)
