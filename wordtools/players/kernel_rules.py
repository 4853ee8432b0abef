"""Converts rulesets for the kernel."""

from __future__ import annotations

from typing import cast

from wordtools import _kernel
from wordtools.alphabet import load_alphabet
from wordtools.board.generator import make_kernel_rules
from wordtools.errors import RulesError
from wordtools.rules.ruleset import CrosswordRuleset


def make_game_rules(ruleset: CrosswordRuleset) -> _kernel.GameRules:
    """The rules in the form that the kernel needs. The ruleset caches them. Raises `RulesError` if
    `words.repeated = false`, which computer players would ignore.
    """
    kept = vars(ruleset)
    if "game_rules" not in kept:
        kept["game_rules"] = _convert(ruleset)
    return cast(_kernel.GameRules, kept["game_rules"])


def _convert(ruleset: CrosswordRuleset) -> _kernel.GameRules:
    if not ruleset.words.repeated:
        raise RulesError(
            f"{ruleset.title}: computer players cannot obey words.repeated = false; "
            "leave it out to value turns"
        )
    exchange, end = ruleset.exchange, ruleset.end
    letters = load_alphabet(ruleset.alphabet_name)
    faces = ruleset.alphabet.tiles
    return _kernel.GameRules(
        make_kernel_rules(ruleset),
        ruleset.counts,
        swaps=bytes(premium.exchange for premium in ruleset.layout.premiums),
        vowels=bytes(n for n, face in enumerate(faces, 1) if face in letters.vowels),
        mirrored=ruleset.layout.is_mirrored,
        random_tiles=ruleset.random_tiles,
        lowest_score=ruleset.lowest_score,
        exchange_bag=exchange.bag,
        exchange_most=exchange.most,
        exchange_free=exchange.free,
        exchange_cost=exchange.cost,
        returned_first=exchange.returned_first,
        whole_rack=exchange.whole_rack,
        refill=end.when == "refill",
        scoreless=end.scoreless,
        passed=end.passed,
        scoreless_at_zero=end.scoreless_at_zero,
        exchange_passes=end.exchange_passes,
        out_gains=end.out_gains,
        out_bonus=end.out_bonus,
        others_lose=end.others_lose,
        all_lose=end.all_lose,
        blank_costs=end.blank_costs,
    )
