"""The words that a ruleset admits, that is, the words of its edition without the excluded
categories."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tests.board.test_generator import crossword
from tests.lexicon.helpers import ENGLISH, english_bytes, lexicon_bytes, opened
from wordtools.board.board import Board
from wordtools.board.generator import find_plays
from wordtools.board.words import admit_words
from wordtools.errors import RulesError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.lexicon.manifest import EditionRule
from wordtools.rules.ruleset import CrosswordRuleset, WordRules

WORDS = {
    "CAT": {"here"},
    "DOG": {"there"},
    "COW": {"here", "there"},
    "RAT": {"there", "odd"},
    "OX": set[str](),
}
EDITIONS = {
    "both": EditionRule(["here", "there"]),
    "here": EditionRule(["here"]),
    "there": EditionRule(["there"]),
}


def lexicon(name: str = "both") -> Lexicon:
    entries = [(ENGLISH.spell(word), frozenset(names)) for word, names in WORDS.items()]
    data = lexicon_bytes(ENGLISH, entries, ["here", "there", "odd"], EDITIONS)
    return Lexicon.from_bytes(data, name)


def rules(edition: str, *excludes: str) -> CrosswordRuleset:
    return crossword(". . .\n. . .\n. . .", words=WordRules(edition, excludes))


@pytest.mark.parametrize(
    ("edition", "excludes", "left"),
    [
        ("both", ["there"], "CAT COW"),
        ("both", ["there", "odd"], "CAT COW"),
        ("both", ["odd"], "CAT COW DOG RAT"),
        ("both", ["here", "there"], ""),
        ("here", ["there"], "CAT COW"),  # an edition keeps the words that it includes
        ("test", ["there"], "CAT OX"),  # the whole list includes no category
        ("test", ["odd"], "CAT COW DOG OX"),
        ("both", [], "CAT COW DOG RAT"),
    ],
)
def test_a_category_is_left_out(edition: str, excludes: list[str], left: str) -> None:
    admitted = admit_words(rules(edition, *excludes), lexicon(edition))
    words = left.split()
    assert list(admitted) == words
    assert len(admitted) == len(words)
    assert [word in admitted for word in WORDS] == [word in words for word in WORDS]
    assert sum(admitted.count_words_by_set().values()) == len(words)
    assert b"".join(lines for lines, _, _ in admitted.described_lines()).decode().split() == words
    assert list(admitted.words(category="there")) == [w for w in words if "there" in WORDS[w]]
    again = pickle.loads(pickle.dumps(admitted))
    assert list(again) == words
    assert again == admitted
    assert (admitted == lexicon(edition)) == (list(lexicon(edition)) == words)


def test_another_lexicon_in_place_of_the_edition_is_taken_as_it_is() -> None:
    assert list(admit_words(rules("here", "there", "tea"), lexicon("both"))) == list(lexicon())


def test_an_unknown_category_is_refused() -> None:
    said = (
        r"words\.excludes: test has no category 'ther'; did you mean 'there'\?.*"
        r'without = \["words\.excludes"\]'
    )
    with pytest.raises(RulesError, match=said):
        admit_words(rules("both", "ther"), lexicon())


def test_plays_are_of_admitted_words(tmp_path: Path) -> None:
    board = Board.empty(rules("both", "there"))
    found = find_plays(board, ENGLISH.spell("CATDOG"), lexicon())
    assert {word for each in found for word in each.words} == {"CAT"}
    with pytest.raises(RulesError, match="no category 'tea'"):
        find_plays(Board.empty(rules("both", "tea")), b"\1", lexicon())


def test_a_lexicon_is_narrowed_once() -> None:
    whole = lexicon()
    assert whole.leaving_out(["odd"]) is whole.leaving_out(["odd"])
    assert whole.leaving_out([]) is whole
    assert opened(english_bytes("cat")).leaving_out([])
