"""The 1,000 commonest words of a language are in its list, or are missing for a stated reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lists import lists
from wordtools.lexicon.lexicon import Lexicon


@pytest.mark.real_data
@pytest.mark.parametrize("name", lists.COMPILED)
def test_a_common_word_is_in_the_list_or_an_exception(name: str) -> None:
    lexicon = Lexicon.read(lists.ROOT / "build" / f"{name}.lexicon")
    missing = {word for word in lists.find_common_words(lexicon) if word not in lexicon}
    assert missing == set(lists.read_exceptions(name))


@pytest.mark.parametrize("path", sorted((lists.HERE / "common").iterdir()), ids=lambda p: p.stem)
def test_each_exception_has_a_reason(path: Path) -> None:
    assert path.stem in lists.OURS
    assert all(lists.read_exceptions(path.stem).values())
