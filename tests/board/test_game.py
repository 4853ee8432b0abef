"""Games: cases 20 to 27 and 30 of the games' facts, and what must hold in every game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.board.players import finished, played_at_random, start
from wordtools.board import ending, tiles
from wordtools.board.events import (
    Answered,
    Challenged,
    Event,
    Exchanged,
    Holds,
    Passed,
    Penalised,
    Played,
    Reclaimed,
    Ruled,
    Stopped,
    Timed,
    TookBack,
)
from wordtools.board.game import Game, GameError
from wordtools.board.play import IllegalPlay
from wordtools.board.state import IllegalEvent, Part, Rack
from wordtools.errors import RulesError, WordtoolsError

NAMES = ("Ana", "Bia", "Caio", "Dora")


def game(ruleset: str, *events: Event, players: int = 2, computer: str = "") -> Game:
    return start(ruleset, NAMES[:players], computer).push(*events)


def fault(game: Game, event: Event) -> str:
    """The way in which the event is against the rules."""
    with pytest.raises((IllegalEvent, IllegalPlay)) as caught:
        game.push(event)
    assert str(caught.value).endswith(".")
    assert isinstance(caught.value, IllegalEvent | IllegalPlay)
    return caught.value.fault


def near_the_end(at: Game, bag: int, racks: dict[str, str], **scores: int) -> Game:
    """The game as if its bag held so many tiles and players these racks."""
    letters = at.rules.letters
    state = at.state.change(
        bag=bag,
        racks={
            player: Rack(tiles.read_rack(held, letters), len(tiles.read_rack(held, letters)))
            for player, held in racks.items()
        },
        parts=tuple(Part(player, points, "play") for player, points in scores.items()),
    )
    changed = msgspec.structs.replace(at)
    vars(changed).update(rules=at.rules, start=state, state=state)
    return changed


# The cases


def test_20_double_challenge_of_a_valid_play() -> None:
    after = game("scrabble-en-us", Played("Ana", "8H CAT"), Challenged("Bia", True))
    assert (after.turn, after.scores, after.state.scoreless) == ("Ana", {"Ana": 10, "Bia": 0}, 1)
    assert str(after.board).count("CAT") == 1
    three = start("scrabble-en-us:box", NAMES[:3]).push(
        Played("Ana", "8H CAT"), Challenged("Caio", True)
    )
    assert (three.turn, three.state.owed) == ("Bia", {"Caio": 1})
    assert three.push(Passed("Bia")).turn == "Ana"  # Caio's turn was lost


def test_20_a_phony_is_withdrawn() -> None:
    before = game("scrabble-en-us", Holds("Ana", "CATSDOG"))
    after = before.push(Played("Ana", "8H CAT"), Challenged("Bia", False))
    assert after.board.is_empty
    assert after.scores == {"Ana": 0, "Bia": 0}
    assert (after.turn, after.state.scoreless, after.state.bag) == ("Bia", 1, 86)
    assert after.state.racks == before.state.racks
    assert [part.points for part in after.parts] == [10, -10]


def test_21_single_challenge_of_a_valid_play() -> None:
    after = game("scrabble-en-gb", Played("Ana", "8H CAT"), Challenged("Bia", True))
    assert (after.turn, after.scores) == ("Bia", {"Ana": 10, "Bia": 0})


def test_22_five_points() -> None:
    after = game("scrabble-en-world", Played("Ana", "8H CAT"), Challenged("Bia", True))
    assert (after.turn, after.scores) == ("Bia", {"Ana": 15, "Bia": 0})


def test_23_void() -> None:
    asked = game("scrabblear", Played("Ana", "8H MAR"))
    assert asked.board.is_empty  # refused before it is scored, or scored
    refused = asked.push(Ruled(False))
    assert (refused.turn, refused.scores) == ("Ana", {"Ana": 0, "Bia": 0})
    assert (refused.state.scoreless, refused.state.bag) == (0, 86)
    stands = asked.push(Ruled(True))
    assert (stands.turn, stands.scores["Ana"], stands.state.bag) == ("Bia", 10, 83)
    assert fault(asked, Played("Bia", "8H MAR")) == "not settled"
    assert fault(stands, Challenged("Bia", False)) == "no challenge"


def test_24_the_portuguese_settings() -> None:
    played = game("scrabble-pt-pt", Played("Ana", "8H LIÇAO"))
    in_time = played.push(Challenged("Bia", True, seconds=20))
    assert (in_time.scores["Bia"], in_time.turn) == (-10, "Bia")
    assert fault(played, Challenged("Bia", True, seconds=21)) == "challenge refused"


def test_25_literki() -> None:
    played = game("literki", Played("Ana", "8I ŻĆŹ"), players=3)
    accepted = played.push(Answered("Bia", True, 3), Answered("Caio", True, 9))
    assert str(accepted.board).count("ŻĆŹ") == 1  # a phony that all accept stands
    assert accepted.turn == "Bia"
    assert fault(played, Ruled(False, 9)) == "too early"
    silent = played.push(Answered("Bia", True, 3), Ruled(False, 10))
    assert silent.board.is_empty
    assert (silent.turn, silent.state.racks["Ana"].size) == ("Bia", 7)
    doubted = played.push(Answered("Bia", False, 2))
    assert doubted.push(Ruled(True, 2)).turn == "Bia"
    assert fault(played, Answered("Caio", True, 10)) == "too late"
    assert fault(played, Answered("Ana", True, 1)) == "no player"
    assert fault(doubted, Answered("Bia", True, 3)) == "answered before"


def test_25_taking_back() -> None:
    played = game("literki", Played("Ana", "8I KOT"), players=3)
    back = played.push(TookBack("Ana", ("Bia", "Caio"), 10))
    assert (back.turn, back.board.is_empty, back.state.pending) == ("Ana", True, None)
    assert fault(played, TookBack("Ana", ("Bia",), 3)) == "no consent"
    assert fault(played, TookBack("Ana", ("Bia", "Caio"), 11)) == "too late"
    assert fault(played, TookBack("Bia", ("Ana", "Caio"), 3)) == "not allowed"
    stood = played.push(Answered("Bia", True, 1), Answered("Caio", True, 2))
    again = stood.push(TookBack("Ana", ("Bia", "Caio"), 5))
    assert (again.turn, again.board.is_empty, again.scores["Ana"]) == ("Ana", True, 0)
    assert again.state.bag == 115 - 21
    english = game("scrabble-en-us", Played("Ana", "8H CAT"))
    assert fault(english, TookBack("Ana", ("Bia",), 1)) == "not allowed"


def test_26_literki_exchanges() -> None:
    at = game("literki")
    for _ in range(3):
        at = at.push(Exchanged("Ana", 2), Passed("Bia"))
    assert fault(at, Exchanged("Ana", 2)) == "exchanges used up"
    racks = {"Ana": "KOTDOMA", "Bia": "ANATOLE"}
    assert fault(near_the_end(game("literki"), 6, racks), Exchanged("Ana", "KO")) == "bag too small"
    assert near_the_end(game("literki"), 7, racks).push(Exchanged("Ana", "KO")).turn == "Bia"


@pytest.mark.parametrize(("bag", "exchanged"), [(9, False), (10, True)])
def test_26_the_square_that_exchanges(bag: int, exchanged: bool) -> None:
    """`WYM` does nothing once the bag holds fewer than 7, here after three were drawn."""
    at = near_the_end(game("literki"), bag, {"Ana": "KOTDOMA", "Bia": "ANATOLE"})
    wym = at.rules.layout.names.index("WYM")
    first = at.rules.layout.name(wym)
    row, column = first[1:], first[0]
    board = at.board.with_tiles({wym + at.rules.layout.columns: at.rules.letters.spell("A")[0]})
    vars(at)["state"] = at.state.change(board=board)
    after = at.push(Played("Ana", f"{row}{column} KOT"), Answered("Bia", True))
    held = after.state.racks["Bia"]
    assert (held.unknown == 7) == exchanged
    assert after.state.bag == bag - 3
    if exchanged:
        dealt = after.deal(Random(1))
        assert dealt.state.racks["Bia"].known != held.known
        assert dealt.state.racks["Bia"].unknown == 0
        assert dealt == after.deal(Random(1))


def test_27_literki_at_the_end() -> None:
    at = near_the_end(game("literki", players=3), 0, {"Ana": "KOT", "Bia": "LD", "Caio": "ŻD"})
    out = at.push(Played("Ana", "8I KOT"), Answered("Bia", True), Answered("Caio", True))
    assert out.ended == "out"
    assert ending.adjustments(out.state) == (
        Part("Ana", 10, "racks"),
        Part("Bia", -4, "racks"),
        Part("Caio", -6, "racks"),
    )
    passed = at.push(*[Passed(name) for name in NAMES[:3] * 2])
    assert (passed.ended, passed.turn) == ("passed", None)
    assert {p.player: p.points for p in ending.adjustments(passed.state) or ()} == {
        "Ana": -5,
        "Bia": -4,
        "Caio": -6,
    }


def test_30_scrabblear_exchanges() -> None:
    def sixth(points: int) -> Game:
        at = near_the_end(
            game("scrabblear", computer="Bia"), 80, {"Ana": "MARTESA", "Bia": "MARTESA"}, Ana=points
        )
        for _ in range(5):
            at = at.push(Exchanged("Ana", 3), Passed("Bia"))
        assert at.scores["Ana"] == points
        return at.push(Exchanged("Ana", 3))

    assert sixth(10).scores["Ana"] == 8
    assert sixth(1).scores["Ana"] == 0
    at = near_the_end(
        game("scrabblear", computer="Bia"), 80, {"Ana": "MARTESA", "Bia": "MARTESA"}, Bia=10
    )
    assert fault(at.push(Passed("Ana")), Exchanged("Bia", 3)) == "not the computer's number"
    for _ in range(6):
        at = at.push(Passed("Ana"), Exchanged("Bia", 2))
    assert at.scores["Bia"] == 10


# Ends


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
    assert (out.ended, out.winners, ending.final_scores(out.state)) == ("out", None, None)
    told = out.push(Holds("Bia", "QI"), Holds("Caio", "ON"))
    assert told.scores == {"Ana": 10 + 11 + 2, "Bia": -11, "Caio": -2}


def test_the_rack_that_is_all_that_is_left_is_known() -> None:
    at = finished("scrabble-en-us", ("Ana", "Bia"), 1)
    left = at.state.change(
        bag=0,
        ended="out",
        out="Ana",
        racks={"Ana": Rack(b"", 0), "Bia": Rack(b"", sum(at.rules.counts))},
        board=start("scrabble-en-us", ("Ana", "Bia")).board,
    )
    total = sum(c * v for c, v in zip(at.rules.counts, at.rules.values, strict=True))
    assert ending.adjustments(left) == (Part("Ana", 2 * total, "racks"),)


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
    assert at.push(Exchanged("Bia", 2)).ended is None  # an exchange is no pass
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
    assert ending.adjustments(four.state) == ()


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


# Clocks


def test_the_portuguese_clock() -> None:
    """50 minutes divided, 10 points a begun minute, at most 10 times, then lost."""
    at = game("scrabble-pt-pt")
    assert at.push(Timed("Ana", 25 * 60)).scores["Ana"] == 0
    late = at.push(Timed("Ana", 25 * 60 + 1))
    assert late.scores["Ana"] == -10
    assert late.push(Timed("Ana", 26 * 60)).scores["Ana"] == -10
    most = late.push(Timed("Ana", 35 * 60))
    assert (most.scores["Ana"], most.ended) == (-100, None)
    lost = most.push(Timed("Ana", 35 * 60 + 1))
    assert (lost.scores["Ana"], lost.ended, lost.winners) == (-100, "lost", ("Bia",))
    assert game("scrabble-pt-pt", players=4).push(Timed("Ana", 751)).scores["Ana"] == -10
    assert fault(late, Timed("Ana", 25 * 60)) == "no clock"
    assert fault(game("scrabble-en-us"), Timed("Ana", 5)) == "no clock"


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


# Racks, exchanges, blanks


def test_what_is_known_of_racks() -> None:
    at = game("scrabble-en-us", Holds("Ana", "CAT"))
    assert at.state.racks["Ana"].unknown == 4
    assert at.push(Played("Ana", "8H CAT")).state.racks["Ana"] == Rack(b"", 7)
    assert at.push(Played("Ana", "8H DOGS")).board  # four tiles are not known
    assert fault(at, Played("Ana", "8H DOGES")) == "not on the rack"
    assert fault(at, Holds("Ana", "CASTLES"[1:])) == "not on the rack"
    assert fault(at, Holds("Ana", "CATSDOGS")) == "too many tiles"
    assert fault(at.push(Holds("Bia", "QZXJK")), Holds("Ana", "CATQ")) == "not in the bag"
    assert fault(at.push(Holds("Bia", "ZXJK")), Played("Ana", "8H CAZ")) == "not in the bag"
    whole = at.push(Holds("Ana", "CATSDO?"))
    assert fault(whole, Played("Ana", "8H CATZ")) == "not on the rack"
    assert whole.push(Played("Ana", "8H CATz")).scores["Ana"] == 10


def test_an_exchange_leaves_the_rest_of_the_rack_known() -> None:
    at = game("scrabble-en-us", Holds("Ana", "CATSDOG"))
    letters = at.rules.letters
    kept = at.push(Exchanged("Ana", "CAT")).state.racks["Ana"]
    assert tiles.write(kept.known, letters) == "DGOS"
    assert at.push(Exchanged("Ana", 3)).state.racks["Ana"] == Rack(b"", 7)
    assert fault(at, Exchanged("Ana", "CAZ")) == "not on the rack"
    assert fault(at, Exchanged("Ana", "")) == "not on the rack"
    assert fault(at, Exchanged("Ana", 8)) == "too many tiles"


def test_what_was_exchanged_is_not_drawn_at_once() -> None:
    at = near_the_end(game("scrabble-en-us"), 86, {"Ana": "QZXJKVV", "Bia": "EEEEEEE"})
    after = at.push(Exchanged("Ana", "QZXJKVV")).deal(Random(5))
    drawn = tiles.write(after.state.racks["Ana"].known, after.rules.letters)
    assert not set(drawn) & set("QZXJKV")


def test_the_exchange_that_keeps_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "secco.toml"
    path.write_text(
        'extends = "scrabble-pt-pt"\ntitle = "x"\n[exchange]\nkeeps_turn = true\n', "utf-8"
    )
    at = Game(str(path), ("Ana", "Bia"))
    once = at.push(Exchanged("Ana", 7, keeps_turn=True))
    assert once.turn == "Ana"
    assert fault(once, Exchanged("Ana", 7, keeps_turn=True)) == "not allowed"
    assert fault(at, Exchanged("Ana", 6, keeps_turn=True)) == "whole rack"
    pt = game("scrabble-pt-pt")
    assert fault(pt, Exchanged("Ana", 7, keeps_turn=True)) == "not allowed"


def test_reclaiming_a_blank(tmp_path: Path) -> None:
    path = tmp_path / "recycle.toml"
    path.write_text('extends = "scrabble-en-us"\ntitle = "x"\nreclaim_blanks = true\n', "utf-8")
    at = Game(str(path), ("Ana", "Bia")).push(Played("Ana", "8H CaT"), Holds("Bia", "AEIOUXY"))
    after = at.push(Reclaimed("Bia", "I8"))
    assert "CAT" in str(after.board)
    assert tiles.write(after.state.racks["Bia"].known, after.rules.letters) == "?EIOUXY"
    assert (after.turn, after.scores["Ana"]) == ("Bia", 8)
    assert fault(at, Reclaimed("Bia", "H8")) == "no blank"
    assert fault(at, Reclaimed("Bia", "Z99")) == "no blank"
    plain = game("scrabble-en-us", Played("Ana", "8H CaT"))
    assert fault(plain, Reclaimed("Bia", "I8")) == "not allowed"


# Who, when


def test_turns_challenges_and_strangers() -> None:
    at = game("scrabble-en-us", Played("Ana", "8H CAT"))
    assert fault(at, Played("Ana", "7H DO")) == "not your turn"
    assert fault(at, Passed("Zoe")) == "no player"
    assert fault(at, Challenged("Ana", False)) == "challenge refused"
    assert fault(at.push(Passed("Bia")), Challenged("Bia", False)) == "challenge refused"
    assert fault(at, Played("Bia", "8A ON")) == "not connected"
    assert fault(at, Answered("Bia", True)) == "nothing to settle"
    assert fault(at, Ruled(True)) == "nothing to settle"
    twice = at.push(Challenged("Bia", True))
    assert fault(twice, Challenged("Bia", True)) == "challenge refused"
    penalty = at.push(Penalised("Ana", 10))
    assert penalty.scores["Ana"] == 0


def test_a_poll(tmp_path: Path) -> None:
    path = tmp_path / "poll.toml"
    path.write_text(
        'extends = "scrabble-en-us:box"\n'
        if False
        else 'extends = "scrabble-en-us"\ntitle = "x"\n'
        'players = [2, 4]\nchallenge = { rule = "poll" }\n',
        "utf-8",
    )
    at = Game(str(path), NAMES[:3]).push(Played("Ana", "8H CAT"))
    assert at.push(Ruled(True)).turn == "Bia"
    assert fault(at, Answered("Bia", True)) == "too early"
    asked = at.push(Ruled(False), Answered("Bia", True))
    assert asked.push(Answered("Caio", True)).scores["Ana"] == 10
    assert asked.push(Answered("Caio", False)).board.is_empty


def test_triple_costs_the_game(tmp_path: Path) -> None:
    path = tmp_path / "triple.toml"
    path.write_text(
        'extends = "scrabble-en-us"\ntitle = "x"\nplayers = [2, 4]\n'
        'challenge = { rule = "triple" }\n'
    )
    two = Game(str(path), NAMES[:2]).push(Played("Ana", "8H CAT"))
    assert two.push(Challenged("Bia", True)).winners == ("Ana",)
    assert two.push(Challenged("Bia", False)).winners == ("Bia",)
    three = Game(str(path), NAMES[:3]).push(Played("Ana", "8H CAT"))
    assert three.push(Challenged("Bia", False)).turn == "Bia"
    assert three.push(Challenged("Bia", True)).turn == "Caio"


def test_what_is_no_game() -> None:
    with pytest.raises(GameError, match="not 1"):
        _ = Game("scrabble-en-us", ("Ana",)).state
    with pytest.raises(GameError, match="same name"):
        _ = Game("scrabble-en-us", ("Ana", "Ana")).state
    with pytest.raises(GameError, match="none of the players"):
        _ = Game("scrabblear", ("Ana", "Bia"), "Hal").state
    with pytest.raises(RulesError, match="crossing words"):
        _ = Game("lingo", ("Ana", "Bia")).state
    for text in ("", "{", "[]", '{"ruleset": 1}', b"\xff\xfe"):
        with pytest.raises(GameError):
            Game.read(text)
    with pytest.raises(WordtoolsError):
        Game.read('{"ruleset":"scrabble-en-us","players":["A","B"],"events":[{"event":"passed",'
                  '"player":"B"}]}')  # fmt: skip


# What holds in every game

RULESETS = [
    ("scrabble-en-us", 2),
    ("scrabble-en-us:box", 4),
    ("scrabble-en-world", 2),
    ("scrabble-pt-pt", 3),
    ("scrabble-es", 2),
    ("literki:move-clock,game-clock", 3),
    ("scrabblear", 2),
]


@st.composite
def games(draw: st.DrawFn) -> Game:
    ruleset, players = draw(st.sampled_from(RULESETS))
    seed, length = draw(st.integers(0, 10_000)), draw(st.integers(0, 40))
    return played_at_random(ruleset, NAMES[:players], seed, length, deals=draw(st.booleans()))


@given(games())
def test_tiles_are_conserved(game: Game) -> None:
    state = game.state
    on_board = sum(1 for tile in game.board if tile)
    on_racks = sum(rack.size for rack in state.racks.values())
    assert on_board + on_racks + state.bag == sum(game.rules.counts)
    seen = state.board.used()
    for rack in state.racks.values():
        assert len(rack.known) <= rack.size
        seen.update(rack.known)
    assert not seen - Counter(dict(enumerate(game.rules.counts)))


@given(games())
def test_scores_are_the_sum_of_their_parts(game: Game) -> None:
    totals = dict.fromkeys(game.players, 0)
    for part in game.parts:
        totals[part.player] += part.points
    assert game.scores == totals


@given(games())
def test_replay_gives_every_moment_again(game: Game) -> None:
    again = start(game.ruleset, game.players, game.computer)
    moments = [again]
    for event in game.events:
        again = again.push(event)
        moments.append(again)
    assert again == game
    assert again.state == game.state
    for earlier, later in pairwise(moments):
        assert later.undo() == earlier
        assert later.undo().state == earlier.state


@given(games())
def test_json_gives_the_same_game(game: Game) -> None:
    assert Game.read(game.json()) == game
    assert Game.read(game.json()).state == game.state


@given(games())
def test_whose_turn_it_is(game: Game) -> None:
    assert (game.turn is None) == (game.ended is not None)
    if game.turn is not None and game.state.pending is None:
        moved = game.push(Passed(game.turn))
        assert moved.turn in (None, *game.players)


@given(st.sampled_from(RULESETS), st.integers(0, 10_000))
def test_a_game_played_to_its_end(kind: tuple[str, int], seed: int) -> None:
    ruleset, players = kind
    game = finished(ruleset, NAMES[:players], seed)
    winners = game.winners
    if game.ended and winners:
        assert max(game.scores.values()) == game.scores[winners[0]]


def test_json_from_a_stranger_is_deep() -> None:
    for text in (
        '{"x":' * 100_000,
        "[" * 100_000,
        '{"ruleset":"literki","events":' + "[" * 100_000,
    ):
        with pytest.raises(GameError, match="no game in JSON"):
            Game.read(text)
