"""Every number of the five documents the project was asked for stands in a ruleset, or in what a
ruleset lists as contested. The documents are not part of the project: where WORDTOOLS_DOCUMENTS
names their folder, the rows are also held against their words, and nothing may be left over."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.rules.documents import DOCUMENTS
from tests.rules.documents.fact import Fact
from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset

FOLDER = os.environ.get("WORDTOOLS_DOCUMENTS")
NUMBER = re.compile(
    r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|twice|doubled?|redoubled|tripled?"
    r"|quadruple|half|quarter|zero"
    r"|dos|tres|cuatro|cinco|siete|cero|duplicar|triplicar"
    r"|dwa|dwie|dwóch|trzy|trzech|cztery|czterech|siedem|dwuliterow\w*)\b"
    r"|\b[A-Z]\w+:(?=['\w])",  # a setting of a program
    re.IGNORECASE,
)
ROWS = [fact for document in DOCUMENTS.values() for fact in document.FACTS]


class Seen:
    """A ruleset with what documents sum up."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)

    @property
    def bag(self) -> int:
        return sum(self.ruleset.counts)

    @property
    def by_value(self) -> dict[int, dict[str, int]]:
        tiles = self.ruleset.tiles.items()
        values = {value for _, (_, value) in tiles}
        return {v: {t: count for t, (count, value) in tiles if value == v} for v in values}

    @property
    def value_range(self) -> tuple[int, int]:
        values = self.ruleset.values[1:]
        return min(values), max(values)

    def word_score(self, word: str) -> int:
        """Of one word in Lingo."""
        return sum(self.ruleset.tiles[tile][1] for tile in word) * (len(word) - 1)

    @property
    def kinds_that_add(self) -> int:
        return sum(premium.letter > 1 or premium.word > 1 for premium in self._kinds())

    @property
    def kinds_that_take(self) -> int:
        return sum(premium.points < 0 for premium in self._kinds())

    def _kinds(self) -> list[Any]:
        assert isinstance(self.ruleset, CrosswordRuleset)
        layout = self.ruleset.layout
        return list(dict(zip(layout.names, layout.premiums, strict=True)).values())


@pytest.mark.parametrize("fact", ROWS, ids=lambda fact: f"{fact.ruleset} {fact.place}")
def test_the_number_stands_in_the_ruleset(fact: Fact) -> None:
    ruleset = load_ruleset(fact.ruleset)
    if fact.place.startswith("contested: "):
        about = fact.place.removeprefix("contested: ")
        (entry,) = [entry for entry in ruleset.contested if entry.about == about]
        assert str(fact.value) in entry.sources + entry.because
    else:
        assert eval(f"rules.{fact.place}", {"rules": Seen(ruleset)}) == fact.value


@pytest.mark.skipif(not FOLDER, reason="WORDTOOLS_DOCUMENTS names no folder")
@pytest.mark.parametrize("number", DOCUMENTS)
def test_the_rows_are_the_documents(number: str) -> None:
    (path,) = Path(str(FOLDER)).glob(f"{number}_*")
    text = " ".join(path.read_text("utf-8").split())
    for fact in DOCUMENTS[number].FACTS:
        assert fact.quote in text, fact.quote
    for quote in sorted({fact.quote for fact in DOCUMENTS[number].FACTS}, key=len, reverse=True):
        text = text.replace(quote, " ~ ")
    for pattern in DOCUMENTS[number].NO_RULES:
        text, found = re.subn(pattern, " ~ ", text)
        assert found, f"{pattern} is nowhere in what is left"
    left = [text[max(0, n.start() - 40) : n.end() + 40] for n in NUMBER.finditer(text)]
    assert not left, "\n".join(left)
