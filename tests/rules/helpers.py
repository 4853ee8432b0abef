"""Rulesets of a kind."""

from __future__ import annotations

from wordtools.rules.ruleset import Crossword, Stacking, load


def crossword(name: str) -> Crossword:
    ruleset = load(name)
    assert isinstance(ruleset, Crossword)
    return ruleset


def stacking(name: str) -> Stacking:
    ruleset = load(name)
    assert isinstance(ruleset, Stacking)
    return ruleset
