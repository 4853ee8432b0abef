"""The table of classes, `NAME.classes.tsv`: how many forms of each affix rule a witness attests.

A row for each input, for the stems, for each flag and for each rule of a hunspell dictionary. A
class of which witnesses attest little shows where the dictionary makes forms that are not words.
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
    """The forms of a dictionary that one affix rule has a part in (None: stems alone): how many,
    how many with no other rule, and how many each witness attests."""

    chosen: ChosenRule | None
    forms: int
    alone: int
    attested: list[int]


class InputRead(msgspec.Struct, frozen=True):
    """What was read of one input. `words` were admitted, `attested` of them by each witness."""

    label: str
    notes: list[str]
    words: int
    attested: list[int]
    rules: list[ChosenRule] = []
    classes: list[RuleClass] = []
    lines: list[bytes] = []
    """The words of a file that is imported, a line for each of its lines."""
    too_long: int = 0
    """How often an affix was not added because every form with it is too long."""


def format_classes(witnesses: list[str], read: Iterable[InputRead]) -> bytes:
    """The table, in UTF-8, with a column for each witness. `alone` are the forms that no other
    rule has a part in; a form that several rules make counts in the row of each."""
    rows = [[*_FIELDS, *witnesses]]
    rows += [[each.label, *row] for each in read for row in _list_rows(each)]
    return "".join("\t".join(row) + "\n" for row in rows).encode()


def _list_rows(read: InputRead) -> Iterator[list[str]]:
    nothing = [""] * 7
    yield ["input", *nothing, str(read.words), "", *map(str, read.attested)]
    for each in read.classes:
        if each.chosen is None:
            yield ["stems", *nothing, str(each.forms), "", *map(str, each.attested)]
    by_rule = [(each.chosen, each) for each in read.classes if each.chosen is not None]
    for (flag, prefix), group in groupby(by_rule, lambda pair: (pair[0].flag, pair[0].rule.prefix)):
        members = list(group)
        counts = [[each.forms, each.alone, *each.attested] for _, each in members]
        kind = "prefix" if prefix else "suffix"
        yield [
            "flag",
            flag,
            kind,
            *nothing[2:],
            *(str(sum(column)) for column in zip(*counts, strict=True)),
        ]
        for (chosen, _), count in zip(members, counts, strict=True):
            rule = chosen.rule
            described = [rule.strips or "0", rule.adds or "0", rule.condition or "."]
            described += [str(rule.line), " ".join(chosen.tags)]
            yield ["rule", flag, kind, *described, *map(str, count)]
