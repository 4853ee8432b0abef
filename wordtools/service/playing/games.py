"""The games that can be played, by families."""

from __future__ import annotations

from functools import cache

from msgspec import structs

from wordtools.messages import Messages
from wordtools.rules.loading import list_rulesets, load_ruleset
from wordtools.rules.ruleset import CrosswordRuleset, Ruleset
from wordtools.service.playing import answers
from wordtools.service.playing.editions import Editions
from wordtools.table.settings import list_settings

FAMILIES = ("portuguese", "scrabble", "literki", "lingo", "scrabblear")
_PORTUGUESE = ("scrabble-pt-pt",)


@cache
def list_names() -> dict[str, str]:
    """The rulesets that can be played, each with its family."""
    return {name: _find_family(name) for name in list_rulesets()}


def list_families(editions: Editions, messages: Messages) -> list[answers.FamilyOffer]:
    """The families with their rulesets, with titles of lexicons in the language of the messages."""
    offers: dict[str, list[answers.RulesetChoice]] = {family: [] for family in FAMILIES}
    for name, family in list_names().items():
        ruleset, choice = _describe(name)
        at_hand = [
            answers.EditionOffer(
                edition.name,
                messages.name_lexicon(edition.title),
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
def _describe(name: str) -> tuple[Ruleset, answers.RulesetChoice]:
    """A ruleset and its description, without the editions at hand, which may change."""
    ruleset = load_ruleset(name)
    return ruleset, answers.RulesetChoice(
        ruleset.name,
        ruleset.title,
        ruleset.language,
        [answers.VariantOffer(name, title) for name, title in ruleset.variants.items()],
        ruleset.words.edition,
        [],
        ruleset.players,
        list_settings(ruleset),
        isinstance(ruleset, CrosswordRuleset) and ruleset.computer,
    )
