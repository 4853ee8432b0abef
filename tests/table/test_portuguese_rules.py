"""The points of the document about Scrabble in Portuguese, tested at a table.
docs/five-games.md names these tests."""

from __future__ import annotations

from tests.table import tables
from tests.table.sitting import sit_down
from wordtools.board.tiles import BLANK
from wordtools.game import events as game_events
from wordtools.table.events import show
from wordtools.table.settings import read_changes
from wordtools.table.table import Deed
from wordtools.table.view import view

PT = "scrabble-pt-pt"


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
    lines = [line for line in sit.look().sheet if line.kind == "leftover"]
    assert [(line.player, line.text, line.points, line.total) for line in lines] == [
        ("Ana", "EEIQZ", 17, 21),
        ("Bia", "EEI", -3, -3),
        ("Caio", "QZ", -14, -14),
    ]


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
