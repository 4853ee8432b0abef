"""A recipe's choice among a dictionary's affix rules, and the categories of the forms that they
make."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from wordtools.compiler.admission import APOSTROPHES, HYPHENS
from wordtools.errors import RecipeError

if TYPE_CHECKING:
    from wordtools.formats.hunspell import AffixRule, FlagFormat

_NATURES = {"hyphen": HYPHENS, "apostrophe": APOSTROPHES}


class AffixChoice(msgspec.Struct, frozen=True):
    """Conditions on affix rules, and the treatment of those that meet all conditions.

    Conditions: `flags`: the rule's flag is one of these, which are separated by spaces. `kind`: the
    rule adds a prefix or a suffix. `strips`, `adds`: the text that the rule strips or adds fits one
    of these patterns, which are separated by spaces and may have `*`, `?` and `[…]` (`0` stands for
    no text). `nature`: the rule adds a hyphen or an apostrophe. `morphology`: the .aff gives the
    rule's forms one of these tags, which are separated by spaces.

    Treatment: `skip`: the rule is not applied. `tag`: the rule's forms get these categories instead
    of the input's. `last`: no suffix follows it. By default, the rule is applied as usual.
    """

    flags: str | None = None
    kind: Literal["prefix", "suffix"] | None = None
    strips: str | None = None
    adds: str | None = None
    nature: Literal["hyphen", "apostrophe"] | None = None
    morphology: str | None = None
    skip: bool = False
    tag: list[str] = []
    last: bool = False

    def fits(self, rule: AffixRule, flags: frozenset[int]) -> bool:
        """Returns whether the rule meets the conditions; `flags` is `self.flags` as numbers."""
        return (
            (not flags or rule.flag in flags)
            and (self.kind is None or rule.prefix == (self.kind == "prefix"))
            and _fits_pattern(rule.strips, self.strips)
            and _fits_pattern(rule.adds, self.adds)
            and (self.nature is None or not _NATURES[self.nature].isdisjoint(rule.adds))
            and (
                self.morphology is None
                or not set(self.morphology.split()).isdisjoint(rule.morphology.split())
            )
        )


def _fits_pattern(text: str, patterns: str | None) -> bool:
    return patterns is None or _compile_patterns(patterns).match(text or "0") is not None


@lru_cache
def _compile_patterns(patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, patterns.split())) or "(?!)")  # (?!) matches nothing


class ChosenRule(msgspec.Struct, frozen=True):
    """An affix rule with its `flag` as written in the .aff, and the way the recipe treats it."""

    rule: AffixRule
    flag: str
    tags: list[str]
    skipped: bool
    last: bool

    def __str__(self) -> str:
        kind = "prefix" if self.rule.prefix else "suffix"
        strips = f" -{self.rule.strips}" if self.rule.strips else ""
        adds = f" +{self.rule.adds}" if self.rule.adds else ""
        fate = f", tagged {' '.join(self.tags)}" if self.tags else ""
        if self.skipped:
            fate = ", which the recipe skips"
        elif self.last:
            fate += ", after which the recipe allows no suffix"
        return f"{kind} {self.flag}{strips}{adds} (line {self.rule.line} of the .aff){fate}"


def choose_rules(
    rules: Iterable[AffixRule], choices: list[AffixChoice], flag_format: FlagFormat
) -> list[ChosenRule]:
    """Returns all rules, each treated by the first matching choice. Raises `RecipeError` for a
    choice that no rule matches, since such a choice is a mistake."""
    rules = list(rules)
    labels = {flag: flag_format.write_flag(flag) for flag in {rule.flag for rule in rules}}
    prepared = []
    for place, choice in enumerate(choices, 1):
        try:
            parts = (choice.flags or "").split()
            flags = frozenset(flag for part in parts for flag in flag_format.read_flags(part))
        except ValueError as error:
            raise RecipeError(f"rules[{place}].flags: {error}") from None
        for flag in flags - labels.keys():
            label = flag_format.write_flag(flag)
            raise RecipeError(f"rules[{place}].flags: the .aff has no rule with the flag {label}")
        prepared.append((choice, flags))
        if not any(choice.fits(rule, flags) for rule in rules):
            raise RecipeError(f"rules[{place}]: no rule of the .aff meets these conditions")
    chosen_rules, usual = [], AffixChoice()
    for rule in rules:
        fitting = (choice for choice, flags in prepared if choice.fits(rule, flags))
        choice = next(fitting, usual)
        label = labels[rule.flag]
        chosen_rules.append(ChosenRule(rule, label, choice.tag, choice.skip, choice.last))
    return chosen_rules
