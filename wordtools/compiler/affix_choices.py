"""Which affix rules of a dictionary a recipe applies, and which categories their forms get."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Literal

import msgspec

from wordtools.compiler.admission import APOSTROPHES, HYPHENS
from wordtools.errors import RecipeError

if TYPE_CHECKING:
    from wordtools.formats.hunspell import AffixRule, FlagFormat

_NATURES = {"hyphen": HYPHENS, "apostrophe": APOSTROPHES}


class AffixChoice(msgspec.Struct, frozen=True):
    """What a recipe does with the affix rules that fit all that it states.

    `flags`: their flags, separated by spaces. `kind`: prefixes or suffixes only. `strips`, `adds`:
    patterns with `*`, `?` and `[…]`, separated by spaces, one of which the text fits (`0` is
    nothing). `nature`: they add a hyphen, or an apostrophe. `morphology`: what the .aff says of
    their forms has one of these, separated by spaces. Rules that fit are left out (`skip`), or
    their forms get the categories of `tag` in place of those of the input; with neither, they are
    applied like any other rule. `last`: no suffix follows theirs.
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
        """True when the rule is one of those meant; `flags` are those of `self.flags`."""
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
    return patterns is None or any(fnmatchcase(text or "0", each) for each in patterns.split())


class ChosenRule(msgspec.Struct, frozen=True):
    """An affix rule with its `flag` as the .aff has it, and what the recipe does with it."""

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
            fate = ", which the recipe leaves out"
        elif self.last:
            fate += ", the last suffix by the recipe"
        return f"{kind} {self.flag}{strips}{adds} (line {self.rule.line} of the .aff){fate}"


def choose_rules(
    rules: Iterable[AffixRule],
    choices: list[AffixChoice],
    flag_format: FlagFormat,
) -> list[ChosenRule]:
    """All rules, each with what the first choice that fits it says. Raises `RecipeError` for a
    choice that fits no rule: it is a slip of the pen."""
    rules = list(rules)
    prepared = []
    for place, choice in enumerate(choices, 1):
        try:
            parts = (choice.flags or "").split()
            flags = frozenset(flag for part in parts for flag in flag_format.read_flags(part))
        except ValueError as error:
            raise RecipeError(f"rules[{place}].flags: {error}") from None
        for flag in flags - {rule.flag for rule in rules}:
            shown = flag_format.write_flag(flag)
            raise RecipeError(f"rules[{place}].flags: the .aff has no rule with the flag {shown}")
        prepared.append((choice, flags))
        if not any(choice.fits(rule, flags) for rule in rules):
            raise RecipeError(f"rules[{place}]: no rule of the .aff is like this")
    chosen = []
    for rule in rules:
        fitting = (choice for choice, flags in prepared if choice.fits(rule, flags))
        choice = next(fitting, AffixChoice())
        shown = flag_format.write_flag(rule.flag)
        chosen.append(ChosenRule(rule, shown, choice.tag, choice.skip, choice.last))
    return chosen
