"""The points of the document about ScrabbleAR, tested at a table. docs/five-games.md names these
tests."""

from __future__ import annotations

import re

from tests.table import tables
from tests.table.sitting import sit_down
from wordtools.table.table import Command
from wordtools.table.view import view


def split(rack: str) -> list[str]:
    """The tiles of a rack, those of two letters in brackets."""
    return re.findall(r"\[[^]]*]|.", rack)


def test_scrabblear_begins_with_a_command_and_the_clock_stands_until_then() -> None:
    table, log = tables.open_for("scrabblear", 2, 1, "-c")
    words = tables.make_lexicon("scrabblear")
    for name in table.opened.names:
        table = tables.do(table, log, words, 1000.0, Command(name, "join", name))
    assert (view(table, "Ana", 5000.0).rack, view(table, "Ana", 5000.0).board) == ("", "")
    table = tables.do(table, log, words, 5000.0, Command("Ana", "begin"))
    seen = view(table, "Ana", 5000.0)
    assert (len(split(seen.rack)), seen.seats[0].left) == (7, 1800)
    begun = {tables.begun("scrabblear", 2, seed, "-c").game.players[0] for seed in range(20)}
    assert begun == {"Ana", "Bia"}


def test_scrabblear_five_free_exchanges_then_two_points_never_below_zero() -> None:
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    sit("Ana", "play", "8H CASA")
    points = sit.scores["Ana"]
    for number in range(1, 12):
        sit("Bia", "pass")
        sit("Ana", "exchange", "".join(split(sit.rack("Ana"))[:2]))
        assert sit.scores["Ana"] == max(0, points - 2 * max(0, number - 5))
        assert sit.table.game.turn == "Bia"
    assert sit.scores["Ana"] == 0


def test_scrabblear_computer_exchanges_two_tiles_for_nothing() -> None:
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    sit("Ana", "pass")
    for _ in range(8):
        assert "2" in sit.refuses("Bia", "exchange", split(sit.rack("Bia"))[0])
        sit("Bia", "exchange", "".join(split(sit.rack("Bia"))[:2]))
        sit("Ana", "pass")
    assert sit.scores == {"Ana": 0, "Bia": 0}


def test_scrabblear_passing_has_no_limit() -> None:
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    for _ in range(30):
        sit(sit.table.game.turn or "", "pass")
    assert not sit.table.is_over


def test_scrabblear_ends_when_time_is_up() -> None:
    for level, seconds in (("easy", 1800), ("medium", 1200), ("hard", 600)):
        sit = sit_down(f"scrabblear:{level}", "ACASOOO", "EEEEIII", kinds="-c")
        sit.wait(seconds / 2)
        sit("Ana", "pass")
        sit.wait(seconds / 2)
        assert not sit.table.is_over
        sit.wait(1)
        assert sit.table.closed is not None
        assert sit.table.closed.reason == "time"


def test_scrabblear_ends_when_the_player_stops() -> None:
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    sit("Ana", "play", "8H CASA")
    sit("Bia", "pass")
    sit("Ana", "stop")
    assert sit.table.closed is not None
    assert (sit.table.closed.reason, sit.table.closed.winners) == ("stopped", ("Ana",))
    assert sit.scores["Ana"] == sit.table.sheet[0].points  # nothing is deducted for tiles


def test_scrabblear_ends_when_the_bag_cannot_fill_the_rack() -> None:
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    sit.table = sit.table.change(position=sit.table.game.change(bag=3), bag=sit.table.bag[:3])
    sit("Ana", "play", "8H CASA")
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "refill"


def test_scrabblear_with_tiles_of_ones_own() -> None:
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c", sets="tiles.C=6,9 tiles.Z=0,0")
    sit("Ana", "play", "8H CASA")
    assert sum(sit.table.ruleset.counts) == 100 + 2 - 1
    own = sit.scores["Ana"]
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    sit("Ana", "play", "8H CASA")
    assert own > sit.scores["Ana"]


def test_scrabblear_a_game_is_postponed() -> None:
    sit = sit_down("scrabblear", "ACASOOO", "EEEEIII", kinds="-c")
    sit.wait(100)
    sit("Ana", "adjourn")
    assert sit.table.adjourned
    left = sit.look().seats[0].left
    sit.wait(1e6)
    sit("Ana", "return")
    assert sit.look().seats[0].left == left == 1700
