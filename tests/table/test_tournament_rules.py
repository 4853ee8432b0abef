"""The points of the documents about Scrabble in tournaments and from a box, tested at a table.
docs/five-games.md names these tests."""

from __future__ import annotations

import pytest

from tests.table import tables
from tests.table.sitting import give, sit_down
from wordtools.game import events as game_events
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.table import draws
from wordtools.table.events import Seat, show
from wordtools.table.table import Command
from wordtools.table.view import preview, view

US, BOX = "scrabble-en-us", "scrabble-en-us:box"


@pytest.mark.parametrize(
    ("ruleset", "turn", "scores"),
    [
        (US, "Ana", {"Ana": 4, "Bia": 0}),  # double: Bia loses her turn
        ("scrabble-en-gb", "Bia", {"Ana": 4, "Bia": 0}),  # single
        ("scrabble-en-world", "Bia", {"Ana": 9, "Bia": 0}),  # 5 points
        ("scrabble-en-world:ten-points", "Bia", {"Ana": 14, "Bia": 0}),
        ("scrabble-en-world:points-off", "Bia", {"Ana": 4, "Bia": -5}),
    ],
)
def test_what_a_wrong_challenge_costs(ruleset: str, turn: str, scores: dict[str, int]) -> None:
    sit = sit_down(ruleset, "ATONESR", "EEEEIII")
    sit("Ana", "play", "8H AT")
    sit("Bia", "challenge")
    assert (sit.table.game.turn, sit.scores) == (turn, scores)
    sit = sit_down(ruleset, "ATONESR", "EEEEIII")
    sit("Ana", "play", "8H OTA")
    sit("Bia", "challenge")
    assert (sit.table.game.turn, sit.scores) == ("Bia", {"Ana": 0, "Bia": 0})


def test_void_rejects_a_phony_at_no_cost() -> None:
    sit = sit_down(US, "ATONESR", "EEEEIII", sets="challenge.rule=void")
    sit("Ana", "play", "8H OTA")
    assert (sit.table.game.turn, sit.scores, sit.table.sheet) == ("Ana", {"Ana": 0, "Bia": 0}, ())
    assert preview(sit.table, "Ana", "8H OTA", sit.words).valid is False
    sit("Ana", "play", "8H AT")
    assert sit.table.firm


def test_a_challenge_is_of_the_whole_play_and_tells_one_bit() -> None:
    """SON makes AN, which is a word, and RO, which is not. Nobody learns which of the two is
    invalid."""
    sit = sit_down(US, "RATENSO", "EEEEIII")
    sit("Ana", "play", "8H RATE")
    sit("Bia", "pass")
    sit("Ana", "play", "9G SON")
    happened = sit("Bia", "challenge")
    seen = [show(one, "Bia") for one in happened]
    ruled = [one.event for one in seen if one and isinstance(one.event, game_events.Challenged)]
    assert ruled == [game_events.Challenged("Bia", acceptable=False, words=1)]
    assert sit.scores["Ana"] == 8


def test_the_first_play_covers_the_centre_with_two_tiles() -> None:
    sit = sit_down(US, "ATONESR", "EEEEIII")
    assert "H8" in sit.refuses("Ana", "play", "1A AT")
    assert "at least 2" in sit.refuses("Ana", "play", "8H A")
    sit("Ana", "play", "8H AT")
    assert sit.scores["Ana"] == 4  # doubled
    sit.settle("Bia")
    assert "touches no tile" in sit.refuses("Bia", "play", "1A EI")


def test_a_blank_stays_its_letter_and_counts_nothing_but_doubles_the_word() -> None:
    sit = sit_down(US, "?TONESR", "EEEEIIA")
    sit("Ana", "play", "8H aT")
    assert sit.scores["Ana"] == 2
    assert "reclaim" not in sit.look("Bia").may
    sit.settle("Bia")
    sit.refuses("Bia", "reclaim", "H8")


def test_a_player_takes_all_that_is_left() -> None:
    sit = sit_down(US, "ATONESR", "EEEEIII")
    sit.table = give(sit.table, ("ATONESR", "EEEEIII"), "")
    game = sit.table.game
    sit.table = sit.table.change(position=game.change(bag=1), bag=sit.table.bag[:1])
    sit("Ana", "play", "8H AT")
    sit.settle("Bia")
    assert len(sit.rack("Ana")) == 6


def test_exchanges_need_seven_tiles_in_the_bag() -> None:
    sit = sit_down(US, "ATONESR", "EEEEIII")
    sit.table = sit.table.change(position=sit.table.game.change(bag=6), bag=sit.table.bag[:6])
    assert "exchange" not in sit.look("Ana").may
    assert "7" in sit.refuses("Ana", "exchange", "A")


def test_six_scoreless_turns_end_the_game_unless_at_zero() -> None:
    sit = sit_down(US, "ATONESR", "EEEEIII", bag="QZ")
    for _ in range(8):
        sit(sit.table.game.turn or "", "pass")
    assert not sit.table.is_over
    sit("Ana", "play", "8H AT")
    sit("Bia", "challenge")  # the lost turn is scoreless
    for number in range(5):
        assert not sit.table.is_over, number
        sit(sit.table.game.turn or "", "pass")
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "scoreless"


def test_going_out_in_a_tournament_and_by_the_rules_of_the_box() -> None:
    for ruleset, scores in (
        (US, {"Ana": 4 + 2 * 3, "Bia": 0}),
        (BOX, {"Ana": 4 + 3, "Bia": -3}),
    ):
        sit = sit_down(ruleset, "AT", "EEI")
        sit("Ana", "play", "8H AT")
        sit.settle("Bia")
        assert sit.scores == scores


def test_a_tie_goes_to_who_had_more_before_in_the_box() -> None:
    sit = sit_down(BOX, "AT", "IN")
    sit("Ana", "play", "8H AT")
    sit.settle("Bia")
    assert sit.table.closed is not None
    ruleset = sit.table.ruleset
    assert isinstance(ruleset, CrosswordRuleset)
    assert (ruleset.end.tie, sit.table.closed.winners) == ("before", ("Ana",))


def test_tournament_clocks_cost_ten_points_a_minute() -> None:
    sit = sit_down(US, "ATONESR", "EEEEIII")
    assert sit.look().seats[0].left == 1500
    sit.wait(1500 + 61)
    sit("Ana", "pass")
    assert sit.scores["Ana"] == -20


def test_blanks_come_before_a_in_the_draw() -> None:
    for seed in range(300):
        rounds = draws.draw_first(bytes([seed % 256, seed // 256]), ("Ana", "Bia"), [0, 1, 2])
        assert len(rounds) == 1
        if 0 in rounds[0].values():
            first = min(rounds[0], key=lambda name: rounds[0][name])
            assert rounds[0][first] == 0


def test_two_teams_play_on_one_rack_each() -> None:
    table, log = tables.open_for("lingo", 2, 1)
    seats = (Seat("Ana & Bo", members=("Ana", "Bo")), Seat("Cid & Di", members=("Cid", "Di")))
    table = table.change(opened=tables.replace_seats(table.opened, seats))
    words = tables.make_lexicon("lingo")
    table = tables.sit(table, log, words)
    mover = view(table, "", 0).turn or ""
    rack = view(table, mover, 0).rack
    member = seats[0].members[1] if mover == seats[0].name else seats[1].members[1]
    before = len(log)
    command = Command(mover, "play", f"{rack[0]}b2", member=member)
    table = tables.do(table, log, words, 1001.0, command)
    assert log[before].member == member
