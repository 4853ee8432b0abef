"""Rulesets of one kind."""

from __future__ import annotations

from wordtools.rules.loading import load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, StackingRuleset


def crossword(name: str) -> CrosswordRuleset:
    ruleset = load_ruleset(name)
    assert isinstance(ruleset, CrosswordRuleset)
    return ruleset


def stacking(name: str) -> StackingRuleset:
    ruleset = load_ruleset(name)
    assert isinstance(ruleset, StackingRuleset)
    return ruleset
