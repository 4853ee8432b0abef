"""Settling the categories of words after all inputs are read, by rules with `when`, `add` and
`remove`.

A condition combines categories and marks by `|` (or), `&` (and), `!` (not) and parentheses:
`(degree | derived) & (european | witness)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from wordtools.errors import RecipeError
from wordtools.wording import suggest

Condition = Callable[[int], bool]
"""Returns True for the mask of a category set that meets the condition."""

NAME = r"\w[\w.-]*"
"""The pattern for names of categories and marks."""

_TOKEN = re.compile(rf"\s*(?:({NAME})|([|&!()]))")


class SettleRule(msgspec.Struct, frozen=True):
    """Categories that a word gains (`add`) and loses (`remove`) if its own meet `when`."""

    when: str
    add: list[str] = []
    remove: list[str] = []


def create_settler(rules: Iterable[SettleRule], bits: Mapping[str, int]) -> Callable[[int], int]:
    """A function that turns the mask of a word's categories into the mask of the settled ones. The
    rules apply in order, each to the result of the one before. `bits`: the mask of each category
    and mark. Raises `RecipeError`."""
    steps = []
    for place, rule in enumerate(rules, 1):
        where = f"settle[{place}]"
        condition = parse_condition(rule.when, bits, f"{where}.when")
        steps.append((condition, _unite(rule.add, bits, where), _unite(rule.remove, bits, where)))

    def settle(mask: int) -> int:
        for condition, added, removed in steps:
            if condition(mask):
                mask = (mask | added) & ~removed
        return mask

    return settle


def parse_condition(text: str, bits: Mapping[str, int], where: str = "when") -> Condition:
    """The condition that a text states. Raises `RecipeError`, whose message begins with `where`."""
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise RecipeError(f"{where}: {text[at:].strip()[:1]!r} cannot stand in a condition")
        tokens.append(match[1] or match[2])
        at = match.end()
    if len(tokens) > 200:
        raise RecipeError(f"{where}: {len(tokens)} parts, more than 200; divide the condition")
    parser = _Parser(tokens, bits, where)
    condition = parser.parse_either()
    if parser.rest:
        raise RecipeError(f"{where}: put | or & before {parser.rest[0]!r}, or remove it")
    return condition


class _Parser:
    """Parses tokens from the left, with a method for each level of precedence."""

    def __init__(self, tokens: list[str], bits: Mapping[str, int], where: str) -> None:
        self.rest, self.bits, self.where = tokens, bits, where

    def parse_either(self) -> Condition:
        terms = self._parse_terms("|", self.parse_both)
        return lambda mask: any(term(mask) for term in terms)

    def parse_both(self) -> Condition:
        terms = self._parse_terms("&", self.parse_single)
        return lambda mask: all(term(mask) for term in terms)

    def parse_single(self) -> Condition:
        if self._take("!"):
            negated = self.parse_single()
            return lambda mask: not negated(mask)
        if self._take("("):
            inner = self.parse_either()
            if not self._take(")"):
                raise RecipeError(f"{self.where}: close the parenthesis")
            return inner
        if not self.rest or self.rest[0] in "|&)":
            raise RecipeError(f"{self.where}: a category is missing")
        bit = _unite([self.rest.pop(0)], self.bits, self.where)
        return lambda mask: bool(mask & bit)

    def _parse_terms(self, sign: str, parse: Callable[[], Condition]) -> list[Condition]:
        terms = [parse()]
        while self._take(sign):
            terms.append(parse())
        return terms

    def _take(self, token: str) -> bool:
        if self.rest[:1] != [token]:
            return False
        self.rest.pop(0)
        return True


def _unite(names: Iterable[str], bits: Mapping[str, int], where: str) -> int:
    mask = 0
    for name in names:
        if name not in bits:
            hint = suggest(name, bits)
            raise RecipeError(f"{where}: there is no category or mark {name!r}; {hint}")
        mask |= bits[name]
    return mask
