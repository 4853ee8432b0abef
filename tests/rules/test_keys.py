"""Every key of a ruleset has an effect, and a value without effect is refused. The keys are those
of the types in ruleset.py; a new key needs a row here.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args
from unittest.mock import patch

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import fields

from tests.lexicon.helpers import ENGLISH, lexicon_bytes, opened
from tests.table import tables
from wordtools.board import tiles
from wordtools.board.board import Board
from wordtools.board.words import admit_words
from wordtools.cli import rules as rules_command
from wordtools.errors import RulesError, WordtoolsError
from wordtools.game import computer
from wordtools.game.events import (
    Challenged,
    Event,
    Exchanged,
    Holds,
    Passed,
    Played,
    Reclaimed,
    Stopped,
    Timed,
    TookBack,
)
from wordtools.game.game import Game
from wordtools.game.state import Rack
from wordtools.lexicon.manifest import EditionRule
from wordtools.lingo.game import LingoGame
from wordtools.lingo.moves import read_move
from wordtools.lingo.scoring import evaluate_move
from wordtools.pictures.crossword import draw_board
from wordtools.rules import loading
from wordtools.rules.loading import load_crossword, load_ruleset
from wordtools.rules.ruleset import GAMES, StackingRuleset

LEXICON = opened(
    lexicon_bytes(
        ENGLISH,
        [(ENGLISH.spell("TAC"), frozenset(["odd"])), (ENGLISH.spell("AT"), frozenset())],
        ["odd"],
        {"other": EditionRule()},
    )
)
Observe = Callable[[str], Any]
"""The visible effects of a file's ruleset."""


def list_keys(shape: Any, place: str = "") -> Iterator[str]:
    """The keys of a type as files write them, `*` for a name or a place in a list."""
    for field in fields(shape):
        if field.encode_name.startswith("$"):
            continue
        key = place + field.encode_name
        inner = next((kind for kind in _list_types(field.type) if _is_struct(kind)), None)
        if inner is None:
            yield key
        else:
            many = field.type is not inner
            yield from list_keys(inner, f"{key}.{'*.' * many}")


def _list_types(kind: Any) -> Iterator[Any]:
    yield kind
    for each in get_args(kind):
        yield from _list_types(each)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def told(path: str) -> list[str]:
    """The output of `wordtools rules`, except the digest."""
    lines = rules_command._describe(load_ruleset(path), "en")
    return [line for line in lines if not line.startswith("digest ")]


def drawn(path: str) -> str:
    ruleset = load_crossword(path)
    return draw_board(Board.empty(ruleset).with_tiles({9: 1}))


def drawn_first(path: str) -> Any:
    """The tiles that players at a table draw to decide who begins."""
    for cached in (tables.load, tables.make_lexicon):
        cached.cache_clear()
    return tables.begun(path).drawn


def chosen(path: str) -> str:
    """The result of reviewing a record in a language for which the file has the only ruleset."""
    caches = (loading._list_stems, loading._load_once)
    with patch.object(loading, "FOLDER", Path(path).parent):
        for cached in caches:
            cached.cache_clear()
        try:
            return loading.choose_ruleset("", (), "xx")[0]
        except RulesError as error:
            return str(error)
        finally:
            for cached in caches:
                cached.cache_clear()


def admitted(path: str) -> list[str]:
    return list(admit_words(load_ruleset(path), LEXICON))


def spelled(path: str) -> bytes | str:
    try:
        return load_ruleset(path).alphabet.spell("ä")
    except WordtoolsError as error:
        return str(error)


def after(*events: Event, players: int = 2, rule: str = "", deal: bool = False) -> Observe:
    """The game after events: its scores, turn and ending, or the rule that they break."""

    def observe(path: str) -> Any:
        game = Game(path, ("Ana", "Bia", "Caio")[:players], rule)
        try:
            for event in events:
                game = game.push(event)
            if deal:
                game = game.deal(Random(0))
        except WordtoolsError as error:
            return str(error)
        state = game.state
        return (
            game.scores,
            state.parts,
            state.turn,
            game.ended,
            game.winners,
            state.racks,
            state.bag,
        )

    return observe


def at_the_end(*events: Event, bag: int = 0, ana: str = "CAT", bia: str = "Q?") -> Observe:
    """The game after events, from a moment when players hold these tiles."""

    def observe(path: str) -> Any:
        game = Game(path, ("Ana", "Bia"))
        alphabet = game.ruleset.alphabet
        racks = {
            name: Rack(tiles.read_rack(held, alphabet), len(held))
            for name, held in (("Ana", ana), ("Bia", bia))
        }
        state = game.state.change(bag=bag, racks=racks)
        vars(game).update(start=state, state=state)
        try:
            game = game.push(*events)
        except WordtoolsError as error:
            return str(error)
        return game.scores, game.ended, game.winners

    return observe


def turn_of_the_program(path: str) -> Any:
    board = Board.empty(load_crossword(path))
    return computer.choose_turn(board, b"\1\2\3\4", 80, LEXICON, Random(0))


def moved(*moves: str, lexicon: Any = LEXICON) -> Observe:
    """The results of Lingo moves, each on the board after the previous one."""

    def observe(path: str) -> Any:
        ruleset = load_ruleset(path)
        assert isinstance(ruleset, StackingRuleset)
        board, said = "", []
        for move in moves:
            try:
                found = evaluate_move(ruleset, board, move, lexicon)
            except WordtoolsError as error:
                return str(error)
            board = found.board
            said.append((found.sentence, found.points))
        return said

    return observe


def begun(players: int) -> Observe:
    def observe(path: str) -> Any:
        ruleset = load_ruleset(path)
        assert isinstance(ruleset, StackingRuleset)
        try:
            return LingoGame.new(ruleset, ("a", "b", "c")[:players], Random(0)).pools
        except WordtoolsError as error:
            return str(error)

    return observe


def told_to_programs(path: str) -> Any:
    """The output of `wordtools rules --json`, except the digest."""
    whole = rules_command._collect_fields(load_ruleset(path))
    return {key: value for key, value in whole.items() if key != "digest"}


class Row(NamedTuple):
    """A key, the content of a file (after `extends`) before and after a change of that key, and the
    visible effect. There is no effect if the change is refused."""

    key: str
    before: str
    changed: str
    observe: Observe | None


CAT, AT = Played("Ana", "8G CAT"), Played("Bia", "9G AT")
CHALLENGED = Challenged("Bia", True, seconds=15)
TWO_PASSES = (Passed("Ana"), Passed("Bia"))
SWAP = Exchanged("Ana", 2)
CLOCK = "clock.game = 600\n"
COSTS = "exchange.free = 0\n"
CONTESTED = """
[[contested]]
about = "a letter"
sources = "b says"
here = "c holds"
because = "d is so"
"""
COLOURS = """
tile_colours.1 = "red"
tile_colours.2 = "blue"
tile_colours.3 = "green"
tile_colours.4 = "cyan"
tile_colours.5 = "black"
tile_colours.8 = "yellow"
tile_colours.10 = "magenta"
"""
ROW_OF = 'board = {{start = "A1", squares = "{}"}}'

COMMON = [
    Row("title", "", 'title = "Club"', told),
    Row("alphabet", "", 'alphabet = "de"', spelled),
    Row("sources", "", 'sources = ["a letter"]', told),
    Row(
        "words.edition",
        'words.excludes = ["odd"]',
        'words.excludes = ["odd"]\nwords.edition = "test"',
        admitted,
    ),
    Row(
        "words.excludes",
        'words.edition = "test"',
        'words.edition = "test"\nwords.excludes = ["odd"]',
        admitted,
    ),
    Row("words.admitted", "", 'words.admitted = ["names"]', told),
    Row("words.refused", "", 'words.refused = ["names"]', told),
    Row("contested.*.about", CONTESTED, CONTESTED.replace("a letter", "changed"), told),
    Row("contested.*.sources", CONTESTED, CONTESTED.replace("b says", "changed"), told),
    Row("contested.*.here", CONTESTED, CONTESTED.replace("c holds", "changed"), told),
    Row("contested.*.because", CONTESTED, CONTESTED.replace("d is so", "changed"), told),
]

CROSSWORD = [
    *COMMON,
    Row("language", "", 'language = "xx"', chosen),
    Row("tiles", "", "tiles.C = [2, 9]", after(CAT)),
    Row("tile_colours", "", "tile_colours.0 = 'white'\n" + COLOURS, drawn),
    Row("players", "", "players = [2, 3]", lambda path: _fails(after(players=3), path)),
    Row("words.shortest", "", "words.shortest = 4", after(CAT)),
    Row("words.backwards", "", "words.backwards = true", None),
    Row("words.repeated", "", "words.repeated = false", after(CAT, AT)),
    Row(
        "board.squares",
        ROW_OF.format(". TW . ."),
        ROW_OF.format(". DW . ."),
        after(Played("Ana", "1A CAT")),
    ),
    Row("board.start", "", 'board.start = "A1"', after(CAT)),
    Row("premiums.*.letter", "", "premiums.DW.letter = 2", after(CAT)),
    Row("premiums.*.word", "", "premiums.DW.word = 5", after(CAT)),
    Row("premiums.*.points", "", "premiums.DW.points = -3", after(CAT)),
    Row("premiums.*.along", "", 'premiums.DW.along = "down"', after(CAT)),
    Row(
        "premiums.*.exchange",
        "",
        "premiums.DW.exchange = true",
        after(Holds("Bia", "DOGDOGS"), CAT),
    ),
    Row("premiums.*.colour", "", 'premiums.DW.colour = "orange"', drawn),
    Row("premiums.*.meaning", "", 'premiums.DW.meaning = "twice"', told),
    Row("rack", "", "rack = 8", after(Played("Ana", "8B CATCATSO"))),
    Row("bonus", "", "bonus.3 = 10", after(CAT)),
    Row("challenge.rule", "", 'challenge.rule = "ten-points"', after(CAT, CHALLENGED)),
    Row("challenge.window", "", "challenge.window = 10", after(CAT, CHALLENGED)),
    Row(
        "challenge.take_back", "", "challenge.take_back = 5", after(CAT, TookBack("Ana", ("Bia",)))
    ),
    Row("exchange.bag", "", "exchange.bag = 80", at_the_end(SWAP, bag=70)),
    Row("exchange.most", "", "exchange.most = 0", after(SWAP)),
    Row(
        "exchange.free",
        COSTS + "exchange.cost = 2",
        "exchange.free = 1\nexchange.cost = 2",
        after(SWAP),
    ),
    Row("exchange.cost", COSTS + "exchange.cost = 2", COSTS + "exchange.cost = 3", after(SWAP)),
    Row(
        "exchange.returned_first",
        "exchange.bag = 1",
        "exchange.bag = 1\nexchange.returned_first = true",
        at_the_end(SWAP, bag=1),
    ),
    Row(
        "exchange.computer_free",
        "computer = true\n" + COSTS + "exchange.cost = 2",
        "computer = true\nexchange.computer_free = true\n" + COSTS + "exchange.cost = 2",
        after(SWAP, rule="Ana"),
    ),
    Row(
        "exchange.computer_tiles",
        "computer = true",
        "computer = true\nexchange.computer_tiles = 2",
        turn_of_the_program,
    ),
    Row("exchange.whole_rack", "", "exchange.whole_rack = true", after(SWAP)),
    Row(
        "exchange.keeps_turn",
        "",
        "exchange.keeps_turn = true",
        after(Exchanged("Ana", 7, keeps_turn=True)),
    ),
    Row("clock.game", CLOCK, "clock.game = 300", after(Timed("Ana", 400))),
    Row("clock.divided", CLOCK, CLOCK + "clock.divided = true", after(Timed("Ana", 400))),
    Row(
        "clock.shared",
        CLOCK,
        CLOCK + "clock.shared = true",
        after(Timed("Ana", 400), Timed("Bia", 400)),
    ),
    Row("clock.move", "", "clock.move = 60", after(Passed("Ana", timed_out=True))),
    Row("clock.minutes", CLOCK, CLOCK + "clock.minutes = 2", after(Timed("Ana", 700))),
    Row(
        "clock.minute_costs",
        CLOCK + "clock.minutes = 2",
        CLOCK + "clock.minutes = 2\nclock.minute_costs = 5",
        after(Timed("Ana", 700)),
    ),
    Row("clock.lost", CLOCK, CLOCK + "clock.lost = true", after(Timed("Ana", 700))),
    Row("end.when", "", 'end.when = "refill"', at_the_end(CAT)),
    Row("end.scoreless", "", "end.scoreless = 2", after(*TWO_PASSES)),
    Row(
        "end.scoreless_at_zero",
        "end.scoreless = 2",
        "end = {scoreless = 2, scoreless_at_zero = false}",
        after(*TWO_PASSES),
    ),
    Row("end.passed", "", "end.passed = 1", after(*TWO_PASSES)),
    Row(
        "end.exchange_passes",
        "end.passed = 1",
        "end = {passed = 1, exchange_passes = true}",
        after(SWAP, Passed("Bia")),
    ),
    Row("end.out_of_time", CLOCK, CLOCK + 'end.out_of_time = "any"', after(Timed("Ana", 601))),
    Row("end.stops", "", "end.stops = true", after(Stopped("Ana"))),
    Row("end.out_gains", "", "end.out_gains = 2", at_the_end(CAT)),
    Row("end.out_bonus", "", "end.out_bonus = 9", at_the_end(CAT)),
    Row("end.others_lose", "", "end.others_lose = false", at_the_end(CAT)),
    Row(
        "end.all_lose",
        "end.passed = 1",
        "end = {passed = 1, all_lose = false}",
        at_the_end(*TWO_PASSES),
    ),
    Row("end.blank_costs", "", "end.blank_costs = 9", at_the_end(CAT)),
    Row("end.blocked", "", "end.blocked = true", told),
    Row(
        "end.tie",
        "end.passed = 1",
        'end = {passed = 1, tie = "before"}',
        at_the_end(
            Played("Ana", "8G CA"), Played("Bia", "H8 (A)U"), *TWO_PASSES, ana="CAQ", bia="UPU"
        ),
    ),
    Row("reading", "", 'reading = "right-to-left"', drawn),
    Row("connected", "", "connected = false", after(CAT, Played("Bia", "1A DOG"))),
    Row(
        "lowest_score",
        "premiums.DW.points = -50",
        "premiums.DW.points = -50\nlowest_score = -9",
        after(CAT),
    ),
    Row("random_tiles", "", "random_tiles = 5", after(deal=True)),
    Row(
        "reclaim_blanks",
        "",
        "reclaim_blanks = true",
        after(Played("Ana", "8G CaT"), Passed("Bia"), Reclaimed("Ana", "H8")),
    ),
    Row("computer", "", "computer = true", lambda path: _fails(after(rule="Bia"), path)),
    Row("first", "", 'first = "The eldest."', told),
    Row("begins", "", 'begins = "random"', drawn_first),
]

STACKING = [
    *COMMON,
    Row("language", "", 'language = "xx"', told_to_programs),
    Row("tiles", "", "tiles.A = [4, 9]", moved("ac2,tc3")),
    Row("tile_colours", "", COLOURS, told),
    Row("players", "", "players = [2, 2]", begun(3)),
    Row("words.shortest", "", "words.shortest = 3", moved("ac2,tc3")),
    Row("words.backwards", "", "words.backwards = false", moved("tc2,ac3")),
    Row("words.repeated", "", "words.repeated = false", None),
    Row("grid", "", 'grid = "hex"', moved("ac3,tc5")),
    Row("pool", "", "pool = 5", begun(2)),
    Row("place", "", "place = 3", moved("ac2,tc3,cc4")),
    Row("repeat", "", "repeat = true", moved("ac2,tc3", "ab2")),
]
ROWS = [("scrabble-en-gb", row) for row in CROSSWORD] + [("lingo", row) for row in STACKING]
BARE = 'without = ["clock", "end.scoreless", "end.out_gains", "end.others_lose"]\n'
"""Values that would hide other keys of the English rules."""


def _fails(observe: Observe, path: str) -> bool:
    try:
        observe(path)
    except WordtoolsError:
        return True
    return False


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built-in rulesets, and a place for custom ones."""
    folder = tmp_path_factory.mktemp("keys") / "rulesets"
    shutil.copytree(loading.FOLDER, folder)
    return folder


def write(folder: Path, base: str, text: str) -> str:
    path = folder / "club.toml"
    head = f'extends = "{base}"\n' + BARE * (base != "lingo")
    path.write_text(head + text + "\n", "utf-8")
    return str(path)


def flatten(value: Any, place: str = "") -> dict[str, Any]:
    """The values in tables, by key; in a list of tables, by position."""
    if isinstance(value, (list, tuple)) and any(isinstance(each, dict) for each in value):
        value = dict(enumerate(value))
    if not isinstance(value, dict):
        return {place: value}
    return {k: v for key, item in value.items() for k, v in flatten(item, f"{place}.{key}").items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_key_has_a_row(game: str) -> None:
    rows = CROSSWORD if game == "crossword" else STACKING
    assert sorted(row.key for row in rows) == sorted(list_keys(GAMES[game]))


@pytest.mark.slow
@pytest.mark.parametrize(("base", "row"), ROWS, ids=[f"{base} {row.key}" for base, row in ROWS])
def test_a_key_changes_something(folder: Path, base: str, row: Row) -> None:
    before = load_ruleset(write(folder, base, row.before))
    if row.observe is None:
        with pytest.raises(RulesError, match=row.key.replace(".", r"\.")):
            load_ruleset(write(folder, base, row.changed))
        return
    seen = row.observe(write(folder, base, row.before))
    now = row.observe(path := write(folder, base, row.changed))
    assert seen != now
    old, new = (flatten(msgspec.to_builtins(each)) for each in (before, load_ruleset(path)))
    differing = {key for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    assert differing
    first, last = row.key.split(".")[0], row.key.split(".")[-1]
    for key in differing:  # nothing else was changed
        assert key.split(".")[1] == first, key
        assert last in key, key


NEVER = {
    "exchange = {most = 0, free = 1, cost = 2}": r"exchange\.free: has no effect, .*\(most = 0\)",
    "exchange = {most = 0, free = 0, cost = 2}": r"exchange\.cost: has no effect, .*\(most = 0\)",
    "exchange = {most = 0, keeps_turn = true}": r"exchange\.keeps_turn: has no effect,",
    "exchange = {most = 0, returned_first = true}": r"exchange\.returned_first: has no effect,",
    "exchange = {bag = 87, free = 1, cost = 2}": r"exchange\.free: .*\(the bag holds at most 86",
    "exchange = {most = 3, free = 3, cost = 2}": r"exchange\.free: all 3 exchanges are free",
    "exchange.free = 3": r"exchange\.cost: missing, but required by free",
    "computer = true\nexchange.computer_free = true": r"computer_free: .* exchanges cost nothing",
    "computer = true\nexchange = {most = 0, computer_tiles = 2}": "no tiles are exchanged",
    "computer = true\nexchange = {whole_rack = true, computer_tiles = 2}": "effect with whole_rack",
    "clock.minute_costs = 5": r"clock\.game: missing, but required by minute_costs",
    "clock = {game = 600, shared = true, lost = true}": r"clock\.lost: has no effect on a shared",
    "end.scoreless_at_zero = false": r"end\.scoreless: missing, but required by scoreless_at_zero",
    "end.exchange_passes = true": r"end\.passed: missing, but required by exchange_passes",
    'end.out_of_time = "any"': r"end\.out_of_time: .* needs clock\.game",
    'clock = {game = 9, shared = true}\nend.out_of_time = "any"': r"end\.out_of_time: ",
    'end = {when = "refill", out_bonus = 5}': "end: nobody goes out",
    "end.all_lose = false": r"end\.all_lose: .* ends only when a player goes out",
    'end = {when = "refill", all_lose = false, tie = "before"}': r"end\.tie: .* change no score",
    "tiles.'?' = [0, 0]\nend.blank_costs = 5": r"end\.blank_costs: .* tiles has no blanks",
    "tiles.'?' = [0, 0]\nreclaim_blanks = true": "reclaim_blanks: .* tiles has no blanks",
    "tiles.Q = [0, 10]": r"tiles\.Q: a value for 0 tiles has no effect; write \[0, 0\]",
    "bonus.5 = 0": r"bonus\.5: 0 has no effect",
    "challenge = {rule = 'void', window = 9}": r"challenge\.window: .* the rule 'void'",
    "words.shortest = 1": r"words\.shortest: expected a whole number >= 2",
}
"""Values that could have no effect, and the messages about them."""


@pytest.mark.parametrize("text", NEVER)
def test_a_value_that_cannot_matter_is_refused(folder: Path, text: str) -> None:
    with pytest.raises(RulesError, match=NEVER[text]):
        load_ruleset(write(folder, "scrabble-en-gb", text))


def test_a_move_names_tiles() -> None:
    """The moves above are what they seem."""
    ruleset = load_ruleset("lingo")
    assert isinstance(ruleset, StackingRuleset)
    assert [*read_move("ac2,tc3", ruleset).values()] == [1, 20]
