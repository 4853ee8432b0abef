"""The changes from one lexicon to another, and between editions of one."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lexicon.helpers import (
    Dictionary,
    english_bytes,
    opened,
    two_dictionaries,
)
from wordtools.alphabet import Alphabet
from wordtools.errors import LexiconError
from wordtools.lexicon.changelog import format_changelog
from wordtools.lexicon.diff import Change, Comparison
from wordtools.lexicon.lexicon import Lexicon


def expected(old: Dictionary, new: Dictionary, edition: str) -> list[Change]:
    """The changes from an edition of one dictionary to that of another."""
    before, after = ({word: x.words[word] for word in x.of(edition)} for x in (old, new))
    text = old.alphabet.text
    removed = [Change("-", text(w), before=sorted(n)) for w, n in before.items() if w not in after]
    added = [Change("+", text(w), after=sorted(n)) for w, n in after.items() if w not in before]
    both = [(w, before[w], after[w]) for w in before if w in after]
    changed = [Change("~", text(w), sorted(x), sorted(y)) for w, x, y in both if x != y]
    return removed + added + changed


@given(two_dictionaries(), st.sampled_from(["test", "one", "two"]))
def test_finds_every_change(two: tuple[Dictionary, Dictionary], edition: str) -> None:
    old, new = two
    edition = edition if edition in old.editions else "test"
    changes = Comparison(old.lexicon.edition(edition), new.lexicon.edition(edition))
    wanted = expected(old, new, edition)
    assert list(changes) == wanted
    assert len(changes) == len(wanted)
    assert "".join(changes.lines()) == "".join(f"{change}\n" for change in wanted)
    alphabet = old.alphabet
    tally = Counter((change.sign, len(alphabet.spell(change.word))) for change in wanted)
    for sign in "-+~":
        assert changes.count(sign) == sum(change.sign == sign for change in wanted)
        for length in range(1, 65):
            assert changes.count(sign, length) == tally[sign, length]


@given(two_dictionaries())
def test_by_length_sorts_the_same_changes(two: tuple[Dictionary, Dictionary]) -> None:
    old, new = two
    alphabet = old.alphabet
    changes = Comparison(old.lexicon, new.lexicon, by_length=True)
    wanted = sorted(expected(old, new, "test"), key=lambda each: len(alphabet.spell(each.word)))
    assert list(changes) == wanted
    lines = "".join(changes.lines()).splitlines()
    assert [line for line in lines if line[0] in "-+~" and line[1] == " "] == list(map(str, wanted))
    heads = [line for line in lines if not (line[0] in "-+~" and line[1] == " ")]
    lengths = sorted({len(alphabet.spell(change.word)) for change in wanted})
    assert [int(head.split()[0]) for head in heads] == lengths


@pytest.mark.slow
@given(two_dictionaries())
def test_the_editions_of_one_lexicon(two: tuple[Dictionary, Dictionary]) -> None:
    old, _ = two
    for one in ("test", *old.editions):
        for two_ in ("test", *old.editions):
            changes = Comparison(old.lexicon.edition(one), old.lexicon.edition(two_))
            assert changes.count("+") == len(set(old.of(two_)) - set(old.of(one)))
            assert changes.count("-") == len(set(old.of(one)) - set(old.of(two_)))
            assert changes.count("~") == 0


@given(two_dictionaries())
def test_the_changelog_has_every_word(two: tuple[Dictionary, Dictionary]) -> None:
    old, new = two
    for by_length in (True, False):
        changes = Comparison(old.lexicon, new.lexicon, by_length)
        sections: dict[str, set[str]] = {"": set()}
        section = ""
        for line in format_changelog(changes):
            if line.startswith("## "):
                sections[section := line[3:]] = set()
            elif line and not line.startswith(("#", "|", "Digests")):
                sections[section] |= set(line.rpartition("): ")[2].split(" "))
        wanted = expected(old, new, "test")
        for name, sign in (("Added", "+"), ("Removed", "-"), ("Recategorised", "~")):
            assert sections.get(name, set()) == {c.word for c in wanted if c.sign == sign}


def english(text: str, name: str) -> Lexicon:
    return opened(english_bytes(text, name))


def test_a_changelog() -> None:
    old = english("cat/x dog dogs ba/y aa ab/x", "old")
    new = english("cat/y dog/x dogs cow/z bah ab/y aa", "new")
    page = "\n".join(format_changelog(Comparison(old, new, by_length=True), "Words of 2027"))
    assert (
        page
        == f"""\
# Words of 2027

From old (6 words) to new (7 words).

| tiles | added | removed | recategorised | words |
|---|---:|---:|---:|---:|
| 2 | 0 | 1 | 1 | 2 |
| 3 | 2 | 0 | 2 | 4 |
| 4 | 0 | 0 | 0 | 1 |
| all | 2 | 1 | 3 | 7 |

## Added

**3 tiles** (2): BAH COW

## Removed

**2 tiles** (1): BA

## Recategorised

### - → x

**3 tiles** (1): DOG

### x → y

**2 tiles** (1): AB

**3 tiles** (1): CAT

Digests: old `{old.digest}`, new `{new.digest}`."""
    )


def test_the_changelog_tells_editions_of_one_name_apart() -> None:
    old, new = english("cat", "same"), english("cat dog", "same")
    page = [*format_changelog(Comparison(old, new))]
    digests = old.digest[:12], new.digest[:12]
    assert page[2] == "From same (1 word, digest {}) to same (2 words, digest {}).".format(*digests)


def test_other_tiles_cannot_be_compared() -> None:
    spanish = Dictionary(Alphabet("Other", "xx", ("A", "B"), {"A": "Aa", "B": "Bb"}), [], [])
    with pytest.raises(LexiconError, match=r"different tiles \(English and Other\)"):
        Comparison(english("a", "one"), spanish.lexicon)
