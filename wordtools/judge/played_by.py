"""By which rules a recorded game was played."""

from __future__ import annotations

from wordtools.board.gcg import Record
from wordtools.board.record import RULESET
from wordtools.errors import RulesError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules import ruleset, tables
from wordtools.rules.ruleset import Crossword


def ruleset_for(record: Record, lexicon: Lexicon) -> str:
    """The name of the ruleset that a record was played by: the one that it names itself, or the
    only one for its word list or the lexicon's. Raises `RulesError` when there are several."""
    named = record.pragma(RULESET)
    if named and named.partition(":")[0] in ruleset.names():
        return named
    editions = {}
    for name in ruleset.names():
        chain = tables.chain(tables.find(name))
        said: tables.Tables = {}
        for file, own in chain:
            said = tables.laid(file, said, own)
        crossing = any(own.get("game") == "crossword" for _, own in chain)
        if crossing and said.get("language") == lexicon.alphabet.language:
            editions[name] = str(said.get("words", {}).get("edition", "")).casefold()
    for edition in (record.pragma("lexicon") or "", lexicon.edition_name):
        found = [name for name, own in editions.items() if own == edition.casefold()]
        if len(found) == 1:
            return found[0]
    if len(editions) == 1:
        return next(iter(editions))
    known = ", ".join(editions or ruleset.names())
    raise RulesError(f"{record.path}: which rules? Name one with --rules: {known}.")


def crossword(name: str) -> Crossword:
    """The ruleset of a name. Raises `RulesError`, also for a game that GCG does not record."""
    rules = ruleset.load(name)
    if not isinstance(rules, Crossword):
        raise RulesError(f"{name} is not a game of crossing words: GCG does not record it.")
    return rules
