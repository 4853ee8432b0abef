"""Finds the rules of a recorded game from its pragmas and its moves.

Other programs' records do not name our rulesets. Their `#lexicon` names a word list, which implies
the rules of a federation; their `#game-type`, `#board-layout` and `#tile-distribution` name the
game (`record_names.toml`). Of several variants of a ruleset, the first that agrees with the record
applies.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from msgspec import structs

from wordtools import toml_reader
from wordtools.board import tiles
from wordtools.errors import RulesError, SpellingError
from wordtools.formats.gcg import GameRecord, GcgError, Pragma
from wordtools.game.nicknames import tell_players_apart
from wordtools.lexicon.find import find_language
from wordtools.lexicon.lexicon import Lexicon
from wordtools.rules.challenge import ChallengeRule
from wordtools.rules.loading import choose_ruleset, load_crossword
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.rules.word_lists import find_named_list
from wordtools.wording import suggest

RULESET = "ruleset"
"""The pragma that names the ruleset in our own records."""
LEXICON = "lexicon"
"""The pragma that names the word list."""

_NAMES = Path(__file__).with_name("record_names.toml")
_SUPER = "scrabble-en-us:super"
_ANAGRAMS = ("wordsmog", "wordsmog_super")
"""The values of `#game-type` for games in which the tiles of a word lie in any order."""
_MOST_WORDS = 8
"""The maximum number of words in a challenge."""


def find_ruleset_name(record: GameRecord, lexicon: Lexicon | None = None) -> tuple[str, str]:
    """The name of a record's ruleset, and the reason for choosing it ("" if the record names it).
    If the record names no ruleset, the ruleset follows from the record's word list, its tiles, the
    lexicon's edition or the lexicon's language; the variant is the first that agrees with the
    record's board, number of players and points for challenges. Without `lexicon`, the language is
    that of the lexicon that has the same name as the record's word list. Raises `RulesError` if
    several rulesets are possible."""
    word_list = record.find_pragma(LEXICON) or ""
    word_lists = [word_list, _name_edition(record.find_pragma("tile-distribution") or "")]
    if lexicon is None:
        language = find_language(word_list)
    else:
        word_lists.append(lexicon.edition_name)
        language = lexicon.alphabet.language
    try:
        name, reason = _choose(record.find_pragma(RULESET) or "", tuple(word_lists), language)
    except RulesError as error:
        unknown = f"no ruleset is known for #lexicon {word_list}, and " if word_list else ""
        raise RulesError(f"{record.path}: {unknown}{error}") from None
    variant = _choose_variant(name, record) if reason else name
    if variant != name:
        reason += ", in the variant that agrees with the record"
    return variant, reason


def check_pragmas(record: GameRecord, ruleset: CrosswordRuleset) -> None:
    """Raises `GcgError` if the game, board or tiles are unknown or belong to another ruleset."""
    for item in record.items:
        if not isinstance(item, Pragma):
            continue
        value = item.text.strip().casefold()
        if item.name == "game-type" and value in _ANAGRAMS:
            raise _refuse(record, item, "games in which words are anagrams cannot be judged")
        rulesets = _load_names().get(item.name)
        if rulesets is None or not value:
            continue
        if value not in rulesets:
            raise _refuse(record, item, f"unknown; {suggest(value, rulesets)}, or remove the line")
        if not rulesets[value]:
            continue
        named = _load(rulesets[value])
        if item.name == "tile-distribution":
            agrees = named.tiles == ruleset.tiles
        else:
            agrees = named.layout == ruleset.layout
        if not agrees:
            raise _refuse(record, item, f"different from that of {ruleset.name}")


def adopt_ending(record: GameRecord, ruleset: CrosswordRuleset) -> CrosswordRuleset:
    """Adapts the rules to how a record counts the leftover tiles of two players. Either the player
    who goes out gains twice their value, or that player gains their value and the other loses it.
    The difference of the scores is the same in both cases.
    """
    end = ruleset.end
    lines = [move for move in record.moves if move.kind == "rack"]
    gains = [move for move in lines if not move.is_own_rack]
    if (end.out_gains, end.others_lose) == (2, False) and gains and len(lines) > len(gains):
        end = structs.replace(end, out_gains=1, others_lose=True)
    elif (end.out_gains, end.others_lose) == (1, True) and gains and len(lines) == len(gains):
        try:
            worth = sum(
                ruleset.values[tile] for tile in tiles.read_rack(gains[-1].tiles, ruleset.alphabet)
            )
        except SpellingError:
            return ruleset
        if worth and gains[-1].score == 2 * worth + end.out_bonus:
            end = structs.replace(end, out_gains=2, others_lose=False)
    return ruleset if end is ruleset.end else structs.replace(ruleset, end=end)


def is_stand_in(record: GameRecord, lexicon: Lexicon) -> bool:
    """True if the record names a federation's word list, but the lexicon is another list."""
    word_list = find_named_list(record.find_pragma(LEXICON) or "")
    return (
        word_list is not None
        and not word_list.own
        and word_list not in map(find_named_list, (lexicon.name, lexicon.edition_name))
    )


def _refuse(record: GameRecord, pragma: Pragma, reason: str) -> GcgError:
    return GcgError(record.path, pragma.line, f"#{pragma.name} {pragma.text}: {reason}")


def _name_edition(tiles: str) -> str:
    """The edition that goes with a `#tile-distribution`; "" for English, which goes with several
    editions."""
    ruleset = _load_names()["tile-distribution"].get(tiles.strip().casefold())
    return "" if ruleset is None or "-en-" in ruleset else _load(ruleset).words.edition


def _choose_variant(name: str, record: GameRecord) -> str:
    """The name of the ruleset, or of the variant that agrees best with the record's board, number
    of players and points for challenges. If several agree equally well, the first is chosen."""
    is_super = any(
        rulesets.get((record.find_pragma(pragma) or "").strip().casefold()) == _SUPER
        for pragma, rulesets in _load_names().items()
    )
    rows = _load(_SUPER if is_super else name).layout.rows
    players = len(tell_players_apart(record).list_players())
    points = {move.score or 0 for move in record.moves if move.kind == "challenge"}

    def agreement(candidate: str) -> tuple[bool, bool, bool]:
        ruleset = _load(candidate)
        minimum, maximum = ruleset.players
        return (
            ruleset.layout.rows == rows,
            minimum <= players <= maximum,
            all(_can_cost(ruleset.challenge_rule, cost) for cost in points),
        )

    candidates = [name]
    if ":" not in name:
        candidates += [f"{name}:{variant}" for variant in _load(name).variants]
    return max(candidates, key=agreement)


def _can_cost(rule: ChallengeRule, points: int) -> bool:
    """True if a failed challenge can cost this many points."""
    if rule.check != "challenge":
        return False
    sign = -1 if rule.paid == "off-challenger" else 1
    words = range(1, _MOST_WORDS + 1) if rule.per_word else (1,)
    return any(points == sign * cost.points * count for cost in rule.costs for count in words)


_choose = lru_cache(maxsize=256)(choose_ruleset)


@cache
def _load_names() -> dict[str, dict[str, str]]:
    return toml_reader.read_toml(_NAMES, dict[str, dict[str, str]], RulesError)


@lru_cache(maxsize=64)
def _load(name: str) -> CrosswordRuleset:
    return load_crossword(name)
