"""The rulesets that a challenge to a play may name: the built-in ones, and a service's own.

A challenge never names a file of this machine: a service offers its own rulesets by name. They stay
what they were when it started, in every worker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from wordtools.errors import RulesError
from wordtools.rules.loading import list_rulesets, load_crossword, read_chain
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.wording import suggest


class RulesetOffer(msgspec.Struct, frozen=True):
    """A ruleset of a service's own: its name, file and digest, and the hash of what the file and
    those that it extends said when it was offered."""

    name: str
    path: str
    digest: str
    contents: str

    @classmethod
    def read(cls, path: Path) -> RulesetOffer:
        """The ruleset of a file, its variants checked as well. Raises `RulesError`."""
        path = path.resolve()
        contents = _hash_contents(path)
        ruleset = load_crossword(str(path))
        if path.stem in list_rulesets():
            raise RulesError(f"{path}: a built-in ruleset has the name {path.stem}; use another")
        for variant in ruleset.variants:
            load_crossword(f"{path}:{variant}")
        return cls(path.stem, str(path), ruleset.digest, contents)


class Rulesets:
    """The rulesets that challenges may name."""

    def __init__(self, own: Sequence[RulesetOffer] = ()) -> None:
        self._own = {offer.name: offer for offer in own}
        # Bounded: strangers can combine variants without end.
        self.load = lru_cache(maxsize=64)(self._load)

    def _load(self, name: str) -> CrosswordRuleset:
        """A ruleset, with variants (`club:short`). Raises `RulesError`."""
        base, colon, variants = name.partition(":")
        names = [*self._own, *list_rulesets()]
        if base not in names:
            raise RulesError(f"there is no ruleset {name!r}; {suggest(name, names)}")
        offer = self._own.get(base)
        if offer is None:
            return load_crossword(name)
        try:
            ruleset = load_crossword(f"{offer.path}{colon}{variants}")
            same = _hash_contents(Path(offer.path)) == offer.contents
        except RulesError as error:  # stations need not know where the file is
            raise RulesError(str(error).replace(offer.path, base)) from None
        if not same:
            raise RulesError(
                f"the ruleset {base} has been replaced; the service must be started again to use it"
            )
        return ruleset


BUILT_IN = Rulesets()


def find_offers(paths: Sequence[Path]) -> list[RulesetOffer]:
    """What these files offer. Raises `RulesError`, also when two have one name."""
    offers: dict[str, RulesetOffer] = {}
    for offer in map(RulesetOffer.read, paths):
        if offers.setdefault(offer.name, offer).path != offer.path:
            raise RulesError(
                f"{offers[offer.name].path} and {offer.path} both offer the ruleset {offer.name}"
            )
    return list(offers.values())


def _hash_contents(path: Path) -> str:
    """A hash of what a file says, and those that it extends. Raises `RulesError`."""
    chain = [tables for _, tables in read_chain(path)]
    return hashlib.sha256(msgspec.json.encode(chain, order="sorted")).hexdigest()
