"""Settles the categories of words after all inputs are read, using rules with the keys `when`,
`spelled`, `add` and `remove`.

A condition combines categories and marks with `|` (or), `&` (and), `!` (not) and parentheses:
`(degree | derived) & (european | witness)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from wordtools import _kernel
from wordtools.alphabet import Alphabet
from wordtools.errors import RecipeError, SpellingError
from wordtools.wording import suggest

MOST_SETS = 1 << 16
"""The maximum number of combinations of categories in a lexicon."""

Condition = Callable[[int], bool]
"""Tests whether the mask of a category set meets a condition."""

NAME = r"\w[\w.-]*"
"""The pattern for names of categories and marks."""

_TOKEN = re.compile(rf"\s*(?:({NAME})|([|&!()]))")


class SettleRule(msgspec.Struct, frozen=True):
    """Adds categories to a word (`add`) and removes others (`remove`) if its categories meet
    `when`.

    `spelled`: the rule applies only to words that match one of these patterns, which are separated
    by spaces; `*` stands for any tiles, and `?` for one tile. `base`: this pattern, with the same
    tiles for its `*`, must give another word whose categories meet `base_when`.
    """

    when: str
    spelled: str = ""
    base: str = ""
    base_when: str = ""
    add: list[str] = []
    remove: list[str] = []


class Settler:
    """The rules of a recipe, which are applied in order, each to the result of the previous one."""

    def __init__(
        self, rules: Iterable[SettleRule], bits: Mapping[str, int], alphabet: Alphabet
    ) -> None:
        """`bits`: the mask of each category and mark. Raises `RecipeError`."""
        steps = [
            _prepare_step(rule, bits, alphabet, f"settle[{place}]")
            for place, rule in enumerate(rules, 1)
        ]
        spelled = [place for place, step in enumerate(steps) if step.patterns]
        first = spelled[0] if spelled else len(steps)
        self._before, self._steps = steps[:first], steps[first:]

    @property
    def goes_by_spelling(self) -> bool:
        """Whether `settle_words` has rules to apply."""
        return bool(self._steps)

    def settle_mask(self, mask: int) -> int:
        """Returns a word's categories after all rules that precede the first rule with
        `spelled`."""
        for step in self._before:
            mask = step.change(mask)
        return mask

    def settle_words(
        self,
        draft: _kernel.DraftAutomaton,
        sets: _kernel.WordCategories,
        masks: Iterable[int],
        lasting: int,
    ) -> tuple[_kernel.WordCategories, list[int]]:
        """Applies the other rules. `masks`: each set's categories. `lasting`: the categories that
        words keep. Returns the words' new sets, and the categories of each set; the sets are in
        ascending order. Raises `_kernel.TooManyError`."""
        masks = list(masks)
        rules = []
        for step in self._steps:
            changed = list(map(step.change, masks))
            if not step.patterns:
                masks = changed
                continue
            admitted = bytes(map(step.admits_base, masks))
            numbers = {mask: number for number, mask in reversed(list(enumerate(masks)))}
            for mask in changed:
                if numbers.setdefault(mask, len(masks)) == len(masks):
                    masks.append(mask)
            if len(masks) > MOST_SETS:
                raise _kernel.TooManyError(f"more than {MOST_SETS:,} combinations of categories")
            becomes = [numbers[mask] for mask in changed]
            rules.append(_kernel.SpelledRule(step.patterns, becomes, step.base, admitted))
        sets = _kernel.settle_spelled(draft, sets, rules, len(masks))
        used = zip(masks, sets.count_words_by_set(), strict=True)
        final = sorted({mask & lasting for mask, count in used if count})
        numbers = {mask: number for number, mask in enumerate(final)}
        becomes = [numbers.get(mask & lasting, 0) for mask in masks]  # 0: no word has this set
        renumber = _kernel.SpelledRule([], becomes)
        return _kernel.settle_spelled(draft, sets, [renumber], len(final)), final


class _Step(msgspec.Struct, frozen=True):
    """A parsed rule. `change` takes and returns categories; `patterns` and `base` are in tiles."""

    change: Callable[[int], int]
    patterns: list[bytes]
    base: bytes
    admits_base: Condition


def _prepare_step(
    rule: SettleRule, bits: Mapping[str, int], alphabet: Alphabet, where: str
) -> _Step:
    condition = parse_condition(rule.when, bits, f"{where}.when")
    added, removed = _unite(rule.add, bits, where), _unite(rule.remove, bits, where)

    def parse_patterns(key: str, text: str) -> list[bytes]:
        try:
            return [_parse_pattern(pattern, alphabet) for pattern in text.split()]
        except SpellingError as error:
            raise RecipeError(f"{where}.{key}: {error}") from None

    patterns = parse_patterns("spelled", rule.spelled)
    bases = parse_patterns("base", rule.base)
    if rule.base_when and not bases:
        raise RecipeError(f"{where}.base_when: this needs a base")
    if bases and not patterns:
        raise RecipeError(f"{where}.base: this needs spelled, which determines its *")
    if bases and (len(bases) > 1 or any(map(_lacks_one_star, (*patterns, *bases)))):
        raise RecipeError(f"{where}.base: base and each pattern of spelled need exactly one *")
    return _Step(
        lambda mask: (mask | added) & ~removed if condition(mask) else mask,
        patterns,
        bases[0] if bases else b"",
        parse_condition(rule.base_when, bits, f"{where}.base_when")
        if rule.base_when
        else lambda _: True,
    )


def _parse_pattern(text: str, alphabet: Alphabet) -> bytes:
    """Returns a pattern in tiles. Raises `SpellingError`."""
    signs = {"*": bytes([_kernel.ANY_TILES]), "?": bytes([_kernel.ANY_TILE])}
    pieces = filter(None, re.split(r"([*?])", text))
    return b"".join(signs.get(piece) or alphabet.spell(piece) for piece in pieces)


def _lacks_one_star(pattern: bytes) -> bool:
    return pattern.count(_kernel.ANY_TILES) != 1


def parse_condition(text: str, bits: Mapping[str, int], where: str = "when") -> Condition:
    """Parses a condition. Raises `RecipeError`, whose message begins with `where`."""
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise RecipeError(f"{where}: {text[at:].strip()[:1]!r} cannot be used in a condition")
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
