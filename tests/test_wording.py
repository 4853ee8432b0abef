"""Sentences that several rooms make in one place."""

from __future__ import annotations

import pytest

from wordtools.wording import end_sentence, join_list, pluralize, suggest


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("there is no such file", "there is no such file."),
        ("it is done.", "it is done."),
        ("did you mean 'pt'?", "did you mean 'pt'?"),
        ("too long to show…", "too long to show…"),
    ],
)
def test_a_sentence_ends_once(text: str, sentence: str) -> None:
    assert end_sentence(text) == sentence


def test_a_near_miss_or_all_choices() -> None:
    assert suggest("pt-PB", ["pt-PT", "pt-BR", "es"]) == "did you mean 'pt-PT'?"
    assert suggest("xyz", ["pt", "es"]) == "choose from pt, es"
    assert suggest("xyz", []) == "choose from none"


def test_numbers_and_lists() -> None:
    assert [pluralize(number, "tile") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert join_list(["a"]) == "a"
    assert join_list(["a", "b", "c"], "or") == "a, b or c"
