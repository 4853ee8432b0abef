"""The points of the document about Literki, tested at a table. docs/five-games.md names these
tests."""

from __future__ import annotations

from collections import Counter

from tests.table import tables
from tests.table.sitting import sit_down
from wordtools.board.tiles import read_rack


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
