"""Every number in the project's source documents is in a ruleset, or in an entry that a ruleset
lists as contested."""

from __future__ import annotations

from functools import cache

import pytest

from tests.rules.facts import Document, Fact, find, read_documents
from tools.documents import find_differences
from wordtools.rules.loading import load_ruleset

ROWS = [
    (ruleset, fact)
    for document in read_documents()
    for fact in document.facts
    for ruleset in fact.rulesets
]

load = cache(load_ruleset)


@pytest.mark.parametrize(
    ("name", "fact"), ROWS, ids=[f"{name} {fact.place or fact.contested}" for name, fact in ROWS]
)
def test_the_number_stands_in_the_ruleset(name: str, fact: Fact) -> None:
    ruleset = load(name)
    if fact.contested:
        (entry,) = [entry for entry in ruleset.contested if entry.about == fact.contested]
        assert fact.says in entry.sources + entry.because
    elif fact.says:
        assert fact.says in find(ruleset, fact.place)
    else:
        assert find(ruleset, fact.place) == fact.value


def test_nothing_that_was_quoted_is_lost() -> None:
    assert [document.number for document in read_documents()] == ["000", "001", "002", "003", "004"]
    assert len(ROWS) == 282


MADE_UP = Document(
    title="A game",
    number="999",
    no_rules=(r"in \d{4}",),
    facts=(
        Fact(quote="a rack of seven tiles", rulesets=("literki",), place="rack", value=7),
        Fact(quote="and 50 points", rulesets=("literki",), place="bonus", value={"7": 50}),
    ),
)


@pytest.mark.parametrize(
    ("text", "differences"),
    [
        ("Invented in 1938: a rack\n of seven tiles, and 50 points.", []),
        ("Invented in 1938: a rack of 8 tiles.", ["a rack of seven", "and 50 points", "of 8"]),
        ("a rack of seven tiles and 50 points", [r"in \d{4}"]),
        ("Invented in 1938, a rack of seven tiles and 50 points, twice.", ["twice"]),
    ],
)
def test_documents_are_compared_with_their_quotations(text: str, differences: list[str]) -> None:
    found = find_differences(MADE_UP, text)
    assert len(found) == len(differences)
    for difference, expected in zip(found, differences, strict=True):
        assert expected in difference
