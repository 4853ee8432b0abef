"""The end of games: scores for leftover tiles, passes, clocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.moments import fault, game, near_the_end
from tests.game.players import finished, start
from wordtools.game import ending
from wordtools.game.events import (
    Challenged,
    Exchanged,
    Holds,
    Passed,
    Played,
    Ruled,
    Stopped,
    Timed,
)
from wordtools.game.game import Game
from wordtools.game.state import Rack, ScorePart


def test_going_out_in_a_tournament_and_at_home() -> None:
    racks = {"Ana": "CAT", "Bia": "QI"}
    out = near_the_end(game("scrabble-en-us"), 0, racks).push(Played("Ana", "8H CAT"))
    assert (out.ended, out.scores, out.winners) == ("out", {"Ana": 32, "Bia": 0}, ("Ana",))
    box = near_the_end(game("scrabble-en-us:box"), 0, racks).push(Played("Ana", "8H CAT"))
    assert box.scores == {"Ana": 21, "Bia": -11}
    assert fault(out, Passed("Bia")) == "ended"


def test_a_challenge_un_ends_a_game() -> None:
    racks = {"Ana": "CAT", "Bia": "QI"}
    out = near_the_end(game("scrabble-en-us"), 0, racks).push(Played("Ana", "8H CAT"))
    on = out.push(Challenged("Bia", False))
    assert (on.ended, on.turn, on.scores) == (None, "Bia", {"Ana": 0, "Bia": 0})
    over = out.push(Challenged("Bia", True))
    assert (over.ended, over.turn, over.scores) == ("out", None, out.scores)
    assert fault(over, Challenged("Bia", False)) == "challenge refused"


def test_racks_at_the_end_that_nobody_knows() -> None:
    racks = {"Ana": "CAT", "Bia": "QI", "Caio": "ON"}
    at = near_the_end(game("scrabble-en-us:box", players=3), 0, racks)
    unknown = {name: Rack(b"", 2) for name in ("Bia", "Caio")}
    vars(at)["state"] = at.state.change(racks=at.state.racks | unknown)
    out = at.push(Played("Ana", "8H CAT"))
    assert (out.ended, out.winners, ending.compute_final_scores(out.state)) == ("out", None, None)
    told = out.push(Holds("Bia", "QI"), Holds("Caio", "ON"))
    assert told.scores == {"Ana": 10 + 11 + 2, "Bia": -11, "Caio": -2}


def test_the_rack_that_is_all_that_is_left_is_known() -> None:
    at = finished("scrabble-en-us", ("Ana", "Bia"), 1)
    left = at.state.change(
        bag=0,
        ended="out",
        out="Ana",
        racks={"Ana": Rack(b"", 0), "Bia": Rack(b"", sum(at.ruleset.counts))},
        board=start("scrabble-en-us", ("Ana", "Bia")).board,
    )
    total = sum(c * v for c, v in zip(at.ruleset.counts, at.ruleset.values, strict=True))
    assert ending.adjust_for_racks(left) == (ScorePart("Ana", 2 * total, "racks"),)


def test_six_scoreless_turns_unless_at_zero() -> None:
    nothing = game("scrabble-en-us", *[Passed(name) for name in ("Ana", "Bia") * 4])
    assert nothing.ended is None
    at = game("scrabble-en-us", Played("Ana", "8H CAT"), Challenged("Bia", True))
    at = at.push(Exchanged("Ana", 2), Passed("Bia"), Played("Ana", "7H DX"))
    at = at.push(Challenged("Bia", False))  # a lost challenge is a scoreless turn
    at = at.push(Passed("Bia"))
    assert (at.state.scoreless, at.ended) == (5, None)
    assert at.push(Passed("Ana")).ended == "scoreless"
    scoring = at.push(Played("Ana", "7H DO"))
    assert scoring.state.scoreless == 0
    world = game("scrabble-en-world", *[Passed(name) for name in ("Ana", "Bia") * 3])
    assert world.ended == "scoreless"


def test_passed_out() -> None:
    at = game("scrabble-pt-pt", *[Passed(n) for n in ("Ana", "Bia", "Ana")])
    assert at.push(Exchanged("Bia", 2)).ended is None  # an exchange is not a pass
    assert at.push(Passed("Bia")).ended == "passed"
    settings = game("scrabble-pt-pt:settings", *[Passed(n) for n in ("Ana", "Bia") * 2])
    assert settings.push(Passed("Ana"), Exchanged("Bia", 2)).ended == "passed"


def test_the_bag_cannot_refill_a_rack() -> None:
    racks = {"Ana": "MARTESA", "Bia": "MARTESA"}
    at = near_the_end(game("scrabblear"), 3, racks)
    three = at.push(Played("Ana", "8H MAR"), Ruled(True))
    assert (three.ended, three.state.bag, three.turn) == (None, 0, "Bia")
    four = at.push(Played("Ana", "8H ARTE"), Ruled(True))
    assert (four.ended, four.winners) == ("refill", ("Ana",))
    assert ending.adjust_for_racks(four.state) == ()


def test_a_player_stops() -> None:
    at = game("scrabblear", computer="Bia")
    assert at.push(Stopped("Ana")).ended == "stopped"
    assert fault(at.push(Passed("Ana")), Stopped("Bia")) == "not allowed"
    assert fault(game("scrabble-en-us"), Stopped("Ana")) == "not allowed"


def test_a_tie_goes_to_the_score_before() -> None:
    racks = {"Ana": "CAT", "Bia": "QI"}
    at = near_the_end(game("scrabble-en-us:box"), 0, racks, Bia=32)
    box = at.push(Played("Ana", "8H CAT"))
    assert box.scores == {"Ana": 21, "Bia": 21}
    assert box.winners == ("Bia",)
    shared = near_the_end(game("scrabble-en-us"), 0, racks, Bia=32).push(Played("Ana", "8H CAT"))
    assert (shared.scores, shared.winners) == ({"Ana": 32, "Bia": 32}, ("Ana", "Bia"))


def test_the_portuguese_clock() -> None:
    """The players share 50 minutes. Each minute of overtime, or part of one, costs 10 points. After
    ten such minutes, the game is lost.
    """
    at = game("scrabble-pt-pt")
    assert at.push(Timed("Ana", 25 * 60)).scores["Ana"] == 0
    late = at.push(Timed("Ana", 25 * 60 + 1))
    assert late.scores["Ana"] == -10
    assert late.push(Timed("Ana", 26 * 60)).scores["Ana"] == -10
    most = late.push(Timed("Ana", 35 * 60))
    assert (most.scores["Ana"], most.ended) == (-100, None)
    lost = most.push(Timed("Ana", 35 * 60 + 1))
    assert (lost.scores["Ana"], lost.ended, lost.winners) == (0, "lost", ("Bia",))
    assert sum(part.points for part in lost.parts) == 0
    assert game("scrabble-pt-pt", players=4).push(Timed("Ana", 751)).scores["Ana"] == -10
    assert fault(late, Timed("Ana", 25 * 60)) == "no clock"
    assert fault(game("scrabble-en-us:box"), Timed("Ana", 5)) == "no clock"


@pytest.mark.parametrize("ruleset", ["scrabble-en-us", "scrabble-en-gb", "scrabble-en-world"])
def test_the_clock_of_english_tournaments(ruleset: str) -> None:
    """Each player has 25 minutes, and each minute of overtime, or part of one, costs 10 points."""
    at = game(ruleset)
    assert at.push(Timed("Ana", 25 * 60)).scores["Ana"] == 0
    assert at.push(Timed("Ana", 25 * 60 + 1)).scores["Ana"] == -10
    assert at.push(Timed("Ana", 27 * 60)).scores["Ana"] == -20


def test_who_lost_by_time_has_zero() -> None:
    """This is so for any score, for any plays withdrawn later, and for any tiles left."""
    at = game("scrabble-pt-pt", Played("Ana", "8H CASA"), players=3)
    at = at.push(Timed("Ana", 1001))
    assert at.scores["Ana"] == 2 * 5 - 10  # C is 2
    lost = at.push(Timed("Ana", 3000))
    assert (lost.scores["Ana"], lost.ended, lost.turn) == (0, None, "Bia")
    assert lost.push(Challenged("Bia", False)).scores["Ana"] == 0
    racks = {"Ana": "XZ", "Bia": "O", "Caio": "U"}
    late = near_the_end(game("scrabble-pt-pt", players=3), 0, racks, Ana=40)
    out = late.push(Timed("Ana", 3000))
    assert (out.scores, out.turn) == ({"Ana": 0, "Bia": 0, "Caio": 0}, "Bia")
    over = out.push(*[Passed(name) for name in ("Bia", "Caio") * 2])
    assert (over.ended, over.scores) == ("passed", {"Ana": 0, "Bia": -1, "Caio": -1})


def test_time_up_for_one_ends_the_game(tmp_path: Path) -> None:
    """Scrabble3D calls this TimeControlEnd."""
    club = tmp_path / "club.toml"
    club.write_text('extends = "literki"\nclock.game = 600\nend.out_of_time = "any"\n')
    racks = {"Ana": "KOT", "Bia": "ŻĆ"}
    at = near_the_end(game(str(club)), 0, racks).push(Timed("Ana", 600))
    assert at.ended is None
    over = at.push(Timed("Ana", 601))
    assert (over.ended, over.turn, over.scores) == ("time", None, {"Ana": -5, "Bia": -9})
    club.write_text('extends = "literki"\nclock = {game = 600, minutes = 2, minute_costs = 5}\n'
                    'end.out_of_time = "any"\n')  # fmt: skip
    assert Game(str(club), ("Ana", "Bia")).push(Timed("Ana", 720)).ended is None
    assert Game(str(club), ("Ana", "Bia")).push(Timed("Ana", 721)).ended == "time"


def test_who_has_lost_moves_no_more() -> None:
    at = game("scrabble-pt-pt", Timed("Bia", 3000), players=3).push(Passed("Ana"))
    assert (at.turn, at.ended) == ("Caio", None)
    assert at.push(Passed("Caio")).turn == "Ana"


def test_literki_by_the_move_and_by_the_game() -> None:
    at = game("literki:move-clock", Passed("Ana", timed_out=True))
    assert (at.turn, at.state.passes) == ("Bia", 1)
    assert fault(game("literki"), Passed("Ana", timed_out=True)) == "no clock"
    clocked = game("literki:game-clock", Timed("Ana", 1201))
    assert (clocked.turn, clocked.ended) == ("Bia", None)
    racks = {"Ana": "KOT", "Bia": "ŻĆ"}
    up = near_the_end(clocked, 0, racks)
    vars(up)["state"] = up.state.change(used={"Ana": 1201}, turn="Bia")
    over = up.push(Timed("Bia", 1300))
    assert (over.ended, over.scores) == ("time", {"Ana": -5, "Bia": -9})


def test_one_clock_for_both() -> None:
    at = game("scrabblear", Timed("Ana", 1000), Timed("Bia", 800))
    assert at.ended is None
    assert at.push(Timed("Bia", 801)).ended == "time"
