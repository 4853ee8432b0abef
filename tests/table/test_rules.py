"""The points of the five documents, tested at a table. docs/five-games.md names these tests."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.table import tables
from tests.table.sitting import Sitting, give
from wordtools.board.tiles import BLANK, read_rack
from wordtools.game import events as game_events
from wordtools.lingo.cells import name_column, read_cell
from wordtools.lingo.game import LingoGame
from wordtools.rules.ruleset import CrosswordRuleset
from wordtools.table import draws
from wordtools.table.events import Seat, show
from wordtools.table.settings import read_changes
from wordtools.table.table import Command, Deed
from wordtools.table.view import list_stacks, preview, view

PT, US, BOX = "scrabble-pt-pt", "scrabble-en-us", "scrabble-en-us:box"


def sit_down(ruleset: str, *racks: str, bag: str = "", kinds: str = "", sets: str = "") -> Sitting:
    """A table with these settings, written as for `--set` and separated by spaces."""
    return Sitting(ruleset, *racks, bag=bag, kinds=kinds, changes=read_changes(sets.split()))


# Scrabble in Portuguese


def test_portuguese_tiles() -> None:
    sit = sit_down(PT, "ASASASA", "EEEEIII")
    assert sum(sit.table.ruleset.counts) == 120
    assert sit.look("Ana").bag == 120 - 14
    assert len(sit.look("Ana").unseen) == 120 - 7
    assert "K" not in sit.table.ruleset.alphabet.tiles


def test_portuguese_exchange_draws_before_tiles_are_returned() -> None:
    sit = sit_down(PT, "AAAAAAA", "EEEEIII", bag="ZXQJJVV")
    sit("Ana", "exchange", "AAAAAAA")
    assert sit.rack("Ana") == "JJQVVXZ"
    assert sit.table.game.turn == "Bia"
    assert "turn" in sit.refuses("Ana", "play", "8H AA")


def test_portuguese_game_ends_after_two_rounds_of_passes() -> None:
    sit = sit_down(PT, "CASAOOO", "EEEEIII", "BBBEEEE")
    for _ in range(2):
        assert not sit.table.is_over
        for name in ("Ana", "Bia", "Caio"):
            sit(name, "pass")
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "passed"
    assert sit.scores == {"Ana": -8, "Bia": -7, "Caio": -13}


def test_portuguese_play_is_challenged_before_the_next_one() -> None:
    sit = sit_down(PT, "CASAOOO", "EEEEIII")
    sit("Ana", "play", "8H OASC")
    sit("Bia", "challenge")
    assert (sit.scores["Ana"], sit.table.game.board.is_empty) == (0, True)
    assert sit.table.game.turn == "Bia"  # Ana has lost her turn
    assert sit.rack("Ana") == "AACOOOS"


def test_portuguese_player_who_goes_out_gains_what_the_others_lose() -> None:
    sit = sit_down(PT, "AS", "EEI", "QZ")
    sit("Ana", "play", "8H AS")
    sit.settle("Bia", "Caio")
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "out"
    assert sit.scores == {"Ana": 4 + 3 + 14, "Bia": -3, "Caio": -14}


def test_time_control_0_no_limit() -> None:
    sit = sit_down(PT, "CASAOOO", "EEEEIII", sets="clock.game=none")
    assert sit.look().seats[0].left is None
    sit.wait(80_000)
    assert sit.table.game.turn == "Ana"


def test_time_control_1_per_move() -> None:
    sit = sit_down(PT, "CASAOOO", "EEEEIII", sets="clock.game=none clock.move=30")
    assert sit.look().move_left == 30
    sit.wait(30)
    assert (sit.table.game.turn, sit.table.sheet[-1].text) == ("Bia", "time")


def test_time_control_2_end_without_minutes_to_buy() -> None:
    """TimeControlEnd ends the game as soon as a player's time is up."""
    sets = "end.out_of_time=any clock.minutes=0 clock.lost=no"
    sit = sit_down(PT, "CASAOOO", "EEEEIII", sets=sets)
    sit.wait(1500)
    assert not sit.table.is_over
    sit.wait(1)
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "time"


def test_time_is_divided_by_the_number_of_players() -> None:
    for racks in (("CASAOOO", "EEEEIII"), ("CASAOOO", "EEEEIII", "BBBEEEE")):
        assert sit_down(PT, *racks).look().seats[0].left == 3000 / len(racks)


def test_each_minute_bought_costs_ten_points_and_the_eleventh_the_game() -> None:
    sit = sit_down(PT, "CASAOOO", "EEEEIII")
    for number in range(10):
        sit.wait(1500.5 if number == 0 else 60)
        assert sit.table.running == "Ana"
    sit("Ana", "pass")
    assert sit.scores["Ana"] == -100
    sit = sit_down(PT, "CASAOOO", "EEEEIII")
    sit("Ana", "play", "8H CASA")
    sit("Bia", "pass")
    sit.wait(1500 + 601)
    assert sit.table.closed is not None
    assert (sit.scores["Ana"], sit.table.closed.winners) == (0, ("Bia",))


def test_word_check_0_take_back() -> None:
    """Only the player is warned, and takes back the play."""
    sit = sit_down(PT, "CASAOOO", "EEEEIII", sets="challenge.rule=take-back")
    sit("Ana", "play", "8H OASC")
    assert (sit.table.game.turn, sit.table.game.board.is_empty) == ("Ana", True)
    assert not {"Played", "Ruled"}.intersection(sit.seen_by("Bia"))
    sit("Ana", "play", "8H CASA")
    assert sit.table.game.turn == "Bia"


def test_word_check_1_poll() -> None:
    """An unknown word stands only if every player accepts it."""
    cases: list[tuple[Deed, str, int]] = [("accept", "Bia", 18), ("check", "Bia", 0)]
    for last, turn, points in cases:
        sit = sit_down(PT, "CASAQOO", "EEEEIII", "BBBEEEE", sets="challenge.rule=poll")
        sit("Ana", "play", "8H QOO")
        assert [one.kind for one in sit.look("Bia").questions] == ["vote"]
        sit("Bia", "accept")
        sit("Caio", last)
        assert (sit.table.game.turn, sit.scores["Ana"]) == (turn, points and 16)


def test_word_check_2_challenge_with_penalty_and_time() -> None:
    sit = sit_down(PT, "CASAOOO", "EEEEIII", sets="challenge.window=30")
    sit("Ana", "play", "8H CASA")
    sit.wait(29)
    sit("Bia", "challenge")
    assert sit.scores == {"Ana": 10, "Bia": -10}
    assert sit.table.game.turn == "Bia"


def test_joker_exchange() -> None:
    """Before the move, a player swaps a tile for a blank on the board that stands for this tile."""
    sit = sit_down(PT, "CAS?OOO", "AEEEIII", sets="reclaim_blanks=yes")
    sit("Ana", "play", "8H CASa")
    assert "reclaim" in sit.look("Bia").may
    sit("Bia", "reclaim", "K8")
    assert sit.rack("Bia") == "?EEEIII"
    assert not any(tile & BLANK for tile in sit.table.game.board.squares)
    assert sit.table.game.turn == "Bia"
    assert "not allowed" not in sit_down(PT, "CAS?OOO", "AEEEIII").look("Bia").may


def test_change_is_pass_and_number_of_passes() -> None:
    """In the settings of Scrabble3D, exchanges are counted as passes, and three rounds end the
    game."""
    sit = sit_down("scrabble-pt-br:settings", "AAAAAAA", "EEEEIII", bag="ZXQJVVB")
    sit("Ana", "exchange", "A")
    for name in ("Bia", "Ana", "Bia", "Ana"):
        sit(name, "pass")
        assert not sit.table.is_over
    sit("Bia", "pass")
    assert sit.table.closed is not None
    assert sit.table.closed.reason == "passed"
    sit = sit_down(PT, "AAAAAAA", "EEEEIII")
    for _ in range(9):
        sit(sit.table.game.turn or "", "exchange", sit.rack(sit.table.game.turn or "")[:1])
    assert not sit.table.is_over


def test_cambio_secco() -> None:
    sit = sit_down(PT, "AAAAAAA", "EEEEIII", bag="CASXQJJVVZZ", sets="exchange.keeps_turn=yes")
    sit("Ana", "exchange-rack", "AAAAAAA")
    assert (sit.table.game.turn, sit.rack("Ana")) == ("Ana", "ACJJQSX")
    assert "exchange-rack" not in sit.look("Ana").may
    sit.refuses("Ana", "exchange-rack", "ACJJQSX")
    sit("Ana", "play", "8H CAS")


def test_subtracting_and_adding_letters_can_be_turned_off() -> None:
    sets = "end.others_lose=no end.out_gains=0 end.all_lose=no"
    sit = sit_down(PT, "AS", "EEI", sets=sets)
    sit("Ana", "play", "8H AS")
    sit.settle("Bia")
    assert sit.scores == {"Ana": 4, "Bia": 0}


def test_joker_penalty_and_end_bonus() -> None:
    sit = sit_down(PT, "AS", "EE?", sets="end.blank_costs=10 end.out_bonus=25")
    sit("Ana", "play", "8H AS")
    sit.settle("Bia")
    assert sit.scores == {"Ana": 4 + 2 + 25, "Bia": -2 - 10}


def test_limit_of_exchanges() -> None:
    sit = sit_down(PT, "CASAOOO", "EEEEIII", sets="exchange.bag=107")
    assert "exchange" not in sit.look("Ana").may
    assert "107" in sit.refuses("Ana", "exchange", "O")
    assert "exchange" in sit_down(PT, "CASAOOO", "EEEEIII", sets="exchange.bag=106").look("Ana").may


def test_scrabble_bonus() -> None:
    for bonus in (50, 60):
        sit = sit_down(PT, "CASAOOO", "EEEEIII", sets=f"bonus.7={bonus}")
        sit("Ana", "play", "8H CASAOOO")
        sit.settle("Bia")
        assert sit.scores["Ana"] == 2 * (8 + 1) + bonus  # an O on DL, and the centre


def test_number_of_random_letters_and_of_letters() -> None:
    table, log = tables.open_for(PT, 2, 3, changes=read_changes(["random_tiles=9", "rack=8"]))
    table = tables.sit(table, log, tables.make_lexicon(PT))
    assert view(table, "Ana", 0).bag == 120 + 9 - 16
    assert len(view(table, "Ana", 0).rack) == 8
    added = [one for one in log if isinstance(one.event, game_events.Added)]
    assert len(added) == 1
    assert show(added[0], "Ana") is None


# Scrabble in tournaments


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


# Literki


def test_literki_board_and_tiles() -> None:
    sit = sit_down("literki", "NATOEEE", "EEEEIII")
    ruleset = sit.table.game.ruleset
    assert (ruleset.layout.columns, ruleset.layout.rows) == (17, 15)
    assert sum(ruleset.counts) == 115
    assert sit.look().bag == 115 - 14
    assert {*ruleset.tile_colours} == {"0", "1", "2", "3", "4", "5"}
    for players in (2, 3, 4):
        tables.begun("literki", players)


def test_literki_words_of_two_letters_through_the_centre() -> None:
    sit = sit_down("literki", "NATOEEE", "EEEEIII")
    assert "I8" in sit.refuses("Ana", "play", "1A NA")
    assert "at least 2" in sit.refuses("Ana", "play", "8I N")


def test_literki_three_exchanges_and_seven_in_the_bag() -> None:
    sit = sit_down("literki", "NATOEEE", "EEEEIII")
    for number in range(3):
        sit("Ana", "exchange", sit.rack("Ana")[:1])
        assert sit.look().seats[0].exchanges == number + 1
        sit("Bia", "pass")
        if number < 2:
            sit.table = sit.table.change(position=sit.table.game.change(passes=0))
    assert "exchange" not in sit.look("Ana").may
    sit.refuses("Ana", "exchange", "E")
    sit = sit_down("literki", "NATOEEE", "EEEEIII")
    sit.table = sit.table.change(position=sit.table.game.change(bag=6), bag=sit.table.bag[:6])
    sit.refuses("Ana", "exchange", "E")


def test_literki_two_rounds_of_passes_cost_everyone_his_tiles() -> None:
    sit = sit_down("literki", "NATOEEE", "ŻŹEEIII")
    for name in ("Ana", "Bia") * 2:
        sit(name, "pass")
    assert sit.table.closed is not None
    assert (sit.table.closed.reason, sit.scores) == ("passed", {"Ana": -8, "Bia": -14})


def test_literki_a_move_out_of_time_is_a_pass() -> None:
    sit = sit_down("literki:move-clock", "NATOEEE", "EEEEIII")
    sit.wait(119.9)
    assert sit.table.game.turn == "Ana"
    sit.wait(0.1)
    assert (sit.table.game.turn, sit.table.game.passes) == ("Bia", 1)


def test_literki_all_out_of_time_lose_their_tiles() -> None:
    sit = sit_down("literki:game-clock", "NATOEEE", "EEEEIII")
    sit.wait(1201)
    assert sit.table.game.turn == "Bia"
    sit.wait(1201)
    assert sit.table.closed is not None
    assert (sit.table.closed.reason, sit.scores) == ("time", {"Ana": -8, "Bia": -7})


def test_literki_going_out() -> None:
    sit = sit_down("literki", "NA", "EEI", "ŻI")
    sit("Ana", "play", "8I NA")
    sit.settle("Bia", "Caio")
    sit.wait(10)  # until then the play can be taken back
    assert sit.scores == {"Ana": 2 + 3 + 5, "Bia": -3, "Caio": -5}


def test_literki_seven_tiles_are_fifty_points() -> None:
    sit = sit_down("literki", "NATOEEE", "EEEEIII")
    sit("Ana", "play", "8I NATOEEE")
    sit.settle("Bia")
    assert sit.scores["Ana"] >= 50 + 8


def test_literki_no_swap_with_fewer_than_seven_in_the_bag() -> None:
    for bag, is_swapping in ((7, True), (6, False)):
        sit = sit_down("literki", "NATOEEE", "ŁŁMMMPP")
        game = sit.table.game
        square = game.ruleset.layout.find_square("D3") or 0
        board = game.board.with_tiles({square: 1})
        game = game.change(board=board, bag=bag + 1)
        sit.table = sit.table.change(position=game, bag=sit.table.bag[: bag + 1])
        sit("Ana", "play", "D3 (A)T")
        sit.settle("Bia")
        assert sit.table.is_swapping == is_swapping


def test_literki_a_swap_draws_returned_tiles_once_the_bag_is_empty() -> None:
    """With seven tiles in the bag, the first of two opponents draws these; the second one draws
    from the tiles that both returned."""
    sit = sit_down("literki", "NATOEEE", "ŁŁMMMPP", "AAAAIII")
    game = sit.table.game
    square = game.ruleset.layout.find_square("D3") or 0
    bag = sit.table.bag[:8]
    game = game.change(board=game.board.with_tiles({square: 1}), bag=len(bag))
    sit.table = sit.table.change(position=game, bag=bag)
    sit("Ana", "play", "D3 (A)T")
    sit.settle("Bia", "Caio")
    sit.wait(10)
    assert sit.table.running == "Bia"
    drawn = [sit.table.game.racks[name].known for name in ("Bia", "Caio")]
    assert sorted(bag[1:]) in map(list, drawn)
    drawn.remove(bytes(sorted(bag[1:])))
    returned = Counter(read_rack("ŁŁMMMPPAAAAIII", game.ruleset.alphabet))
    assert Counter(drawn[0]) + Counter(sit.table.bag) == returned
    assert sit.look().bag == 7


# Lingo


def lay_out(ruleset: str = "lingo", players: int = 2, sets: str = "") -> tuple[Any, Any, Any]:
    table, log = tables.open_for(ruleset, players, 1, changes=read_changes(sets.split()))
    words = tables.make_lexicon(ruleset)
    return tables.sit(table, log, words), log, words


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("sets", "pool", "place"), [
    ("", 4, 2), ("pool=1 place=1", 1, 1), ("pool=7 place=7", 7, 7), ("pool=10 place=3", 10, 3),
])  # fmt: skip
def test_lingo_pool_and_place(players: int, sets: str, pool: int, place: int) -> None:
    table, log, words = lay_out("lingo", players, sets)
    mover = view(table, "", 0).turn or ""
    rack = view(table, mover, 0).rack
    assert len(rack) == pool
    cells = [f"{chr(ord('b') + at)}2" for at in range(place)]
    move = ",".join(f"{tile}{cell}" for tile, cell in zip(rack, cells, strict=False))
    if place < pool:
        one_more = f"{move},{rack[place]}{chr(ord('b') + place)}2"
        _, works = tables.try_command(table, log, words, 1001.0, Command(mover, "play", one_more))
        assert not works
    table = tables.do(table, log, words, 1001.0, Command(mover, "play", move))
    assert sum(stack.height for stack in list_stacks(table)) == place
    assert len(view(table, mover, 0).rack) == pool


@pytest.mark.parametrize(
    ("ruleset", "count"), [("lingo", 49), ("lingo:small", 30), ("lingo:full", 98)]
)
def test_lingo_sets_of_tiles(ruleset: str, count: int) -> None:
    table, _, _ = lay_out(ruleset)
    assert sum(table.ruleset.counts) == count
    assert not table.ruleset.counts[0]


def test_lingo_moves_score_as_in_the_document() -> None:
    """Pools stay hidden; a move is written ac7,re7, and its tiles form one word."""
    table, log, words = lay_out("lingo:no-twos,hex")
    assert table.ruleset.words.shortest == 3
    assert table.ruleset.grid == "hex"
    mover = view(table, "", 0).turn or ""
    other = next(name for name in table.opened.names if name != mover)
    assert view(table, other, 0).rack != "" and view(table, "", 0).rack == ""
    rack = view(table, mover, 0).rack.lower()
    table = tables.do(table, log, words, 1001.0, Command(mover, "play", f"{rack[0]}c7,{rack[1]}c9"))
    assert table.sheet[-1].text == f"{rack[0]}c7,{rack[1]}c9"
    assert view(table, "", 0).turn == other


def test_lingo_the_same_letter_only_with_repeat() -> None:
    for ruleset, is_allowed in (("lingo", False), ("lingo:repeat", True)):
        for seed in range(200):
            table, log = tables.open_for(ruleset, 2, seed)
            words = tables.make_lexicon(ruleset)
            table = tables.sit(table, log, words)
            game = table.position
            assert isinstance(game, LingoGame)
            one, two = game.pools
            shared = [tile for tile in two if tile in one]
            other = [tile for tile in one if tile != shared[0]] if shared else []
            if other:
                break
        face = table.ruleset.alphabet.tiles
        assert game is not None
        mover, follower = game.players
        move = f"{face[shared[0] - 1]}b2,{face[other[0] - 1]}c2"
        table = tables.do(table, log, words, 1001.0, Command(mover, "play", move))
        again = Command(follower, "play", f"{face[shared[0] - 1]}b2")
        assert tables.try_command(table, log, words, 1002.0, again)[1] == is_allowed


def test_lingo_ends_when_a_player_has_no_tiles_and_the_highest_score_wins() -> None:
    table, log, words = lay_out("lingo:small")
    now = 1001.0
    while not table.is_over:
        mover = view(table, "", now).turn or ""
        rack = view(table, mover, now).rack
        cell = next(iter(list_stacks(table)), None)
        place = "b2" if cell is None else next_cell(list_stacks(table))
        table = tables.do(table, log, words, now, Command(mover, "play", f"{rack[0]}{place}"))
    assert table.closed.reason == "out"
    assert not all(seat.tiles for seat in view(table, "", now).seats)
    best = max(table.closed.scores.values())
    assert {*table.closed.winners} == {n for n, p in table.closed.scores.items() if p == best}
    left = Counter(view(table, "", now).unseen)
    assert left.total() == sum(seat.tiles for seat in view(table, "", now).seats)


def next_cell(stacks: Any) -> str:
    """A free cell to the right of the first row."""
    row = stacks[0].cell.lstrip("abcdefghijklmnopqrstuvwxyz")
    in_row = [
        one.cell for one in stacks if one.cell.endswith(row) and one.cell[: -len(row)].isalpha()
    ]
    last = max(in_row, key=lambda cell: (len(cell), cell))
    column = last[: -len(row)]
    return f"{name_column(read_cell(last, 'square').column + 1)}{row}" if column else last


# ScrabbleAR


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
