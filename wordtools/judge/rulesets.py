"""The rulesets that a challenged play may name: the built-in rulesets, and the custom rulesets of a
service.

A challenge never names a file on this machine. A service offers custom rulesets by name, and all
workers use them as they were when the service started.
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
    """A custom ruleset: its name, its file, its digest, and a hash of the contents of this file and
    of all files that it extends."""

    name: str
    path: str
    digest: str
    contents: str

    @classmethod
    def read(cls, path: Path) -> RulesetOffer:
        """The ruleset of a file. Raises `RulesError`, also for errors in the ruleset's variants."""
        path = path.resolve()
        contents = _hash_contents(path)
        ruleset = load_crossword(str(path))
        if path.stem in list_rulesets():
            raise RulesError(f"{path}: a built-in ruleset is called {path.stem}; rename the file")
        for variant in ruleset.variants:
            load_crossword(f"{path}:{variant}")
        return cls(path.stem, str(path), ruleset.digest, contents)


class Rulesets:
    """The rulesets that challenges may name."""

    def __init__(self, own: Sequence[RulesetOffer] = ()) -> None:
        self._own = {offer.name: offer for offer in own}
        # The cache is bounded because strangers can request any combination of variants.
        self.load = lru_cache(maxsize=64)(self._load)

    def _load(self, name: str) -> CrosswordRuleset:
        """The ruleset with this name, which may end with variants (`club:short`). Raises
        `RulesError`."""
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
        except RulesError as error:  # stations must not see the path
            raise RulesError(str(error).replace(offer.path, base)) from None
        if not same:
            raise RulesError(
                f"the ruleset {base} has changed since the service started; restart the service"
            )
        return ruleset


BUILT_IN = Rulesets()


def find_offers(paths: Sequence[Path]) -> list[RulesetOffer]:
    """Makes the offers for these files. Raises `RulesError`, for example if two files have the same
    name."""
    offers: dict[str, RulesetOffer] = {}
    for offer in map(RulesetOffer.read, paths):
        if offers.setdefault(offer.name, offer).path != offer.path:
            raise RulesError(
                f"{offers[offer.name].path} and {offer.path} both define the ruleset {offer.name}; "
                "rename one"
            )
    return list(offers.values())


def _hash_contents(path: Path) -> str:
    """A hash of the contents of a file and of the files that it extends. Raises `RulesError`."""
    chain = [tables for _, tables in read_chain(path)]
    return hashlib.sha256(msgspec.json.encode(chain, order="sorted")).hexdigest()
