"""By which rules a recorded game was played, and by which words a game is."""

from __future__ import annotations

from wordtools.board.gcg import Record
from wordtools.board.record import RULESET
from wordtools.errors import RulesError
from wordtools.lexicon import find
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules import ruleset, tables
from wordtools.rules.ruleset import Crossword, Ruleset


def lexicon_for(rules: Ruleset, named: str = "") -> Lexicon:
    """The words of a game: the ruleset's edition, or the lexicon or edition that somebody named
    instead. Of a lexicon that has the ruleset's edition it is that edition, unless another one was
    named (`pt-BR`, `build/pt.lexicon:pt`). Raises `LexiconError`."""
    path, edition = find.find(named or rules.words.edition)
    lexicon = Lexicon.read(path, edition)
    own = rules.words.edition
    return lexicon.edition(own) if not edition and own in lexicon.manifest.editions else lexicon


def ruleset_for(record: Record, lexicon: Lexicon | None = None) -> str:
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
        if crossing and (not lexicon or said.get("language") == lexicon.alphabet.language):
            editions[name] = str(said.get("words", {}).get("edition", "")).casefold()
    for edition in (record.pragma("lexicon") or "", lexicon.edition_name if lexicon else ""):
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
