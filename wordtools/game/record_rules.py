"""Finding the rules of a recorded game, from its pragmas and its moves.

Other programs' records name no ruleset of ours. Their `#lexicon` names a word list, and with it the
federation whose rules apply; `#game-type`, `#board-layout` and `#tile-distribution` name the game
(the names are those of Macondo, MAGPIE and Woogles). Of a ruleset's variants, the first that agrees
with the record is chosen.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import structs

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
"""The pragma of our records for the ruleset."""
LEXICON = "lexicon"
"""The pragma that names the word list."""

_SUPER = "scrabble-en-us:super"
_BOARDS = {
    "crosswordgame": "scrabble-en-us",
    "standard15": "scrabble-en-us",
    "supercrosswordgame": _SUPER,
    "standard21": _SUPER,
}
"""The values of `#board-layout`, each with a ruleset that has this board."""
_TILES = {
    "english": "scrabble-en-us",
    "english_super": _SUPER,
    "catalan": "scrabble-ca",
    "dutch": "scrabble-nl",
    "french": "scrabble-fr",
    "german": "scrabble-de",
    "norwegian": "scrabble-nb",
    "polish": "scrabble-pl",
    "slovene": "scrabble-sl",
    "spanish": "scrabble-es",
    "swedish": "scrabble-sv",
}
"""The values of `#tile-distribution`, each with a ruleset that has these tiles."""
_GAMES = {"classic": "", "classic_super": _SUPER}
"""The values of `#game-type` that can be judged, each with a ruleset that has its board."""
_NAMES = {"game-type": _GAMES, "board-layout": _BOARDS, "tile-distribution": _TILES}
_ANAGRAMS = ("wordsmog", "wordsmog_super")
"""Values of `#game-type` for games in which the tiles of a word lie in any order."""

_MOST_WORDS = 8
"""The most words that a challenger names."""


def find_ruleset_name(record: GameRecord, lexicon: Lexicon | None = None) -> tuple[str, str]:
    """The name of a record's ruleset, and the reason for choosing it: the ruleset that the record
    names (with "" as the reason), or the one for its word list, for its tiles, for the lexicon's
    edition or in its language, in the first variant that agrees with the record's board, number of
    players and points for challenges. Without `lexicon`, the language is that of the record's word
    list, if that is found. Raises `RulesError` when several rulesets are possible."""
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
    """Raises `GcgError` when the record names a game, a board or tiles that are unknown, or differ
    from the ruleset's."""
    for item in record.items:
        if not isinstance(item, Pragma):
            continue
        value = item.text.strip().casefold()
        if item.name == "game-type" and value in _ANAGRAMS:
            raise _refuse(record, item, "games in which words are anagrams cannot be judged")
        known = _NAMES.get(item.name)
        if known is None or not value:
            continue
        if value not in known:
            raise _refuse(record, item, f"unknown; {suggest(value, known)}, or remove the line")
        if not known[value]:
            continue
        meant = _load(known[value])
        if item.name == "tile-distribution":
            agrees = meant.tiles == ruleset.tiles
        else:
            agrees = meant.layout == ruleset.layout
        if not agrees:
            raise _refuse(record, item, f"different from that of {ruleset.name}")


def adopt_ending(record: GameRecord, ruleset: CrosswordRuleset) -> CrosswordRuleset:
    """The rules with leftover tiles counted as in the record of two players: twice for the player
    who goes out, or once for that player and against the other. The difference is the same."""
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
    """Whether the record names a federation's word list, but the lexicon is another one."""
    word_list = find_named_list(record.find_pragma(LEXICON) or "")
    return (
        word_list is not None
        and not word_list.own
        and word_list not in map(find_named_list, (lexicon.name, lexicon.edition_name))
    )


def _refuse(record: GameRecord, pragma: Pragma, why: str) -> GcgError:
    return GcgError(record.path, pragma.line, f"#{pragma.name} {pragma.text}: {why}")


def _name_edition(tiles: str) -> str:
    """The edition for a value of `#tile-distribution`, except English values, which fit several."""
    ruleset = _TILES.get(tiles.strip().casefold())
    return "" if ruleset is None or "-en-" in ruleset else _load(ruleset).words.edition


def _choose_variant(name: str, record: GameRecord) -> str:
    """This ruleset, or the first of its variants that agrees with more of the record: its board,
    its number of players, its points for challenges."""
    is_super = any(
        known.get((record.find_pragma(pragma) or "").strip().casefold()) == _SUPER
        for pragma, known in _NAMES.items()
    )
    rows = _load(_SUPER if is_super else name).layout.rows
    players = len(tell_players_apart(record).list_players())
    points = {move.score or 0 for move in record.moves if move.kind == "challenge"}

    def agreement(candidate: str) -> tuple[bool, bool, bool]:
        ruleset = _load(candidate)
        least, most = ruleset.players
        return (
            ruleset.layout.rows == rows,
            least <= players <= most,
            all(_can_cost(ruleset.challenge_rule, each) for each in points),
        )

    base = _load(name)
    candidates = [name]
    if ":" not in name:
        candidates += [f"{name}:{variant}" for variant in base.variants]
    return max(candidates, key=agreement)  # the first of several


def _can_cost(rule: ChallengeRule, points: int) -> bool:
    """Whether a rule can give a failed challenge these points."""
    if rule.check != "challenge":
        return False
    sign = -1 if rule.paid == "off-challenger" else 1
    words = range(1, _MOST_WORDS + 1) if rule.per_word else (1,)
    return any(points == sign * cost.points * count for cost in rule.costs for count in words)


_choose = lru_cache(maxsize=256)(choose_ruleset)


@lru_cache(maxsize=64)
def _load(name: str) -> CrosswordRuleset:
    return load_crossword(name)
