"""The games that can be played, grouped by family, with their settings and best results."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import structs

from wordtools.errors import RulesError
from wordtools.messages import Messages
from wordtools.rules.loading import (
    changes_nothing,
    find_rivals,
    list_rulesets,
    load_ruleset,
)
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.rules.titles import name_ruleset, name_variants
from wordtools.service.errors import ApiError
from wordtools.service.playing import answers, requests
from wordtools.service.playing.editions import Editions
from wordtools.service.playing.tables import Tables
from wordtools.service.values import LanguageQuery, Visitor
from wordtools.table.settings import check_changes, list_settings

FAMILIES = ("portuguese", "scrabble", "literki", "lingo", "scrabblear")
_PORTUGUESE = ("scrabble-pt-pt", "scrabble-pt-br")


@cache
def list_names() -> dict[str, str]:
    """The rulesets that can be played, each with its family."""
    return {name: _find_family(name) for name in [*_PORTUGUESE, *list_rulesets()]}


async def list_games(
    tables: Tables, visitor: Visitor, query: LanguageQuery
) -> answers.GamesResponse:
    """Lists the games that can be played here, with their rulesets and word lists."""
    tables.count(visitor.address)
    offers = await tables.keeper.ask(
        lambda: _list_families(tables.keeper.editions, Messages(query.language))
    )
    return answers.GamesResponse(offers, tables.may_make(visitor))


async def describe_settings(
    tables: Tables, visitor: Visitor, query: requests.RulesetQuery
) -> answers.SettingsResponse:
    """Lists the settings of a ruleset, perhaps with variants, that a table may change."""
    tables.count(visitor.address)
    ruleset = await tables.attempt(lambda: load_offered(query.ruleset, {}))
    return answers.SettingsResponse(ruleset.players, list_settings(ruleset))


async def list_best(
    tables: Tables, visitor: Visitor, query: requests.RulesetQuery
) -> answers.BestResponse:
    """Lists the ten best results of people under a ruleset."""
    tables.count(visitor.address)
    if query.ruleset.partition(":")[0] not in list_names():
        raise ApiError("not-found", "There is no such ruleset", rule="setting")
    return answers.BestResponse(await tables.list_best(query.ruleset))


def load_offered(name: str, changes: dict[str, Any]) -> Ruleset:
    """A built-in ruleset (perhaps with variants), with these changes applied. Raises
    `WordtoolsError`, for example if the name is a path."""
    if name.partition(":")[0] not in list_names():
        raise RulesError(f"{name!r} cannot be played here; ask for the games")
    check_changes(changes)
    return load_ruleset(name, changes)


def _list_families(editions: Editions, messages: Messages) -> list[answers.FamilyOffer]:
    """The families and their rulesets, with titles in the language of the messages."""
    offers: dict[str, list[answers.RulesetChoice]] = {family: [] for family in FAMILIES}
    for name, family in list_names().items():
        ruleset, choice = _describe(name, messages.language)
        at_hand = [
            answers.EditionOffer(
                edition.name,
                edition.name_in(messages),
                edition.words,
                edition.maturity,
            )
            for edition in editions.list_for(ruleset)
        ]
        offers[family].append(structs.replace(choice, editions=at_hand))
    return [answers.FamilyOffer(name, rulesets) for name, rulesets in offers.items()]


def _find_family(name: str) -> str:
    if name in _PORTUGUESE:
        return "portuguese"
    return name if name in FAMILIES else "scrabble"


@cache
def _describe(name: str, language: str) -> tuple[Ruleset, answers.RulesetChoice]:
    """A ruleset and its description, without the available editions, which may change."""
    ruleset = load_ruleset(name)
    return ruleset, answers.RulesetChoice(
        ruleset.name,
        name_ruleset(ruleset, language),
        ruleset.language,
        _describe_variants(ruleset, language),
        ruleset.words.edition,
        [],
        ruleset.players,
        list_settings(ruleset),
        isinstance(ruleset, CrosswordRuleset) and ruleset.computer,
    )


def _describe_variants(ruleset: Ruleset, language: str) -> list[answers.VariantOffer]:
    rivals = find_rivals(ruleset.name)
    return [
        answers.VariantOffer(name, title, changes_nothing(ruleset.name, name), rivals[name])
        for name, title in name_variants(ruleset, language).items()
    ]
