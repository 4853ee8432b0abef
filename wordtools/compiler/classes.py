"""The table of classes, `NAME.classes.tsv`, counts the attested forms of each affix rule.

The table has a row for each input. For a Hunspell dictionary, it also has a row for the stems, one
for each flag and one for each rule. If witnesses attest few forms of a class, it probably contains
forms that are not words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from wordtools.compiler.affix_choices import ChosenRule

SUFFIX = ".classes.tsv"

_FIELDS = ("source", "class", "flag", "kind", "strips", "adds", "condition", "line", "tags",
           "forms", "alone")  # fmt: skip


class RuleClass(msgspec.Struct, frozen=True):
    """Counts of the forms that an affix rule makes or, if there is no rule, of stems without
    affixes. `forms` counts all of them, `alone` those that no other rule makes, and `attested`
    those that each witness attests."""

    chosen: ChosenRule | None
    forms: int
    alone: int
    attested: list[int]


class InputRead(msgspec.Struct, frozen=True):
    """The result of reading a file of an input. `words`: the number of words admitted. `attested`:
    for each witness, the number of these words that it attests."""

    label: str
    notes: list[str]
    words: int
    attested: list[int]
    rules: list[ChosenRule] = []
    classes: list[RuleClass] = []
    lines: list[bytes] = []
    """For an imported file: the word on each of its lines."""
    too_long: int = 0
    """The number of affix expansions skipped because every result would be too long."""


def format_classes(witnesses: list[str], read: Iterable[InputRead]) -> bytes:
    """Returns the table in UTF-8, with a column for each witness. A form that several rules make is
    counted in the row of each of these rules."""
    rows = [[*_FIELDS, *witnesses]]
    rows += [[item.label, *row] for item in read for row in _list_rows(item)]
    return "".join("\t".join(row) + "\n" for row in rows).encode()


def _list_rows(read: InputRead) -> Iterator[list[str]]:
    nothing = [""] * 7
    yield ["input", *nothing, str(read.words), "", *map(str, read.attested)]
    for class_ in read.classes:
        if class_.chosen is None:
            yield ["stems", *nothing, str(class_.forms), "", *map(str, class_.attested)]
    by_rule = [(class_.chosen, class_) for class_ in read.classes if class_.chosen is not None]
    for (flag, prefix), group in groupby(by_rule, lambda pair: (pair[0].flag, pair[0].rule.prefix)):
        members = list(group)
        counts = [[class_.forms, class_.alone, *class_.attested] for _, class_ in members]
        kind = "prefix" if prefix else "suffix"
        sums = map(str, map(sum, zip(*counts, strict=True)))
        yield ["flag", flag, kind, *nothing[2:], *sums]
        for (chosen, _), count in zip(members, counts, strict=True):
            rule = chosen.rule
            described = [rule.strips or "0", rule.adds or "0", rule.condition or "."]
            described += [str(rule.line), " ".join(chosen.tags)]
            yield ["rule", flag, kind, *described, *map(str, count)]
