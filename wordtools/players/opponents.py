"""Computer players and their names, for `wordtools match` and for games against people.

`static` chooses the turn with the highest static value; `plain` does the same without leaves.
`simulation` takes the dozen turns with the highest static values, and plays on from each with tiles
dealt at random: `simulation:200` does so 200 times; `simulation:0.5s` does so for half a second, so
its choice is not reproducible. Levels imitate human players: they overlook some plays, especially
those with several words or many tiles; they know only a share of the words; and they misjudge
values. No level plays an invalid word.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import msgspec

from wordtools import _kernel
from wordtools.board.board import Board
from wordtools.board.supply import count_unplayed
from wordtools.board.words import admit_words
from wordtools.errors import WordtoolsError
from wordtools.lexicon.lexicon import Lexicon
from wordtools.players.kernel_rules import make_game_rules
from wordtools.players.leaves import LeaveTable
from wordtools.players.static import ValuedTurn, decode_turn
from wordtools.players.tables import find_leave_table, open_leave_table
from wordtools.rules.ruleset import CrosswordRuleset

LEVELS = {"beginner": 1, "club": 4, "expert": 7, "champion": 10}
"""The levels that have names. There are ten levels in all."""

ENDGAME_NODES = 20_000
_SAMPLES = 100


class Skill(msgspec.Struct, frozen=True):
    """The skill of a level. `found` is the chance of finding a play; each word besides the main one
    multiplies this chance by `parallel`, and each tile beyond four multiplies it by `longer`.
    `vocabulary` is the share of words known. `error` is the largest error in a value, and `blank`
    is the value of a kept blank, both in points. `leaves` is the share of the learned value in the
    value of a leave; the value of kept blanks makes up the rest. `endgame_nodes` is the number of
    endgame positions examined."""

    found: float
    parallel: float
    longer: float
    vocabulary: float
    error: float
    blank: float
    leaves: float = 0
    endgame_nodes: int = 0


_SKILLS = {
    1: Skill(0.089, 0.3, 0.3, 0.345, 6.3, 6, leaves=0.006),
    4: Skill(0.206, 0.455, 0.455, 0.505, 4.5, 12, leaves=0.03),
    7: Skill(0.45, 0.665, 0.7, 0.715, 3.65, 15, leaves=0.18),
    10: Skill(1, 1, 1, 1, 0, 20, leaves=1, endgame_nodes=ENDGAME_NODES),
}


class Opponent(msgspec.Struct, frozen=True):
    """A computer player: its name, the settings with which the kernel chooses its turns, and its
    table of leaves, if any.
    """

    name: str
    plan: _kernel.PlayerPlan
    leaves: LeaveTable | None


def find_skill(level: int) -> Skill:
    """The skill of a level from 1 to 10. Between two named levels, it is interpolated: each level
    changes the shares by the same factor and the points by the same amount.
    """
    low = max(known for known in _SKILLS if known <= level)
    high = min(known for known in _SKILLS if known >= level)
    share = (level - low) / (high - low) if high > low else 0
    weaker, stronger = _SKILLS[low], _SKILLS[high]
    mixed = {
        field: getattr(weaker, field) ** (1 - share) * getattr(stronger, field) ** share
        for field in ("found", "parallel", "longer", "vocabulary", "leaves")
    } | {
        field: getattr(weaker, field) * (1 - share) + getattr(stronger, field) * share
        for field in ("error", "blank")
    }
    return msgspec.structs.replace(weaker, **mixed)


def choose_opponent(name: str, ruleset: CrosswordRuleset, lexicon: Lexicon) -> Opponent:
    """The player with this name: `plain`, `static`, `simulation`, or the name or number of a level.
    The name may also be the path of a table of leaves, for a static player that uses it. `static`
    needs the table beside the lexicon; `simulation` and levels use it if it exists. Raises
    `WordtoolsError`."""
    if name == "plain":
        return Opponent(name, _kernel.PlayerPlan(None), None)
    if name == "static":
        table = open_leave_table(ruleset, lexicon)
        if table is None:
            place = find_leave_table(ruleset, lexicon)
            raise WordtoolsError(
                f"static needs leaves ({place}); learn them with `wordtools leaves "
                f"{ruleset.name}`, or choose plain"
            )
        return Opponent(name, _kernel.PlayerPlan(table.kernel), table)
    if name == "simulation" or name.startswith("simulation:"):
        samples, seconds = _read_limit(name)
        table = open_leave_table(ruleset, lexicon)
        plan = _kernel.PlayerPlan(
            table.kernel if table is not None else None,
            endgame_nodes=ENDGAME_NODES,
            simulates=True,
            samples=samples,
            seconds=seconds,
        )
        return Opponent(name, plan, table)
    level = LEVELS.get(name) or (int(name) if re.fullmatch(r"10|[1-9]", name) else None)
    if level is None:
        if not Path(name).is_file():
            raise WordtoolsError(
                f"{name} is neither a player nor a file of leaves; players are plain, static, "
                f"simulation, {', '.join(LEVELS)} and 1 to 10"
            )
        table = open_leave_table(ruleset, lexicon, Path(name))
        kernel = table.kernel if table is not None else None
        return Opponent(name, _kernel.PlayerPlan(kernel), table)
    skill = find_skill(level)
    table = open_leave_table(ruleset, lexicon) if skill.leaves else None
    sets, commonness = measure_commonness(admit_words(ruleset, lexicon))
    plan = _kernel.PlayerPlan(
        table.kernel if table is not None else None,
        found=skill.found,
        parallel=skill.parallel,
        longer=skill.longer,
        vocabulary=skill.vocabulary,
        error=skill.error,
        endgame_nodes=skill.endgame_nodes,
        leave_share=skill.leaves,
        blank=skill.blank,
        sets=sets,
        commonness=commonness,
    )
    return Opponent(name, plan, table)


def measure_commonness(
    words: Lexicon,
) -> tuple[_kernel.WordCategories | None, list[tuple[float, float]]]:
    """Uses categories to estimate how common words are. Words with more categories are taken to be
    commoner, because more sources or countries attest them. Returns the category sets and, for each
    set, two shares of all words: those that are commoner than the words with this set, and those
    that are at least as common. If there are no differences, returns None and an empty list."""
    counts = words.count_words_by_set()
    sizes = [len(categories) for categories in words.manifest.sets]
    by_size: Counter[int] = Counter()
    for number, count in counts.items():
        by_size[sizes[number]] += count
    if len(by_size) < 2:
        return None, []
    intervals, known = {}, 0
    for size in sorted(by_size, reverse=True):
        intervals[size] = (known / len(words), (known + by_size[size]) / len(words))
        known += by_size[size]
    return words.word_categories, [intervals.get(size, (1.0, 1.0)) for size in sizes]


def choose_turn(
    opponent: Opponent,
    board: Board,
    rack: bytes,
    lexicon: Lexicon,
    *,
    scores: tuple[int, ...] = (0, 0),
    bag: int | None = None,
    unseen: bytes | None = None,
    seed: int = 0,
) -> ValuedTurn:
    """The turn that a player chooses with this rack (as `tiles.read_rack` returns it).

    `scores` are those of all players, starting with the mover's. `bag` is the number of tiles in
    the bag; by default, the number that leaves the others full racks. `unseen` are the tiles of the
    other players and of the bag; by default, all that are neither on the board nor on the rack. The
    same `seed` gives the same turn, unless the player has a time limit. Raises the same errors as
    `find_best_turns`.
    """
    ruleset = board.ruleset
    ruleset.check_tiles(lexicon.alphabet)
    if unseen is None:
        left = count_unplayed(ruleset, board.count_tiles() + Counter(rack))
        unseen = bytes(left.elements())
    if bag is None:
        bag = max(0, len(unseen) - (len(scores) - 1) * ruleset.rack)
    automaton, selection = admit_words(ruleset, lexicon).kernel
    try:
        turn = automaton.choose_turn(
            make_game_rules(ruleset),
            board.squares,
            rack,
            unseen,
            selection,
            opponent.plan,
            scores=scores,
            bag=bag,
            seed=seed,
        )
    except ValueError as error:
        raise WordtoolsError(f"no turn can be chosen: {error}") from None
    return decode_turn(board, turn)


def lacks_leaves(opponent: Opponent) -> bool:
    """True if a table of leaves would make this player noticeably stronger."""
    level = LEVELS.get(opponent.name) or (int(opponent.name) if opponent.name.isdigit() else 0)
    wants = level > LEVELS["club"] or opponent.name.startswith("simulation")
    return wants and opponent.leaves is None


def _read_limit(name: str) -> tuple[int, float]:
    """Reads the number of samples, or the seconds, from `simulation:200` or `simulation:0.5s`."""
    if name == "simulation":
        return _SAMPLES, 0
    limit = name.partition(":")[2]
    if re.fullmatch(r"[1-9]\d{0,5}", limit):
        return int(limit), 0
    if re.fullmatch(r"(\d{1,3}|\d{0,3}\.\d{1,3})s", limit) and float(limit[:-1]) > 0:
        return 0, float(limit[:-1])
    raise WordtoolsError(f"{name}: write a number of samples or a time, as in simulation:0.5s")
